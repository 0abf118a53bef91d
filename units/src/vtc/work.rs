//! Operations of the virtual thread controller that cost energy.

use crate::vtc::Vtc;
use heddle_contract::vtc::{Config, In, Out};

use heddle_testbench::bench::Work;

impl Work for Vtc {
    /// Names of the virtual thread controller's operations that cost energy.
    const WORK: &'static [&'static str] = &[
        "beat moved",
        "stack copied",
        "CTA activated",
        "CTA assigned",
        "instruction issued",
        "registers written",
        "stall, wake, barrier or exit",
    ];

    fn work(_: &Config, i: &In, o: &Out, count: &mut dyn FnMut(usize, u64)) {
        if i.reset {
            return;
        }
        count(0, u64::from(o.mem_valid));
        count(1, u64::from(o.copy_valid));
        count(2, u64::from(o.activate_valid));
        count(3, u64::from(i.assign_valid));
        count(4, u64::from(i.issue_valid));
        count(5, u64::from(i.writeback_valid));
        count(
            6,
            [i.stall_valid, i.wake_valid, i.barrier_valid, i.open_valid, i.exit_valid].iter().filter(|v| **v).count()
                as u64,
        );
    }
}
