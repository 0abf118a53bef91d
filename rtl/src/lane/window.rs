//! The window: bundles that collect their operands, entered and left in order (3.1, 3.7).

use heddle_contract::lane::op;
use rust_hdl::prelude::*;

use super::column::Column;
use crate::array::Array;
use crate::number::Number;
use crate::primitive::Registers;

/// Where the oldest bundle goes, once it is complete.
#[derive(LogicBlock, Default)]
pub struct Exit {
    pub complete: Signal<In, Bit>,
    /// Its class: the upper two bits of the operation.
    pub group: Signal<In, Bits<2>>,
    pub ext_ready: Signal<In, Bit>,
    pub native: Signal<Out, Bit>,
    pub memory: Signal<Out, Bit>,
    pub external: Signal<Out, Bit>,
    pub leave: Signal<Out, Bit>,
    native_class: Number<2, 0>,
    memory_class: Number<2, { (op::MEMORY >> 6) as usize }>,
}

impl Logic for Exit {
    #[hdl_gen]
    fn update(&mut self) {
        self.native.next = self.complete.val() & (self.group.val() == self.native_class.val());
        self.memory.next = self.complete.val() & (self.group.val() == self.memory_class.val());
        self.external.next = self.complete.val() & self.group.val().get_bit(1);
        // execute and the address queue always take it
        self.leave.next = self.complete.val() & (!self.group.val().get_bit(1) | self.ext_ready.val());
    }
}

/// What each entry is. Its operands lie beside it, in `Operand`.
#[derive(LogicBlock, Default)]
pub struct Window<
    const W: usize,
    const K: usize,
    const LB: usize,
    const N: usize,
    const M: usize,
    const BB: usize,
    const WB: usize,
    const TB: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub leave: Signal<In, Bit>,
    pub enter: Signal<In, Bit>,
    /// What enters.
    pub op: Signal<In, Bits<8>>,
    pub tag: Signal<In, Bits<TB>>,
    pub warp: Signal<In, Bits<WB>>,
    pub scalar: Signal<In, Bit>,
    pub writes: Signal<In, Bit>,
    pub first: Signal<In, Bit>,
    pub last: Signal<In, Bit>,
    pub bundle: Signal<In, Bits<BB>>,
    pub slots: Signal<In, Bits<W>>,
    pub select: Signal<In, Bits<W>>,
    pub bank: Signal<In, Bits<K>>,
    pub line: Signal<In, Bits<LB>>,
    pub target: Signal<In, Bits<W>>,
    pub full: Signal<Out, Bit>,
    pub taken: Array<Signal<Out, Bit>, N>,
    /// The oldest entry.
    pub head: Signal<Out, Bit>,
    pub head_op: Signal<Out, Bits<8>>,
    pub head_tag: Signal<Out, Bits<TB>>,
    pub head_warp: Signal<Out, Bits<WB>>,
    pub head_scalar: Signal<Out, Bit>,
    pub head_writes: Signal<Out, Bit>,
    pub head_first: Signal<Out, Bit>,
    pub head_last: Signal<Out, Bit>,
    pub head_bundle: Signal<Out, Bits<BB>>,
    pub head_slots: Signal<Out, Bits<W>>,
    pub head_select: Signal<Out, Bits<W>>,
    pub head_bank: Signal<Out, Bits<K>>,
    pub head_line: Signal<Out, Bits<LB>>,
    pub head_target: Signal<Out, Bits<W>>,
    valid: Registers<Bit, N>,
    after: Array<Signal<Local, Bit>, M>,
    below: Signal<Local, Bit>,
    ops: Column<Bits<8>, N, M>,
    tags: Column<Bits<TB>, N, M>,
    warps: Column<Bits<WB>, N, M>,
    scalars: Column<Bit, N, M>,
    writers: Column<Bit, N, M>,
    firsts: Column<Bit, N, M>,
    lasts: Column<Bit, N, M>,
    bundles: Column<Bits<BB>, N, M>,
    slot_sets: Column<Bits<W>, N, M>,
    selects: Column<Bits<W>, N, M>,
    banks: Column<Bits<K>, N, M>,
    lines: Column<Bits<LB>, N, M>,
    targets: Column<Bits<W>, N, M>,
}

