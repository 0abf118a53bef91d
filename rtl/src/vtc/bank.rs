//! The memories of the stack buffer.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::primitive::{Join, Split, Storage};

/// One bank of the stack buffer: one word of every row. A warp's words may extend from the end of one row into the next row.
#[derive(LogicBlock, Default)]
pub struct StackBank<const LB: usize, const LINES: usize> {
    pub clock: Signal<In, Clock>,
    /// Whether the bank's word is written to this row, and whether to the next one.
    pub here: Signal<In, Bit>,
    pub beyond: Signal<In, Bit>,
    pub row: Signal<In, Bits<LB>>,
    pub next_row: Signal<In, Bits<LB>>,
    pub d: Signal<In, Bits<64>>,
    pub read_row: Signal<In, Bits<LB>>,
    pub q: Signal<Out, Bits<64>>,
    store: Storage<Bits<64>, LB, LINES, 1>,
}

impl<const LB: usize, const LINES: usize> Logic for StackBank<LB, LINES> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, store);
        self.store.write.next = self.here.val() | self.beyond.val();
        self.store.write_at.next = self.row.val();
        if self.beyond.val() {
            self.store.write_at.next = self.next_row.val();
        }
        self.store.d.next = self.d.val();
        self.store.read_at[0].next = self.read_row.val();
        self.q.next = self.store.q[0].val();
    }
}

/// The banks of one beat: `N` words, `M` = 64 `N` bits.
#[derive(LogicBlock, Default)]
pub struct BeatBanks<const N: usize, const M: usize, const LB: usize, const LINES: usize> {
    pub clock: Signal<In, Clock>,
    pub here: Signal<In, Bits<N>>,
    pub beyond: Signal<In, Bits<N>>,
    pub row: Signal<In, Bits<LB>>,
    pub next_row: Signal<In, Bits<LB>>,
    pub d: Signal<In, Bits<M>>,
    pub read_row: Signal<In, Bits<LB>>,
    pub q: Signal<Out, Bits<M>>,
    split_here: Split<Bit, N, N>,
    split_beyond: Split<Bit, N, N>,
    split_d: Split<Bits<64>, N, M>,
    bank: Array<StackBank<LB, LINES>, N>,
    join_q: Join<Bits<64>, N, M>,
}

impl<const N: usize, const M: usize, const LB: usize, const LINES: usize> Logic for BeatBanks<N, M, LB, LINES> {
    #[hdl_gen]
    fn update(&mut self) {
        self.split_here.d.next = self.here.val();
        self.split_beyond.d.next = self.beyond.val();
        self.split_d.d.next = self.d.val();
        for b in 0..N {
            self.bank[b].clock.next = self.clock.val();
            self.bank[b].here.next = self.split_here.q[b].val();
            self.bank[b].beyond.next = self.split_beyond.q[b].val();
            self.bank[b].row.next = self.row.val();
            self.bank[b].next_row.next = self.next_row.val();
            self.bank[b].d.next = self.split_d.q[b].val();
            self.bank[b].read_row.next = self.read_row.val();
            self.join_q.d[b].next = self.bank[b].q.val();
        }
        self.q.next = self.join_q.q.val();
    }
}
