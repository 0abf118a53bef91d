//! The display of how far the run of a CUDA program is.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::{Duration, Instant};

use heddle_cuda::settings::{RECORDS, Record, Underway};
use heddle_gpu::system::list;

use crate::number::group;
use crate::progress::{Task, Work};

/// Time between two looks at what the library has written.
const LOOK: Duration = Duration::from_millis(200);

/// The display of a run, from the program's start to its end.
pub struct Progress {
    task: Task,
    policy: String,
    /// Launches that the run has in all, as far as it is known.
    all: Option<u64>,
    began: Instant,
    looked: Instant,
    records: Option<BufReader<File>>,
    /// The beginning of a record that was not written to its end.
    line: String,
    /// Launches that have run, and their warp instructions: functional ones, and timed ones.
    launches: [u64; 2],
    instructions: [u64; 2],
}

impl Progress {
    /// Starts the display of a run under a policy, or of functional execution; `all` is the number
    /// of launches that the run will have, if it is known.
    pub fn start(policy: Option<&str>, all: Option<u64>) -> Progress {
        let policy = policy.unwrap_or("functional").to_string();
        let (task, now) = (Task::start("run", Work::Open), Instant::now());
        let (records, line) = (None, String::new());
        let (launches, instructions) = ([0; 2], [0; 2]);
        Progress { task, policy, all, began: now, looked: now, records, line, launches, instructions }
    }

    /// Shows what the library has written into the run's folder, if the last look was a while ago.
    pub fn look(&mut self, folder: &Path) {
        if self.looked.elapsed() < LOOK {
            return;
        }
        self.looked = Instant::now();
        self.read(folder);
        let underway = Underway::read(folder).filter(|underway| underway.begun > self.launches[1]);
        self.task.say(self.words(underway.as_ref(), self.began.elapsed()));
    }

    /// Reads the records that have come.
    fn read(&mut self, folder: &Path) {
        self.records = self.records.take().or_else(|| File::open(folder.join(RECORDS)).ok().map(BufReader::new));
        let Some(records) = &mut self.records else { return };
        while records.read_line(&mut self.line).is_ok_and(|bytes| bytes > 0) && self.line.ends_with('\n') {
            if let Ok(Record::Launch { cycles, statistics, .. }) = serde_json::from_str(&self.line) {
                let timed = usize::from(cycles.is_some());
                let at = list().iter().position(|counter| timed == 1 && counter.name == "core.instructions");
                self.launches[timed] += 1;
                self.instructions[timed] += statistics.get(at.unwrap_or(0)).copied().unwrap_or(0);
            }
            self.line.clear();
        }
    }

    /// The launch that runs, its end or that of the run as estimated, instructions and their rate.
    fn words(&self, underway: Option<&Underway>, elapsed: Duration) -> String {
        let seconds = elapsed.as_secs_f64();
        let part = underway.map_or(0.0, |underway| underway.part);
        let number = self.launches[0] + self.launches[1];
        let mut words = vec![match self.all.filter(|all| number < *all) {
            Some(all) => format!("{}: launch {number} of {all}", self.policy),
            None => format!("{}: launch {number}", self.policy),
        }];
        if let Some(underway) = underway {
            words[0] += &format!(" ({}), {:.0} % of its CTAs", underway.kernel, part * 100.0);
        }
        let left = match (self.all, underway) {
            (Some(all), _) if number as f64 + part > 0.0 => {
                let done = number as f64 + part;
                Some((seconds * (all as f64 - done).max(0.0) / done, ""))
            }
            (None, Some(underway)) if part > 0.0 => Some((underway.seconds * (1.0 - part) / part, " of it")),
            _ => None,
        };
        words.extend(left.map(|(seconds, of)| format!("{seconds:.0}s left{of}")));
        let [functional, timed] = self.instructions;
        // the launch that runs comes with those of all timed launches
        let instructions = functional + timed.max(underway.map_or(0, |underway| underway.instructions));
        let rate = instructions as f64 / seconds.max(1e-3) / 1e3;
        words.push(format!("{} instructions, {rate:.0} KIPS", group(instructions)));
        let idle = underway.and_then(|underway| underway.idle);
        words.extend(idle.map(|part| format!("{:.0} % at barriers", part * 100.0)));
        words.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(cycles: Option<u64>, statistics: Vec<u64>) -> String {
        let kernel = "step".to_string();
        let record = Record::Launch { number: 0, kernel, grid: [1; 3], block: [1; 3], cycles, statistics, whole: true };
        serde_json::to_string(&record).unwrap() + "\n"
    }

    #[test]
    fn records_are_read_as_they_come() {
        let folder = tempfile::tempdir().unwrap();
        let mut progress = Progress::start(Some("simt"), None);
        progress.read(folder.path());
        assert_eq!(progress.words(None, Duration::from_secs(1)), "simt: launch 0, 0 instructions, 0 KIPS");
        let text = record(None, vec![5000, 90000]) + &record(Some(70), vec![3000; list().len()]);
        let path = folder.path().join(RECORDS);
        // the last record is not there to its end
        std::fs::write(&path, &text[..text.len() - 3]).unwrap();
        progress.read(folder.path());
        assert_eq!((progress.launches, progress.instructions), ([1, 0], [5000, 0]));
        std::fs::write(&path, &text).unwrap();
        progress.read(folder.path());
        assert_eq!((progress.launches, progress.instructions), ([1, 1], [5000, 3000]));
    }

    #[test]
    fn the_end_of_a_launch_is_estimated_and_that_of_a_run_whose_launches_are_known() {
        let underway = Underway {
            begun: 1,
            kernel: "step".into(),
            part: 0.25,
            seconds: 10.0,
            instructions: 2_000_000,
            idle: Some(0.07),
        };
        let mut progress = Progress::start(Some("vt"), None);
        let words = |progress: &Progress| progress.words(Some(&underway), Duration::from_secs(20));
        let rest = "2 000 000 instructions, 100 KIPS, 7 % at barriers";
        assert_eq!(words(&progress), format!("vt: launch 0 (step), 25 % of its CTAs, 30s left of it, {rest}"));
        (progress.launches, progress.all) = ([3, 0], Some(5));
        assert_eq!(words(&progress), format!("vt: launch 3 of 5 (step), 25 % of its CTAs, 11s left, {rest}"));
    }
}
