//! Tests that no operation of any type panics on any bits: a program may contain any combination.

use heddle_kernel::arithmetic::{Lane, Visitor, evaluate, fast};
use heddle_kernel::program::{
    Compare, Field, Float, Group, Integer, Mode, Op, Part, Round, Scalar, Simd, Then, Type, Unary, VideoOp,
};

const TYPES: [Type; 20] = [
    Type::Pred,
    Type::B8,
    Type::B16,
    Type::B32,
    Type::B64,
    Type::B128,
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
const WORDS: [u64; 14] = [
    0,
    1,
    31,
    32,
    64,
    255,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x7f80_0000,
    0x7ff0_0000_0000_0000,
    0x8000_0000_0000_0000,
    0xffff_ffff_ffff_ffff,
    0x3ff0_0000_3f80_0000,
];

fn integers() -> Vec<Integer> {
    use Integer::*;
    let mut all = vec![
        Add,
        AddSaturated,
        Sub,
        SubSaturated,
        MadHighSaturated,
        Mad24HighSaturated,
        Sad,
        Div,
        Rem,
        Abs,
        Neg,
        Min,
        Max,
        And,
        Or,
        Xor,
        Not,
        Cnot,
        Shl,
        Shr,
        Bfe,
        Bfi,
        Fns,
        Brev,
        Popc,
        Clz,
        Lop3(0x96),
        Prmt(0),
        Prmt(6),
        Prmt(255),
    ];
    for part in [Part::Low, Part::High, Part::Wide] {
        all.extend([Mul(part), Mad(part), Mul24(part), Mad24(part), MadCarry { part, carry: true, keep: true }]);
    }
    for flag in [false, true] {
        all.extend([
            Bfind { shift: flag },
            Bmsk { wrap: flag },
            Szext { wrap: flag },
            Funnel { left: flag, wrap: true },
            Funnel { left: flag, wrap: false },
            AddCarry { carry: flag, keep: true },
            SubCarry { carry: flag, keep: true },
            Dp4a { a: flag, b: true },
            Video(Scalar {
                op: VideoOp::ShiftRight { wrap: flag },
                a: Field { bits: 32, at: 0, signed: flag },
                b: Field { bits: 8, at: 3, signed: false },
                saturate: flag,
                then: Then::Insert(Field { bits: 16, at: 1, signed: false }),
            }),
            VideoSimd(Simd {
                op: VideoOp::Average,
                bits: 8,
                select: [[7, 6, 5, 4], [0, 1, 2, 3]],
                signed: [flag, !flag],
                mask: 15,
                saturate: true,
                accumulate: flag,
            }),
            Dp2a { a: true, b: flag, high: flag },
        ]);
    }
    all
}

fn operations(ty: Type) -> Vec<Op> {
    use Float::*;
    let modes = ROUNDS.map(|round| [false, true].map(|flag| Mode { round, flush: flag, saturate: flag })).concat();
    let mut all = vec![Op::Move(ty), Op::Select(ty), Op::ToGeneric(heddle_kernel::program::Space::Local)];
    all.extend(integers().into_iter().flat_map(|op| [Op::Integer(op, ty), Op::Predicate(op)]));
    all.extend((0..8).map(|property| Op::Test(property, ty)));
    for mode in modes {
        let floats = [Add, Sub, Mul, Fma, Div, Sqrt, Rcp, Min { nan: true }, Max { nan: false }, Abs, Neg, Copysign];
        all.extend(floats.map(|op| Op::Float(op, ty, mode)));
        use Unary as U;
        let functions = [U::Rcp, U::Rsqrt, U::Sqrt, U::Sin, U::Cos, U::Ex2, U::Lg2, U::Tanh, U::Div, U::DivFull];
        all.extend(functions.map(|op| Op::Approximate(op, ty, mode)));
        all.extend(
            TYPES.iter().flat_map(|&from| [false, true].map(|integer| Op::Convert { to: ty, from, mode, integer })),
        );
    }
    for other in TYPES {
        all.push(Op::SelectSign { ty, by: other, flush: true });
        for compare in [Compare::Eq, Compare::Ltu, Compare::Num, Compare::Nan] {
            let group = Some((Group::Xor, true));
            all.push(Op::Set { compare, to: other, ty, flush: true, group });
            all.push(Op::SetPredicate { compare, ty, flush: false, group });
            all.push(Op::SetPredicate { compare, ty, flush: false, group: None });
        }
    }
    all
}

struct Call;

impl Visitor for Call {
    type Out = ();
    // an instance for each operation: what is not its own is compiled once
    fn visit<A: Lane, B: Lane, C: Lane, D: Lane>(self, f: impl Fn(A, B, C) -> D + Copy + Send + Sync + 'static) {
        call_all(&|a, b| f(A::of(a.0, a.1), B::of(b.0, b.1), C::of(b.1, a.0)).words());
    }
}

fn call_all(function: &dyn Fn((u32, u32), (u32, u32)) -> [u32; 2]) {
    for (a, b) in WORDS.iter().flat_map(|&a| WORDS.map(|b| (a, b))) {
        let [a, b] = [a, b].map(|x| (x as u32, (x >> 32) as u32));
        std::hint::black_box(function(a, b));
    }
}

#[test]
fn nothing_panics() {
    for op in TYPES.iter().flat_map(|&ty| operations(ty)) {
        for (a, b) in WORDS.iter().flat_map(|&a| WORDS.map(|b| (a, b))) {
            std::hint::black_box(evaluate(&op, &[a, b, a ^ b, b.rotate_left(7)]));
        }
        std::hint::black_box(evaluate(&op, &[]));
        fast(&op, Call);
    }
}
