//! The place of a context in shared memory (IV.B).

use rust_hdl::prelude::*;

use super::kept::KeptBySlot;
use crate::number::Number;
use crate::primitive::{Kept, Product, Register, Resize};

/// The address of the row of shared memory that the next beat of a context is read from or written
/// to. Contexts grow from the top down, so CTA c's begins at `rows - (c + 1) * T`; all modulo the
/// rows that `RB` bits can number.
///
/// Where a context begins is computed when its CTA gets a slot, in two cycles because of the
/// product, and kept with the slot (one of `S`, named by one bit).
#[derive(LogicBlock, Default)]
pub struct ContextRow<const CB: usize, const RB: usize, const S: usize> {
    pub clock: Signal<In, Clock>,
    /// T: the beats of a context; and the first row of the context of CTA 0.
    pub beats: Signal<In, Bits<RB>>,
    pub first_row: Signal<In, Bits<RB>>,
    /// The CTA that gets a slot next, whether it has never been active, and the slot that it gets,
    /// if any.
    pub head: Signal<In, Bits<CB>>,
    pub fresh: Signal<In, Bit>,
    pub give: Signal<In, Bits<S>>,
    /// Whether no context moves in this cycle; whether the CTA in slot `at` is copied.
    pub still: Signal<In, Bit>,
    pub copying: Signal<In, Bit>,
    pub at: Signal<In, Bits<S>>,
    /// Whether shared memory shows the last beat of the context that is read, and what was copied
    /// is written next.
    pub restored: Signal<In, Bit>,
    pub moves: Signal<In, Bit>,
    pub row: Signal<Out, Bits<RB>>,
    begins: Signal<Local, Bits<RB>>,
    now: Signal<Local, Bits<RB>>,
    one: Number<RB, 1>,
    cta: Resize<CB, RB>,
    down: Product<RB>,
    down_q: Register<Bits<RB>>,
    give_q: Register<Bits<S>>,
    contexts: KeptBySlot<S, RB>,
    saved: Kept<Bits<RB>>,
    /// Whether no context moved in the cycle before, so that the one that does begins.
    starts: Register<Bit>,
    row_q: Register<Bits<RB>>,
}

impl<const CB: usize, const RB: usize, const S: usize> Logic for ContextRow<CB, RB, S> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, down_q, give_q, contexts, saved, starts, row_q);
        self.cta.d.next = self.head.val();
        self.down.a.next = self.cta.q.val();
        self.down.b.next = self.beats.val();
        self.down_q.d.next = self.down.q.val();
        self.give_q.d.next = self.give.val();
        self.begins.next = self.first_row.val() - self.down_q.q.val();
        self.contexts.give.next = self.give_q.q.val();
        self.contexts.d.next = self.begins.val();
        self.contexts.at.next = self.at.val();
        self.saved.load.next = self.copying.val();
        self.saved.d.next = self.contexts.q.val();
        self.now.next = self.row_q.q.val();
        if self.starts.q.val() {
            self.now.next = self.begins.val();
        }
        self.row.next = self.now.val();
        self.row_q.d.next = self.now.val();
        if self.moves.val() {
            self.row_q.d.next = self.now.val() + self.one.val();
        }
        if self.restored.val() {
            self.row_q.d.next = self.saved.q.val();
        }
        // a fresh CTA has no context that is read before
        self.starts.d.next = self.still.val() & !(self.copying.val() & self.fresh.val());
        if self.copying.val() & self.fresh.val() {
            self.row_q.d.next = self.contexts.q.val();
        }
    }
}
