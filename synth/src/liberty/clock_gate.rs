//! The clock gates of a library.

use super::Group;

/// The pins of a clock gate: a latch keeps the enable while the clock is high, so that the gated
/// clock has whole pulses or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClockGate {
    /// Name of the clock pin.
    pub clock: String,
    /// Name of the enable pin.
    pub enable: String,
    /// Name of the output pin, which is the gated clock.
    pub output: String,
}

impl ClockGate {
    /// Reads the pins of a cell; `None` if it is no clock gate for flip-flops of a rising edge, or
    /// needs more pins, as those with a test pin do.
    pub(super) fn of(cell: &Group) -> Option<Self> {
        let kind = cell.text("clock_gating_integrated_cell")?;
        let pin = |role: &str| cell.of("pin").find(|pin| pin.text(role) == Some("true")).map(Group::name);
        (kind == "latch_posedge").then(|| {
            Some(ClockGate {
                clock: pin("clock_gate_clock_pin")?,
                enable: pin("clock_gate_enable_pin")?,
                output: pin("clock_gate_out_pin")?,
            })
        })?
    }
}
