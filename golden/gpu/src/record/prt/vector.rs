//! The vector unit behind the buffer: pipelines that are busy for as long as an instruction takes, results one a cycle, and what leaves the buffer
//! held against what was taken.

use heddle_contract::prt::op::{self, Class};
use heddle_contract::prt::{Config, MAX_PARTITIONS, Out, Ranges, SOURCES, kind, meta};
use heddle_golden::prt::Operand;

use super::code;
use super::lower::Vector;
use super::stream::Stream;
use crate::system::DelayQueue;

/// Pipelines of each kind (V: execution units and memory ports as Aurora's; how many is assumed): loads, stores, other complex operations. Simple
/// ones take a cycle, and one is issued in a cycle.
const PIPES: [usize; 3] = [2, 2, 2];

/// An instruction's kind of pipeline; none if it is simple.
fn pipe(op: u8, class: Class) -> Option<usize> {
    match (op, class) {
        (_, Class::Simple) => None,
        (code::LD, _) => Some(0),
        (_, Class::Store) => Some(1),
        (_, Class::Complex) => Some(2),
    }
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
    /// Until when each pipeline is busy.
    busy: [Vec<u64>; 3],
    /// Results, with their partitions.
    results: DelayQueue<(usize, Operand)>,
    pending: Vec<Operand>,
    shown: [Shown; MAX_PARTITIONS],
}

impl VectorUnit {
    pub fn new() -> VectorUnit {
        let shown = [Shown::default(); MAX_PARTITIONS];
        VectorUnit { busy: PIPES.map(|count| vec![0; count]), results: DelayQueue::default(), pending: vec![], shown }
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

    /// Whether what is offered can be taken.
    pub fn takes(&self, now: u64, o: &Out) -> bool {
        let class = op::TABLE.iter().find(|entry| entry.2 == o.issue_op).map(|&(op, _, _, class)| (op, class));
        let pipe = class.and_then(|(op, class)| pipe(op, class));
        pipe.is_none_or(|pipe| self.busy[pipe].iter().any(|&until| until <= now))
    }

    /// The result that is written in this cycle.
    pub fn result(&mut self, now: u64) -> Option<(usize, Operand)> {
        let (p, at) = self.results.pop(now)?;
        self.pending.retain(|pending| *pending != at);
        Some((p, at))
    }

    /// Takes what is offered; it must be what its stream gave first, renamed to registers that are the partition's and nobody else's.
    pub fn take(&mut self, now: u64, o: &Out, stream: &mut Stream) -> Result<Vector, String> {
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
            if self.pending.contains(&to) {
                return Err(format!("partition {p}: {to:?} is read or written before its value is there"));
            }
        }
        if let Some(pipe) = pipe(vector.op, class)
            && let Some(free) = self.busy[pipe].iter_mut().find(|until| **until <= now)
        {
            *free = now + u64::from(latency);
        }
        if dst.kind != kind::NONE {
            self.pending.push(dst);
            self.results.push(now + u64::from(latency), (p, dst));
        }
        Ok(vector)
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
