//! Every operation with every type, under guards and with threads missing: what execution leaves is
//! what the definition says of each thread alone.

use heddle_kernel::arithmetic::evaluate;
use heddle_kernel::execute::{self, Image, Launch, Making, Options, Unobserved, run};
use heddle_kernel::program::*;

use crate::execute::build::{Builder, memory};
use crate::execute::chance::Chance;

const THREADS: u64 = 90;

/// An operation with the types of what it reads and writes.
struct Case {
    op: Op,
    reads: Vec<Type>,
    writes: Vec<Type>,
}

const WORDS: [Type; 10] = {
    use Type::*;
    [B16, B32, B64, U16, U32, U64, S16, S32, S64, F16]
};

fn integers() -> Vec<Case> {
    use Integer::*;
    let mut cases = Vec::new();
    let mut case = |op: Integer, ty: Type, reads: &[Type], write: Type| {
        cases.push(Case { op: Op::Integer(op, ty), reads: reads.to_vec(), writes: vec![write] });
    };
    let wide = |ty: Type| match ty {
        Type::U16 => Type::U32,
        Type::S16 => Type::S32,
        Type::U32 => Type::U64,
        _ => Type::S64,
    };
    for ty in [Type::U16, Type::U32, Type::U64, Type::S16, Type::S32, Type::S64] {
        for op in [Add, Sub, Mul(Part::Low), Mul(Part::High), Div, Rem, Min, Max, And, Or, Xor] {
            case(op, ty, &[ty, ty], ty);
        }
        for op in [Not, Cnot, Abs, Neg, Brev] {
            case(op, ty, &[ty], ty);
        }
        for op in [Mad(Part::Low), Mad(Part::High), Sad] {
            case(op, ty, &[ty, ty, ty], ty);
        }
        for op in [Shl, Shr] {
            case(op, ty, &[ty, Type::U32], ty);
        }
        if ty.bits() < 64 {
            case(Mul(Part::Wide), ty, &[ty, ty], wide(ty));
            case(Mad(Part::Wide), ty, &[ty, ty, wide(ty)], wide(ty));
        }
        if ty.bits() > 16 {
            case(Bfe, ty, &[ty, Type::U32, Type::U32], ty);
            case(Bfi, ty, &[ty, ty, Type::U32, Type::U32], ty);
            for op in [Popc, Clz, Bfind { shift: false }, Bfind { shift: true }] {
                case(op, ty, &[ty], Type::U32);
            }
        }
        if ty.bits() == 32 {
            for op in [AddSaturated, SubSaturated, Mul24(Part::Low), Mul24(Part::High)] {
                case(op, ty, &[ty, ty], ty);
            }
            for op in [MadHighSaturated, Mad24(Part::Low), Mad24(Part::High), Mad24HighSaturated] {
                case(op, ty, &[ty, ty, ty], ty);
            }
            for left in [false, true] {
                for clamp in [false, true] {
                    case(Funnel { left, wrap: clamp }, ty, &[ty, ty, Type::U32], ty);
                }
                case(Bmsk { wrap: left }, ty, &[ty, ty], ty);
                case(Szext { wrap: left }, ty, &[ty, ty], ty);
                case(Dp4a { a: left, b: !left }, ty, &[ty, ty, ty], ty);
                case(Dp2a { a: left, b: left, high: !left }, ty, &[ty, ty, ty], ty);
            }
            for table in [0, 0x1b, 0x96, 0xca, 0xff] {
                case(Lop3(table), ty, &[ty, ty, ty], ty);
            }
            for mode in 0..7 {
                case(Prmt(mode), ty, &[ty, ty, ty], ty);
            }
            case(Fns, ty, &[ty, ty, ty], ty);
            let video = [
                (VideoOp::AbsoluteDifference, Then::Add),
                (VideoOp::ShiftLeft { wrap: false }, Then::Insert(Field { bits: 8, at: 3, signed: false })),
                (VideoOp::Set(Compare::Lt), Then::Max),
                (VideoOp::MultiplyAdd { negate_product: true, negate_c: false, plus: false, shift: 7 }, Then::Nothing),
            ];
            for (op, then) in video {
                let [a, b] = [(16, 1, true), (8, 2, false)].map(|(bits, at, signed)| Field { bits, at, signed });
                case(Video(Scalar { op, a, b, saturate: true, then }), ty, &[ty, ty, ty], ty);
            }
            for (bits, select) in [(8, [[3, 2, 7, 0], [4, 5, 6, 1]]), (16, [[3, 0, 0, 0], [1, 2, 0, 0]])] {
                for (op, accumulate) in [(VideoOp::Average, false), (VideoOp::Sub, true)] {
                    let simd =
                        Simd { op, bits, select, signed: [true, false], mask: 0b1010, saturate: false, accumulate };
                    case(VideoSimd(simd), ty, &[ty, ty, ty], ty);
                }
            }
        }
    }
    cases
}

