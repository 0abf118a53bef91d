//! What lies around the lanes: memory, and the units that they share. Everything that leaves a lane is compared with the program.

use heddle_contract::lane::{Config, MAX_WIDTH};
use heddle_kernel::program::FunctionId;

use super::side::{Answer, Flight, Side};
use crate::mask::ones;
use crate::microop::{MemoryOp, Role, Source, UNITS};
use crate::system::DelayQueue;

/// Cycles from global memory's acceptance to its answer: between a hit in L1 and DRAM (assumed).
const GLOBAL: u64 = 200;
/// The same of shared memory (assumed: Fermi's lies near 30).
const SHARED: u64 = 28;
/// Banks of shared memory, 4 bytes wide (STSIMT table III: Fermi's).
const BANKS: u64 = 32;
/// Bytes of a transaction; the load/store unit makes one a cycle of the bundles of an instruction that lie together (3.4).
const LINE: u64 = 128;
/// Transactions that the load/store unit puts off at most, before it takes no more.
const QUEUE: u64 = 16;
/// The same of the shared units, in latencies of the lane's pipeline (assumed).
const SLOW: u64 = 4;

/// What left a lane is not what the program says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Differs {
    pub lane: usize,
    pub tag: u8,
    /// Source a, b or c; of an access: 0 for the address, 1 for data.
    pub operand: usize,
    pub thread: usize,
    pub here: u64,
    pub program: u64,
}

/// Predicates that come to the front end, or what it waited for.
#[derive(Debug, Clone)]
pub(super) struct Arrival {
    pub warp: usize,
    pub function: FunctionId,
    pub flags: Vec<u32>,
}

/// Memory and shared units.
#[derive(Debug, Default)]
pub(super) struct Around {
    /// Which lane is asked first.
    turn: usize,
    /// Transactions that are put off.
    debt: u64,
    /// Of each lane the instruction that it sends and the lines that this one has asked for.
    lines: Vec<(u64, Vec<u64>)>,
    pub arrivals: DelayQueue<Arrival>,
}

impl Around {
    pub fn new(lanes: usize) -> Around {
        Around { lines: vec![(0, vec![]); lanes], ..Around::default() }
    }

    /// Takes from the lanes what can be taken in this cycle.
    pub fn serve(&mut self, cfg: &Config, now: u64, sides: &mut [Side]) -> Result<(), Differs> {
        self.debt = self.debt.saturating_sub(1);
        let mut busy = [false; UNITS];
        let mut banks = [None; BANKS as usize];
        for n in 0..sides.len() {
            let lane = (self.turn + n) % sides.len();
            let side = &mut sides[lane];
            if side.o.ext_valid {
                self.external(cfg, now, lane, side, &mut busy)?;
            }
            if side.o.req_valid && self.debt < QUEUE {
                self.global(cfg, now, lane, side)?;
            } else if side.o.shared_request != 0 {
                shared(cfg, now, lane, side, &mut banks)?;
            }
        }
        self.turn = (self.turn + 1) % sides.len();
        Ok(())
    }

    fn external(
        &mut self,
        cfg: &Config,
        now: u64,
        lane: usize,
        side: &mut Side,
        busy: &mut [bool; UNITS],
    ) -> Result<(), Differs> {
        let (tag, bundle, slots) = (side.o.ext_tag, side.o.ext_bundle, side.o.ext_slots);
        let Some(flight) = side.flights.get_mut(tag as usize).and_then(Option::as_mut) else { return Ok(()) };
        let Role::External(unit) = flight.micro.step.role else { return Ok(()) };
        if unit.is_shared() && std::mem::replace(&mut busy[unit as usize], true) {
            return Ok(());
        }
        side.i.ext_ready = true;
        for (s, values) in [side.o.ext_a, side.o.ext_b, side.o.ext_c].iter().enumerate() {
            if flight.micro.step.sources[s] != Source::Nothing {
                compare(cfg, lane, tag, flight, bundle, slots, s, values)?;
            }
        }
        flight.left = flight.left.saturating_sub(slots.count_ones());
        let latency = u64::from(cfg.latency) * if unit.is_shared() { SLOW } else { 1 };
        let due = now + latency.max(1);
        if flight.micro.step.target.is_some() {
            side.res.push(due, answer(cfg, flight, tag, bundle, slots));
        } else if flight.left == 0 {
            let (warp, function) = (flight.warp, flight.micro.function);
            self.arrivals.push(due, Arrival { warp, function, flags: flight.micro.flags.clone() });
        }
        Ok(())
    }

