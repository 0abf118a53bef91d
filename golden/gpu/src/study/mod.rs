//! Studies of one unit or one limit each, without a whole GPU around it.

pub mod simt_simd_counts;
pub mod slp_profile;
pub mod vt_eq2;
pub mod vt_limits;
