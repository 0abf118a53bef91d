//! The tag table: the threads pending under each tag, and the events for the scheduler.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Numbers};
use crate::primitive::{Adder, Join, Register, Resettable};

/// The counter, of `CB` bits, of the threads of one tag's instruction whose work is not finished.
#[derive(LogicBlock, Default)]
pub struct Pending<const CB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether an instruction with this tag is accepted.
    pub set: Signal<In, Bit>,
    pub count: Signal<In, Bits<CB>>,
    /// Whether threads leave the lane's own units in this cycle; whether a response is complete,
    /// which shows late; how many threads it would be.
    pub finish: Signal<In, Bit>,
    pub respond: Signal<In, Bit>,
    pub less: Signal<In, Bits<CB>>,
    /// Whether threads leave the lane for memory without a response, and how many: the tag of the
    /// oldest request shows late.
    pub depart: Signal<In, Bit>,
    pub gone: Signal<In, Bits<CB>>,
    /// Whether the instruction turned out to be empty.
    pub empty: Signal<In, Bit>,
    pub pending: Signal<Out, Bits<CB>>,
    pub done: Signal<Out, Bit>,
    left: Resettable<Bits<CB>>,
    completed: Resettable<Bit>,
    rest: Adder<CB>,
    stay: Adder<CB>,
}

impl<const CB: usize> Logic for Pending<CB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, left, completed);
        self.left.reset.next = self.reset.val();
        self.completed.reset.next = self.reset.val();
        self.rest.a.next = self.left.q.val();
        self.rest.b.next = !self.less.val();
        self.rest.carry.next = true;
        self.stay.a.next = self.left.q.val();
        self.stay.b.next = !self.gone.val();
        self.stay.carry.next = true;
        self.left.d.next = self.left.q.val();
        if self.set.val() {
            self.left.d.next = self.count.val();
        }
        if self.finish.val() {
            self.left.d.next = self.rest.q.val();
        }
        // a tag has at most one of these events in a cycle: the order is by when they show
        if self.depart.val() {
            self.left.d.next = self.stay.q.val();
        }
        if self.respond.val() {
            self.left.d.next = self.rest.q.val();
        }
        self.completed.d.next = self.empty.val()
            | (self.finish.val() & (self.left.q.val() == self.less.val()))
            | (self.depart.val() & (self.left.q.val() == self.gone.val()))
            | (self.respond.val() & (self.left.q.val() == self.less.val()));
        self.pending.next = self.left.q.val();
        self.done.next = self.completed.q.val();
    }
}

/// The tag table: for each of `TAGS` tags a counter of the pending threads of its instruction, and
/// the events for the scheduler. An instruction is counted off in one way only, so a tag has at
/// most one event in a cycle.
#[derive(LogicBlock, Default)]
pub struct TagTable<const TAGS: usize, const TB: usize, const CB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub accept: Signal<In, Bit>,
    pub accept_tag: Signal<In, Bits<TB>>,
    /// Number of threads of the instruction that is accepted.
    pub count: Signal<In, Bits<CB>>,
    pub empty: Signal<In, Bit>,
    pub empty_tag: Signal<In, Bits<TB>>,
    /// Whether a bundle of a native instruction is written back.
    pub native: Signal<In, Bit>,
    pub native_first: Signal<In, Bit>,
    pub native_tag: Signal<In, Bits<TB>>,
    pub native_count: Signal<In, Bits<CB>>,
    /// Whether threads without response leave the lane, for memory (`req`) or for an external unit
    /// (`ext`).
    pub req: Signal<In, Bit>,
    pub req_tag: Signal<In, Bits<TB>>,
    pub req_count: Signal<In, Bits<CB>>,
    pub ext: Signal<In, Bit>,
    pub ext_tag: Signal<In, Bits<TB>>,
    pub ext_count: Signal<In, Bits<CB>>,
    /// Whether a response is complete, of an external unit (`res`) or of memory (`rsp`).
    pub res: Signal<In, Bit>,
    pub res_valid: Signal<In, Bit>,
    pub res_tag: Signal<In, Bits<TB>>,
    pub res_count: Signal<In, Bits<CB>>,
    pub rsp: Signal<In, Bit>,
    pub rsp_tag: Signal<In, Bits<TB>>,
    pub rsp_count: Signal<In, Bits<CB>>,
    pub after: Signal<In, Bits<TB>>,
    pub pending_after: Signal<Out, Bits<CB>>,
    pub first: Signal<Out, Bits<TAGS>>,
    pub done: Signal<Out, Bits<TAGS>>,
    name: Numbers<TB, TAGS>,
    zero: Number<CB, 0>,
    pending: Array<Pending<CB>, TAGS>,
    /// No response was complete.
    fresh: Array<Register<Bit>, TAGS>,
    responds: Array<Signal<Local, Bit>, TAGS>,
    sends: Array<Signal<Local, Bit>, TAGS>,
    writes: Array<Signal<Local, Bit>, TAGS>,
    first_written: Array<Resettable<Bit>, TAGS>,
    join_first: Join<Bit, TAGS, TAGS>,
    join_done: Join<Bit, TAGS, TAGS>,
}

