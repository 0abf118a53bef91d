//! Why an instruction is refused.

/// Its operation is not in the lookup table.
pub const OPERATION: u8 = 0;
/// Its partition does not own one of its registers.
pub const REGISTER: u8 = 1;
