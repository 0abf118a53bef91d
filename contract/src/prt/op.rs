//! The lookup table from vrPTX operations to vector instructions (IV.B: one to one). The paper
//! gives no list: these are the operations of vrPTX that a kernel such as its SpMV needs, and
//! instruction codes of ours.

/// Bits of a vrPTX operation's number.
pub const BITS: u32 = 6;
/// Bits of a vector instruction's code.
pub const VECTOR_BITS: u32 = 8;

/// The cost class of an operation (V).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Simple arithmetic: takes one cycle.
    Simple,
    /// Complex operations: take as many cycles as the vector is long.
    Complex,
    /// Stores: take as many cycles as the vector is long.
    Store,
}

use Class::{Complex, Simple, Store};

/// The operations: vrPTX number, name, vector instruction's code and cost class. All other
/// operations are refused.
#[rustfmt::skip]
pub const TABLE: &[(u8, &str, u8, Class)] = &[
    (0,  "mov",   0x11, Simple), (1,  "add",   0x20, Simple), (2,  "sub",   0x21, Simple), (3,  "mul",   0x22, Simple),
    (4,  "mad",   0x2a, Simple), (5,  "min",   0x24, Simple), (6,  "max",   0x25, Simple), (7,  "abs",   0x26, Simple),
    (8,  "neg",   0x27, Simple), (9,  "and",   0x30, Simple), (10, "or",    0x31, Simple), (11, "xor",   0x32, Simple),
    (12, "not",   0x33, Simple), (13, "shl",   0x34, Simple), (14, "shr",   0x35, Simple), (15, "cvt",   0x38, Simple),
    (16, "fadd",  0x60, Simple), (17, "fsub",  0x61, Simple), (18, "fmul",  0x62, Simple), (19, "fma",   0x6a, Simple),
    (20, "setp",  0x40, Simple), (21, "selp",  0x41, Simple),
    // a mask from the candidate PCs, and what a JOIN picks (IV.A)
    (24, "mask",  0x48, Simple), (25, "join",  0x49, Complex),
    (32, "div",   0x70, Complex), (33, "sqrt", 0x71, Complex), (34, "rcp",  0x72, Complex), (35, "ex2",  0x73, Complex),
    (36, "shfl",  0x7c, Complex), (40, "ld",   0x80, Complex),
    (48, "st",    0xc0, Store),  (49, "red",   0xc8, Store),
];

/// Returns the vector instruction's code and the cost class of a vrPTX operation; `None` if it is
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
