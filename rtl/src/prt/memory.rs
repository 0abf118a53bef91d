//! A memory of the buffer: one field of its entries, a row each.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::primitive::{Ignore, Words};

/// A memory of `N` rows of `B` bits, with `W` write ports and `R` read ports without delay, for one
/// field of the buffer's entries.
#[derive(LogicBlock, Default)]
pub struct Memory<const B: usize, const N: usize, const A: usize, const W: usize, const R: usize> {
    pub clock: Signal<In, Clock>,
    pub write: Array<Signal<In, Bit>, W>,
    pub write_at: Array<Signal<In, Bits<A>>, W>,
    pub d: Array<Signal<In, Bits<B>>, W>,
    pub read_at: Array<Signal<In, Bits<A>>, R>,
    pub q: Array<Signal<Out, Bits<B>>, R>,
    rows: Words<Bits<B>, A, N, W, R, 0, 1>,
    no_planes: Ignore<Bits<1>>,
}

impl<const B: usize, const N: usize, const A: usize, const W: usize, const R: usize> Logic for Memory<B, N, A, W, R> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, rows);
        for k in 0..W {
            self.rows.write[k].next = self.write[k].val();
            self.rows.write_at[k].next = self.write_at[k].val();
            self.rows.d[k].next = self.d[k].val();
        }
        for r in 0..R {
            self.rows.read_at[r].next = self.read_at[r].val();
            self.q[r].next = self.rows.q[r].val();
        }
        self.no_planes.d.next = self.rows.planes.val();
    }
}
