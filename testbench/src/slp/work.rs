//! What a cycle does that costs energy.

use heddle_contract::slp::{In, Out};

/// By name.
pub const WORK: &[&str] = &["warp launched", "mask looked up", "mask compacted", "warp handed out"];

/// Counts it; nothing is done in reset.
pub fn work(i: &In, o: &Out, count: &mut dyn FnMut(usize, u64)) {
    if i.reset {
        return;
    }
    count(0, u64::from(i.launch_valid));
    count(1, u64::from(i.read_valid));
    count(2, u64::from(i.accept_valid && o.accept_ready));
    count(3, u64::from(o.warp_valid && i.warp_ready));
}
