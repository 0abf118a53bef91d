//! Operand isolation: what a unit does not compute with does not move it.

use rust_hdl::prelude::*;

use crate::number::Number;

/// An operand of a unit that has its turn; at rest, nothing.
#[derive(LogicBlock, Default)]
pub struct Still {
    pub turn: Signal<In, Bit>,
    pub d: Signal<In, Bits<32>>,
    pub q: Signal<Out, Bits<32>>,
    none: Number<32, 0>,
}

impl Logic for Still {
    #[hdl_gen]
    fn update(&mut self) {
        self.q.next = self.none.val();
        if self.turn.val() {
            self.q.next = self.d.val();
        }
    }
}
