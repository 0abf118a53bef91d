//! The arbiter of picked gangs: which of them are issued or fetched together.

use rust_hdl::prelude::*;

use crate::array::Array;

/// A priority arbiter: of the gangs that `K` ports have picked, grants each whose slices, of `S`,
/// no gang before it takes. Element `a * K + b` of `ahead` says that the gang of port a comes
/// before that of port b; `KK` is `K` times `K`. Of two gangs with a common slice one comes before
/// the other.
#[derive(LogicBlock, Default)]
pub struct Arbiter<const S: usize, const K: usize, const KK: usize, const KS: usize> {
    /// Ports whose gang can go.
    pub fits: Array<Signal<In, Bit>, K>,
    /// Element `k * S + s`: the gang of port k has a member in slice s.
    pub member_of: Array<Signal<In, Bit>, KS>,
    pub ahead: Array<Signal<In, Bit>, KK>,
    pub goes: Array<Signal<Out, Bit>, K>,
    overlap: Array<Signal<Local, Bit>, KK>,
    left: Array<Signal<Local, Bit>, K>,
    first: Array<Signal<Local, Bit>, K>,
}

impl<const S: usize, const K: usize, const KK: usize, const KS: usize> Logic for Arbiter<S, K, KK, KS> {
    #[hdl_gen]
    fn update(&mut self) {
        for m in K..(K + 1) {
            for n in S..(S + 1) {
                for a in 0..K {
                    for b in 0..K {
                        self.overlap[a * m + b].next = false;
                        for s in 0..S {
                            self.overlap[a * m + b].next = self.overlap[a * m + b].val()
                                | (self.member_of[a * n + s].val() & self.member_of[b * n + s].val());
                        }
                    }
                }
            }
            for k in 0..K {
                self.left[k].next = self.fits[k].val();
                self.goes[k].next = false;
            }
            // in each round those that nothing is ahead of
            for _i in 0..K {
                for b in 0..K {
                    self.first[b].next = self.left[b].val();
                    for a in 0..K {
                        self.first[b].next = self.first[b].val()
                            & !(self.left[a].val() & self.ahead[a * m + b].val() & self.overlap[a * m + b].val());
                    }
                    self.goes[b].next = self.goes[b].val() | self.first[b].val();
                }
                for b in 0..K {
                    for a in 0..K {
                        self.left[b].next = self.left[b].val() & !(self.first[a].val() & self.overlap[a * m + b].val());
                    }
                }
            }
        }
    }
}
