//! The ready queue: first ready, first served (IV.A).

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Numbers};
use crate::primitive::{Resettable, Slice, Storage};

/// The CTAs that join the ready queue in a cycle, in order, without gaps.
#[derive(LogicBlock, Default)]
pub struct Line<const CB: usize> {
    /// The CTA whose registers were written, the CTA that was swapped out, and the CTA that is assigned.
    pub written: Signal<In, Bit>,
    pub written_cta: Signal<In, Bits<CB>>,
    pub swapped: Signal<In, Bit>,
    pub swapped_cta: Signal<In, Bits<CB>>,
    pub assigned: Signal<In, Bit>,
    pub assigned_cta: Signal<In, Bits<CB>>,
    /// Whether at least one, two or three CTAs join, and these CTAs.
    pub one: Signal<Out, Bit>,
    pub first: Signal<Out, Bits<CB>>,
    pub two: Signal<Out, Bit>,
    pub second: Signal<Out, Bits<CB>>,
    pub three: Signal<Out, Bit>,
    pub third: Signal<Out, Bits<CB>>,
}

impl<const CB: usize> Logic for Line<CB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.one.next = self.written.val() | self.swapped.val() | self.assigned.val();
        self.two.next = (self.written.val() & (self.swapped.val() | self.assigned.val()))
            | (self.swapped.val() & self.assigned.val());
        self.three.next = self.written.val() & self.swapped.val() & self.assigned.val();
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

/// One of four banks of the ready queue, which has every fourth place: at most one of the joining CTAs is stored here.
#[derive(LogicBlock, Default)]
pub struct ReadyBank<const CB: usize, const RB: usize, const ROWS: usize> {
    pub clock: Signal<In, Clock>,
    pub first_here: Signal<In, Bit>,
    pub first_row: Signal<In, Bits<RB>>,
    pub first: Signal<In, Bits<CB>>,
    pub second_here: Signal<In, Bit>,
    pub second_row: Signal<In, Bits<RB>>,
    pub second: Signal<In, Bits<CB>>,
    pub third_here: Signal<In, Bit>,
    pub third_row: Signal<In, Bits<RB>>,
    pub third: Signal<In, Bits<CB>>,
    pub row: Signal<In, Bits<RB>>,
    pub q: Signal<Out, Bits<CB>>,
    ctas: Storage<Bits<CB>, RB, ROWS, 1>,
}

impl<const CB: usize, const RB: usize, const ROWS: usize> Logic for ReadyBank<CB, RB, ROWS> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, ctas);
        self.ctas.write.next = self.first_here.val() | self.second_here.val() | self.third_here.val();
        self.ctas.write_at.next = self.first_row.val();
        self.ctas.d.next = self.first.val();
        if self.second_here.val() {
            self.ctas.write_at.next = self.second_row.val();
            self.ctas.d.next = self.second.val();
        }
        if self.third_here.val() {
            self.ctas.write_at.next = self.third_row.val();
            self.ctas.d.next = self.third.val();
        }
        self.ctas.read_at[0].next = self.row.val();
        self.q.next = self.ctas.q[0].val();
    }
}

/// The ready queue: a ring in four banks, where up to three CTAs join and one leaves in a cycle.
/// It has `2^(P - 1)` places, which are enough for all CTAs. Pointers have `P` bits, one more than places need, so that
/// full and empty differ.
#[derive(LogicBlock, Default)]
pub struct ReadyQueue<const CB: usize, const P: usize, const RB: usize, const ROWS: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub written: Signal<In, Bit>,
    pub written_cta: Signal<In, Bits<CB>>,
    pub swapped: Signal<In, Bit>,
    pub swapped_cta: Signal<In, Bits<CB>>,
    pub assigned: Signal<In, Bit>,
    pub assigned_cta: Signal<In, Bits<CB>>,
    pub leave: Signal<In, Bit>,
    pub any: Signal<Out, Bit>,
    pub head: Signal<Out, Bits<CB>>,
    none: Number<CB, 0>,
    next_one: Number<P, 1>,
    next_two: Number<P, 2>,
    next_three: Number<P, 3>,
    name: Numbers<2, 4>,
    line: Line<CB>,
    head_q: Resettable<Bits<P>>,
    tail_q: Resettable<Bits<P>>,
    bank_head: Slice<P, 0, 2>,
    bank_first: Slice<P, 0, 2>,
    bank_second: Slice<P, 0, 2>,
    bank_third: Slice<P, 0, 2>,
    row_head: Slice<P, 2, RB>,
    row_first: Slice<P, 2, RB>,
    row_second: Slice<P, 2, RB>,
    row_third: Slice<P, 2, RB>,
    bank: Array<ReadyBank<CB, RB, ROWS>, 4>,
}

impl<const CB: usize, const P: usize, const RB: usize, const ROWS: usize> Logic for ReadyQueue<CB, P, RB, ROWS> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, head_q, tail_q);
        self.line.written.next = self.written.val();
        self.line.written_cta.next = self.written_cta.val();
        self.line.swapped.next = self.swapped.val();
        self.line.swapped_cta.next = self.swapped_cta.val();
        self.line.assigned.next = self.assigned.val();
        self.line.assigned_cta.next = self.assigned_cta.val();
        // the places of those that join
        self.bank_first.d.next = self.tail_q.q.val();
        self.row_first.d.next = self.tail_q.q.val();
        self.bank_second.d.next = self.tail_q.q.val() + self.next_one.val();
        self.row_second.d.next = self.tail_q.q.val() + self.next_one.val();
        self.bank_third.d.next = self.tail_q.q.val() + self.next_two.val();
        self.row_third.d.next = self.tail_q.q.val() + self.next_two.val();
        self.bank_head.d.next = self.head_q.q.val();
        self.row_head.d.next = self.head_q.q.val();
        self.head.next = self.none.val();
        for b in 0..4 {
            self.bank[b].clock.next = self.clock.val();
            self.bank[b].first_here.next = self.line.one.val() & (self.bank_first.q.val() == self.name[b].val());
            self.bank[b].first_row.next = self.row_first.q.val();
            self.bank[b].first.next = self.line.first.val();
            self.bank[b].second_here.next = self.line.two.val() & (self.bank_second.q.val() == self.name[b].val());
            self.bank[b].second_row.next = self.row_second.q.val();
            self.bank[b].second.next = self.line.second.val();
            self.bank[b].third_here.next = self.line.three.val() & (self.bank_third.q.val() == self.name[b].val());
            self.bank[b].third_row.next = self.row_third.q.val();
            self.bank[b].third.next = self.line.third.val();
            self.bank[b].row.next = self.row_head.q.val();
            if self.bank_head.q.val() == self.name[b].val() {
                self.head.next = self.bank[b].q.val();
            }
        }
        self.any.next = self.head_q.q.val() != self.tail_q.q.val();
        self.head_q.reset.next = self.reset.val();
        self.tail_q.reset.next = self.reset.val();
        self.head_q.d.next = self.head_q.q.val();
        if self.leave.val() {
            self.head_q.d.next = self.head_q.q.val() + self.next_one.val();
        }
        self.tail_q.d.next = self.tail_q.q.val();
        if self.line.one.val() {
            self.tail_q.d.next = self.tail_q.q.val() + self.next_one.val();
        }
        if self.line.two.val() {
            self.tail_q.d.next = self.tail_q.q.val() + self.next_two.val();
        }
        if self.line.three.val() {
            self.tail_q.d.next = self.tail_q.q.val() + self.next_three.val();
        }
    }
}
