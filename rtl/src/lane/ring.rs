//! A ring of places: its head and tail, and fields of its entries.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Register, Resettable, Storage};

/// The increment of a ring's pointer of `A` bits: `at`, or the place after it when `moves`; after
/// `LAST` comes 0.
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

/// One field of the entries of a ring of `DEPTH` places. The field of the oldest entry is in a
/// register, so that no path from it begins with a read.
#[derive(LogicBlock, Default)]
pub struct Oldest<T: Synth, const A: usize, const DEPTH: usize> {
    pub clock: Signal<In, Clock>,
    /// Whether an entry enters, at the tail, and its field.
    pub enter: Signal<In, Bit>,
    pub tail: Signal<In, Bits<A>>,
    pub d: Signal<In, T>,
    /// The place after the head.
    pub second: Signal<In, Bits<A>>,
    /// Whether the oldest entry leaves; whether it is the only one; whether there is none.
    pub leave: Signal<In, Bit>,
    pub alone: Signal<In, Bit>,
    pub empty: Signal<In, Bit>,
    pub q: Signal<Out, T>,
    entries: Storage<T, A, DEPTH, 1>,
    oldest: Register<T>,
}

impl<T: Synth, const A: usize, const DEPTH: usize> Logic for Oldest<T, A, DEPTH> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, entries, oldest);
        self.entries.write.next = self.enter.val();
        self.entries.write_at.next = self.tail.val();
        self.entries.d.next = self.d.val();
        self.entries.read_at[0].next = self.second.val();
        self.oldest.d.next = self.oldest.q.val();
        if self.leave.val() {
            self.oldest.d.next = self.entries.q[0].val();
            if self.alone.val() {
                self.oldest.d.next = self.d.val();
            }
        }
        if self.empty.val() {
            self.oldest.d.next = self.d.val();
        }
        self.q.next = self.oldest.q.val();
    }
}

/// The pointers of a ring, of `A` bits: the tail, the place where the next entry enters, and the
/// head, the place of the oldest entry. The ring has no flag for full or empty: the surrounding
/// block has them.
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
