//! Metadata registers of a partition (IV.A). Their values in a lane identify the thread in that
//! lane.

/// Metadata register 0: the thread's index in its warp.
pub const TID: u8 = 0;
/// Metadata register 1: the number of threads of the thread's warp.
pub const NTID: u8 = 1;
/// Metadata register 2: the index of the thread's warp.
pub const WID: u8 = 2;
/// Metadata register 3: the thread's candidate PC.
pub const PC: u8 = 3;
/// Number of metadata registers of a partition.
pub const COUNT: u8 = 4;
