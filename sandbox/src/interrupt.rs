//! A request to end early. Long work polls it, and ends at a place where no half-made result stays
//! behind.

use std::sync::atomic::{AtomicBool, Ordering};

/// The flag that is set once all work must end, for functions that poll a flag.
pub static ASKED: AtomicBool = AtomicBool::new(false);

/// Requests that all work ends; returns whether that was requested before.
pub fn ask() -> bool {
    ASKED.swap(true, Ordering::Relaxed)
}

/// Whether all work must end because of [`ask`].
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// The error of work that was ended by a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;
