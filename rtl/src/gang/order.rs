//! The orders of issue (6.3) as preferences, see [`Gangs`](super::choose::Gangs).
//!
//! The preferences come in this sequence: `Z` bits of the size of gangs (`LITTLE` is 1: few members, else 0: many), `G`
//! words of what was issued last, `B` bits of the sets' age, `Q` bits of the PC. An order has those that it needs.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Numbers};
use crate::primitive::{Decode, Since};

/// The number of members of each gang, in planes: element `z * E + e` is bit z of the sizes of the gangs in entry e.
#[derive(LogicBlock, Default)]
pub struct Sizes<
    const N: usize,
    const S: usize,
    const E: usize,
    const MEMBERS: usize,
    const SIZED: usize,
    const Z: usize,
    const ZE: usize,
> {
    pub member: Array<Signal<In, Bits<N>>, MEMBERS>,
    pub size: Array<Signal<Out, Bits<N>>, ZE>,
    carry: Array<Signal<Local, Bits<N>>, SIZED>,
    both: Array<Signal<Local, Bits<N>>, SIZED>,
    none: Array<Number<N, 0>, SIZED>,
}

impl<
    const N: usize,
    const S: usize,
    const E: usize,
    const MEMBERS: usize,
    const SIZED: usize,
    const Z: usize,
    const ZE: usize,
> Logic for Sizes<N, S, E, MEMBERS, SIZED, Z, ZE>
{
    #[hdl_gen]
    fn update(&mut self) {
        for sized in 0..SIZED {
            for m in E..(E + 1) {
                for n in S..(S + 1) {
                    for e in 0..E {
                        for z in 0..Z {
                            self.size[z * m + e].next = self.none[sized].val();
                        }
                        // two at a time: a full adder, then a row of half adders
                        for pair in 0..E {
                            self.carry[sized].next = (self.member[e * n + 2 * pair].val()
                                & self.member[e * n + 2 * pair + 1].val())
                                | (self.size[e].val()
                                    & (self.member[e * n + 2 * pair].val() | self.member[e * n + 2 * pair + 1].val()));
                            self.size[e].next = self.size[e].val()
                                ^ self.member[e * n + 2 * pair].val()
                                ^ self.member[e * n + 2 * pair + 1].val();
                            for z in 1..Z {
                                self.both[sized].next = self.size[z * m + e].val() & self.carry[sized].val();
                                self.size[z * m + e].next = self.size[z * m + e].val() ^ self.carry[sized].val();
                                self.carry[sized].next = self.both[sized].val();
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The order of gangs as preferences: element `p * E + e` of `prefer` is preference p for the gangs in entry e.
#[derive(LogicBlock, Default)]
pub struct GangOrder<
    const N: usize,
    const LB: usize,
    const S: usize,
    const E: usize,
    const EB: usize,
    const NAMES: usize,
    const PE: usize,
    const Z: usize,
    const ZE: usize,
    const LITTLE: usize,
    const G: usize,
    const CYCLIC: usize,
    const B: usize,
    const BY_PC: usize,
    const KEYED: usize,
    const Q: usize,
    const SQ: usize,
> {
    pub size: Array<Signal<In, Bits<N>>, ZE>,
    /// Set and entry of the greedy gang.
    pub set: Array<Signal<In, Bits<LB>>, G>,
    pub entry: Array<Signal<In, Bits<EB>>, G>,
    pub age: Array<Signal<In, Bits<N>>, B>,
    /// Element `e * S + s` of the members, and element `s * Q + q`: bit q of the PCs in slice s.
    pub member: Array<Signal<In, Bits<N>>, KEYED>,
    pub pc: Array<Signal<In, Bits<N>>, SQ>,
    pub prefer: Array<Signal<Out, Bits<N>>, PE>,
    greedy: Array<Decode<LB, N>, G>,
    names: Numbers<EB, NAMES>,
    since: Array<Since<LB, N>, CYCLIC>,
    above: Array<Signal<Local, Bit>, CYCLIC>,
    none: Array<Number<N, 0>, 1>,
}

impl<
    const N: usize,
    const LB: usize,
    const S: usize,
    const E: usize,
    const EB: usize,
    const NAMES: usize,
    const PE: usize,
    const Z: usize,
    const ZE: usize,
    const LITTLE: usize,
    const G: usize,
    const CYCLIC: usize,
    const B: usize,
    const BY_PC: usize,
    const KEYED: usize,
    const Q: usize,
    const SQ: usize,
> Logic for GangOrder<N, LB, S, E, EB, NAMES, PE, Z, ZE, LITTLE, G, CYCLIC, B, BY_PC, KEYED, Q, SQ>
{
    #[hdl_gen]
    fn update(&mut self) {
        for m in E..(E + 1) {
            for z in Z..(Z + 1) {
                for bit in 0..Z {
                    for e in 0..E {
                        self.prefer[bit * m + e].next = self.size[(z - 1 - bit) * m + e].val();
                        for _i in 0..LITTLE {
                            self.prefer[bit * m + e].next = !self.size[(z - 1 - bit) * m + e].val();
                        }
                    }
                }
                for g in 0..G {
                    self.greedy[g].enable.next = true;
                    self.greedy[g].at.next = self.set[g].val();
                    for e in 0..E {
                        self.prefer[z * m + e].next = self.none[g].val();
                        if self.entry[g].val() == self.names[e].val() {
                            self.prefer[z * m + e].next = self.greedy[g].q.val();
                        }
                    }
                }
                // not the greedy one, but those after it
                for c in 0..CYCLIC {
                    self.since[c].at.next = self.set[c].val();
                    self.above[c].next = false;
                    for e in 0..E {
                        self.prefer[z * m + e].next = self.since[c].q.val();
                        if !self.above[c].val() {
                            self.prefer[z * m + e].next = self.since[c].q.val() & !self.greedy[c].q.val();
                        }
                        self.above[c].next = self.above[c].val() | (self.entry[c].val() == self.names[e].val());
                    }
                }
                for b in B..(B + 1) {
                    for bit in 0..B {
                        for e in 0..E {
                            self.prefer[(z + 1 + bit) * m + e].next = self.age[b - 1 - bit].val();
                        }
                    }
                }
                // the PC of any member is the gang's
                for by_pc in 0..BY_PC {
                    for n in S..(S + 1) {
                        for q in Q..(Q + 1) {
                            for bit in 0..Q {
                                for e in 0..E {
                                    self.prefer[bit * m + e].next = self.none[by_pc].val();
                                    for s in 0..S {
                                        self.prefer[bit * m + e].next = self.prefer[bit * m + e].val()
                                            | (self.member[e * n + s].val() & !self.pc[s * q + q - 1 - bit].val());
                                    }
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
    const B: usize,
    const Q: usize,
    const SQ: usize,
> {
    pub recent: Array<Signal<In, Bits<N>>, GS>,
    pub age: Array<Signal<In, Bits<N>>, B>,
    pub pc: Array<Signal<In, Bits<N>>, SQ>,
    pub prefer: Array<Signal<Out, Bits<N>>, PS>,
}

impl<
    const N: usize,
    const S: usize,
    const PS: usize,
    const G: usize,
    const GS: usize,
    const B: usize,
    const Q: usize,
    const SQ: usize,
> Logic for AloneOrder<N, S, PS, G, GS, B, Q, SQ>
{
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for s in 0..S {
                for _i in 0..G {
                    self.prefer[s].next = self.recent[s].val();
                }
                for b in B..(B + 1) {
                    for bit in 0..B {
                        self.prefer[(bit + 1) * n + s].next = self.age[b - 1 - bit].val();
                    }
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
