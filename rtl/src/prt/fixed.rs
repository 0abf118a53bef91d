//! Static ranges: equal shares of each register file, fixed when a kernel begins (IV.B).

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Numbers, Powers};
use crate::primitive::{Join, Kept, Resettable, Resize};

/// A comparator: whether a share of `size` registers fits for every partition. `MOST` is the
/// greatest share that fits, so no product is needed.
#[derive(LogicBlock, Default)]
pub struct ShareFits<const SB: usize, const SB1: usize, const MOST: usize> {
    pub size: Signal<In, Bits<SB>>,
    pub fits: Signal<Out, Bit>,
    most: Number<SB1, MOST>,
    wide: Resize<SB, SB1>,
}

impl<const SB: usize, const SB1: usize, const MOST: usize> Logic for ShareFits<SB, SB1, MOST> {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide.d.next = self.size.val();
        self.fits.next = self.wide.q.val() <= self.most.val();
    }
}

/// The share of each partition in one register file: as many registers as its kernel says, at p
/// times as many for partition p. A partition takes its share when it starts. A share that fits has
/// `XB` bits. `bases` and `sizes` have those of all partitions side by side.
#[derive(LogicBlock, Default)]
pub struct Shares<
    const T: usize,
    const PB: usize,
    const XB: usize,
    const RB: usize,
    const LB: usize,
    const TRB: usize,
    const TLB: usize,
> {
    pub clock: Signal<In, Clock>,
    pub load: Signal<In, Bit>,
    pub size: Signal<In, Bits<XB>>,
    pub starts: Signal<In, Bits<T>>,
    pub bases: Signal<Out, Bits<TRB>>,
    pub sizes: Signal<Out, Bits<TLB>>,
    kept: Kept<Bits<XB>>,
    base: Array<Kept<Bits<RB>>, T>,
    count: Array<Kept<Bits<XB>>, T>,
    wide: Resize<XB, RB>,
    limit: Array<Resize<XB, LB>, T>,
    sum: Signal<Local, Bits<RB>>,
    zero: Number<RB, 0>,
    name: Numbers<PB, T>,
    partition: Powers<T, T>,
    bit: Powers<PB, PB>,
    shift: Numbers<RB, PB>,
    join_base: Join<Bits<RB>, T, TRB>,
    join_size: Join<Bits<LB>, T, TLB>,
}

impl<
    const T: usize,
    const PB: usize,
    const XB: usize,
    const RB: usize,
    const LB: usize,
    const TRB: usize,
    const TLB: usize,
> Logic for Shares<T, PB, XB, RB, LB, TRB, TLB>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, kept);
        self.kept.load.next = self.load.val();
        self.kept.d.next = self.size.val();
        self.wide.d.next = self.kept.q.val();
        for p in 0..T {
            self.sum.next = self.zero.val();
            for b in 0..PB {
                if (self.name[p].val() & self.bit[b].val()).any() {
                    self.sum.next = self.sum.val() + (self.wide.q.val() << self.shift[b].val());
                }
            }
            self.base[p].clock.next = self.clock.val();
            self.count[p].clock.next = self.clock.val();
            self.base[p].load.next = (self.starts.val() & self.partition[p].val()).any();
            self.count[p].load.next = (self.starts.val() & self.partition[p].val()).any();
            self.count[p].d.next = self.kept.q.val();
            self.limit[p].d.next = self.count[p].q.val();
            self.base[p].d.next = self.sum.val();
            self.join_base.d[p].next = self.base[p].q.val();
            self.join_size.d[p].next = self.limit[p].q.val();
        }
        self.bases.next = self.join_base.q.val();
        self.sizes.next = self.join_size.q.val();
    }
}

/// Static ranges (IV.B): equal shares of data and of mask registers for each of `T` partitions,
/// fixed when a kernel begins. The end of a partition changes nothing here: its stream offers
/// nothing then.
#[derive(LogicBlock, Default)]
pub struct Static<
    const T: usize,
    const PB: usize,
    const SB: usize,
    const SB1: usize,
    const DXB: usize,
    const MB: usize,
    const MB1: usize,
    const MXB: usize,
    const RB: usize,
    const LB: usize,
    const TRB: usize,
    const TLB: usize,
    const DMOST: usize,
    const MMOST: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub kernel: Signal<In, Bit>,
    pub registers: Signal<In, Bits<SB>>,
    pub masks: Signal<In, Bits<MB>>,
    /// The partition that starts, one-hot; zero if none.
    pub starts: Signal<In, Bits<T>>,
    pub kernel_refused: Signal<Out, Bit>,
    /// Whether a kernel was accepted since reset.
    pub accepted: Signal<Out, Bit>,
    pub data_bases: Signal<Out, Bits<TRB>>,
    pub mask_bases: Signal<Out, Bits<TRB>>,
    pub data_sizes: Signal<Out, Bits<TLB>>,
    pub mask_sizes: Signal<Out, Bits<TLB>>,
    has_kernel: Resettable<Bit>,
    accept: Signal<Local, Bit>,
    data_fits: ShareFits<SB, SB1, DMOST>,
    mask_fits: ShareFits<MB, MB1, MMOST>,
    data_size: Resize<SB, DXB>,
    mask_size: Resize<MB, MXB>,
    data: Shares<T, PB, DXB, RB, LB, TRB, TLB>,
    mask: Shares<T, PB, MXB, RB, LB, TRB, TLB>,
}

impl<
    const T: usize,
    const PB: usize,
    const SB: usize,
    const SB1: usize,
    const DXB: usize,
    const MB: usize,
    const MB1: usize,
    const MXB: usize,
    const RB: usize,
    const LB: usize,
    const TRB: usize,
    const TLB: usize,
    const DMOST: usize,
    const MMOST: usize,
> Logic for Static<T, PB, SB, SB1, DXB, MB, MB1, MXB, RB, LB, TRB, TLB, DMOST, MMOST>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, has_kernel, data, mask);
        self.data_fits.size.next = self.registers.val();
        self.mask_fits.size.next = self.masks.val();
        self.accept.next = self.kernel.val() & self.data_fits.fits.val() & self.mask_fits.fits.val();
        self.kernel_refused.next = self.kernel.val() & !(self.data_fits.fits.val() & self.mask_fits.fits.val());
        self.has_kernel.reset.next = self.reset.val();
        self.has_kernel.d.next = self.has_kernel.q.val() | self.accept.val();
        self.accepted.next = self.has_kernel.q.val();
        self.data.load.next = self.accept.val();
        self.mask.load.next = self.accept.val();
        self.data.starts.next = self.starts.val();
        self.mask.starts.next = self.starts.val();
        self.data_size.d.next = self.registers.val();
        self.mask_size.d.next = self.masks.val();
        self.data.size.next = self.data_size.q.val();
        self.mask.size.next = self.mask_size.q.val();
        self.data_bases.next = self.data.bases.val();
        self.mask_bases.next = self.mask.bases.val();
        self.data_sizes.next = self.data.sizes.val();
        self.mask_sizes.next = self.mask.sizes.val();
    }
}
