//! The limits that a kernel sets, and whether the kernel fits (IV.A, IV.B).

use rust_hdl::prelude::*;

use super::limits::{MostActive, MostCtas};
use crate::number::{Number, Numbers};
use crate::primitive::{Kept, Product, Resettable, Resize};

/// Bits of the sums and products: enough for the bits of the largest context that the ports can request.
const SUM: usize = 20;

/// Whether a kernel fits: its CTAs are compared with the most that there can be of its warps.
/// `COUNTS` is the number of warps of the largest CTA, and one more.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Fit<
    const WL: usize, const CL: usize, const AL: usize, const COUNTS: usize, const C: usize, const S: usize,
    const PWIS: usize, const VWIS: usize, const ROWS: usize, const STACK: usize, const ROUND: usize, const LOGB: usize,
> {
    pub warps: Signal<In, Bits<WL>>,
    pub ctas: Signal<In, Bits<CL>>,
    pub active: Signal<In, Bits<AL>>,
    pub fits: Signal<Out, Bit>,
    ctas_here: Signal<Local, Bits<CL>>,
    active_here: Signal<Local, Bits<AL>>,
    ctas_limit: Signal<Local, Bits<CL>>,
    active_limit: Signal<Local, Bits<AL>>,
    no_cta: Number<CL, 0>,
    none_active: Number<AL, 0>,
    count: Numbers<WL, COUNTS>,
    most_ctas: MostCtas<CL, COUNTS, C, VWIS, ROWS, STACK, ROUND, LOGB>,
    most_active: MostActive<AL, COUNTS, S, PWIS>,
}

#[rustfmt::skip]
impl<
    const WL: usize, const CL: usize, const AL: usize, const COUNTS: usize, const C: usize, const S: usize,
    const PWIS: usize, const VWIS: usize, const ROWS: usize, const STACK: usize, const ROUND: usize, const LOGB: usize,
> Logic for Fit<WL, CL, AL, COUNTS, C, S, PWIS, VWIS, ROWS, STACK, ROUND, LOGB>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.ctas_limit.next = self.no_cta.val();
        self.active_limit.next = self.none_active.val();
        for w in 0..COUNTS {
            self.ctas_here.next = self.no_cta.val();
            self.active_here.next = self.none_active.val();
            if self.warps.val() == self.count[w].val() {
                self.ctas_here.next = self.most_ctas[w].val();
                self.active_here.next = self.most_active[w].val();
            }
            self.ctas_limit.next = self.ctas_limit.val() | self.ctas_here.val();
            self.active_limit.next = self.active_limit.val() | self.active_here.val();
        }
        self.fits.next = self.ctas.val().any()
            & self.active.val().any()
            & (self.ctas.val() <= self.ctas_limit.val())
            & (self.active.val() <= self.active_limit.val());
    }
}

