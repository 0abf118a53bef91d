//! Why a mask is compacted (2.3: on both paths of a branch, and where they meet again).

/// The path on which the branch was taken.
pub const TAKEN: u8 = 0;
/// The path on which it was not.
pub const NOT_TAKEN: u8 = 1;
/// The point at which the paths have met again.
pub const RECONVERGED: u8 = 2;
/// How many there are.
pub const COUNT: u8 = 3;
