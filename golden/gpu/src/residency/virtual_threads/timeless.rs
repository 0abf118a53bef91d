//! A controller whose swaps take no time (VT V.B, figure 10: free). There is no RTL of it.

use heddle_contract::vtc::{In, Out};
use heddle_golden::vtc::Handler;
use heddle_golden::vtc::Vtc;
use heddle_golden::{Device, Model};

/// A controller whose handler's state is visible.
pub(crate) trait Handles: Device<Vtc> {
    /// Whether the handler copies, restores and drains nothing.
    fn is_idle(&self) -> bool;
}

impl Handles for Model<Vtc> {
    fn is_idle(&self) -> bool {
        self.state().handler == Handler::Idle
    }
}

/// A golden controller, which restores and drains within the cycle in which it begins to, and
/// copies within the cycle after it has turned to a CTA: until then a warp that wakes stops the
/// swap.
#[derive(Debug)]
pub(crate) struct Timeless<D = Model<Vtc>> {
    unit: D,
    /// Changes of slots in the cycles that take no time.
    slots: Option<Out>,
}

impl<D> Timeless<D> {
    pub fn new(unit: D) -> Timeless<D> {
        Timeless { unit, slots: None }
    }
    /// Returns the controller.
    #[cfg(test)]
    pub fn unit(&self) -> &D {
        &self.unit
    }
}

impl<D: Handles> Device<Vtc> for Timeless<D> {
    fn peek(&mut self, o: &mut Out) {
        self.unit.peek(o);
        if let Some(slots) = self.slots.take() {
            (o.invalidate_valid, o.invalidate_slot) = (slots.invalidate_valid, slots.invalidate_slot);
            (o.activate_valid, o.activate_slot, o.activate_cta) =
                (slots.activate_valid, slots.activate_slot, slots.activate_cta);
            (o.activate_fresh, o.activate_pwi, o.activate_vwi) =
                (slots.activate_fresh, slots.activate_pwi, slots.activate_vwi);
        }
    }
    fn step(&mut self, i: &In, o: &mut Out) {
        self.unit.step(i, o);
        let mut slots = Out::default();
        let mut seen = Out::default();
        self.unit.peek(&mut seen);
        if seen.copy_valid && !o.copy_valid {
            return;
        }
        while !self.unit.is_idle() {
            self.unit.step(&In::default(), &mut seen);
            keep(&mut slots, &seen);
        }
        self.unit.peek(&mut seen);
        keep(&mut slots, &seen);
        self.slots = Some(slots);
    }
}

/// Adds the changes of slots in `seen` to `slots`.
fn keep(slots: &mut Out, seen: &Out) {
    if seen.invalidate_valid {
        (slots.invalidate_valid, slots.invalidate_slot) = (true, seen.invalidate_slot);
    }
    if seen.activate_valid {
        (slots.activate_valid, slots.activate_slot, slots.activate_cta) = (true, seen.activate_slot, seen.activate_cta);
        (slots.activate_fresh, slots.activate_pwi, slots.activate_vwi) =
            (seen.activate_fresh, seen.activate_pwi, seen.activate_vwi);
    }
}
