//! Integer operations against PTX's own wording, bit by bit, and against wide integers.

use heddle_kernel::arithmetic::evaluate;
use heddle_kernel::program::{Integer, Op, Part, Type};

use crate::support::random::Random;

const SIGNED: [Type; 3] = [Type::S16, Type::S32, Type::S64];
const UNSIGNED: [Type; 3] = [Type::U16, Type::U32, Type::U64];

fn ones(bits: u32) -> u128 {
    (1 << bits) - 1
}
fn bit(a: u64, at: u32) -> bool {
    at < 64 && a >> at & 1 == 1
}
/// What bits mean in a type.
fn value(ty: Type, a: u64) -> i128 {
    let low = u128::from(a) & ones(ty.bits());
    let negative = ty.is_signed() && bit(a, ty.bits() - 1);
    low as i128 - if negative { 1 << ty.bits() } else { 0 }
}
/// The low bits of a number, as the result of an instruction of a type.
fn bits(ty: Type, n: i128) -> u64 {
    value(ty, n as u64) as u64
}
fn clamp(ty: Type, n: i128) -> i128 {
    let top = if ty.is_signed() { ty.bits() - 1 } else { ty.bits() };
    n.clamp(if ty.is_signed() { -(1 << top) } else { 0 }, (1 << top) - 1)
}

/// The whole product, exact; of 64 by 64 bits unsigned it takes 128.
fn product(ty: Type, a: u64, b: u64) -> u128 {
    value(ty, a).wrapping_mul(value(ty, b)) as u128
}

fn twice(ty: Type) -> Type {
    match ty {
        Type::U16 => Type::U32,
        Type::S16 => Type::S32,
        Type::U32 => Type::U64,
        _ => Type::S64,
    }
}

/// The place of the n-th set bit from `base` on, upwards or downwards.
fn nth_set(a: u64, base: i32, offset: i32) -> u64 {
    let mut found = 0xffff_ffff;
    if offset == i32::MIN {
        // as NVIDIA's assembler has it, which negates it
        return 0;
    }
    if offset == 0 {
        if base < 32 && bit(a & 0xffff_ffff, base as u32) {
            found = base as u64;
        }
    } else {
        let (mut at, mut left) = (i64::from(base), i64::from(offset).abs() - 1);
        while (0..32).contains(&at) {
            if bit(a, at as u32) {
                if left == 0 {
                    found = at as u64;
                    break;
                }
                left -= 1;
            }
            at += i64::from(offset.signum());
        }
    }
    found
}

/// Bytes of two words, selected one by one or in a row of the manual.
fn permuted(mode: usize, a: u64, b: u64, c: u64) -> u64 {
    let byte = |n: u64| (if n & 4 == 0 { a } else { b }) >> (8 * (n & 3)) & 0xff;
    // d.b3 to d.b0 as the manual prints them
    let rows: [&[u64]; 6] = [
        &[0x3210, 0x4321, 0x5432, 0x6543],
        &[0x5670, 0x6701, 0x7012, 0x0123],
        &[0x0000, 0x1111, 0x2222, 0x3333],
        &[0x3210, 0x3211, 0x3222, 0x3333],
        &[0x0000, 0x1110, 0x2210, 0x3210],
        &[0x1010, 0x3232, 0x1010, 0x3232],
    ];
    let select = if mode == 0 { c } else { rows[mode - 1][c as usize & 3] };
    (0..4)
        .map(|i| {
            let n = select >> (4 * i) & 15;
            let taken = byte(n & 7);
            (if n & 8 == 0 {
                taken
            } else if taken & 0x80 == 0 {
                0
            } else {
                0xff
            }) << (8 * i)
        })
        .sum()
}

