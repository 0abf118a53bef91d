//! Conversions between formats, and to and from integers.

use super::format::{Format, Value, rounded};
use super::{Mode, Round};

impl Format {
    /// Converts a number of the format `from` to this format, rounded.
    pub fn convert(self, mode: Mode, from: Format, a: u64) -> u64 {
        self.deliver(mode, self.pack(mode.round, from.unpack(from.operand(mode, a))))
    }
    /// Converts an integer to this format, rounded.
    pub fn from_integer(self, mode: Mode, a: i128) -> u64 {
        let value = Value::Finite { negative: a < 0, exponent: 0, significand: a.unsigned_abs() };
        self.deliver(mode, self.pack(mode.round, value))
    }
    /// Rounds a number to an integral value of this format; a zero result keeps the sign.
    pub fn integral(self, mode: Mode, a: u64) -> u64 {
        let value = match self.unpack(self.operand(mode, a)) {
            Value::Finite { negative, exponent, significand } if exponent < 0 => {
                let significand = rounded(mode.round, negative, exponent, significand);
                Value::Finite { negative, exponent: 0, significand }
            }
            other => other,
        };
        self.deliver(mode, self.pack(Round::NearestEven, value))
    }
    /// Rounds a number to an integer and clamps it to `least..=greatest`, 64 bits at most; `None`
    /// for NaN.
    pub fn to_integer(self, mode: Mode, a: u64, least: i128, greatest: i128) -> Option<i128> {
        let (negative, exponent, significand) = match self.unpack(self.operand(mode, a)) {
            Value::Nan => return None,
            Value::Infinite(negative) => return Some(if negative { least } else { greatest }),
            Value::Finite { negative, exponent, significand } => (negative, exponent, significand),
        };
        // a significand has 53 bits at most
        let magnitude = if significand == 0 || exponent <= 64 {
            rounded(mode.round, negative, exponent, significand)
        } else {
            u128::MAX >> 1
        };
        let integer = if negative { -(magnitude as i128) } else { magnitude as i128 };
        Some(integer.clamp(least, greatest))
    }
}
