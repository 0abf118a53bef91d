//! A vector core with SIMT-SIMD's partitioned renaming table, running programs (IV.A to IV.C, V).
//!
//! Warps are packed into partitions as far as the lanes go, each with a fetch unit. All threads of
//! a partition follow one path under masks: a branch writes candidate PCs, a JOIN finds the next
//! one, a mask instruction sets the active threads (Lorie and Strong). PTX becomes vrPTX one to
//! one, except vectors, which are cracked, and values in memory because registers are few (see
//! [`registers`]). Operations that the lookup table lacks are offered all the same, refused and
//! withdrawn; the scalar side then executes them, a thread a cycle, when the partition is quiet.
//! Instructions take the time that the timing says.
//!
//! Instructions from the buffer are compared with those of the streams: order, operation, length,
//! latency, constant; and each register must be renamed to one that is the partition's alone and
//! whose value is there. Values are the executor's: an instruction is executed when the front end
//! composes it.

pub(crate) mod buckets;
mod code;
pub(crate) mod counters;
mod counts;
mod cycle;
mod front;
mod lower;
pub(crate) mod packer;
mod packs;
mod pipelines;
mod plan;
mod registers;
mod stream;
mod traffic;
mod values;
#[cfg(test)]
mod worked;

use std::collections::BTreeMap;

use heddle_contract::prt::{Config, In, Out, Ranges};
use heddle_golden::Device;
use heddle_golden::prt::Prt;
use heddle_kernel::execute::{Cta, LowestPc};

use super::counted::CoreCounted;
use super::{Core, Frame};
use crate::base::{GridContext, SimError};
use crate::config::spec::Vector as Machine;
use crate::measure::lines::Lines;
use crate::measure::profile::{Component, Gauge};
use crate::memory::CoreLink;
use crate::microop::Program;
use crate::warps::{CoreCounters, CtaNeeds};
use counters::Class;
use front::Compiled;
use packs::{Among, Packs};
use pipelines::VectorUnit;
use stream::Stream;

pub(crate) use counters::VectorCounters;
pub(crate) use plan::counts_of;

/// A vector core: streams, the renaming table, the vector unit.
pub(crate) struct VectorCore<D> {
    frame: Frame,
    among: Among,
    cfg: Config,
    machine: Machine,
    unit: D,
    o: Out,
    streams: Vec<Option<Stream>>,
    packs: Packs,
    compiled: Option<Compiled>,
    /// Instructions that a partition of one warp issues in all trials, by kernel and size.
    counts: BTreeMap<u32, BTreeMap<u32, u64>>,
    vector: VectorUnit,
    /// Whether a range of registers did not fit, and none was freed since.
    full: bool,
    class: Class,
    /// Classes of operations that could begin in the last cycle, a bit each.
    ready: u8,
    /// Place of the instruction that is blamed for cycles like the last one.
    blamed: Option<u32>,
    counters: VectorCounters,
    core: CoreCounters,
    lines: Lines,
}

impl<D: Device<Prt>> VectorCore<D> {
    /// Creates core `number` of `cores`, empty; lines of the last-level cache have `line` bytes.
    pub fn new(
        (machine, line): (&Machine, u32),
        (number, cores): (usize, usize),
        gauge: Gauge,
        (cfg, unit): (Config, D),
    ) -> Self {
        VectorCore {
            frame: Frame::new(number, gauge, 0, false),
            among: Among { core: number, cores },
            streams: (0..cfg.partitions).map(|_| None).collect(),
            packs: Packs::none(),
            compiled: None,
            counts: BTreeMap::new(),
            vector: VectorUnit::new(machine.clone(), number, line),
            machine: machine.clone(),
            cfg,
            unit,
            o: Out::default(),
            full: false,
            class: Class::Idle,
            ready: 0,
            blamed: None,
            counters: VectorCounters::default(),
            core: CoreCounters::default(),
            lines: Lines::default(),
        }
    }
}

impl<D: Device<Prt>> Core for VectorCore<D> {
    const DISPATCHES: bool = true;
    type Control = LowestPc;

    fn frame(&self) -> &Frame {
        &self.frame
    }
    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }
    fn ctas(&self) -> impl Iterator<Item = &Cta<LowestPc>> {
        self.packs.running.iter().flatten()
    }

    fn begin(&mut self, now: u64, kernel: u32, grid: &GridContext, _: &CtaNeeds) -> Result<(), SimError> {
        self.count(now);
        let compiled = self.compile(grid)?;
        self.packs = self.plan(kernel, grid, &compiled)?;
        if self.cfg.ranges == Ranges::Static {
            let (kernel_registers, kernel_masks) = (compiled.registers.data as u16, compiled.registers.masks as u8);
            let i = In { kernel_valid: true, kernel_registers, kernel_masks, ..In::default() };
            self.unit.step(&i, &mut self.o);
            if self.o.kernel_refused {
                return Err(self.frame.wrong(now, "the kernel was refused, though its registers fit"));
            }
        }
        self.compiled = Some(compiled);
        self.frame.status.wake = now;
        Ok(())
    }

    fn tick<M: CoreLink>(
        &mut self,
        now: u64,
        grid: &mut GridContext,
        _: &Program,
        memory: &mut M,
    ) -> Result<(), SimError> {
        self.frame.gauge.set(Component::LoadStore);
        self.count(now);
        while let Some(reply) = memory.reply(self.among.core) {
            self.vector.ports.reply(&reply);
        }
        self.vector.finish_accesses(now);
        self.frame.gauge.set(Component::FrontEnd);
        let stirs = self.cycle(now, grid)?;
        grid.pass();
        self.frame.gauge.set(Component::LoadStore);
        let lines = &mut self.lines;
        self.vector.ports.tick(memory, |access, count| {
            if let Some(line) = access.place.and_then(|place| lines.at(place)) {
                line.transactions += count;
            }
        });
        let stirs = stirs || self.vector.ports.is_busy();
        self.frame.status.wake = if stirs { now + 1 } else { self.next_event(now) };
        self.frame.gauge.set(Component::Rest);
        Ok(())
    }

    fn count(&mut self, now: u64) {
        let cycles = self.frame.pass(now);
        self.counters.count(self.class, cycles);
        self.vector.count(cycles);
        if self.lines.is_on()
            && let Some(class) = self.class.lost()
        {
            self.lines.lose(self.blamed, class, cycles);
        }
        self.core.busy += if self.is_empty() { 0 } else { cycles };
    }

    fn is_empty(&self) -> bool {
        self.packs.is_empty() && self.streams.iter().all(Option::is_none)
    }

    fn lines(&mut self) -> &mut Lines {
        &mut self.lines
    }

    fn counted(&self) -> CoreCounted {
        let [busy_loads, busy_stores, busy_alu, busy_divide, busy_fma] = self.vector.taken;
        let vector = VectorCounters { busy_loads, busy_stores, busy_alu, busy_divide, busy_fma, ..self.counters };
        CoreCounted { core: self.core, vector, vector_memory: self.vector.ports.counters, ..CoreCounted::default() }
    }

    fn deadlock(&self, _: &GridContext) -> Vec<String> {
        let streams = self.streams.iter().enumerate().filter_map(|(p, stream)| Some((p, stream.as_ref()?)));
        let show = |(p, stream): (usize, &Stream)| {
            let Stream { wait, in_flight, offers, .. } = stream;
            let (core, next) = (self.among.core, offers.front());
            format!(
                "core {core}: partition {p} waits for {wait:?}, has {in_flight} instructions in flight, and offers {next:?}"
            )
        };
        streams.map(show).collect()
    }
}
