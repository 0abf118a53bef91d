//! The partitions: the registers that each owns, and its vector length (IV.B).

use rust_hdl::prelude::*;

use super::dynamic::Dynamic;
use super::fixed::Static;
use crate::array::Array;
use crate::number::{Number, Powers};
use crate::primitive::{Ignore, Kept, Split};

/// The register ranges of all partitions, static or dynamic (IV.B): `STATIC` is 1 and `DYNAMIC` 0,
/// or the other way round. Only the logic of one of the two exists.
#[derive(LogicBlock, Default)]
pub struct Partitions<
    const T: usize,
    const PB: usize,
    const D: usize,
    const SB: usize,
    const SB1: usize,
    const DXB: usize,
    const DB: usize,
    const M: usize,
    const MB: usize,
    const MB1: usize,
    const MXB: usize,
    const MAB: usize,
    const RB: usize,
    const LB: usize,
    const TRB: usize,
    const TLB: usize,
    const VB: usize,
    const LANES: usize,
    const DMOST: usize,
    const MMOST: usize,
    const STATIC: usize,
    const DYNAMIC: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub kernel_valid: Signal<In, Bit>,
    pub kernel_registers: Signal<In, Bits<SB>>,
    pub kernel_masks: Signal<In, Bits<MB>>,
    pub start_valid: Signal<In, Bit>,
    pub start_partition: Signal<In, Bits<PB>>,
    pub start_vl: Signal<In, Bits<VB>>,
    pub start_registers: Signal<In, Bits<SB>>,
    pub start_masks: Signal<In, Bits<MB>>,
    pub end_valid: Signal<In, Bit>,
    pub end_partition: Signal<In, Bits<PB>>,
    pub kernel_refused: Signal<Out, Bit>,
    pub start_taken: Signal<Out, Bit>,
    pub start_refused: Signal<Out, Bit>,
    pub data_base: Array<Signal<Out, Bits<RB>>, T>,
    pub mask_base: Array<Signal<Out, Bits<RB>>, T>,
    pub data_size: Array<Signal<Out, Bits<LB>>, T>,
    pub mask_size: Array<Signal<Out, Bits<LB>>, T>,
    pub vl: Array<Signal<Out, Bits<VB>>, T>,
    fits: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    lanes: Number<VB, LANES>,
    starts: Signal<Local, Bits<T>>,
    none: Number<T, 0>,
    first: Number<T, 1>,
    partition: Powers<T, T>,
    split_data_bases: Split<Bits<RB>, T, TRB>,
    split_mask_bases: Split<Bits<RB>, T, TRB>,
    split_data_sizes: Split<Bits<LB>, T, TLB>,
    split_mask_sizes: Split<Bits<LB>, T, TLB>,
    length: Array<Kept<Bits<VB>>, T>,
    of_kernel: Array<Static<T, PB, SB, SB1, DXB, MB, MB1, MXB, RB, LB, TRB, TLB, DMOST, MMOST>, STATIC>,
    no_start_registers: Array<Ignore<Bits<SB>>, STATIC>,
    no_start_masks: Array<Ignore<Bits<MB>>, STATIC>,
    no_end: Array<Ignore<Bit>, STATIC>,
    no_end_partition: Array<Ignore<Bits<PB>>, STATIC>,
    of_start: Array<Dynamic<T, D, SB, DB, M, MB, MAB, RB, LB, TRB, TLB>, DYNAMIC>,
    no_kernel: Array<Ignore<Bit>, DYNAMIC>,
    no_kernel_registers: Array<Ignore<Bits<SB>>, DYNAMIC>,
    no_kernel_masks: Array<Ignore<Bits<MB>>, DYNAMIC>,
}

impl<
    const T: usize,
    const PB: usize,
    const D: usize,
    const SB: usize,
    const SB1: usize,
    const DXB: usize,
    const DB: usize,
    const M: usize,
    const MB: usize,
    const MB1: usize,
    const MXB: usize,
    const MAB: usize,
    const RB: usize,
    const LB: usize,
    const TRB: usize,
    const TLB: usize,
    const VB: usize,
    const LANES: usize,
    const DMOST: usize,
    const MMOST: usize,
    const STATIC: usize,
    const DYNAMIC: usize,
