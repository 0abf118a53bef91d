//! A set-associative cache: tags, the line that was not used for longest going first, and misses that merge.
//!
//! No data are held, only which lines and which of their 32-byte sectors are there. A line is allocated when it is filled, or when it is
//! written; until then it lives in the MSHRs alone. Policies are the caller's: one that writes through calls [`Cache::touch`], one that
//! writes back calls [`Cache::write`].

use super::mshr::Mshrs;

/// Bytes of a sector: what a write is measured in, and what is known to be there or not.
pub const SECTOR: u32 = 32;

/// How large a cache is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Capacity.
    pub bytes: u32,
    /// Bytes of a line.
    pub line: u32,
    /// Associativity.
    pub ways: u32,
    /// Lines that can be on their way.
    pub mshrs: u32,
    /// Who can wait for one line.
    pub merges: u32,
}

/// What an access found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    /// It is there.
    Hit,
    /// It is not; the caller must send for the line now, and waits for [`Cache::fill`].
    Miss,
    /// It is on its way; the caller waits.
    Merged,
    /// Nothing happened; the caller must come again.
    Refused(Refusal),
}

/// Why an access could not be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// All MSHRs are in use.
    MshrFull,
    /// As many wait for this line as can.
    MergeFull,
    /// It misses, and nothing can be sent now.
    NoRoom,
}

/// A line that had to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Victim {
    /// Its address.
    pub address: u64,
    /// Its sectors that must be written back, a bit each; never none.
    pub dirty: u8,
}

#[derive(Debug, Clone, Copy, Default)]
struct Sectors {
    present: u8,
    dirty: u8,
}

const NOTHING: u64 = u64::MAX;

/// A cache in which `T` waits.
#[derive(Debug, Clone)]
pub struct Cache<T> {
    line: u32,
    sets: u64,
    ways: usize,
    /// Line numbers, a set after the other.
    tags: Vec<u64>,
    /// When each was used last; 0 for nothing.
    used: Vec<u64>,
    sectors: Vec<Sectors>,
    uses: u64,
    mshrs: Mshrs<T>,
}

impl<T: Copy> Cache<T> {
    /// An empty one.
    pub fn new(shape: &Shape) -> Cache<T> {
        let lines = (shape.bytes / shape.line).max(shape.ways) as usize;
        Cache {
            line: shape.line.trailing_zeros(),
            sets: lines as u64 / u64::from(shape.ways),
            ways: shape.ways as usize,
            tags: vec![NOTHING; lines],
            used: vec![0; lines],
            sectors: vec![Sectors::default(); lines],
            uses: 0,
            mshrs: Mshrs::new(shape.mshrs, shape.merges),
        }
    }
    /// The line of this address, all of it, for `waiter`; `room` says whether a request for it could be sent now.
    pub fn access(&mut self, address: u64, waiter: T, room: bool) -> Lookup {
        let all = self.all();
        self.access_sectors(address, all, waiter, room)
    }
    /// The same for some sectors of the line, a bit each. What is fetched is always the whole line.
    pub fn access_sectors(&mut self, address: u64, need: u8, waiter: T, room: bool) -> Lookup {
        let line = address >> self.line;
        if let Some(at) = self.find(line)
            && self.sectors[at].present & need == need
        {
            self.use_now(at);
            return Lookup::Hit;
        }
        match self.mshrs.find(line) {
            Some(at) if self.mshrs.join(at, waiter) => Lookup::Merged,
            Some(_) => Lookup::Refused(Refusal::MergeFull),
            None if self.mshrs.full() => Lookup::Refused(Refusal::MshrFull),
            None if !room => Lookup::Refused(Refusal::NoRoom),
            None => {
                self.mshrs.start(line, waiter);
                Lookup::Miss
            }
        }
    }
    /// A line has come: hands over who waited for it, in order. Another may have to go.
    pub fn fill(&mut self, address: u64, waited: &mut Vec<T>) -> Option<Victim> {
        let line = address >> self.line;
        self.mshrs.end(line, waited);
        let (at, victim) = self.place(line);
        self.sectors[at].present = self.all();
        victim
    }
    /// Writes sectors, a bit each, of which those in `whole` lose everything that was in them; the line is allocated where it is not
    /// there, without being fetched. A sector that is written in part is there only if it was before.
    pub fn write(&mut self, address: u64, sectors: u8, whole: u8) -> Option<Victim> {
        let (at, victim) = self.place(address >> self.line);
        self.sectors[at].present |= whole;
        self.sectors[at].dirty |= sectors;
        victim
    }
    /// The line was used, if it is there; whether it is.
    pub fn touch(&mut self, address: u64) -> bool {
        let at = self.find(address >> self.line);
        at.inspect(|&at| self.use_now(at)).is_some()
    }
    /// Whether the whole line is there.
    pub fn holds(&self, address: u64) -> bool {
        self.find(address >> self.line).is_some_and(|at| self.sectors[at].present == self.all())
    }
    /// Forgets a line. Who waits for it still does.
    pub fn invalidate(&mut self, address: u64) {
        if let Some(at) = self.find(address >> self.line) {
            (self.tags[at], self.used[at], self.sectors[at]) = (NOTHING, 0, Sectors::default());
        }
    }
    /// Forgets every line. Who waits still does.
    pub fn clear(&mut self) {
        self.tags.fill(NOTHING);
        self.used.fill(0);
        self.sectors.fill(Sectors::default());
    }
    /// Lines on their way.
    pub fn outstanding(&self) -> usize {
        self.mshrs.len()
    }
    /// Bytes of a line, as a power of two.
    pub fn line_bits(&self) -> u32 {
        self.line
    }
    /// All sectors of a line.
    fn all(&self) -> u8 {
        ((1u32 << ((1 << self.line) / SECTOR)) - 1) as u8
    }
    fn set(&self, line: u64) -> usize {
        (line % self.sets) as usize * self.ways
    }
    fn find(&self, line: u64) -> Option<usize> {
        let set = self.set(line);
        self.tags[set..set + self.ways].iter().position(|&tag| tag == line).map(|way| set + way)
    }
    fn use_now(&mut self, at: usize) {
        self.uses += 1;
        self.used[at] = self.uses;
    }
    /// Where a line lies, from now on if not before.
    fn place(&mut self, line: u64) -> (usize, Option<Victim>) {
        if let Some(at) = self.find(line) {
            self.use_now(at);
            return (at, None);
        }
        let set = self.set(line);
        let at = (set..set + self.ways).min_by_key(|&at| self.used[at]).unwrap_or(set);
        let dirty = self.sectors[at].dirty;
        let victim = (dirty != 0).then(|| Victim { address: self.tags[at] << self.line, dirty });
        (self.tags[at], self.sectors[at]) = (line, Sectors::default());
        self.use_now(at);
        (at, victim)
    }
}