fn carries() -> Vec<Case> {
    use Integer::*;
    let mut cases = Vec::new();
    for ty in [Type::U32, Type::S32, Type::U64, Type::S64] {
        for carry in [false, true] {
            for keep in [false, true] {
                let flag = [Type::Pred];
                let writes = [[ty].as_slice(), if keep { &flag } else { &[] }].concat();
                let carried = if carry { flag.as_slice() } else { &[] };
                for op in [AddCarry { carry, keep }, SubCarry { carry, keep }] {
                    let reads = [&[ty, ty], carried].concat();
                    cases.push(Case { op: Op::Integer(op, ty), reads, writes: writes.clone() });
                }
                for part in [Part::Low, Part::High] {
                    let op = Op::Integer(MadCarry { part, carry, keep }, ty);
                    cases.push(Case { op, reads: [&[ty, ty, ty], carried].concat(), writes: writes.clone() });
                }
            }
        }
    }
    cases
}

fn modes() -> Vec<Mode> {
    let mut modes = Vec::new();
    for round in [Round::NearestEven, Round::Zero, Round::Down, Round::Up] {
        for flush in [false, true] {
            for saturate in [false, true] {
                modes.push(Mode { round, flush, saturate });
            }
        }
    }
    modes
}

fn floats() -> Vec<Case> {
    let mut cases = Vec::new();
    for ty in [Type::F32, Type::F64, Type::F16, Type::F16x2, Type::Bf16, Type::Bf16x2] {
        for mode in modes() {
            let mut case = |op: Op, reads: usize| cases.push(Case { op, reads: vec![ty; reads], writes: vec![ty] });
            for op in [Float::Add, Float::Sub, Float::Mul, Float::Div, Float::Copysign] {
                case(Op::Float(op, ty, mode), 2);
            }
            for nan in [false, true] {
                case(Op::Float(Float::Min { nan }, ty, mode), 2);
                case(Op::Float(Float::Max { nan }, ty, mode), 2);
            }
            case(Op::Float(Float::Fma, ty, mode), 3);
            for op in [Float::Sqrt, Float::Rcp, Float::Abs, Float::Neg] {
                case(Op::Float(op, ty, mode), 1);
            }
            if ty == Type::F32 {
                case(Op::Float(Float::MulAdd, ty, mode), 3);
                use Unary::*;
                for op in [Rcp, Rsqrt, Sqrt, Sin, Cos, Ex2, Lg2, Tanh] {
                    case(Op::Approximate(op, ty, mode), 1);
                }
                for op in [Div, DivFull] {
                    case(Op::Approximate(op, ty, mode), 2);
                }
            }
        }
        for property in 0..6 {
            if ty == Type::F32 || ty == Type::F64 {
                cases.push(Case { op: Op::Test(property, ty), reads: vec![ty], writes: vec![Type::Pred] });
            }
        }
    }
    cases
}

fn comparisons() -> Vec<Case> {
    use Compare::*;
    let mut cases = Vec::new();
    let types = [WORDS.as_slice(), &[Type::F32, Type::F64, Type::Bf16]].concat();
    for ty in types {
        for compare in [Eq, Ne, Lt, Le, Gt, Ge, Equ, Neu, Ltu, Leu, Gtu, Geu, Num, Nan] {
            if !ty.is_float() && !matches!(compare, Eq | Ne | Lt | Le | Gt | Ge) {
                continue;
            }
            for group in [None, Some((Group::And, false)), Some((Group::Or, true)), Some((Group::Xor, false))] {
                let reads = if group.is_some() { vec![ty, ty, Type::Pred] } else { vec![ty, ty] };
                for writes in [vec![Type::Pred], vec![Type::Pred, Type::Pred]] {
                    let op = Op::SetPredicate { compare, ty, flush: writes.len() > 1, group };
                    cases.push(Case { op, reads: reads.clone(), writes });
                }
                for to in [Type::U32, Type::S32, Type::F32] {
                    let op = Op::Set { compare, to, ty, flush: false, group };
                    cases.push(Case { op, reads: reads.clone(), writes: vec![to] });
                }
            }
        }
    }
    cases
}

