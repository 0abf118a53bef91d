//! A priority encoder and a round-robin selector.

use rust_hdl::prelude::*;

use crate::number::{Number, Places, Powers};
use crate::primitive::{Join, Resettable};

/// A priority encoder: the lowest one among `N` bits, one-hot and as a number of `A` bits; both are
/// zero when there is none. A bit is the lowest one if there is none below it in its group of four,
/// and none in the groups below: the groups keep the depth small.
#[derive(LogicBlock, Default)]
pub struct First<const N: usize, const A: usize> {
    pub d: Signal<In, Bits<N>>,
    pub lowest: Signal<Out, Bits<N>>,
    pub number: Signal<Out, Bits<A>>,
    lower: Signal<Local, Bits<N>>,
    groups: Signal<Local, Bits<N>>,
    below: Signal<Local, Bits<N>>,
    only: Signal<Local, Bits<N>>,
    one: Number<2, 1>,
    two: Number<2, 2>,
    three: Number<2, 3>,
    reach: Powers<A, A>,
    /// The places in a group, by the bits of their numbers.
    group: Places<N, 2>,
    places: Places<N, A>,
    encode: Join<Bit, A, A>,
}

impl<const N: usize, const A: usize> Logic for First<N, A> {
    #[hdl_gen]
    fn update(&mut self) {
        self.lower.next = ((self.d.val() << self.one.val()) & (self.group[0].val() | self.group[1].val()))
            | ((self.d.val() << self.two.val()) & self.group[1].val())
            | ((self.d.val() << self.three.val()) & self.group[0].val() & self.group[1].val());
        // whether a group has a one stands at its last place, and then at the first place of the
        // next one
        self.groups.next =
            ((self.lower.val() | self.d.val()) & self.group[0].val() & self.group[1].val()) << self.one.val();
        // four times the reach are as many groups
        for k in 0..A {
            self.groups.next = self.groups.val()
                | ((((self.groups.val() << self.reach[k].val()) << self.reach[k].val()) << self.reach[k].val())
                    << self.reach[k].val());
        }
        self.below.next = self.groups.val() | (self.groups.val() << self.one.val());
        self.below.next = self.below.val() | (self.below.val() << self.two.val());
        self.only.next = self.d.val() & !self.lower.val() & !self.below.val();
        self.lowest.next = self.only.val();
        for j in 0..A {
            self.encode.d[j].next = (self.only.val() & self.places[j].val()).any();
        }
        self.number.next = self.encode.q.val();
    }
}

/// A round-robin selector: the first of `N` candidates in cyclic order after the one chosen last,
/// one-hot and as a number of `A` bits; after a reset, the lowest.
#[derive(LogicBlock, Default)]
pub struct Turns<const N: usize, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub d: Signal<In, Bits<N>>,
    /// Whether a candidate was chosen, and its place, one bit of `N`.
    pub chosen: Signal<In, Bit>,
    pub chosen_at: Signal<In, Bits<N>>,
    pub at: Signal<Out, Bits<N>>,
    pub number: Signal<Out, Bits<A>>,
    one: Number<N, 1>,
    first: First<N, A>,
    first_later: First<N, A>,
    /// Mask of the candidates after the one chosen last.
    later: Resettable<Bits<N>>,
}

impl<const N: usize, const A: usize> Logic for Turns<N, A> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, later);
        self.first.d.next = self.d.val();
        self.first_later.d.next = self.d.val() & self.later.q.val();
        self.at.next = self.first.lowest.val();
        self.number.next = self.first.number.val();
        if (self.d.val() & self.later.q.val()).any() {
            self.at.next = self.first_later.lowest.val();
            self.number.next = self.first_later.number.val();
        }
        self.later.reset.next = self.reset.val();
        self.later.d.next = self.later.q.val();
        if self.chosen.val() {
            self.later.d.next = !(self.chosen_at.val() | (self.chosen_at.val() - self.one.val()));
        }
    }
}
