//! Tests of the fast operations: they compute what `evaluate` computes, for every operation, type
//! and mode that they cover.

use heddle_kernel::arithmetic::{Lane, Shape, Visitor, evaluate, extend, fast};
use heddle_kernel::program::{Compare, Float, Integer, Mode, Op, Part, Round, Type, Unary};

const TYPES: [Type; 18] = [
    Type::B8,
    Type::B16,
    Type::B32,
    Type::B64,
    Type::U8,
    Type::U16,
    Type::U32,
    Type::U64,
    Type::S8,
    Type::S16,
    Type::S32,
    Type::S64,
    Type::F16,
    Type::F16x2,
    Type::Bf16,
    Type::Bf16x2,
    Type::F32,
    Type::F64,
];
const ROUNDS: [Round; 5] = [Round::NearestEven, Round::Zero, Round::Down, Round::Up, Round::NearestAway];

/// Corners of 32 and 64 bits, integers and numbers; some twice as wide as what reads them.
fn corners() -> Vec<u64> {
    let words = [
        0u32,
        1,
        2,
        3,
        7,
        15,
        16,
        17,
        31,
        32,
        33,
        63,
        64,
        65,
        100,
        0x7f,
        0x80,
        0xff,
        0x7fff,
        0x8000,
        0xffff,
        0x7f_ffff,
        0x80_0000,
        0x80_0001,
        0xff_ffff,
        0x3f80_0000,
        0x3f00_0000,
        0x3fc0_0000,
        0x4020_0000,
        0x4f00_0000,
        0x4f80_0000,
        0x5f00_0000,
        0x5f80_0000,
        0x7e80_0000,
        0x7e80_0001,
        0x7f7f_ffff,
        0x7f80_0000,
        0x7f80_0001,
        0x7fc0_0000,
        0x7fff_ffff,
    ];
    let mut corners: Vec<u64> = words.iter().flat_map(|&w| [w, w | 1 << 31, w.wrapping_neg()]).map(u64::from).collect();
    for &word in &words {
        let wide = f64::from(f32::from_bits(word)).to_bits();
        corners.extend([wide, wide | 1 << 63, u64::from(word) << 32, u64::from(word).wrapping_neg(), !u64::from(word)]);
    }
    corners.extend([
        0x41df_ffff_ffc0_0000,
        0x41ef_ffff_ffe0_0000,
        0x43e0_0000_0000_0000,
        0x43f0_0000_0000_0000,
        i64::MIN as u64,
    ]);
    corners
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    fn operand(&mut self, corners: &[u64]) -> u64 {
        let (bits, at) = (self.next(), self.next() as usize % corners.len());
        match bits >> 62 {
            0 => corners[at],
            1 => bits & 63,
            _ => bits ^ self.next() << 32,
        }
    }
}

/// Compares one operation on many operands.
struct Check<'a, const FUSES: bool> {
    op: &'a Op,
    corners: &'a [u64],
    random: &'a mut Random,
}

impl<const FUSES: bool> Visitor for Check<'_, FUSES> {
    type Out = ();
    const FUSES: bool = FUSES;
    // an instance for each operation: what is not its own is compiled once
    fn visit<A: Lane, B: Lane, C: Lane, D: Lane>(self, f: impl Fn(A, B, C) -> D + Copy + Send + Sync + 'static) {
        self.compare(D::SHAPE, &|[a, b, c]| f(A::of(a.0, a.1), B::of(b.0, b.1), C::of(c.0, c.1)).words());
    }
}

impl<const FUSES: bool> Check<'_, FUSES> {
    fn compare(self, shape: Shape, function: &dyn Fn([(u32, u32); 3]) -> [u32; 2]) {
        let pairs = self.corners.iter().flat_map(|&a| self.corners.iter().map(move |&b| (a, b)));
        let mut all: Vec<[u64; 3]> =
            pairs.step_by(7).map(|(a, b)| [a, b, self.corners[(a ^ b) as usize % 50]]).collect();
        all.extend((0..3000).map(|_| [(); 3].map(|()| self.random.operand(self.corners))));
        for reads in all {
            let ours = function(reads.map(|x| (x as u32, (x >> 32) as u32)));
            // a shorter read is the low word; the definition does not look above its type
            let expected = evaluate(self.op, &reads).expect("what is fast computes").value;
            let expected = match shape {
                Shape::Nothing => panic!("a result is something"),
                Shape::Predicate | Shape::Word => expected & 0xffff_ffff,
                Shape::Pair => expected,
            };
            let ours = u64::from(ours[1]) << 32 | u64::from(ours[0]);
            assert_eq!(ours, expected, "{:?} of {reads:#x?}: {ours:#x}, not {expected:#x}", self.op);
        }
    }
}

