//! The scoreboard: what is to be written, by warp.

use crate::config::spec::Follow;
use crate::core::ids::{Part, WarpId};
use crate::microop::{Place, Role, Step};

/// A result on its way.
#[derive(Debug, Clone, Copy)]
struct Pending {
    /// The step that makes it, by a number of the datapath's own.
    producer: u32,
    target: Place,
    mask: u64,
    /// Threads of the warp that issue where it did.
    members: u32,
    /// A lane computes it, and writes it in the order of instructions.
    native: bool,
    /// Its bundles can be followed: a result in vector registers, whose bundles are written in order.
    chains: bool,
    /// Its first bundle was written.
    first: bool,
    /// It waits for memory.
    long: bool,
    /// Its data are not in L1.
    missed: bool,
}

/// How a step stands to those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hazard {
    /// It touches nothing that is in flight.
    None,
    /// Its bundles may follow those of this producer.
    Chain { producer: u32 },
    /// It has to wait.
    Wait { long: bool },
}

/// What each warp has in flight, the oldest first.
#[derive(Debug, Clone)]
pub(crate) struct Scoreboard {
    in_flight: Vec<Vec<Pending>>,
    follow: Follow,
}

impl Scoreboard {
    pub fn new(warps: usize) -> Scoreboard {
        Scoreboard { in_flight: vec![Vec::with_capacity(8); warps], follow: Follow::Native }
    }

    /// With these results that can be followed.
    pub fn following(self, follow: Follow) -> Scoreboard {
        Scoreboard { follow, ..self }
    }

    /// Whether a step of a group that executes as a whole has to wait for one of its parts, and if so, whether its first operand that is not there waits for
    /// memory.
    #[inline(always)]
    pub fn blocks(&self, part: &Part, step: &Step) -> Option<bool> {
        let in_flight = &self.in_flight[part.warp.index()];
        let of_part = in_flight.iter().filter(|pending| pending.members & part.members != 0);
        let pending = |place: &Place| of_part.clone().find(|pending| pending.target.overlaps(place));
        step.places().chain(&step.target).find_map(pending).map(|pending| pending.long)
    }

    /// A step beside what its warp has in flight, where one can follow another; `mask` is its threads. `together`: whether steps of two producers
    /// can be followed at once. Only of native ones does the youngest stand for those before it (the lane's contract, Chaining).
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

    /// A step goes; `producer` is its number from now on.
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

    /// A producer's data are not in L1; the step is one of this warp.
    pub fn missed(&mut self, warp: WarpId, producer: u32) {
        let found = self.in_flight[warp.index()].iter_mut().find(|pending| pending.producer == producer);
        found.into_iter().for_each(|pending| pending.missed = true);
    }

    /// Whether a step of a warp touches a result whose data are not in L1; without a step: whether there is one.
    pub fn waits_for_miss(&self, warp: WarpId, step: Option<&Step>) -> bool {
        let touches = |pending: &Pending| {
            step.is_none_or(|step| step.places().chain(&step.target).any(|place| pending.target.overlaps(place)))
        };
        self.in_flight[warp.index()].iter().any(|pending| pending.missed && touches(pending))
    }

    /// Its first bundle is written; whether a step can follow it.
    pub fn first(&mut self, warp: WarpId, producer: u32) -> bool {
        let found = self.in_flight[warp.index()].iter_mut().find(|pending| pending.producer == producer);
        found.is_some_and(|pending| {
            pending.first = true;
            pending.chains
        })
    }

    /// It is over.
    pub fn done(&mut self, warp: WarpId, producer: u32) {
        let in_flight = &mut self.in_flight[warp.index()];
        if let Some(at) = in_flight.iter().position(|pending| pending.producer == producer) {
            in_flight.remove(at);
        }
    }
}