fn others() -> Vec<Case> {
    let mut cases = Vec::new();
    for ty in [WORDS.as_slice(), &[Type::F32, Type::F64]].concat() {
        cases.push(Case { op: Op::Move(ty), reads: vec![ty], writes: vec![ty] });
        cases.push(Case { op: Op::Select(ty), reads: vec![ty, ty, Type::Pred], writes: vec![ty] });
        for by in [Type::S32, Type::F32] {
            let op = Op::SelectSign { ty, by, flush: by == Type::F32 };
            cases.push(Case { op, reads: vec![ty, ty, by], writes: vec![ty] });
        }
    }
    for op in [Integer::And, Integer::Or, Integer::Xor] {
        cases.push(Case { op: Op::Predicate(op), reads: vec![Type::Pred; 2], writes: vec![Type::Pred] });
    }
    cases.push(Case { op: Op::Predicate(Integer::Not), reads: vec![Type::Pred], writes: vec![Type::Pred] });
    let numbers = {
        use Type::*;
        [U8, S8, U16, S16, U32, S32, U64, S64, F16, Bf16, F32, F64]
    };
    for from in numbers {
        for to in numbers {
            for mode in modes() {
                for integer in [false, true] {
                    let op = Op::Convert { to, from, mode, integer };
                    cases.push(Case { op, reads: vec![from], writes: vec![to] });
                }
            }
        }
    }
    cases
}

/// The register type for a value of a type: there are none of 8 bits.
fn held(ty: Type) -> Type {
    if ty.bits() == 8 { Type::B32 } else { ty }
}

/// A kernel: loads operands, a guard and what was in the destinations before; does the operation;
/// stores the destinations.
fn kernel(case: &Case) -> Module {
    use Operand::{Immediate, Register, Special as Of};
    let mut b = Builder::kernel(2);
    let [input, output] = [0, 1].map(|p| b.parameter(p));
    let tid = b.to(Type::U32, Op::Move(Type::U32), &[Of(Special::Tid(0))]);
    let place = |b: &mut Builder, base: RegisterId, bytes: u64| {
        let wide = Op::Integer(Integer::Mad(Part::Wide), Type::U32);
        b.to(Type::U64, wide, &[Register(tid), Immediate(bytes), Register(base)])
    };
    let from = place(&mut b, input, 64);
    let to = place(&mut b, output, 16);
    let load = |b: &mut Builder, n: usize, ty: Type| {
        let memory_type = match ty.bits() {
            1 => Type::U32,
            8 => Type::U8,
            _ => ty,
        };
        let memory = Memory { offset: 8 * n as i64, ..memory(Space::Global, memory_type) };
        let value = b.to(held(memory_type), Op::Load(memory), &[Register(from)]);
        if ty != Type::Pred {
            return value;
        }
        let odd = b.to(Type::U32, Op::Integer(Integer::And, Type::B32), &[Register(value), Immediate(1)]);
        let compare = Op::SetPredicate { compare: Compare::Ne, ty: Type::U32, flush: false, group: None };
        b.to(Type::Pred, compare, &[Register(odd), Immediate(0)])
    };
    let reads: Vec<RegisterId> = case.reads.iter().enumerate().map(|(n, &ty)| load(&mut b, n, ty)).collect();
    let writes: Vec<RegisterId> = case.writes.iter().enumerate().map(|(n, &ty)| load(&mut b, 4 + n, ty)).collect();
    let guard = load(&mut b, 6, Type::Pred);
    let operands: Vec<Operand> = reads.iter().map(|&register| Register(register)).collect();
    b.guarded(guard, false, case.op.clone(), &writes, &operands);
    for (n, (&ty, &register)) in case.writes.iter().zip(&writes).enumerate() {
        let (ty, value) = match ty {
            Type::Pred => {
                (Type::U32, b.to(Type::U32, Op::Select(Type::U32), &[Immediate(1), Immediate(0), Register(register)]))
            }
            ty => (held(ty), register),
        };
        let memory = Memory { offset: 8 * n as i64, ..memory(Space::Global, ty) };
        b.push(Op::Store(memory), &[], &[Register(to), Register(value)]);
    }
    b.finish()
}

