//! The context handler: idle, copy, restore, drain (IV.A).

use rust_hdl::prelude::*;

use super::choose::{First, Turns};
use crate::number::Number;
use crate::primitive::{Kept, Register, Resettable};

/// The next-state logic of the context handler (IV.A), from its state and its inputs.
#[derive(LogicBlock, Default)]
pub struct Step {
    pub copying: Signal<In, Bit>,
    pub restoring: Signal<In, Bit>,
    pub draining: Signal<In, Bit>,
    /// Whether a CTA is ready, and whether it has never been active.
    pub ready: Signal<In, Bit>,
    pub fresh: Signal<In, Bit>,
    /// Whether a slot is free.
    pub free: Signal<In, Bit>,
    /// Whether a slot is marked after this cycle's events, and whether a warp in the slot that is
    /// copied goes on.
    pub marked: Signal<In, Bit>,
    pub woken: Signal<In, Bit>,
    pub last_warp: Signal<In, Bit>,
    /// Whether shared memory shows the last beat of the context.
    pub restored: Signal<In, Bit>,
    pub last_beat: Signal<In, Bit>,
    /// Whether a CTA was swapped out for the one that is restored.
    pub saving: Signal<In, Bit>,
    pub demand: Signal<In, Bit>,
    /// Whether the handler begins to copy a marked CTA, and whether one that copies goes on.
    pub turn: Signal<Out, Bit>,
    pub goes_on: Signal<Out, Bit>,
    /// Whether the snapshot is taken: the CTA that was copied is swapped out.
    pub swap: Signal<Out, Bit>,
    /// Whether the first CTA of the ready queue gets a free slot.
    pub give_free: Signal<Out, Bit>,
    pub activate: Signal<Out, Bit>,
    pub activate_fresh: Signal<Out, Bit>,
    /// Whether a beat moves, whether it comes from shared memory, and whether it is the last one.
    pub moves: Signal<Out, Bit>,
    pub reads: Signal<Out, Bit>,
    pub ends: Signal<Out, Bit>,
    /// Whether no context is copied or moves.
    pub idle: Signal<Out, Bit>,
    /// Whether the handler copies in the next cycle; whether it restores, and whether it drains,
    /// follow.
    pub copies: Signal<Out, Bit>,
    pub restores: Signal<Out, Bit>,
    pub drains: Signal<Out, Bit>,
    rests: Signal<Local, Bit>,
    /// Whether the first CTA of the ready queue gets a slot.
    give: Signal<Local, Bit>,
    finish: Signal<Local, Bit>,
}

impl Logic for Step {
    #[hdl_gen]
    fn update(&mut self) {
        self.rests.next = !(self.copying.val() | self.restoring.val() | self.draining.val());
        self.idle.next = self.rests.val();
        self.finish.next = self.restoring.val() & self.restored.val();
        self.give_free.next = self.rests.val() & self.ready.val() & self.free.val();
        self.turn.next = self.rests.val() & self.ready.val() & !self.free.val() & self.marked.val();
        // one that has woken is not swapped out; nothing else ends a mark, since no warp of a
        // marked CTA runs
        self.swap.next = self.copying.val() & !self.woken.val() & self.last_warp.val();
        self.give.next = self.give_free.val() | self.swap.val();
        self.activate.next = (self.give.val() & self.fresh.val()) | self.finish.val();
        self.activate_fresh.next = self.give.val();
        self.moves.next = ((self.restoring.val() & !self.restored.val()) | self.draining.val()) & !self.demand.val();
        self.reads.next = self.moves.val() & self.restoring.val();
        self.ends.next = self.moves.val() & self.last_beat.val();
        self.goes_on.next = !self.woken.val() & !self.last_warp.val();
        self.copies.next = self.turn.val() | (self.copying.val() & self.goes_on.val());
        self.restores.next = (self.give.val() & !self.fresh.val()) | (self.restoring.val() & !self.restored.val());
        self.drains.next = (self.swap.val() & self.fresh.val())
            | (self.finish.val() & self.saving.val())
            | (self.draining.val() & !self.ends.val());
    }
}

