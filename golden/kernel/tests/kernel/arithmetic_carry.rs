//! Carries, and dot products of bytes, against wide integers.

use heddle_kernel::arithmetic::evaluate;
use heddle_kernel::program::{Integer, Op, Part, Type};

use crate::support::random::Random;

fn ones(bits: u32) -> u128 {
    (1 << bits) - 1
}

/// Words of a number of 128 bits, added, subtracted and multiplied with the flag.
#[test]
fn carries_make_wide_numbers() {
    let mut random = Random(99);
    for ty in [Type::U32, Type::S32, Type::U64, Type::S64] {
        let width = ty.bits();
        let step = |op, a: u64, b: u64, c: u64, flag: bool| {
            let reads = if matches!(op, Integer::MadCarry { .. }) {
                vec![a, b, c, flag.into()]
            } else {
                vec![a, b, flag.into()]
            };
            let outcome = evaluate(&Op::Integer(op, ty), &reads).unwrap();
            (u128::from(outcome.value) & ones(width), outcome.second)
        };
        for _ in 0..100_000 {
            let [al, ah, bl, bh] = [(); 4].map(|()| (u128::from(random.operand()) & ones(width)) as u64);
            let (a, b) = (u128::from(ah) << width | u128::from(al), u128::from(bh) << width | u128::from(bl));
            let whole = if width == 64 { u128::MAX } else { ones(2 * width) };

            let (low, flag) = step(Integer::AddCarry { carry: false, keep: true }, al, bl, 0, true);
            let (high, carry) = step(Integer::AddCarry { carry: true, keep: true }, ah, bh, 0, flag);
            assert_eq!(high << width | low, a.wrapping_add(b) & whole);
            assert_eq!(carry, a.checked_add(b).is_none_or(|sum| sum > whole));

            let (low, flag) = step(Integer::SubCarry { carry: false, keep: true }, al, bl, 0, true);
            let (high, carry) = step(Integer::SubCarry { carry: true, keep: false }, ah, bh, 0, flag);
            assert_eq!(high << width | low, a.wrapping_sub(b) & whole);
            assert_eq!(carry, a >= b);

            // al * bl + (ah:bh); the high part of a signed product is another one
            if !ty.is_signed() {
                let part = |part, carry| Integer::MadCarry { part, carry, keep: true };
                let (low, flag) = step(part(Part::Low, false), al, bl, bh, true);
                let (high, _) = step(part(Part::High, true), al, bl, ah, flag);
                let added = u128::from(ah) << width | u128::from(bh);
                let product = u128::from(al) * u128::from(bl);
                assert_eq!(high << width | low, product.wrapping_add(added) & whole);
            }
        }
    }
}

#[test]
fn dot_products() {
    let mut random = Random(3);
    for _ in 0..100_000 {
        let [a, b, c] = [(); 3].map(|()| random.next() as u32);
        let bytes = |x: u32, signed: bool| {
            x.to_le_bytes().map(|byte| if signed { i64::from(byte as i8) } else { i64::from(byte) })
        };
        let halves = |x: u32, signed: bool| {
            [x as u16, (x >> 16) as u16].map(|half| if signed { i64::from(half as i16) } else { i64::from(half) })
        };
        for (sa, sb) in [(false, false), (false, true), (true, false), (true, true)] {
            let of = |op| {
                let value = evaluate(&Op::Integer(op, Type::S32), &[a.into(), b.into(), c.into()]).unwrap().value;
                value as u32
            };
            let (x, y) = (bytes(a, sa), bytes(b, sb));
            let sum: i64 = (0..4).map(|n| x[n] * y[n]).sum();
            assert_eq!(of(Integer::Dp4a { a: sa, b: sb }), (sum + i64::from(c)) as u32);
            for high in [false, true] {
                let (x, first) = (halves(a, sa), if high { 2 } else { 0 });
                let sum: i64 = (0..2).map(|n| x[n] * y[first + n]).sum();
                assert_eq!(of(Integer::Dp2a { a: sa, b: sb, high }), (sum + i64::from(c)) as u32);
            }
        }
    }
}
