//! The coalescer: merges the addresses of a warp's threads into the fewest transactions, one a line
//! (STSIMT 3.4).
//!
//! Local memory is laid out so that threads of a warp that access the same word share a line: word
//! `w` of lane `l` lies at `4 * l` in a block of 128 bytes. Sixteen words of a warp follow each
//! other, then one block is left out, so that warps do not meet in the same sets of a cache; then
//! come the other warps of the core, the other cores, and the next sixteen words (all assumed).

use heddle_kernel::execute::{LOCAL, space_of};
use heddle_kernel::program::Space;

use super::access::{Access, AccessKind, Transaction};
use super::cache::SECTOR;
use crate::config::spec::Spec;

/// First address of local memory in the memory system's address space: far above all that a program
/// can allocate.
pub const LOCAL_BASE: u64 = 1 << 44;
/// Words of a warp's local memory that lie together.
const CHUNK: u64 = 16;
/// Bytes of a word of local memory for all lanes.
const BLOCK: u64 = 128;

/// The map from a core's accesses to transactions, with the layout of local memory.
#[derive(Debug, Clone)]
pub(super) struct Coalescer {
    line: u64,
    /// Warps of the GPU, and warps of the cores before this one.
    warps: u64,
    before: u64,
}

impl Coalescer {
    pub fn new(spec: &Spec, core: usize) -> Coalescer {
        let warps = u64::from(spec.core.warps.max(spec.vt.warps));
        Coalescer { line: spec.l1.line.into(), warps: warps * u64::from(spec.core.count), before: warps * core as u64 }
    }
    /// Fills in the transactions of an access, in the order of the first thread of each; returns
    /// whether a thread is in several.
    pub fn split(&self, access: &Access, transactions: &mut Vec<Transaction>) -> bool {
        let writes = access.kind != AccessKind::Load;
        let mut into = Into { line: self.line, transactions, writes, seen: 0, split: false };
        let mut left = access.threads & u64::from(u32::MAX);
        while left != 0 {
            let lane = left.trailing_zeros() as u64;
            left &= left - 1;
            let address = access.addresses[lane as usize];
            if space_of(address) != Space::Local {
                into.add(address, access.bytes.into(), lane);
                continue;
            }
            let (mut at, end) = (address, address + u64::from(access.bytes));
            while at < end {
                let next = (at / 4 * 4 + 4).min(end);
                let (warp, thread) = access.homes.find(lane);
                into.add(self.local(at - LOCAL, warp, thread), next - at, lane);
                at = next;
            }
        }
        into.split
    }
    /// Returns the address in the memory system of a byte of a thread's local memory.
    pub fn local(&self, byte: u64, warp: u64, lane: u64) -> u64 {
        let word = byte / 4;
        let chunk = word / CHUNK * self.warps + self.before + warp;
        LOCAL_BASE + (chunk * (CHUNK + 1) + word % CHUNK) * BLOCK + lane * 4 + byte % 4
    }
}

struct Into<'a> {
    line: u64,
    transactions: &'a mut Vec<Transaction>,
    /// Whether the touched bytes are recorded, as for writes.
    writes: bool,
    seen: u64,
    split: bool,
}

impl Into<'_> {
    /// Adds consecutive bytes that a lane accesses.
    fn add(&mut self, address: u64, bytes: u64, lane: u64) {
        let (mut at, end) = (address, address.saturating_add(bytes.max(1)));
        if let Some(last) = self.transactions.last_mut().filter(|_| !self.writes && self.seen >> lane & 1 == 0)
            && (last.line..=end).contains(&address)
            && end - last.line <= self.line
        {
            // most often a neighbour
            last.threads |= 1 << lane;
            self.seen |= 1 << lane;
            return;
        }
        while at < end {
            let line = at & !(self.line - 1);
            let next = end.min(line.saturating_add(self.line));
            self.line(line, at - line, next - line, 1 << lane);
            at = next;
        }
    }
    fn line(&mut self, line: u64, from: u64, to: u64, thread: u64) {
        let place = self.transactions.iter().rposition(|other| other.line == line);
        let place = place.unwrap_or_else(|| {
            self.transactions.push(Transaction { line, threads: 0, written: [0; 8], done: false });
            self.transactions.len() - 1
        });
        let transaction = &mut self.transactions[place];
        if transaction.threads & thread == 0 {
            self.split |= self.seen & thread != 0;
            self.seen |= thread;
            transaction.threads |= thread;
        }
        if !self.writes {
            return;
        }
        let (mut at, sector) = (from, u64::from(SECTOR));
        while at < to {
            let next = to.min(at / sector * sector + sector);
            transaction.written[(at / sector) as usize & 7] |= (((1u64 << (next - at)) - 1) << (at % sector)) as u32;
            at = next;
        }
    }
}

