//! The first two words of a context: the identifiers (IV.C).

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Join, Resize};

/// The header of a context: from bit 0 the first virtual warp id, from bit 8 W - 1, from bit 13 the
/// CTA's identifiers.
#[derive(LogicBlock, Default)]
pub struct Header<const VB: usize, const WB: usize> {
    pub vwi: Signal<In, Bits<VB>>,
    pub last_warp: Signal<In, Bits<WB>>,
    pub id: Array<Signal<In, Bits<32>>, 3>,
    pub q: Signal<Out, Bits<128>>,
    at_warps: Number<4, 8>,
    at_id: Number<4, 13>,
    join_id: Join<Bits<32>, 3, 96>,
    wide_vwi: Resize<VB, 128>,
    wide_warps: Resize<WB, 128>,
    wide_id: Resize<96, 128>,
}

impl<const VB: usize, const WB: usize> Logic for Header<VB, WB> {
    #[hdl_gen]
    fn update(&mut self) {
        for k in 0..3 {
            self.join_id.d[k].next = self.id[k].val();
        }
        self.wide_vwi.d.next = self.vwi.val();
        self.wide_warps.d.next = self.last_warp.val();
        self.wide_id.d.next = self.join_id.q.val();
        self.q.next = self.wide_vwi.q.val()
            | (self.wide_warps.q.val() << self.at_warps.val())
            | (self.wide_id.q.val() << self.at_id.val());
    }
}
