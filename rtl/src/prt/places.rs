//! The places of the buffer's entries in their order of age: which are taken, and how entries move.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::Resettable;

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
        self.tail.next = !self.valid.val() & ((self.valid.val() << self.one.val()) | self.one.val());
    }
}

/// Mask of the taken places. Entries lie without gaps, oldest in place 0.
/// One leaves from anywhere, those behind it move up, and up to `W` enter behind all others.
#[derive(LogicBlock, Default)]
pub struct Occupied<const N: usize, const W: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether an entry leaves.
    pub leaves: Signal<In, Bit>,
    pub tail: Signal<In, Bits<N>>,
    pub enters: Array<Signal<In, Bit>, W>,
    pub valid: Signal<Out, Bits<N>>,
    /// For each input, mask of the places from the one where it enters, if it does; zero if there is no room.
    pub from: Array<Signal<Out, Bits<N>>, W>,
    places: Resettable<Bits<N>>,
    place: Signal<Local, Bits<N>>,
    left: Signal<Local, Bits<N>>,
    room: Signal<Local, Bits<N>>,
    one: Number<N, 1>,
}

impl<const N: usize, const W: usize> Logic for Occupied<N, W> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, places);
        self.places.reset.next = self.reset.val();
        self.valid.next = self.places.q.val();
        self.left.next = self.places.q.val();
        self.place.next = self.tail.val();
        if self.leaves.val() {
            self.left.next = self.places.q.val() >> self.one.val();
            // what leaves makes no room in this cycle: a full buffer has no tail, and nothing enters it
            self.place.next = self.tail.val() >> self.one.val();
        }
        self.room.next = !self.left.val();
        for k in 0..W {
            self.from[k].next = self.room.val();
            if self.enters[k].val() {
                self.left.next = self.left.val() | self.place.val();
                self.place.next = self.place.val() << self.one.val();
                self.room.next = self.room.val() << self.one.val();
            }
        }
        self.places.d.next = self.left.val();
    }
}
