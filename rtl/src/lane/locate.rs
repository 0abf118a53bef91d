//! The place of a register: its row for bundle 0, as two parts, the step to the next word of a
//! pair, and a scalar's slot.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{MulAdd, Resize};

/// Computes the row and the slot of a register in the banks. Vector register r: row = base + r *
/// stride. Scalar register s: the word `base * width + s`, for scalars are packed (4.1). The row is
/// given as two parts, which are added in the next cycle.
#[derive(LogicBlock, Default)]
pub struct Locate<const RB: usize, const SB: usize, const WM1: usize, const LOGW: usize, const STEP1: usize> {
    pub index: Signal<In, Bits<8>>,
    pub scalar: Signal<In, Bit>,
    pub vector_base: Signal<In, Bits<RB>>,
    pub scalar_base: Signal<In, Bits<RB>>,
    pub stride: Signal<In, Bits<RB>>,
    pub row: Signal<Out, Bits<RB>>,
    pub more: Signal<Out, Bits<RB>>,
    /// The step from the row of the low word to that of the high word.
    pub step: Signal<Out, Bits<RB>>,
    pub slot: Signal<Out, Bits<SB>>,
    width_log: Number<2, LOGW>,
    slot_mask: Number<SB, WM1>,
    /// A pair of scalars starts at an even word: it shares a row unless rows are one word wide.
    scalar_step: Number<RB, STEP1>,
    scalar_rows: Resize<8, RB>,
    product: MulAdd<8, RB>,
}

impl<const RB: usize, const SB: usize, const WM1: usize, const LOGW: usize, const STEP1: usize> Logic
    for Locate<RB, SB, WM1, LOGW, STEP1>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.scalar_rows.d.next = self.index.val() >> self.width_log.val();
        self.product.a.next = self.index.val();
        self.product.b.next = self.stride.val();
        self.product.base.next = self.vector_base.val();
        self.row.next = self.product.q.val();
        self.more.next = self.product.more.val();
        self.step.next = self.stride.val();
        if self.scalar.val() {
            self.row.next = self.scalar_base.val();
            self.more.next = self.scalar_rows.q.val();
            self.step.next = self.scalar_step.val();
        }
        self.slot.next = self.index.val().get_bits::<SB>(0) & self.slot_mask.val();
    }
}
