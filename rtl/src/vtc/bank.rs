//! The memories of the stack buffer.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Join, Register, Resettable, Split, Storage};

/// One bank of the stack buffer: `UM` bits of every row. It counts the rows that have left it.
///
/// The count is the address register of a memory with a clocked read port: there is no logic
/// between it and the memory. Each bank has its own register for whether the handler copies,
/// because one register for all banks would have too many loads.
#[derive(LogicBlock, Default)]
pub struct StackBank<const UM: usize, const LB: usize, const LINES: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether copying begins in the next cycle, and whether it goes on if the handler copies.
    pub turn: Signal<In, Bit>,
    pub goes_on: Signal<In, Bit>,
    /// Whether the stack that is copied stands here, and in which row.
    pub here: Signal<In, Bit>,
    pub line: Signal<In, Bits<LB>>,
    pub d: Signal<In, Bits<UM>>,
    /// Whether the first row shows next; or, if the header stands in this bank's place of the first
    /// beat, the one before.
    pub restart: Signal<In, Bit>,
    pub header: Signal<In, Bit>,
    /// Whether the row that shows leaves.
    pub leaves: Signal<In, Bit>,
    pub q: Signal<Out, Bits<UM>>,
    first: Number<LB, 0>,
    one: Number<LB, 1>,
    copying: Resettable<Bit>,
    row: Register<Bits<LB>>,
    store: Storage<Bits<UM>, LB, LINES, 1>,
}

impl<const UM: usize, const LB: usize, const LINES: usize> Logic for StackBank<UM, LB, LINES> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, copying, row, store);
        self.copying.reset.next = self.reset.val();
        self.copying.d.next = self.turn.val() | (self.copying.q.val() & self.goes_on.val());
        self.store.write.next = self.copying.q.val() & self.here.val();
        self.store.write_at.next = self.line.val();
        self.store.d.next = self.d.val();
        self.row.d.next = self.row.q.val();
        if self.leaves.val() {
            self.row.d.next = self.row.q.val() + self.one.val();
        }
        if self.restart.val() {
            self.row.d.next = self.first.val();
            if self.header.val() {
                self.row.d.next = self.first.val() - self.one.val();
            }
        }
        self.store.read_at[0].next = self.row.q.val();
        self.q.next = self.store.q[0].val();
    }
}

/// The part of the stack buffer that holds the stack of one warp of a row: `J` banks of `UM` bits,
/// together `M` bits.
#[derive(LogicBlock, Default)]
pub struct StackPart<const J: usize, const UM: usize, const M: usize, const LB: usize, const LINES: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub turn: Signal<In, Bit>,
    pub goes_on: Signal<In, Bit>,
    pub here: Signal<In, Bit>,
    pub line: Signal<In, Bits<LB>>,
    pub d: Signal<In, Bits<M>>,
    pub restart: Signal<In, Bit>,
    pub header: Signal<In, Bits<J>>,
    pub leaves: Signal<In, Bits<J>>,
    pub q: Signal<Out, Bits<M>>,
    split_d: Split<Bits<UM>, J, M>,
    split_header: Split<Bit, J, J>,
    split_leaves: Split<Bit, J, J>,
    bank: Array<StackBank<UM, LB, LINES>, J>,
    join_q: Join<Bits<UM>, J, M>,
}

impl<const J: usize, const UM: usize, const M: usize, const LB: usize, const LINES: usize> Logic
    for StackPart<J, UM, M, LB, LINES>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.split_d.d.next = self.d.val();
        self.split_header.d.next = self.header.val();
        self.split_leaves.d.next = self.leaves.val();
        for b in 0..J {
            self.bank[b].clock.next = self.clock.val();
            self.bank[b].reset.next = self.reset.val();
            self.bank[b].turn.next = self.turn.val();
            self.bank[b].goes_on.next = self.goes_on.val();
            self.bank[b].here.next = self.here.val();
            self.bank[b].line.next = self.line.val();
            self.bank[b].d.next = self.split_d.q[b].val();
            self.bank[b].restart.next = self.restart.val();
            self.bank[b].header.next = self.split_header.q[b].val();
            self.bank[b].leaves.next = self.split_leaves.q[b].val();
            self.join_q.d[b].next = self.bank[b].q.val();
        }
        self.q.next = self.join_q.q.val();
    }
}
