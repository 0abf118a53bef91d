//! The vector unit behind the buffer: pipelines that are busy for as long as an instruction takes,
//! results one a cycle, and a comparison of what leaves the buffer with what was taken.

use heddle_contract::prt::op::{self, Class};
use heddle_contract::prt::{Config, MAX_PARTITIONS, Out, Ranges, SOURCES, kind, meta};
use heddle_golden::prt::Operand;

use super::code;
use super::lower::Vector;
use super::stream::Stream;
use crate::base::DelayQueue;
use crate::config::spec::{Timing, Vector as Machine};
use crate::memory::{VectorAccess, VectorPorts};

/// Kinds of pipelines of the vector unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pipe {
    Load,
    Store,
    Alu,
    Divide,
    Fma,
}

/// Number of kinds of pipelines.
pub(super) const PIPES: usize = 5;

/// Cost of an instruction: the kind of pipeline that it occupies and for how many cycles, and the
/// cycles to its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cost {
    pipe: Option<(Pipe, u64)>,
    latency: u64,
}

/// Returns the kind of pipeline that a class of operations occupies under a timing; `None` if there
/// is always one for it.
fn pipe(timing: Timing, class: Class) -> Option<Pipe> {
    match (timing, class) {
        (_, Class::Load) => Some(Pipe::Load),
        (_, Class::Store) => Some(Pipe::Store),
        (Timing::Memory, _) | (Timing::Unit, Class::Alu | Class::Fma) => None,
        (_, Class::Divide) => Some(Pipe::Divide),
        (_, Class::Fma) => Some(Pipe::Fma),
        (_, Class::Alu | Class::Exchange) => Some(Pipe::Alu),
    }
}

/// Returns the cost of an instruction under the machine's timing.
fn cost(machine: &Machine, op: u8, class: Class, vl: u32) -> Cost {
    let pipe = pipe(machine.timing, class);
    let beats = if op == code::JOIN { 1 } else { u64::from(vl.div_ceil(machine.beat)) };
    let (busy, latency) = match (machine.timing, class) {
        (Timing::Unit | Timing::Memory, _) if pipe.is_none() => (1, 1),
        (Timing::Unit | Timing::Memory, _) => (vl.into(), vl.into()),
        (Timing::Pipes, Class::Load | Class::Store) => (beats, beats),
        (Timing::Pipes, Class::Divide) => (beats, beats - 1 + u64::from(machine.divides)),
        (Timing::Pipes, _) => (beats, beats - 1 + u64::from(machine.execute)),
    };
    Cost { pipe: pipe.map(|pipe| (pipe, busy)), latency }
}

/// Physical registers of a partition, as far as instructions have shown them.
#[derive(Debug, Clone, Copy, Default)]
struct Shown {
    /// First register of each kind, and number of registers.
    base: [Option<u8>; 4],
    size: [u32; 4],
}

/// The vector unit: pipelines, results, and the registers that are still to be written.
pub(super) struct VectorUnit {
    machine: Machine,
    /// Cycle until which each pipeline is busy.
    busy: [Vec<u64>; PIPES],
    /// Results in flight, with their partitions.
    results: DelayQueue<(usize, Operand)>,
    /// Partitions of instructions in flight without a result.
    ends: DelayQueue<usize>,
    /// Registers that are still to be written, and whether by a load.
    pending: Vec<(Operand, bool)>,
    shown: [Shown; MAX_PARTITIONS],
    /// Number of cycles that pipelines of each kind were taken for.
    pub taken: [u64; PIPES],
    /// Ports to memory, under the timing `pipes`.
    pub ports: VectorPorts,
    /// Accesses in flight: the partition, and the register that they write.
    accesses: Vec<(usize, Operand)>,
}

/// An instruction that was issued.
pub(super) struct Issued {
    pub vector: Vector,
    /// Cycle in which the instruction is over.
    pub until: u64,
}

impl VectorUnit {
    /// Creates the vector unit of a machine, idle.
    pub fn new(machine: Machine, core: usize, line: u32) -> VectorUnit {
        let Machine { loads, stores, alu, divide, fma, .. } = machine;
        VectorUnit {
            busy: [loads, stores, alu, divide, fma].map(|count| vec![0; count as usize]),
            results: DelayQueue::default(),
            ends: DelayQueue::default(),
            pending: vec![],
            shown: [Shown::default(); MAX_PARTITIONS],
            taken: [0; PIPES],
            ports: VectorPorts::new(core, (loads, stores), machine.beat, line),
            accesses: vec![],
            machine,
        }
    }

