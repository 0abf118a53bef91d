//! The compactor: from a CTA-wide mask to as few warps as its fullest lane allows (2.3).

use rust_hdl::prelude::*;

use super::fullest::Fullest;
use super::lane::Lane;
use super::left::Left;
use super::rows::Rows;
use super::turn::Turn;
use crate::array::Array;
use crate::primitive::{Columns, Join, Kept, Resettable, Split, Tally};

/// The compactor: holds the mask of a CTA as a column of `WARPS` bits for each of `W` lanes, and
/// sends its warps one by one. About all columns are kept the counts of `fullest`, the order of
/// `rows` and the warps that are `left`; further the tag, and two bits: `counted`: the mask came in
/// the last cycle; `declined`: it leaves without compaction. The compactor is empty when no warp is
/// left: a reset drops the count, and the columns stay until they are loaded.
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
    fullest: Fullest<W, WARPS, CB>,
    rows: Rows<W, WARPS, WB>,
    left: Left<CB>,
    turn: Turn,
    lane: Array<Lane<WARPS, WB>, W>,
    split_rows: Split<Bits<1>, WARPS, WARPS>,
    plain: Tally<1, WARPS, CB>,
    join_plain: Join<Bits<1>, CB, CB>,
    join_filled: Join<Bit, W, W>,
}

impl<const W: usize, const WARPS: usize, const WB: usize, const CB: usize> Logic for Compactor<W, WARPS, WB, CB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, counted, declined, is_tagged, columns, fullest, rows, left);
        // the counts
        self.split_rows.d.next = self.rows.waiting.val();
        for n in 0..WARPS {
            self.plain.d[n].next = self.split_rows.q[n].val();
        }
        for b in 0..CB {
            self.join_plain.d[b].next = self.plain.q[b].val();
        }
        self.counted_valid.next = self.counted.q.val();
        self.counted_warps.next = self.fullest.threads.val();
        self.counted_plain.next = self.join_plain.q.val();
        // the warp on offer
        for l in 0..W {
            self.lane[l].column.next = self.columns.q[l].val();
            self.lane[l].declined.next = self.declined.q.val();
            self.lane[l].first.next = self.rows.first.val();
            self.lane[l].first_warp.next = self.rows.first_warp.val();
            self.join_filled.d[l].next = self.lane[l].filled.val();
            self.warp_source[l].next = self.lane[l].source.val();
        }
        self.warp_valid.next = self.turn.warp_valid.val();
        self.warp_last.next = self.left.last.val();
        self.warp_lanes.next = self.join_filled.q.val();
        self.tag.next = self.is_tagged.q.val();
        // what happens
        self.turn.reset.next = self.reset.val();
        self.turn.counted.next = self.counted.q.val();
        self.turn.held.next = self.left.any.val();
        self.turn.last.next = self.left.last.val();
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
        self.fullest.accept.next = self.turn.accept.val();
        self.rows.accept.next = self.turn.accept.val();
        self.rows.step.next = self.counted.q.val() | self.turn.step.val();
        self.left.reset.next = self.reset.val();
        self.left.counted.next = self.counted.q.val();
        self.left.declined.next = self.declined.q.val();
        self.left.last_row.next = self.rows.last.val();
        self.left.compacted.next = self.fullest.threads.val();
        self.left.some.next = self.rows.waiting.val().any();
        self.left.single.next = self.fullest.single.val();
        self.left.step.next = self.turn.step.val();
        self.columns.load.next = self.turn.accept.val();
        self.columns.step.next = self.turn.step.val();
        for n in 0..WARPS {
            self.columns.rows[n].next = self.accept_mask[n].val();
            self.fullest.mask[n].next = self.accept_mask[n].val();
            self.rows.mask[n].next = self.accept_mask[n].val();
        }
        for l in 0..W {
            self.columns.d[l].next = self.lane[l].rest.val();
        }
    }
}