impl Transaction {
    /// Returns two masks of the sectors of 32 bytes of a transaction's line, a bit each: those of
    /// which a byte is written, and those of which all bytes are written.
    pub fn sectors(&self) -> (u8, u8) {
        let bits = |is: fn(&u32) -> bool| (0..8).fold(0, |all, at| all | u8::from(is(&self.written[at])) << at);
        (bits(|&bytes| bytes != 0), bits(|&bytes| bytes == u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::base::ids::{Part, WarpId};
    use crate::memory::Homes;

    fn coalescer(line: u64) -> Coalescer {
        Coalescer { line, warps: 30 * 32, before: 7 * 32 }
    }

    #[test]
    fn as_sets_of_bytes() {
        let mut random = 1u64;
        let mut next = |end: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % end
        };
        for step in 0..3000 {
            let line = [32, 64, 128, 256][step % 4];
            let bytes = [1, 2, 4, 8, 16, 12][next(6) as usize];
            // unaligned ones straddle lines
            let addresses = Box::new(std::array::from_fn(|_| match step % 3 {
                0 => 0x1000_0000 + next(1024),
                1 => 0x1000_0000 + next(1 << 20),
                _ => LOCAL + next(300),
            }));
            let threads = next(1 << 32);
            let kind = if step % 2 == 0 { AccessKind::Store } else { AccessKind::Load };
            let access = Access { token: 0, kind, bytes, threads, addresses, homes: Homes::One(3), answered: false };
            let it = coalescer(line);
            let mut lines: BTreeMap<u64, (u64, BTreeSet<u64>)> = BTreeMap::new();
            for lane in (0..32).filter(|lane| threads >> lane & 1 == 1) {
                for byte in access.addresses[lane]..access.addresses[lane] + u64::from(bytes) {
                    let at = if byte < 0x1000_0000 { it.local(byte - LOCAL, 3, lane as u64) } else { byte };
                    let entry = lines.entry(at / line * line).or_default();
                    entry.0 |= 1 << lane;
                    entry.1.insert(at % line);
                }
            }
            let mut transactions = vec![];
            let split = it.split(&access, &mut transactions);
            assert_eq!(transactions.len(), lines.len());
            let mut seen = 0;
            let mut twice = false;
            for transaction in &transactions {
                let (threads, written) = &lines[&transaction.line];
                assert_eq!(transaction.threads, *threads);
                twice |= seen & threads != 0;
                seen |= threads;
                if kind == AccessKind::Load {
                    continue;
                }
                let bits = |sector: usize| (0..32).filter(move |bit| transaction.written[sector] >> bit & 1 == 1);
                let all: BTreeSet<u64> = (0..8).flat_map(|at| bits(at).map(move |bit| at as u64 * 32 + bit)).collect();
                assert_eq!(all, *written);
                let (touched, whole) = transaction.sectors();
                for sector in 0..8 {
                    let count = written.range(sector * 32..sector * 32 + 32).count();
                    assert_eq!((touched >> sector & 1, whole >> sector & 1), ((count > 0) as u8, (count == 32) as u8));
                }
            }
            assert_eq!(split, twice);
        }
    }

    /// Warps that wait without a slot have local memory of their own, too.
    #[test]
    fn local_memory_is_by_warp_and_not_by_slot() {
        let spec = crate::config::Config::shipped("vt").unwrap().spec;
        let last = u64::from(spec.vt.warps) - 1;
        assert!(last >= u64::from(spec.core.warps));
        let (here, next) = (Coalescer::new(&spec, 0), Coalescer::new(&spec, 1));
        let lines: BTreeSet<u64> =
            (0..=last).flat_map(|warp| [&here, &next].map(|it| it.local(0, warp, 0) / BLOCK)).collect();
        assert_eq!(lines.len() as u64, 2 * (last + 1), "two warps share a line");
    }

    /// Threads of a compacted warp keep the local memory of their home warps.
    #[test]
    fn local_memory_of_a_compacted_warp_is_that_of_its_home_warps() {
        let part = |warp, threads| Part { warp: WarpId(warp), lane: 0, threads, members: threads };
        let homes = Homes::of(&[part(3, 0xffff), part(5, 0xffff_0000)]);
        let (kind, addresses) = (AccessKind::Load, Box::new([LOCAL; 32]));
        let threads = u64::from(u32::MAX);
        let access = Access { token: 0, kind, bytes: 4, threads, addresses, homes, answered: false };
        let (it, mut transactions) = (Coalescer { line: 64, warps: 8, before: 0 }, vec![]);
        it.split(&access, &mut transactions);
        let lines = transactions.iter().map(|transaction| (transaction.line, transaction.threads));
        assert!(lines.eq([(it.local(0, 3, 0), 0xffff), (it.local(0, 5, 16), 0xffff_0000)]));
    }

    #[test]
    fn local_words_do_not_meet() {
        let mut seen = BTreeSet::new();
        for core in 0..2 {
            let it = Coalescer { line: 128, warps: 2 * 3, before: core * 3 };
            for warp in 0..3 {
                for byte in 0..40 * 4 {
                    for lane in [0, 1, 31] {
                        let at = it.local(byte, warp, lane);
                        assert!(at >= LOCAL_BASE && seen.insert(at), "two bytes at one place");
                        // one line for all lanes' bytes of a word
                        assert_eq!(at / BLOCK, it.local(byte / 4 * 4, warp, 0) / BLOCK);
                    }
                }
            }
        }
    }
}
