//! Floating point against LLVM's `APFloat`, an implementation of its own; and FP32 by the host's
//! arithmetic against FP32 by integers.

use heddle_golden::lane::float::{BF16, Compare, F16, F32, F64, Format, Mode, Round, single};
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round as Theirs};

const ROUNDS: [Round; 5] = [Round::NearestEven, Round::Zero, Round::Down, Round::Up, Round::NearestAway];

fn theirs(round: Round) -> Theirs {
    match round {
        Round::NearestEven => Theirs::NearestTiesToEven,
        Round::Zero => Theirs::TowardZero,
        Round::Down => Theirs::TowardNegative,
        Round::Up => Theirs::TowardPositive,
        Round::NearestAway => Theirs::NearestTiesToAway,
    }
}

/// A xorshift generator: the same numbers in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    /// Bits of a number: any, or one near the ends of the range, a power of two, or one; the
    /// exponents of two such are often close.
    fn number(&mut self, format: Format, corners: &[u64]) -> u64 {
        let bits = self.next();
        let ones = format.sign() | (format.sign() - 1);
        match bits >> 61 {
            0 => corners[self.next() as usize % corners.len()],
            1 => corners[self.next() as usize % corners.len()].wrapping_add(self.next() % 5).wrapping_sub(2) & ones,
            // about one
            2 | 3 => {
                let least = format.least_normal();
                let exponent = format.one() + (self.next() % 33) * least - 16.min(format.one() / least) * least;
                (exponent ^ (bits & (format.sign() | (least - 1)))) & ones
            }
            _ => bits & ones,
        }
    }
}

/// One of each class, both signs.
fn corners(format: Format) -> Vec<u64> {
    let (least, infinity, one) = (format.least_normal(), format.infinity(), format.one());
    let classes = [
        0,
        1,
        2,
        3,
        least / 2,
        least - 1,
        least,
        least + 1,
        2 * least,
        one - least,
        one - 1,
        one,
        one + 1,
        one + least,
        one + least / 2,
        infinity - least,
        infinity - 1,
        infinity,
        infinity + 1,
        infinity + least / 2,
        infinity + least - 1,
    ];
    classes.iter().flat_map(|&a| [a, a | format.sign()]).collect()
}

fn same(format: Format, ours: u64, theirs: u128, what: impl Fn() -> String) {
    let expected = if format.is_nan(theirs as u64) { format.nan } else { theirs as u64 };
    assert_eq!(ours, expected, "{} gives {ours:#x}, not {expected:#x}", what());
}

