//! Units around the lanes of a core: the arbiter of shared memory, the shared units, the ports to
//! memory. Lanes are served in turn.

use heddle_contract::lane::Config;
use heddle_golden::Device;
use heddle_golden::lane::Lane;

use super::check;
use super::harness::{InFlight, LaneHarness};
use crate::base::mask::ones;
use crate::config::spec::Spec;
use crate::datapath::ValueMismatch;
use crate::datapath::shared_banks::SharedBanks;
use crate::datapath::simt::{INTERVAL_OF, Intervals};
use crate::memory::{Access, AccessKind, Homes};
use crate::microop::{MemoryOp, Role, Unit};
use crate::warps::CorePorts;

/// Token of an access without a response.
pub(super) const NOBODY: u32 = u32::MAX;

/// Returns the token of a lane's instruction.
pub(super) fn token(lane: usize, tag: u8) -> u32 {
    (lane as u32) << 8 | u32::from(tag)
}

/// Units that all lanes share.
#[derive(Debug, Clone, Copy, Default)]
struct Pool {
    /// Time that threads taken have still needed when cycle `since` began, in parts of a cycle of
    /// which there are [`INTERVAL_OF`].
    owed: u32,
    since: u64,
}

impl Pool {
    /// Takes a bundle of `threads` threads, of which 32 occupy the units for `interval` cycles, and
    /// returns the cycle in which its results are there, `stages` after its last thread; `None` if
    /// the units are taken.
    fn take(&mut self, now: u64, threads: u32, interval: u32, stages: u32) -> Option<u64> {
        let passed = u32::try_from(now - self.since).unwrap_or(u32::MAX);
        self.owed = self.owed.saturating_sub(passed.saturating_mul(INTERVAL_OF));
        self.since = now;
        if self.owed >= INTERVAL_OF {
            return None;
        }
        self.owed += threads * interval;
        Some(now + u64::from(stages) + u64::from((self.owed - 1) / INTERVAL_OF))
    }
}

/// Arbiter and units that the lanes of a core share.
#[derive(Debug)]
pub(super) struct SharedUnits {
    execute: u64,
    special: Pool,
    double: Pool,
    double_stages: u32,
    intervals: Intervals,
    shared: u64,
    banks: SharedBanks,
    /// Whether the ports to memory are taken in this cycle.
    loads: bool,
    constants: bool,
    textures: bool,
}

impl SharedUnits {
    pub fn new(spec: &Spec) -> SharedUnits {
        let pipeline = &spec.pipeline;
        SharedUnits {
            execute: pipeline.execute.into(),
            special: Pool::default(),
            double: Pool::default(),
            double_stages: pipeline.double,
            intervals: Intervals::new(spec),
            shared: spec.shared.latency.into(),
            banks: SharedBanks::new(spec),
            loads: false,
            constants: false,
            textures: false,
        }
    }

    /// Begins a cycle, in which banks and ports are free.
    pub fn begin(&mut self) {
        self.banks.begin();
        (self.loads, self.constants, self.textures) = (false, false, false);
    }

    /// Takes the outputs of a lane that can be taken in this cycle. `VALUES`: values are compared
    /// with the program's.
    pub fn serve<D: Device<Lane>, const VALUES: bool>(
        &mut self,
        cfg: &Config,
        now: u64,
        lane: usize,
        harness: &mut LaneHarness<D>,
        ports: &mut CorePorts,
    ) -> Result<(), Box<ValueMismatch>> {
        if harness.o.ext_valid {
            self.external::<D, VALUES>(cfg, now, lane, harness, ports)?;
        }
        if harness.o.req_valid {
            self.global::<D, VALUES>(cfg, now, lane, harness, ports)?;
        } else if harness.o.shared_request != 0 {
            self.shared::<D, VALUES>(cfg, now, lane, harness, ports)?;
        }
        Ok(())
    }

