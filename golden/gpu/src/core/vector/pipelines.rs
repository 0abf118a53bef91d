//! The vector unit behind the buffer: pipelines that are busy for as long as an instruction takes, results one a cycle, and what leaves the buffer
//! held against what was taken.

use heddle_contract::prt::op::{self, Class};
use heddle_contract::prt::{Config, MAX_PARTITIONS, Out, Ranges, SOURCES, kind, meta};
use heddle_golden::prt::Operand;

use super::code;
use super::lower::Vector;
use super::stream::Stream;
use crate::config::spec::{Timing, Vector as Machine};
use crate::memory::{VectorAccess, VectorPorts};
use crate::system::DelayQueue;

/// Kinds of pipelines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pipe {
    Load,
    Store,
    Alu,
    Divide,
    Fma,
}

/// How many kinds there are.
pub(super) const PIPES: usize = 5;

/// A vector instruction's code, by the code of its operation in the vector machine.
const OPERATIONS: [Option<(u8, Class)>; 1 << op::VECTOR_BITS] = {
    let mut operations = [None; 1 << op::VECTOR_BITS];
    let mut k = 0;
    while k < op::TABLE.len() {
        operations[op::TABLE[k].2 as usize] = Some((op::TABLE[k].0, op::TABLE[k].3));
        k += 1;
    }
    operations
};

/// What an instruction occupies: a kind of pipeline and the cycles that it is busy, and the cycles to its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cost {
    pipe: Option<(Pipe, u64)>,
    latency: u64,
}

/// What an instruction costs under a timing.
fn cost(machine: &Machine, op: u8, class: Class, vl: u32) -> Cost {
    let (length, beats) = (u64::from(vl), u64::from(vl.div_ceil(machine.beat)));
    let accesses = match op {
        code::LD => Some(Pipe::Load),
        _ if class == Class::Store => Some(Pipe::Store),
        _ => None,
    };
    let complex = |pipe| Cost { pipe: Some((pipe, length)), latency: length };
    const SIMPLE: Cost = Cost { pipe: None, latency: 1 };
    match (machine.timing, accesses) {
        (Timing::Unit | Timing::Memory, Some(port)) => complex(port),
        (Timing::Memory, None) => SIMPLE,
        (Timing::Unit, None) if class == Class::Simple => SIMPLE,
        (Timing::Unit, None) if exchanges(op) => complex(Pipe::Alu),
        (Timing::Unit, None) => complex(Pipe::Divide),
        (Timing::Pipes, Some(port)) => Cost { pipe: Some((port, beats)), latency: beats },
        (Timing::Pipes, None) => {
            let (pipe, beats, execute) = match op {
                code::JOIN => (Pipe::Alu, 1, machine.execute),
                _ if class == Class::Complex && !exchanges(op) => (Pipe::Divide, beats, machine.divides),
                _ if code::FLOATING.contains(&op) => (Pipe::Fma, beats, machine.execute),
                _ => (Pipe::Alu, beats, machine.execute),
            };
            Cost { pipe: Some((pipe, beats)), latency: beats - 1 + u64::from(execute) }
        }
    }
}

/// What goes from lane to lane.
fn exchanges(op: u8) -> bool {
    op == code::JOIN || op == code::SHFL
}

/// Registers of a partition, as far as they have shown.
#[derive(Debug, Clone, Copy, Default)]
struct Shown {
    /// By kind.
    base: [Option<u8>; 4],
    size: [u32; 4],
}

/// The vector unit.
pub(super) struct VectorUnit {
    machine: Machine,
    /// Until when each pipeline is busy.
    busy: [Vec<u64>; PIPES],
    /// Results, with their partitions.
    results: DelayQueue<(usize, Operand)>,
    /// What has no result, and ends.
    ends: DelayQueue<usize>,
    /// Registers that are still to be written, and whether a load does that.
    pending: Vec<(Operand, bool)>,
    shown: [Shown; MAX_PARTITIONS],
    /// Cycles that pipelines of each kind were taken for.
    pub taken: [u64; PIPES],
    /// Ports to memory, under the timing `pipes`.
    pub ports: VectorPorts,
    /// Accesses on their way: the partition, and what they write.
    accesses: Vec<(usize, Operand)>,
}

