//! How a program is run: what `heddle run` leaves in a folder for the library, and what the library leaves there for it.

use std::path::{Path, PathBuf};

use heddle_gpu::measure::kernel_lines::Profile;
use serde::{Deserialize, Serialize};

/// The environment variable with the folder.
pub const VARIABLE: &str = "HEDDLE_RUN";
/// The file with the [`Settings`].
pub const SETTINGS: &str = "settings.json";
/// The file with a [`Record`] a line.
pub const RECORDS: &str = "records.jsonl";
/// A file that is there when the run is to end.
pub const STOP: &str = "stop";

/// How a program is run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The policy; none: functional execution.
    pub policy: Option<String>,
    /// The GPU: the name of a configuration that comes along, or the file's name.
    pub config: String,
    /// The file's text, if it is a file.
    pub text: Option<String>,
    /// Changes, as in `core.count=4`.
    pub set: Vec<String>,
    /// Core cycles of a sample of core 0; 0 for none. With samples, CTAs are recorded, too.
    pub interval: u64,
    /// The profile of the run is recorded.
    pub profile: bool,
    /// Core cycles after which a launch fails.
    pub limit: Option<u64>,
}

impl Default for Settings {
    fn default() -> Settings {
        let config = "stsimt".into();
        Settings { policy: None, config, text: None, set: vec![], interval: 0, profile: false, limit: None }
    }
}

/// What the library says of a run, in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// A grid begins.
    Grid {
        /// Core cycle.
        cycle: u64,
        /// Its kernel.
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
        /// What becomes of it.
        change: Change,
    },
    /// A grid has run.
    Launch {
        /// Its kernel.
        kernel: String,
        /// CTAs, x, y, z.
        grid: [u32; 3],
        /// Threads of each, x, y, z.
        block: [u32; 3],
        /// Core cycles; none of functional execution.
        cycles: Option<u64>,
        /// In the order of `heddle sim --list-statistics`; of functional execution warp and thread instructions.
        statistics: Vec<u64>,
    },
    /// The run is over: core 0 over time, as a cycle, lanes and units.
    Timeline(Vec<(u64, Vec<u64>, Vec<u64>)>),
    /// The run is over: where its cycles went.
    Profile(Box<Profile>),
    /// A launch failed, and why.
    Failed(String),
}

/// What becomes of a CTA on a core.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Change {
    Started,
    CameIn,
    WentOut,
    Ended,
}

/// The folder of this run, if `heddle run` started the program.
pub fn folder() -> Option<PathBuf> {
    std::env::var_os(VARIABLE).map(PathBuf::from)
}

impl Settings {
    /// Reads those of a folder.
    pub fn read(folder: &Path) -> Result<Settings, String> {
        let path = folder.join(SETTINGS);
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Writes them into a folder.
    pub fn write(&self, folder: &Path) -> std::io::Result<()> {
        let text = serde_json::to_string(self).expect("they are plain data");
        std::fs::write(folder.join(SETTINGS), text)
    }
}

/// The records of a folder, up to the first line that is not whole.
pub fn records(folder: &Path) -> Vec<Record> {
    let text = std::fs::read_to_string(folder.join(RECORDS)).unwrap_or_default();
    text.lines().map_while(|line| serde_json::from_str(line).ok()).collect()
}