const CORNERS: [u64; 20] = [
    0,
    1,
    2,
    31,
    32,
    0x7f,
    0x80,
    0x7fff,
    0x8000,
    0x3c00,
    0x7fff_ffff,
    0x8000_0000,
    0x7f80_0000,
    0x3f80_0000,
    0x0000_0001_0000_0000,
    0x7ff0_0000_0000_0000,
    0x8000_0000_0000_0000,
    0x3ff0_0000_0000_0000,
    0x7fc0_0001_7fc0_0001,
    u64::MAX,
];

fn check(case: &Case, chance: &mut Chance) {
    let ones = |ty: Type| if ty == Type::Pred { 1 } else { u64::MAX >> (64 - ty.bits()) };
    let inputs: Vec<[u64; 8]> = (0..THREADS)
        .map(|_| {
            std::array::from_fn(|_| match chance.below(4) {
                0 => CORNERS[chance.below(20) as usize],
                1 => chance.next() & 63,
                2 => u64::from(((chance.next() as u32 & 0x87ff_ffff) | 0x3800_0000) as f32 as u32),
                _ => chance.next(),
            })
        })
        .collect();
    let read = |input: &[u64; 8], n: usize, ty: Type| input[n] & ones(ty);
    let mut expected = Vec::new();
    for input in &inputs {
        let old = |n: usize| case.writes.get(n).map_or(0, |&ty| read(input, 4 + n, ty));
        let reads: Vec<u64> = case.reads.iter().enumerate().map(|(n, &ty)| read(input, n, ty)).collect();
        let Some(outcome) = evaluate(&case.op, &reads) else { return };
        let mut results = [outcome.value, u64::from(outcome.second)];
        if input[6] & 1 == 0 {
            results = [old(0), old(1)];
        }
        for (n, result) in results.iter_mut().enumerate() {
            *result &= case.writes.get(n).map_or(0, |&ty| ones(held(ty)));
        }
        expected.push(results);
    }
    let module = kernel(case);
    let input: Vec<u8> = inputs.iter().flatten().flat_map(|word| word.to_le_bytes()).collect();
    for (loops, wide) in [(true, true), (true, false), (false, true)] {
        let image = Image::with(&module, FunctionId(0), [].into(), Making { loops, wide, ..Making::default() });
        let image = image.unwrap_or_else(|fault| panic!("{:?}: {fault}", case.op));
        let mut memory = execute::Memory::new(&module).unwrap();
        let from = memory.allocate("input", input.len() as u64).unwrap();
        let to = memory.allocate("output", 16 * THREADS).unwrap();
        memory.write(from, &input).unwrap();
        let parameters = [from, to].iter().flat_map(|p| p.to_le_bytes()).collect();
        let launch = Launch {
            grid: [1; 3],
            block: [THREADS as u32, 1, 1],
            dynamic_shared: 0,
            parameters,
            number: 0,
            sizes: None,
        };
        run(&image, &launch, &mut memory, &mut Unobserved, &Options::default()).unwrap();
        let output = memory.read(to, 16 * THREADS).unwrap();
        for (thread, expected) in expected.iter().enumerate() {
            let found: [u64; 2] =
                std::array::from_fn(|n| u64::from_le_bytes(output[16 * thread + 8 * n..][..8].try_into().unwrap()));
            assert_eq!(
                found, *expected,
                "thread {thread} of {:?} with {:x?}, loops {loops}, wide {wide}",
                case.op, inputs[thread]
            );
        }
    }
}

fn check_all(cases: Vec<Case>) {
    let mut chance = Chance(1);
    assert!(cases.len() > 50);
    for case in &cases {
        check(case, &mut chance);
    }
}

#[test]
fn integer_operations() {
    check_all(integers());
    check_all(carries());
}

#[test]
fn float_operations() {
    check_all(floats());
}

#[test]
fn comparisons_and_sets() {
    check_all(comparisons());
}

#[test]
fn moves_selections_conversions() {
    check_all(others());
}

/// The operations of all cases.
pub fn everything() -> Vec<Op> {
    [integers(), carries(), floats(), comparisons(), others()].into_iter().flatten().map(|case| case.op).collect()
}
