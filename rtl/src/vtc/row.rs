//! The place of a context in shared memory (IV.B).

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Product, Resize};

/// The row of a beat in shared memory: contexts grow from the top down, so CTA c's begins at `rows - (c + 1) * T`.
/// All modulo the rows that `RB` bits can number; `TOP` is `rows` modulo that.
#[derive(LogicBlock, Default)]
pub struct ContextRow<const CB: usize, const BB: usize, const RB: usize, const TOP: usize> {
    pub cta: Signal<In, Bits<CB>>,
    pub beat: Signal<In, Bits<BB>>,
    /// T - 1: the number of a context's last beat.
    pub last_beat: Signal<In, Bits<BB>>,
    pub row: Signal<Out, Bits<RB>>,
    one: Number<RB, 1>,
    top_row: Number<RB, TOP>,
    wide_cta: Resize<CB, RB>,
    wide_beat: Resize<BB, RB>,
    wide_last: Resize<BB, RB>,
    down: Product<RB>,
}

impl<const CB: usize, const BB: usize, const RB: usize, const TOP: usize> Logic for ContextRow<CB, BB, RB, TOP> {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide_cta.d.next = self.cta.val();
        self.wide_beat.d.next = self.beat.val();
        self.wide_last.d.next = self.last_beat.val();
        self.down.a.next = self.wide_cta.q.val() + self.one.val();
        self.down.b.next = self.wide_last.q.val() + self.one.val();
        self.row.next = (self.top_row.val() - self.down.q.val()) + self.wide_beat.q.val();
    }
}
