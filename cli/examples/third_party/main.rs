//! Blocks of other projects in lockstep with golden models that were written from their
//! documentation alone. No line of theirs is here: the folders of their sources are given.
//!
//! | variable | folder | project, license |
//! |---|---|---|
//! | `COMMON_CELLS` | the repository of PULP's common_cells | Solderpad 0.51 |
//! | `PRIM` | `hw/ip/prim/rtl` of OpenTitan, which Ibex carries, too | Apache 2.0 |
//!
//! `COMMON_CELLS=DIR PRIM=DIR cargo run --release -p heddle-cli --example third_party -- check`

mod opentitan;
mod pulp;

use std::env::var;
use std::process::ExitCode;

use heddle_cli::prelude::*;

/// Returns the source of a module in files of a project, whose folder a variable gives.
fn project(variable: &str, files: &[&str], top: &str) -> Source {
    let folder = var(variable).unwrap_or_default();
    Source::new(&folder, files, top).include(&folder)
}

fn main() -> ExitCode {
    let mut heddle = Heddle::new("third_party");
    if var("COMMON_CELLS").is_ok() {
        heddle = pulp::units(heddle);
    } else {
        eprintln!("COMMON_CELLS is not set: the blocks of PULP are left out");
    }
    if var("PRIM").is_ok() {
        heddle = opentitan::units(heddle);
    } else {
        eprintln!("PRIM is not set: the blocks of OpenTitan are left out");
    }
    heddle.main()
}