impl<const TAGS: usize, const TB: usize, const CB: usize> Logic for TagTable<TAGS, TB, CB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.pending_after.next = self.zero.val();
        for t in 0..TAGS {
            self.pending[t].clock.next = self.clock.val();
            self.pending[t].reset.next = self.reset.val();
            self.pending[t].set.next = self.accept.val() & (self.accept_tag.val() == self.name[t].val());
            self.pending[t].count.next = self.count.val();
            self.pending[t].empty.next = self.empty.val() & (self.empty_tag.val() == self.name[t].val());
            self.writes[t].next = self.native.val() & (self.native_tag.val() == self.name[t].val());
            self.sends[t].next = self.ext.val() & (self.ext_tag.val() == self.name[t].val());
            self.pending[t].depart.next = self.req.val() & (self.req_tag.val() == self.name[t].val());
            self.pending[t].gone.next = self.req_count.val();
            self.responds[t].next = (self.res.val() & (self.res_tag.val() == self.name[t].val()))
                | (self.rsp.val() & (self.rsp_tag.val() == self.name[t].val()));
            self.pending[t].finish.next = self.sends[t].val() | self.writes[t].val();
            self.pending[t].respond.next = self.responds[t].val();
            // how many it would be is known before a response is ready
            self.pending[t].less.next = self.rsp_count.val();
            if self.res_valid.val() & (self.res_tag.val() == self.name[t].val()) {
                self.pending[t].less.next = self.res_count.val();
            }
            if self.ext.val() & (self.ext_tag.val() == self.name[t].val()) {
                self.pending[t].less.next = self.ext_count.val();
            }
            if self.writes[t].val() {
                self.pending[t].less.next = self.native_count.val();
            }
            self.fresh[t].clock.next = self.clock.val();
            self.fresh[t].d.next = (self.accept.val() & (self.accept_tag.val() == self.name[t].val()))
                | (self.fresh[t].q.val() & !self.responds[t].val());
            if self.after.val() == self.name[t].val() {
                self.pending_after.next = self.pending_after.val() | self.pending[t].pending.val();
            }
            self.join_done.d[t].next = self.pending[t].done.val();
            self.first_written[t].clock.next = self.clock.val();
            self.first_written[t].reset.next = self.reset.val();
            self.first_written[t].d.next =
                (self.writes[t].val() & self.native_first.val()) | (self.responds[t].val() & self.fresh[t].q.val());
            self.join_first.d[t].next = self.first_written[t].q.val();
        }
        self.first.next = self.join_first.q.val();
        self.done.next = self.join_done.q.val();
    }
}
