//! The unit: permutation and compactor, side by side.

use rust_hdl::prelude::*;

use super::balanced::Balanced;
use super::compactor::Compactor;
use super::network::Network;
use crate::array::Array;
use crate::primitive::Table;

/// Lane permutation and compactor, with the ports of the contract.
/// `W` lanes, numbered in `LB` bits; `WARPS` warps, numbered in `WB` bits and counted in `CB`.
#[derive(LogicBlock, Default)]
pub struct Slp<const W: usize, const LB: usize, const WARPS: usize, const WB: usize, const CB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub launch_valid: Signal<In, Bit>,
    pub launch_slot: Signal<In, Bits<WB>>,
    pub launch_warp: Signal<In, Bits<WB>>,
    pub launch_plain: Signal<In, Bit>,
    pub launch_threads: Signal<In, Bits<W>>,
    pub read_valid: Signal<In, Bit>,
    pub read_slot: Signal<In, Bits<WB>>,
    pub read_threads: Signal<In, Bits<W>>,
    pub accept_valid: Signal<In, Bit>,
    pub accept_tag: Signal<In, Bits<2>>,
    pub accept_mask: Array<Signal<In, Bits<W>>, WARPS>,
    pub decline: Signal<In, Bit>,
    pub warp_ready: Signal<In, Bit>,
    pub launched: Signal<Out, Bit>,
    pub launch_lanes: Signal<Out, Bits<W>>,
    pub read_shown: Signal<Out, Bit>,
    pub read_xor: Signal<Out, Bits<LB>>,
    pub read_lanes: Signal<Out, Bits<W>>,
    pub accept_ready: Signal<Out, Bit>,
    pub counted_valid: Signal<Out, Bit>,
    pub counted_tag: Signal<Out, Bits<2>>,
    pub counted_warps: Signal<Out, Bits<CB>>,
    pub counted_plain: Signal<Out, Bits<CB>>,
    pub warp_valid: Signal<Out, Bit>,
    pub warp_tag: Signal<Out, Bits<2>>,
    pub warp_last: Signal<Out, Bit>,
    pub warp_lanes: Signal<Out, Bits<W>>,
    pub warp_source: Array<Signal<Out, Bits<WB>>, W>,
    balanced: Balanced<WB, LB>,
    masks: Table<Bits<LB>, WB, WARPS>,
    launch_network: Network<W, LB>,
    read_network: Network<W, LB>,
    compactor: Compactor<W, WARPS, WB, CB>,
}

impl<const W: usize, const LB: usize, const WARPS: usize, const WB: usize, const CB: usize> Logic
    for Slp<W, LB, WARPS, WB, CB>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, masks, compactor);
        // a warp is launched
        self.balanced.warp.next = self.launch_warp.val();
        self.balanced.plain.next = self.launch_plain.val();
        self.masks.write.next = self.launch_valid.val();
        self.masks.write_at.next = self.launch_slot.val();
        self.masks.d.next = self.balanced.mask.val();
        self.launch_network.mask.next = self.balanced.mask.val();
        self.launch_network.threads.next = self.launch_threads.val();
        self.launched.next = self.launch_valid.val();
        self.launch_lanes.next = self.launch_network.lanes.val();
        // a slot is looked up
        self.masks.read_at.next = self.read_slot.val();
        self.read_network.mask.next = self.masks.q.val();
        self.read_network.threads.next = self.read_threads.val();
        self.read_shown.next = self.read_valid.val();
        self.read_xor.next = self.masks.q.val();
        self.read_lanes.next = self.read_network.lanes.val();
        // a mask is compacted
        self.compactor.reset.next = self.reset.val();
        self.compactor.accept_valid.next = self.accept_valid.val();
        self.compactor.accept_tag.next = self.accept_tag.val();
        for n in 0..WARPS {
            self.compactor.accept_mask[n].next = self.accept_mask[n].val();
        }
        self.compactor.decline.next = self.decline.val();
        self.compactor.warp_ready.next = self.warp_ready.val();
        self.accept_ready.next = self.compactor.accept_ready.val();
        self.counted_valid.next = self.compactor.counted_valid.val();
        self.counted_tag.next = self.compactor.tag.val();
        self.counted_warps.next = self.compactor.counted_warps.val();
        self.counted_plain.next = self.compactor.counted_plain.val();
        self.warp_valid.next = self.compactor.warp_valid.val();
        self.warp_tag.next = self.compactor.tag.val();
        self.warp_last.next = self.compactor.warp_last.val();
        self.warp_lanes.next = self.compactor.warp_lanes.val();
        for l in 0..W {
            self.warp_source[l].next = self.compactor.warp_source[l].val();
        }
    }
}
