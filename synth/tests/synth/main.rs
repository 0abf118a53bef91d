//! Synthesis of the units: elaboration without a word, bits of state, clock gates, arrays of
//! registers.

mod elaborate;
mod gating;
#[path = "../../../tests/length/mod.rs"]
mod length;
