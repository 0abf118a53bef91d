//! Operations of the SIMD lane permutation unit that cost energy.

use crate::slp::Slp;
use heddle_contract::slp::{Config, In, Out};

use heddle_testbench::bench::Work;

impl Work for Slp {
    /// Names of the SIMD lane permutation unit's operations that cost energy.
    const WORK: &'static [&'static str] = &["warp launched", "mask looked up", "mask compacted", "warp handed out"];

    fn work(_: &Config, i: &In, o: &Out, count: &mut dyn FnMut(usize, u64)) {
        if i.reset {
            return;
        }
        count(0, u64::from(i.launch_valid));
        count(1, u64::from(i.read_valid));
        count(2, u64::from(i.accept_valid && o.accept_ready));
        count(3, u64::from(o.warp_valid && i.warp_ready));
    }
}
