//! The selectors of the schedulers that issue, by preferences.
//!
//! Every order of the unit is a list of preferences, words that have a bit for each request: if
//! some requests are preferred, the others are out; then comes the next preference. A number is
//! followed bit by bit, from the highest, so that the greatest one is found without comparing any
//! two. Sizes come in unary, so that all of them are looked at at once: a request is out if some
//! other one has a bit that it lacks. At the end stands an order of sets, a matrix: the word
//! `after[j]` has the sets that come after set j, so that a set is the first if no request has it
//! in its word.
//!
//! Request (e, w) is the gang in entry e of set w: bit w of word e. rust-hdl has arrays of one
//! dimension, and in an index it accepts loop variables alone: `for m in E..(E + 1)` makes one of
//! E.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;

/// For each of `K` schedulers, selects the gang with the highest priority among those that request
/// (6.3). Scheduler k has the entries, of `E`, that are k modulo `K`, `EK` of them, each with a bit
/// for each of `N` sets. Priority is given by `P` preferences, then by `Z` bits of sizes, then to a
/// gang that is the first of its size (`GREEDY_E` is `E` if each scheduler has one, else 0), then
/// by the order of sets in `O` words, then to the lowest entry.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct ChooseGangs<
    const N: usize, const E: usize, const K: usize, const EK: usize, const P: usize, const PE: usize, const Z: usize, const ZE: usize,
    const GREEDY: usize, const GREEDY_E: usize, const O: usize,
> {
    pub request: Array<Signal<In, Bits<N>>, E>,
    /// Element `p * E + e`: preference p for the gangs in entry e; likewise bit z of the sizes,
    /// where a gang that has a bit has those below it, too.
    pub prefer: Array<Signal<In, Bits<N>>, PE>,
    pub size: Array<Signal<In, Bits<N>>, ZE>,
    pub greedy: Array<Signal<In, Bits<N>>, GREEDY_E>,
    pub after: Array<Signal<In, Bits<N>>, O>,
    /// Element e is the first gang of that entry's scheduler if it is in entry e, one-hot, else
    /// zero. Whether each scheduler has a request.
    pub first: Array<Signal<Out, Bits<N>>, E>,
    pub some: Array<Signal<Out, Bit>, K>,
    left: Array<Signal<Local, Bits<N>>, E>,
    kept: Array<Signal<Local, Bits<N>>, E>,
    /// Sets with a request that is left; whether some request has each bit of the sizes.
    sets: Signal<Local, Bits<N>>,
    sized: Array<Signal<Local, Bit>, Z>,
    behind: Signal<Local, Bits<N>>,
    part: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
}

#[rustfmt::skip]
impl<
    const N: usize, const E: usize, const K: usize, const EK: usize, const P: usize, const PE: usize, const Z: usize, const ZE: usize,
    const GREEDY: usize, const GREEDY_E: usize, const O: usize,
