//! The rows of the buffer's memory: an entry stays in its row from when it enters until it leaves.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Powers;
use crate::primitive::{Decode, Encode, Ignore, Kept, Lowest, Resettable};

/// A priority encoder: the lowest of `N` free rows.
#[derive(LogicBlock, Default)]
pub struct LowestFree<const N: usize, const A: usize> {
    pub free: Signal<In, Bits<N>>,
    pub any: Signal<Out, Bit>,
    /// The lowest free row, one-hot, and its number; zero if there is none.
    pub at: Signal<Out, Bits<N>>,
    pub row: Signal<Out, Bits<A>>,
    /// The other free rows.
    pub rest: Signal<Out, Bits<N>>,
    lowest: Lowest<N>,
    encode: Encode<N, A>,
}

impl<const N: usize, const A: usize> Logic for LowestFree<N, A> {
    #[hdl_gen]
    fn update(&mut self) {
        self.lowest.d.next = self.free.val();
        self.encode.d.next = self.lowest.q.val();
        self.any.next = self.free.val().any();
        self.at.next = self.lowest.q.val();
        self.row.next = self.encode.q.val();
        self.rest.next = self.free.val() & !self.lowest.q.val();
    }
}

/// Which of the `N` rows hold an entry, and the lowest `W` of those that hold none.
#[derive(LogicBlock, Default)]
pub struct Rows<const T: usize, const N: usize, const A: usize, const W: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// The partition whose oldest entry leaves, one-hot, zero if none; for each partition, the row
    /// of its oldest.
    pub leaves: Signal<In, Bits<T>>,
    pub first: Array<Signal<In, Bits<A>>, T>,
    /// For each input, whether an entry enters, the row that it takes, and whether there is one.
    pub enters: Array<Signal<In, Bit>, W>,
    pub row: Array<Signal<Out, Bits<A>>, W>,
    pub free: Array<Signal<Out, Bit>, W>,
    taken: Resettable<Bits<N>>,
    held: Signal<Local, Bits<N>>,
    lowest: Array<LowestFree<N, A>, W>,
    no_more: Ignore<Bits<N>>,
    oldest: Array<Decode<A, N>, T>,
    partition: Powers<T, T>,
}

impl<const T: usize, const N: usize, const A: usize, const W: usize> Logic for Rows<T, N, A, W> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, taken);
        self.taken.reset.next = self.reset.val();
        // a row that is left is free in the next cycle
        self.held.next = self.taken.q.val();
        for p in 0..T {
            self.oldest[p].enable.next = true;
            self.oldest[p].at.next = self.first[p].val();
            if (self.leaves.val() & self.partition[p].val()).any() {
                self.held.next = self.held.val() & !self.oldest[p].q.val();
            }
        }
        self.lowest[0].free.next = !self.taken.q.val();
        for k in 1..W {
            self.lowest[k].free.next = self.lowest[k - 1].rest.val();
        }
        for k in W..(W + 1) {
            self.no_more.d.next = self.lowest[k - 1].rest.val();
        }
        for k in 0..W {
            self.row[k].next = self.lowest[k].row.val();
            self.free[k].next = self.lowest[k].any.val();
            if self.enters[k].val() {
                self.held.next = self.held.val() | self.lowest[k].at.val();
            }
        }
        self.taken.d.next = self.held.val();
    }
}

/// A linked list of the rows that hold one partition's entries, by age: the rows of the three
/// oldest and of the last. Each row of the memory names the one behind it.
#[derive(LogicBlock, Default)]
pub struct Chain<const A: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether the oldest leaves, and whether one enters, in row `enters`.
    pub leaves: Signal<In, Bit>,
    pub takes: Signal<In, Bit>,
    pub enters: Signal<In, Bits<A>>,
    /// The row behind that of the third, valid if the oldest leaves and there are four.
    pub fourth: Signal<In, Bits<A>>,
    /// Whether there is one entry, two, three.
    pub has_first: Signal<Out, Bit>,
    pub has_second: Signal<Out, Bit>,
    pub has_third: Signal<Out, Bit>,
    pub first: Signal<Out, Bits<A>>,
    pub third: Signal<Out, Bits<A>>,
    pub last: Signal<Out, Bits<A>>,
    one: Resettable<Bit>,
    two: Resettable<Bit>,
    three: Resettable<Bit>,
    has_fourth: Signal<Local, Bit>,
    row: Array<Kept<Bits<A>>, 3>,
    tail: Kept<Bits<A>>,
}

impl<const A: usize> Logic for Chain<A> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, one, two, three, tail);
        self.one.reset.next = self.reset.val();
        self.two.reset.next = self.reset.val();
        self.three.reset.next = self.reset.val();
        self.has_first.next = self.one.q.val();
        self.has_second.next = self.two.q.val();
        self.has_third.next = self.three.q.val();
        self.has_fourth.next = self.three.q.val() & (self.row[2].q.val() != self.tail.q.val());
        self.one.d.next = self.one.q.val() | self.takes.val();
        self.two.d.next = self.two.q.val() | (self.one.q.val() & self.takes.val());
        self.three.d.next = self.three.q.val() | (self.two.q.val() & self.takes.val());
        if self.leaves.val() {
            self.one.d.next = self.two.q.val() | self.takes.val();
            self.two.d.next = self.three.q.val() | (self.two.q.val() & self.takes.val());
            self.three.d.next = self.has_fourth.val() | (self.three.q.val() & self.takes.val());
        }
        for k in 0..3 {
            self.row[k].clock.next = self.clock.val();
            self.row[k].d.next = self.enters.val();
        }
        self.first.next = self.row[0].q.val();
        self.third.next = self.row[2].q.val();
        self.last.next = self.tail.q.val();
        // each takes the place of the one before it; the one that enters, if any, comes behind
        // those that are there
        self.row[0].load.next = self.leaves.val() | !self.one.q.val();
        if self.two.q.val() {
            self.row[0].d.next = self.row[1].q.val();
        }
        self.row[1].load.next = self.leaves.val() | !self.two.q.val();
        if self.three.q.val() {
            self.row[1].d.next = self.row[2].q.val();
        }
        self.row[2].load.next = self.leaves.val() | !self.three.q.val();
        if self.has_fourth.val() {
            self.row[2].d.next = self.fourth.val();
        }
        self.tail.load.next = self.takes.val();
        self.tail.d.next = self.enters.val();
    }
}
