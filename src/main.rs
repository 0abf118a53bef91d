//! `heddle`: cross-check RTL against golden models, hunt bugs, regenerate figures.

mod cli;
mod explain;
mod figure;
mod golden;
mod in_gpu;
mod kernel;
mod nightly;
mod policies;
mod recordings;
mod run;
mod sim;
mod verbs;
mod version;

use std::process::ExitCode;

use heddle_command::{
    cluster, console, error, folder, models, number, output, own, page, plot, progress, select, store, table,
};

use cli::Verb;
use recordings::Kernels;
use version::VERSION;

/// Open, executable GPU microarchitecture: golden models and RTL in lockstep.
const ABOUT: &str = "Open, executable GPU microarchitecture: golden models and RTL in lockstep.

Exit status: 0 equal, 1 a mismatch or a failed run, 2 bad input, 3 a missing or broken tool, 4 \
incomplete (a run was refused, or a launch of a program did not come to its end), 130 interrupted.";

fn main() -> ExitCode {
    // a step of a night ends in order, however often it is interrupted
    if let Some(status) = nightly::attend::asked() {
        return status;
    }
    let heddle = heddle_units::program("heddle").version(VERSION).about(ABOUT);
    heddle.recordings(Box::new(Kernels::default())).run::<Verb>()
}
