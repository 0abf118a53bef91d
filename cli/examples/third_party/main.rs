//! Blocks of other projects in lockstep with golden models that were written from their
//! documentation alone. No line of theirs is here, nor which files they need: `LISTS` is a folder
//! that has a list for each block, `TOP.f`, as other tools read it with `-f`. Blocks without a list
//! are left out.
//!
//! | blocks | project, license |
//! |---|---|
//! | `cc_*` | PULP's common_cells, Solderpad 0.51 |
//! | `prim_*`, `uart_tx` (with `uart_rx`) | OpenTitan, Apache 2.0 |
//! | `ibex_*` | Ibex, Apache 2.0 |
//! | `uart` | verilog-uart, MIT |
//!
//! `LISTS=DIR cargo run --release -p heddle-command --example third_party -- check`

mod ibex;
mod opentitan;
mod pulp;
mod uart;

use std::env::var;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use heddle_command::prelude::*;

/// Returns the list of a block's files.
fn list(block: &str) -> PathBuf {
    Path::new(&var("LISTS").unwrap_or_default()).join(block).with_extension("f")
}

/// Returns the source of a block whose top module has its name.
fn source(block: &str) -> Source {
    Source::listed(&list(block), block)
}

/// Returns the source of a block with a module of ours around it, in a file of this folder.
fn wrapped(block: &str, top: &str) -> Source {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/third_party");
    Source::listed(&list(block), top).file(folder.join(top).with_extension("sv"))
}

/// Adds a block to a program, if there is a list of its files.
fn add<B: Bench>(heddle: Heddle) -> Heddle {
    if list(B::NAME).exists() {
        return heddle.unit::<B>();
    }
    eprintln!("{} is left out: there is no list {}", B::NAME, list(B::NAME).display());
    heddle
}

fn main() -> ExitCode {
    let all = [pulp::units, opentitan::units, ibex::units, uart::units];
    all.iter().fold(Heddle::new("third_party"), |heddle, units| units(heddle)).main()
}
