//! The selectors of the schedulers that fetch, which are round-robin.
//!
//! The first of those that have their turn and the first of all are found at once; the second
//! counts if nothing has its turn.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::Lowest;

/// The sets, of `N`, that have a gang in an entry of each of `K` schedulers: scheduler k's word is
/// the or of the words of its entries, those of `E` that are k modulo `K`. `EK` is `E / K`.
#[derive(LogicBlock, Default)]
pub struct Sets<const N: usize, const E: usize, const K: usize, const EK: usize> {
    pub gang: Array<Signal<In, Bits<N>>, E>,
    pub sets: Array<Signal<Out, Bits<N>>, K>,
    none: Number<N, 0>,
}

impl<const N: usize, const E: usize, const K: usize, const EK: usize> Logic for Sets<N, E, K, EK> {
    #[hdl_gen]
    fn update(&mut self) {
        for m in K..(K + 1) {
            for k in 0..K {
                self.sets[k].next = self.none.val();
                for i in 0..EK {
                    self.sets[k].next = self.sets[k].val() | self.gang[i * m + k].val();
                }
            }
        }
    }
}

/// A round-robin selector of gangs: for each of `K` schedulers, selects the first gang in its
/// entries in cyclic order of ids. Entries and outputs are those of
/// [`ChooseGangs`](super::choose::ChooseGangs); `turn` has the gangs from the beginning of the
/// order upwards, which come before those below.
#[derive(LogicBlock, Default)]
pub struct CyclicGangs<const N: usize, const E: usize, const K: usize, const EK: usize> {
    pub request: Array<Signal<In, Bits<N>>, E>,
    pub turn: Array<Signal<In, Bits<N>>, E>,
    pub first: Array<Signal<Out, Bits<N>>, E>,
    pub some: Array<Signal<Out, Bit>, K>,
    among: Sets<N, E, K, EK>,
    all: Sets<N, E, K, EK>,
    first_among: Array<Lowest<N>, K>,
    first_of_all: Array<Lowest<N>, K>,
    lower: Signal<Local, Bits<N>>,
    lower_among: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
}

impl<const N: usize, const E: usize, const K: usize, const EK: usize> Logic for CyclicGangs<N, E, K, EK> {
    #[hdl_gen]
    fn update(&mut self) {
        for e in 0..E {
            self.among.gang[e].next = self.request[e].val() & self.turn[e].val();
            self.all.gang[e].next = self.request[e].val();
        }
        for m in K..(K + 1) {
            for k in 0..K {
                self.first_among[k].d.next = self.among.sets[k].val();
                self.first_of_all[k].d.next = self.all.sets[k].val();
                self.some[k].next = self.all.sets[k].val().any();
                // in its set, the lowest entry
                self.lower.next = self.none.val();
                self.lower_among.next = self.none.val();
                for i in 0..EK {
                    self.first[i * m + k].next =
                        self.first_of_all[k].q.val() & self.request[i * m + k].val() & !self.lower.val();
                    if self.among.sets[k].val().any() {
                        self.first[i * m + k].next = self.first_among[k].q.val()
                            & self.request[i * m + k].val()
                            & self.turn[i * m + k].val()
                            & !self.lower_among.val();
                    }
                    self.lower.next = self.lower.val() | self.request[i * m + k].val();
                    self.lower_among.next =
                        self.lower_among.val() | (self.request[i * m + k].val() & self.turn[i * m + k].val());
                }
            }
        }
    }
}

/// A round-robin selector of singletons: for each of `S` slices, selects the first set, of `N`, in
/// cyclic order whose singleton requests.
#[derive(LogicBlock, Default)]
pub struct CyclicSingletons<const N: usize, const S: usize> {
    pub request: Array<Signal<In, Bits<N>>, S>,
    /// The sets from the beginning of the order upwards, which come before those below.
    pub turn: Array<Signal<In, Bits<N>>, S>,
    /// For each slice, the set of the singleton, one-hot; zero if there is none. Whether there is
    /// one.
    pub first: Array<Signal<Out, Bits<N>>, S>,
    pub some: Array<Signal<Out, Bit>, S>,
    first_among: Array<Lowest<N>, S>,
    first_of_all: Array<Lowest<N>, S>,
}

impl<const N: usize, const S: usize> Logic for CyclicSingletons<N, S> {
    #[hdl_gen]
    fn update(&mut self) {
        for s in 0..S {
            self.first_among[s].d.next = self.request[s].val() & self.turn[s].val();
            self.first_of_all[s].d.next = self.request[s].val();
            self.some[s].next = self.request[s].val().any();
            self.first[s].next = self.first_of_all[s].q.val();
            if (self.request[s].val() & self.turn[s].val()).any() {
                self.first[s].next = self.first_among[s].q.val();
            }
        }
    }
}
