//! The cycle of a vector core: the inputs of the renaming table, and the effects of its outputs.

use heddle_contract::prt::{In, Ranges, kind, op, reason};
use heddle_golden::Device;
use heddle_golden::prt::Prt;

use super::counters::Class;
use super::lower::{Reach, Vector};
use super::stream::{Stream, Wait};
use super::traffic::Recorded;
use super::{VectorCore, code};
use crate::base::{GridContext, SimError};
use crate::config::spec::Timing;

impl<D: Device<Prt>> VectorCore<D> {
    /// Simulates one cycle; returns whether the next one may differ without an outside event. That
    /// is decided by ports, so that a golden unit and RTL are stepped alike.
    pub(super) fn cycle(&mut self, now: u64, grid: &mut GridContext) -> Result<bool, SimError> {
        self.ready = self.vector.ready(now);
        let mut i = In { issue_ready: self.ready, ..In::default() };
        self.start(grid, &mut i)?;
        let mut stirs = self.advance(now, grid, &mut i)?;
        let result = self.vector.result(now);
        if let Some((p, at)) = result {
            (i.done_valid, i.done_kind, i.done_register) = (true, at.kind, at.register);
            self.leave_flight(p);
        }
        self.counters.late_results += u64::from(self.vector.waits(now));
        while let Some(p) = self.vector.ended(now) {
            self.leave_flight(p);
            stirs = true;
        }
        self.unit.step(&i, &mut self.o);
        let waits = if self.o.issue_valid { None } else { self.waits() };
        self.class = self.classify(&i, waits.map(|(class, _)| class));
        if self.lines.is_on() {
            self.blamed = self.blame(&i, waits.and_then(|(_, place)| place));
        }
        stirs |= self.settle(now, &i).map_err(|what| self.frame.wrong(now, &what))?;
        if let Some((_, at)) = result {
            self.vector.written(at);
        }
        if stirs {
            self.frame.status.moved = now;
        }
        Ok(stirs || i.start_valid || i.end_valid || i.done_valid || self.o.issue_valid)
    }

    /// Returns the next cycle in which the core has an event of its own; `u64::MAX` if there is
    /// none.
    pub(super) fn next_event(&self, now: u64) -> u64 {
        let frees = (self.class == Class::Pipeline).then(|| self.vector.frees(self.ready)).flatten();
        let streams = self.streams.iter().flatten().filter_map(Stream::due);
        let next = streams.chain(frees).chain(self.vector.next()).min();
        next.map_or(u64::MAX, |next| next.max(now + 1))
    }

    fn leave_flight(&mut self, p: usize) {
        if let Some(stream) = &mut self.streams[p] {
            stream.in_flight -= 1;
        }
    }

    /// Starts the next pack of the first stream that is free and has one.
    fn start(&mut self, grid: &GridContext, i: &mut In) -> Result<(), SimError> {
        if self.full {
            return Ok(());
        }
        for p in 0..self.streams.len() {
            if self.streams[p].is_some() || !self.packs.prepare(grid, p)? {
                continue;
            }
            if let (Some(prepared), Some(compiled)) = (self.packs.ready(), &self.compiled) {
                (i.start_valid, i.start_partition) = (true, p as u8);
                i.start_vl = prepared.pack.threads() as u16;
                (i.start_registers, i.start_masks) = (compiled.registers.data as u16, compiled.registers.masks as u8);
            }
            return Ok(());
        }
        Ok(())
    }

    /// Advances the programs of the streams and offers their instructions; returns whether the
    /// state of one changed.
    fn advance(&mut self, now: u64, grid: &mut GridContext, i: &mut In) -> Result<bool, SimError> {
        let Some(compiled) = &self.compiled else { return Ok(false) };
        let mut stirs = false;
        for (p, place) in self.streams.iter_mut().enumerate() {
            let Some(stream) = place else { continue };
            let before = stream.wait;
            if stream.ready(now) {
                if stream.over(&self.packs.running) {
                    if !i.end_valid {
                        (i.end_valid, i.end_partition) = (true, p as u8);
                    }
                    continue;
                }
                let place = stream.wants(&self.packs.running);
                stirs |= stream.advance(grid, compiled, &mut self.packs.running)?;
                let (instructions, threads) = std::mem::take(&mut stream.executed);
                self.core.instructions += instructions;
                self.core.thread_instructions += threads;
                self.core.text_instructions += threads;
                self.counters.active_elements += threads;
                if let Some(line) = place.and_then(|place| self.lines.at(place)) {
                    line.issued += instructions;
                    line.threads += threads;
                    line.diverged += std::mem::take(&mut stream.recorded.diverged);
                }
            }
            stirs |= stream.wait != before;
            stream.offer(p, i);
        }
        Ok(stirs)
    }

