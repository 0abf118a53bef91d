//! The compactor: from a CTA-wide mask to as few warps as its fullest lane allows (2.3).

use rust_hdl::prelude::*;

use super::lane::{Lane, Lowest};
use super::turn::Turn;
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Columns, Count, Greatest, Join, Kept, Resettable};

/// The compactor, whose state is a column of warps for each lane, the tag, and two bits.
/// `counted`: the mask came in the last cycle; `declined`: it leaves without compaction. The compactor is empty when
/// its columns are.
#[derive(LogicBlock, Default)]
pub struct Compactor<const W: usize, const WARPS: usize, const WB: usize, const CB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub accept_valid: Signal<In, Bit>,
    pub accept_tag: Signal<In, Bits<2>>,
    pub accept_mask: Array<Signal<In, Bits<W>>, WARPS>,
    pub decline: Signal<In, Bit>,
    pub warp_ready: Signal<In, Bit>,
    pub accept_ready: Signal<Out, Bit>,
    pub counted_valid: Signal<Out, Bit>,
    pub counted_warps: Signal<Out, Bits<CB>>,
    pub counted_plain: Signal<Out, Bits<CB>>,
    pub warp_valid: Signal<Out, Bit>,
    pub warp_last: Signal<Out, Bit>,
    pub warp_lanes: Signal<Out, Bits<W>>,
    pub warp_source: Array<Signal<Out, Bits<WB>>, W>,
    /// The tag of the mask that is held.
    pub tag: Signal<Out, Bits<2>>,
    counted: Resettable<Bit>,
    declined: Kept<Bit>,
    is_tagged: Kept<Bits<2>>,
    columns: Columns<W, WARPS>,
    turn: Turn,
    /// Warps with a thread, and those of them that remain when the warp on offer has left.
    active: Signal<Local, Bits<WARPS>>,
    remaining: Signal<Local, Bits<WARPS>>,
    first: Lowest<WARPS>,
    lane: Array<Lane<WARPS, WB, CB>, W>,
    fullest: Greatest<W, CB>,
    plain: Count<WARPS, CB>,
    join_filled: Join<Bit, W, W>,
    none: Number<WARPS, 0>,
}

impl<const W: usize, const WARPS: usize, const WB: usize, const CB: usize> Logic for Compactor<W, WARPS, WB, CB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, counted, declined, is_tagged, columns);
        // the warp on offer, and the counts
        self.active.next = self.none.val();
        self.remaining.next = self.none.val();
        for l in 0..W {
            self.active.next = self.active.val() | self.columns.q[l].val();
            self.lane[l].column.next = self.columns.q[l].val();
            self.lane[l].declined.next = self.declined.q.val();
            self.lane[l].first.next = self.first.q.val();
            self.remaining.next = self.remaining.val() | self.lane[l].rest.val();
            self.join_filled.d[l].next = self.lane[l].filled.val();
            self.warp_source[l].next = self.lane[l].source.val();
            self.fullest.d[l].next = self.lane[l].threads.val();
        }
        self.first.d.next = self.active.val();
        self.plain.d.next = self.active.val();
        self.counted_valid.next = self.counted.q.val();
        self.counted_warps.next = self.fullest.q.val();
        self.counted_plain.next = self.plain.q.val();
        self.warp_valid.next = self.turn.warp_valid.val();
        self.warp_last.next = !self.remaining.val().any();
        self.warp_lanes.next = self.join_filled.q.val();
        self.tag.next = self.is_tagged.q.val();
        // what happens
        self.turn.reset.next = self.reset.val();
        self.turn.counted.next = self.counted.q.val();
        self.turn.held.next = self.active.val().any();
        self.turn.last.next = !self.remaining.val().any();
        self.turn.accept_valid.next = self.accept_valid.val();
        self.turn.warp_ready.next = self.warp_ready.val();
        self.accept_ready.next = self.turn.accept_ready.val();
        // the next cycle
        self.counted.reset.next = self.reset.val();
        self.counted.d.next = self.turn.accept.val();
        self.is_tagged.load.next = self.turn.accept.val();
        self.is_tagged.d.next = self.accept_tag.val();
        self.declined.load.next = self.counted.q.val();
        self.declined.d.next = self.decline.val();
        self.columns.load.next = self.turn.accept.val();
        self.columns.step.next = self.turn.step.val();
        for n in 0..WARPS {
            self.columns.rows[n].next = self.accept_mask[n].val();
        }
        for l in 0..W {
            self.columns.d[l].next = self.lane[l].rest.val();
            if self.reset.val() {
                self.columns.d[l].next = self.none.val();
            }
        }
    }
}
