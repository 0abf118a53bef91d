//! The sequencer: sends one active bundle of the instruction in a cycle (3.1, 3.2).

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::{AtLeast, Count, Encode, Join, Kept, Lowest, Register, Registers, Resettable};

/// The control of the sequencer: whether a bundle of the instruction enters the window in this
/// cycle, and whether it is the last one.
#[derive(LogicBlock, Default)]
pub struct Pace<const CB: usize> {
    pub busy: Signal<In, Bit>,
    /// Number of bundles still to send.
    pub left: Signal<In, Bits<CB>>,
    /// Whether the window is full and remains so: the bundle that leaves in this cycle, if any, may
    /// be refused.
    pub window_full: Signal<In, Bit>,
    /// Number of threads still to send.
    pub threads: Signal<In, Bits<CB>>,
    pub chained: Signal<In, Bit>,
    /// Number of threads whose results the producer of a chained instruction has still to write.
    pub pending_after: Signal<In, Bits<CB>>,
    /// Whether a bundle enters the window.
    pub enter: Signal<Out, Bit>,
    /// Whether that bundle is the instruction's last.
    pub last: Signal<Out, Bit>,
    /// Whether the instruction has no bundle at all.
    pub empty: Signal<Out, Bit>,
    /// Whether the instruction register can be loaded.
    pub ready: Signal<Out, Bit>,
    waits: Signal<Local, Bit>,
    one: Number<CB, 1>,
    too_many: AtLeast<CB>,
}

impl<const CB: usize> Logic for Pace<CB> {
    #[hdl_gen]
    fn update(&mut self) {
        // equal masks are sent, and written, in equal order: bundle k follows the producer's bundle
        // k
        self.too_many.a.next = self.pending_after.val();
        self.too_many.b.next = self.threads.val();
        self.waits.next = self.chained.val() & self.too_many.q.val();
        self.last.next = self.left.val() == self.one.val();
        self.empty.next = self.busy.val() & !self.left.val().any();
        self.enter.next = self.busy.val() & self.left.val().any() & !self.window_full.val() & !self.waits.val();
        self.ready.next = !self.busy.val() | self.empty.val() | (self.enter.val() & self.last.val());
    }
}

/// A priority encoder: the lowest of `B` remaining bundles, one-hot and as a number of `BB` bits.
#[derive(LogicBlock, Default)]
pub struct FirstBundle<const B: usize, const BB: usize> {
    pub remaining: Signal<In, Bits<B>>,
    pub chosen: Signal<Out, Bits<B>>,
    pub number: Signal<Out, Bits<BB>>,
    lowest: Lowest<B>,
    encode: Encode<B, BB>,
}

impl<const B: usize, const BB: usize> Logic for FirstBundle<B, BB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.lowest.d.next = self.remaining.val();
        self.chosen.next = self.lowest.q.val();
        self.encode.d.next = self.lowest.q.val();
        self.number.next = self.encode.q.val();
    }
}

/// The sequencer: holds the mask of the instruction's remaining bundles and sends one of them a
/// cycle to the window (3.1, 3.2). Which one is sent is found a cycle ahead, from the mask of the
/// next cycle.
#[derive(LogicBlock, Default)]
pub struct Sequencer<const W: usize, const B: usize, const BB: usize, const CB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether an instruction is accepted; its bundles and threads follow.
    pub accept: Signal<In, Bit>,
    pub columns: Array<Signal<In, Bits<B>>, W>,
    pub select: Array<Signal<In, Bits<B>>, W>,
    pub bundles: Signal<In, Bits<B>>,
    pub bundle_count: Signal<In, Bits<CB>>,
    pub thread_count: Signal<In, Bits<CB>>,
    pub chained: Signal<In, Bit>,
    pub pending_after: Signal<In, Bits<CB>>,
    pub window_full: Signal<In, Bit>,
    pub ready: Signal<Out, Bit>,
    pub empty: Signal<Out, Bit>,
    /// Whether a bundle enters the window; its fields follow.
    pub enter: Signal<Out, Bit>,
    pub first: Signal<Out, Bit>,
    pub last: Signal<Out, Bit>,
    pub bundle: Signal<Out, Bits<BB>>,
    pub slots: Signal<Out, Bits<W>>,
    /// The predicate bits of the bundle's slots, for `selp`.
    pub slot_select: Signal<Out, Bits<W>>,
    one: Number<CB, 1>,
    busy: Resettable<Bit>,
    fresh: Register<Bit>,
    left: Register<Bits<CB>>,
    threads: Register<Bits<CB>>,
    remaining: Register<Bits<B>>,
    follows: Kept<Bit>,
    slot_columns: Registers<Bits<B>, W>,
    select_columns: Registers<Bits<B>, W>,
    pace: Pace<CB>,
    /// The bundle that is sent, one-hot, and its number.
    chosen: Register<Bits<B>>,
    number: Register<Bits<BB>>,
    pick: FirstBundle<B, BB>,
    pick_first: FirstBundle<B, BB>,
    rest: Signal<Local, Bits<B>>,
    join_slots: Join<Bit, W, W>,
    join_select: Join<Bit, W, W>,
    sent: Count<W, CB>,
}