/// The context handler (IV.A), a state machine that copies, restores and drains contexts: its
/// state, and its outputs, which are registered.
#[derive(LogicBlock, Default)]
pub struct Handler<const S: usize, const SB: usize, const WB: usize, const BB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub demand: Signal<In, Bit>,
    pub ready: Signal<In, Bit>,
    pub fresh: Signal<In, Bit>,
    pub free: Signal<In, Bits<S>>,
    /// Mask of the slots that are marked after this cycle's events, and whether a warp in `slot`
    /// goes on.
    pub marked: Signal<In, Bits<S>>,
    pub woken: Signal<In, Bit>,
    pub last_warp: Signal<In, Bits<WB>>,
    pub last_beat: Signal<In, Bits<BB>>,
    /// The slot that is copied, restored, or was given away last, as a number and as one bit; any
    /// slot while the handler is idle.
    pub slot: Signal<Out, Bits<SB>>,
    pub at: Signal<Out, Bits<S>>,
    /// Whether the first CTA of the ready queue gets a free slot, and which slot it gets, if any.
    pub give_free: Signal<Out, Bit>,
    pub give_at: Signal<Out, Bits<S>>,
    /// Whether copying begins in the next cycle, and whether it goes on if the handler copies.
    pub turn: Signal<Out, Bit>,
    pub goes_on: Signal<Out, Bit>,
    pub copying: Signal<Out, Bit>,
    pub warp: Signal<Out, Bits<WB>>,
    pub swap: Signal<Out, Bit>,
    /// Whether no context moves, and whether a beat of one does.
    pub still: Signal<Out, Bit>,
    pub moves: Signal<Out, Bit>,
    pub draining: Signal<Out, Bit>,
    /// Whether the beat that moves next is the last one, and whether shared memory shows the last
    /// one.
    pub ending: Signal<Out, Bit>,
    pub whole: Signal<Out, Bit>,
    pub invalidated: Signal<Out, Bit>,
    pub activated: Signal<Out, Bit>,
    pub activated_fresh: Signal<Out, Bit>,
    pub restored: Signal<Out, Bit>,
    pub restored_beat: Signal<Out, Bits<BB>>,
    stays: Signal<Local, Bit>,
    next_warp: Signal<Local, Bits<WB>>,
    next_beat: Signal<Local, Bits<BB>>,
    nowhere: Number<S, 0>,
    no_warp: Number<WB, 0>,
    one_warp: Number<WB, 1>,
    no_beat: Number<BB, 0>,
    one_beat: Number<BB, 1>,
    step: Step,
    first_free: First<S, SB>,
    victim: Turns<S, SB>,
    copying_q: Resettable<Bit>,
    restoring_q: Resettable<Bit>,
    draining_q: Resettable<Bit>,
    slot_q: Register<Bits<SB>>,
    at_q: Register<Bits<S>>,
    warp_q: Register<Bits<WB>>,
    last_warp_q: Register<Bit>,
    beat_q: Register<Bits<BB>>,
    last_beat_q: Register<Bit>,
    /// Whether a CTA was swapped out for the one that got the slot.
    saving: Kept<Bit>,
    invalidated_q: Resettable<Bit>,
    activated_q: Resettable<Bit>,
    fresh_q: Register<Bit>,
    restored_q: Resettable<Bit>,
    whole_q: Resettable<Bit>,
    restored_beat_q: Register<Bits<BB>>,
}

