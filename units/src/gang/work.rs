//! Operations of the ganging unit that cost energy.

use crate::gang::Gang;
use heddle_contract::gang::{Config, In, Out};

use heddle_testbench::bench::Work;

impl Work for Gang {
    /// Names of the ganging unit's operations that cost energy.
    const WORK: &'static [&'static str] =
        &["gang issued", "singleton issued", "PC reported", "buffer filled", "warp woken", "gang launched"];

    fn work(_: &Config, i: &In, o: &Out, count: &mut dyn FnMut(usize, u64)) {
        if i.reset {
            return;
        }
        count(0, o.issue_valid.iter().filter(|valid| **valid).count() as u64);
        count(1, o.alone.count_ones().into());
        count(2, i.report.count_ones().into());
        count(3, i.fill.count_ones().into());
        count(4, i.wake.count_ones().into());
        count(5, u64::from(i.launch_valid));
    }
}
