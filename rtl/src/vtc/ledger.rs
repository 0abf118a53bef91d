//! Registers that are pending: issued, and not yet written.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Resettable, Resize, Storage};

/// A sum for each CTA, modulo `2^PB`, zero at reset: a memory, with a bit for each word that was written since.
#[derive(LogicBlock, Default)]
pub struct Tally<const C: usize, const CB: usize, const PB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub add: Signal<In, Bit>,
    pub at: Signal<In, Bits<CB>>,
    pub count: Signal<In, Bits<3>>,
    /// The CTA whose sum after this cycle's addition is `a`; `b` is that of `b_at`.
    pub a_at: Signal<In, Bits<CB>>,
    pub a: Signal<Out, Bits<PB>>,
    pub b_at: Signal<In, Bits<CB>>,
    pub b: Signal<Out, Bits<PB>>,
    place: Signal<Local, Bits<C>>,
    sum: Signal<Local, Bits<PB>>,
    next_sum: Signal<Local, Bits<PB>>,
    one: Number<C, 1>,
    zero: Number<PB, 0>,
    more: Resize<3, PB>,
    begun: Resettable<Bits<C>>,
    sums: Storage<Bits<PB>, CB, C, 3>,
}

impl<const C: usize, const CB: usize, const PB: usize> Logic for Tally<C, CB, PB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, begun, sums);
        self.sums.read_at[0].next = self.at.val();
        self.sums.read_at[1].next = self.a_at.val();
        self.sums.read_at[2].next = self.b_at.val();
        self.more.d.next = self.count.val();
        self.place.next = self.one.val() << self.at.val();
        self.sum.next = self.zero.val();
        if (self.begun.q.val() & self.place.val()).any() {
            self.sum.next = self.sums.q[0].val();
        }
        self.next_sum.next = self.sum.val() + self.more.q.val();
        self.sums.write.next = self.add.val();
        self.sums.write_at.next = self.at.val();
        self.sums.d.next = self.next_sum.val();
        self.begun.reset.next = self.reset.val();
        self.begun.d.next = self.begun.q.val();
        if self.add.val() {
            self.begun.d.next = self.begun.q.val() | self.place.val();
        }
        self.a.next = self.zero.val();
        if (self.begun.q.val() & (self.one.val() << self.a_at.val())).any() {
            self.a.next = self.sums.q[1].val();
        }
        self.b.next = self.zero.val();
        if (self.begun.q.val() & (self.one.val() << self.b_at.val())).any() {
            self.b.next = self.sums.q[2].val();
        }
        if self.add.val() & (self.a_at.val() == self.at.val()) {
            self.a.next = self.next_sum.val();
        }
        if self.add.val() & (self.b_at.val() == self.at.val()) {
            self.b.next = self.next_sum.val();
        }
    }
}

/// The pending registers of each CTA: those that it issued less those that were written.
/// The scoreboard's count while the CTA is active and the tracking counter while it is not are the same number, and
/// nothing moves when the CTA is swapped. A CTA ends when nothing is pending, so the next one in its place starts from
/// equal sums.
#[derive(LogicBlock, Default)]
pub struct Ledger<const C: usize, const CB: usize, const PB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub issue: Signal<In, Bit>,
    pub issue_cta: Signal<In, Bits<CB>>,
    pub issue_count: Signal<In, Bits<3>>,
    pub writeback: Signal<In, Bit>,
    pub writeback_cta: Signal<In, Bits<CB>>,
    pub writeback_count: Signal<In, Bits<3>>,
    /// Whether no register is pending, after this cycle, for the CTA of the writeback.
    pub written: Signal<Out, Bit>,
    /// The CTA for which `settled` says whether no register is pending.
    pub cta: Signal<In, Bits<CB>>,
    pub settled: Signal<Out, Bit>,
    issued: Tally<C, CB, PB>,
    paid: Tally<C, CB, PB>,
}

impl<const C: usize, const CB: usize, const PB: usize> Logic for Ledger<C, CB, PB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, issued, paid);
        self.issued.reset.next = self.reset.val();
        self.issued.add.next = self.issue.val();
        self.issued.at.next = self.issue_cta.val();
        self.issued.count.next = self.issue_count.val();
        self.issued.a_at.next = self.writeback_cta.val();
        self.issued.b_at.next = self.cta.val();
        self.paid.reset.next = self.reset.val();
        self.paid.add.next = self.writeback.val();
        self.paid.at.next = self.writeback_cta.val();
        self.paid.count.next = self.writeback_count.val();
        self.paid.a_at.next = self.writeback_cta.val();
        self.paid.b_at.next = self.cta.val();
        self.written.next = self.issued.a.val() == self.paid.a.val();
        self.settled.next = self.issued.b.val() == self.paid.b.val();
    }
}
