//! A table with a word for each slot.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Powers};
use crate::primitive::Kept;

/// A table with a word of `N` bits for each of `S` slots, written when a CTA gets the slot. A slot
/// is selected by a one-hot word.
#[derive(LogicBlock, Default)]
pub struct KeptBySlot<const S: usize, const N: usize> {
    pub clock: Signal<In, Clock>,
    /// The slot that a CTA gets, if any, and its word.
    pub give: Signal<In, Bits<S>>,
    pub d: Signal<In, Bits<N>>,
    /// The slot whose word is read.
    pub at: Signal<In, Bits<S>>,
    pub q: Signal<Out, Bits<N>>,
    part: Signal<Local, Bits<N>>,
    nothing: Number<N, 0>,
    place: Powers<S, S>,
    each: Array<Kept<Bits<N>>, S>,
}

impl<const S: usize, const N: usize> Logic for KeptBySlot<S, N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.q.next = self.nothing.val();
        for s in 0..S {
            self.each[s].clock.next = self.clock.val();
            self.each[s].load.next = (self.give.val() & self.place[s].val()).any();
            self.each[s].d.next = self.d.val();
            self.part.next = self.nothing.val();
            if (self.at.val() & self.place[s].val()).any() {
                self.part.next = self.each[s].q.val();
            }
            self.q.next = self.q.val() | self.part.val();
        }
    }
}
