//! The ports of the L1 instruction cache (4.6), and the counters of fetches.

use rust_hdl::prelude::*;

use super::turn::CyclicOrder;
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Adder, Count, Join, Resettable, Resize};

/// Selects the slices that fetch an instruction for a warp of their own, a singleton: bit s of
/// `want` is set if slice s, one of `S`, requests a fetch, and none of the `F` gangs that fetch has
/// this slice (4.1). Element `k * S + s` of `member_of` is set if gang k has slice s.
#[derive(LogicBlock, Default)]
pub struct Wanted<const S: usize, const F: usize, const FS: usize> {
    pub gang: Array<Signal<In, Bit>, F>,
    pub member_of: Array<Signal<In, Bit>, FS>,
    pub request: Signal<In, Bits<S>>,
    pub want: Signal<Out, Bits<S>>,
    taken: Join<Bit, S, S>,
    part: Signal<Local, Bit>,
}

impl<const S: usize, const F: usize, const FS: usize> Logic for Wanted<S, F, FS> {
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for s in 0..S {
                self.part.next = false;
                for k in 0..F {
                    self.part.next = self.part.val() | (self.gang[k].val() & self.member_of[k * n + s].val());
                }
                self.taken.d[s].next = self.part.val();
            }
        }
        self.want.next = self.request.val() & !self.taken.q.val();
    }
}

/// The arbiter of the ports of the L1 instruction cache (4.6): grants them to up to `F` gangs, then
/// to those of `S` slices for which no gang fetches, in cyclic order. `PORTS` is the number of
/// ports, `SPARE` that of those that are left when all gangs fetch.
///
/// Whether gangs fetch is known late, so the slices that get a port are found twice. If no gang
/// fetches, they are the first of all that request, `PORTS` of them at most. If one does, they are
/// the first of those that the gangs leave, `BESIDE` of them at most, since a gang has a port.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Grant<
    const S: usize, const SB: usize, const F: usize, const PORTS: usize, const SPARE: usize, const OTHERS: usize, const BESIDE: usize,
    const SHARED: usize,
> {
    pub gang: Array<Signal<In, Bit>, F>,
    /// Slices that request a fetch, the same without those that gangs fetch for, and those whose L0
    /// cache has the instruction.
    pub request: Signal<In, Bits<S>>,
    pub want: Signal<In, Bits<S>>,
    pub l0: Signal<In, Bits<S>>,
    pub turn: Signal<In, Bits<S>>,
    pub grant: Signal<Out, Bits<S>>,
    pub from_l0: Signal<Out, Bits<S>>,
    pub from_l1: Signal<Out, Bits<S>>,
    /// The slice that got the last port.
    pub last: Signal<Out, Bits<S>>,
    order: CyclicOrder<S, SB>,
    all: FirstSlices<S, PORTS>,
    beside: Array<FirstSlices<S, BESIDE>, SHARED>,
    /// Whether a gang fetches at port k or before it.
    earlier: Array<Signal<Local, Bit>, OTHERS>,
    some: Signal<Local, Bit>,
    zero: Number<S, 0>,
}

#[rustfmt::skip]
impl<
    const S: usize, const SB: usize, const F: usize, const PORTS: usize, const SPARE: usize, const OTHERS: usize, const BESIDE: usize,
    const SHARED: usize,