    fn global(&mut self, cfg: &Config, now: u64, lane: usize, side: &mut Side) -> Result<(), Differs> {
        let (tag, bundle, slots) = (side.o.req_tag, side.o.req_bundle, side.o.req_slots);
        side.i.req_ready = true;
        let Some(flight) = side.flights.get_mut(tag as usize).and_then(Option::as_mut) else { return Ok(()) };
        access(cfg, lane, tag, flight, bundle, slots, &side.o.req_addr, &side.o.req_data)?;
        let (age, lines) = &mut self.lines[lane];
        if *age != flight.age {
            *age = flight.age;
            lines.clear();
        }
        for slot in ones(slots.into()) {
            let line = side.o.req_addr[slot] / LINE;
            if !lines.contains(&line) {
                lines.push(line);
                self.debt += 1;
            }
        }
        if flight.micro.step.target.is_some() {
            side.rsp.push(now + GLOBAL + self.debt, answer(cfg, flight, tag, bundle, slots));
        }
        Ok(())
    }
}

/// A bank takes one word a cycle, and gives it to all that want it; those of other lanes try again (3.5).
fn shared(
    cfg: &Config,
    now: u64,
    lane: usize,
    side: &mut Side,
    banks: &mut [Option<(u64, bool)>; BANKS as usize],
) -> Result<(), Differs> {
    let (tag, bundle) = (side.o.req_tag, side.o.req_bundle);
    let Some(flight) = side.flights.get_mut(tag as usize).and_then(Option::as_mut) else { return Ok(()) };
    let reads = matches!(flight.micro.step.role, Role::Memory(MemoryOp::Load, _));
    for slot in ones(side.o.shared_request.into()) {
        let word = side.o.req_addr[slot] / 4;
        let bank = &mut banks[(word % BANKS) as usize];
        if bank.is_none() || (*bank == Some((word, true)) && reads) {
            *bank = Some((word, reads));
            side.i.shared_grant |= 1 << slot;
        }
    }
    let slots = side.i.shared_grant;
    if slots == 0 {
        return Ok(());
    }
    access(cfg, lane, tag, flight, bundle, slots, &side.o.req_addr, &side.o.req_data)?;
    if flight.micro.step.target.is_some() {
        side.rsp.push(now + SHARED, answer(cfg, flight, tag, bundle, slots));
    }
    Ok(())
}

/// Address and data.
#[allow(clippy::too_many_arguments)]
fn access(
    cfg: &Config,
    lane: usize,
    tag: u8,
    flight: &Flight,
    bundle: u8,
    slots: u8,
    addresses: &[u64; MAX_WIDTH],
    data: &[u64; MAX_WIDTH],
) -> Result<(), Differs> {
    compare(cfg, lane, tag, flight, bundle, slots, 0, addresses)?;
    if flight.micro.step.sources[1] != Source::Nothing {
        compare(cfg, lane, tag, flight, bundle, slots, 1, data)?;
    }
    Ok(())
}

#[allow(clippy::too_many_arguments)]
fn compare(
    cfg: &Config,
    lane: usize,
    tag: u8,
    flight: &Flight,
    bundle: u8,
    slots: u8,
    operand: usize,
    values: &[u64; MAX_WIDTH],
) -> Result<(), Differs> {
    for slot in ones(slots.into()) {
        let thread = (u32::from(bundle) * cfg.width) as usize + slot;
        let program = flight.micro.expects(operand)[thread];
        if values[slot] != program {
            return Err(Differs { lane, tag, operand, thread, here: values[slot], program });
        }
    }
    Ok(())
}

fn answer(cfg: &Config, flight: &Flight, tag: u8, bundle: u8, slots: u8) -> Answer {
    let mut data = [0; MAX_WIDTH];
    for slot in ones(slots.into()) {
        data[slot] = flight.micro.result((u32::from(bundle) * cfg.width) as usize + slot);
    }
    Answer { tag, bundle, slots, data }
}
