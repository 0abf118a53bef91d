//! What a cycle does that costs energy.

use heddle_contract::prt::{In, Out};

/// By name.
pub const WORK: &[&str] = &["instruction renamed", "instruction issued", "partition started", "destination written"];

/// Counts it; nothing is done in reset.
pub fn work(i: &In, o: &Out, count: &mut dyn FnMut(usize, u64)) {
    if i.reset {
        return;
    }
    count(0, o.take.count_ones().into());
    count(1, u64::from(o.issue_valid && i.issue_ready));
    count(2, u64::from(o.start_taken));
    count(3, u64::from(i.done_valid));
}
