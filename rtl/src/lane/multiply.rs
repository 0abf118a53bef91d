//! The integer multiplier of one slot: rows in the first stage, their sum in the second.

use rust_hdl::prelude::*;

use super::delay::Delay;
use crate::array::Array;
use crate::primitive::{Mul32Rows, Mul32Sum};

/// The low or the high word of `a * b + c`, after `M1` cycles.
#[derive(LogicBlock, Default)]
pub struct Multiply<const M1: usize> {
    pub clock: Signal<In, Clock>,
    pub a: Signal<In, Bits<32>>,
    pub b: Signal<In, Bits<32>>,
    pub c: Signal<In, Bits<32>>,
    pub signs: Signal<In, Bit>,
    /// Whether the high word is wanted.
    pub upper: Signal<In, Bit>,
    pub word: Signal<Out, Bits<32>>,
    rows: Mul32Rows,
    rows_late: Array<Delay<Bits<64>, M1>, 4>,
    upper_late: Delay<Bit, M1>,
    sum: Mul32Sum,
}

impl<const M1: usize> Logic for Multiply<M1> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, upper_late);
        self.rows.a.next = self.a.val();
        self.rows.b.next = self.b.val();
        self.rows.c.next = self.c.val();
        self.rows.signs.next = self.signs.val();
        for k in 0..4 {
            self.rows_late[k].clock.next = self.clock.val();
            self.rows_late[k].d.next = self.rows.q[k].val();
            self.sum.d[k].next = self.rows_late[k].q.val();
        }
        self.upper_late.d.next = self.upper.val();
        self.word.next = self.sum.low.val();
        if self.upper_late.q.val() {
            self.word.next = self.sum.high.val();
        }
    }
}