> Logic for ChooseGangs<N, E, K, EK, P, PE, Z, ZE, GREEDY, GREEDY_E, O>
{
    #[hdl_gen]
    fn update(&mut self) {
        for e in 0..E {
            self.left[e].next = self.request[e].val();
        }
        for n in E..(E + 1) {
            for m in K..(K + 1) {
                for k in 0..K {
                    self.part.next = self.none.val();
                    for i in 0..EK {
                        self.part.next = self.part.val() | self.left[i * m + k].val();
                    }
                    self.some[k].next = self.part.val().any();
                    for p in 0..P {
                        self.part.next = self.none.val();
                        for i in 0..EK {
                            self.kept[i * m + k].next = self.left[i * m + k].val() & self.prefer[p * n + i * m + k].val();
                            self.part.next = self.part.val() | self.kept[i * m + k].val();
                        }
                        if self.part.val().any() {
                            for i in 0..EK {
                                self.left[i * m + k].next = self.kept[i * m + k].val();
                            }
                        }
                    }
                    for z in 0..Z {
                        self.part.next = self.none.val();
                        for i in 0..EK {
                            self.part.next = self.part.val() | (self.left[i * m + k].val() & self.size[z * n + i * m + k].val());
                        }
                        self.sized[z].next = self.part.val().any();
                    }
                    for z in 0..Z {
                        if self.sized[z].val() {
                            for i in 0..EK {
                                self.left[i * m + k].next = self.left[i * m + k].val() & self.size[z * n + i * m + k].val();
                            }
                        }
                    }
                    // the first set, the lowest entry
                    self.sets.next = self.none.val();
                    for i in 0..EK {
                        self.sets.next = self.sets.val() | self.left[i * m + k].val();
                    }
                    self.behind.next = self.none.val();
                    for j in 0..O {
                        self.part.next = self.none.val();
                        if self.sets.val().get_bit(j) {
                            self.part.next = self.after[j].val();
                        }
                        self.behind.next = self.behind.val() | self.part.val();
                    }
                    self.sets.next = self.sets.val() & !self.behind.val();
                    self.behind.next = self.none.val();
                    for i in 0..EK {
                        self.first[i * m + k].next = self.sets.val() & self.left[i * m + k].val() & !self.behind.val();
                        self.behind.next = self.behind.val() | self.left[i * m + k].val();
                    }
                    // the greedy one instead, if it is left
                    for _i in 0..GREEDY {
                        self.part.next = self.none.val();
                        for i in 0..EK {
                            self.kept[i * m + k].next = self.left[i * m + k].val() & self.greedy[i * m + k].val();
                            self.part.next = self.part.val() | self.kept[i * m + k].val();
                        }
                        if self.part.val().any() {
                            for i in 0..EK {
                                self.first[i * m + k].next = self.kept[i * m + k].val();
                            }
                        }
                    }
                }
            }
        }
    }
}

/// For each of `S` slices, selects the singleton with the highest priority among those that request
/// (6.3): the greedy one (`GREEDY` is 1 if there is one, else 0), or else by `P` preferences, then
/// by the order of sets in `O` words.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct ChooseSingletons<
    const N: usize, const S: usize, const GREEDY: usize, const GREEDY_S: usize, const P: usize, const PS: usize, const O: usize,
> {
    pub request: Array<Signal<In, Bits<N>>, S>,
    pub greedy: Array<Signal<In, Bits<N>>, GREEDY_S>,
    /// Element `p * S + s`: preference p in slice s.
    pub prefer: Array<Signal<In, Bits<N>>, PS>,
    pub after: Array<Signal<In, Bits<N>>, O>,
    /// For each slice, the set of the singleton, one-hot; zero if there is none. Whether there is
    /// one.
    pub first: Array<Signal<Out, Bits<N>>, S>,
    pub some: Array<Signal<Out, Bit>, S>,
    left: Signal<Local, Bits<N>>,
    behind: Signal<Local, Bits<N>>,
    part: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
}

#[rustfmt::skip]
impl<const N: usize, const S: usize, const GREEDY: usize, const GREEDY_S: usize, const P: usize, const PS: usize, const O: usize> Logic
    for ChooseSingletons<N, S, GREEDY, GREEDY_S, P, PS, O>
{
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for s in 0..S {
                self.left.next = self.request[s].val();
                self.some[s].next = self.request[s].val().any();
                for p in 0..P {
                    self.part.next = self.left.val() & self.prefer[p * n + s].val();
                    if self.part.val().any() {
                        self.left.next = self.part.val();
                    }
                }
                // without an order (O = 0) the loop below assigns nothing
                self.part.next = self.none.val();
                self.behind.next = self.part.val();
                for j in 0..O {
                    self.part.next = self.none.val();
                    if self.left.val().get_bit(j) {
                        self.part.next = self.after[j].val();
                    }
                    self.behind.next = self.behind.val() | self.part.val();
                }
                self.first[s].next = self.left.val() & !self.behind.val();
                for _i in 0..GREEDY {
                    if (self.request[s].val() & self.greedy[s].val()).any() {
                        self.first[s].next = self.request[s].val() & self.greedy[s].val();
                    }
                }
            }
        }
    }
}
