//! Tests of the synthesis of units: elaboration without a warning, bits of state, clock gates,
//! asynchronous resets, arrays of registers, mapping for area or delay, sizing by paths, placing.

mod elaborate;
mod forced;
mod gating;
mod goal;
#[path = "../../../tests/length/mod.rs"]
mod length;
mod placing;
mod sizing;
