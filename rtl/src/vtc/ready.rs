//! The ready queue: first ready, first served (IV.A).

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Queue, Resettable};

/// The CTAs that join the ready queue in a cycle, in order, without gaps. Behind the last one they are arbitrary.
#[derive(LogicBlock, Default)]
pub struct Line<const CB: usize> {
    /// The CTA whose registers were written, the CTA that was swapped out, and the CTA that is assigned.
    pub written: Signal<In, Bit>,
    pub written_cta: Signal<In, Bits<CB>>,
    pub swapped: Signal<In, Bit>,
    pub swapped_cta: Signal<In, Bits<CB>>,
    pub assigned_cta: Signal<In, Bits<CB>>,
    pub first: Signal<Out, Bits<CB>>,
    pub second: Signal<Out, Bits<CB>>,
    pub third: Signal<Out, Bits<CB>>,
}

impl<const CB: usize> Logic for Line<CB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.next = self.assigned_cta.val();
        if self.swapped.val() {
            self.first.next = self.swapped_cta.val();
        }
        if self.written.val() {
            self.first.next = self.written_cta.val();
        }
        self.second.next = self.assigned_cta.val();
        if self.written.val() & self.swapped.val() {
            self.second.next = self.swapped_cta.val();
        }
        self.third.next = self.assigned_cta.val();
    }
}

/// The ready queue of `C` places, which are enough for all CTAs: up to three join and one leaves in a cycle, and the others move up.
///
/// Whether a CTA joins is known late. So the places behind the last one that stays always store the three CTAs that
/// may join, and only the number of places that are in use depends on it.
#[derive(LogicBlock, Default)]
pub struct ReadyQueue<const C: usize, const CB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub written: Signal<In, Bit>,
    pub written_cta: Signal<In, Bits<CB>>,
    /// Whether a CTA is swapped out, and whether it joins because nothing is pending for it.
    pub swap: Signal<In, Bit>,
    pub settled: Signal<In, Bit>,
    pub swap_cta: Signal<In, Bits<CB>>,
    pub assigned: Signal<In, Bit>,
    pub assigned_cta: Signal<In, Bits<CB>>,
    /// Whether the first CTA gets a free slot. It leaves then, and when it gets the slot of the one that is swapped out.
    pub give_free: Signal<In, Bit>,
    pub any: Signal<Out, Bit>,
    pub head: Signal<Out, Bits<CB>>,
    stays: Signal<Local, Bits<C>>,
    with_first: Signal<Local, Bits<C>>,
    with_second: Signal<Local, Bits<C>>,
    joins: Signal<Local, Bits<C>>,
    none: Number<C, 0>,
    one: Number<C, 1>,
    step: Number<1, 1>,
    line: Line<CB>,
    /// The places that are in use, from the lowest one on.
    used: Resettable<Bits<C>>,
    ctas: Queue<Bits<CB>, C, 3, 1>,
}

impl<const C: usize, const CB: usize> Logic for ReadyQueue<C, CB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, used, ctas);
        self.line.written.next = self.written.val();
        self.line.written_cta.next = self.written_cta.val();
        self.line.swapped.next = self.swap.val() & self.settled.val();
        self.line.swapped_cta.next = self.swap_cta.val();
        self.line.assigned_cta.next = self.assigned_cta.val();
        self.stays.next = self.used.q.val();
        self.ctas.moves.next = self.none.val();
        if self.give_free.val() | self.swap.val() {
            self.stays.next = self.used.q.val() >> self.step.val();
            self.ctas.moves.next = !self.none.val();
        }
        self.ctas.d[0].next = self.line.first.val();
        self.ctas.d[1].next = self.line.second.val();
        self.ctas.d[2].next = self.line.third.val();
        self.with_first.next = (self.stays.val() << self.step.val()) | self.one.val();
        self.with_second.next = (self.with_first.val() << self.step.val()) | self.one.val();
        self.ctas.enter[0].next = self.with_first.val() & !self.stays.val();
        self.ctas.enter[1].next = self.with_second.val() & !self.with_first.val();
        self.ctas.enter[2].next = !self.with_second.val();
        self.ctas.read[0].next = self.one.val();
        self.head.next = self.ctas.q[0].val();
        self.any.next = (self.used.q.val() & self.one.val()).any();
        // one that is swapped out takes the place of the one that leaves
        self.joins.next = self.used.q.val();
        if self.assigned.val() {
            self.joins.next = (self.joins.val() << self.step.val()) | self.one.val();
        }
        if self.written.val() {
            self.joins.next = (self.joins.val() << self.step.val()) | self.one.val();
        }
        self.used.reset.next = self.reset.val();
        self.used.d.next = self.joins.val();
        if self.give_free.val() | (self.swap.val() & !self.settled.val()) {
            self.used.d.next = self.joins.val() >> self.step.val();
        }
    }
}
