//! What the instructions of a partition access, recorded as they are executed.

use heddle_kernel::execute::{Observer, Seat};

/// Records nothing yet: under timings without a memory system nobody needs addresses.
#[derive(Debug, Default)]
pub(super) struct Recorded;

impl Recorded {
    /// The next instruction is executed.
    pub fn begin(&mut self, _: &[Seat]) {}
}

impl Observer for Recorded {
    const WATCHES: bool = false;
}
