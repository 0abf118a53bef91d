//! Dual numbers: values with a derivative.

use std::ops::{Add, Div, Mul, Sub};

/// A value and its derivative.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Dual {
    pub(crate) value: f64,
    pub(crate) slope: f64,
}

impl From<f64> for Dual {
    fn from(value: f64) -> Dual {
        Dual { value, slope: 0.0 }
    }
}

impl Dual {
    pub(crate) fn exp(self) -> Dual {
        Dual { value: self.value.exp(), slope: self.slope * self.value.exp() }
    }
}

impl Add for Dual {
    type Output = Dual;
    fn add(self, other: Dual) -> Dual {
        Dual { value: self.value + other.value, slope: self.slope + other.slope }
    }
}

impl Sub for Dual {
    type Output = Dual;
    fn sub(self, other: Dual) -> Dual {
        Dual { value: self.value - other.value, slope: self.slope - other.slope }
    }
}

impl Mul for Dual {
    type Output = Dual;
    fn mul(self, other: Dual) -> Dual {
        Dual { value: self.value * other.value, slope: self.slope * other.value + self.value * other.slope }
    }
}

impl Div for Dual {
    type Output = Dual;
    fn div(self, other: Dual) -> Dual {
        let value = self.value / other.value;
        Dual { value, slope: (self.slope - value * other.slope) / other.value }
    }
}
