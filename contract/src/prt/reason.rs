//! Reasons for which an instruction is refused.

/// Reason of a refusal: the instruction's operation is not in the lookup table.
pub const OPERATION: u8 = 0;
/// Reason of a refusal: the partition does not own one of the instruction's registers.
pub const REGISTER: u8 = 1;
