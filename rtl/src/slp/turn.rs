//! The handshakes of the compactor in each of its phases.

use rust_hdl::prelude::*;

/// The handshakes of the compactor as a function of its phase: a mask is accepted, then counted for
/// a cycle, then leaves warp by warp.
#[derive(LogicBlock, Default)]
pub struct Turn {
    pub reset: Signal<In, Bit>,
    /// Whether the mask that is held is counted in this cycle.
    pub counted: Signal<In, Bit>,
    /// Whether the mask has warps left.
    pub held: Signal<In, Bit>,
    /// Whether the warp on offer is the last of its mask.
    pub last: Signal<In, Bit>,
    pub accept_valid: Signal<In, Bit>,
    pub warp_ready: Signal<In, Bit>,
    pub accept_ready: Signal<Out, Bit>,
    pub accept: Signal<Out, Bit>,
    pub warp_valid: Signal<Out, Bit>,
    /// Whether a warp leaves.
    pub step: Signal<Out, Bit>,
    offered: Signal<Local, Bit>,
    ready: Signal<Local, Bit>,
}

impl Logic for Turn {
    #[hdl_gen]
    fn update(&mut self) {
        self.offered.next = self.held.val() & !self.counted.val();
        self.ready.next = !self.counted.val() & (!self.held.val() | (self.last.val() & self.warp_ready.val()));
        self.accept_ready.next = self.ready.val();
        self.accept.next = self.accept_valid.val() & self.ready.val() & !self.reset.val();
        self.warp_valid.next = self.offered.val();
        self.step.next = self.offered.val() & self.warp_ready.val();
    }
}
