//! A set-associative cache: tags with LRU replacement, and MSHRs in which misses of one line merge.
//!
//! No data are held, only which lines and which of their 32-byte sectors are present. A line is
//! allocated when it is filled, or when it is written; until then it lives in the MSHRs alone. In a
//! cache that reserves, a miss allocates its line, which nothing replaces until it is filled.
//! Policies are the caller's: one that writes through calls [`Cache::touch`], one that writes back
//! calls [`Cache::write`].

use super::mshr::Mshrs;
use crate::config::spec::{Allocate, Hash};

/// Bytes of a sector, the unit in which parts of a cache line are written, present or dirty.
pub const SECTOR: u32 = 32;

/// The geometry of a cache, and the capacity of its MSHRs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Capacity in bytes.
    pub bytes: u32,
    /// Bytes of a line.
    pub line: u32,
    /// Associativity: lines of a set.
    pub ways: u32,
    /// Number of MSHRs: lines that can be outstanding.
    pub mshrs: u32,
    /// Accesses that can wait for one outstanding line.
    pub merges: u32,
}

/// The result of a cache lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    /// The line, or all needed sectors of it, are present.
    Hit,
    /// The line is absent: the caller must request it now, and waits for [`Cache::fill`].
    Miss,
    /// The line is outstanding already: the access waits with the others.
    Merged,
    /// Nothing was changed: the caller must retry.
    Refused(Refusal),
}

/// Why a cache refused an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// All MSHRs are in use.
    MshrFull,
    /// As many accesses wait for this line as one MSHR holds.
    MergeFull,
    /// All lines of the set are reserved.
    NoLine,
    /// The access misses, and no request can be sent now.
    NoRoom,
}

/// A line with dirty sectors that was evicted, and must be written back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Victim {
    /// Address of the evicted line, in bytes.
    pub address: u64,
    /// Dirty sectors of the line, a bit each; at least one.
    pub dirty: u8,
}

#[derive(Debug, Clone, Copy, Default)]
struct Sectors {
    present: u8,
    dirty: u8,
    /// Whether the line is outstanding, and keeps its place until it is filled.
    reserved: bool,
}

const NOTHING: u64 = u64::MAX;

/// A set-associative cache with LRU replacement and MSHRs; `T` identifies an access that waits for
/// a line.
#[derive(Debug, Clone)]
pub struct Cache<T> {
    line: u32,
    sets: u64,
    ways: usize,
    allocate: Allocate,
    hash: Hash,
    /// Line numbers, one set after the other.
    tags: Vec<u64>,
    /// The use counter at each line's last use; 0 for an empty place.
    used: Vec<u64>,
    sectors: Vec<Sectors>,
    uses: u64,
    mshrs: Mshrs<T>,
}

impl<T: Copy> Cache<T> {
    /// Bytes of the simulator's memory that a line takes.
    pub const LINE: u64 = (2 * size_of::<u64>() + size_of::<Sectors>()) as u64;

