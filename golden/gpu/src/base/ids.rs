//! Warps, slots, sets of slots, and the threads that issue together.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use smallvec::SmallVec;

/// Id of a warp's context on its core, by which registers, scoreboard, work in flight and local
/// memory are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WarpId(pub u16);

/// A slot: a place among which schedulers choose, with an instruction buffer of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot(pub u16);

impl WarpId {
    pub fn index(self) -> usize {
        self.0.into()
    }
}

impl Slot {
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// Threads of one warp in an issue group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    pub warp: WarpId,
    /// Lane of the datapath in which the warp's thread 0 executes.
    pub lane: u8,
    /// Mask of threads that issue, one bit a thread of the warp.
    pub threads: u32,
    /// Mask of the warp's threads that issue in this slot, now or later; the scoreboard keeps those
    /// of different slots apart.
    pub members: u32,
}

/// The parts of a group. Most groups are one whole warp.
pub(crate) type Parts = SmallVec<[Part; 2]>;

/// A group: threads at one instruction that issue together.
#[derive(Debug, Clone, Default)]
pub(crate) struct IssueGroup {
    /// Place of the group's instruction in the image.
    pub pc: u32,
    /// Parts of the group; each warp appears once.
    pub parts: Parts,
}

impl IssueGroup {
    /// Sets the issue group to one part, at the instruction at `pc`.
    pub fn set(&mut self, pc: u32, part: Part) {
        self.pc = pc;
        if let [one] = &mut self.parts[..] {
            *one = part;
        } else {
            self.parts.clear();
            self.parts.push(part);
        }
    }
}

/// A set of up to 64 W slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SlotSet<const W: usize>([u64; W]);

impl<const W: usize> SlotSet<W> {
    pub const EMPTY: SlotSet<W> = SlotSet([0; W]);
    /// Number of slots that a set can hold.
    pub const CAPACITY: usize = 64 * W;

    pub fn one(slot: Slot) -> Self {
        let mut set = Self::EMPTY;
        set.insert(slot);
        set
    }
    /// Returns the set of every `step`-th of the first `count` slots, from slot `first` on.
    pub fn every(step: usize, first: usize, count: usize) -> Self {
        let mut set = Self::EMPTY;
        (first..count).step_by(step).for_each(|slot| set.insert(Slot(slot as u16)));
        set
    }
    pub fn insert(&mut self, slot: Slot) {
        self.0[slot.index() / 64 % W] |= 1 << (slot.index() % 64);
    }
    pub fn remove(&mut self, slot: Slot) {
        self.0[slot.index() / 64 % W] &= !(1 << (slot.index() % 64));
    }
    pub fn contains(&self, slot: Slot) -> bool {
        self.0[slot.index() / 64 % W] >> (slot.index() % 64) & 1 == 1
    }
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    /// Returns the slots of the set in ascending order.
    pub fn iter(mut self) -> impl Iterator<Item = Slot> {
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < W {
                let word = self.0[at];
                if word != 0 {
                    self.0[at] = word & (word - 1);
                    return Some(Slot((64 * at) as u16 + word.trailing_zeros() as u16));
                }
                at += 1;
            }
            None
        })
    }
    fn first(&self) -> Option<Slot> {
        self.iter().next()
    }
    /// Returns the highest slot of the set; `None` if it is empty.
    pub fn last(&self) -> Option<Slot> {
        let at = (0..W).rev().find(|&at| self.0[at] != 0)?;
        Some(Slot((64 * at) as u16 + 63 - self.0[at].leading_zeros() as u16))
    }
    /// Returns the first slot of the set behind `slot`, cyclically; `None` if the set is empty.
    pub fn after(&self, slot: Slot) -> Option<Slot> {
        let mut above = *self;
        let at = slot.index() / 64 % W;
        above.0[..at].fill(0);
        above.0[at] &= !(u64::MAX >> (63 - slot.index() % 64));
        above.first().or_else(|| self.first())
    }
}

impl<const W: usize> Default for SlotSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> BitOr for SlotSet<W> {
    type Output = Self;
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const W: usize> BitOrAssign for SlotSet<W> {
    fn bitor_assign(&mut self, other: Self) {
        (0..W).for_each(|at| self.0[at] |= other.0[at]);
    }
}

impl<const W: usize> BitAnd for SlotSet<W> {
    type Output = Self;
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const W: usize> BitAndAssign for SlotSet<W> {
    fn bitand_assign(&mut self, other: Self) {
        (0..W).for_each(|at| self.0[at] &= other.0[at]);
    }
}

impl<const W: usize> Not for SlotSet<W> {
    type Output = Self;
    fn not(self) -> Self {
        SlotSet(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A set of slots beside a set of numbers, under the same random operations.
    fn as_a_set_of_numbers<const W: usize>() {
        let (mut slots, mut numbers) = (SlotSet::<W>::EMPTY, BTreeSet::new());
        let mut random = 1u64;
        for _ in 0..4000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let slot = Slot(((random >> 33) % (64 * W as u64)) as u16);
            if random >> 63 == 0 {
                slots.insert(slot);
                numbers.insert(slot);
            } else {
                slots.remove(slot);
                numbers.remove(&slot);
            }
            assert!(slots.iter().eq(numbers.iter().copied()));
            assert_eq!((slots.len() as usize, slots.is_empty()), (numbers.len(), numbers.is_empty()));
            assert_eq!(slots.last(), numbers.last().copied());
            let after = numbers.range(Slot(slot.0 + 1)..).next().or(numbers.first()).copied();
            assert_eq!(slots.after(slot), after, "after {slot:?} in {numbers:?}");
            assert_eq!(slots.contains(slot), numbers.contains(&slot));
            assert_eq!((!slots).len() as usize, SlotSet::<W>::CAPACITY - numbers.len());
        }
    }

    #[test]
    fn sets_of_any_width_are_sets() {
        as_a_set_of_numbers::<1>();
        as_a_set_of_numbers::<2>();
        as_a_set_of_numbers::<4>();
    }

    #[test]
    fn every_other_slot() {
        let set = SlotSet::<2>::every(3, 1, 100);
        assert!(set.iter().map(Slot::index).eq((1..100).step_by(3)));
    }
}
