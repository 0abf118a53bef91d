//! How a program is run: the settings that `heddle run` leaves in a folder for the library, and the
//! records that the library leaves there.

use std::path::{Path, PathBuf};

use heddle_gpu::measure::kernel_lines::Profile;
use serde::{Deserialize, Serialize};

/// Name of the environment variable with the path of the run's folder.
pub const VARIABLE: &str = "HEDDLE_RUN";
/// Name of the file in the run's folder with the [`Settings`].
pub const SETTINGS: &str = "settings.json";
/// Name of the file in the run's folder with one [`Record`] a line.
pub const RECORDS: &str = "records.jsonl";
/// Name of the file in the run's folder whose presence ends the run.
pub const STOP: &str = "stop";

/// Name of the file in the run's folder with the [`Underway`].
pub const UNDERWAY: &str = "underway.json";
/// Name of the file in the run's folder that marks the process whose calls are in checkpoints.
pub const JOURNAL: &str = "journal";

/// Settings of `heddle run` for a program: policy, GPU, and what is recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Name of the policy; `None` for functional execution.
    pub policy: Option<String>,
    /// The GPU: name of a shipped configuration, or name of a configuration file.
    pub config: String,
    /// Text of the configuration file; `None` for a shipped configuration.
    pub text: Option<String>,
    /// Changes to the configuration, such as `core.count=4`.
    pub set: Vec<String>,
    /// Core cycles between two samples of core 0; 0 for no samples. With samples, CTAs are
    /// recorded, too.
    pub interval: u64,
    /// Whether the profile of the run is recorded.
    pub profile: bool,
    /// Core cycles after which a launch fails; `None` for no limit.
    pub limit: Option<u64>,
    /// Warp instructions of repetition alone after which a launch fails; 0 for never.
    pub livelock: u64,
    /// Threads of the host that simulate the GPU; at least 1.
    pub threads: usize,
    /// Launches that are timed; the others are executed functionally.
    pub timed: Timed,
    /// Whether the simulator times a sample of the launches, and estimates the cycles of all.
    pub sample: bool,
    /// The checkpoint that is written, and that the run continues from; `None` for none.
    pub checkpoint: Option<Checkpoint>,
    /// Whether the library writes from time to time how far the running launch is.
    pub progress: bool,
}

/// The checkpoint of a run: its file, and what it belongs to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The file, by its whole path.
    pub file: PathBuf,
    /// Launches from one checkpoint to the next; `None`: only before the first timed launch.
    pub every: Option<u64>,
    /// CTAs of a timed launch from one checkpoint within it to the next; `None`: none lies within.
    pub ctas: Option<u64>,
    /// The version of the command.
    pub version: String,
    /// The program: its arguments, and a digest of its file.
    pub program: String,
}

/// The launches of a program that are timed: those that meet all conditions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timed {
    /// Numbers of launches, from 0: the first, and the one behind the last; `None` for no end.
    pub launches: Option<(u64, Option<u64>)>,
    /// Name of the kernel: in PTX, or in C++ without its parameters.
    pub kernel: Option<String>,
    /// Warp instructions after which no launch is timed any more.
    pub instructions: Option<u64>,
}

impl Timed {
    /// Whether there is any condition.
    pub fn is_some(&self) -> bool {
        *self != Timed::default()
    }

    /// Whether a launch is timed, by its number and its kernel's name; `instructions` are the warp
    /// instructions of the timed launches before it.
    pub fn takes(&self, number: u64, kernel: &str, instructions: u64) -> bool {
        let within = |(from, to): (u64, Option<u64>)| from <= number && to.is_none_or(|to| number < to);
        // a mangled name has each of its words behind the word's length
        let word = |name: &String| format!("{}{name}", name.len());
        let is_whole = |(at, _): (usize, &str)| !kernel[..at].ends_with(|c: char| c.is_ascii_digit());
        let named = |name: &String| kernel == name || kernel.match_indices(&word(name)).any(is_whole);
        self.launches.is_none_or(within)
            && self.kernel.as_ref().is_none_or(named)
            && self.instructions.is_none_or(|most| instructions < most)
    }
}

impl Default for Settings {
    fn default() -> Settings {
        let config = "stsimt".into();
        let livelock = heddle_kernel::execute::LIVELOCK;
        Settings {
            policy: None,
            config,
            text: None,
            set: vec![],
            interval: 0,
            profile: false,
            limit: None,
            livelock,
            threads: 1,
            timed: Timed::default(),
            sample: false,
            checkpoint: None,
            progress: false,
        }
    }
}

