//! The slices, PCs and singletons of the gangs that are issued or fetched.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;

/// For each of `S` slices, the set, one-hot of `N`, of the gang that takes the slice; zero if there
/// is none. Of the `K` gangs, those in `goes` share no slice.
#[derive(LogicBlock, Default)]
pub struct Taken<const N: usize, const S: usize, const K: usize, const KS: usize> {
    /// The sets of the gangs, and element `k * S + s`: gang k has a member in slice s.
    pub at: Array<Signal<In, Bits<N>>, K>,
    pub goes: Array<Signal<In, Bit>, K>,
    pub member_of: Array<Signal<In, Bit>, KS>,
    pub by: Array<Signal<Out, Bits<N>>, S>,
    part: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
}

impl<const N: usize, const S: usize, const K: usize, const KS: usize> Logic for Taken<N, S, K, KS> {
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for s in 0..S {
                self.by[s].next = self.none.val();
                for k in 0..K {
                    self.part.next = self.none.val();
                    if self.goes[k].val() & self.member_of[k * n + s].val() {
                        self.part.next = self.at[k].val();
                    }
                    self.by[s].next = self.by[s].val() | self.part.val();
                }
            }
        }
    }
}

/// The singletons that are issued beside `K` gangs (6.3): those of slices that no gang takes.
#[derive(LogicBlock, Default)]
pub struct Left<const N: usize, const S: usize, const K: usize, const KS: usize> {
    pub gang_goes: Array<Signal<In, Bit>, K>,
    pub member_of: Array<Signal<In, Bit>, KS>,
    /// For each slice, whether the picked singleton could be issued, and its set.
    pub fits: Array<Signal<In, Bit>, S>,
    pub alone: Array<Signal<In, Bits<N>>, S>,
    pub goes: Array<Signal<Out, Bit>, S>,
    pub at: Array<Signal<Out, Bits<N>>, S>,
    some: Signal<Local, Bit>,
    none: Number<N, 0>,
}

impl<const N: usize, const S: usize, const K: usize, const KS: usize> Logic for Left<N, S, K, KS> {
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for s in 0..S {
                self.some.next = self.fits[s].val();
                for k in 0..K {
                    self.some.next = self.some.val() & !(self.gang_goes[k].val() & self.member_of[k * n + s].val());
                }
                self.goes[s].next = self.some.val();
                self.at[s].next = self.none.val();
                if self.some.val() {
                    self.at[s].next = self.alone[s].val();
                }
            }
        }
    }
}

/// The PC, of `PB` bits, of each of `K` gangs. Element `s * K + k` of `slice` is the PC in slice s
/// for gang k; all members of a gang have the same PC, so the or of those of its members is the
/// gang's.
#[derive(LogicBlock, Default)]
pub struct GangPc<const S: usize, const K: usize, const KS: usize, const PB: usize> {
    pub member_of: Array<Signal<In, Bit>, KS>,
    pub slice: Array<Signal<In, Bits<PB>>, KS>,
    pub pc: Array<Signal<Out, Bits<PB>>, K>,
    part: Signal<Local, Bits<PB>>,
    zero: Number<PB, 0>,
}

impl<const S: usize, const K: usize, const KS: usize, const PB: usize> Logic for GangPc<S, K, KS, PB> {
    #[hdl_gen]
    fn update(&mut self) {
        for m in K..(K + 1) {
            for n in S..(S + 1) {
                for k in 0..K {
                    self.pc[k].next = self.zero.val();
                    for s in 0..S {
                        self.part.next = self.zero.val();
                        if self.member_of[k * n + s].val() {
                            self.part.next = self.slice[s * m + k].val();
                        }
                        self.pc[k].next = self.pc[k].val() | self.part.val();
                    }
                }
            }
        }
    }
}

/// The members of `K` gangs whose instruction buffers are empty: element `k * S + s` of `empty` is
/// the member of gang k in slice s.
#[derive(LogicBlock, Default)]
pub struct Empty<const N: usize, const S: usize, const K: usize, const KS: usize> {
    pub at: Array<Signal<In, Bits<N>>, K>,
    pub member_of: Array<Signal<In, Bit>, KS>,
    pub filled: Array<Signal<In, Bits<N>>, S>,
    pub empty: Array<Signal<Out, Bit>, KS>,
}

impl<const N: usize, const S: usize, const K: usize, const KS: usize> Logic for Empty<N, S, K, KS> {
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for k in 0..K {
                for s in 0..S {
                    self.empty[k * n + s].next =
                        self.member_of[k * n + s].val() & (self.at[k].val() & !self.filled[s].val()).any();
                }
            }
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
