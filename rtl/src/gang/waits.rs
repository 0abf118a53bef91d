//! Counters of the cycles that warps wait at sync points (6.4).

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Spread};
use crate::primitive::Registers;

/// Counters of the cycles that each warp of one slice still waits at a sync point, `B` bits each,
/// kept as bit planes: bit w of plane b is bit b of the counter of set w.
#[derive(LogicBlock, Default)]
pub struct Waits<const N: usize, const B: usize, const CYCLES: usize> {
    pub clock: Signal<In, Clock>,
    /// Whether the slice reports a sync point.
    pub sync: Signal<In, Bit>,
    pub reported: Signal<In, Bits<N>>,
    pub launched: Signal<In, Bits<N>>,
    pub issued: Signal<In, Bits<N>>,
    pub waits: Signal<Out, Bits<N>>,
    counts: Registers<Bits<N>, B>,
    nonzero: NonZero<N, B>,
    down: CountDown<N, B, CYCLES>,
}

impl<const N: usize, const B: usize, const CYCLES: usize> Logic for Waits<N, B, CYCLES> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, counts);
        self.down.sync.next = self.sync.val();
        self.down.reported.next = self.reported.val();
        self.down.launched.next = self.launched.val();
        self.down.issued.next = self.issued.val();
        for b in 0..B {
            self.nonzero.counts[b].next = self.counts.q[b].val();
            self.down.counts[b].next = self.counts.q[b].val();
            self.counts.d[b].next = self.down.after[b].val();
        }
        self.down.waits.next = self.nonzero.some.val();
        self.waits.next = self.nonzero.some.val();
    }
}

/// The sets, of `N`, whose counter of `B` bits is not zero.
#[derive(LogicBlock, Default)]
pub struct NonZero<const N: usize, const B: usize> {
    pub counts: Array<Signal<In, Bits<N>>, B>,
    pub some: Signal<Out, Bits<N>>,
    none: Number<N, 0>,
}

impl<const N: usize, const B: usize> Logic for NonZero<N, B> {
    #[hdl_gen]
    fn update(&mut self) {
        self.some.next = self.none.val();
        for b in 0..B {
            self.some.next = self.some.val() | self.counts[b].val();
        }
    }
}

/// The next values of the counters, as bit planes: each counts down to zero, unless the warp is
/// issued, launched or at a sync point.
#[derive(LogicBlock, Default)]
pub struct CountDown<const N: usize, const B: usize, const CYCLES: usize> {
    pub counts: Array<Signal<In, Bits<N>>, B>,
    pub waits: Signal<In, Bits<N>>,
    pub sync: Signal<In, Bit>,
    pub reported: Signal<In, Bits<N>>,
    pub launched: Signal<In, Bits<N>>,
    pub issued: Signal<In, Bits<N>>,
    pub after: Array<Signal<Out, Bits<N>>, B>,
    borrow: Signal<Local, Bits<N>>,
    start: Signal<Local, Bits<N>>,
    stop: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
    cycles: Spread<N, B, CYCLES>,
}

impl<const N: usize, const B: usize, const CYCLES: usize> Logic for CountDown<N, B, CYCLES> {
    #[hdl_gen]
    fn update(&mut self) {
        self.start.next = self.none.val();
        if self.sync.val() {
            self.start.next = self.reported.val();
        }
        self.stop.next = self.launched.val() | self.issued.val() | self.start.val();
        self.borrow.next = self.waits.val();
        for b in 0..B {
            self.after[b].next = ((self.counts[b].val() ^ self.borrow.val()) & !self.stop.val())
                | (self.start.val() & self.cycles[b].val());
            self.borrow.next = self.borrow.val() & !self.counts[b].val();
        }
    }
}
