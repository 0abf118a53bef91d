use super::{Mode, Round};

/// A binary interchange format of IEEE 754: a sign, an exponent and a fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Format {
    /// Bits of the exponent, at most 11.
    pub exponent: u32,
    /// Bits of the fraction, at most 52.
    pub fraction: u32,
    /// The bits of the NaN that operations deliver.
    pub nan: u64,
}

/// Half precision: IEEE 754 binary16.
pub const F16: Format = Format { exponent: 5, fraction: 10, nan: 0x7fff };
/// The format bfloat16: the upper half of single precision.
pub const BF16: Format = Format { exponent: 8, fraction: 7, nan: 0x7fff };
/// Single precision: IEEE 754 binary32.
pub const F32: Format = Format { exponent: 8, fraction: 23, nan: 0x7fff_ffff };
/// Double precision: IEEE 754 binary64. PTX names no NaN; this is the one of the common hosts and
/// of CUDA's headers.
pub const F64: Format = Format { exponent: 11, fraction: 52, nan: 0xfff8_0000_0000_0000 };

/// The value of a floating-point word: NaN, an infinity, or an exact finite number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// Not a number.
    Nan,
    /// An infinity; true for the negative one.
    Infinite(bool),
    /// `significand * 2^exponent`; a zero has the significand 0, and keeps its sign.
    Finite {
        /// Whether the number is negative, or a negative zero.
        negative: bool,
        /// The exponent of the significand's least bit.
        exponent: i32,
        /// The significand. In [`Format::pack`] its least bit is sticky: if set, there may be more
        /// bits below.
        significand: u128,
    },
}

impl Value {
    /// Returns the zero with the given sign.
    pub const fn zero(negative: bool) -> Value {
        Value::Finite { negative, exponent: 0, significand: 0 }
    }
}

impl Format {
    /// Returns the width of a word in bits.
    pub const fn bits(self) -> u32 {
        1 + self.exponent + self.fraction
    }
    /// Returns the mask of the sign bit.
    pub const fn sign(self) -> u64 {
        1 << (self.bits() - 1)
    }
    /// Returns the bits of positive infinity; greater magnitudes are NaNs.
    pub const fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction
    }
    /// Returns the bits of the least positive normal number.
    pub const fn least_normal(self) -> u64 {
        1 << self.fraction
    }
    /// Returns the bits of the number 1.
    pub const fn one(self) -> u64 {
        (self.bias() as u64) << self.fraction
    }
    const fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }
    /// The exponent of the least subnormal number.
    const fn least(self) -> i32 {
        1 - self.bias() - self.fraction as i32
    }
    /// Returns the bits of a word without its sign.
    pub const fn magnitude(self, a: u64) -> u64 {
        a & (self.sign() - 1)
    }
    /// Whether the sign bit of a word is set.
    pub const fn negative(self, a: u64) -> bool {
        a & self.sign() != 0
    }
    /// Whether a word is a NaN.
    pub const fn is_nan(self, a: u64) -> bool {
        self.magnitude(a) > self.infinity()
    }
    /// Whether a word is a subnormal number: finite, and neither zero nor normal.
    pub const fn is_subnormal(self, a: u64) -> bool {
        self.magnitude(a) < self.least_normal() && self.magnitude(a) != 0
    }

    /// Returns the value that a word represents.
    pub const fn unpack(self, a: u64) -> Value {
        let (negative, magnitude) = (self.negative(a), self.magnitude(a));
        if magnitude > self.infinity() {
            return Value::Nan;
        }
        if magnitude == self.infinity() {
            return Value::Infinite(negative);
        }
        let (biased, fraction) = (magnitude >> self.fraction, magnitude & (self.least_normal() - 1));
        if biased == 0 {
            return Value::Finite { negative, exponent: self.least(), significand: fraction as u128 };
        }
        let significand = (fraction | self.least_normal()) as u128;
        Value::Finite { negative, exponent: self.least() + biased as i32 - 1, significand }
    }

    /// Returns the word of a value, rounded.
    /// An inexact significand (its least bit sticky) must have two bits more than the format keeps.
    pub fn pack(self, round: Round, value: Value) -> u64 {
        let (negative, exponent, significand) = match value {
            Value::Nan => return self.nan,
            Value::Infinite(negative) => return self.signed(negative, self.infinity()),
            Value::Finite { negative, exponent, significand } => (negative, exponent, significand),
        };
        if significand == 0 {
            return self.signed(negative, 0);
        }
        // the exponent of the result's least bit: as far down as the fraction goes, or as the
        // format does
        let top = exponent + significand.ilog2() as i32;
        let least = (top - self.fraction as i32).max(self.least());
        let kept = rounded(round, negative, exponent - least, significand);
        // a normal number's hidden bit, and a carry out of the fraction, count the exponent up
        let biased = (least - self.least()) as u64;
        let infinity = self.infinity();
        let magnitude = if biased >= 1 << self.exponent { infinity } else { (biased << self.fraction) + kept as u64 };
        if magnitude < infinity {
            return self.signed(negative, magnitude);
        }
        let finite = match round {
            Round::NearestEven | Round::NearestAway => false,
            Round::Zero => true,
            Round::Down => !negative,
            Round::Up => negative,
        };
        self.signed(negative, infinity - u64::from(finite))
    }

    const fn signed(self, negative: bool, magnitude: u64) -> u64 {
        if negative { magnitude | self.sign() } else { magnitude }
    }

    /// Returns a word with a subnormal number replaced by zero of the same sign.
    pub const fn flush(self, a: u64) -> u64 {
        if self.magnitude(a) < self.least_normal() { a & self.sign() } else { a }
    }
    /// Returns a word clamped to [+0, 1], with NaN replaced by +0.
    pub const fn saturate(self, a: u64) -> u64 {
        if self.negative(a) || self.is_nan(a) {
            0
        } else if a > self.one() {
            self.one()
        } else {
            a
        }
    }
    /// Returns an operand after the mode's flush of subnormal numbers.
    pub const fn operand(self, mode: Mode, a: u64) -> u64 {
        let a = a & (self.sign() | (self.sign() - 1));
        if mode.flush { self.flush(a) } else { a }
    }
    /// Returns a result after the mode's flush and saturation.
    pub const fn deliver(self, mode: Mode, a: u64) -> u64 {
        let a = if mode.flush { self.flush(a) } else { a };
        if mode.saturate { self.saturate(a) } else { a }
    }
}

/// `significand * 2^shift` as an integer, rounded. The caller ensures that a shift to the left
/// loses nothing.
pub(super) fn rounded(round: Round, negative: bool, shift: i32, significand: u128) -> u128 {
    if shift >= 0 {
        return significand << shift;
    }
    let down = shift.unsigned_abs();
    let (kept, rest, half) = match down {
        0..128 => (significand >> down, significand & ((1 << down) - 1), 1 << (down - 1)),
        128 => (0, significand, 1 << 127),
        // below one half
        _ => (0, significand.min(1), 2),
    };
    let up = match round {
        Round::NearestEven => rest > half || (rest == half && kept & 1 == 1),
        Round::NearestAway => rest >= half,
        Round::Zero => false,
        Round::Down => negative && rest != 0,
        Round::Up => !negative && rest != 0,
    };
    kept + u128::from(up)
}
