//! Metadata registers of a partition (IV.A). A lane's values make it the thread that it is.

/// The thread's index in its warp.
pub const TID: u8 = 0;
/// The threads of its warp.
pub const NTID: u8 = 1;
/// The warp's index.
pub const WID: u8 = 2;
/// The thread's candidate PC.
pub const PC: u8 = 3;
/// How many there are.
pub const COUNT: u8 = 4;
