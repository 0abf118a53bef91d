//! Operations of the partitioned renaming table that cost energy.

use heddle_contract::prt::{In, Out};

/// Names of the partitioned renaming table's operations that cost energy.
pub const WORK: &[&str] = &["instruction renamed", "instruction issued", "partition started", "destination written"];

/// Counts the partitioned renaming table's operations of a cycle, by index into [`WORK`]; none in reset.
pub fn work(i: &In, o: &Out, count: &mut dyn FnMut(usize, u64)) {
    if i.reset {
        return;
    }
    count(0, o.take.count_ones().into());
    count(1, u64::from(o.issue_valid && i.issue_ready));
    count(2, u64::from(o.start_taken));
    count(3, u64::from(i.done_valid));
}
