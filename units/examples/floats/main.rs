//! Floating-point units of other projects before Berkeley SoftFloat: every operation in every
//! rounding mode, with operands of each corner class beside each. No line of theirs is here, nor
//! which files they need: `LISTS` is a folder that has a list for each block, `TOP.f`, as other
//! tools read it with `-f`. Blocks without a list are left out.
//!
//! | block | project, license |
//! |---|---|
//! | `fpnew_fma`; `fpnew_staged`, which is the same with registers | FPnew (CVFPU), Solderpad 0.51 |
//! | `mulAddRecFN`, `addRecFN`, `mulRecFN`, with the converters of its format | Berkeley HardFloat, BSD |
//! | `VX_fma_unit`, which is [not IEEE 754's in all](vortex) | Vortex, Apache 2.0 |
//! | `adder`, `multiplier`, `divider` | fpu of J. Dawson, MIT |
//!
//! `LISTS=DIR cargo run --release -p heddle-units --features berkeley --example floats -- check
//! fpnew_fma/madd_down --cycles 10M --seed 2`

mod fused;
mod serial;
mod softfloat;
mod staged;
mod vortex;

use std::env::var;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use heddle_command::Heddle;
use heddle_command::prelude::*;
use heddle_testbench::number::{self, CLASSES};

/// Returns the list of a block's files.
fn list(block: &str) -> PathBuf {
    Path::new(&var("LISTS").unwrap_or_default()).join(block).with_extension("f")
}

/// Adds a block to a program, if there is a list of its files.
fn add<B: Bench>(heddle: Heddle) -> Heddle {
    if list(B::NAME).exists() {
        return heddle.unit::<B>();
    }
    eprintln!("{} is left out: there is no list {}", B::NAME, list(B::NAME).display());
    heddle
}

/// Draws operands: of two classes out of three times, or awkward ones.
fn operands(e: &mut Entropy) -> [u32; 3] {
    if e.chance(170) { [0; 3].map(|_| number::of_class(e.below(CLASSES.len() as u32), e)) } else { number::operands(e) }
}

fn main() -> ExitCode {
    serial::units(staged::units(fused::units(Heddle::new("floats")))).main()
}
