//! The limits that a kernel sets, and whether the kernel fits (IV.A, IV.B).

use rust_hdl::prelude::*;

use super::by_warps::{Beats, FirstRow, LastBeat, LastWarp, LastWords, MostActive, MostCtas};
use crate::number::{Number, Numbers};
use crate::primitive::{Kept, Register, Resettable};

/// A comparator that decides whether a kernel fits: whether its CTAs, and those of them that are
/// active at once, are at most as many as there can be with its number of warps a CTA. `COUNTS` is
/// the number of warps of the largest CTA, and one more.
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

/// The registers with the limits of the kernel that was accepted last, and what follows from them.
/// After a reset there is none, and no place and no slot may be used. `N`: words of a warp's stack;
/// `B`: words of a beat; `ROWS_BELOW`: rows of shared memory, modulo what `RB` bits can number.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Kernel<
    const WL: usize, const CL: usize, const AL: usize, const COUNTS: usize, const C: usize, const S: usize,
    const PWIS: usize, const VWIS: usize, const ROWS: usize, const STACK: usize, const ROUND: usize, const LOGB: usize,
    const WB: usize, const BB: usize, const RB: usize, const ROWS_BELOW: usize, const N: usize, const B: usize,
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
    /// Whether the kernel was accepted in the cycle before.
    pub renewed: Signal<Out, Bit>,
    /// Whether a kernel is accepted, and mask of the places below its limit.
    pub accepted: Signal<Out, Bit>,
    pub places: Signal<Out, Bits<C>>,
    /// Mask of the slots below the limit of the kernel that was accepted last.
    pub slots: Signal<Out, Bits<S>>,
    accept: Signal<Local, Bit>,
    warp: Signal<Local, Bits<WB>>,
    beat: Signal<Local, Bits<BB>>,
    context_beats: Signal<Local, Bits<RB>>,
    row: Signal<Local, Bits<RB>>,
    words: Signal<Local, Bits<B>>,
    no_warp: Number<WB, 0>,
    no_beat: Number<BB, 0>,
    no_row: Number<RB, 0>,
    no_word: Number<B, 0>,
    no_place: Number<C, 0>,
    no_slot: Number<S, 0>,
    each: Numbers<WL, COUNTS>,
    last_warps: LastWarp<WB, COUNTS>,
    last_beats: LastBeat<BB, COUNTS, STACK, ROUND, LOGB>,
    all_beats: Beats<RB, COUNTS, STACK, ROUND, LOGB>,
    first_rows: FirstRow<RB, COUNTS, STACK, ROUND, LOGB, ROWS_BELOW>,
    last_words_of: LastWords<B, COUNTS, N>,
    fit: Fit<WL, CL, AL, COUNTS, C, S, PWIS, VWIS, ROWS, STACK, ROUND, LOGB>,
    count_q: Kept<Bits<WL>>,
    warp_q: Register<Bits<WB>>,
    beat_q: Register<Bits<BB>>,
    beats_q: Register<Bits<RB>>,
    row_q: Register<Bits<RB>>,
    words_q: Register<Bits<B>>,
    slots_q: Resettable<Bits<S>>,
    renewed_q: Resettable<Bit>,
}

#[rustfmt::skip]
impl<
    const WL: usize, const CL: usize, const AL: usize, const COUNTS: usize, const C: usize, const S: usize,
    const PWIS: usize, const VWIS: usize, const ROWS: usize, const STACK: usize, const ROUND: usize, const LOGB: usize,
    const WB: usize, const BB: usize, const RB: usize, const ROWS_BELOW: usize, const N: usize, const B: usize,
> Logic for Kernel<
    WL, CL, AL, COUNTS, C, S, PWIS, VWIS, ROWS, STACK, ROUND, LOGB, WB, BB, RB, ROWS_BELOW, N, B,
>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, count_q, warp_q, beat_q, beats_q, row_q, words_q, slots_q, renewed_q);
        self.fit.warps.next = self.warps.val();
        self.fit.ctas.next = self.ctas.val();
        self.fit.active.next = self.active.val();
        self.refused.next = self.valid.val() & !self.fit.fits.val();
        self.accept.next = self.valid.val() & self.fit.fits.val();
        // what follows from the warps of a CTA comes a cycle after them, before the first CTA is
        // there
        self.warp.next = self.no_warp.val();
        self.beat.next = self.no_beat.val();
        self.context_beats.next = self.no_row.val();
        self.row.next = self.no_row.val();
        self.words.next = self.no_word.val();
        for w in 0..COUNTS {
            if self.count_q.q.val() == self.each[w].val() {
                self.warp.next = self.last_warps[w].val();
                self.beat.next = self.last_beats[w].val();
                self.context_beats.next = self.all_beats[w].val();
                self.row.next = self.first_rows[w].val();
                self.words.next = self.last_words_of[w].val();
            }
        }
        self.warp_q.d.next = self.warp.val();
        self.beat_q.d.next = self.beat.val();
        self.beats_q.d.next = self.context_beats.val();
        self.row_q.d.next = self.row.val();
        self.words_q.d.next = self.words.val();
        self.count_q.load.next = self.accept.val();
        self.count_q.d.next = self.warps.val();
        self.slots_q.reset.next = self.reset.val();
        self.renewed_q.reset.next = self.reset.val();
        self.renewed_q.d.next = self.accept.val();
        self.renewed.next = self.renewed_q.q.val();
        self.slots_q.d.next = self.slots_q.q.val();
        if self.accept.val() {
            self.slots_q.d.next = !(!self.no_slot.val() << self.active.val());
        }
        self.count.next = self.count_q.q.val();
        self.last_warp.next = self.warp_q.q.val();
        self.last_beat.next = self.beat_q.q.val();
        self.beats.next = self.beats_q.q.val();
        self.first_row.next = self.row_q.q.val();
        self.last_words.next = self.words_q.q.val();
        self.accepted.next = self.accept.val();
        self.places.next = !(!self.no_place.val() << self.ctas.val());
        self.slots.next = self.slots_q.q.val();
    }
}