/// PTX's wording of the field instructions, one bit at a time; of 64 bits with the whole amounts,
/// as NVIDIA's assembler has it.
fn field(op: Integer, ty: Type, [a, b, c, d]: [u64; 4]) -> Option<u64> {
    let top = ty.bits() - 1;
    let amount = |n: u64| if ty.bits() == 64 { (n as u32).min(255) } else { n as u32 & 0xff };
    Some(match op {
        Integer::Bfe => {
            let (position, length) = (amount(b), amount(c));
            let filled = ty.is_signed() && length != 0 && bit(a, (position + length - 1).min(top));
            let at = |i| if i < length && position + i <= top { bit(a, position + i) } else { filled };
            (0..=top).map(|i| u64::from(at(i)) << i).sum()
        }
        Integer::Bfi => {
            let (position, length) = (amount(c), amount(d));
            let mut f = b;
            for i in 0..length {
                if position + i <= top {
                    f = f & !(1 << (position + i)) | u64::from(bit(a, i)) << (position + i);
                }
            }
            f
        }
        Integer::Bfind { shift } => {
            let a = if ty.is_signed() && bit(a, top) { !a } else { a };
            match (0..=top).rev().find(|&i| bit(a, i)) {
                None => 0xffff_ffff,
                Some(i) => u64::from(if shift { top - i } else { i }),
            }
        }
        Integer::Fns => nth_set(a, b as u32 as i32, c as u32 as i32),
        Integer::Bmsk { wrap } => {
            let (position, length) = (a as u32, b as u32);
            let (p, l) = (position & 31, length & 31);
            let from = if !wrap && position >= 32 { 0 } else { u32::MAX << p };
            let beyond = p + l >= 32 || (!wrap && (position >= 32 || length >= 32));
            let above = if beyond { 0 } else { u32::MAX << (p + l) };
            u64::from(from & !above)
        }
        Integer::Szext { wrap } => {
            let n = if wrap { b as u32 & 31 } else { (b as u32).min(32) };
            let filled = ty.is_signed() && n != 0 && bit(a, n - 1);
            (0..32).map(|i| u64::from(if i < n { bit(a, i) } else { filled }) << i).sum()
        }
        Integer::Funnel { left, wrap } => {
            let n = if wrap { c & 31 } else { (c & 0xffff_ffff).min(32) };
            let (low, high) = (a & 0xffff_ffff, b & 0xffff_ffff);
            let shifted = if left { high << n | low >> (32 - n) } else { high << (32 - n) | low >> n };
            shifted & 0xffff_ffff
        }
        Integer::Brev => (0..=top).map(|i| u64::from(bit(a, i)) << (top - i)).sum(),
        Integer::Popc => (0..=top).filter(|&i| bit(a, i)).count() as u64,
        Integer::Clz => (0..=top).rev().take_while(|&i| !bit(a, i)).count() as u64,
        Integer::Lop3(table) => (0..=top)
            .map(|i| {
                let index = u32::from(bit(a, i)) << 2 | u32::from(bit(b, i)) << 1 | u32::from(bit(c, i));
                u64::from(table >> index & 1) << i
            })
            .sum(),
        Integer::Prmt(mode) => permuted(mode as usize, a, b, c),
        _ => return None,
    })
}

/// What the instruction gives, by arithmetic on numbers that cannot overflow.
fn expected(op: Integer, ty: Type, reads: [u64; 4]) -> u64 {
    let result = match op {
        Integer::Popc | Integer::Clz | Integer::Bfind { .. } => Type::U32,
        Integer::Mul(Part::Wide) | Integer::Mad(Part::Wide) => twice(ty),
        _ => ty,
    };
    if let Some(bits_of) = field(op, ty, reads) {
        return bits(result, bits_of.into());
    }
    let [a, b, c, _] = reads;
    let [x, y, z] = [a, b, c].map(|n| value(ty, n));
    let width = ty.bits();
    let part = |part| match part {
        Part::High => (product(ty, a, b) >> width) as i128,
        _ => product(ty, a, b) as i128,
    };
    let low24 = |n: u64| if ty.is_signed() { (n << 40) as i64 >> 40 } else { (n & 0xff_ffff) as i64 };
    let part24 = |part| i128::from((low24(a) * low24(b)) >> if part == Part::High { 16 } else { 0 });
    let amount = (b as u32).min(width);
    let n = match op {
        Integer::Add => x + y,
        Integer::AddSaturated => clamp(ty, x + y),
        Integer::Sub => x - y,
        Integer::SubSaturated => clamp(ty, x - y),
        Integer::Mul(p) => part(p),
        Integer::Mad(p) => part(p).wrapping_add(value(result, c)),
        Integer::MadHighSaturated => clamp(ty, i128::from(((x * y) >> 32) as i32) + z),
        Integer::Mul24(p) => part24(p),
        Integer::Mad24(p) => part24(p) + z,
        Integer::Mad24HighSaturated => clamp(ty, i128::from(part24(Part::High) as i32) + z),
        Integer::Sad => z + (x - y).abs(),
        Integer::Div => {
            if y == 0 {
                -1
            } else {
                x / y
            }
        }
        Integer::Rem => {
            if y == 0 {
                -1
            } else {
                x % y
            }
        }
        Integer::Abs => x.abs(),
        Integer::Neg => -x,
        Integer::Min => x.min(y),
        Integer::Max => x.max(y),
        Integer::And => x & y,
        Integer::Or => x | y,
        Integer::Xor => x ^ y,
        Integer::Not => !x,
        Integer::Cnot => i128::from(x == 0),
        Integer::Shl => x << amount,
        Integer::Shr => x >> amount,
        _ => unreachable!("{op:?} is a field's"),
    };
    bits(result, n)
}

fn check(op: Integer, types: &[Type]) {
    let mut random = Random(op_seed(op));
    for &ty in types {
        for _ in 0..60_000 {
            let reads = [(); 4].map(|()| random.operand());
            let ours = evaluate(&Op::Integer(op, ty), &reads).unwrap().value;
            let expected = expected(op, ty, reads);
            assert_eq!(ours, expected, "{op:?} {ty:?} {reads:#x?}: {ours:#x}, not {expected:#x}");
        }
    }
}

fn op_seed(op: Integer) -> u64 {
    format!("{op:?}").bytes().fold(7, |hash, byte| hash * 31 + u64::from(byte))
}

fn all(signed: &[Type], unsigned: &[Type]) -> Vec<Type> {
    [signed, unsigned].concat()
}