> Logic for Grant<S, SB, F, PORTS, SPARE, OTHERS, BESIDE, SHARED>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.from_l0.next = self.want.val() & self.l0.val();
        self.order.turn.next = self.turn.val();
        self.all.d.next = self.request.val() & !self.l0.val();
        for j in 0..S {
            self.all.after[j].next = self.order.after[j].val();
        }
        for k in 0..PORTS {
            self.all.on[k].next = true;
        }
        self.from_l1.next = self.all.got.val();
        self.last.next = self.all.last.val();
        for m in OTHERS..(OTHERS + 1) {
            for k in 0..OTHERS {
                self.earlier[k].next = self.gang[k].val();
                if 0 < k {
                    self.earlier[k].next = self.gang[k].val() | self.earlier[(k + m - 1) % m].val();
                }
            }
        }
        // slices get the port of each gang that does not fetch, but for one, which some gang has
        for b in 0..SHARED {
            self.beside[b].d.next = self.want.val() & !self.l0.val();
            for j in 0..S {
                self.beside[b].after[j].next = self.order.after[j].val();
            }
            for k in 0..SPARE {
                self.beside[b].on[k].next = true;
            }
            for l in SPARE..(SPARE + 1) {
                for k in 0..OTHERS {
                    self.beside[b].on[l + k].next = !(self.gang[k + 1].val() & self.earlier[k].val());
                }
            }
        }
        self.some.next = false;
        for k in 0..F {
            self.some.next = self.some.val() | self.gang[k].val();
        }
        if self.some.val() {
            self.from_l1.next = self.zero.val();
            self.last.next = self.zero.val();
            for b in 0..SHARED {
                self.from_l1.next = self.beside[b].got.val();
                self.last.next = self.beside[b].last.val();
            }
        }
        self.grant.next = self.from_l0.val() | self.from_l1.val();
    }
}

/// Selects slices, of `S`, in an order in which `after[j]` has those that come after slice j: in
/// each of `R` rounds that are on, the first that is left.
#[derive(LogicBlock, Default)]
pub struct FirstSlices<const S: usize, const R: usize> {
    pub d: Signal<In, Bits<S>>,
    pub after: Array<Signal<In, Bits<S>>, S>,
    pub on: Array<Signal<In, Bit>, R>,
    /// The slices of all rounds, and that of the last one, one-hot.
    pub got: Signal<Out, Bits<S>>,
    pub last: Signal<Out, Bits<S>>,
    left: Signal<Local, Bits<S>>,
    first: Signal<Local, Bits<S>>,
    part: Signal<Local, Bits<S>>,
    zero: Number<S, 0>,
}

impl<const S: usize, const R: usize> Logic for FirstSlices<S, R> {
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = self.d.val();
        self.last.next = self.zero.val();
        for r in 0..R {
            self.first.next = self.left.val();
            for j in 0..S {
                self.part.next = self.zero.val();
                if self.left.val().get_bit(j) {
                    self.part.next = self.after[j].val();
                }
                self.first.next = self.first.val() & !self.part.val();
            }
            if self.on[r].val() {
                self.left.next = self.left.val() & !self.first.val();
                if self.first.val().any() {
                    self.last.next = self.first.val();
                }
            }
        }
        self.got.next = self.d.val() & !self.left.val();
    }
}

/// A counter of fetches since the reset, of `FB` bits: adds the number of ones among `S` bits a
/// cycle. The fetches of a cycle are counted from the second cycle after it on.
#[derive(LogicBlock, Default)]
pub struct Fetches<const S: usize, const CB: usize, const FB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub d: Signal<In, Bits<S>>,
    pub total: Signal<Out, Bits<FB>>,
    last: Resettable<Bits<S>>,
    sum: Resettable<Bits<FB>>,
    count: Count<S, CB>,
    resize: Resize<CB, FB>,
    add: Adder<FB>,
}

impl<const S: usize, const CB: usize, const FB: usize> Logic for Fetches<S, CB, FB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, last, sum);
        self.last.reset.next = self.reset.val();
        self.last.d.next = self.d.val();
        self.count.d.next = self.last.q.val();
        self.resize.d.next = self.count.q.val();
        self.sum.reset.next = self.reset.val();
        self.add.a.next = self.sum.q.val();
        self.add.b.next = self.resize.q.val();
        self.add.carry.next = false;
        self.sum.d.next = self.add.q.val();
        self.total.next = self.sum.q.val();
    }
}
