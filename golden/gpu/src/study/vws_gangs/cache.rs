//! A slice's L0 instruction cache (VWS 4.1, 4.6).

use crate::core::sliced::level0::Level0;

/// Instructions of a line: 32 bytes (ours: the paper does not tell).
const LINE: u64 = 4;
/// Lines: 256 bytes (6.2).
const LINES: usize = 8;

/// Returns an empty L0 cache.
pub(super) fn level0() -> Level0 {
    Level0::new(LINE, LINES)
}
