//! The order of the buffer's entries, kept incrementally: those of each partition by age, and the partitions by the age of their oldest entries.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Powers};
use crate::primitive::{Register, Resettable};

/// The entries of one partition, by age.
///
/// Beside the mask of its entries, two masks count them: they have a one at each place up to which there are one, two
/// entries at least. So the two oldest entries are known as a cycle begins, and so are the places from each of them on.
#[derive(LogicBlock, Default)]
pub struct Order<const N: usize, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether the oldest entry of this partition leaves.
    pub leaves: Signal<In, Bit>,
    /// Mask of the places that take the entry behind them.
    pub moves: Signal<In, Bits<N>>,
    /// Mask of the places from the one where an instruction of this partition enters; zero if none does.
    pub enters: Signal<In, Bits<N>>,
    /// The second entry, one-hot; zero if there is none.
    pub second: Signal<Out, Bits<N>>,
    /// Mask of the places from the oldest entry on.
    pub from: Signal<Out, Bits<N>>,
    pub has_first: Signal<Out, Bit>,
    pub has_second: Signal<Out, Bit>,
    pub has_third: Signal<Out, Bit>,
    own: Resettable<Bits<N>>,
    one: Resettable<Bits<N>>,
    two: Resettable<Bits<N>>,
    left_one: Signal<Local, Bits<N>>,
    left_two: Signal<Local, Bits<N>>,
    one_stays: Signal<Local, Bit>,
    three: Signal<Local, Bits<N>>,
    last: Signal<Local, Bits<N>>,
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
        self.last.next = !(!self.zero.val() >> self.next.val());
        self.has_first.next = (self.one.q.val() & self.last.val()).any();
        self.has_second.next = (self.two.q.val() & self.last.val()).any();
        // up to where there are three
        self.three.next = self.own.q.val() & (self.two.q.val() << self.next.val());
        for j in 0..A {
            self.three.next = self.three.val() | (self.three.val() << self.step[j].val());
        }
        self.has_third.next = (self.three.val() & self.last.val()).any();
        // those that are left
        self.left_one.next = self.one.q.val();
        self.left_two.next = self.two.q.val();
        self.one_stays.next = (self.one.q.val() & self.last.val()).any();
        if self.leaves.val() {
            self.left_one.next = self.two.q.val();
            self.left_two.next = self.three.val();
            self.one_stays.next = (self.two.q.val() & self.last.val()).any();
        }
        // in the next cycle, with the one that enters; behind the last place there are as many as up to it
        self.own.d.next = (self.own.q.val() & !self.moves.val())
            | ((self.own.q.val() >> self.next.val()) & self.moves.val())
            | (self.enters.val() & !(self.enters.val() << self.next.val()));
        self.one.d.next = (self.left_one.val() & !self.moves.val())
            | (((self.left_one.val() >> self.next.val()) | (self.left_one.val() & self.last.val())) & self.moves.val())
            | self.enters.val();
        self.two.d.next = (self.left_two.val() & !self.moves.val())
            | (((self.left_two.val() >> self.next.val()) | (self.left_two.val() & self.last.val())) & self.moves.val());
        if self.one_stays.val() {
            self.two.d.next = (self.left_two.val() & !self.moves.val())
                | (((self.left_two.val() >> self.next.val()) | (self.left_two.val() & self.last.val()))
                    & self.moves.val())
                | self.enters.val();
        }
    }
}

/// The partitions by the age of their oldest entries: for each partition, a mask of those whose oldest entry is older than its own.
/// The mask is undefined for a partition without entries, and so is its bit for one.
#[derive(LogicBlock, Default)]
pub struct Ages<const T: usize> {
    pub clock: Signal<In, Clock>,
    /// Masks of the partitions with one entry and with two.
    pub has_first: Signal<In, Bits<T>>,
    pub has_second: Signal<In, Bits<T>>,
    /// The partition whose oldest entry leaves, one-hot; zero if none.
    pub leaves: Signal<In, Bits<T>>,
    /// Mask of the partitions whose oldest entry is older than the second of the partition that leaves.
    pub overtakes: Signal<In, Bits<T>>,
    /// For each partition, mask of the streams that are taken before its stream if both are.
    pub before: Array<Signal<In, Bits<T>>, T>,
    pub older: Array<Signal<Out, Bits<T>>, T>,
    kept: Array<Register<Bits<T>>, T>,
    vacant: Signal<Local, Bits<T>>,
    partition: Powers<T, T>,
}

impl<const T: usize> Logic for Ages<T> {
    #[hdl_gen]
    fn update(&mut self) {
        // those whose oldest entry, if there is one in the next cycle, is one that enters: behind all others
        self.vacant.next = !self.has_first.val() | (self.leaves.val() & !self.has_second.val());
        for p in 0..T {
            self.kept[p].clock.next = self.clock.val();
            self.older[p].next = self.kept[p].q.val();
            self.kept[p].d.next = self.kept[p].q.val() & !self.leaves.val() & !self.vacant.val();
            if !(self.overtakes.val() & self.partition[p].val()).any() {
                self.kept[p].d.next = (self.kept[p].q.val() | self.leaves.val()) & !self.vacant.val();
            }
            if (self.leaves.val() & self.partition[p].val()).any() {
                self.kept[p].d.next = self.overtakes.val() & !self.partition[p].val() & !self.vacant.val();
            }
            if (self.vacant.val() & self.partition[p].val()).any() {
                self.kept[p].d.next = self.before[p].val() | !self.vacant.val();
            }
        }
    }
}
