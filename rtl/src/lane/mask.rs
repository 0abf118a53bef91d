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
    /// The effective mask of a vector instruction, and whether any thread is in it.
    pub all: Signal<Out, Bits<T>>,
    pub some: Signal<Out, Bit>,
    both: Signal<Local, Bits<T>>,
    thread_0: Number<T, 1>,
    none: Number<T, 0>,
}

impl<const T: usize> Logic for EffectiveMask<T> {
    #[hdl_gen]
    fn update(&mut self) {
        self.both.next = self.mask.val() & self.guard.val();
        self.all.next = self.both.val();
        self.some.next = self.both.val().any();
        self.active.next = self.both.val();
        if self.scalar.val() {
            self.active.next = self.none.val();
            if self.both.val().any() {
                self.active.next = self.thread_0.val();
            }
        }
    }
}

/// The effective mask of a warp's `T` threads, transposed into bundles of `W` slots: for each slot
/// its bits in `B` bundles, the mask of the bundles that have an active thread, and the numbers of
/// bundles and of threads, `CB` bits each (3.2).
#[derive(LogicBlock, Default)]
pub struct Bundles<const T: usize, const W: usize, const B: usize, const CB: usize> {
    pub active: Signal<In, Bits<T>>,
    /// The mask of a vector instruction: it is counted, since whether the instruction is a scalar
    /// one shows late.
    pub all: Signal<In, Bits<T>>,
    pub some: Signal<In, Bit>,
    pub scalar: Signal<In, Bit>,
    /// For each slot, the bundles in which it is active.
    pub columns: Array<Signal<Out, Bits<B>>, W>,
    /// Mask of the bundles in which any slot is active: the others cost no cycle.
    pub bundles: Signal<Out, Bits<B>>,
    pub bundle_count: Signal<Out, Bits<CB>>,
    pub thread_count: Signal<Out, Bits<CB>>,
    any: Signal<Local, Bits<B>>,
    of_all: Signal<Local, Bits<B>>,
    none: Number<B, 0>,
    nothing: Number<CB, 0>,
    one: Number<CB, 1>,
    deal: Deal<T, W, B>,
    deal_all: Deal<T, W, B>,
    count_threads: Count<T, CB>,
    count_bundles: Count<B, CB>,
}

impl<const T: usize, const W: usize, const B: usize, const CB: usize> Logic for Bundles<T, W, B, CB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.deal.d.next = self.active.val();
        self.deal_all.d.next = self.all.val();
        self.any.next = self.none.val();
        self.of_all.next = self.none.val();
        for w in 0..W {
            self.columns[w].next = self.deal.q[w].val();
            self.any.next = self.any.val() | self.deal.q[w].val();
            self.of_all.next = self.of_all.val() | self.deal_all.q[w].val();
        }
        self.bundles.next = self.any.val();
        self.count_bundles.d.next = self.of_all.val();
        self.count_threads.d.next = self.all.val();
        self.bundle_count.next = self.count_bundles.q.val();
        self.thread_count.next = self.count_threads.q.val();
        if self.scalar.val() {
            self.bundle_count.next = self.nothing.val();
            self.thread_count.next = self.nothing.val();
            if self.some.val() {
                self.bundle_count.next = self.one.val();
                self.thread_count.next = self.one.val();
            }
        }
    }
}
