//! The version of the program.

/// The version, and the commit that it was built from where that was known: `0.2.0 (1c03eb9c1f2a)`.
pub const VERSION: &str = env!("HEDDLE_VERSION");
