//! Comparisons, selections and tests against PTX's tables; packed types half by half.

use heddle_kernel::arithmetic::{Outcome, evaluate};
use heddle_kernel::program::{Compare, Float, Group, Integer, Mode, Op, Type};

const ALL: [Compare; 14] = [
    Compare::Eq,
    Compare::Ne,
    Compare::Lt,
    Compare::Le,
    Compare::Gt,
    Compare::Ge,
    Compare::Equ,
    Compare::Neu,
    Compare::Ltu,
    Compare::Leu,
    Compare::Gtu,
    Compare::Geu,
    Compare::Num,
    Compare::Nan,
];

/// PTX's table: what holds when a is less, equal, greater, or either is NaN, in the order of `ALL`.
const HOLDS: [[bool; 14]; 4] = {
    const Y: bool = true;
    const N: bool = false;
    [
        [N, Y, Y, Y, N, N, N, Y, Y, Y, N, N, Y, N],
        [Y, N, N, Y, N, Y, Y, N, N, Y, N, Y, Y, N],
        [N, Y, N, N, Y, Y, N, Y, N, N, Y, Y, Y, N],
        [N, N, N, N, N, N, Y, Y, Y, Y, Y, Y, N, Y],
    ]
};

fn single(x: f32) -> u64 {
    x.to_bits().into()
}
fn set_predicate(compare: Compare, ty: Type, flush: bool, group: Option<(Group, bool)>, reads: &[u64]) -> Outcome {
    evaluate(&Op::SetPredicate { compare, ty, flush, group }, reads).unwrap()
}

/// Pairs of a type: less, equal, greater, and unordered ones.
fn pairs(ty: Type) -> [Vec<(u64, u64)>; 4] {
    let ordered: &[u64] = match ty {
        Type::F32 => &[0xff80_0000, 0xbf80_0000, 0x8000_0001, 0x8000_0000, 1, 0x3f80_0000, 0x7f7f_ffff, 0x7f80_0000],
        Type::F64 => &[0xfff0 << 48, 0xbff0 << 48, 1 << 63 | 1, 0, 1, 0x3ff0 << 48, (0x7ff0 << 48) - 1, 0x7ff0 << 48],
        Type::F16 => &[0xfc00, 0xbc00, 0x8001, 0, 1, 0x3c00, 0x7bff, 0x7c00],
        Type::Bf16 => &[0xff80, 0xbf80, 0x8001, 0, 1, 0x3f80, 0x7f7f, 0x7f80],
        Type::S16 => &[0x8000, 0xffff, 0, 1, 0x7fff],
        Type::S32 => &[0x8000_0000, 0xffff_ffff, 0, 1, 0x7fff_ffff],
        Type::S64 => &[1 << 63, u64::MAX, 0, 1, u64::MAX >> 1],
        Type::U16 => &[0, 1, 0x7fff, 0x8000, 0xffff],
        Type::U32 => &[0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff],
        _ => &[0, 1, u64::MAX >> 1, 1 << 63, u64::MAX],
    };
    let mut pairs = [const { Vec::new() }; 4];
    for (m, &a) in ordered.iter().enumerate() {
        for (n, &b) in ordered.iter().enumerate() {
            pairs[match m.cmp(&n) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            }]
            .push((a, b));
        }
    }
    let sign = 1u64 << (ty.bits() - 1);
    if ty.is_float() {
        pairs[1].extend([(0, sign), (sign, 0)]);
        let nan = ordered[ordered.len() - 1] + 1;
        pairs[3].extend(ordered.iter().flat_map(|&a| [(a, nan), (nan | sign, a), (nan, nan)]));
    }
    pairs
}

