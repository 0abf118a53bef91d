//! Dynamic ranges: a range of its own for each partition in each register file, by first fit.

use rust_hdl::prelude::*;

use super::fit::FirstFit;
use crate::array::Array;
use crate::number::{Number, Powers};
use crate::primitive::{Join, Kept, Resettable, Resize};

/// The allocator of one register file: the range of consecutive registers of each of `T`
/// partitions, and the mask of the `N` registers in use.
#[derive(LogicBlock, Default)]
pub struct OwnRanges<
    const T: usize,
    const N: usize,
    const SB: usize,
    const AB: usize,
    const RB: usize,
    const LB: usize,
    const TRB: usize,
    const TLB: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// The partition that starts, if any, and its range.
    pub starts: Signal<In, Bits<T>>,
    pub size: Signal<In, Bits<SB>>,
    pub start_base: Signal<In, Bits<AB>>,
    pub range: Signal<In, Bits<N>>,
    /// The partition that ends, if any.
    pub ends: Signal<In, Bits<T>>,
    pub used: Signal<Out, Bits<N>>,
    pub bases: Signal<Out, Bits<TRB>>,
    pub sizes: Signal<Out, Bits<TLB>>,
    in_use: Resettable<Bits<N>>,
    base: Array<Kept<Bits<AB>>, T>,
    count: Array<Kept<Bits<SB>>, T>,
    wide_base: Array<Resize<AB, RB>, T>,
    wide_count: Array<Resize<SB, LB>, T>,
    end_base: Signal<Local, Bits<AB>>,
    end_size: Signal<Local, Bits<SB>>,
    end_first: Signal<Local, Bits<N>>,
    left: Signal<Local, Bits<N>>,
    one: Number<N, 1>,
    no_base: Number<AB, 0>,
    no_size: Number<SB, 0>,
    partition: Powers<T, T>,
    join_base: Join<Bits<RB>, T, TRB>,
    join_size: Join<Bits<LB>, T, TLB>,
}

impl<
    const T: usize,
    const N: usize,
    const SB: usize,
    const AB: usize,
    const RB: usize,
    const LB: usize,
    const TRB: usize,
    const TLB: usize,
> Logic for OwnRanges<T, N, SB, AB, RB, LB, TRB, TLB>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, in_use);
        self.in_use.reset.next = self.reset.val();
        self.used.next = self.in_use.q.val();
        self.end_base.next = self.no_base.val();
        self.end_size.next = self.no_size.val();
        for p in 0..T {
            self.base[p].clock.next = self.clock.val();
            self.count[p].clock.next = self.clock.val();
            self.base[p].load.next = (self.starts.val() & self.partition[p].val()).any();
            self.count[p].load.next = (self.starts.val() & self.partition[p].val()).any();
            self.base[p].d.next = self.start_base.val();
            self.count[p].d.next = self.size.val();
            self.wide_base[p].d.next = self.base[p].q.val();
            self.wide_count[p].d.next = self.count[p].q.val();
            self.join_base.d[p].next = self.wide_base[p].q.val();
            self.join_size.d[p].next = self.wide_count[p].q.val();
            if (self.ends.val() & self.partition[p].val()).any() {
                self.end_base.next = self.base[p].q.val();
                self.end_size.next = self.count[p].q.val();
            }
        }
        self.end_first.next = self.one.val() << self.end_base.val();
        self.left.next = self.in_use.q.val() & !((self.end_first.val() << self.end_size.val()) - self.end_first.val());
        self.in_use.d.next = self.left.val();
        if self.starts.val().any() {
            self.in_use.d.next = self.left.val() | self.range.val();
        }
        self.bases.next = self.join_base.q.val();
        self.sizes.next = self.join_size.q.val();
    }
}

/// Dynamic ranges (IV.B): each partition gets a range of data registers and one of mask registers
/// when it starts, by first fit, and frees them when it ends.
#[derive(LogicBlock, Default)]
pub struct Dynamic<
    const T: usize,
    const D: usize,
    const SB: usize,
    const DB: usize,
    const M: usize,
    const MB: usize,
    const MAB: usize,
    const RB: usize,
    const LB: usize,
    const TRB: usize,
    const TLB: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub registers: Signal<In, Bits<SB>>,
    pub masks: Signal<In, Bits<MB>>,
    pub starts: Signal<In, Bits<T>>,
    pub ends: Signal<In, Bits<T>>,
    /// Whether both ranges fit.
    pub fits: Signal<Out, Bit>,
    pub data_bases: Signal<Out, Bits<TRB>>,
    pub mask_bases: Signal<Out, Bits<TRB>>,
    pub data_sizes: Signal<Out, Bits<TLB>>,
    pub mask_sizes: Signal<Out, Bits<TLB>>,
    data_fit: FirstFit<D, SB, DB>,
    mask_fit: FirstFit<M, MB, MAB>,
    data: OwnRanges<T, D, SB, DB, RB, LB, TRB, TLB>,
    mask: OwnRanges<T, M, MB, MAB, RB, LB, TRB, TLB>,
}

impl<
    const T: usize,
    const D: usize,
    const SB: usize,
    const DB: usize,
    const M: usize,
    const MB: usize,
    const MAB: usize,
    const RB: usize,
    const LB: usize,
    const TRB: usize,
    const TLB: usize,
> Logic for Dynamic<T, D, SB, DB, M, MB, MAB, RB, LB, TRB, TLB>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, data, mask);
        self.data.reset.next = self.reset.val();
        self.mask.reset.next = self.reset.val();
        self.data_fit.used.next = self.data.used.val();
        self.mask_fit.used.next = self.mask.used.val();
        self.data_fit.size.next = self.registers.val();
        self.mask_fit.size.next = self.masks.val();
        self.fits.next = self.data_fit.fits.val() & self.mask_fit.fits.val();
        self.data.size.next = self.registers.val();
        self.mask.size.next = self.masks.val();
        self.data.start_base.next = self.data_fit.base.val();
        self.mask.start_base.next = self.mask_fit.base.val();
        self.data.range.next = self.data_fit.range.val();
        self.mask.range.next = self.mask_fit.range.val();
        self.data.starts.next = self.starts.val();
        self.mask.starts.next = self.starts.val();
        self.data.ends.next = self.ends.val();
        self.mask.ends.next = self.ends.val();
        self.data_bases.next = self.data.bases.val();
        self.mask_bases.next = self.mask.bases.val();
        self.data_sizes.next = self.data.sizes.val();
        self.mask_sizes.next = self.mask.sizes.val();
    }
}
