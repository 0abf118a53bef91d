//! The effect of a choice on the slices.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Join, Split};

/// For each slice, the gang that takes it, of up to `K` gangs without a common slice.
#[derive(LogicBlock, Default)]
pub struct Taken<const N: usize, const S: usize, const K: usize, const KS: usize, const LB: usize> {
    /// The sets of the gangs, see [`Gangs`](super::choose::Gangs).
    pub at: Array<Signal<In, Bits<N>>, K>,
    pub set: Array<Signal<In, Bits<LB>>, K>,
    pub member_of: Array<Signal<In, Bit>, KS>,
    /// The set of the gang that takes the slice, if any, and its number.
    pub by: Array<Signal<Out, Bits<N>>, S>,
    pub by_set: Array<Signal<Out, Bits<LB>>, S>,
    none: Number<N, 0>,
}

impl<const N: usize, const S: usize, const K: usize, const KS: usize, const LB: usize> Logic
    for Taken<N, S, K, KS, LB>
{
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for s in 0..S {
                self.by[s].next = self.none.val();
                self.by_set[s].next = self.set[0].val();
                for k in 0..K {
                    if self.member_of[k * n + s].val() {
                        self.by[s].next = self.at[k].val();
                        self.by_set[s].next = self.set[k].val();
                    }
                }
            }
        }
    }
}

/// The singletons that are issued beside `K` gangs (6.3): those of slices that no gang takes.
#[derive(LogicBlock, Default)]
pub struct Left<const N: usize, const S: usize, const K: usize, const KS: usize> {
    pub member_of: Array<Signal<In, Bit>, KS>,
    /// For each slice, whether a singleton may be issued, and its set.
    pub some: Array<Signal<In, Bit>, S>,
    pub alone: Array<Signal<In, Bits<N>>, S>,
    pub goes: Array<Signal<Out, Bit>, S>,
    pub at: Array<Signal<Out, Bits<N>>, S>,
    none: Number<N, 0>,
}

impl<const N: usize, const S: usize, const K: usize, const KS: usize> Logic for Left<N, S, K, KS> {
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for s in 0..S {
                self.goes[s].next = self.some[s].val();
                self.at[s].next = self.alone[s].val();
                for k in 0..K {
                    if self.member_of[k * n + s].val() {
                        self.goes[s].next = false;
                        self.at[s].next = self.none.val();
                    }
                }
            }
        }
    }
}

/// The PC of each of `K` gangs, which is that of any member, and so of all of them together.
#[derive(LogicBlock, Default)]
pub struct GangPc<const S: usize, const K: usize, const KS: usize, const PB: usize> {
    pub member_of: Array<Signal<In, Bit>, KS>,
    pub slice: Array<Signal<In, Bits<PB>>, S>,
    pub pc: Array<Signal<Out, Bits<PB>>, K>,
    part: Signal<Local, Bits<PB>>,
    zero: Number<PB, 0>,
}

impl<const S: usize, const K: usize, const KS: usize, const PB: usize> Logic for GangPc<S, K, KS, PB> {
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for k in 0..K {
                self.pc[k].next = self.zero.val();
                for s in 0..S {
                    self.part.next = self.zero.val();
                    if self.member_of[k * n + s].val() {
                        self.part.next = self.slice[s].val();
                    }
                    self.pc[k].next = self.pc[k].val() | self.part.val();
                }
            }
        }
    }
}

/// The fetches of `F` gangs: the buffers of their members that are not filled.
#[derive(LogicBlock, Default)]
pub struct GangFetch<const N: usize, const S: usize, const F: usize, const FS: usize> {
    /// The sets of the gangs that take the slices, see [`Taken`].
    pub by: Array<Signal<In, Bits<N>>, S>,
    pub member_of: Array<Signal<In, Bit>, FS>,
    pub filled: Array<Signal<In, Bits<N>>, S>,
    pub fetched: Array<Signal<Out, Bits<N>>, S>,
    pub slices: Array<Signal<Out, Bits<S>>, F>,
    bits: Join<Bit, FS, FS>,
    masks: Split<Bits<S>, F, FS>,
}

impl<const N: usize, const S: usize, const F: usize, const FS: usize> Logic for GangFetch<N, S, F, FS> {
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for s in 0..S {
                self.fetched[s].next = self.by[s].val() & !self.filled[s].val();
                for k in 0..F {
                    self.bits.d[k * n + s].next =
                        self.member_of[k * n + s].val() & (self.by[s].val() & !self.filled[s].val()).any();
                }
            }
        }
        self.masks.d.next = self.bits.q.val();
        for k in 0..F {
            self.slices[k].next = self.masks.q[k].val();
        }
    }
}

/// The singletons whose request for a fetch is granted.
#[derive(LogicBlock, Default)]
pub struct Granted<const N: usize, const S: usize> {
    pub at: Array<Signal<In, Bits<N>>, S>,
    pub grant: Signal<In, Bits<S>>,
    pub granted: Array<Signal<Out, Bits<N>>, S>,
    none: Number<N, 0>,
}

impl<const N: usize, const S: usize> Logic for Granted<N, S> {
    #[hdl_gen]
    fn update(&mut self) {
        for s in 0..S {
            self.granted[s].next = self.none.val();
            if self.grant.val().get_bit(s) {
                self.granted[s].next = self.at[s].val();
            }
        }
    }
}