    /// Opens partition `p`, with its numbers of data and mask registers.
    pub fn open(&mut self, cfg: &Config, p: usize, data: u32, masks: u32) {
        let mut base = [None; 4];
        if cfg.ranges == Ranges::Static {
            (base[usize::from(kind::DATA)], base[usize::from(kind::MASK)]) =
                (Some((p as u32 * data) as u8), Some((p as u32 * masks) as u8));
        }
        base[usize::from(kind::META)] = Some(p as u8 * meta::COUNT);
        self.shown[p] = Shown { base, size: [0, data, masks, meta::COUNT.into()] };
    }
    /// Closes partition `p`, which has ended.
    pub fn close(&mut self, p: usize) {
        self.shown[p] = Shown::default();
    }

    /// Returns the first cycle in which an instruction of a class can begin; `u64::MAX` if that
    /// depends on memory.
    fn begins(&self, class: Class) -> u64 {
        let Some(pipe) = pipe(self.machine.timing, class) else { return 0 };
        match (self.machine.timing, pipe) {
            (Timing::Pipes, Pipe::Load | Pipe::Store) if self.ports.is_free(pipe == Pipe::Store) => 0,
            (Timing::Pipes, Pipe::Load | Pipe::Store) => u64::MAX,
            _ => self.busy[pipe as usize].iter().copied().min().unwrap_or(0),
        }
    }
    /// Returns the mask of the classes of which an instruction can begin in this cycle.
    pub fn ready(&self, now: u64) -> u8 {
        Class::ALL.iter().fold(0, |ready, class| ready | u8::from(self.begins(*class) <= now) << *class as u8)
    }
    /// Returns the first cycle in which an instruction of a class can begin that is not in `ready`;
    /// `None` if that depends on memory, or all are.
    pub fn frees(&self, ready: u8) -> Option<u64> {
        let others = Class::ALL.iter().filter(|class| !class.is_in(ready));
        others.map(|class| self.begins(*class)).filter(|begins| *begins != u64::MAX).min()
    }

    /// Removes and returns the result that is written in this cycle, the oldest that is there: one
    /// a cycle (D49). `None` if there is none. Its register is awaited until it is
    /// [`written`](Self::written).
    pub fn result(&mut self, now: u64) -> Option<(usize, Operand)> {
        self.results.pop(now)
    }
    /// Ends a cycle in which a register was written.
    pub fn written(&mut self, at: Operand) {
        self.pending.retain(|(pending, _)| *pending != at);
    }
    /// Removes and returns a partition of which an instruction without a result has ended by this
    /// cycle; `None` if there is none.
    pub fn ended(&mut self, now: u64) -> Option<usize> {
        self.ends.pop(now)
    }
    /// Whether a result is there that could not be written.
    pub fn waits(&self, now: u64) -> bool {
        self.results.next().is_some_and(|due| due <= now)
    }
    /// Returns the cycle in which the next result is there, or the next instruction ends; `None` if
    /// nothing is in flight.
    pub fn next(&self) -> Option<u64> {
        self.results.next().into_iter().chain(self.ends.next()).min()
    }
    /// Whether a register that an instruction of the partition names is still to be written by a
    /// load; `None` if no such register is to be written.
    pub fn awaits(&self, p: usize, vector: &Vector) -> Option<bool> {
        let guard = vector.guard.map(|register| Operand { kind: kind::MASK, register });
        let names = vector.src.iter().chain([&vector.dst]).chain(&guard);
        let physical = |at: &Operand| {
            let base = self.shown[p].base[usize::from(at.kind)]?;
            Some(Operand { kind: at.kind, register: base + at.register })
        };
        let pending = |at: Operand| self.pending.iter().find(|(pending, _)| *pending == at).map(|(_, load)| *load);
        names.filter(|at| at.kind != kind::NONE).filter_map(|at| pending(physical(at)?)).reduce(|a, b| a | b)
    }

