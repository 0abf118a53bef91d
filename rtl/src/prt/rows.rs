//! The rows of the buffer's memory: an entry stays in its row from when it enters until it leaves.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Numbers, Powers};
use crate::primitive::{Decode, Kept, Resettable};

/// Which of the `N` rows hold an entry, and the lowest `W` of those that hold none.
#[derive(LogicBlock, Default)]
pub struct Rows<const T: usize, const N: usize, const A: usize, const W: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// The partition whose oldest entry leaves, one-hot, zero if none; for each partition, the row of its oldest.
    pub leaves: Signal<In, Bits<T>>,
    pub first: Array<Signal<In, Bits<A>>, T>,
    /// For each input, whether an entry enters, the row that it takes, and whether there is one.
    pub enters: Array<Signal<In, Bit>, W>,
    pub row: Array<Signal<Out, Bits<A>>, W>,
    pub free: Array<Signal<Out, Bit>, W>,
    taken: Resettable<Bits<N>>,
    held: Signal<Local, Bits<N>>,
    others: Signal<Local, Bits<N>>,
    below: Signal<Local, Bits<N>>,
    lowest: Signal<Local, Bits<N>>,
    number: Signal<Local, Bits<A>>,
    oldest: Array<Decode<A, N>, T>,
    one: Number<N, 1>,
    none: Number<A, 0>,
    step: Powers<A, A>,
    bit: Powers<N, N>,
    partition: Powers<T, T>,
    name: Numbers<A, N>,
}

impl<const T: usize, const N: usize, const A: usize, const W: usize> Logic for Rows<T, N, A, W> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, taken);
        self.taken.reset.next = self.reset.val();
        self.others.next = !self.taken.q.val();
        // a row that is left is free in the next cycle
        self.held.next = self.taken.q.val();
        for p in 0..T {
            self.oldest[p].enable.next = true;
            self.oldest[p].at.next = self.first[p].val();
            if (self.leaves.val() & self.partition[p].val()).any() {
                self.held.next = self.held.val() & !self.oldest[p].q.val();
            }
        }
        for k in 0..W {
            self.below.next = self.others.val() << self.one.val();
            for j in 0..A {
                self.below.next = self.below.val() | (self.below.val() << self.step[j].val());
            }
            self.lowest.next = self.others.val() & !self.below.val();
            self.number.next = self.none.val();
            for r in 0..N {
                if (self.lowest.val() & self.bit[r].val()).any() {
                    self.number.next = self.number.val() | self.name[r].val();
                }
            }
            self.row[k].next = self.number.val();
            self.free[k].next = self.others.val().any();
            if self.enters[k].val() {
                self.held.next = self.held.val() | self.lowest.val();
            }
            self.others.next = self.others.val() & self.below.val();
        }
        self.taken.d.next = self.held.val();
    }
}

/// The rows of one partition's entries: of the three oldest and of the last. Each row of the memory names the one behind it.
#[derive(LogicBlock, Default)]
pub struct Chain<const A: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether the partition has one entry, and two.
    pub has_first: Signal<In, Bit>,
    pub has_second: Signal<In, Bit>,
    /// Whether the oldest leaves, and whether one enters, in row `enters`.
    pub leaves: Signal<In, Bit>,
    pub takes: Signal<In, Bit>,
    pub enters: Signal<In, Bits<A>>,
    /// The row behind that of the third, valid if the oldest leaves and there are four.
    pub fourth: Signal<In, Bits<A>>,
    /// Whether there are three.
    pub has_third: Signal<Out, Bit>,
    pub first: Signal<Out, Bits<A>>,
    pub third: Signal<Out, Bits<A>>,
    pub last: Signal<Out, Bits<A>>,
    third_kept: Resettable<Bit>,
    has_fourth: Signal<Local, Bit>,
    row: Array<Kept<Bits<A>>, 3>,
    tail: Kept<Bits<A>>,
}

impl<const A: usize> Logic for Chain<A> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, third_kept, tail);
        self.third_kept.reset.next = self.reset.val();
        self.has_third.next = self.third_kept.q.val();
        self.has_fourth.next = self.third_kept.q.val() & (self.row[2].q.val() != self.tail.q.val());
        self.third_kept.d.next = self.third_kept.q.val() | (self.has_second.val() & self.takes.val());
        if self.leaves.val() {
            self.third_kept.d.next = self.has_fourth.val() | (self.third_kept.q.val() & self.takes.val());
        }
        for k in 0..3 {
            self.row[k].clock.next = self.clock.val();
            self.row[k].d.next = self.enters.val();
        }
        self.first.next = self.row[0].q.val();
        self.third.next = self.row[2].q.val();
        self.last.next = self.tail.q.val();
        // each takes the place of the one before it; the one that enters, if any, comes behind those that are there
        self.row[0].load.next = self.leaves.val() | !self.has_first.val();
        if self.has_second.val() {
            self.row[0].d.next = self.row[1].q.val();
        }
        self.row[1].load.next = self.leaves.val() | !self.has_second.val();
        if self.third_kept.q.val() {
            self.row[1].d.next = self.row[2].q.val();
        }
        self.row[2].load.next = self.leaves.val() | !self.third_kept.q.val();
        if self.has_fourth.val() {
            self.row[2].d.next = self.fourth.val();
        }
        self.tail.load.next = self.takes.val();
        self.tail.d.next = self.enters.val();
    }
}
