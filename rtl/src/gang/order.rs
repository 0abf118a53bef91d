//! The issue orders (6.3) as preferences, see [`ChooseGangs`](super::choose::ChooseGangs).
//!
//! The orders that look at ages have a greedy gang, and sizes if they look at sizes; at their end
//! stands the order of sets by age. `Lrr` has one preference, the gangs after the one that was
//! issued last, and `Lpc` one for each bit of the PC; at their end stands the order of sets by
//! number.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Numbers};
use crate::primitive::Sorter;

/// The sizes of gangs in unary: element `z * E + e` has those gangs in entry e that have more than
/// z + 2 members; or, if `LITTLE` is 1, those that have fewer than `S - z`. `BIG` is `1 - LITTLE`;
/// `SIZED` is `E`, and `Z` is `S - 2`, or both are 0 where sizes do not count.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Sizes<
    const N: usize, const S: usize, const SIZED: usize, const MEMBERS: usize, const LITTLE: usize, const BIG: usize, const Z: usize, const ZE: usize,
> {
    pub member: Array<Signal<In, Bits<N>>, MEMBERS>,
    pub size: Array<Signal<Out, Bits<N>>, ZE>,
    sorter: Sorter<SIZED, S, Z, MEMBERS, ZE, N>,
}

#[rustfmt::skip]
impl<
    const N: usize, const S: usize, const SIZED: usize, const MEMBERS: usize, const LITTLE: usize, const BIG: usize, const Z: usize, const ZE: usize,
> Logic for Sizes<N, S, SIZED, MEMBERS, LITTLE, BIG, Z, ZE>
{
    #[hdl_gen]
    fn update(&mut self) {
        for m in 0..MEMBERS {
            self.sorter.d[m].next = self.member[m].val();
        }
        for m in SIZED..(SIZED + 1) {
            for l in Z..(Z + 1) {
                for e in 0..SIZED {
                    for z in 0..Z {
                        for _i in 0..BIG {
                            self.size[z * m + e].next = self.sorter.q[e * l + z].val();
                        }
                        for _i in 0..LITTLE {
                            self.size[z * m + e].next = !self.sorter.q[e * l + l - 1 - z].val();
                        }
                    }
                }
            }
        }
    }
}

/// The preferences by which `K` schedulers of gangs select (6.3): element e of `greedy` is its
/// scheduler's greedy gang if that is in entry e; element `p * E + e` of `prefer` is preference p
/// for the gangs in entry e.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct GangOrder<
    const N: usize, const S: usize, const E: usize, const EB: usize, const K: usize, const EK: usize, const NAMES: usize, const PE: usize,
    const GREEDY: usize, const GREEDY_E: usize, const GK: usize, const CYCLIC: usize, const CK: usize, const BY_PC: usize, const KEYED: usize,
    const Q: usize, const SQ: usize,
> {
    /// For each scheduler, the set of the greedy gang, one-hot; for `Lrr`, the sets from it
    /// upwards, too; and the gang's entry.
    pub at: Array<Signal<In, Bits<N>>, GK>,
    pub since: Array<Signal<In, Bits<N>>, CK>,
    pub entry: Array<Signal<In, Bits<EB>>, GK>,
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
    const N: usize, const S: usize, const E: usize, const EB: usize, const K: usize, const EK: usize, const NAMES: usize, const PE: usize,
    const GREEDY: usize, const GREEDY_E: usize, const GK: usize, const CYCLIC: usize, const CK: usize, const BY_PC: usize, const KEYED: usize,
    const Q: usize, const SQ: usize,
> Logic for GangOrder<N, S, E, EB, K, EK, NAMES, PE, GREEDY, GREEDY_E, GK, CYCLIC, CK, BY_PC, KEYED, Q, SQ>
{
    #[hdl_gen]
    fn update(&mut self) {
        for m in K..(K + 1) {
            for g in 0..GREEDY {
                for k in 0..K {
                    for i in 0..EK {
                        self.greedy[i * m + k].next = self.none[g].val();
                        if self.entry[k].val() == self.names[i * m + k].val() {
                            self.greedy[i * m + k].next = self.at[k].val();
                        }
                    }
                }
            }
            // not the greedy one, but those after it
            for c in 0..CYCLIC {
                for k in 0..K {
                    self.above[c].next = false;
                    for i in 0..EK {
                        for j in 0..K {
                            if j < k {
                                self.above[c].next = self.above[c].val() | (self.entry[k].val() == self.names[i * m + j].val());
                            }
                        }
                        self.prefer[i * m + k].next = self.since[k].val();
                        if !self.above[c].val() {
                            self.prefer[i * m + k].next = self.since[k].val() & !self.at[k].val();
                        }
                        for j in 0..K {
                            if k <= j {
                                self.above[c].next = self.above[c].val() | (self.entry[k].val() == self.names[i * m + j].val());
                            }
                        }
                    }
                }
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

/// The preferences by which slices select a singleton (6.3): element s of `greedy` is the greedy
/// one of slice s, element `p * S + s` of `prefer` is preference p in slice s.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct AloneOrder<
    const N: usize, const S: usize, const GREEDY_S: usize, const PS: usize, const CYCLIC: usize, const GS: usize, const Q: usize, const SQ: usize,
> {
    /// The greedy singleton of each slice; for `Lrr`, the sets after it.
    pub recent: Array<Signal<In, Bits<N>>, GS>,
    pub pc: Array<Signal<In, Bits<N>>, SQ>,
    pub greedy: Array<Signal<Out, Bits<N>>, GREEDY_S>,
    pub prefer: Array<Signal<Out, Bits<N>>, PS>,
}

#[rustfmt::skip]
impl<const N: usize, const S: usize, const GREEDY_S: usize, const PS: usize, const CYCLIC: usize, const GS: usize, const Q: usize, const SQ: usize> Logic
    for AloneOrder<N, S, GREEDY_S, PS, CYCLIC, GS, Q, SQ>
{
    #[hdl_gen]
    fn update(&mut self) {
        for s in 0..GREEDY_S {
            self.greedy[s].next = self.recent[s].val();
        }
        for n in S..(S + 1) {
            for s in 0..S {
                for _i in 0..CYCLIC {
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
