//! The places of the buffer: which are taken, and how entries move.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Powers};
use crate::primitive::{Register, Resettable};

/// The first free place, one-hot; zero when all are taken.
#[derive(LogicBlock, Default)]
pub struct Tail<const N: usize> {
    pub valid: Signal<In, Bits<N>>,
    pub tail: Signal<Out, Bits<N>>,
    one: Number<N, 1>,
}

impl<const N: usize> Logic for Tail<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.tail.next = !self.valid.val() & (self.valid.val() + self.one.val());
    }
}

/// Mask of the taken places. Entries lie without gaps, oldest in place 0.
/// One leaves from anywhere, those behind it move up, and up to `W` enter behind all others.
#[derive(LogicBlock, Default)]
pub struct Occupied<const N: usize, const W: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// The entry that leaves, one-hot; zero if none.
    pub leave: Signal<In, Bits<N>>,
    pub tail: Signal<In, Bits<N>>,
    pub enters: Array<Signal<In, Bit>, W>,
    pub valid: Signal<Out, Bits<N>>,
    /// Mask of the places that take the entry behind them.
    pub moves: Signal<Out, Bits<N>>,
    /// For each input, the place where it enters, one-hot; zero if none.
    pub enter: Array<Signal<Out, Bits<N>>, W>,
    places: Resettable<Bits<N>>,
    place: Signal<Local, Bits<N>>,
    left: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
    one: Number<N, 1>,
}

impl<const N: usize, const W: usize> Logic for Occupied<N, W> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, places);
        self.places.reset.next = self.reset.val();
        self.valid.next = self.places.q.val();
        self.moves.next = !self.leave.val() + self.one.val();
        self.left.next = self.places.q.val();
        self.place.next = self.tail.val();
        if self.leave.val().any() {
            self.left.next = self.places.q.val() >> self.one.val();
            // what leaves makes no room in this cycle: a full buffer has no tail, and nothing enters it
            self.place.next = self.tail.val() >> self.one.val();
        }
        for k in 0..W {
            self.enter[k].next = self.none.val();
            if self.enters[k].val() {
                self.enter[k].next = self.place.val();
                self.left.next = self.left.val() | self.place.val();
            }
            self.place.next = self.place.val() << self.one.val();
        }
        self.places.d.next = self.left.val();
    }
}

/// One bit of each entry, which moves with the entry.
#[derive(LogicBlock, Default)]
pub struct Plane<const N: usize, const W: usize> {
    pub clock: Signal<In, Clock>,
    pub moves: Signal<In, Bits<N>>,
    pub enter: Array<Signal<In, Bits<N>>, W>,
    pub d: Array<Signal<In, Bit>, W>,
    pub q: Signal<Out, Bits<N>>,
    bits: Register<Bits<N>>,
    next_bits: Signal<Local, Bits<N>>,
    one: Number<N, 1>,
}

impl<const N: usize, const W: usize> Logic for Plane<N, W> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, bits);
        self.q.next = self.bits.q.val();
        self.next_bits.next =
            (self.bits.q.val() & !self.moves.val()) | ((self.bits.q.val() >> self.one.val()) & self.moves.val());
        for k in 0..W {
            self.next_bits.next = self.next_bits.val() & !self.enter[k].val();
            if self.d[k].val() {
                self.next_bits.next = self.next_bits.val() | self.enter[k].val();
            }
        }
        self.bits.d.next = self.next_bits.val();
    }
}

/// The partition of each entry, in planes: bit k of word b is bit b of entry k's partition.
#[derive(LogicBlock, Default)]
pub struct Owners<const N: usize, const W: usize, const PB: usize> {
    pub clock: Signal<In, Clock>,
    pub moves: Signal<In, Bits<N>>,
    pub enter: Array<Signal<In, Bits<N>>, W>,
    pub partition: Array<Signal<In, Bits<PB>>, W>,
    pub q: Array<Signal<Out, Bits<N>>, PB>,
    planes: Array<Register<Bits<N>>, PB>,
    next_bits: Signal<Local, Bits<N>>,
    one: Number<N, 1>,
    bit: Powers<PB, PB>,
}

impl<const N: usize, const W: usize, const PB: usize> Logic for Owners<N, W, PB> {
    #[hdl_gen]
    fn update(&mut self) {
        for b in 0..PB {
            self.planes[b].clock.next = self.clock.val();
            self.q[b].next = self.planes[b].q.val();
            self.next_bits.next = (self.planes[b].q.val() & !self.moves.val())
                | ((self.planes[b].q.val() >> self.one.val()) & self.moves.val());
            for k in 0..W {
                self.next_bits.next = self.next_bits.val() & !self.enter[k].val();
                if (self.partition[k].val() & self.bit[b].val()).any() {
                    self.next_bits.next = self.next_bits.val() | self.enter[k].val();
                }
            }
            self.planes[b].d.next = self.next_bits.val();
        }
    }
}
