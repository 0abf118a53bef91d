//! A data cache with memory behind it: when the lines of an access are there.

use std::collections::BTreeSet;

use heddle_kernel::execute::AccessKind;
use heddle_kernel::program::Space;

use crate::record::seen::Access;

/// Cycles from an arithmetic instruction to one that needs its result (VWS table 1).
pub const ALU: u64 = 10;
/// The same for a load that hits, or reads shared memory (assumed: the papers do not tell).
pub const HIT: u64 = 30;
/// The same for one that misses and finds memory idle (assumed).
pub const MISS: u64 = 200;
/// Bytes that memory gives a cycle (VWS table 1).
const BANDWIDTH: u64 = 32;

/// When an instruction's result is there, and whether memory made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Served {
    /// The cycle.
    pub due: u64,
    /// It loaded something.
    pub memory: bool,
}

/// A set-associative cache, the line that was not used for longest going first; stores pass it by.
#[derive(Debug, Clone)]
pub struct Cache {
    line: u64,
    ways: usize,
    /// The lines of each set, the one that was used last at the end, with the cycle in which their data are there.
    sets: Vec<Vec<(u64, u64)>>,
    /// When memory has given what it was asked for.
    free: u64,
}

impl Cache {
    /// An empty one of so many bytes.
    pub fn new(bytes: u64, ways: usize, line: u64) -> Cache {
        let sets = bytes / line / ways as u64;
        Cache { line, ways, sets: vec![Vec::new(); sets as usize], free: 0 }
    }
    /// What a warp instruction waits for that issues in this cycle: its accesses, with the lanes that take part. A line is asked for once.
    pub fn serve<'a>(&mut self, accesses: impl IntoIterator<Item = (u32, &'a Access)>, now: u64) -> Served {
        let mut served = Served { due: now + ALU, memory: false };
        let mut lines = BTreeSet::new();
        for (threads, access) in accesses.into_iter().filter(|(threads, _)| *threads != 0) {
            let addresses = (0..32).filter(|lane| threads >> lane & 1 == 1).map(|lane| access.addresses[lane]);
            match (access.kind, access.space) {
                (_, Space::Param | Space::Const) | (AccessKind::Store, _) => continue,
                (_, Space::Shared) => served.due = served.due.max(now + HIT),
                (AccessKind::Load, _) => addresses.for_each(|first| {
                    let last = first.saturating_add(u64::from(access.bytes.max(1)) - 1);
                    lines.extend(first / self.line..=last / self.line);
                }),
                (AccessKind::Atomic, _) => addresses.for_each(|_| served.due = served.due.max(self.pass(now))),
            }
            served.memory = true;
        }
        let due = lines.into_iter().map(|line| self.load(line, now)).max();
        Served { due: due.map_or(served.due, |due| due.max(served.due)), ..served }
    }
    /// A line is read in this cycle; when its data are there.
    fn load(&mut self, line: u64, now: u64) -> u64 {
        let (count, ways) = (self.sets.len() as u64, self.ways);
        let held = &mut self.sets[(line % count) as usize];
        let place = held.iter().position(|(other, _)| *other == line);
        let entry = match place {
            // a line that is still on its way is waited for, not asked for again
            Some(place) => held.remove(place),
            None => {
                self.free = self.free.max(now) + self.line.div_ceil(BANDWIDTH);
                (line, self.free + MISS)
            }
        };
        if held.len() == ways {
            held.remove(0);
        }
        held.push(entry);
        entry.1.max(now + HIT)
    }
    /// What passes the cache by is served by memory in this cycle; when the answer is there.
    fn pass(&mut self, now: u64) -> u64 {
        self.free = self.free.max(now) + 1;
        self.free + MISS
    }
}
