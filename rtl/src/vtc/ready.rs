//! The ready queue, first come, first served (IV.A).

use rust_hdl::prelude::*;

use super::behind::Behind;
use crate::array::Array;
use crate::primitive::{Register, Resettable};

/// Pipeline registers of up to three CTAs that became ready in the last cycle and did not become
/// the first of the queue: in order, without gaps. Elements behind the last one are arbitrary.
#[derive(LogicBlock, Default)]
pub struct Arrivals<const CB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// The CTA whose registers were written, the CTA that was swapped out, and the CTA that is
    /// assigned.
    pub written: Signal<In, Bit>,
    pub written_cta: Signal<In, Bits<CB>>,
    pub swapped: Signal<In, Bit>,
    pub swapped_cta: Signal<In, Bits<CB>>,
    pub assigned: Signal<In, Bit>,
    pub assigned_cta: Signal<In, Bits<CB>>,
    /// Whether there are one, two, and three of them.
    pub any: Signal<Out, Bit>,
    pub two: Signal<Out, Bit>,
    pub three: Signal<Out, Bit>,
    pub cta: Array<Signal<Out, Bits<CB>>, 3>,
    /// Whether it has never been active.
    pub fresh: Array<Signal<Out, Bit>, 3>,
    written_q: Resettable<Bit>,
    swapped_q: Resettable<Bit>,
    assigned_q: Resettable<Bit>,
    written_at: Register<Bits<CB>>,
    swapped_at: Register<Bits<CB>>,
    assigned_at: Register<Bits<CB>>,
}

impl<const CB: usize> Logic for Arrivals<CB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, written_q, swapped_q, assigned_q, written_at, swapped_at, assigned_at);
        self.written_q.reset.next = self.reset.val();
        self.swapped_q.reset.next = self.reset.val();
        self.assigned_q.reset.next = self.reset.val();
        self.written_q.d.next = self.written.val();
        self.swapped_q.d.next = self.swapped.val();
        self.assigned_q.d.next = self.assigned.val();
        self.written_at.d.next = self.written_cta.val();
        self.swapped_at.d.next = self.swapped_cta.val();
        self.assigned_at.d.next = self.assigned_cta.val();
        self.any.next = self.written_q.q.val() | self.swapped_q.q.val() | self.assigned_q.q.val();
        self.two.next = (self.written_q.q.val() & (self.swapped_q.q.val() | self.assigned_q.q.val()))
            | (self.swapped_q.q.val() & self.assigned_q.q.val());
        self.three.next = self.written_q.q.val() & self.swapped_q.q.val() & self.assigned_q.q.val();
        for k in 0..3 {
            self.cta[k].next = self.assigned_at.q.val();
            self.fresh[k].next = true;
        }
        if self.swapped_q.q.val() {
            self.cta[0].next = self.swapped_at.q.val();
            self.fresh[0].next = false;
        }
        if self.written_q.q.val() {
            self.cta[0].next = self.written_at.q.val();
            self.fresh[0].next = false;
        }
        if self.written_q.q.val() & self.swapped_q.q.val() {
            self.cta[1].next = self.swapped_at.q.val();
            self.fresh[1].next = false;
        }
    }
}

/// The ready queue, first come, first served (IV.A): up to three CTAs join in a cycle, and one
/// leaves. The first one is in a register.
///
/// Whether a CTA joins is known late. So one that does not become the first goes through a register
/// before it gets its place `behind`. `QB`, `AB` and `LINES` are those of the places behind the
/// first.
#[derive(LogicBlock, Default)]
pub struct ReadyQueue<const CB: usize, const QB: usize, const AB: usize, const LINES: usize> {
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
    /// Whether the first CTA gets a free slot. It leaves then, and when it gets the slot of the one
    /// that is swapped out.
    pub give_free: Signal<In, Bit>,
    pub any: Signal<Out, Bit>,
    /// The first CTA, and whether it has never been active.
    pub head: Signal<Out, Bits<CB>>,
    pub fresh: Signal<Out, Bit>,
    leaves: Signal<Local, Bit>,
    swapped: Signal<Local, Bit>,
    follows: Signal<Local, Bit>,
    needs: Signal<Local, Bit>,
    any_q: Resettable<Bit>,
    head_q: Register<Bits<CB>>,
    fresh_q: Register<Bit>,
    arrivals: Arrivals<CB>,
    behind: Behind<CB, QB, AB, LINES>,
}

impl<const CB: usize, const QB: usize, const AB: usize, const LINES: usize> Logic for ReadyQueue<CB, QB, AB, LINES> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, any_q, head_q, fresh_q, arrivals, behind);
        self.any_q.reset.next = self.reset.val();
        self.arrivals.reset.next = self.reset.val();
        self.behind.reset.next = self.reset.val();
        self.any.next = self.any_q.q.val();
        self.head.next = self.head_q.q.val();
        self.fresh.next = self.fresh_q.q.val();
        self.leaves.next = self.give_free.val() | self.swap.val();
        self.swapped.next = self.swap.val() & self.settled.val();
        // the next one is behind the first, or, where nothing is, the first one that joins in this
        // cycle
        self.follows.next = self.behind.any.val();
        self.needs.next = !self.behind.any.val() & (self.leaves.val() | !self.any_q.q.val());
        self.any_q.d.next = self.written.val()
            | self.swapped.val()
            | self.assigned.val()
            | self.follows.val()
            | (self.any_q.q.val() & !self.leaves.val());
        self.head_q.d.next = self.head_q.q.val();
        self.fresh_q.d.next = self.fresh_q.q.val();
        if self.leaves.val() {
            self.head_q.d.next = self.behind.cta.val();
            self.fresh_q.d.next = self.behind.fresh.val();
        }
        if self.needs.val() {
            self.head_q.d.next = self.assigned_cta.val();
            self.fresh_q.d.next = true;
        }
        if self.needs.val() & self.swapped.val() {
            self.head_q.d.next = self.swap_cta.val();
            self.fresh_q.d.next = false;
        }
        if self.needs.val() & self.written.val() {
            self.head_q.d.next = self.written_cta.val();
            self.fresh_q.d.next = false;
        }
        // the others
        self.arrivals.written.next = self.written.val() & !self.needs.val();
        self.arrivals.written_cta.next = self.written_cta.val();
        self.arrivals.swapped.next = self.swapped.val() & (self.written.val() | !self.needs.val());
        self.arrivals.swapped_cta.next = self.swap_cta.val();
        self.arrivals.assigned.next =
            self.assigned.val() & (self.written.val() | self.swapped.val() | !self.needs.val());
        self.arrivals.assigned_cta.next = self.assigned_cta.val();
        self.behind.one.next = self.arrivals.any.val();
        self.behind.two.next = self.arrivals.two.val();
        self.behind.three.next = self.arrivals.three.val();
        for k in 0..3 {
            self.behind.joins[k].next = self.arrivals.cta[k].val();
            self.behind.joins_fresh[k].next = self.arrivals.fresh[k].val();
        }
        self.behind.leaves.next = self.leaves.val() & self.follows.val();
    }
}
