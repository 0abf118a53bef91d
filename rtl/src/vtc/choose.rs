//! Choosers of the lowest candidate, and of the first in cyclic order.

use rust_hdl::prelude::*;

use crate::number::{Number, Places};
use crate::primitive::{Join, Resettable};

/// The number of the lowest one among `N` bits; zero when there is none.
#[derive(LogicBlock, Default)]
pub struct First<const N: usize, const A: usize> {
    pub d: Signal<In, Bits<N>>,
    pub number: Signal<Out, Bits<A>>,
    lowest: Signal<Local, Bits<N>>,
    one: Number<N, 1>,
    places: Places<N, A>,
    encode: Join<Bit, A, A>,
}

impl<const N: usize, const A: usize> Logic for First<N, A> {
    #[hdl_gen]
    fn update(&mut self) {
        self.lowest.next = self.d.val() & (!self.d.val() + self.one.val());
        for j in 0..A {
            self.encode.d[j].next = (self.lowest.val() & self.places[j].val()).any();
        }
        self.number.next = self.encode.q.val();
    }
}

/// The number of the first candidate in cyclic order after the one chosen last; after a reset, the lowest.
#[derive(LogicBlock, Default)]
pub struct Turns<const N: usize, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub d: Signal<In, Bits<N>>,
    /// Whether a candidate was chosen, and its number.
    pub chosen: Signal<In, Bit>,
    pub chosen_at: Signal<In, Bits<A>>,
    pub number: Signal<Out, Bits<A>>,
    place: Signal<Local, Bits<N>>,
    one: Number<N, 1>,
    first: First<N, A>,
    /// Mask of the candidates after the one chosen last.
    later: Resettable<Bits<N>>,
}

impl<const N: usize, const A: usize> Logic for Turns<N, A> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, later);
        self.first.d.next = self.d.val();
        if (self.d.val() & self.later.q.val()).any() {
            self.first.d.next = self.d.val() & self.later.q.val();
        }
        self.number.next = self.first.number.val();
        self.later.reset.next = self.reset.val();
        self.later.d.next = self.later.q.val();
        self.place.next = self.one.val() << self.chosen_at.val();
        if self.chosen.val() {
            self.later.d.next = !(self.place.val() | (self.place.val() - self.one.val()));
        }
    }
}