    /// Returns what the instructions at the heads of their streams, in the buffer, wait for in a
    /// cycle in which none is issued, and the place of the first that does: a pipeline if one waits
    /// for that alone, else a load, else another result; `None` if the buffer is empty.
    fn waits(&self) -> Option<(Class, Option<u32>)> {
        let waits = |(p, stream): (usize, &Option<Stream>)| {
            let stream = stream.as_ref()?;
            let class = match self.vector.awaits(p, stream.taken.front()?) {
                None => Class::Pipeline,
                Some(true) => Class::Load,
                Some(false) => Class::Operand,
            };
            Some((class, stream.place()))
        };
        let waiting = || self.streams.iter().enumerate().filter_map(waits);
        let first = |of: Class| waiting().find(|(class, _)| *class == of);
        [Class::Pipeline, Class::Load, Class::Operand].into_iter().find_map(first)
    }

    /// Returns the place of the instruction for which a cycle of this class is lost; `waiting` is
    /// that of the head of a stream that waits.
    fn blame(&self, i: &In, waiting: Option<u32>) -> Option<u32> {
        let mut streams = self.streams.iter().enumerate().filter_map(|(p, stream)| Some((p, stream.as_ref()?)));
        let mut first = |is: &dyn Fn(usize, &Stream) -> bool| {
            streams.find(|(p, stream)| is(*p, stream)).and_then(|(_, stream)| stream.place())
        };
        match self.class {
            Class::Pipeline | Class::Load | Class::Operand => waiting,
            Class::Join => first(&|_, stream| matches!(stream.wait, Wait::Joined(_))),
            Class::Scalar => first(&|_, stream| matches!(stream.wait, Wait::Refused | Wait::Scalar(_))),
            Class::Fetch => first(&|p, stream| i.fetch >> p & 1 == 1 || !stream.taken.is_empty()),
            _ => None,
        }
    }

    /// Returns the class of this cycle; `waits` is what the heads of streams wait for.
    fn classify(&self, i: &In, waits: Option<Class>) -> Class {
        if self.o.issue_valid {
            return Class::Issued;
        }
        if let Some(class) = waits {
            return class;
        }
        let any = |what: &dyn Fn(&Stream) -> bool| self.streams.iter().flatten().any(what);
        match () {
            _ if any(&|stream| matches!(stream.wait, Wait::Joined(_))) => Class::Join,
            _ if any(&|stream| matches!(stream.wait, Wait::Refused | Wait::Scalar(_))) => Class::Scalar,
            _ if i.fetch != 0 || any(&|stream| !stream.taken.is_empty()) => Class::Fetch,
            _ if i.start_valid || i.end_valid || any(&|stream| matches!(stream.wait, Wait::Start(_))) => {
                Class::Turnover
            }
            _ if any(&|_| true) => Class::Quiet,
            _ if self.packs.is_empty() => Class::Idle,
            _ => Class::Turnover,
        }
    }

    /// Updates the core with the unit's outputs of a cycle; returns whether instructions were taken
    /// or refused.
    fn settle(&mut self, now: u64, i: &In) -> Result<bool, String> {
        if self.o.issue_valid {
            self.issued(now)?;
        }
        let took = self.took(i)?;
        if i.end_valid {
            let p = usize::from(i.end_partition);
            self.full = false;
            if let Some(stream) = self.streams[p].take() {
                let others = self.streams.iter().flatten();
                let held = |cta| others.clone().flat_map(|other| other.pack.seats()).any(|seat| seat.cta == cta);
                let ended = self.packs.clear(&stream.pack, held);
                self.core.ctas += ended.len() as u64;
                self.frame.status.ended.extend(ended);
            }
            self.vector.close(p);
        }
        if i.start_valid {
            self.started(now, i)?;
        }
        Ok(took)
    }

