//! Places in the address queue, reserved when a memory instruction is accepted (3.4, 3.6).

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Resettable, Resize};

/// The credit counter of the address queue: counts its reserved places, from the acceptance of an
/// instruction to the departure of its bundles. A full queue thereby stops memory instructions at
/// the issue port and nothing inside the lane.
#[derive(LogicBlock, Default)]
pub struct Reserve<const CB: usize, const QCB: usize, const ROOM: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether a memory instruction with `bundles` bundles is accepted.
    pub accept: Signal<In, Bit>,
    pub bundles: Signal<In, Bits<CB>>,
    /// Whether a bundle leaves the lane.
    pub pop: Signal<In, Bit>,
    /// Whether there is room for a whole warp.
    pub room: Signal<Out, Bit>,
    reserved: Resettable<Bits<QCB>>,
    held: Signal<Local, Bits<QCB>>,
    most: Number<QCB, ROOM>,
    one: Number<QCB, 1>,
    resize: Resize<CB, QCB>,
}

impl<const CB: usize, const QCB: usize, const ROOM: usize> Logic for Reserve<CB, QCB, ROOM> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, reserved);
        self.reserved.reset.next = self.reset.val();
        self.room.next = self.reserved.q.val() <= self.most.val();
        self.resize.d.next = self.bundles.val();
        // the count of bundles comes last
        self.held.next = self.reserved.q.val();
        if self.pop.val() {
            self.held.next = self.reserved.q.val() - self.one.val();
        }
        self.reserved.d.next = self.held.val();
        if self.accept.val() {
            self.reserved.d.next = self.held.val() + self.resize.q.val();
        }
    }
}
