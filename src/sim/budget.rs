//! The time limit of runs, and the workloads that are given up because one of their runs exceeds
//! it.
//!
//! A run is led by one thread, and its time is that thread's processor time: a busy machine gives
//! up no more workloads than an idle one. The time of a run is not extrapolated from the part that
//! is done: its first CTAs end when many others are nearly done.

use std::sync::Mutex;
use std::time::Duration;

use humantime::format_duration;
use rustix::time::{ClockId, clock_gettime};

/// Returns the processor time that the calling thread has used since it began.
pub fn processor_time() -> Duration {
    let used = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(used.tv_sec.max(0) as u64, used.tv_nsec.max(0) as u32)
}

/// The time limit of runs, in processor time, and the workloads that are given up since a run
/// exceeded it.
pub struct Budget {
    longest: Option<Duration>,
    /// By the workload's index in the plan: the reason why it is given up.
    given_up: Vec<Mutex<Option<String>>>,
}

impl Budget {
    /// Creates the time limit `longest` of each run, for a number of workloads, none of which is
    /// given up yet; `None` is no limit.
    pub fn new(longest: Option<Duration>, workloads: usize) -> Budget {
        Budget { longest, given_up: (0..workloads).map(|_| Mutex::default()).collect() }
    }

    /// Returns the limit if a run that has taken `used` exceeds it; else `None`.
    pub fn exceeded(&self, used: Duration) -> Option<Duration> {
        self.longest.filter(|longest| used > *longest)
    }

    /// Gives up a workload because of its run under a policy; returns the reason, or `None` if it
    /// is given up already.
    pub fn give_up(&self, workload: usize, policy: &str, found: &str) -> Option<String> {
        let longest = self.longest.map_or(String::new(), |longest| format_duration(longest).to_string());
        let mut reason = self.given_up[workload].lock().expect("no panic here");
        let new = reason.is_none();
        reason.get_or_insert_with(|| format!("a run takes longer than {longest} ({policy}: {found})"));
        reason.clone().filter(|_| new)
    }

    /// Returns the reason why a workload is given up; `None` if it is not.
    pub fn why(&self, workload: usize) -> Option<String> {
        self.given_up[workload].lock().expect("no panic here").clone()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_thread_that_waits_uses_no_processor_time() {
        let (began, used) = (Instant::now(), processor_time());
        std::thread::sleep(Duration::from_millis(200));
        assert!(began.elapsed() >= Duration::from_millis(200));
        assert!(processor_time() - used < Duration::from_millis(100));
        let began = processor_time();
        while processor_time() - began < Duration::from_millis(5) {
            std::hint::black_box(began);
        }
    }

    #[test]
    fn a_run_may_take_its_time_and_a_workload_is_given_up_once() {
        let minute = Duration::from_secs(60);
        assert_eq!(Budget::new(None, 1).exceeded(minute), None);
        assert_eq!(Budget::new(Some(Duration::from_secs(600)), 1).exceeded(minute), None);
        let budget = Budget::new(Some(Duration::from_secs(30)), 2);
        assert_eq!(budget.exceeded(minute), Some(Duration::from_secs(30)));
        let why = "a run takes longer than 30s (tsimt: 5 % done)";
        assert_eq!(budget.give_up(1, "tsimt", "5 % done").as_deref(), Some(why));
        assert_eq!(budget.give_up(1, "simt", "6 % done"), None);
        assert_eq!((budget.why(0), budget.why(1).as_deref()), (None, Some(why)));
    }
}
