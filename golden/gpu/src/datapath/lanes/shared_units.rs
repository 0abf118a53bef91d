//! What lies around the lanes: shared memory's arbiter, the units, the ways to memory. Lanes are asked in turn.

use heddle_contract::lane::{Config, Lane};
use heddle_golden::Device;

use super::check;
use super::harness::{Flight, Side};
use crate::config::spec::Spec;
use crate::datapath::{Around, Difference};
use crate::mask::ones;
use crate::memory::{Access, AccessKind};
use crate::microop::{MemoryOp, Role, Unit};

/// The token of an access that nobody waits for.
pub(super) const NOBODY: u32 = u32::MAX;

/// The token of a lane's instruction.
pub(super) fn token(lane: usize, tag: u8) -> u32 {
    (lane as u32) << 8 | u32::from(tag)
}

/// Units that all lanes share: so many threads a cycle.
#[derive(Debug, Clone, Copy)]
struct Pool {
    width: u32,
    latency: u64,
    /// Threads taken that have not had their turn when cycle `since` began.
    owed: u32,
    since: u64,
}

impl Pool {
    fn new(width: u32, latency: u32) -> Pool {
        Pool { width, latency: latency.into(), owed: 0, since: 0 }
    }
    /// Takes a bundle of so many threads: when its results are there; none if others have the units.
    fn take(&mut self, now: u64, threads: u32) -> Option<u64> {
        let passed = u32::try_from(now - self.since).unwrap_or(u32::MAX);
        self.owed = self.owed.saturating_sub(passed.saturating_mul(self.width));
        self.since = now;
        if self.owed >= self.width {
            return None;
        }
        self.owed += threads;
        Some(now + self.latency + u64::from((self.owed - 1) / self.width))
    }
}

/// What a bank of shared memory gives in this cycle.
#[derive(Debug, Clone, Copy, Default)]
struct Grant {
    word: u64,
    /// Any number of readers share it.
    reads: bool,
}

/// Arbiter and units.
#[derive(Debug)]
pub(super) struct Outside {
    execute: u64,
    special: Pool,
    double: Pool,
    shared: u64,
    banks: u64,
    /// This cycle's: words that banks give, and whether the ways to memory are taken.
    grants: [Grant; 32],
    granted: usize,
    loads: bool,
    constants: bool,
}

impl Outside {
    pub fn new(spec: &Spec) -> Outside {
        let pipeline = &spec.pipeline;
        Outside {
            execute: pipeline.execute.into(),
            special: Pool::new(spec.core.sfus, pipeline.special),
            double: Pool::new(spec.core.doubles, pipeline.double),
            shared: spec.shared.latency.into(),
            banks: spec.shared.banks.into(),
            grants: [Grant::default(); 32],
            granted: 0,
            loads: false,
            constants: false,
        }
    }

    /// A cycle begins.
    pub fn begin(&mut self) {
        (self.granted, self.loads, self.constants) = (0, false, false);
    }

    /// Takes from a lane what can be taken in this cycle. `VALUES`: and holds it against the program.
    pub fn serve<D: Device<Lane>, const VALUES: bool>(
        &mut self,
        cfg: &Config,
        now: u64,
        lane: usize,
        side: &mut Side<D>,
        around: &mut Around,
    ) -> Result<(), Box<Difference>> {
        if side.o.ext_valid {
            self.external::<D, VALUES>(cfg, now, lane, side, around)?;
        }
        if side.o.req_valid {
            self.global::<D, VALUES>(cfg, now, lane, side, around)?;
        } else if side.o.shared_request != 0 {
            self.shared::<D, VALUES>(cfg, now, lane, side, around)?;
        }
        Ok(())
    }

    /// A bundle of operands. Those of a constant, as those of an access, go on together when all are known.
    fn external<D, const VALUES: bool>(
        &mut self,
        cfg: &Config,
        now: u64,
        lane: usize,
        side: &mut Side<D>,
        around: &mut Around,
    ) -> Result<(), Box<Difference>> {
        let (tag, bundle, slots) = (side.o.ext_tag, side.o.ext_bundle, side.o.ext_slots);
        let Some(flight) = &mut side.flights[usize::from(tag)] else { return Ok(()) };
        let Role::External(unit) = flight.micro.step.role else { return Ok(()) };
        let count = slots.count_ones();
        let last = flight.left <= count;
        let due = match unit {
            Unit::Special => self.special.take(now, count),
            Unit::Double => self.double.take(now, count),
            Unit::Constant if last && (self.constants || !around.constants.accepts()) => None,
            _ => Some(now + self.execute),
        };
        let Some(due) = due else { return Ok(()) };
        side.i.ext_ready = true;
        if VALUES {
            check::left(cfg, lane, flight, bundle, slots, 0, &side.o.ext_a)?;
            check::left(cfg, lane, flight, bundle, slots, 1, &side.o.ext_b)?;
            check::left(cfg, lane, flight, bundle, slots, 2, &side.o.ext_c)?;
        }
        // as a native comparison's, whose answer shows the cycle after
        flight.due = due + 1;
        let answers = flight.micro.step.target.is_some();
        match unit {
            Unit::Constant if last => {
                self.constants = true;
                let (access, _) = access(lane, tag, flight, AccessKind::Load, true);
                around.constants.push(now, access);
            }
            Unit::Constant => {}
            // nobody's result is known before everybody's operand
            Unit::Exchange if answers && last => side.res.push(due, tag, flight.micro.mask()),
            Unit::Exchange => {}
            _ if answers => side.res.push(due, tag, u64::from(slots) << (u32::from(bundle) * cfg.width)),
            _ => {}
        }
        side.leave(tag, count);
        Ok(())
    }

