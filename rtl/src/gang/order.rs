//! The orders of issue (6.3) as preferences, see [`Gangs`](super::choose::Gangs).
//!
//! The orders that look at ages have a greedy gang, and classes by size if they look at sizes; at their end stands the order of sets by age. `Lrr` has one
//! preference, the gangs after the one that was issued last, and `Lpc` one for each bit of the PC; at their end stands the order of sets by number.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Numbers};

/// The gangs by size, in classes: element `c * E + e` is the gangs in entry e that have the c-th number of members, from all slices down to two;
/// or from two up, if `LITTLE` is 1. `BIG` is `1 - LITTLE`.
///
/// The members of each half of the slices are counted one by one, each count as one of `E + 1` words; `H` is twice as many.
/// The sums of both are the sizes, `T` words.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Sizes<
    const N: usize, const S: usize, const E: usize, const MEMBERS: usize, const SIZED: usize, const LITTLE: usize, const BIG: usize, const C: usize,
    const CE: usize, const H: usize, const T: usize,
> {
    pub member: Array<Signal<In, Bits<N>>, MEMBERS>,
    pub class: Array<Signal<Out, Bits<N>>, CE>,
    /// Element `h * (E + 1) + k`: the gangs that have k members in half h.
    half: Array<Signal<Local, Bits<N>>, H>,
    total: Array<Signal<Local, Bits<N>>, T>,
    none: Array<Number<N, 0>, SIZED>,
}

#[rustfmt::skip]
impl<
    const N: usize, const S: usize, const E: usize, const MEMBERS: usize, const SIZED: usize, const LITTLE: usize, const BIG: usize, const C: usize,
    const CE: usize, const H: usize, const T: usize,
> Logic for Sizes<N, S, E, MEMBERS, SIZED, LITTLE, BIG, C, CE, H, T>
{
    #[hdl_gen]
    fn update(&mut self) {
        for sized in 0..SIZED {
            for m in E..(E + 1) {
                for n in S..(S + 1) {
                    for e in 0..E {
                        for h in 0..2 {
                            for k in 0..E {
                                self.half[h * (m + 1) + k + 1].next = self.none[sized].val();
                            }
                            self.half[h * (m + 1)].next = !self.none[sized].val();
                            for s in 0..E {
                                // from the highest count down, since each takes the one below
                                for k in 0..E {
                                    self.half[h * (m + 1) + m - k].next = (self.half[h * (m + 1) + m - k].val() & !self.member[e * n + h * m + s].val())
                                        | (self.half[h * (m + 1) + m - k - 1].val() & self.member[e * n + h * m + s].val());
                                }
                                self.half[h * (m + 1)].next = self.half[h * (m + 1)].val() & !self.member[e * n + h * m + s].val();
                            }
                        }
                        for t in 0..T {
                            self.total[t].next = self.none[sized].val();
                        }
                        for a in 0..(E + 1) {
                            for b in 0..(E + 1) {
                                self.total[a + b].next = self.total[a + b].val() | (self.half[a].val() & self.half[m + 1 + b].val());
                            }
                        }
                        for c in 0..C {
                            for _i in 0..BIG {
                                self.class[c * m + e].next = self.total[n - c].val();
                            }
                            for _i in 0..LITTLE {
                                self.class[c * m + e].next = self.total[c + 2].val();
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The order of gangs: element e of `greedy` is the greedy gang if it is in entry e; element `p * E + e` of `prefer` is preference p for the gangs in entry e.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct GangOrder<
    const N: usize, const S: usize, const E: usize, const EB: usize, const NAMES: usize, const PE: usize, const GREEDY: usize,
    const GREEDY_E: usize, const G: usize, const CYCLIC: usize, const BY_PC: usize, const KEYED: usize, const Q: usize, const SQ: usize,
> {
    /// The set of the greedy gang, one-hot; for `Lrr`, the sets from it upwards, too; and the gang's entry.
    pub at: Array<Signal<In, Bits<N>>, G>,
    pub since: Array<Signal<In, Bits<N>>, CYCLIC>,
    pub entry: Array<Signal<In, Bits<EB>>, G>,
    /// Element `e * S + s` of the members, and element `s * Q + q`: bit q of the PCs in slice s.
    pub member: Array<Signal<In, Bits<N>>, KEYED>,
    pub pc: Array<Signal<In, Bits<N>>, SQ>,
    pub greedy: Array<Signal<Out, Bits<N>>, GREEDY_E>,
    pub prefer: Array<Signal<Out, Bits<N>>, PE>,
    names: Numbers<EB, NAMES>,
    above: Array<Signal<Local, Bit>, CYCLIC>,
    none: Array<Number<N, 0>, GREEDY>,
    zero: Array<Number<N, 0>, BY_PC>,
}

#[rustfmt::skip]
impl<
    const N: usize, const S: usize, const E: usize, const EB: usize, const NAMES: usize, const PE: usize, const GREEDY: usize,
    const GREEDY_E: usize, const G: usize, const CYCLIC: usize, const BY_PC: usize, const KEYED: usize, const Q: usize, const SQ: usize,
> Logic for GangOrder<N, S, E, EB, NAMES, PE, GREEDY, GREEDY_E, G, CYCLIC, BY_PC, KEYED, Q, SQ>
{
    #[hdl_gen]
    fn update(&mut self) {
        for g in 0..GREEDY {
            for e in 0..E {
                self.greedy[e].next = self.none[g].val();
                if self.entry[g].val() == self.names[e].val() {
                    self.greedy[e].next = self.at[g].val();
                }
            }
        }
        // not the greedy one, but those after it
        for c in 0..CYCLIC {
            self.above[c].next = false;
            for e in 0..E {
                self.prefer[e].next = self.since[c].val();
                if !self.above[c].val() {
                    self.prefer[e].next = self.since[c].val() & !self.at[c].val();
                }
                self.above[c].next = self.above[c].val() | (self.entry[c].val() == self.names[e].val());
            }
        }
        // the PC of any member is the gang's
        for by_pc in 0..BY_PC {
            for m in E..(E + 1) {
                for n in S..(S + 1) {
                    for q in Q..(Q + 1) {
                        for bit in 0..Q {
                            for e in 0..E {
                                self.prefer[bit * m + e].next = self.zero[by_pc].val();
                                for s in 0..S {
                                    self.prefer[bit * m + e].next =
                                        self.prefer[bit * m + e].val() | (self.member[e * n + s].val() & !self.pc[s * q + q - 1 - bit].val());
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The order of singletons as preferences: element `p * S + s` is preference p in slice s.
#[derive(LogicBlock, Default)]
pub struct AloneOrder<
    const N: usize,
    const S: usize,
    const PS: usize,
    const G: usize,
    const GS: usize,
    const Q: usize,
    const SQ: usize,
> {
    pub recent: Array<Signal<In, Bits<N>>, GS>,
    pub pc: Array<Signal<In, Bits<N>>, SQ>,
    pub prefer: Array<Signal<Out, Bits<N>>, PS>,
}

impl<const N: usize, const S: usize, const PS: usize, const G: usize, const GS: usize, const Q: usize, const SQ: usize>
    Logic for AloneOrder<N, S, PS, G, GS, Q, SQ>
{
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for s in 0..S {
                for _i in 0..G {
                    self.prefer[s].next = self.recent[s].val();
                }
                for q in Q..(Q + 1) {
                    for bit in 0..Q {
                        self.prefer[bit * n + s].next = !self.pc[s * q + q - 1 - bit].val();
                    }
                }
            }
        }
    }
}
