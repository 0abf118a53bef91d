//! The window: bundles that collect their operands, in order from entry to exit (3.1, 3.7).

use heddle_contract::lane::op;
use rust_hdl::prelude::*;

use super::ring::Ring;
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Place, Registers, Shift, Storage};

/// The exit of the window: sends the oldest bundle, once its operands are complete, to the
/// execution pipeline, to the address queue or to an external unit.
#[derive(LogicBlock, Default)]
pub struct Exit {
    pub complete: Signal<In, Bit>,
    /// The class of the bundle: the upper two bits of its operation.
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

/// The window: a shifting queue of `N` bundles that collect their operands, in order (3.1, 3.7).
/// The operands of its entries are in [`Operand`](super::operand::Operand).
#[derive(LogicBlock, Default)]
pub struct Window<
    const W: usize,
    const K: usize,
    const LB: usize,
    const N: usize,
    const M: usize,
    const NB: usize,
    const NLAST: usize,
    const BB: usize,
    const WB: usize,
    const TB: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub leave: Signal<In, Bit>,
    pub enter: Signal<In, Bit>,
    /// The operation of the bundle that enters; its other fields follow.
    pub op: Signal<In, Bits<8>>,
    pub mode: Signal<In, Bits<2>>,
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
    /// Whether there is an oldest entry; its class and its fields follow.
    pub head: Signal<Out, Bit>,
    pub head_group: Signal<Out, Bits<2>>,
    pub head_op: Signal<Out, Bits<7>>,
    pub head_mode: Signal<Out, Bits<2>>,
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
    ring: Ring<NB, NLAST>,
    /// The class of each entry, which decides where the oldest one leaves to.
    groups: Shift<Bits<2>, N>,
    upper: Place<Bit, 6, 7>,
    lower: Place<Bits<6>, 0, 7>,
    ops: Storage<Bits<6>, NB, N, 1>,
    modes: Storage<Bits<2>, NB, N, 1>,
    tags: Storage<Bits<TB>, NB, N, 1>,
    warps: Storage<Bits<WB>, NB, N, 1>,
    scalars: Storage<Bit, NB, N, 1>,
    writers: Storage<Bit, NB, N, 1>,
    firsts: Storage<Bit, NB, N, 1>,
    lasts: Storage<Bit, NB, N, 1>,
    bundles: Storage<Bits<BB>, NB, N, 1>,
    slot_sets: Storage<Bits<W>, NB, N, 1>,
    selects: Storage<Bits<W>, NB, N, 1>,
    banks: Storage<Bits<K>, NB, N, 1>,
    lines: Storage<Bits<LB>, NB, N, 1>,
    targets: Storage<Bits<W>, NB, N, 1>,
}

impl<
    const W: usize,
    const K: usize,
    const LB: usize,
    const N: usize,
    const M: usize,
    const NB: usize,
    const NLAST: usize,
    const BB: usize,
    const WB: usize,
    const TB: usize,
