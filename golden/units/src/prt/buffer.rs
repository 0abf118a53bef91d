//! The instruction buffer, and the registers that are still to be written.

use heddle_contract::prt::op::Class;
use heddle_contract::prt::{Out, SOURCES, kind};

use super::registers::{Operand, Registers};

/// The greatest number of entries of the instruction buffer.
const MAX_ENTRIES: usize = 32;

/// A vector instruction in the instruction buffer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Entry {
    /// Partition of the instruction.
    pub partition: u8,
    /// Code of the vector instruction.
    pub op: u8,
    /// Class of the vector instruction.
    pub class: Class,
    /// Vector length of the instruction.
    pub vl: u16,
    /// Cycles that the instruction takes.
    pub latency: u16,
    /// Physical registers of the instruction: destination, sources, guard.
    pub operands: [Operand; SOURCES + 2],
    /// The immediate or the number of a scalar, passed through.
    pub imm: u32,
    /// Number of instructions that the partition's stream gave before this one since reset.
    /// Hardware lacks this number: the invariants check the order by it.
    pub number: u32,
}

impl Entry {
    /// Returns the physical destination register.
    pub fn dst(&self) -> Operand {
        self.operands[0]
    }
    /// Returns the physical mask register that guards the instruction; of no kind if there is none.
    pub fn guard(&self) -> Operand {
        self.operands[SOURCES + 1]
    }
}

/// The instruction buffer: its entries by age, and the registers that are still to be written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Buffer {
    /// Number of filled entries, which are the first ones.
    pub count: u8,
    /// Entries of the buffer, the oldest first.
    pub entries: [Entry; MAX_ENTRIES],
    /// Registers whose writer has left the buffer and is not done.
    pub pending: Registers,
    /// Mask of the entries that are free to go. It follows from the other fields, and is stored
    /// because each cycle reads it twice.
    pub free: u32,
}

impl Buffer {
    /// Returns the filled entries, the oldest first.
    #[inline]
    pub fn held(&self) -> &[Entry] {
        &self.entries[..usize::from(self.count)]
    }

    /// Whether the buffer has an entry of a partition.
    pub fn holds(&self, partition: u8) -> bool {
        self.held().iter().any(|entry| entry.partition == partition)
    }

    /// Whether none of an entry's registers is still to be written.
    #[inline]
    pub fn awaits_nothing(&self, entry: &Entry) -> bool {
        entry.operands.iter().all(|at| !self.pending.has(*at))
    }

    /// Returns the mask of the entries that are the oldest of their partitions and wait for no
    /// register.
    #[inline]
    pub(super) fn free_to_go(&self) -> u32 {
        let (mut passed, mut free) = (0u8, 0);
        for (n, entry) in self.held().iter().enumerate() {
            let own = 1 << entry.partition;
            if passed & own == 0 && self.awaits_nothing(entry) {
                free |= 1 << n;
            }
            passed |= own;
        }
        free
    }

    /// Returns the index of the entry that is issued if the pipelines of the classes in the mask
    /// `ready` can begin an instruction: the oldest one that is free to go and whose class is in
    /// it.
    #[inline]
    pub fn issued(&self, ready: u8) -> Option<usize> {
        let mut free = self.free;
        while free != 0 {
            let n = free.trailing_zeros() as usize;
            if self.entries[n].class.is_in(ready) {
                return Some(n);
            }
            free &= free - 1;
        }
        None
    }

    #[inline]
    pub(super) fn leave(&mut self, n: usize) {
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
    pub(super) fn show(&self, ready: u8, o: &mut Out) {
        let issued = self.issued(ready);
        o.issue_valid = issued.is_some();
        let Some(n) = issued else { return };
        let entry = &self.entries[n];
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
