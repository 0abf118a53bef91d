//! FP32 words at corner cases: classes of numbers, and numbers that are awkward operands beside
//! another one.

use crate::entropy::Entropy;

const SIGN: u32 = 0x8000_0000;
const FRACTION: u32 = 0x007f_ffff;
const LEAST: u32 = 0x0080_0000;
const INFINITY: u32 = 0x7f80_0000;
const ONE: u32 = 0x3f80_0000;

/// Names of the classes of FP32 numbers that [`of_class`] draws from, without sign.
pub const CLASSES: &[&str] = &[
    "zero",
    "least subnormal",
    "subnormal",
    "greatest subnormal",
    "least normal",
    "power of two",
    "about one",
    "few bits",
    "an integer",
    "at an end of the integers",
    "normal",
    "greatest",
    "infinity",
    "quiet NaN",
    "signalling NaN",
];

/// Returns a random FP32 number of a class, of either sign, as a word.
#[inline]
pub fn of_class(class: u32, e: &mut Entropy) -> u32 {
    let dice = e.word();
    let (random, small) = (dice as u32 & !SIGN, (dice >> 32 & 3) as u32);
    let fraction = random & FRACTION;
    let exponent = |from: u32, count: u32| (from + random % count) << 23;
    let magnitude = match class {
        0 => 0,
        1 => 1 + small,
        // of any length
        2 => fraction >> (dice >> 40 & 15).min(22),
        3 => LEAST - 1 - small,
        4 => LEAST + small,
        5 => exponent(1, 254),
        6 => (ONE + small).wrapping_sub(2),
        7 => exponent(1, 254) | fraction & (FRACTION << (dice >> 40 & 15).min(22)) & FRACTION,
        8 => ((random >> (dice >> 40 & 31)) as f32 + small as f32 * 0.5).to_bits(),
        // 2^23 to 2^33, and as near to them as it gets
        9 => exponent(127 + 23, 11) + small - 2,
        10 => exponent(1, 254) | fraction,
        11 => INFINITY - 1 - small,
        12 => INFINITY,
        13 => 0x7fc0_0000 | fraction,
        14 => INFINITY + 1 + (fraction >> 2),
        // so small that differences and products come to the least normal number
        _ => exponent(1, 48) | fraction,
    };
    magnitude | (dice >> 32) as u32 & SIGN
}

/// Returns a random FP32 number of any class, as a word.
#[inline]
pub fn any(e: &mut Entropy) -> u32 {
    let (class, classes) = (e.below(CLASSES.len() as u32 + 5), CLASSES.len() as u32);
    // normal numbers most often
    of_class(if class <= classes { class } else { 10 }, e)
}

/// Returns a random FP32 number whose sum or comparison with `a` is hard: equal or opposite, a few
/// units away; or so much less that half a unit counts; or as great.
#[inline]
pub fn partner(a: u32, e: &mut Entropy) -> u32 {
    let dice = e.word();
    let (random, sign) = (dice as u32, (dice >> 32) as u32 & SIGN);
    let magnitude = a & !SIGN;
    let moved = |by: i64| (i64::from(magnitude) + (by << 23)).clamp(0, i64::from(INFINITY) - 1) as u32;
    sign | match dice >> 40 & 7 {
        0 => magnitude,
        1 | 2 => magnitude.wrapping_add(random & 7).wrapping_sub(3) & !SIGN,
        // a power of two, or nearly, some binades below
        3 => (moved(-(22 + i64::from(random >> 4 & 3))) & !FRACTION).wrapping_add(random & 3).wrapping_sub(1) & !SIGN,
        4 => moved(-(20 + i64::from(random >> 24 & 7))) & !FRACTION | random & FRACTION,
        5 => moved(i64::from(random >> 28) - 8) & !FRACTION | random & FRACTION,
        6 => moved(i64::from(random >> 24 & 63) - 32) & !FRACTION | random & FRACTION,
        _ => moved(i64::from(random >> 30) - 2) & !FRACTION,
    }
}

/// Returns a random FP32 number whose sum or product with `a` lies in the middle between two
/// numbers.
///
/// It is an odd integer whose lowest bit, or whose product's, has half the weight of the result's
/// last place.
#[inline(never)]
pub fn tie(a: u32, e: &mut Entropy) -> u32 {
    let dice = e.word();
    let magnitude = a & !SIGN;
    if magnitude == 0 || magnitude >= INFINITY {
        return of_class(7, e);
    }
    let biased = (magnitude >> 23).max(1);
    let integer = magnitude & FRACTION | if magnitude < LEAST { 0 } else { LEAST };
    // the weights of the lowest bit that is set and of the highest
    let low = biased as i32 - 150 + integer.trailing_zeros() as i32;
    let high = biased as i32 - 150 + integer.ilog2() as i32;
    let any = 1 + (((dice >> 32 & 0xff) as u32 * 24) >> 8);
    let (bits, weight) = match dice >> 40 & 3 {
        // a product of n and m bits has n + m or one less: 25
        0 => {
            let bits = 25 + (dice >> 42 & 1) as i32 - (high - low + 1);
            (bits.clamp(1, 24) as u32, (dice >> 44 & 15) as i32 - 8 - bits)
        }
        // a subnormal product
        1 => (any, -150 - low),
        // the sum has the last place of `a`, or that of the next binade or the one before
        _ => (any, high - 25 + [0, 1, 1, 2][(dice >> 44 & 3) as usize]),
    };
    let odd = 1 << (bits - 1) | dice as u32 & ((1 << (bits - 1)) - 1) | 1;
    let word = (f64::from(odd) * 2f64.powi(weight)) as f32;
    word.to_bits() ^ (dice >> 32) as u32 & SIGN
}

