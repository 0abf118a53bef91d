//! Shrinking by parts of the state: all events that name one object (a warp, a tag, a partition)
//! are left out at once, as long as a mismatch is left.

use std::collections::BTreeSet;

use heddle_block::Ports;

use super::Shrinker;
use crate::bench::Bench;
use crate::segment::CONTROL_BITS;

impl<B: Bench> Shrinker<'_, B> {
    /// Leaves out the events of one object after the other.
    pub(super) fn drop_parts(&mut self) {
        'again: loop {
            let named: Vec<Vec<(usize, u64)>> = self.steps.iter().map(|step| self.names(&step.input)).collect();
            let parts: BTreeSet<(usize, u64)> = named.iter().flatten().copied().collect();
            for part in parts {
                if self.spent() {
                    return;
                }
                let others = self.steps.iter().zip(&named).filter(|(_, names)| !names.contains(&part));
                let others: Vec<_> = others.map(|(step, _)| step.clone()).collect();
                if !others.is_empty() && self.accept_steps(others, false) {
                    continue 'again;
                }
            }
            return;
        }
    }

    /// Returns the narrow payload of an input, by slot: what names an object is among it.
    fn names(&self, input: &B::In) -> Vec<(usize, u64)> {
        let shape = B::In::shape(self.cfg);
        let (mut slots, mut care, mut always) =
            (vec![0; shape.len()], vec![false; shape.len()], vec![false; shape.len()]);
        input.pack(self.cfg, &mut slots);
        input.care(self.cfg, &mut care);
        B::In::default().care(self.cfg, &mut always);
        let names = (0..shape.len()).filter(|slot| care[*slot] && !always[*slot] && shape[*slot].width <= CONTROL_BITS);
        names.map(|slot| (slot, slots[slot])).collect()
    }
}
