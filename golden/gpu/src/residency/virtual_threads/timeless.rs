//! A controller whose swaps take no time (VT V.B, figure 10: free). There is no RTL of it.

use heddle_contract::vtc::{Config, In, Out, Vtc};
use heddle_golden::vtc::Handler;
use heddle_golden::{Device, Model};

/// The golden controller, which copies, restores and drains within the cycle in which it begins to.
#[derive(Debug)]
pub(crate) struct Timeless {
    unit: Model<Vtc>,
    /// What became of slots in the time that does not count.
    slots: Option<Out>,
}

impl Timeless {
    pub fn new(cfg: Config) -> Timeless {
        Timeless { unit: Model::new(cfg), slots: None }
    }
}

impl Device<Vtc> for Timeless {
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
        while self.unit.state().handler != Handler::Idle {
            self.unit.step(&In::default(), &mut seen);
            keep(&mut slots, &seen);
        }
        self.unit.peek(&mut seen);
        keep(&mut slots, &seen);
        self.slots = Some(slots);
    }
}

/// What happens to slots stays seen.
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