    /// A bundle of addresses: when all are known they go to the load/store unit together (3.4).
    fn global<D, const VALUES: bool>(
        &mut self,
        cfg: &Config,
        now: u64,
        lane: usize,
        side: &mut Side<D>,
        around: &mut Around,
    ) -> Result<(), Box<Difference>> {
        let (tag, bundle, slots) = (side.o.req_tag, side.o.req_bundle, side.o.req_slots);
        let Some(flight) = &mut side.flights[usize::from(tag)] else { return Ok(()) };
        let Role::Memory(reach, _) = flight.micro.step.role else { return Ok(()) };
        let last = flight.left <= slots.count_ones();
        if last && (self.loads || !around.loads.accepts()) {
            return Ok(());
        }
        side.i.req_ready = true;
        if VALUES {
            check::left(cfg, lane, flight, bundle, slots, 0, &side.o.req_addr)?;
            check::left(cfg, lane, flight, bundle, slots, 1, &side.o.req_data)?;
        }
        if last {
            self.loads = true;
            let answered = flight.micro.step.target.is_some();
            let (access, made) = access(lane, tag, flight, reach.kind(), answered);
            if made {
                around.loads.push(now, access);
            }
        }
        side.leave(tag, slots.count_ones());
        Ok(())
    }

    /// A bank gives one word a cycle, to all that read it; the others try again (3.5).
    fn shared<D, const VALUES: bool>(
        &mut self,
        cfg: &Config,
        now: u64,
        lane: usize,
        side: &mut Side<D>,
        around: &mut Around,
    ) -> Result<(), Box<Difference>> {
        let (tag, bundle, request) = (side.o.req_tag, side.o.req_bundle, side.o.shared_request);
        let Some(flight) = &side.flights[usize::from(tag)] else { return Ok(()) };
        let Role::Memory(reach, _) = flight.micro.step.role else { return Ok(()) };
        let reads = reach == MemoryOp::Load;
        let first = u32::from(bundle) * cfg.width;
        let addresses = flight.micro.expects(0);
        let mut slots = 0;
        for slot in ones(request.into()) {
            let word = addresses[first as usize + slot] / 4;
            let same = |grant: &&Grant| grant.word % self.banks == word % self.banks;
            match self.grants[..self.granted].iter().find(same) {
                Some(grant) if !(grant.reads && reads && grant.word == word) => continue,
                Some(_) => {}
                None => {
                    self.grants[self.granted] = Grant { word, reads };
                    self.granted += 1;
                }
            }
            slots |= 1 << slot;
        }
        around.counters.shared_conflicts += u64::from(slots != request);
        if slots == 0 {
            return Ok(());
        }
        side.i.shared_grant = slots;
        if VALUES {
            check::left(cfg, lane, flight, bundle, slots, 0, &side.o.req_addr)?;
            check::left(cfg, lane, flight, bundle, slots, 1, &side.o.req_data)?;
        }
        if flight.micro.step.target.is_some() {
            side.rsp.push(now + self.shared, tag, u64::from(slots) << first);
        }
        side.leave(tag, slots.count_ones());
        Ok(())
    }
}

/// A warp's access, all of whose addresses are known; whether there are any.
fn access(lane: usize, tag: u8, flight: &mut Flight, kind: AccessKind, answered: bool) -> (Access, bool) {
    let micro = &mut flight.micro;
    let addresses = micro.addresses.take();
    let made = addresses.is_some();
    let access = Access {
        token: if answered { token(lane, tag) } else { NOBODY },
        kind,
        bytes: micro.step.bytes(),
        threads: micro.mask(),
        addresses: addresses.unwrap_or_default(),
        warp: flight.slot as u32,
        answered,
    };
    (access, made)
}
