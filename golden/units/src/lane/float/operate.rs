//! Addition, multiplication, division, square root, minima and comparison in any format, by
//! integers alone.

use std::cmp::Ordering;

use super::format::{Format, Value};
use super::{Mode, Round};

/// The bit at which a sum's operands are aligned: two bits below the word's end, so that neither a
/// carry nor the shift of a sign is lost.
const TOP: u32 = 125;

impl Format {
    /// Returns `a + b` in this format.
    pub fn add(self, mode: Mode, a: u64, b: u64) -> u64 {
        let [a, b] = [a, b].map(|x| self.unpack(self.operand(mode, x)));
        self.deliver(mode, self.pack(mode.round, sum(mode.round, a, b)))
    }
    /// Returns `a - b` in this format.
    pub fn sub(self, mode: Mode, a: u64, b: u64) -> u64 {
        self.add(mode, a, b ^ self.sign())
    }
    /// Returns `a * b` in this format.
    pub fn mul(self, mode: Mode, a: u64, b: u64) -> u64 {
        let [a, b] = [a, b].map(|x| self.unpack(self.operand(mode, x)));
        self.deliver(mode, self.pack(mode.round, product(a, b)))
    }
    /// Returns `a * b + c` in this format, rounded once.
    pub fn fma(self, mode: Mode, a: u64, b: u64, c: u64) -> u64 {
        let [a, b, c] = [a, b, c].map(|x| self.unpack(self.operand(mode, x)));
        self.deliver(mode, self.pack(mode.round, sum(mode.round, product(a, b), c)))
    }
    /// Returns `a / b` in this format.
    pub fn div(self, mode: Mode, a: u64, b: u64) -> u64 {
        let [a, b] = [a, b].map(|x| self.unpack(self.operand(mode, x)));
        self.deliver(mode, self.pack(mode.round, quotient(a, b)))
    }
    /// Returns `1 / a` in this format.
    pub fn rcp(self, mode: Mode, a: u64) -> u64 {
        self.div(mode, self.one(), a)
    }
    /// Returns the square root of `a` in this format; that of -0 is -0.
    pub fn sqrt(self, mode: Mode, a: u64) -> u64 {
        let a = self.unpack(self.operand(mode, a));
        self.deliver(mode, self.pack(mode.round, root(a)))
    }

    /// Returns the lesser operand; -0 is less than +0. If one operand is NaN: the other one, or NaN
    /// if `nan`.
    pub fn min(self, mode: Mode, nan: bool, a: u64, b: u64) -> u64 {
        self.extreme(mode, nan, a, b, Ordering::Less)
    }
    /// Returns the greater operand; +0 is greater than -0. If one operand is NaN: the other one, or
    /// NaN if `nan`.
    pub fn max(self, mode: Mode, nan: bool, a: u64, b: u64) -> u64 {
        self.extreme(mode, nan, a, b, Ordering::Greater)
    }
    fn extreme(self, mode: Mode, nan: bool, a: u64, b: u64, which: Ordering) -> u64 {
        let [a, b] = [a, b].map(|x| self.operand(mode, x));
        let chosen = match (self.is_nan(a), self.is_nan(b)) {
            (true, true) => self.nan,
            (true, false) | (false, true) if nan => self.nan,
            (true, false) => b,
            (false, true) => a,
            (false, false) if self.ordinal(a).cmp(&self.ordinal(b)) == which => a,
            (false, false) => b,
        };
        self.deliver(mode, chosen)
    }
    /// Returns an integer in the order of the numbers, -0 before +0.
    fn ordinal(self, a: u64) -> i64 {
        let magnitude = self.magnitude(a) as i64;
        if self.negative(a) { !magnitude } else { magnitude }
    }

    /// Returns `a` without its sign.
    pub fn abs(self, mode: Mode, a: u64) -> u64 {
        self.deliver(mode, self.magnitude(a))
    }
    /// Returns `a` with the opposite sign.
    pub fn neg(self, mode: Mode, a: u64) -> u64 {
        self.deliver(mode, self.operand(Mode::default(), a) ^ self.sign())
    }
    /// Returns the magnitude of `a` with the sign of `b`.
    pub fn copysign(self, a: u64, b: u64) -> u64 {
        self.magnitude(a) | b & self.sign()
    }

