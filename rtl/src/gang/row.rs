//! A read port of the gang table: the row of one set.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::primitive::{Join, Split};

/// A read port of the gang table: the gangs of the set `at`, one-hot of `N`, each as a mask of `S`
/// slices, and the mask of the set's singletons.
#[derive(LogicBlock, Default)]
pub struct Row<const N: usize, const S: usize, const E: usize, const ES: usize> {
    pub at: Signal<In, Bits<N>>,
    pub member: Array<Signal<In, Bits<N>>, ES>,
    pub alone: Array<Signal<In, Bits<N>>, S>,
    pub gang: Array<Signal<Out, Bits<S>>, E>,
    pub singletons: Signal<Out, Bits<S>>,
    bits: Join<Bit, ES, ES>,
    masks: Split<Bits<S>, E, ES>,
    alone_bits: Join<Bit, S, S>,
}

impl<const N: usize, const S: usize, const E: usize, const ES: usize> Logic for Row<N, S, E, ES> {
    #[hdl_gen]
    fn update(&mut self) {
        for m in 0..ES {
            self.bits.d[m].next = (self.member[m].val() & self.at.val()).any();
        }
        self.masks.d.next = self.bits.q.val();
        for e in 0..E {
            self.gang[e].next = self.masks.q[e].val();
        }
        for s in 0..S {
            self.alone_bits.d[s].next = (self.alone[s].val() & self.at.val()).any();
        }
        self.singletons.next = self.alone_bits.q.val();
    }
}
