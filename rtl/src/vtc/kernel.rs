//! The limits that a kernel sets, and whether the kernel fits (IV.A, IV.B).

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Kept, Product, Resettable, Resize};

/// Bits of the sums and products: enough for the rows of the most contexts that the ports can request.
const SUM: usize = 20;

/// Whether a kernel fits, and the beats of its contexts.
/// `STACK`: bits of a warp's stack; `ROUND`: those of the header, and all of a beat but one; a beat has 2 to
/// the power of `LOGB`.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Fit<
    const WL: usize, const CL: usize, const AL: usize, const WARPS: usize, const C: usize, const S: usize,
    const PWIS: usize, const VWIS: usize, const ROWS: usize, const STACK: usize, const ROUND: usize, const LOGB: usize,
> {
    pub warps: Signal<In, Bits<WL>>,
    pub ctas: Signal<In, Bits<CL>>,
    pub active: Signal<In, Bits<AL>>,
    pub fits: Signal<Out, Bit>,
    /// T - 1: the number of a context's last beat.
    pub last_beat: Signal<Out, Bits<SUM>>,
    beats: Signal<Local, Bits<SUM>>,
    any: Signal<Local, Bit>,
    small_enough: Signal<Local, Bit>,
    one: Number<SUM, 1>,
    most_warps: Number<SUM, WARPS>,
    most_ctas: Number<SUM, C>,
    most_active: Number<SUM, S>,
    pwis: Number<SUM, PWIS>,
    vwis: Number<SUM, VWIS>,
    rows: Number<SUM, ROWS>,
    stack: Number<SUM, STACK>,
    round: Number<SUM, ROUND>,
    log_beat: Number<4, LOGB>,
    w: Resize<WL, SUM>,
    c: Resize<CL, SUM>,
    a: Resize<AL, SUM>,
    stacks: Product<SUM>,
    physical: Product<SUM>,
    virtuals: Product<SUM>,
    contexts: Product<SUM>,
}

#[rustfmt::skip]
impl<
    const WL: usize, const CL: usize, const AL: usize, const WARPS: usize, const C: usize, const S: usize,
    const PWIS: usize, const VWIS: usize, const ROWS: usize, const STACK: usize, const ROUND: usize, const LOGB: usize,
> Logic for Fit<WL, CL, AL, WARPS, C, S, PWIS, VWIS, ROWS, STACK, ROUND, LOGB>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.w.d.next = self.warps.val();
        self.c.d.next = self.ctas.val();
        self.a.d.next = self.active.val();
        // equation 2: beats are a power of two, so the quotient is a shift
        self.stacks.a.next = self.w.q.val();
        self.stacks.b.next = self.stack.val();
        self.beats.next = (self.stacks.q.val() + self.round.val()) >> self.log_beat.val();
        self.last_beat.next = self.beats.val() - self.one.val();
        self.physical.a.next = self.w.q.val();
        self.physical.b.next = self.a.q.val();
        self.virtuals.a.next = self.w.q.val();
        self.virtuals.b.next = self.c.q.val();
        self.contexts.a.next = self.beats.val();
        self.contexts.b.next = self.c.q.val();
        self.any.next = self.warps.val().any() & self.ctas.val().any() & self.active.val().any();
        self.small_enough.next = (self.w.q.val() <= self.most_warps.val())
            & (self.c.q.val() <= self.most_ctas.val())
            & (self.a.q.val() <= self.most_active.val());
        self.fits.next = self.any.val()
            & self.small_enough.val()
            & (self.physical.q.val() <= self.pwis.val())
            & (self.virtuals.q.val() <= self.vwis.val())
            & (self.contexts.q.val() <= self.rows.val());
    }
}

/// The kernel that was accepted last. After a reset there is none, and no place and no slot may be used.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Kernel<
    const WL: usize, const CL: usize, const AL: usize, const WARPS: usize, const C: usize, const S: usize,
    const PWIS: usize, const VWIS: usize, const ROWS: usize, const STACK: usize, const ROUND: usize, const LOGB: usize,
    const WB: usize, const BB: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub valid: Signal<In, Bit>,
    pub warps: Signal<In, Bits<WL>>,
    pub ctas: Signal<In, Bits<CL>>,
    pub active: Signal<In, Bits<AL>>,
    pub refused: Signal<Out, Bit>,
    /// W: warps of a CTA.
    pub count: Signal<Out, Bits<WL>>,
    /// W - 1: the number of a CTA's last warp.
    pub last_warp: Signal<Out, Bits<WB>>,
    /// T - 1: the number of a context's last beat.
    pub last_beat: Signal<Out, Bits<BB>>,
    /// Masks of the places and of the slots below the kernel's limits.
    pub places: Signal<Out, Bits<C>>,
    pub slots: Signal<Out, Bits<S>>,
    accept: Signal<Local, Bit>,
    one: Number<WL, 1>,
    no_place: Number<C, 0>,
    no_slot: Number<S, 0>,
    fit: Fit<WL, CL, AL, WARPS, C, S, PWIS, VWIS, ROWS, STACK, ROUND, LOGB>,
    less: Resize<WL, WB>,
    beat: Resize<SUM, BB>,
    count_q: Kept<Bits<WL>>,
    warp_q: Kept<Bits<WB>>,
    beat_q: Kept<Bits<BB>>,
    places_q: Resettable<Bits<C>>,
    slots_q: Resettable<Bits<S>>,
}

#[rustfmt::skip]
impl<
    const WL: usize, const CL: usize, const AL: usize, const WARPS: usize, const C: usize, const S: usize,
    const PWIS: usize, const VWIS: usize, const ROWS: usize, const STACK: usize, const ROUND: usize, const LOGB: usize,
    const WB: usize, const BB: usize,
> Logic for Kernel<WL, CL, AL, WARPS, C, S, PWIS, VWIS, ROWS, STACK, ROUND, LOGB, WB, BB>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, count_q, warp_q, beat_q, places_q, slots_q);
        self.fit.warps.next = self.warps.val();
        self.fit.ctas.next = self.ctas.val();
        self.fit.active.next = self.active.val();
        self.refused.next = self.valid.val() & !self.fit.fits.val();
        self.accept.next = self.valid.val() & self.fit.fits.val();
        self.less.d.next = self.warps.val() - self.one.val();
        self.beat.d.next = self.fit.last_beat.val();
        self.count_q.load.next = self.accept.val();
        self.count_q.d.next = self.warps.val();
        self.warp_q.load.next = self.accept.val();
        self.warp_q.d.next = self.less.q.val();
        self.beat_q.load.next = self.accept.val();
        self.beat_q.d.next = self.beat.q.val();
        self.places_q.reset.next = self.reset.val();
        self.slots_q.reset.next = self.reset.val();
        self.places_q.d.next = self.places_q.q.val();
        self.slots_q.d.next = self.slots_q.q.val();
        if self.accept.val() {
            self.places_q.d.next = !(!self.no_place.val() << self.ctas.val());
            self.slots_q.d.next = !(!self.no_slot.val() << self.active.val());
        }
        self.count.next = self.count_q.q.val();
        self.last_warp.next = self.warp_q.q.val();
        self.last_beat.next = self.beat_q.q.val();
        self.places.next = self.places_q.q.val();
        self.slots.next = self.slots_q.q.val();
    }
}