    /// Takes a bundle of operands. Those of a constant, as those of an access, go on together when
    /// all are known.
    fn external<D, const VALUES: bool>(
        &mut self,
        cfg: &Config,
        now: u64,
        lane: usize,
        harness: &mut LaneHarness<D>,
        ports: &mut CorePorts,
    ) -> Result<(), Box<ValueMismatch>> {
        let (tag, bundle, slots) = (harness.o.ext_tag, harness.o.ext_bundle, harness.o.ext_slots);
        let Some(flight) = &mut harness.in_flight[usize::from(tag)] else { return Ok(()) };
        let Role::External(unit) = flight.op.step.role else { return Ok(()) };
        let count = slots.count_ones();
        let last = flight.left <= count;
        let answers = flight.op.step.target.is_some();
        let class = flight.op.step.class as usize;
        let due = match unit {
            Unit::Special => self.special.take(now, count, self.intervals.special[class], self.intervals.stages[class]),
            Unit::Double => self.double.take(now, count, self.intervals.double[class], self.double_stages),
            Unit::Constant if last && (self.constants || !ports.constants.accepts()) => None,
            Unit::Texture if last && answers && (self.textures || !ports.textures.accepts()) => None,
            _ => Some(now + self.execute),
        };
        let Some(due) = due else { return Ok(()) };
        harness.i.ext_ready = true;
        if VALUES {
            check::left(cfg, lane, flight, bundle, slots, 0, &harness.o.ext_a)?;
            check::left(cfg, lane, flight, bundle, slots, 1, &harness.o.ext_b)?;
            check::left(cfg, lane, flight, bundle, slots, 2, &harness.o.ext_c)?;
        }
        // as a native comparison's, whose answer shows the cycle after
        flight.due = due + 1;
        match unit {
            Unit::Constant if last => {
                self.constants = true;
                let (access, _) = access(lane, tag, flight, AccessKind::Load, true);
                ports.constants.push(now, access);
            }
            Unit::Texture if last && answers => {
                self.textures = true;
                let texels = std::mem::take(&mut flight.op.texels);
                let (access, _) = access(lane, tag, flight, AccessKind::Load, true);
                ports.textures.fetch(now, access, &texels);
            }
            Unit::Constant | Unit::Texture => {}
            // no thread's result is there before every thread's operand
            Unit::Exchange if answers && last => {
                let threads = flight.op.mask();
                harness.answer(cfg, due, tag, threads);
            }
            Unit::Exchange => {}
            _ if answers => harness.answer(cfg, due, tag, u64::from(slots) << (u32::from(bundle) * cfg.width)),
            _ => {}
        }
        harness.leave(tag, count);
        Ok(())
    }

    /// Takes a bundle of addresses: when all are known they go to the load/store unit together
    /// (3.4).
    fn global<D, const VALUES: bool>(
        &mut self,
        cfg: &Config,
        now: u64,
        lane: usize,
        harness: &mut LaneHarness<D>,
        ports: &mut CorePorts,
    ) -> Result<(), Box<ValueMismatch>> {
        let (tag, bundle, slots) = (harness.o.req_tag, harness.o.req_bundle, harness.o.req_slots);
        let Some(flight) = &mut harness.in_flight[usize::from(tag)] else { return Ok(()) };
        let Role::Memory(reach, _) = flight.op.step.role else { return Ok(()) };
        let last = flight.left <= slots.count_ones();
        if last && (self.loads || !ports.loads.accepts()) {
            return Ok(());
        }
        harness.i.req_ready = true;
        if VALUES {
            check::left(cfg, lane, flight, bundle, slots, 0, &harness.o.req_addr)?;
            check::left(cfg, lane, flight, bundle, slots, 1, &harness.o.req_data)?;
        }
        if last {
            self.loads = true;
            let answered = flight.op.step.target.is_some();
            let of = (flight.op.function, flight.op.instruction);
            let (access, made) = access(lane, tag, flight, reach.kind(), answered);
            if made {
                ports.load_store(now, Some(of), access);
            }
        }
        harness.leave(tag, slots.count_ones());
        Ok(())
    }

    /// Takes the requests of a bundle that shared memory grants. A bank supplies one word a cycle,
    /// to all threads that read it; the others try again (3.5).
    fn shared<D, const VALUES: bool>(
        &mut self,
        cfg: &Config,
        now: u64,
        lane: usize,
        harness: &mut LaneHarness<D>,
        ports: &mut CorePorts,
    ) -> Result<(), Box<ValueMismatch>> {
        let (tag, bundle, request) = (harness.o.req_tag, harness.o.req_bundle, harness.o.shared_request);
        let Some(flight) = &harness.in_flight[usize::from(tag)] else { return Ok(()) };
        let Role::Memory(reach, _) = flight.op.step.role else { return Ok(()) };
        let reads = reach == MemoryOp::Load;
        let first = u32::from(bundle) * cfg.width;
        let addresses = flight.op.operands(0);
        let mut slots = 0;
        for slot in ones(request.into()) {
            slots |= u8::from(self.banks.grant(addresses[first as usize + slot], reads)) << slot;
        }
        ports.counters.shared_conflicts += u64::from(slots != request);
        if slots == 0 {
            return Ok(());
        }
        harness.i.shared_grant = slots;
        if VALUES {
            check::left(cfg, lane, flight, bundle, slots, 0, &harness.o.req_addr)?;
            check::left(cfg, lane, flight, bundle, slots, 1, &harness.o.req_data)?;
        }
        if flight.op.step.target.is_some() {
            harness.answer(cfg, now + self.shared, tag, u64::from(slots) << first);
        }
        harness.leave(tag, slots.count_ones());
        Ok(())
    }
}

/// Returns a warp's access, all of whose addresses are known, and whether there are any.
fn access(lane: usize, tag: u8, flight: &mut InFlight, kind: AccessKind, answered: bool) -> (Access, bool) {
    let op = &mut flight.op;
    let addresses = op.addresses.take();
    let made = addresses.is_some();
    let access = Access {
        token: if answered { token(lane, tag) } else { NOBODY },
        kind,
        bytes: op.step.bytes(),
        threads: op.mask(),
        addresses: addresses.unwrap_or_default(),
        homes: Homes::of(&op.parts),
        answered,
    };
    (access, made)
}