#[test]
fn sums_products_and_quotients() {
    let every = all(&SIGNED, &UNSIGNED);
    for op in [Integer::Add, Integer::Sub, Integer::Div, Integer::Rem, Integer::Min, Integer::Max, Integer::Sad] {
        check(op, &every);
    }
    for part in [Part::Low, Part::High] {
        check(Integer::Mul(part), &every);
        check(Integer::Mad(part), &every);
        check(Integer::Mul24(part), &[Type::S32, Type::U32]);
        check(Integer::Mad24(part), &[Type::S32, Type::U32]);
    }
    for op in [Integer::Mul(Part::Wide), Integer::Mad(Part::Wide)] {
        check(op, &all(&SIGNED[..2], &UNSIGNED[..2]));
    }
    for op in [Integer::AddSaturated, Integer::SubSaturated, Integer::MadHighSaturated, Integer::Mad24HighSaturated] {
        check(op, &[Type::S32]);
    }
    check(Integer::Abs, &SIGNED);
    check(Integer::Neg, &SIGNED);
}

#[test]
fn logic_and_shifts() {
    let bits = [Type::B16, Type::B32, Type::B64];
    for op in [Integer::And, Integer::Or, Integer::Xor, Integer::Not, Integer::Cnot, Integer::Shl] {
        check(op, &bits);
    }
    check(Integer::Shr, &[&SIGNED[..], &UNSIGNED, &bits].concat());
    for left in [false, true] {
        for wrap in [false, true] {
            check(Integer::Funnel { left, wrap }, &[Type::B32]);
        }
    }
    for table in 0..=255 {
        let mut random = Random(table.into());
        for _ in 0..200 {
            let reads = [(); 4].map(|()| random.operand());
            let op = Integer::Lop3(table);
            assert_eq!(evaluate(&Op::Integer(op, Type::B32), &reads).unwrap().value, expected(op, Type::B32, reads));
        }
    }
}

#[test]
fn fields_and_searches() {
    let wide = [Type::U32, Type::S32, Type::U64, Type::S64];
    check(Integer::Bfe, &wide);
    check(Integer::Bfi, &[Type::B32, Type::B64]);
    for flag in [false, true] {
        check(Integer::Bfind { shift: flag }, &wide);
        check(Integer::Bmsk { wrap: flag }, &[Type::B32]);
        check(Integer::Szext { wrap: flag }, &[Type::U32, Type::S32]);
    }
    check(Integer::Fns, &[Type::B32]);
    for op in [Integer::Brev, Integer::Popc, Integer::Clz] {
        check(op, &[Type::B32, Type::B64]);
    }
    for mode in 0..7 {
        check(Integer::Prmt(mode), &[Type::B32]);
    }
}

/// Every half word by every corner.
#[test]
fn half_words_all() {
    let corners = [0u64, 1, 2, 3, 15, 16, 17, 255, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff];
    let operations = [
        Integer::Add,
        Integer::Sub,
        Integer::Mul(Part::Low),
        Integer::Mul(Part::High),
        Integer::Mul(Part::Wide),
        Integer::Div,
        Integer::Rem,
        Integer::Min,
        Integer::Max,
        Integer::Shl,
        Integer::Shr,
    ];
    for (op, ty) in operations.iter().flat_map(|&op| [(op, Type::U16), (op, Type::S16)]) {
        for (a, b) in (0..0x1_0000u64).flat_map(|a| corners.map(|b| (a, b))) {
            let ours = evaluate(&Op::Integer(op, ty), &[a, b]).unwrap().value;
            assert_eq!(ours, expected(op, ty, [a, b, 0, 0]), "{op:?} {ty:?} {a:#x} {b:#x}");
        }
    }
}

/// What NVIDIA's assembler makes of constants where PTX is silent.
#[test]
fn what_ptx_leaves_open() {
    let of = |op, ty, reads: &[u64]| evaluate(&Op::Integer(op, ty), reads).unwrap().value;
    assert_eq!(of(Integer::Div, Type::U32, &[5, 0]), 0xffff_ffff);
    assert_eq!(of(Integer::Rem, Type::U32, &[5, 0]), 0xffff_ffff);
    assert_eq!(of(Integer::Div, Type::S32, &[0xffff_fffb, 0]) as u32, 0xffff_ffff);
    assert_eq!(of(Integer::Rem, Type::S32, &[0xffff_fffb, 0]) as u32, 0xffff_ffff);
    assert_eq!(of(Integer::Div, Type::S32, &[0x8000_0000, 0xffff_ffff]) as u32, 0x8000_0000);
    assert_eq!(of(Integer::Rem, Type::S32, &[0x8000_0000, 0xffff_ffff]), 0);
    assert_eq!(of(Integer::Fns, Type::B32, &[0xf0, 5, (-2i64) as u64]), 4);
    assert_eq!(of(Integer::Szext { wrap: false }, Type::S32, &[0xff, 33]), 0xff);
    assert_eq!(of(Integer::Bfind { shift: true }, Type::S32, &[0xffff_ffff]), 0xffff_ffff);
}
