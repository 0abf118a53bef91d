//! A naive model of the renaming table, with lists and sets, without optimisation.

use std::collections::BTreeSet;

use heddle_contract::prt::op::{self, Class};
use heddle_contract::prt::{Config, In, Out, Ranges, SOURCES, kind, reason};

/// Kind and physical register.
type Register = (u8, u32);

/// A partition that runs.
#[derive(Debug, Clone)]
pub struct Running {
    pub vl: u16,
    /// Physical registers, in the order of the partition's own numbers: data, masks, metadata.
    pub own: [Vec<u32>; 3],
}

#[derive(Debug, Clone)]
struct Instruction {
    partition: usize,
    code: u8,
    class: Class,
    vl: u16,
    latency: u16,
    dst: Option<Register>,
    sources: Vec<Option<Register>>,
    guard: Option<Register>,
    imm: u32,
}

#[derive(Debug, Clone, Default)]
pub struct Naive {
    pub running: Vec<Option<Running>>,
    kernel: Option<(u32, u32)>,
    last: Option<usize>,
    buffer: Vec<Instruction>,
    pub pending: BTreeSet<Register>,
}

/// The lowest run of `size` registers of `file` that none of `used` is in: every base is tried.
pub fn allocate(file: u32, used: &BTreeSet<u32>, size: u32) -> Option<Vec<u32>> {
    if size == 0 {
        return Some(Vec::new());
    }
    let mut bases = (0..file).map(|base| (base..base + size).collect::<Vec<u32>>());
    bases.find(|own| own.iter().all(|register| *register < file && !used.contains(register)))
}

impl Naive {
    pub fn new(cfg: &Config) -> Self {
        Naive { running: vec![None; cfg.partitions as usize], ..Naive::default() }
    }

    /// One cycle: outputs, then the edge.
    pub fn step(&mut self, cfg: &Config, i: &In) -> Out {
        let mut o = Out::default();
        let before = self.clone();
        if i.kernel_valid {
            let (registers, masks) = (i.kernel_registers.into(), i.kernel_masks.into());
            o.kernel_refused = cfg.partitions * registers > cfg.registers || cfg.partitions * masks > cfg.masks;
            if !o.kernel_refused {
                self.kernel = Some((registers, masks));
            }
        }
        if i.start_valid {
            let starting = before.start(cfg, i);
            (o.start_taken, o.start_refused) = (starting.is_some(), starting.is_none());
            if starting.is_some() {
                self.running[usize::from(i.start_partition)] = starting;
            }
        }
        if i.end_valid {
            self.running[usize::from(i.end_partition)] = None;
        }
        if let Some(at) = before.next(i.issue_ready) {
            before.buffer[at].show(&mut o);
            self.pending.extend(self.buffer.remove(at).dst);
        }
        if i.done_valid {
            assert!(self.pending.remove(&(i.done_kind, i.done_register.into())), "it was pending");
        }
        // streams one after the other, from the one behind the last
        let t = cfg.partitions as usize;
        let first = self.last.map_or(0, |last| last + 1);
        let free = cfg.entries as usize - before.buffer.len();
        let mut turns = free.min(cfg.width as usize);
        for p in (first..first + t).map(|p| p % t).filter(|p| i.fetch >> p & 1 == 1) {
            match before.translate(i, p) {
                Err(why) => {
                    o.refuse |= 1 << p;
                    o.refuse_reason[p] = why;
                    // an operation of the table has a turn, though its registers are another's
                    if turns > 0 && why == reason::REGISTER {
                        turns -= 1;
                        self.last = Some(p);
                    }
                }
                Ok(instruction) if turns > 0 => {
                    o.take |= 1 << p;
                    turns -= 1;
                    self.last = Some(p);
                    self.buffer.push(instruction);
                }
                Ok(_) => {}
            }
        }
        if i.reset {
            *self = Naive::new(cfg);
        }
        o
    }

    fn start(&self, cfg: &Config, i: &In) -> Option<Running> {
        if i.start_vl == 0 || u32::from(i.start_vl) > cfg.lanes {
            return None;
        }
        let p = u32::from(i.start_partition);
        let metas = (4 * p..4 * p + 4).collect();
        let (data, masks) = match cfg.ranges {
            Ranges::Static => {
                let (registers, masks) = self.kernel?;
                ((p * registers..(p + 1) * registers).collect(), (p * masks..(p + 1) * masks).collect())
            }
            Ranges::Dynamic => {
                let used = |which: usize| self.running.iter().flatten().flat_map(|r| r.own[which].clone()).collect();
                (
                    allocate(cfg.registers, &used(0), i.start_registers.into())?,
                    allocate(cfg.masks, &used(1), i.start_masks.into())?,
                )
            }
        };
        Some(Running { vl: i.start_vl, own: [data, masks, metas] })
    }

    fn translate(&self, i: &In, p: usize) -> Result<Instruction, u8> {
        let owner = self.running[p].as_ref().expect("who offers runs");
        let (_, _, code, class) = *op::TABLE.iter().find(|row| row.0 == i.fetch_op[p]).ok_or(reason::OPERATION)?;
        let rename = |kind: u8, register: u8| match kind {
            kind::NONE => Ok(None),
            _ => {
                let own = owner.own[usize::from(kind) - 1].get(usize::from(register));
                own.map(|physical| Some((kind, *physical))).ok_or(reason::REGISTER)
            }
        };
        let sources: Result<Vec<_>, u8> =
            (p * SOURCES..(p + 1) * SOURCES).map(|s| rename(i.fetch_src_kind[s], i.fetch_src[s])).collect();
        Ok(Instruction {
            partition: p,
            code,
            class,
            vl: owner.vl,
            latency: if let Class::Alu | Class::Fma = class { 1 } else { owner.vl },
            dst: rename(i.fetch_dst_kind[p], i.fetch_dst[p])?,
            sources: sources?,
            guard: if i.fetch_guarded >> p & 1 == 1 { rename(kind::MASK, i.fetch_guard[p])? } else { None },
            imm: i.fetch_imm[p],
        })
    }

    /// The oldest instruction that no older one of its partition, no pending register, and no busy
    /// pipeline holds back.
    fn next(&self, ready: u8) -> Option<usize> {
        (0..self.buffer.len()).find(|n| {
            let this = &self.buffer[*n];
            let mut registers = this.sources.iter().chain([&this.dst, &this.guard]).flatten();
            let begins = match this.class {
                Class::Alu => ready & 1,
                Class::Fma => ready & 2,
                Class::Exchange => ready & 4,
                Class::Divide => ready & 8,
                Class::Load => ready & 16,
                Class::Store => ready & 32,
            };
            begins != 0
                && self.buffer[..*n].iter().all(|older| older.partition != this.partition)
                && registers.all(|register| !self.pending.contains(register))
        })
    }
}

impl Instruction {
    fn show(&self, o: &mut Out) {
        let this = self;
        let shown = |at: Option<Register>| at.map_or((kind::NONE, 0), |(kind, register)| (kind, register as u8));
        o.issue_valid = true;
        (o.issue_partition, o.issue_op, o.issue_vl) = (this.partition as u8, this.code, this.vl);
        (o.issue_latency, o.issue_imm) = (this.latency, this.imm);
        (o.issue_dst_kind, o.issue_dst) = shown(this.dst);
        for (s, source) in this.sources.iter().enumerate() {
            (o.issue_src_kind[s], o.issue_src[s]) = shown(*source);
        }
        (o.issue_guarded, o.issue_guard) = (this.guard.is_some(), shown(this.guard).1);
    }
}
