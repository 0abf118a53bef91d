//! The acceptance of an instruction at the issue port.

use heddle_contract::lane::op;
use rust_hdl::prelude::*;

use crate::number::Number;

/// The ready signal of the issue port: whether an instruction is accepted. Memory instructions also
/// need places in the address queue (3.4, 3.6).
#[derive(LogicBlock, Default)]
pub struct Accept {
    pub valid: Signal<In, Bit>,
    /// The class: the upper two bits of the operation.
    pub group: Signal<In, Bits<2>>,
    pub ready: Signal<In, Bit>,
    pub room: Signal<In, Bit>,
    pub accept: Signal<Out, Bit>,
    pub accept_memory: Signal<Out, Bit>,
    memory: Signal<Local, Bit>,
    memory_class: Number<2, { (op::MEMORY >> 6) as usize }>,
}

impl Logic for Accept {
    #[hdl_gen]
    fn update(&mut self) {
        self.memory.next = self.group.val() == self.memory_class.val();
        self.accept_memory.next = self.valid.val() & self.ready.val() & self.room.val() & self.memory.val();
        self.accept.next = self.valid.val() & self.ready.val() & (self.room.val() | !self.memory.val());
    }
}