> Logic
    for Partitions<
        T,
        PB,
        D,
        SB,
        SB1,
        DXB,
        DB,
        M,
        MB,
        MB1,
        MXB,
        MAB,
        RB,
        LB,
        TRB,
        TLB,
        VB,
        LANES,
        DMOST,
        MMOST,
        STATIC,
        DYNAMIC,
    >
{
    #[hdl_gen]
    fn update(&mut self) {
        self.fits.next = false;
        self.kernel_refused.next = false;
        for k in 0..STATIC {
            self.of_kernel[k].clock.next = self.clock.val();
            self.of_kernel[k].reset.next = self.reset.val();
            self.of_kernel[k].kernel.next = self.kernel_valid.val();
            self.of_kernel[k].registers.next = self.kernel_registers.val();
            self.of_kernel[k].masks.next = self.kernel_masks.val();
            self.no_start_registers[k].d.next = self.start_registers.val();
            self.no_start_masks[k].d.next = self.start_masks.val();
            self.no_end[k].d.next = self.end_valid.val();
            self.no_end_partition[k].d.next = self.end_partition.val();
            self.kernel_refused.next = self.of_kernel[k].kernel_refused.val();
            self.fits.next = self.of_kernel[k].accepted.val();
            self.split_data_bases.d.next = self.of_kernel[k].data_bases.val();
            self.split_mask_bases.d.next = self.of_kernel[k].mask_bases.val();
            self.split_data_sizes.d.next = self.of_kernel[k].data_sizes.val();
            self.split_mask_sizes.d.next = self.of_kernel[k].mask_sizes.val();
        }
        for k in 0..DYNAMIC {
            self.of_start[k].clock.next = self.clock.val();
            self.of_start[k].reset.next = self.reset.val();
            self.of_start[k].registers.next = self.start_registers.val();
            self.of_start[k].masks.next = self.start_masks.val();
            self.no_kernel[k].d.next = self.kernel_valid.val();
            self.no_kernel_registers[k].d.next = self.kernel_registers.val();
            self.no_kernel_masks[k].d.next = self.kernel_masks.val();
            self.fits.next = self.of_start[k].fits.val();
            self.split_data_bases.d.next = self.of_start[k].data_bases.val();
            self.split_mask_bases.d.next = self.of_start[k].mask_bases.val();
            self.split_data_sizes.d.next = self.of_start[k].data_sizes.val();
            self.split_mask_sizes.d.next = self.of_start[k].mask_sizes.val();
        }
        self.taken.next = self.start_valid.val()
            & self.fits.val()
            & self.start_vl.val().any()
            & (self.start_vl.val() <= self.lanes.val());
        self.starts.next = self.none.val();
        if self.taken.val() {
            self.starts.next = self.first.val() << self.start_partition.val();
        }
        for k in 0..STATIC {
            self.of_kernel[k].starts.next = self.starts.val();
        }
        for k in 0..DYNAMIC {
            self.of_start[k].starts.next = self.starts.val();
            self.of_start[k].ends.next = self.none.val();
            if self.end_valid.val() {
                self.of_start[k].ends.next = self.first.val() << self.end_partition.val();
            }
        }
        self.start_taken.next = self.taken.val();
        self.start_refused.next = self.start_valid.val() & !self.taken.val();
        for p in 0..T {
            self.length[p].clock.next = self.clock.val();
            self.length[p].load.next = (self.starts.val() & self.partition[p].val()).any();
            self.length[p].d.next = self.start_vl.val();
            self.vl[p].next = self.length[p].q.val();
            self.data_base[p].next = self.split_data_bases.q[p].val();
            self.mask_base[p].next = self.split_mask_bases.q[p].val();
            self.data_size[p].next = self.split_data_sizes.q[p].val();
            self.mask_size[p].next = self.split_mask_sizes.q[p].val();
        }
    }
}
