//! The scoreboard: the results of each warp that are still to be written.

use crate::base::ids::{Part, WarpId};
use crate::config::spec::Follow;
use crate::microop::{Place, Role, Step};

/// A result in flight.
#[derive(Debug, Clone, Copy)]
struct Pending {
    /// The step that produces the result, by a number of the datapath's own.
    producer: u32,
    target: Place,
    mask: u64,
    /// Threads of the warp that issue in the same slot as the step.
    members: u32,
    /// Whether a lane computes the result, and writes it in the order of instructions.
    native: bool,
    /// Whether dependents can follow the bundles: the result is in vector registers, and its
    /// bundles are written in order.
    chains: bool,
    /// Whether the first bundle was written.
    first: bool,
    /// Whether the result waits for memory.
    long: bool,
    /// Whether the data are not in L1.
    missed: bool,
}

/// Hazard of a step against the steps in flight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hazard {
    /// The step touches nothing that is in flight.
    None,
    /// The step's bundles may follow those of this producer.
    Chain { producer: u32 },
    /// The step has to wait.
    Wait { long: bool },
}

/// The results in flight of each warp, the oldest first.
#[derive(Debug, Clone)]
pub(crate) struct Scoreboard {
    in_flight: Vec<Vec<Pending>>,
    follow: Follow,
}

impl Scoreboard {
    pub fn new(warps: usize) -> Scoreboard {
        Scoreboard { in_flight: vec![Vec::with_capacity(8); warps], follow: Follow::Native }
    }

    /// Returns the scoreboard with the results that dependents can follow bundle by bundle.
    pub fn following(self, follow: Follow) -> Scoreboard {
        Scoreboard { follow, ..self }
    }

    /// Returns `None` if a step of a group that executes as a whole need not wait for one of its
    /// parts; otherwise whether its first missing operand waits for memory.
    #[inline(always)]
    pub fn blocks(&self, part: &Part, step: &Step) -> Option<bool> {
        let in_flight = &self.in_flight[part.warp.index()];
        let of_part = in_flight.iter().filter(|pending| pending.members & part.members != 0);
        let pending = |place: &Place| of_part.clone().find(|pending| pending.target.overlaps(place));
        step.places().chain(&step.target).find_map(pending).map(|pending| pending.long)
    }

    /// Returns the hazard of a step of a warp where steps can follow their producers; `mask` is the
    /// step's threads. `together`: whether steps of two producers can be followed at once. Only of
    /// native ones does the youngest stand for those before it (the lane's contract, Chaining).
    pub fn hazard(&self, warp: WarpId, step: &Step, mask: u64, together: impl Fn(u32, u32) -> bool) -> Hazard {
        let mut hazard = Hazard::None;
        if mask == 0 {
            return hazard;
        }
        let mut natives = true;
        for pending in &self.in_flight[warp.index()] {
            let target = &pending.target;
            let touches = |place: &Place| place.overlaps(target) && (place.scalar || pending.mask & mask != 0);
            if !step.places().chain(&step.target).any(touches) {
                continue;
            }
            natives &= pending.native;
            hazard = match hazard {
                Hazard::Wait { long } => Hazard::Wait { long: long || pending.long },
                Hazard::Chain { producer } if !together(producer, pending.producer) => Hazard::Wait { long: false },
                Hazard::Chain { .. } if !natives => Hazard::Wait { long: pending.long },
                _ if pending.chains && pending.first && pending.mask == mask => {
                    Hazard::Chain { producer: pending.producer }
                }
                _ => Hazard::Wait { long: pending.long },
            };
        }
        hazard
    }

    /// Records the issue of a step; `producer` is its number from now on.
    pub fn issued(&mut self, part: &Part, producer: u32, step: &Step, mask: u64) {
        let Some(target) = step.target else { return };
        let native = matches!(step.role, Role::Native | Role::Select(_));
        let followed = native
            || match self.follow {
                Follow::Native => false,
                Follow::Fixed => matches!(step.role, Role::External(unit) if unit.has_fixed_latency()),
                Follow::Loads => true,
            };
        let chains = followed && !target.scalar;
        let long = step.is_global();
        self.in_flight[part.warp.index()].push(Pending {
            producer,
            target,
            mask,
            members: part.members,
            native,
            chains,
            first: false,
            long,
            missed: false,
        });
    }

    /// Records that a producer's data are not in L1; the step belongs to this warp.
    pub fn missed(&mut self, warp: WarpId, producer: u32) {
        let found = self.in_flight[warp.index()].iter_mut().find(|pending| pending.producer == producer);
        found.into_iter().for_each(|pending| pending.missed = true);
    }

    /// Whether a step of a warp touches a result whose data are not in L1; without a step: whether
    /// there is such a result.
    pub fn waits_for_miss(&self, warp: WarpId, step: Option<&Step>) -> bool {
        let touches = |pending: &Pending| {
            step.is_none_or(|step| step.places().chain(&step.target).any(|place| pending.target.overlaps(place)))
        };
        self.in_flight[warp.index()].iter().any(|pending| pending.missed && touches(pending))
    }

    /// Records that a producer's first bundle is written; returns whether a step can follow it.
    pub fn first(&mut self, warp: WarpId, producer: u32) -> bool {
        let found = self.in_flight[warp.index()].iter_mut().find(|pending| pending.producer == producer);
        found.is_some_and(|pending| {
            pending.first = true;
            pending.chains
        })
    }

    /// Records that a producer is over.
    pub fn done(&mut self, warp: WarpId, producer: u32) {
        let in_flight = &mut self.in_flight[warp.index()];
        if let Some(at) = in_flight.iter().position(|pending| pending.producer == producer) {
            in_flight.remove(at);
        }
    }
}
