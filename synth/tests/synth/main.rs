//! Tests of the synthesis of units: elaboration without a warning, bits of state, clock gates,
//! arrays of registers, sizing by paths, placing.

mod elaborate;
mod gating;
#[path = "../../../tests/length/mod.rs"]
mod length;
mod placing;
mod sizing;
