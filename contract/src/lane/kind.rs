//! Kinds of source operands, and the indices of the special values.

/// Operand kind: a vector register, which holds a word for each thread.
pub const VECTOR: u8 = 0;
/// Operand kind: a scalar register, which holds one word for the warp.
pub const SCALAR: u8 = 1;
/// Operand kind: the instruction's immediate, sign-extended to 64 bits. Reads no register; unused
/// sources have it too.
pub const IMMEDIATE: u8 = 2;
/// Operand kind: a special value that needs no register read; the index selects the value.
pub const SPECIAL: u8 = 3;

/// Special value 0: the thread's position in its warp.
pub const POSITION: u8 = 0;
/// Special value 1: the thread's id, which is the warp's `launch_tid` plus the position, in 32
/// bits.
pub const THREAD: u8 = 1;
/// Special value 2: the warp's slot in the lane.
pub const WARP: u8 = 2;
/// Number of special values.
pub const SPECIALS: u8 = 3;
