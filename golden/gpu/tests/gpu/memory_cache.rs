//! Tests of the cache against a naive model: a list of lines, the most recently used one first.

use std::collections::BTreeMap;

use crate::memory_desk::Random;
use heddle_gpu::config::spec::{Allocate, Hash};
use heddle_gpu::memory::{Cache, Lookup, Refusal, Shape, Victim};

/// A line of a set.
struct Line {
    line: u64,
    present: u8,
    dirty: u8,
    reserved: bool,
}

/// A set is a list of lines; what is on its way is a map.
struct Naive {
    shape: Shape,
    allocate: Allocate,
    hash: Hash,
    sets: Vec<Vec<Line>>,
    waiting: BTreeMap<u64, Vec<u32>>,
}

impl Naive {
    fn new(shape: Shape, allocate: Allocate, hash: Hash) -> Naive {
        let sets = (0..shape.bytes / shape.line / shape.ways).map(|_| vec![]).collect();
        Naive { shape, allocate, hash, sets, waiting: BTreeMap::new() }
    }
    fn all(&self) -> u8 {
        (0..self.shape.line / 32).fold(0, |all, sector| all | 1 << sector)
    }
    fn set(&mut self, line: u64) -> &mut Vec<Line> {
        let (count, address) = (self.sets.len(), line * u64::from(self.shape.line));
        let number = match self.hash {
            Hash::None => line as usize % count,
            Hash::Fermi => {
                let bit = |at: u32| address >> at & 1 == 1;
                let mut bits: Vec<bool> = (7..12).zip([13, 14, 15, 17, 19]).map(|(a, b)| bit(a) != bit(b)).collect();
                bits.extend((count == 64).then(|| bit(12)));
                bits.iter().rev().fold(0, |number, &bit| 2 * number + usize::from(bit))
            }
        };
        &mut self.sets[number]
    }
    fn line(&self, address: u64) -> u64 {
        address / u64::from(self.shape.line)
    }
    /// Makes a line the most recently used of its set, if it is reserved, or if it is there.
    fn touch(&mut self, line: u64, reserved: bool) -> bool {
        let set = self.set(line);
        let at = set.iter().position(|it| it.line == line && it.reserved == reserved);
        at.map(|at| set[..=at].rotate_right(1)).is_some()
    }
    /// Puts a line that is absent into its set; returns the line that goes, if one does.
    fn insert(&mut self, line: u64) -> Option<Line> {
        let ways = self.shape.ways as usize;
        let set = self.set(line);
        let gone = (set.len() == ways).then(|| set.iter().rposition(|it| !it.reserved).unwrap());
        let gone = gone.map(|at| set.remove(at));
        set.insert(0, Line { line, present: 0, dirty: 0, reserved: false });
        gone
    }
    fn access(&mut self, address: u64, need: u8, who: u32, room: bool) -> Lookup {
        let line = self.line(address);
        if self.set(line).iter().any(|it| it.line == line && it.present & need == need) {
            self.touch(line, false);
            return Lookup::Hit;
        }
        let (busy, Shape { merges, ways, .. }) = (self.waiting.len() as u32, self.shape);
        let reserved = self.set(line).iter().filter(|it| it.reserved).count() as u32;
        match self.waiting.get_mut(&line) {
            Some(waiting) if waiting.len() as u32 == merges => Lookup::Refused(Refusal::MergeFull),
            Some(waiting) => {
                waiting.push(who);
                self.touch(line, true);
                Lookup::Merged
            }
            None if reserved == ways => Lookup::Refused(Refusal::NoLine),
            None if busy == self.shape.mshrs => Lookup::Refused(Refusal::MshrFull),
            None if !room => Lookup::Refused(Refusal::NoRoom),
            None => {
                self.waiting.insert(line, vec![who]);
                if self.allocate == Allocate::Miss {
                    self.insert(line);
                    self.set(line)[0].reserved = true;
                }
                Lookup::Miss
            }
        }
    }
    fn place(&mut self, line: u64, present: u8, dirty: u8) -> Option<Victim> {
        let bytes = u64::from(self.shape.line);
        if let Some(it) = self.set(line).iter_mut().find(|it| it.line == line && it.reserved) {
            (it.present, it.reserved) = (present, false);
            return None;
        }
        let gone = if self.touch(line, false) { None } else { self.insert(line) };
        let new = &mut self.set(line)[0];
        new.present |= present;
        new.dirty |= dirty;
        gone.filter(|gone| gone.dirty != 0).map(|Line { line, dirty, .. }| Victim { address: line * bytes, dirty })
    }
}