impl<const W: usize, const B: usize, const BB: usize, const CB: usize> Logic for Sequencer<W, B, BB, CB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(
            self,
            clock,
            busy,
            fresh,
            left,
            threads,
            remaining,
            follows,
            slot_columns,
            select_columns,
            chosen,
            number
        );
        // this cycle's bundle
        self.pace.busy.next = self.busy.q.val();
        self.pace.left.next = self.left.q.val();
        self.pace.threads.next = self.threads.q.val();
        self.pace.window_full.next = self.window_full.val();
        self.pace.chained.next = self.follows.q.val();
        self.pace.pending_after.next = self.pending_after.val();
        self.rest.next = self.remaining.q.val() & !self.chosen.q.val();
        self.pick.remaining.next = self.rest.val();
        self.pick_first.remaining.next = self.bundles.val();
        for w in 0..W {
            self.join_slots.d[w].next = (self.slot_columns.q[w].val() & self.chosen.q.val()).any();
            self.join_select.d[w].next = (self.select_columns.q[w].val() & self.chosen.q.val()).any();
        }
        self.sent.d.next = self.join_slots.q.val();
        self.ready.next = self.pace.ready.val();
        self.empty.next = self.pace.empty.val();
        self.enter.next = self.pace.enter.val();
        self.first.next = self.fresh.q.val();
        self.last.next = self.pace.last.val();
        self.bundle.next = self.number.q.val();
        self.slots.next = self.join_slots.q.val();
        self.slot_select.next = self.join_select.q.val();
        // what remains
        self.busy.reset.next = self.reset.val();
        self.busy.d.next = self.accept.val() | (self.busy.q.val() & !self.pace.ready.val());
        self.fresh.d.next = self.accept.val() | (self.fresh.q.val() & !self.pace.enter.val());
        self.left.d.next = self.left.q.val();
        self.threads.d.next = self.threads.q.val();
        self.remaining.d.next = self.remaining.q.val();
        self.chosen.d.next = self.chosen.q.val();
        self.number.d.next = self.number.q.val();
        if self.pace.enter.val() {
            self.left.d.next = self.left.q.val() - self.one.val();
            self.threads.d.next = self.threads.q.val() - self.sent.q.val();
            self.remaining.d.next = self.rest.val();
            self.chosen.d.next = self.pick.chosen.val();
            self.number.d.next = self.pick.number.val();
        }
        if self.accept.val() {
            self.left.d.next = self.bundle_count.val();
            self.threads.d.next = self.thread_count.val();
            self.remaining.d.next = self.bundles.val();
            self.chosen.d.next = self.pick_first.chosen.val();
            self.number.d.next = self.pick_first.number.val();
        }
        self.follows.load.next = self.accept.val();
        self.follows.d.next = self.chained.val();
        for w in 0..W {
            self.slot_columns.d[w].next = self.slot_columns.q[w].val();
            self.select_columns.d[w].next = self.select_columns.q[w].val();
            if self.accept.val() {
                self.slot_columns.d[w].next = self.columns[w].val();
                self.select_columns.d[w].next = self.select[w].val();
            }
        }
    }
}