impl<
    const W: usize,
    const K: usize,
    const LB: usize,
    const N: usize,
    const M: usize,
    const BB: usize,
    const WB: usize,
    const TB: usize,
> Logic for Window<W, K, LB, N, M, BB, WB, TB>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, valid, ops, tags, warps, scalars, writers, firsts, lasts);
        clock!(self, clock, bundles, slot_sets, selects, banks, lines, targets);
        // the places: what enters takes the first free one, then all move up when the oldest leaves
        for i in 0..M {
            self.after[i].next = false;
        }
        self.below.next = true;
        for i in 0..N {
            self.after[i].next = self.valid.q[i].val() | (self.enter.val() & self.below.val());
            self.below.next = self.valid.q[i].val();
        }
        for i in 0..N {
            self.valid.d[i].next = self.after[i].val() & !self.reset.val();
            if self.leave.val() {
                self.valid.d[i].next = self.after[i + 1].val() & !self.reset.val();
            }
            self.taken[i].next = self.valid.q[i].val();
            self.full.next = self.valid.q[i].val();
        }
        self.head.next = self.valid.q[0].val();
        for i in 0..N {
            self.ops.taken[i].next = self.valid.q[i].val();
            self.tags.taken[i].next = self.valid.q[i].val();
            self.warps.taken[i].next = self.valid.q[i].val();
            self.scalars.taken[i].next = self.valid.q[i].val();
            self.writers.taken[i].next = self.valid.q[i].val();
            self.firsts.taken[i].next = self.valid.q[i].val();
            self.lasts.taken[i].next = self.valid.q[i].val();
            self.bundles.taken[i].next = self.valid.q[i].val();
            self.slot_sets.taken[i].next = self.valid.q[i].val();
            self.selects.taken[i].next = self.valid.q[i].val();
            self.banks.taken[i].next = self.valid.q[i].val();
            self.lines.taken[i].next = self.valid.q[i].val();
            self.targets.taken[i].next = self.valid.q[i].val();
        }
        self.ops.leave.next = self.leave.val();
        self.tags.leave.next = self.leave.val();
        self.warps.leave.next = self.leave.val();
        self.scalars.leave.next = self.leave.val();
        self.writers.leave.next = self.leave.val();
        self.firsts.leave.next = self.leave.val();
        self.lasts.leave.next = self.leave.val();
        self.bundles.leave.next = self.leave.val();
        self.slot_sets.leave.next = self.leave.val();
        self.selects.leave.next = self.leave.val();
        self.banks.leave.next = self.leave.val();
        self.lines.leave.next = self.leave.val();
        self.targets.leave.next = self.leave.val();
        self.ops.entering.next = self.op.val();
        self.tags.entering.next = self.tag.val();
        self.warps.entering.next = self.warp.val();
        self.scalars.entering.next = self.scalar.val();
        self.writers.entering.next = self.writes.val();
        self.firsts.entering.next = self.first.val();
        self.lasts.entering.next = self.last.val();
        self.bundles.entering.next = self.bundle.val();
        self.slot_sets.entering.next = self.slots.val();
        self.selects.entering.next = self.select.val();
        self.banks.entering.next = self.bank.val();
        self.lines.entering.next = self.line.val();
        self.targets.entering.next = self.target.val();
        self.head_op.next = self.ops.head.val();
        self.head_tag.next = self.tags.head.val();
        self.head_warp.next = self.warps.head.val();
        self.head_scalar.next = self.scalars.head.val();
        self.head_writes.next = self.writers.head.val();
        self.head_first.next = self.firsts.head.val();
        self.head_last.next = self.lasts.head.val();
        self.head_bundle.next = self.bundles.head.val();
        self.head_slots.next = self.slot_sets.head.val();
        self.head_select.next = self.selects.head.val();
        self.head_bank.next = self.banks.head.val();
        self.head_line.next = self.lines.head.val();
        self.head_target.next = self.targets.head.val();
    }
}
