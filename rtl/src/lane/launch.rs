//! The launch table: the places of the registers of each warp (3.7, 4.1).

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Resize, Storage};

/// The launch table: one record for each warp slot, which can be read from the cycle after its
/// launch.
#[derive(LogicBlock, Default)]
pub struct LaunchTable<
    const WARPS: usize,
    const WB: usize,
    const CB: usize,
    const RB: usize,
    const WM1: usize,
    const LOGW: usize,
> {
    pub clock: Signal<In, Clock>,
    pub launch: Signal<In, Bit>,
    pub warp: Signal<In, Bits<WB>>,
    pub threads: Signal<In, Bits<CB>>,
    pub vector: Signal<In, Bits<RB>>,
    pub scalar: Signal<In, Bits<RB>>,
    pub tid: Signal<In, Bits<16>>,
    /// The warp that is looked up.
    pub lookup: Signal<In, Bits<WB>>,
    /// Rows of one vector register: ceil(threads / width).
    pub stride: Signal<Out, Bits<RB>>,
    pub vector_base: Signal<Out, Bits<RB>>,
    pub scalar_base: Signal<Out, Bits<RB>>,
    pub first_tid: Signal<Out, Bits<16>>,
    width_less_one: Number<RB, WM1>,
    width_log: Number<2, LOGW>,
    thread_rows: Resize<CB, RB>,
    strides: Storage<Bits<RB>, WB, WARPS, 1>,
    vectors: Storage<Bits<RB>, WB, WARPS, 1>,
    scalars: Storage<Bits<RB>, WB, WARPS, 1>,
    tids: Storage<Bits<16>, WB, WARPS, 1>,
}

impl<const WARPS: usize, const WB: usize, const CB: usize, const RB: usize, const WM1: usize, const LOGW: usize> Logic
    for LaunchTable<WARPS, WB, CB, RB, WM1, LOGW>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, strides, vectors, scalars, tids);
        self.thread_rows.d.next = self.threads.val();
        // record
        self.strides.write.next = self.launch.val();
        self.vectors.write.next = self.launch.val();
        self.scalars.write.next = self.launch.val();
        self.tids.write.next = self.launch.val();
        self.strides.write_at.next = self.warp.val();
        self.vectors.write_at.next = self.warp.val();
        self.scalars.write_at.next = self.warp.val();
        self.tids.write_at.next = self.warp.val();
        self.strides.d.next = (self.thread_rows.q.val() + self.width_less_one.val()) >> self.width_log.val();
        self.vectors.d.next = self.vector.val();
        self.scalars.d.next = self.scalar.val();
        self.tids.d.next = self.tid.val();
        // look up
        self.strides.read_at[0].next = self.lookup.val();
        self.vectors.read_at[0].next = self.lookup.val();
        self.scalars.read_at[0].next = self.lookup.val();
        self.tids.read_at[0].next = self.lookup.val();
        self.stride.next = self.strides.q[0].val();
        self.vector_base.next = self.vectors.q[0].val();
        self.scalar_base.next = self.scalars.q[0].val();
        self.first_tid.next = self.tids.q[0].val();
    }
}
