//! Operand isolation: holds the inputs of a datapath at zero in cycles in which it computes
//! nothing, so that it does not switch.

use rust_hdl::prelude::*;

use crate::number::Number;

/// Operand isolation: passes the operand in a cycle in which the datapath computes; else zero.
#[derive(LogicBlock, Default)]
pub struct OperandIsolation {
    pub turn: Signal<In, Bit>,
    pub d: Signal<In, Bits<32>>,
    pub q: Signal<Out, Bits<32>>,
    none: Number<32, 0>,
}

impl Logic for OperandIsolation {
    #[hdl_gen]
    fn update(&mut self) {
        self.q.next = self.none.val();
        if self.turn.val() {
            self.q.next = self.d.val();
        }
    }
}
