//! The hardware of every unit, in rust-hdl, emitted as Verilog: each type of a unit is an
//! [`Rtl`](heddle_block::Rtl).
//!
//! | where | what |
//! |---|---|
//! | `lane` | the temporal SIMT lane |
//! | `slp` | lane permutation and the compactor |
//! | `gang` | the warp ganging unit |
//! | `prt` | the partitioned renaming table and the multiplexer |
//! | `vtc` | the virtual thread controller |
//! | `primitive` | blocks that rust-hdl lacks: the only hand-written Verilog |
//! | `alone` | the primitives as units of their own |
//! | `array`, `number` | arrays and constants that a block can have as fields |
//! | `emit`, `unroll` | from a block to the text of a Verilog file |
//! | `WAIVERS` | lint warnings that are waived |

// a circuit's wiring is one function, as long as the circuit
#![expect(clippy::too_many_lines)]

mod alone;
mod array;
mod emit;
mod gang;
mod lane;
mod number;
mod primitive;
mod prt;
mod slp;
mod unroll;
mod vtc;

pub use alone::{Bank, Fp32, Mul32, Shr32, Storage};
pub use gang::Gang;
pub use lane::Lane;
pub use prt::Prt;
pub use slp::Slp;
pub use vtc::Vtc;

/// The Verilator warnings that are waived, each with the reason.
const WAIVERS: &[(&str, &str)] = &[("DECLFILENAME", "one file holds a unit and all its submodules")];
