//! The gangs that are issued or fetched beside a first one, where they are picked in the cycle.

use rust_hdl::prelude::*;

use super::choose::ChooseGangs;
use super::cyclic::CyclicGangs;
use super::picked::Picked;
use crate::array::Array;
use crate::number::Number;
use crate::primitive::Ignore;

/// Of the requests of gangs in `E` entries of `N` sets, those that share none of the `S` slices
/// that a gang has taken. Element `e * S + s` of the members is the gangs in entry e with a member
/// in slice s.
#[derive(LogicBlock, Default)]
pub struct Beside<const N: usize, const S: usize, const E: usize, const ES: usize> {
    pub request: Array<Signal<In, Bits<N>>, E>,
    pub member: Array<Signal<In, Bits<N>>, ES>,
    pub taken: Array<Signal<In, Bit>, S>,
    pub left: Array<Signal<Out, Bits<N>>, E>,
    part: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
}

impl<const N: usize, const S: usize, const E: usize, const ES: usize> Logic for Beside<N, S, E, ES> {
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for e in 0..E {
                self.left[e].next = self.request[e].val();
                for s in 0..S {
                    self.part.next = self.none.val();
                    if self.taken[s].val() {
                        self.part.next = self.member[e * n + s].val();
                    }
                    self.left[e].next = self.left[e].val() & !self.part.val();
                }
            }
        }
    }
}

/// Of the requests of gangs in `E` entries of `N` sets, the biggest: element `z * E + e` of the
/// sizes has those gangs in entry e that have bit z, and the bits below it, too.
#[derive(LogicBlock, Default)]
pub struct Biggest<const N: usize, const E: usize, const Z: usize, const ZE: usize> {
    pub request: Array<Signal<In, Bits<N>>, E>,
    pub size: Array<Signal<In, Bits<N>>, ZE>,
    pub kept: Array<Signal<Out, Bits<N>>, E>,
    part: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
}

impl<const N: usize, const E: usize, const Z: usize, const ZE: usize> Logic for Biggest<N, E, Z, ZE> {
    #[hdl_gen]
    fn update(&mut self) {
        self.part.next = self.none.val();
        for e in 0..E {
            self.kept[e].next = self.request[e].val();
        }
        for m in E..(E + 1) {
            for z in 0..Z {
                self.part.next = self.none.val();
                for e in 0..E {
                    self.part.next = self.part.val() | (self.request[e].val() & self.size[z * m + e].val());
                }
                if self.part.val().any() {
                    for e in 0..E {
                        self.kept[e].next = self.kept[e].val() & self.size[z * m + e].val();
                    }
                }
            }
        }
    }
}

/// The next gang that is issued (6.1): the first, in the order of [`ChooseGangs`], of the requests
/// that share no slice with the gang before it.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct NextGang<
    const N: usize, const S: usize, const E: usize, const ES: usize, const P: usize, const PE: usize, const Z: usize, const ZE: usize,
    const GREEDY: usize, const GREEDY_E: usize, const O: usize,
> {
    pub request: Array<Signal<In, Bits<N>>, E>,
    pub member: Array<Signal<In, Bits<N>>, ES>,
    pub taken: Array<Signal<In, Bit>, S>,
    pub prefer: Array<Signal<In, Bits<N>>, PE>,
    pub size: Array<Signal<In, Bits<N>>, ZE>,
    pub greedy: Array<Signal<In, Bits<N>>, GREEDY_E>,
    pub after: Array<Signal<In, Bits<N>>, O>,
    /// The requests that share no slice; whether there is one, and of the first one its set,
    /// one-hot, its entry and its members.
    pub left: Array<Signal<Out, Bits<N>>, E>,
    pub goes: Signal<Out, Bit>,
    pub at: Signal<Out, Bits<N>>,
    pub entry: Array<Signal<Out, Bit>, E>,
    pub member_of: Array<Signal<Out, Bit>, S>,
    beside: Beside<N, S, E, ES>,
    choose: ChooseGangs<N, E, 1, E, P, PE, Z, ZE, GREEDY, GREEDY_E, O>,
    picked: Picked<N, S, E, ES, 1, E, S, 0, 0, 0>,
    no_some: Ignore<Bit>,
}

