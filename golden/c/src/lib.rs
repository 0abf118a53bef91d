//! The golden models for C and SystemVerilog: a model behind a pointer, its ports by number.
//!
//! | where | what |
//! |---|---|
//! | `scoreboard` | a golden model of any unit beside hardware: inputs, a judged cycle, outputs compared |
//! | `boundary` | the functions of [`HEADER`] |
//!
//! Cargo builds `libheddle_golden_c.so` and `libheddle_golden_c.a`; `heddle golden` copies them,
//! and writes the header, a SystemVerilog package and a checker.

mod boundary;
mod scoreboard;

pub use scoreboard::{Scoreboard, Status, open};

/// The C header of the library.
pub const HEADER: &str = include_str!("heddle_golden.h");
/// The SystemVerilog package with the same functions, imported by DPI-C.
pub const PACKAGE: &str = include_str!("heddle_golden.sv");
/// File names of the shared and the static library, as cargo builds them.
pub const LIBRARIES: [&str; 2] = ["libheddle_golden_c.so", "libheddle_golden_c.a"];