/// How many of these operations are fast; each of them is compared.
fn compare_all(operations: impl Iterator<Item = Op>) -> usize {
    let (corners, mut random) = (corners(), Random(0x1234_5678_9abc_def1));
    let compared = operations.filter_map(|op| {
        fast(&op, Check::<true> { op: &op, corners: &corners, random: &mut random })?;
        fast(&op, Check::<false> { op: &op, corners: &corners, random: &mut random })
    });
    compared.count()
}

fn modes() -> impl Iterator<Item = Mode> + Clone {
    ROUNDS.into_iter().flat_map(|round| {
        [(false, false), (true, false), (false, true), (true, true)].map(|(flush, saturate)| Mode {
            round,
            flush,
            saturate,
        })
    })
}

#[test]
fn integers() {
    let parts = [Part::Low, Part::High, Part::Wide];
    let mut operations = vec![
        Integer::Add,
        Integer::AddSaturated,
        Integer::Sub,
        Integer::SubSaturated,
        Integer::MadHighSaturated,
        Integer::Mad24HighSaturated,
        Integer::Sad,
        Integer::Div,
        Integer::Rem,
        Integer::Abs,
        Integer::Neg,
        Integer::Min,
        Integer::Max,
        Integer::And,
        Integer::Or,
        Integer::Xor,
        Integer::Not,
        Integer::Cnot,
        Integer::Shl,
        Integer::Shr,
        Integer::Bfe,
        Integer::Bfi,
        Integer::Fns,
        Integer::Brev,
        Integer::Popc,
        Integer::Clz,
        Integer::Lop3(0xe8),
    ];
    operations.extend(parts.map(Integer::Mul).into_iter().chain(parts.map(Integer::Mad)));
    operations.extend(parts.map(Integer::Mul24).into_iter().chain(parts.map(Integer::Mad24)));
    operations.extend((0..7).map(Integer::Prmt));
    for flag in [false, true] {
        operations.extend([
            Integer::Bfind { shift: flag },
            Integer::Bmsk { wrap: flag },
            Integer::Szext { wrap: flag },
            Integer::Funnel { left: false, wrap: flag },
            Integer::Funnel { left: true, wrap: flag },
        ]);
    }
    let typed = operations.iter().flat_map(|&op| TYPES[..12].iter().map(move |&ty| Op::Integer(op, ty)));
    assert!(compare_all(typed) > 150);
}

#[test]
fn floats() {
    let operations = [
        Float::Add,
        Float::Sub,
        Float::Mul,
        Float::Fma,
        Float::Div,
        Float::Sqrt,
        Float::Rcp,
        Float::Min { nan: false },
        Float::Min { nan: true },
        Float::Max { nan: false },
        Float::Max { nan: true },
        Float::Abs,
        Float::Neg,
        Float::Copysign,
    ];
    let all = operations
        .iter()
        .flat_map(|&op| modes().flat_map(move |mode| [Type::F32, Type::F64].map(|ty| Op::Float(op, ty, mode))));
    assert!(compare_all(all) > 60);
}

#[test]
fn approximate_functions() {
    use Unary::*;
    let operations = [Rcp, Rsqrt, Sqrt, Sin, Cos, Ex2, Lg2, Tanh, Div, DivFull];
    let all = operations.iter().flat_map(|&op| modes().map(move |mode| Op::Approximate(op, Type::F32, mode)));
    assert!(compare_all(all) >= 20);
}

#[test]
fn comparisons() {
    use Compare::*;
    let comparisons = [Eq, Ne, Lt, Le, Gt, Ge, Equ, Neu, Ltu, Leu, Gtu, Geu, Num, Nan];
    let all = comparisons.iter().flat_map(|&compare| {
        let with = move |flush| TYPES.map(|ty| Op::SetPredicate { compare, ty, flush, group: None });
        with(false).into_iter().chain(with(true))
    });
    assert!(compare_all(all) > 100);
}

#[test]
fn conversions() {
    let all = TYPES[4..].iter().flat_map(|&to| {
        TYPES[4..].iter().flat_map(move |&from| {
            modes().flat_map(move |mode| [false, true].map(|integer| Op::Convert { to, from, mode, integer }))
        })
    });
    assert!(compare_all(all) > 200);
}

#[test]
fn moves_and_selections() {
    assert!(compare_all(TYPES.iter().flat_map(|&ty| [Op::Move(ty), Op::Select(ty)])) >= 10);
}

#[test]
fn bits_above_a_type_follow_its_sign() {
    assert_eq!(extend(Type::S16, 0x8000), 0xffff_ffff_ffff_8000);
    assert_eq!(extend(Type::B16, 0xf_8000), 0x8000);
    assert_eq!(extend(Type::S64, u64::MAX), u64::MAX);
}
