//! The ports of the L1 instruction cache (4.6), and the counters of fetches.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Adder, Count, Resettable, Resize};

/// The arbiter of the ports of the L1 instruction cache (4.6): grants them to up to `F` gangs, then
/// to the `S` slices in cyclic order. `SPARE` is the number of ports that are left when `F` gangs
/// fetch.
#[derive(LogicBlock, Default)]
pub struct Grant<const S: usize, const F: usize, const SPARE: usize> {
    pub gang: Array<Signal<In, Bit>, F>,
    /// Slices that request a fetch, and those whose L0 cache has the instruction.
    pub want: Signal<In, Bits<S>>,
    pub l0: Signal<In, Bits<S>>,
    pub turn: Signal<In, Bits<S>>,
    pub grant: Signal<Out, Bits<S>>,
    pub from_l0: Signal<Out, Bits<S>>,
    pub from_l1: Signal<Out, Bits<S>>,
    /// The slice that got the last port.
    pub last: Signal<Out, Bits<S>>,
    left: Signal<Local, Bits<S>>,
    first: Signal<Local, Bits<S>>,
    zero: Number<S, 0>,
}

impl<const S: usize, const F: usize, const SPARE: usize> Logic for Grant<S, F, SPARE> {
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = self.want.val() & !self.l0.val();
        self.last.next = self.zero.val();
        self.first.next = self.zero.val();
        for _i in 0..SPARE {
            self.first.next = self.left.val() & self.turn.val();
            if !self.first.val().any() {
                self.first.next = self.left.val();
            }
            self.first.next = self.first.val() & (self.zero.val() - self.first.val());
            self.left.next = self.left.val() & !self.first.val();
            if self.first.val().any() {
                self.last.next = self.first.val();
            }
        }
        for k in 0..F {
            if !self.gang[k].val() {
                self.first.next = self.left.val() & self.turn.val();
                if !self.first.val().any() {
                    self.first.next = self.left.val();
                }
                self.first.next = self.first.val() & (self.zero.val() - self.first.val());
                self.left.next = self.left.val() & !self.first.val();
                if self.first.val().any() {
                    self.last.next = self.first.val();
                }
            }
        }
        self.from_l0.next = self.want.val() & self.l0.val();
        self.from_l1.next = self.want.val() & !self.l0.val() & !self.left.val();
        self.grant.next = self.want.val() & !self.left.val();
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