/// The kernel that was accepted last. After a reset there is none, and no place and no slot may be used.
/// `N`: words of a warp's stack; `B`: words of a beat, 2 to the power of `LB`; `ROWS_BELOW`: rows of shared memory, modulo what `RB` bits can
/// number.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Kernel<
    const WL: usize, const CL: usize, const AL: usize, const COUNTS: usize, const C: usize, const S: usize,
    const PWIS: usize, const VWIS: usize, const ROWS: usize, const STACK: usize, const ROUND: usize, const LOGB: usize,
    const WB: usize, const BB: usize, const RB: usize, const ROWS_BELOW: usize, const N: usize, const B: usize, const LB: usize,
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
    /// T: the beats of a context; and the first row of the context of CTA 0.
    pub beats: Signal<Out, Bits<RB>>,
    pub first_row: Signal<Out, Bits<RB>>,
    /// Mask of the words of the last beat that belong to the context.
    pub last_words: Signal<Out, Bits<B>>,
    /// Masks of the places and of the slots below the kernel's limits.
    pub places: Signal<Out, Bits<C>>,
    pub slots: Signal<Out, Bits<S>>,
    accept: Signal<Local, Bit>,
    context_beats: Signal<Local, Bits<SUM>>,
    one: Number<WL, 1>,
    stack: Number<SUM, STACK>,
    round: Number<SUM, ROUND>,
    log_beat: Number<4, LOGB>,
    one_beat: Number<SUM, 1>,
    rows: Number<RB, ROWS_BELOW>,
    words: Number<SUM, N>,
    header: Number<SUM, 2>,
    no_word: Number<B, 0>,
    no_place: Number<C, 0>,
    no_slot: Number<S, 0>,
    fit: Fit<WL, CL, AL, COUNTS, C, S, PWIS, VWIS, ROWS, STACK, ROUND, LOGB>,
    less: Resize<WL, WB>,
    wide: Resize<WL, SUM>,
    stacks: Product<SUM>,
    stack_words: Product<SUM>,
    beyond: Resize<SUM, LB>,
    beat: Resize<SUM, BB>,
    row: Resize<SUM, RB>,
    count_q: Kept<Bits<WL>>,
    warp_q: Kept<Bits<WB>>,
    beat_q: Kept<Bits<BB>>,
    beats_q: Kept<Bits<RB>>,
    row_q: Kept<Bits<RB>>,
    words_q: Kept<Bits<B>>,
    places_q: Resettable<Bits<C>>,
    slots_q: Resettable<Bits<S>>,
}

#[rustfmt::skip]
impl<
    const WL: usize, const CL: usize, const AL: usize, const COUNTS: usize, const C: usize, const S: usize,
    const PWIS: usize, const VWIS: usize, const ROWS: usize, const STACK: usize, const ROUND: usize, const LOGB: usize,
    const WB: usize, const BB: usize, const RB: usize, const ROWS_BELOW: usize, const N: usize, const B: usize, const LB: usize,
> Logic for Kernel<
    WL, CL, AL, COUNTS, C, S, PWIS, VWIS, ROWS, STACK, ROUND, LOGB, WB, BB, RB, ROWS_BELOW, N, B, LB,
>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, count_q, warp_q, beat_q, beats_q, row_q, words_q, places_q, slots_q);
        self.fit.warps.next = self.warps.val();
        self.fit.ctas.next = self.ctas.val();
        self.fit.active.next = self.active.val();
        self.refused.next = self.valid.val() & !self.fit.fits.val();
        self.accept.next = self.valid.val() & self.fit.fits.val();
        // equation 2: beats are a power of two, so the quotient is a shift
        self.wide.d.next = self.warps.val();
        self.stacks.a.next = self.wide.q.val();
        self.stacks.b.next = self.stack.val();
        self.context_beats.next = (self.stacks.q.val() + self.round.val()) >> self.log_beat.val();
        self.beat.d.next = self.context_beats.val() - self.one_beat.val();
        self.row.d.next = self.context_beats.val();
        self.less.d.next = self.warps.val() - self.one.val();
        // words behind the last whole beat; without any, the last beat is whole
        self.stack_words.a.next = self.wide.q.val();
        self.stack_words.b.next = self.words.val();
        self.beyond.d.next = self.stack_words.q.val() + self.header.val();
        self.words_q.d.next = !self.no_word.val();
        if self.beyond.q.val().any() {
            self.words_q.d.next = !(!self.no_word.val() << self.beyond.q.val());
        }
        self.count_q.load.next = self.accept.val();
        self.count_q.d.next = self.warps.val();
        self.warp_q.load.next = self.accept.val();
        self.warp_q.d.next = self.less.q.val();
        self.beat_q.load.next = self.accept.val();
        self.beat_q.d.next = self.beat.q.val();
        self.beats_q.load.next = self.accept.val();
        self.beats_q.d.next = self.row.q.val();
        self.row_q.load.next = self.accept.val();
        self.row_q.d.next = self.rows.val() - self.row.q.val();
        self.words_q.load.next = self.accept.val();
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
        self.beats.next = self.beats_q.q.val();
        self.first_row.next = self.row_q.q.val();
        self.last_words.next = self.words_q.q.val();
        self.places.next = self.places_q.q.val();
        self.slots.next = self.slots_q.q.val();
    }
}
