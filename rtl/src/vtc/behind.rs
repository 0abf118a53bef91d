//! The ready queue without its first entry.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Numbers};
use crate::primitive::{Resettable, Slice, Storage};

/// A memory of `LINES` words for entries of the ready queue: a CTA's number in `CB` bits, and
/// whether the CTA has never been active. It has one write port and one read port.
#[derive(LogicBlock, Default)]
pub struct Places<const CB: usize, const AB: usize, const LINES: usize> {
    pub clock: Signal<In, Clock>,
    pub write: Signal<In, Bit>,
    pub write_at: Signal<In, Bits<AB>>,
    pub d: Signal<In, Bits<CB>>,
    pub d_fresh: Signal<In, Bit>,
    pub read_at: Signal<In, Bits<AB>>,
    pub q: Signal<Out, Bits<CB>>,
    pub q_fresh: Signal<Out, Bit>,
    ctas: Storage<Bits<CB>, AB, LINES, 1>,
    fresh: Storage<Bit, AB, LINES, 1>,
}

impl<const CB: usize, const AB: usize, const LINES: usize> Logic for Places<CB, AB, LINES> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, ctas, fresh);
        self.ctas.write.next = self.write.val();
        self.ctas.write_at.next = self.write_at.val();
        self.ctas.d.next = self.d.val();
        self.ctas.read_at[0].next = self.read_at.val();
        self.q.next = self.ctas.q[0].val();
        self.fresh.write.next = self.write.val();
        self.fresh.write_at.next = self.write_at.val();
        self.fresh.d.next = self.d_fresh.val();
        self.fresh.read_at[0].next = self.read_at.val();
        self.q_fresh.next = self.fresh.q[0].val();
    }
}

/// The ready queue without its first entry: a ring of CTAs, of which up to three join in a cycle
/// and one leaves. Its places are dealt to four memories of `LINES` words, numbered in `AB` bits,
/// each of which takes one CTA a cycle. A place is numbered in `QB` = `AB` + 2 bits, the lowest two
/// for its memory.
#[derive(LogicBlock, Default)]
pub struct Behind<const CB: usize, const QB: usize, const AB: usize, const LINES: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether one, two, and three CTAs join, in order, and whether each has never been active.
    pub one: Signal<In, Bit>,
    pub two: Signal<In, Bit>,
    pub three: Signal<In, Bit>,
    pub joins: Array<Signal<In, Bits<CB>>, 3>,
    pub joins_fresh: Array<Signal<In, Bit>, 3>,
    /// Whether the first of these leaves; and that one, which may be one that joins.
    pub leaves: Signal<In, Bit>,
    pub any: Signal<Out, Bit>,
    pub cta: Signal<Out, Bits<CB>>,
    pub fresh: Signal<Out, Bit>,
    turn: Signal<Local, Bits<2>>,
    first: Number<2, 0>,
    second: Number<2, 1>,
    third: Number<2, 2>,
    next_line: Number<AB, 1>,
    next: Number<QB, 1>,
    after_two: Number<QB, 2>,
    after_three: Number<QB, 3>,
    memory: Numbers<2, 4>,
    tail_memory: Slice<QB, 0, 2>,
    tail_line: Slice<QB, 2, AB>,
    head_memory: Slice<QB, 0, 2>,
    head_line: Slice<QB, 2, AB>,
    places: Array<Places<CB, AB, LINES>, 4>,
    /// Whether a place is in use; the first one that is, and the first one behind the last.
    any_q: Resettable<Bit>,
    head: Resettable<Bits<QB>>,
    tail: Resettable<Bits<QB>>,
}

impl<const CB: usize, const QB: usize, const AB: usize, const LINES: usize> Logic for Behind<CB, QB, AB, LINES> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, any_q, head, tail);
        self.any_q.reset.next = self.reset.val();
        self.head.reset.next = self.reset.val();
        self.tail.reset.next = self.reset.val();
        self.tail_memory.d.next = self.tail.q.val();
        self.tail_line.d.next = self.tail.q.val();
        self.head_memory.d.next = self.head.q.val();
        self.head_line.d.next = self.head.q.val();
        // out
        self.any.next = self.any_q.q.val() | self.one.val();
        self.cta.next = self.joins[0].val();
        self.fresh.next = self.joins_fresh[0].val();
        for m in 0..4 {
            self.places[m].read_at.next = self.head_line.q.val();
            if self.any_q.q.val() & (self.head_memory.q.val() == self.memory[m].val()) {
                self.cta.next = self.places[m].q.val();
                self.fresh.next = self.places[m].q_fresh.val();
            }
        }
        // in: the memory at the tail takes the first, the one after it the second
        for m in 0..4 {
            self.places[m].clock.next = self.clock.val();
            self.turn.next = self.memory[m].val() - self.tail_memory.q.val();
            self.places[m].write_at.next = self.tail_line.q.val();
            self.places[m].write.next = self.three.val() & (self.turn.val() == self.third.val());
            self.places[m].d.next = self.joins[2].val();
            self.places[m].d_fresh.next = self.joins_fresh[2].val();
            if self.turn.val() == self.second.val() {
                self.places[m].write.next = self.two.val();
                self.places[m].d.next = self.joins[1].val();
                self.places[m].d_fresh.next = self.joins_fresh[1].val();
            }
            if self.turn.val() == self.first.val() {
                self.places[m].write.next = self.one.val();
                self.places[m].d.next = self.joins[0].val();
                self.places[m].d_fresh.next = self.joins_fresh[0].val();
            }
        }
        for m in 0..3 {
            if self.memory[m].val() < self.tail_memory.q.val() {
                self.places[m].write_at.next = self.tail_line.q.val() + self.next_line.val();
            }
        }
        // the next cycle
        self.tail.d.next = self.tail.q.val();
        if self.one.val() {
            self.tail.d.next = self.tail.q.val() + self.next.val();
        }
        if self.two.val() {
            self.tail.d.next = self.tail.q.val() + self.after_two.val();
        }
        if self.three.val() {
            self.tail.d.next = self.tail.q.val() + self.after_three.val();
        }
        self.head.d.next = self.head.q.val();
        if self.leaves.val() {
            self.head.d.next = self.head.q.val() + self.next.val();
        }
        // one that joins and leaves at once is in no place
        self.any_q.d.next = self.two.val()
            | (self.one.val() & (self.any_q.q.val() | !self.leaves.val()))
            | (self.any_q.q.val() & (!self.leaves.val() | (self.tail.q.val() != self.head.q.val() + self.next.val())));
    }
}