#[test]
fn the_table_of_comparisons() {
    let types =
        [Type::F16, Type::Bf16, Type::F32, Type::F64, Type::S16, Type::S32, Type::S64, Type::U16, Type::U32, Type::U64];
    for ty in types {
        for (pairs, holds) in pairs(ty).iter().zip(HOLDS) {
            for (&(a, b), (compare, expected)) in pairs.iter().flat_map(|p| ALL.iter().zip(holds).map(move |c| (p, c)))
            {
                let outcome = set_predicate(*compare, ty, false, None, &[a, b]);
                assert_eq!(
                    outcome,
                    Outcome { value: expected.into(), second: !expected },
                    "{compare:?} {ty:?} {a:#x} {b:#x}"
                );
            }
        }
    }
}

#[test]
fn flushed_operands_are_equal() {
    assert_eq!(set_predicate(Compare::Lt, Type::F32, false, None, &[0, 1]).value, 1);
    assert_eq!(set_predicate(Compare::Lt, Type::F32, true, None, &[0, 1]).value, 0);
    assert_eq!(set_predicate(Compare::Eq, Type::F32, true, None, &[0x8000_0001, 1]).value, 1);
}

#[test]
fn predicates_are_combined() {
    for (result, c, negated) in (0..8).map(|n| (n & 1 == 1, n & 2 == 2, n & 4 == 4)) {
        let reads = [if result { 1 } else { 2 }, 1, c.into()];
        for (group, combine) in [
            (Group::And, (|a, b| a && b) as fn(bool, bool) -> bool),
            (Group::Or, |a, b| a || b),
            (Group::Xor, |a, b| a != b),
        ] {
            let outcome = set_predicate(Compare::Eq, Type::U32, false, Some((group, negated)), &reads);
            let c = c != negated;
            assert_eq!(outcome, Outcome { value: combine(result, c).into(), second: combine(!result, c) });
            let op = Op::Set {
                compare: Compare::Eq,
                to: Type::U32,
                ty: Type::U32,
                flush: false,
                group: Some((group, negated)),
            };
            let ones = if combine(result, c) { 0xffff_ffff } else { 0 };
            assert_eq!(evaluate(&op, &reads).unwrap().value, ones);
        }
    }
}

#[test]
fn set_makes_ones() {
    let set = |to, ty, a, b| {
        let op = Op::Set { compare: Compare::Gt, to, ty, flush: false, group: None };
        evaluate(&op, &[a, b]).unwrap().value
    };
    assert_eq!(set(Type::F32, Type::S32, 1, 0), 0x3f80_0000);
    assert_eq!(set(Type::F32, Type::F32, single(2.0), single(1.0)), 0x3f80_0000);
    assert_eq!(set(Type::U32, Type::F32, single(2.0), single(1.0)), 0xffff_ffff);
    assert_eq!(set(Type::S32, Type::U64, u64::MAX, 1) as u32, 0xffff_ffff);
    assert_eq!(set(Type::F32, Type::F32, single(1.0), single(2.0)), 0);
    assert_eq!(set(Type::F16, Type::F16, 0x4000, 0x3c00), 0x3c00);
    assert_eq!(set(Type::U16, Type::F16, 0x4000, 0x3c00), 0xffff);
    // halves for themselves
    assert_eq!(set(Type::F16x2, Type::F16x2, 0x4000_3c00, 0x3c00_4000), 0x3c00_0000);
    assert_eq!(set(Type::U32, Type::F16x2, 0x3c00_4000, 0x4000_3c00), 0xffff);
    assert_eq!(set(Type::Bf16x2, Type::Bf16x2, 0x4000_4000, 0x3f80_3f80), 0x3f80_3f80);
    let outcome = set_predicate(Compare::Gt, Type::F16x2, false, None, &[0x3c00_4000, 0x4000_3c00]);
    assert_eq!(outcome, Outcome { value: 1, second: false });
    let outcome = set_predicate(Compare::Gt, Type::F16x2, false, None, &[0x4000_3c00, 0x3c00_4000]);
    assert_eq!(outcome, Outcome { value: 0, second: true });
}

