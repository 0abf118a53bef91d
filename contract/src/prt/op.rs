//! The lookup table from vrPTX operations to vector instructions (IV.B: one to one). The paper
//! gives no list: these are the operations of vrPTX that a kernel such as its SpMV needs, and
//! instruction codes of ours.

/// Bits of a vrPTX operation's number.
pub const BITS: u32 = 6;
/// Bits of a vector instruction's code.
pub const VECTOR_BITS: u32 = 8;

/// The class of an operation: the kind of pipeline that executes it (IV.C: several execution
/// units), and its cost (V). The number of a class is its bit in `issue_ready`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Class {
    /// Integers, comparisons and logic: simple.
    #[default]
    Alu,
    /// Sums and products of floating-point numbers: simple.
    Fma,
    /// Exchanges between lanes, shuffles and JOINs: complex.
    Exchange,
    /// Quotients, roots and functions: complex.
    Divide,
    /// Loads: complex.
    Load,
    /// Stores.
    Store,
}

/// Number of classes.
pub const CLASSES: u32 = 6;

impl Class {
    /// All classes, in the order of their numbers.
    pub const ALL: [Class; CLASSES as usize] = [Alu, Fma, Exchange, Divide, Load, Store];

    /// Whether an operation of the class is simple, which takes one cycle; complex operations and
    /// stores take as many cycles as the vector is long (V).
    pub const fn is_simple(self) -> bool {
        matches!(self, Alu | Fma)
    }
    /// Whether a mask of classes has this one.
    pub const fn is_in(self, mask: u8) -> bool {
        mask >> self as u8 & 1 == 1
    }
}

use Class::{Alu, Divide, Exchange, Fma, Load, Store};

/// The operations: vrPTX number, name, vector instruction's code and class. All other operations
/// are refused.
#[rustfmt::skip]
pub const TABLE: &[(u8, &str, u8, Class)] = &[
    (0,  "mov",   0x11, Alu), (1,  "add",   0x20, Alu), (2,  "sub",   0x21, Alu), (3,  "mul",   0x22, Alu),
    (4,  "mad",   0x2a, Alu), (5,  "min",   0x24, Alu), (6,  "max",   0x25, Alu), (7,  "abs",   0x26, Alu),
    (8,  "neg",   0x27, Alu), (9,  "and",   0x30, Alu), (10, "or",    0x31, Alu), (11, "xor",   0x32, Alu),
    (12, "not",   0x33, Alu), (13, "shl",   0x34, Alu), (14, "shr",   0x35, Alu), (15, "cvt",   0x38, Alu),
    (16, "fadd",  0x60, Fma), (17, "fsub",  0x61, Fma), (18, "fmul",  0x62, Fma), (19, "fma",   0x6a, Fma),
    (20, "setp",  0x40, Alu), (21, "selp",  0x41, Alu),
    // a mask from the candidate PCs, and what a JOIN picks (IV.A)
    (24, "mask",  0x48, Alu), (25, "join",  0x49, Exchange),
    (32, "div",   0x70, Divide), (33, "sqrt", 0x71, Divide), (34, "rcp",  0x72, Divide), (35, "ex2",  0x73, Divide),
    (36, "shfl",  0x7c, Exchange), (40, "ld",   0x80, Load),
    (48, "st",    0xc0, Store),  (49, "red",   0xc8, Store),
];

/// Returns the vector instruction's code and the class of a vrPTX operation; `None` if it is
/// not in the table.
pub const fn lookup(op: u8) -> Option<(u8, Class)> {
    let mut k = 0;
    while k < TABLE.len() {
        if TABLE[k].0 == op {
            return Some((TABLE[k].2, TABLE[k].3));
        }
        k += 1;
    }
    None
}
