//! How long a run may take, and which workloads are given up because one of their runs takes longer.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use humantime::format_duration;

/// The share of its time after which a run is given up if it is hopeless.
const FIRST_LOOK: u32 = 10;

/// How many times its time a run must be expected to take to be hopeless: grids differ in size, so expectations are rough.
const HOPELESS: f64 = 4.0;

/// The time that a run may take, and the workloads that are given up.
pub struct Budget {
    longest: Option<Duration>,
    /// By the workload's place in the plan: why it is given up.
    given_up: Vec<Mutex<Option<String>>>,
}

impl Budget {
    /// No workload of so many is given up yet.
    pub fn new(longest: Option<Duration>, workloads: usize) -> Budget {
        Budget { longest, given_up: (0..workloads).map(|_| Mutex::default()).collect() }
    }

    /// The time that a run may take.
    pub fn longest(&self) -> Option<Duration> {
        self.longest
    }

    /// Why a workload is given up.
    pub fn why(&self, workload: usize) -> Option<String> {
        self.given_up[workload].lock().expect("no panic here").clone()
    }

    /// Gives a workload up because of its run under a policy, and says why; the first reason stays.
    pub fn give_up(&self, workload: usize, policy: &str, found: &str) -> String {
        let longest = self.longest.map_or(String::new(), |longest| format_duration(longest).to_string());
        let why = format!("a run takes longer than {longest} ({policy}: {found})");
        self.given_up[workload].lock().expect("no panic here").get_or_insert(why).clone()
    }

    /// Why a run that began then, and has done this part, must end.
    pub fn exceeded(&self, began: Instant, done: f64) -> Option<String> {
        exceeded(self.longest?, began.elapsed(), done)
    }
}

fn exceeded(longest: Duration, elapsed: Duration, done: f64) -> Option<String> {
    let expected = elapsed.as_secs_f64() / done.max(1e-9);
    let hopeless = elapsed >= longest / FIRST_LOOK && expected > HOPELESS * longest.as_secs_f64();
    let words = |time: Duration| format_duration(Duration::from_secs(time.as_secs())).to_string();
    let told = || format!("{:.1} % done after {}", done * 100.0, words(elapsed));
    (elapsed > longest || hopeless).then(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_ends_when_its_time_is_over_or_when_it_is_hopeless() {
        let ended = |elapsed, done| exceeded(Duration::from_secs(600), Duration::from_secs(elapsed), done);
        assert_eq!(ended(59, 0.0), None);
        assert_eq!(ended(60, 0.0).unwrap(), "0.0 % done after 1m");
        // 40 minutes are expected
        assert_eq!(ended(60, 0.0251), None);
        assert!(ended(60, 0.0249).is_some());
        assert_eq!(ended(600, 0.99), None);
        assert!(ended(601, 0.99).is_some());
    }
}