impl<const S: usize, const SB: usize, const WB: usize, const BB: usize> Logic for Handler<S, SB, WB, BB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, victim, copying_q, restoring_q, draining_q, slot_q, at_q, warp_q, last_warp_q, beat_q);
        clock!(self, clock, last_beat_q, saving, invalidated_q, activated_q, fresh_q, restored_q, whole_q);
        clock!(self, clock, restored_beat_q);
        self.copying_q.reset.next = self.reset.val();
        self.restoring_q.reset.next = self.reset.val();
        self.draining_q.reset.next = self.reset.val();
        self.victim.reset.next = self.reset.val();
        self.invalidated_q.reset.next = self.reset.val();
        self.activated_q.reset.next = self.reset.val();
        self.restored_q.reset.next = self.reset.val();
        self.whole_q.reset.next = self.reset.val();
        // what happens
        self.step.copying.next = self.copying_q.q.val();
        self.step.restoring.next = self.restoring_q.q.val();
        self.step.draining.next = self.draining_q.q.val();
        self.step.ready.next = self.ready.val();
        self.step.fresh.next = self.fresh.val();
        self.step.free.next = self.free.val().any();
        self.step.marked.next = self.marked.val().any();
        self.step.woken.next = self.woken.val();
        self.step.last_warp.next = self.last_warp_q.q.val();
        self.step.restored.next = self.whole_q.q.val();
        self.step.last_beat.next = self.last_beat_q.q.val();
        self.step.saving.next = self.saving.q.val();
        self.step.demand.next = self.demand.val();
        self.copying_q.d.next = self.step.copies.val();
        self.restoring_q.d.next = self.step.restores.val();
        self.draining_q.d.next = self.step.drains.val();
        self.stays.next = !(self.restoring_q.q.val() | self.draining_q.q.val());
        self.still.next = self.stays.val();
        // where: an idle handler looks for the slot that it would turn to
        self.first_free.d.next = self.free.val();
        self.victim.d.next = self.marked.val();
        self.victim.chosen.next = self.step.swap.val();
        self.victim.chosen_at.next = self.at_q.q.val();
        self.slot_q.d.next = self.slot_q.q.val();
        self.at_q.d.next = self.at_q.q.val();
        if self.step.idle.val() {
            self.slot_q.d.next = self.victim.number.val();
            self.at_q.d.next = self.victim.at.val();
            if self.free.val().any() {
                self.slot_q.d.next = self.first_free.number.val();
                self.at_q.d.next = self.first_free.lowest.val();
            }
        }
        self.slot.next = self.slot_q.q.val();
        self.at.next = self.at_q.q.val();
        self.give_free.next = self.step.give_free.val();
        self.give_at.next = self.nowhere.val();
        if self.step.give_free.val() {
            self.give_at.next = self.first_free.lowest.val();
        }
        if self.step.swap.val() {
            self.give_at.next = self.at_q.q.val();
        }
        // a warp a cycle
        self.next_warp.next = self.no_warp.val();
        if self.copying_q.q.val() {
            self.next_warp.next = self.warp_q.q.val() + self.one_warp.val();
        }
        self.warp_q.d.next = self.next_warp.val();
        self.last_warp_q.d.next = self.next_warp.val() == self.last_warp.val();
        self.turn.next = self.step.turn.val();
        self.goes_on.next = self.step.goes_on.val();
        self.copying.next = self.copying_q.q.val();
        self.warp.next = self.warp_q.q.val();
        self.swap.next = self.step.swap.val();
        self.saving.load.next = self.stays.val();
        self.saving.d.next = self.step.swap.val();
        // a beat a cycle; between two contexts the count is at its beginning
        self.next_beat.next = self.beat_q.q.val() + self.one_beat.val();
        self.beat_q.d.next = self.beat_q.q.val();
        self.last_beat_q.d.next = self.last_beat_q.q.val();
        if self.step.moves.val() {
            self.beat_q.d.next = self.next_beat.val();
            self.last_beat_q.d.next = self.next_beat.val() == self.last_beat.val();
        }
        if self.step.ends.val() | self.stays.val() {
            self.beat_q.d.next = self.no_beat.val();
            self.last_beat_q.d.next = self.last_beat.val() == self.no_beat.val();
        }
        self.moves.next = self.step.moves.val();
        self.draining.next = self.draining_q.q.val();
        self.ending.next = self.last_beat_q.q.val();
        self.whole.next = self.whole_q.q.val();
        // what shows in the next cycle
        self.invalidated_q.d.next = self.step.swap.val();
        self.activated_q.d.next = self.step.activate.val();
        self.fresh_q.d.next = self.step.activate_fresh.val();
        self.restored_q.d.next = self.step.reads.val();
        self.whole_q.d.next = self.step.reads.val() & self.last_beat_q.q.val();
        self.restored_beat_q.d.next = self.beat_q.q.val();
        self.invalidated.next = self.invalidated_q.q.val();
        self.activated.next = self.activated_q.q.val();
        self.activated_fresh.next = self.fresh_q.q.val();
        self.restored.next = self.restored_q.q.val();
        self.restored_beat.next = self.restored_beat_q.q.val();
    }
}
