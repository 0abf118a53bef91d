//! The core around the table: partitions started and ended, streams offered, the vector unit fed.

use heddle_contract::prt::{Config, In, Out, Prt, Ranges, op, reason};
use heddle_golden::Device;

use super::packs::Packs;
use super::registers::Registers;
use super::stream::{Stream, Wait};
use super::vector::VectorUnit;
use crate::system::SimError;
use crate::system::cta_dispatch::GridContext;
use crate::system::gpu::DEADLOCK_CYCLES;

/// A vector core: streams, the table, the vector unit.
pub(super) struct Machine<'c, D> {
    cfg: &'c Config,
    unit: &'c mut D,
    o: Out,
    streams: Vec<Option<Stream>>,
    vector: VectorUnit,
    /// A range did not fit, and none was given back since.
    full: bool,
    cycle: u64,
    moved: u64,
}

impl<'c, D: Device<Prt>> Machine<'c, D> {
    pub fn new(cfg: &'c Config, unit: &'c mut D) -> Machine<'c, D> {
        let streams = (0..cfg.partitions).map(|_| None).collect();
        Machine { cfg, unit, o: Out::default(), streams, vector: VectorUnit::new(), full: false, cycle: 0, moved: 0 }
    }
    pub fn unit(&self) -> &D {
        self.unit
    }

    /// Runs a grid to its end, or until it is enough.
    pub fn run(
        &mut self,
        ground: &mut GridContext,
        registers: &Registers,
        enough: &dyn Fn(&D) -> bool,
    ) -> Result<(), SimError> {
        if self.cfg.ranges == Ranges::Static {
            let (kernel_registers, kernel_masks) = (registers.data as u16, registers.masks as u8);
            let i = In { kernel_valid: true, kernel_registers, kernel_masks, ..In::default() };
            self.unit.step(&i, &mut self.o);
            self.cycle += 1;
            if self.o.kernel_refused {
                return Err(self.wrong("the kernel was refused, though its registers fit".into()));
            }
        }
        let mut packs = Packs::of(ground, self.cfg.partitions, self.cfg.lanes);
        self.moved = self.cycle;
        while !enough(self.unit) {
            packs.clear(|cta| {
                self.streams.iter().flatten().flat_map(|stream| &stream.seats).any(|seat| seat.cta == cta)
            });
            if packs.peek(ground)?.is_none() && packs.done() && self.streams.iter().all(Option::is_none) {
                return Ok(());
            }
            self.cycle(ground, registers, &mut packs)?;
        }
        Ok(())
    }

    fn cycle(&mut self, ground: &mut GridContext, registers: &Registers, packs: &mut Packs) -> Result<(), SimError> {
        let now = self.cycle;
        self.unit.peek(&mut self.o);
        let mut i = In::default();
        self.start(ground, registers, packs, &mut i)?;
        for (p, place) in self.streams.iter_mut().enumerate() {
            let Some(stream) = place else { continue };
            if stream.ready(now) {
                if stream.over(&packs.ctas) {
                    if !i.end_valid {
                        (i.end_valid, i.end_partition) = (true, p as u8);
                    }
                    continue;
                }
                if stream.advance(ground, registers, &mut packs.ctas)? {
                    self.moved = now;
                }
            }
            stream.offer(p, &mut i);
        }
        if let Some((p, at)) = self.vector.result(now) {
            (i.done_valid, i.done_kind, i.done_register) = (true, at.kind, at.register);
            if let Some(stream) = &mut self.streams[p] {
                stream.flying -= 1;
            }
        }
        i.issue_ready = !self.o.issue_valid || self.vector.takes(now, &self.o);
        self.unit.step(&i, &mut self.o);
        self.settle(&i, registers, packs).map_err(|what| self.wrong(what))?;
        self.cycle += 1;
        if self.cycle - self.moved > DEADLOCK_CYCLES {
            return Err(self.still(ground, packs));
        }
        Ok(())
    }

    /// Starts the next pack, if a partition is free.
    fn start(
        &mut self,
        ground: &GridContext,
        registers: &Registers,
        packs: &mut Packs,
        i: &mut In,
    ) -> Result<(), SimError> {
        let Some(free) = self.streams.iter().position(Option::is_none).filter(|_| !self.full) else { return Ok(()) };
        if let Some(pack) = packs.peek(ground)? {
            (i.start_valid, i.start_partition) = (true, free as u8);
            i.start_vl = pack.iter().map(|seat| seat.threads as u16).sum();
            (i.start_registers, i.start_masks) = (registers.data as u16, registers.masks as u8);
        }
        Ok(())
    }

    /// What the unit did with a cycle's input.
    fn settle(&mut self, i: &In, registers: &Registers, packs: &mut Packs) -> Result<(), String> {
        let o = &self.o;
        if o.issue_valid && i.issue_ready {
            self.moved = self.cycle;
            let p = usize::from(o.issue_partition);
            let stream = self.streams.get_mut(p).and_then(Option::as_mut);
            let stream = stream.ok_or_else(|| format!("an instruction of partition {p}, which does not run"))?;
            let vector = self.vector.take(self.cycle, o, stream)?;
            if vector.dst.kind == heddle_contract::prt::kind::NONE {
                stream.flying -= 1;
            }
            if vector.op == super::code::JOIN {
                stream.wait = Wait::Until(self.cycle + u64::from(o.issue_latency));
            }
        }
        for (p, place) in self.streams.iter_mut().enumerate() {
            let Some(stream) = place else { continue };
            let (offers, takes, refuses) = (i.fetch >> p & 1 == 1, o.take >> p & 1 == 1, o.refuse >> p & 1 == 1);
            if !offers || !(takes || refuses) {
                continue;
            }
            self.moved = self.cycle;
            let Some(vector) = stream.offers.pop_front() else { continue };
            let lacks = op::lookup(vector.op).is_none();
            if takes && lacks || refuses && !(lacks && o.refuse_reason[p] == reason::OPERATION) {
                let did = if takes { "taken" } else { "refused" };
                return Err(format!("partition {p}: {vector:?} was {did}"));
            }
            if takes {
                stream.taken.push_back(vector);
                stream.flying += 1;
            } else {
                stream.wait = Wait::Scalar;
            }
        }
        if i.end_valid {
            self.moved = self.cycle;
            self.full = false;
            self.streams[usize::from(i.end_partition)] = None;
            self.vector.close(i.end_partition.into());
        }
        if i.start_valid {
            self.full = o.start_refused && !i.end_valid;
            if o.start_refused
                && (self.cfg.ranges == Ranges::Static || self.streams.iter().all(Option::is_none) && !i.end_valid)
            {
                return Err("a partition was refused, though nobody has its registers".into());
            }
            if o.start_taken {
                self.moved = self.cycle;
                let p = usize::from(i.start_partition);
                self.streams[p] = Some(Stream::new(packs.next()));
                self.vector.open(self.cfg, p, registers.data, registers.masks);
            }
        }
        Ok(())
    }

    fn wrong(&self, what: String) -> SimError {
        SimError::Wrong { cycle: self.cycle, what }
    }

    /// Nothing moves: a barrier that not all reach, or a fault of our own.
    fn still(&self, ground: &GridContext, packs: &Packs) -> SimError {
        if let Some(fault) = packs.ctas.iter().flatten().find_map(|cta| cta.stuck(ground.image)) {
            return SimError::Run(fault.into());
        }
        let Some((p, stream)) = self.streams.iter().enumerate().find_map(|(p, stream)| Some((p, stream.as_ref()?)))
        else {
            return self.wrong("no progress: no partition runs, and none starts".into());
        };
        let (wait, flying, next) = (stream.wait, stream.flying, stream.offers.front());
        self.wrong(format!(
            "no progress: partition {p} waits for {wait:?}, has {flying} instructions on their way, and offers {next:?}"
        ))
    }
}
