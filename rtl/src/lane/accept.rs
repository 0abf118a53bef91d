//! Which instruction is accepted.

use heddle_contract::lane::op;
use rust_hdl::prelude::*;

use crate::number::Number;

/// Memory instructions need places in the address queue too (3.4, 3.6).
#[derive(LogicBlock, Default)]
pub struct Accept<const CB: usize> {
    pub valid: Signal<In, Bit>,
    /// The class: the upper two bits of the operation.
    pub group: Signal<In, Bits<2>>,
    pub writes: Signal<In, Bit>,
    pub ready: Signal<In, Bit>,
    pub room: Signal<In, Bit>,
    pub bundles: Signal<In, Bits<CB>>,
    pub threads: Signal<In, Bits<CB>>,
    pub accept: Signal<Out, Bit>,
    pub accept_memory: Signal<Out, Bit>,
    /// What its tag waits for: threads if responses will come, else bundles.
    pub pending: Signal<Out, Bits<CB>>,
    memory: Signal<Local, Bit>,
    native_class: Number<2, 0>,
    memory_class: Number<2, { (op::MEMORY >> 6) as usize }>,
}

impl<const CB: usize> Logic for Accept<CB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.memory.next = self.group.val() == self.memory_class.val();
        self.accept_memory.next = self.valid.val() & self.ready.val() & self.room.val() & self.memory.val();
        self.accept.next = self.valid.val() & self.ready.val() & (self.room.val() | !self.memory.val());
        self.pending.next = self.bundles.val();
        if self.writes.val() & (self.group.val() != self.native_class.val()) {
            self.pending.next = self.threads.val();
        }
    }
}
