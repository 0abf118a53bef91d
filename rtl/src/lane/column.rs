//! One field of every entry of the window: a queue that shifts when its oldest entry leaves.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::primitive::Registers;

/// A field that its entries change: `kept` is what an entry has after this cycle if it stays in its place. Entry 0 is the
/// oldest; every place that is not taken offers what enters, so the first free one gets it (`M` = `N` + 1).
#[derive(LogicBlock, Default)]
pub struct Shift<T: Synth, const N: usize, const M: usize> {
    pub clock: Signal<In, Clock>,
    pub leave: Signal<In, Bit>,
    pub taken: Array<Signal<In, Bit>, N>,
    pub entering: Signal<In, T>,
    pub kept: Array<Signal<In, T>, N>,
    pub q: Array<Signal<Out, T>, N>,
    after: Array<Signal<Local, T>, M>,
    cells: Registers<T, N>,
}

impl<T: Synth, const N: usize, const M: usize> Logic for Shift<T, N, M> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, cells);
        for i in 0..M {
            self.after[i].next = self.entering.val();
        }
        for i in 0..N {
            if self.taken[i].val() {
                self.after[i].next = self.kept[i].val();
            }
        }
        for i in 0..N {
            self.cells.d[i].next = self.after[i].val();
            if self.leave.val() {
                self.cells.d[i].next = self.after[i + 1].val();
            }
            self.q[i].next = self.cells.q[i].val();
        }
    }
}

/// A field that stays as it entered, and that only the oldest entry needs.
#[derive(LogicBlock, Default)]
pub struct Column<T: Synth, const N: usize, const M: usize> {
    pub clock: Signal<In, Clock>,
    pub leave: Signal<In, Bit>,
    pub taken: Array<Signal<In, Bit>, N>,
    pub entering: Signal<In, T>,
    pub head: Signal<Out, T>,
    after: Array<Signal<Local, T>, M>,
    cells: Registers<T, N>,
}

impl<T: Synth, const N: usize, const M: usize> Logic for Column<T, N, M> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, cells);
        for i in 0..M {
            self.after[i].next = self.entering.val();
        }
        for i in 0..N {
            if self.taken[i].val() {
                self.after[i].next = self.cells.q[i].val();
            }
        }
        for i in 0..N {
            self.cells.d[i].next = self.after[i].val();
            if self.leave.val() {
                self.cells.d[i].next = self.after[i + 1].val();
            }
        }
        self.head.next = self.cells.q[0].val();
    }
}
