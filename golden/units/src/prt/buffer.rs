//! The instruction buffer, and the registers that are still to be written.

use heddle_contract::prt::{Out, SOURCES, kind};

use super::registers::{Operand, Registers};

/// The most entries.
const MAX_ENTRIES: usize = 32;

/// A vector instruction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Entry {
    /// Whose.
    pub partition: u8,
    /// Its code.
    pub op: u8,
    /// Its vector length.
    pub vl: u16,
    /// Cycles that it takes.
    pub latency: u16,
    /// Physical registers: destination, sources, guard.
    pub operands: [Operand; SOURCES + 2],
    /// What passes through.
    pub imm: u32,
    /// How many the partition's stream gave before it since reset. No hardware has this: the invariants tell by it what is in order.
    pub number: u32,
}

impl Entry {
    /// The physical destination.
    pub fn dst(&self) -> Operand {
        self.operands[0]
    }
    /// The physical mask register that guards it, if any.
    pub fn guard(&self) -> Operand {
        self.operands[SOURCES + 1]
    }
}

/// Entries by age, and what is pending.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Buffer {
    /// The entries that are filled, which are the first ones.
    pub count: u8,
    /// Oldest first.
    pub entries: [Entry; MAX_ENTRIES],
    /// Registers whose writer has left and is not done.
    pub pending: Registers,
    /// The entry that is offered. It follows from the rest, and is kept because it is asked for twice a cycle.
    pub offered: Option<u8>,
}

impl Buffer {
    /// The entries, oldest first.
    #[inline]
    pub fn held(&self) -> &[Entry] {
        &self.entries[..usize::from(self.count)]
    }

    /// Whether a partition has an entry.
    pub fn holds(&self, partition: u8) -> bool {
        self.held().iter().any(|entry| entry.partition == partition)
    }

    /// Whether nothing that an entry reads or writes is still to be written.
    #[inline]
    pub fn awaits_nothing(&self, entry: &Entry) -> bool {
        entry.operands.iter().all(|at| !self.pending.has(*at))
    }

    /// The oldest entry that is the oldest of its partition and awaits nothing.
    #[inline]
    pub(super) fn free_to_go(&self) -> Option<u8> {
        let mut passed = 0u8;
        for (n, entry) in self.held().iter().enumerate() {
            let own = 1 << entry.partition;
            if passed & own == 0 && self.awaits_nothing(entry) {
                return Some(n as u8);
            }
            passed |= own;
        }
        None
    }

    #[inline]
    pub(super) fn leave(&mut self, n: u8) {
        let n = usize::from(n);
        self.pending.insert(self.entries[n].dst());
        self.entries.copy_within(n + 1..usize::from(self.count), n);
        self.count -= 1;
    }

    #[inline]
    pub(super) fn enter(&mut self, entry: Entry) {
        self.entries[usize::from(self.count)] = entry;
        self.count += 1;
    }

    #[inline]
    pub(super) fn show(&self, o: &mut Out) {
        o.issue_valid = self.offered.is_some();
        let Some(n) = self.offered else { return };
        let entry = &self.entries[usize::from(n)];
        o.issue_partition = entry.partition;
        o.issue_op = entry.op;
        o.issue_vl = entry.vl;
        o.issue_latency = entry.latency;
        (o.issue_dst_kind, o.issue_dst) = (entry.dst().kind, entry.dst().register);
        for (s, source) in entry.operands[1..=SOURCES].iter().enumerate() {
            (o.issue_src_kind[s], o.issue_src[s]) = (source.kind, source.register);
        }
        o.issue_guarded = entry.guard().kind != kind::NONE;
        o.issue_guard = entry.guard().register;
        o.issue_imm = entry.imm;
    }
}
