//! Choice by preferences.
//!
//! Every order of the unit is a list of preferences, words that have a bit for each candidate: if some candidates are
//! preferred, the others are out; then comes the next preference. A number is followed bit by bit, from the highest, so
//! that the greatest one is found without comparing any two. Where preferences exclude each other, they are *classes*:
//! all are looked at at once, and the first one with a candidate counts. At the end stands an order of sets, a matrix:
//! the word `after[j]` has the sets that come after set j, so that a set is the first if no candidate has it in its word.
//!
//! Candidate (e, w) is the gang in entry e of set w: bit w of word e. rust-hdl has arrays of one dimension, and in an
//! index it accepts loop variables alone: `for m in E..(E + 1)` makes one of E.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;

/// Chooses up to `K` gangs without a common slice.
/// `S` slices, `E` entries of `N` sets, `P` preferences, then `C` classes (`CLASSED` is 1 if there are any), then a gang that is the first of its class
/// (`GREEDY` is 1 if there is one, else 0), then the order of sets in `O` words, then the lowest entry. The first `HALF` classes are gangs of more than half of
/// the slices, biggest first: only the first gang is one of them, since the others are no bigger and share no slice with it.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Gangs<
    const N: usize, const S: usize, const E: usize, const ES: usize, const K: usize, const KE: usize, const KS: usize, const P: usize, const PE: usize,
    const CLASSED: usize, const C: usize, const CE: usize, const HALF: usize, const GREEDY: usize, const GREEDY_E: usize, const O: usize,
> {
    /// Element `e * S + s`: the gangs in entry e that have a member in slice s.
    pub member: Array<Signal<In, Bits<N>>, ES>,
    pub request: Array<Signal<In, Bits<N>>, E>,
    /// Element `p * E + e`: preference p for the gangs in entry e; likewise the classes.
    pub prefer: Array<Signal<In, Bits<N>>, PE>,
    pub class: Array<Signal<In, Bits<N>>, CE>,
    pub greedy: Array<Signal<In, Bits<N>>, GREEDY_E>,
    pub after: Array<Signal<In, Bits<N>>, O>,
    /// Whether there is a k-th gang, and its set, one-hot; zero if there is no such gang.
    /// Then whether it is in entry e (`k * E + e`), and its members (`k * S + s`).
    pub some: Array<Signal<Out, Bit>, K>,
    pub at: Array<Signal<Out, Bits<N>>, K>,
    pub entry: Array<Signal<Out, Bit>, KE>,
    pub member_of: Array<Signal<Out, Bit>, KS>,
    free: Array<Signal<Local, Bits<N>>, E>,
    left: Array<Signal<Local, Bits<N>>, E>,
    kept: Array<Signal<Local, Bits<N>>, E>,
    /// Sets with a candidate that is left; by class, and whether there is any.
    sets: Signal<Local, Bits<N>>,
    sets_of: Array<Signal<Local, Bits<N>>, C>,
    any_of: Array<Signal<Local, Bit>, C>,
    ahead: Array<Signal<Local, Bit>, CLASSED>,
    mine: Array<Signal<Local, Bits<N>>, GREEDY>,
    behind: Signal<Local, Bits<N>>,
    part: Signal<Local, Bits<N>>,
    first: Signal<Local, Bits<N>>,
    takes: Array<Signal<Local, Bit>, S>,
    none: Number<N, 0>,
}

#[rustfmt::skip]
impl<
    const N: usize, const S: usize, const E: usize, const ES: usize, const K: usize, const KE: usize, const KS: usize, const P: usize, const PE: usize,
    const CLASSED: usize, const C: usize, const CE: usize, const HALF: usize, const GREEDY: usize, const GREEDY_E: usize, const O: usize,
