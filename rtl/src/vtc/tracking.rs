//! The tracking counters of inactive CTAs (IV.A): their pending registers.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Join, Register, Resize, Split};

/// The tracking counter of a CTA, which counts while the CTA is inactive; undefined while it is
/// active.
#[derive(LogicBlock, Default)]
pub struct TrackingCounter<const PB: usize> {
    pub clock: Signal<In, Clock>,
    /// Whether the CTA is copied, and may be swapped out at the end of the cycle, with `pending`
    /// registers.
    pub copying: Signal<In, Bit>,
    pub pending: Signal<In, Bits<PB>>,
    /// Whether `count` registers of the CTA are written.
    pub writeback: Signal<In, Bit>,
    pub count: Signal<In, Bits<PB>>,
    /// Whether these are all that are pending.
    pub all: Signal<Out, Bit>,
    counter: Register<Bits<PB>>,
}

impl<const PB: usize> Logic for TrackingCounter<PB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, counter);
        self.all.next = self.counter.q.val() == self.count.val();
        self.counter.d.next = self.counter.q.val();
        if self.writeback.val() {
            self.counter.d.next = self.counter.q.val() - self.count.val();
        }
        if self.copying.val() {
            self.counter.d.next = self.pending.val();
        }
    }
}

/// The tracking counters of `C` CTAs.
#[derive(LogicBlock, Default)]
pub struct Tracking<const C: usize, const CB: usize, const PB: usize> {
    pub clock: Signal<In, Clock>,
    /// Whether a CTA is copied, with `copy_pending` registers after this cycle.
    pub copying: Signal<In, Bit>,
    pub copy_cta: Signal<In, Bits<CB>>,
    pub copy_pending: Signal<In, Bits<PB>>,
    pub writeback: Signal<In, Bit>,
    pub writeback_cta: Signal<In, Bits<CB>>,
    pub writeback_count: Signal<In, Bits<3>>,
    /// Whether the CTA of the writeback, if it is inactive, has no register pending after this
    /// cycle.
    pub written: Signal<Out, Bit>,
    paid: Signal<Local, Bits<C>>,
    one: Number<C, 1>,
    count: Resize<3, PB>,
    each: Array<TrackingCounter<PB>, C>,
    split_copied: Split<Bit, C, C>,
    split_paid: Split<Bit, C, C>,
    join_all: Join<Bit, C, C>,
}

impl<const C: usize, const CB: usize, const PB: usize> Logic for Tracking<C, CB, PB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.paid.next = self.one.val() << self.writeback_cta.val();
        self.split_copied.d.next = self.one.val() << self.copy_cta.val();
        self.split_paid.d.next = self.paid.val();
        self.count.d.next = self.writeback_count.val();
        for c in 0..C {
            self.each[c].clock.next = self.clock.val();
            self.each[c].copying.next = self.copying.val() & self.split_copied.q[c].val();
            self.each[c].pending.next = self.copy_pending.val();
            self.each[c].writeback.next = self.writeback.val() & self.split_paid.q[c].val();
            self.each[c].count.next = self.count.q.val();
            self.join_all.d[c].next = self.each[c].all.val();
        }
        self.written.next = (self.paid.val() & self.join_all.q.val()).any();
    }
}