    /// Takes the issued instruction, which must be its stream's oldest, renamed to registers of
    /// that partition alone.
    pub fn take(&mut self, now: u64, o: &Out, stream: &mut Stream) -> Result<Issued, String> {
        let p = usize::from(o.issue_partition);
        let vector = stream.taken.pop_front().ok_or(format!("an instruction of partition {p}, which gave none"))?;
        let (code, class) = op::lookup(vector.op).ok_or("an operation that the table has not")?;
        let latency = if class.is_simple() { 1 } else { stream.vl };
        let told = (o.issue_op, u32::from(o.issue_vl), u32::from(o.issue_latency), o.issue_imm);
        let meant = (code, stream.vl, latency, vector.imm);
        if told != meant {
            return Err(format!(
                "partition {p}: operation, length, latency, constant are {told:?} and should be {meant:?}"
            ));
        }
        let own = |s: usize| Operand { kind: o.issue_src_kind[s], register: o.issue_src[s] };
        let dst = Operand { kind: o.issue_dst_kind, register: o.issue_dst };
        let guard = Operand { kind: if o.issue_guarded { kind::MASK } else { kind::NONE }, register: o.issue_guard };
        let virtual_guard = vector.guard.map_or(Operand::default(), |register| Operand { kind: kind::MASK, register });
        let pairs = (0..SOURCES).map(|s| (vector.src[s], own(s))).chain([(vector.dst, dst), (virtual_guard, guard)]);
        for (from, to) in pairs {
            self.renamed(p, from, to)?;
            if self.pending.iter().any(|(pending, _)| *pending == to) {
                return Err(format!("partition {p}: {to:?} is read or written before its value is there"));
            }
        }
        let Cost { pipe, latency } = cost(&self.machine, vector.op, class, stream.vl);
        let accesses = matches!(pipe, Some((Pipe::Load | Pipe::Store, _)));
        if dst.kind != kind::NONE {
            self.pending.push((dst, vector.op == code::LD));
        }
        if accesses && self.machine.timing == Timing::Pipes {
            // memory says when it is over
            return Ok(Issued { vector, until: u64::MAX });
        }
        if let Some((pipe, busy)) = pipe
            && let Some(free) = self.busy[pipe as usize].iter_mut().find(|until| **until <= now)
        {
            *free = now + busy;
            self.taken[pipe as usize] += busy;
        }
        let until = now + latency;
        if dst.kind == kind::NONE {
            self.ends.push(until, p);
        } else {
            self.results.push(until, (p, dst));
        }
        Ok(Issued { vector, until })
    }

    /// Starts the memory access of an instruction that was issued.
    pub fn access(&mut self, p: usize, vector: &Vector, access: VectorAccess) {
        let base = self.shown[p].base[usize::from(vector.dst.kind)].unwrap_or(0);
        let dst = match vector.dst.kind {
            kind::NONE => vector.dst,
            kind => Operand { kind, register: base + vector.dst.register },
        };
        let tag =
            self.accesses.iter().position(|(partition, _)| *partition == usize::MAX).unwrap_or(self.accesses.len());
        if tag == self.accesses.len() {
            self.accesses.push((p, dst));
        }
        self.accesses[tag] = (p, dst);
        self.ports.start(VectorAccess { tag: tag as u32, writes: vector.op != code::LD, ..access });
    }
    /// Passes accesses that are over to the results, or ends them.
    pub fn finish_accesses(&mut self, now: u64) {
        while let Some(tag) = self.ports.over() {
            let (p, dst) = std::mem::replace(&mut self.accesses[tag as usize], (usize::MAX, Operand::default()));
            match dst.kind {
                kind::NONE => self.ends.push(now, p),
                _ => self.results.push(now, (p, dst)),
            }
        }
    }
    /// Counts the taken ports to memory for `cycles` cycles in the present state.
    pub fn count(&mut self, cycles: u64) {
        let (loads, stores) = self.ports.taken();
        self.taken[Pipe::Load as usize] += loads * cycles;
        self.taken[Pipe::Store as usize] += stores * cycles;
    }

    /// Checks that a register may stand for another one under renaming.
    fn renamed(&mut self, p: usize, from: Operand, to: Operand) -> Result<(), String> {
        let wrong = |what: &str| Err(format!("partition {p}: {from:?} became {to:?}: {what}"));
        if from.kind != to.kind {
            return wrong("another kind");
        }
        let kind = usize::from(from.kind);
        if from.kind == kind::NONE {
            return Ok(());
        }
        let Some(base) = to.register.checked_sub(from.register) else { return wrong("below any range") };
        match self.shown[p].base[kind] {
            Some(known) if known != base => return wrong("not where the others are"),
            Some(_) => return Ok(()),
            None => self.shown[p].base[kind] = Some(base),
        }
        let range = |shown: &Shown| shown.base[kind].map(|base| u32::from(base)..u32::from(base) + shown.size[kind]);
        let Some(own) = range(&self.shown[p]) else { return Ok(()) };
        let others =
            self.shown.iter().enumerate().filter(|&(other, _)| other != p).filter_map(|(_, shown)| range(shown));
        for other in others {
            if own.start < other.end && other.start < own.end {
                return wrong("another partition's");
            }
        }
        Ok(())
    }
}
