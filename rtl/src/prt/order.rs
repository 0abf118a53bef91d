//! The order of the buffer's entries, kept incrementally: those of each partition by age, and the
//! partitions by the age of their oldest entries.
//!
//! The places of the entries are in their order of age. An entry has a place from its second cycle
//! on, since it is known late that it was taken: what depends on that is short so. The place of one
//! that leaves stays empty for a cycle; then those behind it close up.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Powers};
use crate::primitive::{Register, Resettable};

/// Removes places from a mask of `N` bits: each place in `closes` takes the bit of the place behind
/// it.
#[derive(LogicBlock, Default)]
pub struct CloseUp<const N: usize> {
    pub closes: Signal<In, Bits<N>>,
    pub d: Signal<In, Bits<N>>,
    /// What is behind the last place, at its bit.
    pub behind: Signal<In, Bits<N>>,
    pub q: Signal<Out, Bits<N>>,
    next: Number<N, 1>,
}

impl<const N: usize> Logic for CloseUp<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.q.next = (self.d.val() & !self.closes.val())
            | (((self.d.val() >> self.next.val()) | self.behind.val()) & self.closes.val());
    }
}

/// The entries of one partition, by age.
///
/// Beside the mask of its entries, two masks count them: they have a one at each place up to which
/// there are one, two entries at least. So the two oldest entries are known as a cycle begins, and
/// so are the places from each of them on. What each mask is in the next cycle if the oldest
/// leaves, and if not, is found before it is known whether it does.
#[derive(LogicBlock, Default)]
pub struct Order<const N: usize, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether the oldest entry of this partition leaves.
    pub leaves: Signal<In, Bit>,
    /// Mask of the places that close up.
    pub closes: Signal<In, Bits<N>>,
    /// Mask of the places from the one on that the entry gets which entered in the last cycle; zero
    /// if none did.
    pub gets: Signal<In, Bits<N>>,
    /// The second entry, one-hot; zero if there is none or it has no place yet.
    pub second: Signal<Out, Bits<N>>,
    /// Mask of the places from the oldest entry on, and of those from where it will be in the next
    /// cycle on.
    pub from: Signal<Out, Bits<N>>,
    pub next_from: Signal<Out, Bits<N>>,
    /// Whether there is a second entry that has a place.
    pub second_placed: Signal<Out, Bit>,
    own: Resettable<Bits<N>>,
    one: Resettable<Bits<N>>,
    two: Resettable<Bits<N>>,
    three: Signal<Local, Bits<N>>,
    left: Signal<Local, Bits<N>>,
    left_one: Signal<Local, Bits<N>>,
    left_two: Signal<Local, Bits<N>>,
    one_stays: Signal<Local, Bit>,
    new_from: Signal<Local, Bits<N>>,
    last: Signal<Local, Bits<N>>,
    all: CloseUp<N>,
    others: CloseUp<N>,
    from_one: CloseUp<N>,
    from_two: CloseUp<N>,
    from_three: CloseUp<N>,
    zero: Number<N, 0>,
    next: Number<N, 1>,
    step: Powers<A, A>,
}

impl<const N: usize, const A: usize> Logic for Order<N, A> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, own, one, two);
        self.own.reset.next = self.reset.val();
        self.one.reset.next = self.reset.val();
        self.two.reset.next = self.reset.val();
        self.from.next = self.one.q.val();
        self.second.next = self.two.q.val() & !(self.two.q.val() << self.next.val());
        // up to where there are three
        self.three.next = self.own.q.val() & (self.two.q.val() << self.next.val());
        for j in 0..A {
            self.three.next = self.three.val() | (self.three.val() << self.step[j].val());
        }
        self.last.next = !(!self.zero.val() >> self.next.val());
        self.second_placed.next = (self.two.q.val() & self.last.val()).any();
        // behind the last place there is no entry, and there are as many as up to it
        self.all.closes.next = self.closes.val();
        self.all.d.next = self.own.q.val();
        self.all.behind.next = self.zero.val();
        self.others.closes.next = self.closes.val();
        self.others.d.next = self.own.q.val() & !(self.one.q.val() & !(self.one.q.val() << self.next.val()));
        self.others.behind.next = self.zero.val();
        self.from_one.closes.next = self.closes.val();
        self.from_one.d.next = self.one.q.val();
        self.from_one.behind.next = self.one.q.val() & self.last.val();
        self.from_two.closes.next = self.closes.val();
        self.from_two.d.next = self.two.q.val();
        self.from_two.behind.next = self.two.q.val() & self.last.val();
        self.from_three.closes.next = self.closes.val();
        self.from_three.d.next = self.three.val();
        self.from_three.behind.next = self.three.val() & self.last.val();
        // those that are left
        self.left.next = self.all.q.val();
        self.left_one.next = self.from_one.q.val();
        self.left_two.next = self.from_two.q.val();
        self.one_stays.next = (self.one.q.val() & self.last.val()).any();
        self.new_from.next = self.gets.val();
        self.next_from.next = self.from_one.q.val() | self.gets.val();
        if self.leaves.val() {
            self.left.next = self.others.q.val();
            self.left_one.next = self.from_two.q.val();
            self.left_two.next = self.from_three.q.val();
            self.one_stays.next = (self.two.q.val() & self.last.val()).any();
            // what leaves before it has a place gets none
            if !(self.one.q.val() & self.last.val()).any() {
                self.new_from.next = self.zero.val();
            }
        }
        // in the next cycle, with the one that gets a place
        self.own.d.next = self.left.val() | (self.new_from.val() & !(self.new_from.val() << self.next.val()));
        self.one.d.next = self.left_one.val() | self.new_from.val();
        self.two.d.next = self.left_two.val();
        if self.one_stays.val() {
            self.two.d.next = self.left_two.val() | self.new_from.val();
        }
    }
}

