//! Choice by preferences.
//!
//! Every order of the unit is a list of preferences, words that have a bit for each candidate: if some candidates are
//! preferred, the others are out; then comes the next preference. A number is followed bit by bit, from the highest, so
//! that the greatest one is found without comparing any two.
//!
//! Candidate (e, w) is the gang in entry e of set w: bit w of word e. rust-hdl has arrays of one dimension, and in an
//! index it knows loop variables alone: `for m in E..(E + 1)` makes one of E.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;

/// Chooses up to `K` gangs without a common slice by preferences.
/// `S` slices, `E` entries of `N` sets, `P` preferences. `LOWEST` is 1 unless they leave a single set; of what they
/// leave then, the lowest set is chosen, and in it the lowest entry.
#[derive(LogicBlock, Default)]
pub struct Gangs<
    const N: usize,
    const S: usize,
    const E: usize,
    const ES: usize,
    const K: usize,
    const KE: usize,
    const KS: usize,
    const P: usize,
    const PE: usize,
    const LOWEST: usize,
> {
    /// Element `e * S + s`: the gangs in entry e that have a member in slice s.
    pub member: Array<Signal<In, Bits<N>>, ES>,
    pub request: Array<Signal<In, Bits<N>>, E>,
    /// Element `p * E + e`: preference p for the gangs in entry e.
    pub prefer: Array<Signal<In, Bits<N>>, PE>,
    /// The set of the k-th gang, one-hot; zero if there is no such gang.
    /// Then whether it is in entry e (`k * E + e`), and its members (`k * S + s`).
    pub at: Array<Signal<Out, Bits<N>>, K>,
    pub entry: Array<Signal<Out, Bit>, KE>,
    pub member_of: Array<Signal<Out, Bit>, KS>,
    free: Array<Signal<Local, Bits<N>>, E>,
    left: Array<Signal<Local, Bits<N>>, E>,
    kept: Array<Signal<Local, Bits<N>>, E>,
    some: Signal<Local, Bits<N>>,
    first: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
}

impl<
    const N: usize,
    const S: usize,
    const E: usize,
    const ES: usize,
    const K: usize,
    const KE: usize,
    const KS: usize,
    const P: usize,
    const PE: usize,
    const LOWEST: usize,
> Logic for Gangs<N, S, E, ES, K, KE, KS, P, PE, LOWEST>
{
    #[hdl_gen]
    fn update(&mut self) {
        for e in 0..E {
            self.free[e].next = self.request[e].val();
        }
        for m in E..(E + 1) {
            for n in S..(S + 1) {
                for k in 0..K {
                    for e in 0..E {
                        self.left[e].next = self.free[e].val();
                    }
                    for p in 0..P {
                        self.some.next = self.none.val();
                        for e in 0..E {
                            self.kept[e].next = self.left[e].val() & self.prefer[p * m + e].val();
                            self.some.next = self.some.val() | self.kept[e].val();
                        }
                        if self.some.val().any() {
                            for e in 0..E {
                                self.left[e].next = self.kept[e].val();
                            }
                        }
                    }
                    self.some.next = self.none.val();
                    for e in 0..E {
                        self.some.next = self.some.val() | self.left[e].val();
                    }
                    for _i in 0..LOWEST {
                        self.some.next = self.some.val() & (self.none.val() - self.some.val());
                    }
                    self.at[k].next = self.some.val();
                    for e in 0..E {
                        self.first.next = self.left[e].val() & self.some.val();
                        self.left[e].next = self.first.val();
                        self.entry[k * m + e].next = self.first.val().any();
                        self.some.next = self.some.val() & !self.first.val();
                    }
                    for s in 0..S {
                        self.first.next = self.none.val();
                        for e in 0..E {
                            self.first.next = self.first.val() | (self.left[e].val() & self.member[e * n + s].val());
                        }
                        self.member_of[k * n + s].next = self.first.val().any();
                        if self.first.val().any() {
                            for e in 0..E {
                                self.free[e].next = self.free[e].val() & !self.member[e * n + s].val();
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Chooses a singleton by preferences in each of `S` slices that has candidates. `P` and `LOWEST` as for [`Gangs`].
#[derive(LogicBlock, Default)]
pub struct Singletons<const N: usize, const S: usize, const P: usize, const PS: usize, const LOWEST: usize> {
    pub request: Array<Signal<In, Bits<N>>, S>,
    /// Element `p * S + s`: preference p in slice s.
    pub prefer: Array<Signal<In, Bits<N>>, PS>,
    /// For each slice, the set of the singleton; zero if there was no candidate.
    pub at: Array<Signal<Out, Bits<N>>, S>,
    left: Signal<Local, Bits<N>>,
    kept: Signal<Local, Bits<N>>,
    none: Array<Number<N, 0>, LOWEST>,
}

impl<const N: usize, const S: usize, const P: usize, const PS: usize, const LOWEST: usize> Logic
    for Singletons<N, S, P, PS, LOWEST>
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
                for lowest in 0..LOWEST {
                    self.left.next = self.left.val() & (self.none[lowest].val() - self.left.val());
                }
                self.at[s].next = self.left.val();
            }
        }
    }
}
