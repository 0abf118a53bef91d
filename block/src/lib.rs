//! What a hardware block is: ports, parameters, a golden model, and RTL as text.
//!
//! No block is here. Those of the five papers are in `heddle-contract`, `heddle-golden` and
//! `heddle-rtl`; a team's own can be in one crate, or in one file.
//!
//! | where | what |
//! |---|---|
//! | [`Block`], [`Config`], [`Port`] | what every block is made of: a name, parameters, ports |
//! | [`Ports`], [`ports!`] | ports as numbers: packed, unpacked, compared |
//! | [`config!`], [`Fixed`] | configurations of few words |
//! | [`Golden`], [`Model`] | the trait of golden models, and a model with its state |
//! | [`Machine`] | a golden model of few words: state, outputs, edge |
//! | [`Untimed`] | a golden model without cycles: transactions in, results out |
//! | [`Stream`], [`Streams`] | ports that hand over a payload, and their rules |
//! | [`Device`], [`Tap`] | what runs as a block, golden or Verilated; a model whose inputs are recorded |
//! | [`Probe`] | the state of a model as named signals |
//! | [`Rtl`] | the hardware of a block as Verilog |
//! | [`Chance`] | pseudo-random numbers for masks, programs, shuffles |
//! | [`same_block!`] | a type of another crate's block, for which this crate can implement traits |

mod block;
mod chance;
mod config;
mod machine;
mod model;
mod ports;
mod rtl;
mod stream;
mod tap;
mod untimed;

pub use block::{Block, Config, ConfigError, Declared, Field, Port, Ports, Timing, Value, bits, refuse};
pub use chance::Chance;
pub use config::Fixed;
pub use machine::{Machine, Resets};
pub use model::{Device, Golden, Illegal, Misstep, Model, Probe, Violation, judged, require};
pub use rtl::Rtl;
pub use stream::{ALWAYS, Order, Rule, Signal, Stream, Streams};
pub use tap::Tap;
pub use untimed::Untimed;
