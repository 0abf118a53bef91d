//! `heddle-units`: the verbs of `heddle` that need no GPU, for a loop from a changed line to a
//! verdict.

use std::process::ExitCode;

fn main() -> ExitCode {
    heddle_units::program("heddle-units").main()
}