/// An instruction that was issued.
pub(super) struct Issued {
    pub vector: Vector,
    /// When it is over.
    pub until: u64,
}

impl VectorUnit {
    /// Of a vector machine, idle.
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

    /// A partition starts.
    pub fn open(&mut self, cfg: &Config, p: usize, data: u32, masks: u32) {
        let mut base = [None; 4];
        if cfg.ranges == Ranges::Static {
            (base[usize::from(kind::DATA)], base[usize::from(kind::MASK)]) =
                (Some((p as u32 * data) as u8), Some((p as u32 * masks) as u8));
        }
        base[usize::from(kind::META)] = Some(p as u8 * meta::COUNT);
        self.shown[p] = Shown { base, size: [0, data, masks, meta::COUNT.into()] };
    }
    /// It ends.
    pub fn close(&mut self, p: usize) {
        self.shown[p] = Shown::default();
    }

    fn cost_of(&self, o: &Out) -> Option<Cost> {
        let (op, class) = OPERATIONS[usize::from(o.issue_op)]?;
        Some(cost(&self.machine, op, class, o.issue_vl.into()))
    }

    /// The first cycle in which what is offered can be taken.
    pub fn takes(&self, o: &Out) -> u64 {
        let pipe = self.cost_of(o).and_then(|cost| cost.pipe);
        if let (Timing::Pipes, Some((port @ (Pipe::Load | Pipe::Store), _))) = (self.machine.timing, pipe) {
            return if self.ports.is_free(port == Pipe::Store) { 0 } else { u64::MAX };
        }
        pipe.map_or(0, |(pipe, _)| self.busy[pipe as usize].iter().copied().min().unwrap_or(0))
    }

    /// The result that is written in this cycle, the oldest that is there: one a cycle (D49).
    pub fn result(&mut self, now: u64) -> Option<(usize, Operand)> {
        let (p, at) = self.results.pop(now)?;
        self.pending.retain(|(pending, _)| *pending != at);
        Some((p, at))
    }
    /// A partition of which an instruction without a result has ended by this cycle.
    pub fn ended(&mut self, now: u64) -> Option<usize> {
        self.ends.pop(now)
    }
    /// Whether a result is there that could not be written.
    pub fn waits(&self, now: u64) -> bool {
        self.results.next().is_some_and(|due| due <= now)
    }
    /// When the next result is there, or the next instruction ends.
    pub fn next(&self) -> Option<u64> {
        self.results.next().into_iter().chain(self.ends.next()).min()
    }
    /// Whether a register of the partition is still to be written by a load; none if none that an instruction names is.
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

    /// Takes what is offered; it must be what its stream gave first, renamed to registers of that partition alone.
    pub fn take(&mut self, now: u64, o: &Out, stream: &mut Stream) -> Result<Issued, String> {
        let p = usize::from(o.issue_partition);
        let vector = stream.taken.pop_front().ok_or(format!("an instruction of partition {p}, which gave none"))?;
        let (code, class) = op::lookup(vector.op).ok_or("an operation that the table has not")?;
        let latency = if class == Class::Simple { 1 } else { stream.vl };
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

    /// An instruction that was issued accesses memory.
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
    /// Accesses that are over have their results, or end.
    pub fn finish_accesses(&mut self, now: u64) {
        while let Some(tag) = self.ports.over() {
            let (p, dst) = std::mem::replace(&mut self.accesses[tag as usize], (usize::MAX, Operand::default()));
            match dst.kind {
                kind::NONE => self.ends.push(now, p),
                _ => self.results.push(now, (p, dst)),
            }
        }
    }
    /// Counts cycles of ports to memory that were as they are.
    pub fn count(&mut self, cycles: u64) {
        let (loads, stores) = self.ports.taken();
        self.taken[Pipe::Load as usize] += loads * cycles;
        self.taken[Pipe::Store as usize] += stores * cycles;
    }

    /// Whether a register may stand for another.
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
