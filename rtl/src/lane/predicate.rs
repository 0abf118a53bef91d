//! The predicate word that a `setp` produces.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Gather, Register, Registers, Resettable, Split};

/// Collects the flags of a `setp` bundle by bundle at writeback, and shows the predicate word after
/// the last one.
#[derive(LogicBlock, Default)]
pub struct Predicate<const T: usize, const W: usize, const B: usize, const BB: usize, const WB: usize, const TB: usize>
{
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether a bundle is written back.
    pub finish: Signal<In, Bit>,
    pub setp: Signal<In, Bit>,
    pub first: Signal<In, Bit>,
    pub last: Signal<In, Bit>,
    pub scalar: Signal<In, Bit>,
    pub bundle: Signal<In, Bits<BB>>,
    pub flags: Signal<In, Bits<W>>,
    pub tag: Signal<In, Bits<TB>>,
    pub warp: Signal<In, Bits<WB>>,
    pub pred_valid: Signal<Out, Bit>,
    pub pred_tag: Signal<Out, Bits<TB>>,
    pub pred_warp: Signal<Out, Bits<WB>>,
    pub pred_word: Signal<Out, Bits<T>>,
    one: Number<B, 1>,
    none: Number<B, 0>,
    here: Signal<Local, Bits<B>>,
    earlier: Array<Signal<Local, Bits<B>>, W>,
    valid: Resettable<Bit>,
    tag_q: Register<Bits<TB>>,
    warp_q: Register<Bits<WB>>,
    columns: Registers<Bits<B>, W>,
    split: Split<Bit, W, W>,
    gather: Gather<T, W, B>,
}

impl<const T: usize, const W: usize, const B: usize, const BB: usize, const WB: usize, const TB: usize> Logic
    for Predicate<T, W, B, BB, WB, TB>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, valid, tag_q, warp_q, columns);
        self.split.d.next = self.flags.val();
        self.valid.reset.next = self.reset.val();
        self.valid.d.next = self.finish.val() & self.setp.val() & self.last.val();
        self.tag_q.d.next = self.tag.val();
        self.warp_q.d.next = self.warp.val();
        self.here.next = self.one.val() << self.bundle.val();
        for w in 0..W {
            self.earlier[w].next = self.columns.q[w].val();
            if self.first.val() {
                self.earlier[w].next = self.none.val();
            }
            self.columns.d[w].next = self.columns.q[w].val();
            if self.finish.val() & self.setp.val() {
                self.columns.d[w].next = self.earlier[w].val();
                if self.split.q[w].val() {
                    self.columns.d[w].next = self.earlier[w].val() | self.here.val();
                }
                // one thread speaks for the warp
                if self.scalar.val() {
                    self.columns.d[w].next = self.none.val();
                    if self.split.q[0].val() {
                        self.columns.d[w].next = !self.none.val();
                    }
                }
            }
            self.gather.d[w].next = self.columns.q[w].val();
        }
        self.pred_valid.next = self.valid.q.val();
        self.pred_tag.next = self.tag_q.q.val();
        self.pred_warp.next = self.warp_q.q.val();
        self.pred_word.next = self.gather.q.val();
    }
}
