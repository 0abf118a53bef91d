//! The CTAs that are assigned (IV.A: the status table).

use rust_hdl::prelude::*;

use super::choose::First;
use crate::number::Number;
use crate::primitive::{Resettable, Storage};

/// The status table: the places that are free, and the live and waiting warps of swapped-out CTAs.
///
/// The counters of an active CTA are in its slot; its pending registers, while it is inactive, are
/// in `tracking`.
#[derive(LogicBlock, Default)]
pub struct Status<const C: usize, const CB: usize, const WL: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether a kernel is accepted, which it is while no CTA is assigned, and mask of the places
    /// below its limit.
    pub accepted: Signal<In, Bit>,
    pub places: Signal<In, Bits<C>>,
    /// Warps of a CTA of the kernel.
    pub warps: Signal<In, Bits<WL>>,
    /// Whether a CTA is assigned.
    pub begins: Signal<In, Bit>,
    pub ready: Signal<Out, Bit>,
    /// The lowest free place.
    pub place: Signal<Out, Bits<CB>>,
    pub ends: Signal<In, Bit>,
    pub ends_cta: Signal<In, Bits<CB>>,
    /// Whether a CTA is copied, which may be swapped out at the end of the cycle, with these warps.
    pub copying: Signal<In, Bit>,
    pub copy_cta: Signal<In, Bits<CB>>,
    pub copy_live: Signal<In, Bits<WL>>,
    pub copy_waiting: Signal<In, Bits<WL>>,
    /// The first CTA of the ready queue, whether it has never been active, and its warps.
    pub head: Signal<In, Bits<CB>>,
    pub fresh: Signal<In, Bit>,
    pub live: Signal<Out, Bits<WL>>,
    pub waiting: Signal<Out, Bits<WL>>,
    comes: Signal<Local, Bits<C>>,
    goes: Signal<Local, Bits<C>>,
    none: Number<C, 0>,
    one: Number<C, 1>,
    nobody: Number<WL, 0>,
    first: First<C, CB>,
    /// The places below the limit where no CTA is assigned.
    free: Resettable<Bits<C>>,
    live_warps: Storage<Bits<WL>, CB, C, 1>,
    waiting_warps: Storage<Bits<WL>, CB, C, 1>,
}

impl<const C: usize, const CB: usize, const WL: usize> Logic for Status<C, CB, WL> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, free, live_warps, waiting_warps);
        self.first.d.next = self.free.q.val();
        self.ready.next = self.free.q.val().any();
        self.place.next = self.first.number.val();
        self.comes.next = self.none.val();
        if self.begins.val() {
            self.comes.next = self.first.lowest.val();
        }
        self.goes.next = self.none.val();
        if self.ends.val() {
            self.goes.next = self.one.val() << self.ends_cta.val();
        }
        self.free.reset.next = self.reset.val();
        self.free.d.next = (self.free.q.val() & !self.comes.val()) | self.goes.val();
        if self.accepted.val() {
            self.free.d.next = self.places.val();
        }
        // the first of the queue
        self.live_warps.read_at[0].next = self.head.val();
        self.waiting_warps.read_at[0].next = self.head.val();
        self.live.next = self.live_warps.q[0].val();
        self.waiting.next = self.waiting_warps.q[0].val();
        if self.fresh.val() {
            self.live.next = self.warps.val();
            self.waiting.next = self.nobody.val();
        }
        // the one that may be swapped out: the words of an active CTA do not matter
        self.live_warps.write.next = self.copying.val();
        self.live_warps.write_at.next = self.copy_cta.val();
        self.live_warps.d.next = self.copy_live.val();
        self.waiting_warps.write.next = self.copying.val();
        self.waiting_warps.write_at.next = self.copy_cta.val();
        self.waiting_warps.d.next = self.copy_waiting.val();
    }
}
