//! The scoreboard: what is to be written, by slot.

use crate::microop::{Place, Role, Step};

/// A result on its way.
#[derive(Debug, Clone, Copy)]
struct Pending {
    lane: u8,
    tag: u8,
    target: Place,
    mask: u64,
    /// Its bundles can be followed: a native result in vector registers.
    chains: bool,
    /// Its first bundle was written.
    first: bool,
    /// It waits for memory.
    long: bool,
}

/// How a step stands to those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hazard {
    /// It touches nothing that is in flight.
    None,
    /// Its bundles may follow those of this tag of this lane.
    Chain { lane: usize, tag: u8 },
    /// It has to wait.
    Wait { long: bool },
}

/// What each slot has in flight, the oldest first.
#[derive(Debug, Clone)]
pub(crate) struct Board(Vec<Vec<Pending>>);

impl Board {
    pub fn new(slots: usize) -> Board {
        Board(vec![Vec::with_capacity(8); slots])
    }

    /// A step of a slot's warp beside what the warp has in flight; `mask` is its threads.
    pub fn hazard(&self, slot: usize, step: &Step, mask: u64) -> Hazard {
        let mut hazard = Hazard::None;
        if mask == 0 {
            return hazard;
        }
        for pending in &self.0[slot] {
            let target = &pending.target;
            let touches = |place: &Place| place.meets(target) && (place.scalar || pending.mask & mask != 0);
            if !step.places().chain(&step.target).any(touches) {
                continue;
            }
            hazard = match hazard {
                Hazard::Wait { long } => Hazard::Wait { long: long || pending.long },
                Hazard::Chain { lane, .. } if lane != usize::from(pending.lane) => Hazard::Wait { long: false },
                _ if pending.chains && pending.first && pending.mask == mask => {
                    Hazard::Chain { lane: pending.lane.into(), tag: pending.tag }
                }
                _ => Hazard::Wait { long: pending.long },
            };
        }
        hazard
    }

    /// A step goes to a lane under a tag.
    pub fn issued(&mut self, slot: usize, lane: usize, tag: u8, step: &Step, mask: u64) {
        let Some(target) = step.target.filter(|_| mask != 0) else { return };
        let native = matches!(step.role, Role::Native | Role::Select(_));
        let chains = native && !target.scalar;
        let long = step.is_global();
        self.0[slot].push(Pending { lane: lane as u8, tag, target, mask, chains, first: false, long });
    }

    /// Its first bundle is written; whether anybody can follow it.
    pub fn first(&mut self, slot: usize, lane: usize, tag: u8) -> bool {
        let found = self.0[slot].iter_mut().find(|pending| (usize::from(pending.lane), pending.tag) == (lane, tag));
        found.is_some_and(|pending| {
            pending.first = true;
            pending.chains
        })
    }

    /// It is over.
    pub fn done(&mut self, slot: usize, lane: usize, tag: u8) {
        let at = self.0[slot].iter().position(|pending| (usize::from(pending.lane), pending.tag) == (lane, tag));
        if let Some(at) = at {
            self.0[slot].remove(at);
        }
    }
}