    /// Passes an issued instruction from the buffer to the vector unit.
    fn issued(&mut self, now: u64) -> Result<(), String> {
        let p = usize::from(self.o.issue_partition);
        let stream = self.streams.get_mut(p).and_then(Option::as_mut);
        let stream = stream.ok_or_else(|| format!("an instruction of partition {p}, which does not run"))?;
        let issued = self.vector.take(now, &self.o, stream)?;
        if let Some(access) = stream.recorded.next(issued.vector.reach) {
            self.vector.access(p, &issued.vector, access);
        }
        self.core.issue_cycles += 1;
        self.counters.issue(&issued.vector, stream.vl);
        if issued.vector.op == code::JOIN {
            // the stream goes on when the JOIN is done
            stream.wait = Wait::Joined(issued.until);
        }
        Ok(())
    }

    /// Records the instructions that the multiplexer took, and those that it refused; returns
    /// whether there are any.
    fn took(&mut self, i: &In) -> Result<bool, String> {
        let o = &self.o;
        for (p, place) in self.streams.iter_mut().enumerate() {
            let Some(stream) = place else { continue };
            let (offers, takes, refuses) = (i.fetch >> p & 1 == 1, o.take >> p & 1 == 1, o.refuse >> p & 1 == 1);
            if !offers || !(takes || refuses) {
                continue;
            }
            let Some(vector) = stream.offers.pop_front() else { continue };
            let lacks = op::lookup(vector.op).is_none();
            if takes && lacks || refuses && !(lacks && o.refuse_reason[p] == reason::OPERATION) {
                let did = if takes { "taken" } else { "refused" };
                return Err(format!("partition {p}: {vector:?} was {did}"));
            }
            if takes {
                self.counters.taken += 1;
                stream.taken.push_back(vector);
                stream.in_flight += 1;
            } else {
                self.counters.refused += 1;
                stream.recorded.next(vector.reach);
                stream.wait = Wait::Refused;
            }
        }
        Ok(i.fetch & (o.take | o.refuse) != 0)
    }

    /// Opens a partition that has started; if it found no registers, records that they are full.
    fn started(&mut self, now: u64, i: &In) -> Result<(), String> {
        self.full = self.o.start_refused && !i.end_valid;
        let alone = self.streams.iter().all(Option::is_none) && !i.end_valid;
        if self.o.start_refused && (self.cfg.ranges == Ranges::Static || alone) {
            return Err("a partition was refused, though its registers are free".into());
        }
        let (Some(prepared), Some(compiled)) =
            (self.o.start_taken.then(|| self.packs.next()).flatten(), &self.compiled)
        else {
            return Ok(());
        };
        let p = usize::from(i.start_partition);
        let mut ctas: Vec<usize> = prepared.pack.seats().iter().map(|seat| seat.cta).collect();
        ctas.dedup();
        self.counters.packs += 1;
        self.counters.warps += ctas.len() as u64;
        self.counters.threads += u64::from(prepared.pack.threads());
        let recorded = match self.machine.timing {
            Timing::Unit | Timing::Memory => Recorded::off(),
            Timing::Pipes => Recorded::new(self.among.core, p, self.cfg.lanes),
        };
        self.streams[p] = Some(Stream::new(prepared, now + u64::from(self.machine.start), recorded));
        self.vector.open(&self.cfg, p, compiled.registers.data, compiled.registers.masks);
        Ok(())
    }
}

impl super::VectorCounters {
    /// Counts an instruction that is issued.
    fn issue(&mut self, vector: &Vector, vl: u32) {
        self.issued += 1;
        self.elements += u64::from(vl);
        match op::lookup(vector.op).map(|(_, class)| class) {
            Some(op::Class::Store) => self.stores += 1,
            Some(class) if class.is_simple() => self.simple += 1,
            Some(_) => self.complex += 1,
            None => {}
        }
        self.loads += u64::from(vector.op == code::LD);
        self.joins += u64::from(vector.op == code::JOIN);
        self.masks += u64::from(vector.op == code::MASK);
        let metadata = vector.op == code::MOV && vector.dst.kind == kind::META && vector.src[0].kind == kind::NONE;
        self.metadata += u64::from(metadata);
        self.spills += u64::from(matches!(vector.reach, Reach::Spilled(_)));
    }
}
