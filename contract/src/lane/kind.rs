//! Where a source operand comes from.

/// A register of the thread.
pub const VECTOR: u8 = 0;
/// A register of the warp.
pub const SCALAR: u8 = 1;
/// The instruction's immediate, sign-extended to 64 bits. Reads no register: also what an unused source says.
pub const IMMEDIATE: u8 = 2;
/// A value that the lane knows without reading; the index says which.
pub const SPECIAL: u8 = 3;

/// Special 0: the thread's position in its warp.
pub const POSITION: u8 = 0;
/// Special 1: the thread's id: `launch_tid` of its warp plus its position, in 32 bits.
pub const THREAD: u8 = 1;
/// Special 2: the warp's slot in the lane.
pub const WARP: u8 = 2;
/// How many specials there are.
pub const SPECIALS: u8 = 3;