> Logic for Gangs<N, S, E, ES, K, KE, KS, P, PE, CLASSED, C, CE, HALF, GREEDY, GREEDY_E, O>
{
    #[hdl_gen]
    fn update(&mut self) {
        for e in 0..E {
            self.free[e].next = self.request[e].val();
        }
        for m in E..(E + 1) {
            for n in S..(S + 1) {
                for k in 0..K {
                    self.sets.next = self.none.val();
                    for e in 0..E {
                        self.left[e].next = self.free[e].val();
                        self.sets.next = self.sets.val() | self.free[e].val();
                    }
                    self.some[k].next = self.sets.val().any();
                    for p in 0..P {
                        self.part.next = self.none.val();
                        for e in 0..E {
                            self.kept[e].next = self.left[e].val() & self.prefer[p * m + e].val();
                            self.part.next = self.part.val() | self.kept[e].val();
                        }
                        if self.part.val().any() {
                            self.sets.next = self.part.val();
                            for e in 0..E {
                                self.left[e].next = self.kept[e].val();
                            }
                        }
                    }
                    // the first class that has a candidate
                    for classed in 0..CLASSED {
                        self.sets.next = self.none.val();
                        for e in 0..E {
                            self.kept[e].next = self.none.val();
                        }
                        for c in 0..C {
                            self.sets_of[c].next = self.none.val();
                            for e in 0..E {
                                self.sets_of[c].next = self.sets_of[c].val() | (self.left[e].val() & self.class[c * m + e].val());
                            }
                            self.any_of[c].next = self.sets_of[c].val().any();
                        }
                        for c in 0..HALF {
                            if 0 < k {
                                self.sets_of[c].next = self.none.val();
                                self.any_of[c].next = false;
                            }
                        }
                        for c in 0..C {
                            for l in C..(C + 1) {
                                self.ahead[classed].next = false;
                                for d in 0..C {
                                    // from the nearest on: a tree of its own, not a chain that all share
                                    if d < c {
                                        self.ahead[classed].next = self.ahead[classed].val() | self.any_of[(c + l - 1 - d) % l].val();
                                    }
                                }
                            }
                            self.part.next = self.none.val();
                            if !self.ahead[classed].val() {
                                self.part.next = self.sets_of[c].val();
                            }
                            self.sets.next = self.sets.val() | self.part.val();
                            for e in 0..E {
                                self.part.next = self.none.val();
                                if self.any_of[c].val() & !self.ahead[classed].val() {
                                    self.part.next = self.left[e].val() & self.class[c * m + e].val();
                                }
                                self.kept[e].next = self.kept[e].val() | self.part.val();
                            }
                        }
                        for e in 0..E {
                            self.left[e].next = self.kept[e].val();
                        }
                    }
                    // whether it has the greedy one; the first set
                    for g in 0..GREEDY {
                        self.mine[g].next = self.none.val();
                        for e in 0..E {
                            self.mine[g].next = self.mine[g].val() | (self.left[e].val() & self.greedy[e].val());
                        }
                    }
                    self.behind.next = self.none.val();
                    for j in 0..O {
                        self.part.next = self.none.val();
                        if self.sets.val().get_bit(j) {
                            self.part.next = self.after[j].val();
                        }
                        self.behind.next = self.behind.val() | self.part.val();
                    }
                    self.first.next = self.sets.val() & !self.behind.val();
                    // the lowest entry
                    self.behind.next = self.none.val();
                    for e in 0..E {
                        self.kept[e].next = self.left[e].val() & !self.behind.val();
                        self.behind.next = self.behind.val() | self.left[e].val();
                    }
                    self.at[k].next = self.first.val();
                    for e in 0..E {
                        self.entry[k * m + e].next = (self.kept[e].val() & self.first.val()).any();
                    }
                    for s in 0..S {
                        self.part.next = self.none.val();
                        for e in 0..E {
                            self.part.next = self.part.val() | (self.kept[e].val() & self.member[e * n + s].val());
                        }
                        self.takes[s].next = (self.part.val() & self.first.val()).any();
                    }
                    // the greedy one instead: its set, entry and members are known before
                    for g in 0..GREEDY {
                        if self.mine[g].val().any() {
                            self.at[k].next = self.mine[g].val();
                            for e in 0..E {
                                self.entry[k * m + e].next = self.greedy[e].val().any();
                            }
                            for s in 0..S {
                                self.part.next = self.none.val();
                                for e in 0..E {
                                    self.part.next = self.part.val() | (self.greedy[e].val() & self.member[e * n + s].val());
                                }
                                self.takes[s].next = self.part.val().any();
                            }
                        }
                    }
                    for s in 0..S {
                        self.member_of[k * n + s].next = self.takes[s].val();
                    }
                    for e in 0..E {
                        self.behind.next = self.none.val();
                        for s in 0..S {
                            self.part.next = self.none.val();
                            if self.takes[s].val() {
                                self.part.next = self.member[e * n + s].val();
                            }
                            self.behind.next = self.behind.val() | self.part.val();
                        }
                        self.free[e].next = self.free[e].val() & !self.behind.val();
                    }
                }
            }
        }
    }
}

/// Chooses a singleton in each of `S` slices that has candidates, by `P` preferences, then by the order of sets in `O` words.
#[derive(LogicBlock, Default)]
pub struct Singletons<const N: usize, const S: usize, const P: usize, const PS: usize, const O: usize> {
    pub request: Array<Signal<In, Bits<N>>, S>,
    /// Element `p * S + s`: preference p in slice s.
    pub prefer: Array<Signal<In, Bits<N>>, PS>,
    pub after: Array<Signal<In, Bits<N>>, O>,
    /// For each slice, the set of the singleton; zero if there was no candidate.
    pub at: Array<Signal<Out, Bits<N>>, S>,
    left: Signal<Local, Bits<N>>,
    kept: Signal<Local, Bits<N>>,
    behind: Signal<Local, Bits<N>>,
    part: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
}

impl<const N: usize, const S: usize, const P: usize, const PS: usize, const O: usize> Logic
    for Singletons<N, S, P, PS, O>
{
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for s in 0..S {
                self.left.next = self.request[s].val();
                for p in 0..P {
                    self.kept.next = self.left.val() & self.prefer[p * n + s].val();
                    if self.kept.val().any() {
                        self.left.next = self.kept.val();
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
                self.at[s].next = self.left.val() & !self.behind.val();
            }
        }
    }
}
