//! The schedulers: each picks a gang or a singleton that is issued or fetched in a later cycle.

use rust_hdl::prelude::*;

use super::choose::{ChooseGangs, ChooseSingletons};
use crate::array::Array;
use crate::number::Number;
use crate::primitive::Resettable;

/// `K` schedulers of gangs. Their entries, requests and orders are those of [`ChooseGangs`].
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct GangSchedulers<
    const N: usize, const E: usize, const K: usize, const EK: usize, const P: usize, const PE: usize, const Z: usize, const ZE: usize,
    const GREEDY: usize, const GREEDY_E: usize, const O: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub request: Array<Signal<In, Bits<N>>, E>,
    pub prefer: Array<Signal<In, Bits<N>>, PE>,
    pub size: Array<Signal<In, Bits<N>>, ZE>,
    pub greedy: Array<Signal<In, Bits<N>>, GREEDY_E>,
    pub after: Array<Signal<In, Bits<N>>, O>,
    /// Whether each pick is issued or fetched in this cycle.
    pub goes: Array<Signal<In, Bit>, K>,
    /// The picks: their sets, one-hot, zero if there is none; and whether entry e is that of its scheduler's pick.
    pub at: Array<Signal<Out, Bits<N>>, K>,
    pub entry: Array<Signal<Out, Bit>, E>,
    choose: ChooseGangs<N, E, K, EK, P, PE, Z, ZE, GREEDY, GREEDY_E, O>,
    sets: Array<Resettable<Bits<N>>, K>,
    entries: Array<Resettable<Bit>, E>,
    named: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
}

#[rustfmt::skip]
impl<
    const N: usize, const E: usize, const K: usize, const EK: usize, const P: usize, const PE: usize, const Z: usize, const ZE: usize,
    const GREEDY: usize, const GREEDY_E: usize, const O: usize,
> Logic for GangSchedulers<N, E, K, EK, P, PE, Z, ZE, GREEDY, GREEDY_E, O>
{
    #[hdl_gen]
    fn update(&mut self) {
        for p in 0..PE {
            self.choose.prefer[p].next = self.prefer[p].val();
        }
        for z in 0..ZE {
            self.choose.size[z].next = self.size[z].val();
        }
        for e in 0..GREEDY_E {
            self.choose.greedy[e].next = self.greedy[e].val();
        }
        for j in 0..O {
            self.choose.after[j].next = self.after[j].val();
        }
        for m in K..(K + 1) {
            for k in 0..K {
                self.sets[k].clock.next = self.clock.val();
                self.sets[k].reset.next = self.reset.val();
                self.sets[k].d.next = self.choose.at[k].val();
                self.at[k].next = self.sets[k].q.val();
                for i in 0..EK {
                    self.entries[i * m + k].clock.next = self.clock.val();
                    self.entries[i * m + k].reset.next = self.reset.val();
                    self.entries[i * m + k].d.next = self.choose.entry[i * m + k].val();
                    self.entry[i * m + k].next = self.entries[i * m + k].q.val();
                    self.named.next = self.none.val();
                    if self.entries[i * m + k].q.val() {
                        self.named.next = self.sets[k].q.val();
                    }
                    self.choose.request[i * m + k].next = self.request[i * m + k].val() & !self.named.val();
                }
                // without another request the pick stays, until it goes
                if !self.choose.at[k].val().any() & !self.goes[k].val() {
                    self.sets[k].d.next = self.sets[k].q.val();
                    for i in 0..EK {
                        self.entries[i * m + k].d.next = self.entries[i * m + k].q.val();
                    }
                }
            }
        }
    }
}

/// The schedulers of the singletons of `S` slices. Their requests and orders are those of [`ChooseSingletons`].
#[derive(LogicBlock, Default)]
pub struct SingletonSchedulers<const N: usize, const S: usize, const P: usize, const PS: usize, const O: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub request: Array<Signal<In, Bits<N>>, S>,
    pub prefer: Array<Signal<In, Bits<N>>, PS>,
    pub after: Array<Signal<In, Bits<N>>, O>,
    /// Whether each pick is issued or fetched in this cycle.
    pub goes: Array<Signal<In, Bit>, S>,
    /// The sets of the picks, one-hot; zero if there is none.
    pub at: Array<Signal<Out, Bits<N>>, S>,
    choose: ChooseSingletons<N, S, P, PS, O>,
    sets: Array<Resettable<Bits<N>>, S>,
}

impl<const N: usize, const S: usize, const P: usize, const PS: usize, const O: usize> Logic
    for SingletonSchedulers<N, S, P, PS, O>
{
    #[hdl_gen]
    fn update(&mut self) {
        for p in 0..PS {
            self.choose.prefer[p].next = self.prefer[p].val();
        }
        for j in 0..O {
            self.choose.after[j].next = self.after[j].val();
        }
        for s in 0..S {
            self.choose.request[s].next = self.request[s].val() & !self.sets[s].q.val();
            self.sets[s].clock.next = self.clock.val();
            self.sets[s].reset.next = self.reset.val();
            self.sets[s].d.next = self.choose.at[s].val();
            // without another request the pick stays, until it goes
            if !self.choose.at[s].val().any() & !self.goes[s].val() {
                self.sets[s].d.next = self.sets[s].q.val();
            }
            self.at[s].next = self.sets[s].q.val();
        }
    }
}
