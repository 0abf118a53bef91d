//! What a choice means for the slices.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::Join;

/// The gangs that are issued, seen by slices, whose singletons come after them (6.3).
#[derive(LogicBlock, Default)]
pub struct Taken<const N: usize, const S: usize, const K: usize, const KS: usize, const LB: usize> {
    /// See [`Gangs`](super::choose::Gangs).
    pub at: Array<Signal<In, Bits<N>>, K>,
    pub set: Array<Signal<In, Bits<LB>>, K>,
    pub member_of: Array<Signal<In, Bit>, KS>,
    pub alone: Array<Signal<In, Bits<N>>, S>,
    /// The set that the slice issues for a gang, if any, and its number.
    pub issued: Array<Signal<Out, Bits<N>>, S>,
    pub issued_set: Array<Signal<Out, Bits<LB>>, S>,
    /// The singletons that the slice can still issue.
    pub request: Array<Signal<Out, Bits<N>>, S>,
    none: Number<N, 0>,
}

impl<const N: usize, const S: usize, const K: usize, const KS: usize, const LB: usize> Logic
    for Taken<N, S, K, KS, LB>
{
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for s in 0..S {
                self.issued[s].next = self.none.val();
                self.issued_set[s].next = self.set[0].val();
                self.request[s].next = self.alone[s].val();
                for k in 0..K {
                    if self.member_of[k * n + s].val() {
                        self.issued[s].next = self.at[k].val();
                        self.issued_set[s].next = self.set[k].val();
                        self.request[s].next = self.none.val();
                    }
                }
            }
        }
    }
}

/// The PC of `K` gangs: that of any member.
#[derive(LogicBlock, Default)]
pub struct GangPc<const S: usize, const K: usize, const KS: usize, const PB: usize> {
    pub member_of: Array<Signal<In, Bit>, KS>,
    pub slice: Array<Signal<In, Bits<PB>>, S>,
    pub pc: Array<Signal<Out, Bits<PB>>, K>,
    zero: Number<PB, 0>,
}

impl<const S: usize, const K: usize, const KS: usize, const PB: usize> Logic for GangPc<S, K, KS, PB> {
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for k in 0..K {
                self.pc[k].next = self.zero.val();
                for s in 0..S {
                    if self.member_of[k * n + s].val() {
                        self.pc[k].next = self.slice[s].val();
                    }
                }
            }
        }
    }
}

/// What a gang's fetch brings: the buffers of its members that are not filled.
#[derive(LogicBlock, Default)]
pub struct GangFetch<const N: usize, const S: usize> {
    pub at: Signal<In, Bits<N>>,
    pub member: Array<Signal<In, Bit>, S>,
    pub filled: Array<Signal<In, Bits<N>>, S>,
    pub fetched: Array<Signal<Out, Bits<N>>, S>,
    pub slices: Signal<Out, Bits<S>>,
    bits: Join<Bit, S, S>,
    none: Number<N, 0>,
}

impl<const N: usize, const S: usize> Logic for GangFetch<N, S> {
    #[hdl_gen]
    fn update(&mut self) {
        for s in 0..S {
            self.fetched[s].next = self.none.val();
            if self.member[s].val() {
                self.fetched[s].next = self.at.val() & !self.filled[s].val();
            }
            self.bits.d[s].next = self.member[s].val() & (self.at.val() & !self.filled[s].val()).any();
        }
        self.slices.next = self.bits.q.val();
    }
}

/// The singletons whose wish is granted.
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
