//! Operations of the SIMD lane permutation unit that cost energy.

use heddle_contract::slp::{In, Out};

/// Names of the SIMD lane permutation unit's operations that cost energy.
pub const WORK: &[&str] = &["warp launched", "mask looked up", "mask compacted", "warp handed out"];

/// Counts the SIMD lane permutation unit's operations of a cycle, by index into [`WORK`]; none in reset.
pub fn work(i: &In, o: &Out, count: &mut dyn FnMut(usize, u64)) {
    if i.reset {
        return;
    }
    count(0, u64::from(i.launch_valid));
    count(1, u64::from(i.read_valid));
    count(2, u64::from(i.accept_valid && o.accept_ready));
    count(3, u64::from(o.warp_valid && i.warp_ready));
}