#[rustfmt::skip]
impl<
    const N: usize, const S: usize, const E: usize, const ES: usize, const P: usize, const PE: usize, const Z: usize, const ZE: usize,
    const GREEDY: usize, const GREEDY_E: usize, const O: usize,
> Logic for NextGang<N, S, E, ES, P, PE, Z, ZE, GREEDY, GREEDY_E, O>
{
    #[hdl_gen]
    fn update(&mut self) {
        for s in 0..S { self.beside.taken[s].next = self.taken[s].val(); }
        for m in 0..ES {
            self.beside.member[m].next = self.member[m].val();
            self.picked.member[m].next = self.member[m].val();
        }
        for p in 0..PE { self.choose.prefer[p].next = self.prefer[p].val(); }
        for z in 0..ZE { self.choose.size[z].next = self.size[z].val(); }
        for g in 0..GREEDY_E { self.choose.greedy[g].next = self.greedy[g].val(); }
        for o in 0..O { self.choose.after[o].next = self.after[o].val(); }
        for e in 0..E {
            self.beside.request[e].next = self.request[e].val();
            self.left[e].next = self.beside.left[e].val();
            self.choose.request[e].next = self.beside.left[e].val();
            self.picked.pick[e].next = self.choose.first[e].val();
            self.picked.could[e].next = self.beside.left[e].val();
            self.entry[e].next = self.picked.entry[e].val();
        }
        for k in 0..1 {
            self.no_some.d.next = self.choose.some[k].val();
            self.goes.next = self.picked.fits[k].val();
            self.at.next = self.picked.at[k].val();
        }
        for s in 0..S { self.member_of[s].next = self.picked.member_of[s].val(); }
    }
}

/// The next gang that is fetched: the first in turn of the biggest requests that share no slice
/// with the gang before it.
#[derive(LogicBlock, Default)]
pub struct NextFetch<const N: usize, const S: usize, const E: usize, const ES: usize, const Z: usize, const ZE: usize> {
    pub request: Array<Signal<In, Bits<N>>, E>,
    pub member: Array<Signal<In, Bits<N>>, ES>,
    pub taken: Array<Signal<In, Bit>, S>,
    pub size: Array<Signal<In, Bits<N>>, ZE>,
    pub turn: Array<Signal<In, Bits<N>>, E>,
    /// As of [`NextGang`].
    pub left: Array<Signal<Out, Bits<N>>, E>,
    pub goes: Signal<Out, Bit>,
    pub at: Signal<Out, Bits<N>>,
    pub member_of: Array<Signal<Out, Bit>, S>,
    beside: Beside<N, S, E, ES>,
    biggest: Biggest<N, E, Z, ZE>,
    choose: CyclicGangs<N, E, 1, E>,
    picked: Picked<N, S, E, ES, 1, E, S, 0, 0, 0>,
    no_some: Ignore<Bit>,
    no_entry: Array<Ignore<Bit>, E>,
}

#[rustfmt::skip]
impl<const N: usize, const S: usize, const E: usize, const ES: usize, const Z: usize, const ZE: usize> Logic
    for NextFetch<N, S, E, ES, Z, ZE>
{
    #[hdl_gen]
    fn update(&mut self) {
        for s in 0..S { self.beside.taken[s].next = self.taken[s].val(); }
        for m in 0..ES {
            self.beside.member[m].next = self.member[m].val();
            self.picked.member[m].next = self.member[m].val();
        }
        for z in 0..ZE { self.biggest.size[z].next = self.size[z].val(); }
        for e in 0..E {
            self.beside.request[e].next = self.request[e].val();
            self.left[e].next = self.beside.left[e].val();
            self.biggest.request[e].next = self.beside.left[e].val();
            self.choose.request[e].next = self.biggest.kept[e].val();
            self.choose.turn[e].next = self.turn[e].val();
            self.no_entry[e].d.next = self.picked.entry[e].val();
            self.picked.pick[e].next = self.choose.first[e].val();
            self.picked.could[e].next = self.beside.left[e].val();
        }
        for k in 0..1 {
            self.no_some.d.next = self.choose.some[k].val();
            self.goes.next = self.picked.fits[k].val();
            self.at.next = self.picked.at[k].val();
        }
        for s in 0..S { self.member_of[s].next = self.picked.member_of[s].val(); }
    }
}