    /// Creates an empty cache of this shape, which allocates a line when it is filled.
    pub fn new(shape: &Shape) -> Cache<T> {
        Cache::with(shape, Allocate::Fill, Hash::None)
    }
    /// Creates an empty cache of this shape: when a line is allocated to a miss, and how its set is
    /// chosen.
    pub fn with(shape: &Shape, allocate: Allocate, hash: Hash) -> Cache<T> {
        let lines = (shape.bytes / shape.line).max(shape.ways) as usize;
        Cache {
            line: shape.line.trailing_zeros(),
            sets: lines as u64 / u64::from(shape.ways),
            ways: shape.ways as usize,
            allocate,
            hash,
            tags: vec![NOTHING; lines],
            used: vec![0; lines],
            sectors: vec![Sectors::default(); lines],
            uses: 0,
            mshrs: Mshrs::new(shape.mshrs, shape.merges),
        }
    }
    /// Looks up the whole line of an address for `waiter`; `room` says whether a request for it
    /// could be sent now.
    pub fn access(&mut self, address: u64, waiter: T, room: bool) -> Lookup {
        let all = self.all();
        self.access_sectors(address, all, waiter, room)
    }
    /// Looks up some sectors of the line of an address, a bit each in `need`; a miss fetches the
    /// whole line.
    pub fn access_sectors(&mut self, address: u64, need: u8, waiter: T, room: bool) -> Lookup {
        let line = address >> self.line;
        let found = self.find(line);
        if let Some(at) = found.filter(|&at| self.sectors[at].present & need == need) {
            self.use_now(at);
            return Lookup::Hit;
        }
        match self.mshrs.find(line) {
            Some(at) if self.mshrs.join(at, waiter) => {
                if let Some(at) = found.filter(|&at| self.sectors[at].reserved) {
                    self.use_now(at);
                }
                Lookup::Merged
            }
            Some(_) => Lookup::Refused(Refusal::MergeFull),
            None if self.allocate == Allocate::Miss && self.victim(line).is_none() => Lookup::Refused(Refusal::NoLine),
            None if self.mshrs.full() => Lookup::Refused(Refusal::MshrFull),
            None if !room => Lookup::Refused(Refusal::NoRoom),
            None => {
                self.mshrs.start(line, waiter);
                if self.allocate == Allocate::Miss {
                    let (at, _) = self.place(line);
                    self.sectors[at].reserved = true;
                }
                Lookup::Miss
            }
        }
    }
    /// Fills an outstanding line and appends its waiters, in order, to `waited`; returns the line
    /// that was evicted, if it was dirty.
    pub fn fill(&mut self, address: u64, waited: &mut Vec<T>) -> Option<Victim> {
        let line = address >> self.line;
        self.mshrs.end(line, waited);
        let (at, victim) = self.place(line);
        (self.sectors[at].present, self.sectors[at].reserved) = (self.all(), false);
        victim
    }
    /// Writes sectors of a line, a bit each, of which those in `whole` are written completely;
    /// returns the evicted line, if it was dirty. An absent line is allocated without being
    /// fetched. A sector that is written in part is present only if it was before.
    pub fn write(&mut self, address: u64, sectors: u8, whole: u8) -> Option<Victim> {
        let (at, victim) = self.place(address >> self.line);
        self.sectors[at].present |= whole;
        self.sectors[at].dirty |= sectors;
        victim
    }
    /// Makes a line present, without an access that waits for it; a line that is evicted for it is
    /// not written back.
    pub fn warm(&mut self, address: u64) {
        let (at, _) = self.place(address >> self.line);
        self.sectors[at].present = self.all();
    }
    /// Marks a line as used, if it is present; returns whether it is.
    pub fn touch(&mut self, address: u64) -> bool {
        let at = self.find(address >> self.line).filter(|&at| !self.sectors[at].reserved);
        at.inspect(|&at| self.use_now(at)).is_some()
    }
    /// Whether all sectors of the line of an address are present.
    pub fn holds(&self, address: u64) -> bool {
        self.find(address >> self.line).is_some_and(|at| self.sectors[at].present == self.all())
    }
    /// Whether the line of an address is present or outstanding.
    pub fn knows(&self, address: u64) -> bool {
        let line = address >> self.line;
        self.find(line).is_some() || self.mshrs.find(line).is_some()
    }
    /// Invalidates a line, and returns whether it was present. Accesses that wait for the line, if
    /// it is outstanding, keep waiting.
    pub fn invalidate(&mut self, address: u64) -> bool {
        let at = self.find(address >> self.line).filter(|&at| !self.sectors[at].reserved);
        at.inspect(|&at| self.empty(at)).is_some()
    }
    /// Invalidates every line; accesses that wait for outstanding lines keep waiting.
    pub fn clear(&mut self) {
        for at in 0..self.tags.len() {
            if !self.sectors[at].reserved {
                self.empty(at);
            }
        }
    }
    fn empty(&mut self, at: usize) {
        (self.tags[at], self.used[at], self.sectors[at]) = (NOTHING, 0, Sectors::default());
    }
    /// Number of outstanding lines: MSHRs in use.
    pub fn outstanding(&self) -> usize {
        self.mshrs.len()
    }
    /// Logarithm to base 2 of the bytes of a line.
    pub fn line_bits(&self) -> u32 {
        self.line
    }
    /// All sectors of a line, a bit each.
    fn all(&self) -> u8 {
        ((1u32 << ((1 << self.line) / SECTOR)) - 1) as u8
    }
    /// The first place of a line's set.
    fn set(&self, line: u64) -> usize {
        let set = match self.hash {
            Hash::None => line % self.sets,
            Hash::Fermi => {
                let address = line << self.line;
                let upper = ((address >> 13) & 7) | ((address >> 14) & 8) | ((address >> 15) & 16);
                ((line & 31) ^ upper) | ((address >> 7) & 32 & (self.sets - 1))
            }
        };
        set as usize * self.ways
    }
    fn find(&self, line: u64) -> Option<usize> {
        let set = self.set(line);
        self.tags[set..set + self.ways].iter().position(|&tag| tag == line).map(|way| set + way)
    }
    /// The place that an absent line takes: the one that was unused for longest; `None` if all are
    /// reserved.
    fn victim(&self, line: u64) -> Option<usize> {
        let set = self.set(line);
        (set..set + self.ways).filter(|&at| !self.sectors[at].reserved).min_by_key(|&at| self.used[at])
    }
    fn use_now(&mut self, at: usize) {
        self.uses += 1;
        self.used[at] = self.uses;
    }
    /// Finds the place of a line, or allocates one; returns the evicted line as well, if it was
    /// dirty.
    fn place(&mut self, line: u64) -> (usize, Option<Victim>) {
        if let Some(at) = self.find(line) {
            if !self.sectors[at].reserved {
                self.use_now(at);
            }
            return (at, None);
        }
        let at = self.victim(line).unwrap_or_else(|| self.set(line));
        let dirty = self.sectors[at].dirty;
        let victim = (dirty != 0).then(|| Victim { address: self.tags[at] << self.line, dirty });
        (self.tags[at], self.sectors[at]) = (line, Sectors::default());
        self.use_now(at);
        (at, victim)
    }
}
