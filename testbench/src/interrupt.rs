//! A request to end early. Whoever works for longer looks for it, and ends at a place where nothing half-made stays behind.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether work is to end, for those who take a flag.
pub static ASKED: AtomicBool = AtomicBool::new(false);

/// Asks all work to end; true if it was asked before.
pub fn ask() -> bool {
    ASKED.swap(true, Ordering::Relaxed)
}

/// Whether work is to end.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Work ended because it was asked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;
