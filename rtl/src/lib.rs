//! The hardware of every unit, in rust-hdl, emitted as Verilog.
//!
//! | where | what |
//! |---|---|
//! | [`Rtl`] | a unit of the contract as Verilog |
//! | `lane` | the temporal SIMT lane |
//! | `slp` | lane permutation and the compactor |
//! | `gang` | the warp ganging unit |
//! | `prt` | the partitioned renaming table and the multiplexer |
//! | `vtc` | the virtual thread controller |
//! | `primitive` | blocks that rust-hdl lacks: the only hand-written Verilog |
//! | `alone` | the primitives as units of their own |
//! | `array`, `number` | arrays and constants that a block can have as fields |
//! | `emit`, `unroll` | from a block to the text of a Verilog file |
//! | [`WAIVERS`] | lint warnings that are waived |

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
mod unit;
mod unroll;
mod vtc;

pub use unit::{Rtl, WAIVERS};
