//! Operations of the partitioned renaming table that cost energy.

use crate::prt::Prt;
use heddle_contract::prt::{Config, In, Out};

use heddle_testbench::bench::Work;

impl Work for Prt {
    /// Names of the partitioned renaming table's operations that cost energy.
    const WORK: &'static [&'static str] =
        &["instruction renamed", "instruction issued", "partition started", "destination written"];

    fn work(_: &Config, i: &In, o: &Out, count: &mut dyn FnMut(usize, u64)) {
        if i.reset {
            return;
        }
        count(0, o.take.count_ones().into());
        count(1, u64::from(o.issue_valid));
        count(2, u64::from(o.start_taken));
        count(3, u64::from(i.done_valid));
    }
}