fn arithmetic<F: Float>(format: Format, count: usize) {
    let (corners, mut random) = (corners(format), Random(0x9e37_79b9_7f4a_7c15));
    let triples = corners.iter().flat_map(|&a| corners.iter().map(move |&b| (a, b)));
    let triples: Vec<_> = triples.collect();
    let of = |a: u64| F::from_bits(a.into());
    let check = |round, a, b, c| {
        let mode = Mode { round, ..Mode::default() };
        let (x, y, z, by) = (of(a), of(b), of(c), theirs(round));
        let what = |op: &'static str| move || format!("{op} {a:#x} {b:#x} {c:#x} {round:?}");
        same(format, format.add(mode, a, b), x.add_r(y, by).value.to_bits(), what("add"));
        same(format, format.sub(mode, a, b), x.sub_r(y, by).value.to_bits(), what("sub"));
        same(format, format.mul(mode, a, b), x.mul_r(y, by).value.to_bits(), what("mul"));
        same(format, format.div(mode, a, b), x.div_r(y, by).value.to_bits(), what("div"));
        same(format, format.fma(mode, a, b, c), x.mul_add_r(y, z, by).value.to_bits(), what("fma"));
        same(format, format.integral(mode, a), x.round_to_integral(by).value.to_bits(), what("integral"));
        for (bits, signed) in [(8, true), (16, false), (32, true), (32, false), (64, true), (64, false)] {
            let (least, greatest) =
                if signed { (-1i128 << (bits - 1), (1i128 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) };
            let mut exact = false;
            let expected = match signed {
                _ if x.is_nan() => None,
                true => Some(x.to_i128_r(bits, by, &mut exact).value),
                false => Some(x.to_u128_r(bits, by, &mut exact).value as i128),
            };
            assert_eq!(format.to_integer(mode, a, least, greatest), expected, "to {bits} {signed} {a:#x} {round:?}");
        }
        for n in [i128::from(a as i64), i128::from(a), i128::from(a as i32)] {
            same(format, format.from_integer(mode, n), F::from_i128_r(n, by).value.to_bits(), || {
                format!("of {n} {round:?}")
            });
        }
        assert_eq!(format.order(false, a, b), x.partial_cmp(&y), "order {a:#x} {b:#x}");
    };
    for round in ROUNDS {
        for (n, &(a, b)) in triples.iter().enumerate() {
            check(round, a, b, corners[n % corners.len()]);
            check(round, a, b, corners[(n * 7 + 3) % corners.len()]);
        }
        for _ in 0..count {
            let [a, b, c] = [(); 3].map(|()| random.number(format, &corners));
            check(round, a, b, c);
            // sums that nearly cancel
            let product = format.mul(Mode::default(), a, b);
            check(round, a, b, product.wrapping_add(c % 3).wrapping_sub(1) & (format.sign() * 2 - 1) ^ format.sign());
        }
    }
}

#[test]
fn half_precision() {
    arithmetic::<Half>(F16, 60_000);
}
#[test]
fn bfloat_precision() {
    arithmetic::<BFloat>(BF16, 60_000);
}
#[test]
fn single_precision() {
    arithmetic::<Single>(F32, 60_000);
}
#[test]
fn double_precision() {
    arithmetic::<Double>(F64, 60_000);
}

fn conversion<F: Float + FloatConvert<T>, T: Float>(from: Format, to: Format) {
    let (corners, mut random) = (corners(from), Random(77));
    let exhaustive = from.bits() == 16;
    let numbers = (0..0x1_0000).map(|n| if exhaustive { n } else { random.number(from, &corners) });
    for a in numbers.chain(corners.iter().copied()).collect::<Vec<_>>() {
        for round in ROUNDS {
            let mode = Mode { round, ..Mode::default() };
            let mut loses = false;
            let expected = FloatConvert::<T>::convert_r(F::from_bits(a.into()), theirs(round), &mut loses);
            same(to, to.convert(mode, from, a), expected.value.to_bits(), || {
                format!("{a:#x} {from:?} {to:?} {round:?}")
            });
        }
    }
}

#[test]
fn conversions() {
    conversion::<Half, BFloat>(F16, BF16);
    conversion::<Half, Single>(F16, F32);
    conversion::<Half, Double>(F16, F64);
    conversion::<BFloat, Half>(BF16, F16);
    conversion::<BFloat, Single>(BF16, F32);
    conversion::<BFloat, Double>(BF16, F64);
    conversion::<Single, Half>(F32, F16);
    conversion::<Single, BFloat>(F32, BF16);
    conversion::<Single, Double>(F32, F64);
    conversion::<Double, Half>(F64, F16);
    conversion::<Double, BFloat>(F64, BF16);
    conversion::<Double, Single>(F64, F32);
}

/// A root lies between its neighbours' squares, which a double holds exactly.
fn roots(format: Format) {
    let (corners, mut random) = (corners(format), Random(5));
    let wide = |a: u64| f64::from_bits(F64.convert(Mode::default(), format, a));
    for n in 0..200_000 {
        let a = if n < 0x1_0000 && format.bits() == 16 { n } else { random.number(format, &corners) };
        let root = |round| format.sqrt(Mode { round, ..Mode::default() }, a);
        if format.is_nan(a) || wide(a) < 0.0 {
            assert_eq!(root(Round::Up), format.nan);
            continue;
        }
        let (down, up) = (root(Round::Down), root(Round::Up));
        assert_eq!(down, root(Round::Zero));
        let (below, above) = (wide(down) * wide(down), wide(up) * wide(up));
        assert!(below <= wide(a) && wide(a) <= above, "{a:#x}: {down:#x} {up:#x}");
        assert!(if below == wide(a) { up == down } else { up == down + 1 }, "{a:#x}: {down:#x} {up:#x}");
        // of a number that is not in the middle, the nearer one; there is none in the middle
        let middle = (wide(down) + wide(up)) / 2.0;
        let nearest = if wide(a) < middle * middle || up == down { down } else { up };
        assert_eq!(root(Round::NearestEven), nearest, "{a:#x}");
        assert_eq!(root(Round::NearestAway), nearest, "{a:#x}");
    }
}

#[test]
fn square_roots() {
    roots(F16);
    roots(BF16);
    roots(F32);
    let (corners, mut random) = (corners(F64), Random(6));
    for _ in 0..300_000 {
        let a = random.number(F64, &corners);
        let expected = f64::from_bits(a).sqrt();
        same(F64, F64.sqrt(Mode::default(), a), expected.to_bits().into(), || format!("{a:#x}"));
    }
}

#[test]
fn words_mean_what_integers_say() {
    let (corners, mut random) = (corners(F32), Random(1234));
    let modes = [(false, false), (true, false), (false, true), (true, true)];
    let modes: Vec<_> =
        modes.iter().flat_map(|&(flush, saturate)| ROUNDS.map(|round| Mode { round, flush, saturate })).collect();
    let check = |mode: Mode, [a, b, c]: [u64; 3]| {
        let (x, y, z) = (a as u32, b as u32, c as u32);
        let same = |op: &str, ours: u32, expected: u64| {
            assert_eq!(u64::from(ours), expected, "{op} {a:#x} {b:#x} {c:#x} {mode:?}: {ours:#x}, not {expected:#x}");
        };
        same("add", single::add(mode, x, y), F32.add(mode, a, b));
        same("sub", single::sub(mode, x, y), F32.sub(mode, a, b));
        same("mul", single::mul(mode, x, y), F32.mul(mode, a, b));
        same("fma", single::fma(mode, x, y, z), F32.fma(mode, a, b, c));
        same("div", single::div(mode, x, y), F32.div(mode, a, b));
        same("rcp", single::rcp(mode, x), F32.rcp(mode, a));
        same("sqrt", single::sqrt(mode, x), F32.sqrt(mode, a));
        for nan in [false, true] {
            same("min", single::min(mode, nan, x, y), F32.min(mode, nan, a, b));
            same("max", single::max(mode, nan, x, y), F32.max(mode, nan, a, b));
        }
        same("abs", single::abs(mode, x), F32.abs(mode, a));
        same("neg", single::neg(mode, x), F32.neg(mode, a));
        same("copysign", single::copysign(x, y), F32.copysign(a, b));
        same("integral", single::integral(mode, x), F32.integral(mode, a));
        same("of signed", single::from_signed(mode, x), F32.from_integer(mode, (x as i32).into()));
        same("of unsigned", single::from_unsigned(mode, x), F32.from_integer(mode, x.into()));
        let signed = F32.to_integer(mode, a, i32::MIN.into(), i32::MAX.into()).unwrap_or(0);
        let unsigned = F32.to_integer(mode, a, 0, u32::MAX.into()).unwrap_or(0);
        same("to signed", single::to_signed(mode, x), signed as u32 as u64);
        same("to unsigned", single::to_unsigned(mode, x), unsigned as u64);
        use Compare::*;
        for compare in [Eq, Ne, Lt, Le, Gt, Ge, Equ, Neu, Ltu, Leu, Gtu, Geu, Num, Nan] {
            let expected = compare.holds(F32.order(mode.flush, a, b));
            assert_eq!(single::compare(compare, mode.flush, x, y), expected, "{compare:?} {a:#x} {b:#x} {mode:?}");
        }
    };
    for (n, (&a, &b)) in corners.iter().flat_map(|a| corners.iter().map(move |b| (a, b))).enumerate() {
        for &mode in &modes {
            check(mode, [a, b, corners[(n * 5) % corners.len()]]);
        }
    }
    for n in 0..1_000_000 {
        let [a, b, c] = [(); 3].map(|()| random.number(F32, &corners));
        // to the nearest is where the host computes
        let mode = if n % 2 == 0 { modes[n / 2 % modes.len()] } else { modes[(n / 2 % 4) * 5] };
        check(mode, [a, b, c]);
        let product = F32.mul(Mode::default(), a, b);
        check(mode, [a, b, (product.wrapping_add(c % 5).wrapping_sub(2) ^ 1 << 31) & 0xffff_ffff]);
    }
}

#[test]
fn what_ptx_leaves_open() {
    let (flush, saturate) = (Mode { flush: true, ..Mode::default() }, Mode { saturate: true, ..Mode::default() });
    let least = F32.least_normal() as u32;
    // one NaN for all results
    assert_eq!(single::add(Mode::default(), 0xffc1_2345, 0), 0x7fff_ffff);
    assert_eq!(single::sub(Mode::default(), 0x7f80_0000, 0x7f80_0000), 0x7fff_ffff);
    // a copy of its sign apart, a NaN stays
    assert_eq!(single::neg(Mode::default(), 0x7fc1_2345), 0xffc1_2345);
    assert_eq!(single::abs(Mode::default(), 0xffc1_2345), 0x7fc1_2345);
    // operands and results are flushed, with their sign; a result that rounds up to a normal number
    // is one
    assert_eq!(single::add(flush, least - 1, least - 1), 0);
    assert_eq!(single::mul(flush, least | 1 << 31, 0x3f00_0000), 1 << 31);
    assert_eq!(single::mul(flush, least + 1, 0x3f7f_ffff), least);
    // zero is the least of [0, 1], a NaN too
    assert_eq!(single::neg(saturate, 0), 0);
    assert_eq!(single::add(saturate, 0x7fff_ffff, 0), 0);
    assert_eq!(single::add(saturate, 0x4000_0000, 0), 0x3f80_0000);
    // -0 is less than +0, and a number is less and more than NaN
    assert_eq!(single::min(Mode::default(), false, 0, 1 << 31), 1 << 31);
    assert_eq!(single::max(Mode::default(), false, 1 << 31, 0), 0);
    assert_eq!(single::min(Mode::default(), false, 0x7fc0_0000, 5), 5);
    assert_eq!(single::min(Mode::default(), true, 0x7fc0_0000, 5), 0x7fff_ffff);
}
