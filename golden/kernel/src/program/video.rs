//! The video instructions: operations on bytes, half words and words within registers.

use super::Compare;

/// The operation of a video instruction on each of its elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum VideoOp {
    Add,
    Sub,
    AbsoluteDifference,
    Min,
    Max,
    /// The mean, a half rounded away from zero if the sum is positive, else down.
    Average,
    /// `wrap`: the amount modulo 32; else at most 32.
    ShiftLeft {
        wrap: bool,
    },
    ShiftRight {
        wrap: bool,
    },
    /// 1 where the comparison holds, else 0.
    Set(Compare),
    /// `vmad`: a * b + c, and one more with `plus`, shifted right.
    MultiplyAdd {
        negate_product: bool,
        negate_c: bool,
        plus: bool,
        shift: u8,
    },
}

/// An element of a register that an operand selects, and whether it is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Bits of the element: 8, 16 or 32.
    pub bits: u8,
    /// The element's number, from the lowest.
    pub at: u8,
    /// Whether the element is extended with its sign.
    pub signed: bool,
}

/// What a scalar video instruction does with its third operand, c.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// Nothing; `vmad` has used it.
    Nothing,
    /// Adds it.
    Add,
    /// Takes the lesser one.
    Min,
    /// Takes the greater one.
    Max,
    /// Puts the low bits of the result into this element of it.
    Insert(Field),
}

/// A scalar video instruction: one operation on an element of a and one of b.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Scalar {
    pub op: VideoOp,
    pub a: Field,
    pub b: Field,
    /// Whether the result is clamped to the destination's type and bits.
    pub saturate: bool,
    pub then: Then,
}

/// A SIMD video instruction: the same operation on two half words or four bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Simd {
    /// The operation on each element.
    pub op: VideoOp,
    /// Bits of an element: 8 or 16.
    pub bits: u8,
    /// Elements of a, then of b, by number from the lowest of a on: those that each operand
    /// selects.
    pub select: [[u8; 4]; 2],
    /// Whether the elements that each operand selects are signed.
    pub signed: [bool; 2],
    /// Mask of the elements of the result that are computed. The other elements are those of c; if
    /// the results are added to c, they add nothing.
    pub mask: u8,
    /// Whether results are clamped to an element.
    pub saturate: bool,
    /// Whether the results are added to c, all together.
    pub accumulate: bool,
}
