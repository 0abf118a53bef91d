//! Tags of a mask: the reason for its compaction (2.3: on both paths of a branch, and at
//! reconvergence).

/// Tag of a mask on the taken path of a branch.
pub const TAKEN: u8 = 0;
/// Tag of a mask on the not-taken path of a branch.
pub const NOT_TAKEN: u8 = 1;
/// Tag of a mask at the point where the paths of a branch have met again.
pub const RECONVERGED: u8 = 2;
/// Number of tags.
pub const COUNT: u8 = 3;