#[test]
fn selections() {
    let select = |ty, reads: [u64; 3]| evaluate(&Op::Select(ty), &reads).unwrap().value;
    assert_eq!(select(Type::B32, [5, 7, 1]), 5);
    assert_eq!(select(Type::B32, [5, 7, 0]), 7);
    assert_eq!(select(Type::S16, [0x8000, 7, 1]), 0xffff_ffff_ffff_8000);
    let by_sign = |by, flush, c| evaluate(&Op::SelectSign { ty: Type::U32, by, flush }, &[5, 7, c]).unwrap().value;
    assert_eq!([0, 1, 0xffff_ffff].map(|c| by_sign(Type::S32, false, c)), [5, 5, 7]);
    assert_eq!([0.0, -0.0, 1.0, -1.0, f32::NAN].map(|c| by_sign(Type::F32, false, single(c))), [5, 5, 5, 7, 7]);
    assert_eq!([false, true].map(|flush| by_sign(Type::F32, flush, 0x8000_0001)), [7, 5]);
}

#[test]
fn properties() {
    let numbers = [0.0, 1.0, 1e-40, f32::MAX, f32::INFINITY, f32::NAN];
    // finite, infinite, number, notanumber, normal, subnormal; a zero is normal
    let expected = ["101010", "101010", "101001", "101010", "011000", "000100"];
    for (x, expected) in numbers.iter().zip(expected) {
        for (sign, property) in [0, 1 << 31].into_iter().flat_map(|sign| (0..6u8).map(move |p| (sign, p))) {
            let value = evaluate(&Op::Test(property, Type::F32), &[single(*x) | sign]).unwrap().value;
            assert_eq!(value == 1, expected.as_bytes()[property as usize] == b'1', "{property} of {x}");
        }
    }
    assert_eq!(evaluate(&Op::Test(5, Type::F64), &[1]).unwrap().value, 1);
}

#[test]
fn predicates_and_moves() {
    let logic = |op, a, b| evaluate(&Op::Predicate(op), &[a, b]).unwrap().value;
    assert_eq!(
        [logic(Integer::And, 1, 0), logic(Integer::Or, 1, 0), logic(Integer::Xor, 1, 1), logic(Integer::Not, 0, 0)],
        [0, 1, 0, 1]
    );
    assert_eq!(evaluate(&Op::Move(Type::B16), &[0x1_2345]).unwrap().value, 0x2345);
    assert_eq!(evaluate(&Op::Move(Type::Pred), &[3]).unwrap().value, 1);
    assert_eq!(evaluate(&Op::Exit, &[]), None);
}

#[test]
fn halves_of_packed_types_do_not_meet() {
    let float = |op, ty, mode, reads: [u64; 3]| evaluate(&Op::Float(op, ty, mode), &reads).unwrap().value;
    let mode = Mode::default();
    // 1 + 2 and 65504 + 65504 in halves
    assert_eq!(float(Float::Add, Type::F16x2, mode, [0x3c00_7bff, 0x4000_7bff, 0]), 0x4200_7c00);
    assert_eq!(float(Float::Fma, Type::Bf16x2, mode, [0x3f80_4000, 0x4000_4000, 0x3f80_bf80]), 0x4040_4040);
    assert_eq!(float(Float::Neg, Type::F16x2, mode, [0x0000_8000, 0, 0]), 0x8000_0000);
    assert_eq!(float(Float::Max { nan: true }, Type::F16x2, mode, [0x7e00_8000, 0x3c00_0000, 0]), 0x7fff_0000);
    assert_eq!(float(Float::Copysign, Type::F32, mode, [single(-1.0), single(5.0), 0]), single(-5.0));
    let saturated = Mode { saturate: true, ..mode };
    assert_eq!(float(Float::Add, Type::F16x2, saturated, [0xbc00_4000, 0, 0]), 0x0000_3c00);
}