/// Returns a random FP32 number whose sum, product or comparison with `a` is a corner case.
#[inline]
pub fn awkward(a: u32, e: &mut Entropy) -> u32 {
    if e.chance(40) { tie(a, e) } else { partner(a, e) }
}

/// Returns a random integer that lies in the middle between two FP32 numbers.
pub fn tied_integer(e: &mut Entropy) -> u32 {
    let dice = e.word();
    let bits = 25 + (dice >> 32) as u32 % 8;
    let random = dice as u32 >> (32 - bits);
    let half = 1 << (bits - 25);
    random & !(2 * half - 1) | half | 1 << (bits - 1)
}

/// Returns a random FP32 number that meets `a`: equal to it, opposite, or a few units away from
/// that; at a tie; or where the sum or the product comes to the greatest number or beyond.
pub fn meeting(a: u32, product: bool, e: &mut Entropy) -> u32 {
    let dice = e.word();
    let (sign, units) = ((dice >> 32) as u32 & SIGN, dice as u32 & 3);
    let about = |word: u32| (word & !SIGN).wrapping_add(units).wrapping_sub(1) & !SIGN | sign;
    let number = f32::from_bits(a & !SIGN);
    match dice >> 36 & 7 {
        0 | 1 => a ^ sign,
        2 => about(a),
        3 | 4 if product => about((f32::MAX / number).to_bits()),
        3 => about((f32::MAX - number).to_bits()),
        5 => tie(a, e),
        _ => partner(a, e),
    }
}

/// Returns three random FP32 operands: each of any class, or awkward beside the ones before.
#[inline]
pub fn operands(e: &mut Entropy) -> [u32; 3] {
    let a = any(e);
    let b = if e.chance(96) { awkward(a, e) } else { any(e) };
    let product = f32::from_bits(a) * f32::from_bits(b);
    let c = if e.chance(112) { awkward(product.to_bits(), e) } else { any(e) };
    [a, b, c]
}

/// Returns the IEEE 754 class of an FP32 word.
pub fn class(word: u32) -> Class {
    let magnitude = word & !SIGN;
    match magnitude {
        0 => Class::Zero,
        1..LEAST => Class::Subnormal,
        LEAST..INFINITY => Class::Normal,
        INFINITY => Class::Infinite,
        _ => Class::Nan,
    }
}

/// The classes of numbers of IEEE 754.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Class {
    Zero,
    Subnormal,
    Normal,
    Infinite,
    Nan,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a value of more bits lies in the middle between two numbers.
    fn lies_between(exact: f64) -> bool {
        let (near, other) = (exact as f32, f64::from(exact as f32));
        let beyond = if (exact > other) == (exact > 0.0) {
            near.to_bits().wrapping_add(1)
        } else {
            near.to_bits().wrapping_sub(1)
        };
        exact != other && (f64::from(f32::from_bits(beyond)) + other) / 2.0 == exact
    }

    #[test]
    fn numbers_meet() {
        let mut e = Entropy::new(1, 0);
        let (mut equal, mut opposite, mut beside, mut ends) = (0, 0, 0, 0);
        for _ in 0..10_000 {
            let a = of_class(10, &mut e);
            let product = e.chance(128);
            let b = meeting(a, product, &mut e);
            let [x, y] = [a, b].map(|word| f64::from(f32::from_bits(word)));
            equal += u32::from(a == b);
            opposite += u32::from(a == b ^ SIGN);
            beside += u32::from(a.abs_diff(b) == 1);
            let end = |exact: f64| (exact.abs() / f64::from(f32::MAX) - 1.0).abs() < 1e-6;
            ends += u32::from(end(x + y) || end(x * y));
        }
        assert!(equal > 500 && opposite > 500, "{equal} equal, {opposite} opposite");
        assert!(beside > 300 && ends > 500, "{beside} one apart, {ends} at the end");
    }

    #[test]
    fn ties_are_ties() {
        let mut e = Entropy::new(1, 0);
        let (mut sums, mut products, mut subnormal) = (0, 0, 0);
        for _ in 0..10_000 {
            let a = any(&mut e);
            let b = tie(a, &mut e);
            let (x, y) = (f64::from(f32::from_bits(a)), f64::from(f32::from_bits(b)));
            sums += u32::from(lies_between(x + y));
            products += u32::from(lies_between(x * y));
            subnormal += u32::from(lies_between(x * y) && ((x * y) as f32).is_subnormal());
            let integer = tied_integer(&mut e);
            assert!(lies_between(f64::from(integer)), "{integer:#x}");
        }
        assert!(
            sums > 1000 && products > 300 && subnormal > 100,
            "{sums} sums, {products} products, {subnormal} subnormal"
        );
    }
}