/// An age matrix of `T` partitions by their oldest entries: for each partition, the mask of those
/// whose oldest entry is older than its own. The mask is undefined for a partition without entries,
/// and so is its bit for one.
#[derive(LogicBlock, Default)]
pub struct Ages<const T: usize, const N: usize> {
    pub clock: Signal<In, Clock>,
    /// For each partition, whether it has one entry, and two; mask of the places from its oldest
    /// on, its second, one-hot, and whether that has a place.
    pub has_first: Array<Signal<In, Bit>, T>,
    pub has_second: Array<Signal<In, Bit>, T>,
    pub from: Array<Signal<In, Bits<N>>, T>,
    pub second: Array<Signal<In, Bits<N>>, T>,
    pub second_placed: Array<Signal<In, Bit>, T>,
    /// The partition whose oldest entry leaves, one-hot; zero if none.
    pub leaves: Signal<In, Bits<T>>,
    /// For each partition, mask of the streams that come before its stream in this cycle's order.
    pub before: Array<Signal<In, Bits<T>>, T>,
    pub older: Array<Signal<Out, Bits<T>>, T>,
    kept: Array<Register<Bits<T>>, T>,
    /// For each partition, mask of those whose oldest entry is older than what entered in the last
    /// cycle.
    entered: Array<Register<Bits<T>>, T>,
    vacant: Signal<Local, Bits<T>>,
    /// For each partition, mask of those whose oldest entry is older than its second.
    passed: Array<Signal<Local, Bits<T>>, T>,
    next: Signal<Local, Bits<T>>,
    /// Mask of the partitions whose oldest entry is older than one that enters.
    enters: Signal<Local, Bits<T>>,
    none: Number<T, 0>,
    partition: Powers<T, T>,
}

impl<const T: usize, const N: usize> Logic for Ages<T, N> {
    #[hdl_gen]
    fn update(&mut self) {
        // those whose oldest entry, if there is one in the next cycle, is one that enters: behind
        // all others
        self.vacant.next = self.none.val();
        for p in 0..T {
            if !self.has_first[p].val()
                | ((self.leaves.val() & self.partition[p].val()).any() & !self.has_second[p].val())
            {
                self.vacant.next = self.vacant.val() | self.partition[p].val();
            }
            self.passed[p].next = self.none.val();
            for q in 0..T {
                if (self.second[p].val() & self.from[q].val()).any() {
                    self.passed[p].next = self.passed[p].val() | self.partition[q].val();
                }
            }
            if !self.second_placed[p].val() {
                self.passed[p].next = self.entered[p].q.val();
            }
        }
        for p in 0..T {
            self.kept[p].clock.next = self.clock.val();
            self.older[p].next = self.kept[p].q.val();
            // one that leaves is followed by its second
            self.next.next = self.kept[p].q.val() & !self.leaves.val();
            for q in 0..T {
                if (self.leaves.val() & self.partition[q].val()).any()
                    & !(self.passed[q].val() & self.partition[p].val()).any()
                {
                    self.next.next = self.next.val() | self.partition[q].val();
                }
            }
            if (self.leaves.val() & self.partition[p].val()).any() {
                self.next.next = self.passed[p].val() & !self.partition[p].val();
            }
            self.entered[p].clock.next = self.clock.val();
            self.enters.next = (self.before[p].val() | !self.vacant.val()) & !self.partition[p].val();
            self.entered[p].d.next = self.enters.val();
            self.kept[p].d.next = self.next.val() & !self.vacant.val();
            if (self.vacant.val() & self.partition[p].val()).any() {
                self.kept[p].d.next = self.enters.val();
            }
        }
    }
}
