//! The threads of a warp that take part in an instruction (3.2; decision D1).

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Count, Deal};

/// The effective mask of the instruction on offer: `mask & guard`.
/// Of a scalar instruction it is thread 0 alone, if any thread is active (4.1).
#[derive(LogicBlock, Default)]
pub struct EffectiveMask<const T: usize> {
    pub mask: Signal<In, Bits<T>>,
    pub guard: Signal<In, Bits<T>>,
    pub scalar: Signal<In, Bit>,
    pub active: Signal<Out, Bits<T>>,
    both: Signal<Local, Bits<T>>,
    thread_0: Number<T, 1>,
    none: Number<T, 0>,
}

impl<const T: usize> Logic for EffectiveMask<T> {
    #[hdl_gen]
    fn update(&mut self) {
        self.both.next = self.mask.val() & self.guard.val();
        self.active.next = self.both.val();
        if self.scalar.val() {
            self.active.next = self.none.val();
            if self.both.val().any() {
                self.active.next = self.thread_0.val();
            }
        }
    }
}

/// The effective mask by slots and by bundles, with the counts of bundles and threads.
#[derive(LogicBlock, Default)]
pub struct Bundles<const T: usize, const W: usize, const B: usize, const CB: usize> {
    pub active: Signal<In, Bits<T>>,
    /// For each slot, the bundles in which it is active.
    pub columns: Array<Signal<Out, Bits<B>>, W>,
    /// Mask of the bundles in which any slot is active: the others cost no cycle.
    pub bundles: Signal<Out, Bits<B>>,
    pub bundle_count: Signal<Out, Bits<CB>>,
    pub thread_count: Signal<Out, Bits<CB>>,
    any: Signal<Local, Bits<B>>,
    none: Number<B, 0>,
    deal: Deal<T, W, B>,
    count_threads: Count<T, CB>,
    count_bundles: Count<B, CB>,
}

impl<const T: usize, const W: usize, const B: usize, const CB: usize> Logic for Bundles<T, W, B, CB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.deal.d.next = self.active.val();
        self.any.next = self.none.val();
        for w in 0..W {
            self.columns[w].next = self.deal.q[w].val();
            self.any.next = self.any.val() | self.deal.q[w].val();
        }
        self.bundles.next = self.any.val();
        self.count_bundles.d.next = self.any.val();
        self.count_threads.d.next = self.active.val();
        self.bundle_count.next = self.count_bundles.q.val();
        self.thread_count.next = self.count_threads.q.val();
    }
}
