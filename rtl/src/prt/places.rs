//! The places of the buffer's entries in their order of age: how many are occupied, and which one
//! an entry gets.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::Resettable;

/// The mask of the occupied places of the buffer, in order of age: its lowest ones are as many as
/// there are entries, without those that entered in the last cycle. In a cycle one entry leaves,
/// and up to `W` get their places.
#[derive(LogicBlock, Default)]
pub struct Occupied<const N: usize, const W: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether an entry leaves.
    pub leaves: Signal<In, Bit>,
    /// For each input, whether it brings an entry.
    pub enters: Array<Signal<In, Bit>, W>,
    /// For each input, mask of the places from the one on that its entry of the last cycle gets, if
    /// it brought one: behind all that were there, one that leaves among them, and behind those
    /// that entered before it.
    pub from: Array<Signal<Out, Bits<N>>, W>,
    /// For each input, whether there is room for as many as there are up to it. What leaves makes
    /// no room in this cycle.
    pub room: Array<Signal<Out, Bit>, W>,
    places: Resettable<Bits<N>>,
    /// For each input, whether it brought an entry in the last cycle.
    entered: Array<Resettable<Bit>, W>,
    filled: Signal<Local, Bits<N>>,
    shown: Signal<Local, Bits<N>>,
    last: Signal<Local, Bits<N>>,
    zero: Number<N, 0>,
    one: Number<N, 1>,
}

impl<const N: usize, const W: usize> Logic for Occupied<N, W> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, places);
        self.places.reset.next = self.reset.val();
        self.filled.next = self.places.q.val();
        for k in 0..W {
            self.entered[k].clock.next = self.clock.val();
            self.entered[k].reset.next = self.reset.val();
            self.entered[k].d.next = self.enters[k].val();
            self.from[k].next = !self.filled.val();
            if self.entered[k].q.val() {
                self.filled.next = (self.filled.val() << self.one.val()) | self.one.val();
            }
        }
        self.last.next = !(!self.zero.val() >> self.one.val());
        self.shown.next = self.filled.val();
        for k in 0..W {
            self.room[k].next = !(self.shown.val() & self.last.val()).any();
            self.shown.next = (self.shown.val() << self.one.val()) | self.one.val();
        }
        self.places.d.next = self.filled.val();
        if self.leaves.val() {
            self.places.d.next = self.filled.val() >> self.one.val();
        }
    }
}
