//! Reasons for which an instruction is refused.

/// The instruction's operation is not in the lookup table.
pub const OPERATION: u8 = 0;
/// The instruction's partition does not own one of its registers.
pub const REGISTER: u8 = 1;
