//! The processor time of a thread, which other work on the machine does not lengthen.

use std::time::Instant;

/// Seconds that this thread was running (Linux); where that cannot be had, all that passed.
pub fn on_the_cpu(since: &Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse::<f64>().ok()).filter(|&time| time > 0.0);
    nanoseconds.map_or(since.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
