//! Tests of the cache against a naive model: a list of lines, the most recently used one first.

use std::collections::BTreeMap;

use crate::memory_desk::Random;
use heddle_gpu::memory::{Cache, Lookup, Refusal, Shape, Victim};

/// A set is a list of lines with the sectors that are there and those that are dirty; what is on
/// its way is a map.
struct Naive {
    shape: Shape,
    sets: Vec<Vec<(u64, u8, u8)>>,
    waiting: BTreeMap<u64, Vec<u32>>,
}

impl Naive {
    fn new(shape: Shape) -> Naive {
        let sets = shape.bytes / shape.line / shape.ways;
        Naive { shape, sets: vec![vec![]; sets as usize], waiting: BTreeMap::new() }
    }
    fn all(&self) -> u8 {
        (0..self.shape.line / 32).fold(0, |all, sector| all | 1 << sector)
    }
    fn set(&mut self, line: u64) -> &mut Vec<(u64, u8, u8)> {
        let count = self.sets.len() as u64;
        &mut self.sets[(line % count) as usize]
    }
    fn line(&self, address: u64) -> u64 {
        address / u64::from(self.shape.line)
    }
    fn touch(&mut self, line: u64) -> bool {
        let set = self.set(line);
        let at = set.iter().position(|it| it.0 == line);
        at.map(|at| set[..=at].rotate_right(1)).is_some()
    }
    fn access(&mut self, address: u64, need: u8, who: u32, room: bool) -> Lookup {
        let line = self.line(address);
        if self.set(line).iter().any(|it| it.0 == line && it.1 & need == need) {
            self.touch(line);
            return Lookup::Hit;
        }
        let (busy, merges) = (self.waiting.len() as u32, self.shape.merges);
        match self.waiting.get_mut(&line) {
            Some(waiting) if waiting.len() as u32 == merges => Lookup::Refused(Refusal::MergeFull),
            Some(waiting) => {
                waiting.push(who);
                Lookup::Merged
            }
            None if busy == self.shape.mshrs => Lookup::Refused(Refusal::MshrFull),
            None if !room => Lookup::Refused(Refusal::NoRoom),
            None => {
                self.waiting.insert(line, vec![who]);
                Lookup::Miss
            }
        }
    }
    fn place(&mut self, line: u64, present: u8, dirty: u8) -> Option<Victim> {
        let (ways, bytes) = (self.shape.ways as usize, u64::from(self.shape.line));
        if !self.touch(line) {
            self.set(line).insert(0, (line, 0, 0));
        }
        let set = self.set(line);
        set[0].1 |= present;
        set[0].2 |= dirty;
        let (gone, _, dirty) = if set.len() > ways { set.pop()? } else { return None };
        (dirty != 0).then_some(Victim { address: gone * bytes, dirty })
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

#[test]
fn as_the_naive_one() {
    for shape in shapes() {
        for seed in 0..20 {
            let mut random = Random(seed);
            let (mut cache, mut naive) = (Cache::new(&shape), Naive::new(shape));
            let reach = u64::from(shape.bytes) * 2;
            for step in 0..3000u32 {
                let address = random.below(reach);
                let line = naive.line(address);
                let sectors = random.next() as u8 & naive.all();
                match random.below(12) {
                    0..5 => {
                        let room = !random.chance(5);
                        let expected = naive.access(address, naive.all(), step, room);
                        assert_eq!(cache.access(address, step, room), expected, "{shape:?}, step {step}");
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
                    9 if sectors != 0 => {
                        let whole = sectors & random.next() as u8;
                        assert_eq!(
                            cache.write(address, sectors, whole),
                            naive.place(line, whole, sectors),
                            "{shape:?}"
                        );
                    }
                    10 => assert_eq!(cache.touch(address), naive.touch(line)),
                    11 => {
                        cache.invalidate(address);
                        naive.set(line).retain(|it| it.0 != line);
                    }
                    _ => {}
                }
                let all = naive.all();
                let held = naive.set(line).iter().any(|it| it.0 == line && it.1 == all);
                assert_eq!(cache.holds(address), held);
                assert_eq!(cache.outstanding(), naive.waiting.len());
            }
        }
    }
}

#[test]
fn cleared() {
    let shape = shapes()[1];
    let mut cache = Cache::new(&shape);
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
    assert_eq!(waited, [7]);
}