> Logic for Window<W, K, LB, N, M, NB, NLAST, BB, WB, TB>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, valid, ring, groups, ops, modes, tags, warps, scalars, writers, firsts, lasts);
        clock!(self, clock, bundles, slot_sets, selects, banks, lines, targets);
        // the places: what enters takes the first free one, then all move up when the oldest
        // leaves; if all are taken, it enters only because the oldest leaves
        self.below.next = true;
        for i in 0..N {
            self.after[i].next = self.valid.q[i].val() | (self.enter.val() & self.below.val());
            self.after[i + 1].next = self.enter.val() & self.valid.q[i].val();
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
        // the fields wait in a ring
        self.ring.reset.next = self.reset.val();
        self.ring.enter.next = self.enter.val();
        self.ring.leave.next = self.leave.val();
        self.ops.write.next = self.enter.val();
        self.ops.write_at.next = self.ring.tail.val();
        self.ops.read_at[0].next = self.ring.head.val();
        self.modes.write.next = self.enter.val();
        self.modes.write_at.next = self.ring.tail.val();
        self.modes.read_at[0].next = self.ring.head.val();
        self.tags.write.next = self.enter.val();
        self.tags.write_at.next = self.ring.tail.val();
        self.tags.read_at[0].next = self.ring.head.val();
        self.warps.write.next = self.enter.val();
        self.warps.write_at.next = self.ring.tail.val();
        self.warps.read_at[0].next = self.ring.head.val();
        self.scalars.write.next = self.enter.val();
        self.scalars.write_at.next = self.ring.tail.val();
        self.scalars.read_at[0].next = self.ring.head.val();
        self.writers.write.next = self.enter.val();
        self.writers.write_at.next = self.ring.tail.val();
        self.writers.read_at[0].next = self.ring.head.val();
        self.firsts.write.next = self.enter.val();
        self.firsts.write_at.next = self.ring.tail.val();
        self.firsts.read_at[0].next = self.ring.head.val();
        self.lasts.write.next = self.enter.val();
        self.lasts.write_at.next = self.ring.tail.val();
        self.lasts.read_at[0].next = self.ring.head.val();
        self.bundles.write.next = self.enter.val();
        self.bundles.write_at.next = self.ring.tail.val();
        self.bundles.read_at[0].next = self.ring.head.val();
        self.slot_sets.write.next = self.enter.val();
        self.slot_sets.write_at.next = self.ring.tail.val();
        self.slot_sets.read_at[0].next = self.ring.head.val();
        self.selects.write.next = self.enter.val();
        self.selects.write_at.next = self.ring.tail.val();
        self.selects.read_at[0].next = self.ring.head.val();
        self.banks.write.next = self.enter.val();
        self.banks.write_at.next = self.ring.tail.val();
        self.banks.read_at[0].next = self.ring.head.val();
        self.lines.write.next = self.enter.val();
        self.lines.write_at.next = self.ring.tail.val();
        self.lines.read_at[0].next = self.ring.head.val();
        self.targets.write.next = self.enter.val();
        self.targets.write_at.next = self.ring.tail.val();
        self.targets.read_at[0].next = self.ring.head.val();
        self.groups.leave.next = self.leave.val();
        self.groups.entering.next = self.op.val().get_bits::<2>(6);
        for i in 0..N {
            self.groups.taken[i].next = self.valid.q[i].val();
            self.groups.kept[i].next = self.groups.q[i].val();
        }
        self.ops.d.next = self.op.val().get_bits::<6>(0);
        self.modes.d.next = self.mode.val();
        self.tags.d.next = self.tag.val();
        self.warps.d.next = self.warp.val();
        self.scalars.d.next = self.scalar.val();
        self.writers.d.next = self.writes.val();
        self.firsts.d.next = self.first.val();
        self.lasts.d.next = self.last.val();
        self.bundles.d.next = self.bundle.val();
        self.slot_sets.d.next = self.slots.val();
        self.selects.d.next = self.select.val();
        self.banks.d.next = self.bank.val();
        self.lines.d.next = self.line.val();
        self.targets.d.next = self.target.val();
        self.head_group.next = self.groups.q[0].val();
        self.upper.d.next = self.groups.q[0].val().get_bit(0);
        self.lower.d.next = self.ops.q[0].val();
        self.head_op.next = self.upper.q.val() | self.lower.q.val();
        self.head_mode.next = self.modes.q[0].val();
        self.head_tag.next = self.tags.q[0].val();
        self.head_warp.next = self.warps.q[0].val();
        self.head_scalar.next = self.scalars.q[0].val();
        self.head_writes.next = self.writers.q[0].val();
        self.head_first.next = self.firsts.q[0].val();
        self.head_last.next = self.lasts.q[0].val();
        self.head_bundle.next = self.bundles.q[0].val();
        self.head_slots.next = self.slot_sets.q[0].val();
        self.head_select.next = self.selects.q[0].val();
        self.head_bank.next = self.banks.q[0].val();
        self.head_line.next = self.lines.q[0].val();
        self.head_target.next = self.targets.q[0].val();
    }
}