/// A record that the library writes about a run, in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// A grid begins.
    Grid {
        /// Core cycle.
        cycle: u64,
        /// Name of its kernel.
        kernel: String,
    },
    /// A CTA starts, gets slots, loses them or ends.
    Cta {
        /// Core cycle.
        cycle: u64,
        /// The core.
        core: usize,
        /// The CTA.
        cta: [u32; 3],
        /// What happens to the CTA.
        change: Change,
    },
    /// A grid has run.
    Launch {
        /// Its number, from 0.
        number: u64,
        /// Name of its kernel.
        kernel: String,
        /// CTAs, x, y, z.
        grid: [u32; 3],
        /// Threads of each, x, y, z.
        block: [u32; 3],
        /// Core cycles; `None` under functional execution.
        cycles: Option<u64>,
        /// Statistics in the order of `heddle sim --list-statistics`; under functional execution
        /// warp and thread instructions.
        statistics: Vec<u64>,
        /// Whether it ran to its end.
        whole: bool,
    },
    /// The samples of core 0 at the end of the run: cycle, lanes and units of each.
    Timeline(Vec<(u64, Vec<u64>, Vec<u64>)>),
    /// The profile at the end of the run: where its cycles went.
    Profile(Box<Profile>),
    /// What was timed of a sampled run, and the estimate, at its end.
    Sampled {
        /// Launches that were timed, and all.
        launches: [u64; 2],
        /// CTAs that were timed, and all.
        ctas: [u64; 2],
        /// Core cycles of all launches, as estimated, and the half of their interval's width.
        cycles: f64,
        /// See `cycles`.
        margin: f64,
        /// Warp and thread instructions of all launches.
        instructions: [u64; 2],
    },
    /// A launch failed, for this reason; every later one fails with it.
    Failed(String),
    /// A launch was refused, for this reason, and nothing of it has run.
    Refused(String),
}

/// A change of a CTA on a core: start, gain of slots, loss of slots, or end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Change {
    Started,
    CameIn,
    WentOut,
    Ended,
}

/// How far the timed launch is that runs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Underway {
    /// Timed launches that have begun, this one included.
    pub begun: u64,
    /// Name of its kernel.
    pub kernel: String,
    /// The part of its CTAs that have ended.
    pub part: f64,
    /// Seconds since it began.
    pub seconds: f64,
    /// Warp instructions of all timed launches so far.
    pub instructions: u64,
    /// The part of the threads' time in which they waited for each other, with several of them.
    pub idle: Option<f64>,
}

impl Underway {
    /// Reads what the library has written last into the folder of a run; `None` if nothing can be
    /// read.
    pub fn read(folder: &Path) -> Option<Underway> {
        serde_json::from_slice(&std::fs::read(folder.join(UNDERWAY)).ok()?).ok()
    }

    /// Writes it into the folder of a run. The run goes on without it where that is impossible.
    pub fn write(&self, folder: &Path) {
        let text = serde_json::to_string(self).expect("it is plain data");
        let _ = std::fs::write(folder.join(UNDERWAY), text);
    }
}

/// Returns the folder of this run; `None` unless `heddle run` started the program.
pub fn folder() -> Option<PathBuf> {
    std::env::var_os(VARIABLE).map(PathBuf::from)
}

impl Settings {
    /// Returns the settings that the cycles of a launch depend on. The distances between
    /// checkpoints are among them, as caches are empty after a checkpoint.
    pub fn timing(&self) -> Settings {
        let distances = |it: &Checkpoint| Checkpoint { every: it.every, ctas: it.ctas, ..Checkpoint::default() };
        Settings { threads: 1, progress: false, checkpoint: self.checkpoint.as_ref().map(distances), ..self.clone() }
    }

    /// Reads the settings from the folder of a run.
    pub fn read(folder: &Path) -> Result<Settings, String> {
        let path = folder.join(SETTINGS);
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Writes the settings into the folder of a run.
    pub fn write(&self, folder: &Path) -> std::io::Result<()> {
        let text = serde_json::to_string(self).expect("they are plain data");
        std::fs::write(folder.join(SETTINGS), text)
    }
}

/// Returns the records in the folder of a run, up to the first incomplete line.
pub fn records(folder: &Path) -> Vec<Record> {
    let text = std::fs::read_to_string(folder.join(RECORDS)).unwrap_or_default();
    text.lines().map_while(|line| serde_json::from_str(line).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_are_timed_that_meet_all_conditions() {
        let timed = |launches, kernel: Option<&str>, instructions| Timed {
            launches,
            kernel: kernel.map(String::from),
            instructions,
        };
        assert!(!Timed::default().is_some() && Timed::default().takes(9, "k", u64::MAX));
        let some = timed(Some((2, Some(4))), None, None);
        assert_eq!([1, 2, 3, 4].map(|number| some.takes(number, "k", 0)), [false, true, true, false]);
        assert!(timed(Some((2, None)), None, None).takes(u64::MAX, "k", 0));
        let named = timed(None, Some("step"), None);
        let names =
            ["step", "_Z4stepPf", "_ZN3sim4stepEi", "step2", "_Z5step2Pf", "_Z8makestepv", "_Z14step_of_a_testv"];
        assert_eq!(names.map(|name| named.takes(0, name, 0)), [true, true, true, false, false, false, false]);
        let most = timed(Some((2, None)), None, Some(100));
        assert_eq!([0, 99, 100].map(|before| most.takes(2, "k", before)), [true, true, false]);
        assert!(!most.takes(1, "k", 0));
    }
}