    /// Returns the order of `a` and `b`, or `None` if either is NaN. Zeros are equal.
    pub fn order(self, flush: bool, a: u64, b: u64) -> Option<Ordering> {
        let mode = Mode { flush, ..Mode::default() };
        let [a, b] = [a, b].map(|x| self.operand(mode, x));
        if self.is_nan(a) || self.is_nan(b) {
            return None;
        }
        if self.magnitude(a) | self.magnitude(b) == 0 {
            return Some(Ordering::Equal);
        }
        Some(self.ordinal(a).cmp(&self.ordinal(b)))
    }
}

fn product(a: Value, b: Value) -> Value {
    use Value::*;
    match (a, b) {
        (Nan, _) | (_, Nan) => Nan,
        (Infinite(m), Infinite(n)) => Infinite(m != n),
        (Infinite(m), Finite { negative: n, significand, .. })
        | (Finite { negative: n, significand, .. }, Infinite(m)) => {
            if significand == 0 {
                Nan
            } else {
                Infinite(m != n)
            }
        }
        (Finite { negative: m, exponent: e, significand: s }, Finite { negative: n, exponent: f, significand: t }) => {
            Finite { negative: m != n, exponent: e + f, significand: s * t }
        }
    }
}

/// Returns the sum of two exact values: exact, or with a sticky least bit.
fn sum(round: Round, a: Value, b: Value) -> Value {
    use Value::*;
    let ((m, e, s), (n, f, t)) = match (a, b) {
        (Nan, _) | (_, Nan) => return Nan,
        (Infinite(m), Infinite(n)) => return if m == n { a } else { Nan },
        (Infinite(_), _) => return a,
        (_, Infinite(_)) => return b,
        (Finite { negative: m, exponent: e, significand: s }, Finite { negative: n, exponent: f, significand: t }) => {
            ((m, e, s), (n, f, t))
        }
    };
    match (s, t) {
        (0, 0) => return Value::zero(if m == n { m } else { round == Round::Down }),
        (0, _) => return b,
        (_, 0) => return a,
        _ => {}
    }
    let (raise, raise_other) = (TOP - s.ilog2(), TOP - t.ilog2());
    let (a, b) = ((m, e - raise as i32, s << raise), (n, f - raise_other as i32, t << raise_other));
    let (great, small) = if (a.1, a.2) >= (b.1, b.2) { (a, b) } else { (b, a) };
    let lower = jam(small.2, (great.1 - small.1) as u32);
    if great.0 == small.0 {
        return Finite { negative: great.0, exponent: great.1, significand: great.2 + lower };
    }
    let significand = great.2 - lower;
    let negative = if significand == 0 { round == Round::Down } else { great.0 };
    Finite { negative, exponent: great.1, significand }
}

/// Returns a number shifted right; what is shifted out stays as the sticky least bit.
fn jam(a: u128, by: u32) -> u128 {
    match by {
        0 => a,
        1..128 => a >> by | u128::from(a << (128 - by) != 0),
        _ => u128::from(a != 0),
    }
}

fn quotient(a: Value, b: Value) -> Value {
    use Value::*;
    match (a, b) {
        (Nan, _) | (_, Nan) | (Infinite(_), Infinite(_)) => Nan,
        (Infinite(m), Finite { negative: n, .. }) => Infinite(m != n),
        (Finite { negative: n, .. }, Infinite(m)) => Value::zero(m != n),
        (Finite { negative: m, exponent: e, significand: s }, Finite { negative: n, exponent: f, significand: t }) => {
            match (s, t) {
                (0, 0) => Nan,
                (_, 0) => Infinite(m != n),
                (0, _) => Value::zero(m != n),
                _ => {
                    let raise = s.leading_zeros();
                    let s = s << raise;
                    let significand = (s / t) | u128::from(s % t != 0);
                    Finite { negative: m != n, exponent: e - raise as i32 - f, significand }
                }
            }
        }
    }
}

fn root(a: Value) -> Value {
    let Value::Finite { negative, exponent, significand } = a else {
        return if a == Value::Infinite(false) { a } else { Value::Nan };
    };
    if significand == 0 || negative {
        return if significand == 0 { a } else { Value::Nan };
    }
    // as high as it goes, with an even exponent
    let raise = significand.leading_zeros();
    let raise = raise - (exponent - raise as i32).rem_euclid(2) as u32;
    let (exponent, significand) = (exponent - raise as i32, significand << raise);
    let root = significand.isqrt();
    let significand = root | u128::from(root * root != significand);
    Value::Finite { negative, exponent: exponent / 2, significand }
}
