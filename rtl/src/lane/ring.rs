//! Head and tail of a ring of places.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::Resettable;

/// The next place of a ring: `at`, or the place after it when `moves`; after `LAST` comes 0.
#[derive(LogicBlock, Default)]
pub struct NextPlace<const A: usize, const LAST: usize> {
    pub at: Signal<In, Bits<A>>,
    pub moves: Signal<In, Bit>,
    pub next_at: Signal<Out, Bits<A>>,
    first: Number<A, 0>,
    last: Number<A, LAST>,
    one: Number<A, 1>,
}

impl<const A: usize, const LAST: usize> Logic for NextPlace<A, LAST> {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_at.next = self.at.val();
        if self.moves.val() {
            self.next_at.next = self.at.val() + self.one.val();
            if self.at.val() == self.last.val() {
                self.next_at.next = self.first.val();
            }
        }
    }
}

/// Head and tail of a ring: the place where the next entry enters, and the place of the oldest entry.
/// The ring has no flag for full or empty: the surrounding block has them.
#[derive(LogicBlock, Default)]
pub struct Ring<const A: usize, const LAST: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub enter: Signal<In, Bit>,
    pub leave: Signal<In, Bit>,
    pub tail: Signal<Out, Bits<A>>,
    pub head: Signal<Out, Bits<A>>,
    tail_q: Resettable<Bits<A>>,
    head_q: Resettable<Bits<A>>,
    next_tail: NextPlace<A, LAST>,
    next_head: NextPlace<A, LAST>,
}

impl<const A: usize, const LAST: usize> Logic for Ring<A, LAST> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, tail_q, head_q);
        self.tail.next = self.tail_q.q.val();
        self.head.next = self.head_q.q.val();
        self.next_tail.at.next = self.tail_q.q.val();
        self.next_tail.moves.next = self.enter.val();
        self.next_head.at.next = self.head_q.q.val();
        self.next_head.moves.next = self.leave.val();
        self.tail_q.reset.next = self.reset.val();
        self.head_q.reset.next = self.reset.val();
        self.tail_q.d.next = self.next_tail.next_at.val();
        self.head_q.d.next = self.next_head.next_at.val();
    }
}
