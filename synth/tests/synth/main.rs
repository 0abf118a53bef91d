//! Tests of the synthesis of units: elaboration without a warning, bits of state, clock gates,
//! asynchronous resets, arrays of registers, sizing by paths, placing.

mod elaborate;
mod forced;
mod gating;
#[path = "../../../tests/length/mod.rs"]
mod length;
mod placing;
mod sizing;