fn shapes() -> Vec<Shape> {
    let shape = |bytes, line, ways, mshrs, merges| Shape { bytes, line, ways, mshrs, merges };
    vec![
        shape(32, 32, 1, 1, 1),
        shape(4096, 128, 4, 4, 3),
        shape(3 * 1024, 64, 3, 8, 2),
        shape(2048, 256, 8, 2, 100),
        shape(128 * 5 * 7, 128, 5, 3, 1),
    ]
}

/// Each shape, when it allocates and how it chooses sets.
fn kinds() -> Vec<(Shape, Allocate, Hash)> {
    let all = |hash| move |shape| [Allocate::Fill, Allocate::Miss].map(|allocate| (shape, allocate, hash));
    let hashed = |sets: u32, ways: u32| Shape { bytes: sets * 128 * ways, line: 128, ways, mshrs: 3 * ways, merges: 2 };
    let fermi = [hashed(32, 1), hashed(32, 4), hashed(64, 2)];
    shapes().into_iter().flat_map(all(Hash::None)).chain(fermi.into_iter().flat_map(all(Hash::Fermi))).collect()
}

#[test]
fn as_the_naive_one() {
    let mut refused = 0;
    for (shape, allocate, hash) in kinds() {
        for seed in 0..20 {
            let mut random = Random(seed);
            let (mut cache, mut naive) = (Cache::with(&shape, allocate, hash), Naive::new(shape, allocate, hash));
            let (reach, high) = (u64::from(shape.bytes) * 2, if hash == Hash::Fermi { 2 } else { 1 });
            for step in 0..3000u32 {
                let address = random.below(reach) | random.below(high) << 17 | random.below(high) << 19;
                let line = naive.line(address);
                let sectors = random.next() as u8 & naive.all();
                match random.below(12) {
                    0..5 => {
                        let room = !random.chance(5);
                        let expected = naive.access(address, naive.all(), step, room);
                        assert_eq!(cache.access(address, step, room), expected, "{shape:?}, step {step}");
                        refused += u32::from(expected == Lookup::Refused(Refusal::NoLine));
                    }
                    5 if sectors != 0 => {
                        let expected = naive.access(address, sectors, step, true);
                        assert_eq!(cache.access_sectors(address, sectors, step, true), expected, "{shape:?}");
                    }
                    6..9 => {
                        // any of those on their way comes
                        let Some(nth) = (random.next() as usize).checked_rem(naive.waiting.len()) else { continue };
                        let line = *naive.waiting.keys().nth(nth).unwrap();
                        let expected = naive.waiting.remove(&line).unwrap();
                        let victim = naive.place(line, naive.all(), 0);
                        let mut waited = vec![];
                        assert_eq!(cache.fill(line * u64::from(shape.line), &mut waited), victim, "{shape:?}");
                        assert_eq!(waited, expected);
                    }
                    // what is written back is allocated when it is filled
                    9 if sectors != 0 && allocate == Allocate::Fill => {
                        let whole = sectors & random.next() as u8;
                        assert_eq!(
                            cache.write(address, sectors, whole),
                            naive.place(line, whole, sectors),
                            "{shape:?}"
                        );
                    }
                    10 => assert_eq!(cache.touch(address), naive.touch(line, false)),
                    11 => {
                        let before = naive.set(line).len();
                        naive.set(line).retain(|it| it.line != line || it.reserved);
                        assert_eq!(cache.invalidate(address), naive.set(line).len() < before);
                    }
                    _ => {}
                }
                let all = naive.all();
                let held = naive.set(line).iter().any(|it| it.line == line && it.present == all);
                assert_eq!(cache.holds(address), held);
                assert_eq!(
                    cache.knows(address),
                    naive.set(line).iter().any(|it| it.line == line) || naive.waiting.contains_key(&line)
                );
                assert_eq!(cache.outstanding(), naive.waiting.len());
            }
        }
    }
    assert!(refused > 1000);
}

#[test]
fn cleared() {
    for allocate in [Allocate::Fill, Allocate::Miss] {
        clear(Cache::with(&shapes()[1], allocate, Hash::None));
    }
}

fn clear(mut cache: Cache<u32>) {
    for line in 0..32 {
        cache.fill(line * 128, &mut vec![]);
    }
    assert!((0..32).all(|line| cache.holds(line * 128)));
    assert_eq!(cache.access(5 << 20, 7u32, true), Lookup::Miss);
    cache.clear();
    assert!((0..32).all(|line| !cache.holds(line * 128)));
    // who waits still does
    let mut waited = vec![];
    cache.fill(5 << 20, &mut waited);
    assert_eq!((waited, cache.holds(5 << 20)), (vec![7], true));
}
