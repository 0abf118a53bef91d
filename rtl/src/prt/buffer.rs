//! The instruction buffer: filled by all streams, from which the oldest instruction that waits for no register is issued (IV.B, IV.C).

use heddle_contract::prt::kind;
use rust_hdl::prelude::*;

use super::pending::{Pending, Waits};
use super::places::{Occupied, Owners, Plane, Tail};
use super::select::{Oldest, Select};
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Queue, Slice};

/// The instruction buffer: `N` entries, and the pending registers that they wait for.
/// Fields that depend on more than the partition are stored for each entry; the vector length is not, since it cannot
/// change while the partition has an entry.
#[derive(LogicBlock, Default)]
pub struct Buffer<
    const T: usize,
    const W: usize,
    const D: usize,
    const M: usize,
    const X: usize,
    const N: usize,
    const A: usize,
    const PB: usize,
    const RB: usize,
    const ORB: usize,
    const DST: usize,
    const VB: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub vl: Array<Signal<In, Bits<VB>>, T>,
    /// For each input, whether an instruction enters, in the order of age; its fields follow.
    pub enters: Array<Signal<In, Bit>, W>,
    pub partition: Array<Signal<In, Bits<PB>>, W>,
    pub code: Array<Signal<In, Bits<8>>, W>,
    pub long: Array<Signal<In, Bit>, W>,
    pub kinds: Array<Signal<In, Bits<8>>, W>,
    pub registers: Array<Signal<In, Bits<ORB>>, W>,
    pub guarded: Array<Signal<In, Bit>, W>,
    pub imm: Array<Signal<In, Bits<32>>, W>,
    pub issue_ready: Signal<In, Bit>,
    pub done_valid: Signal<In, Bit>,
    pub done_kind: Signal<In, Bits<2>>,
    pub done_register: Signal<In, Bits<RB>>,
    /// The first free place, one-hot; zero if all are taken.
    pub tail: Signal<Out, Bits<N>>,
    pub issue_valid: Signal<Out, Bit>,
    pub issue_partition: Signal<Out, Bits<PB>>,
    pub issue_code: Signal<Out, Bits<8>>,
    pub issue_long: Signal<Out, Bit>,
    pub issue_vl: Signal<Out, Bits<VB>>,
    pub issue_kinds: Signal<Out, Bits<8>>,
    pub issue_registers: Signal<Out, Bits<ORB>>,
    pub issue_guarded: Signal<Out, Bit>,
    pub issue_imm: Signal<Out, Bits<32>>,
    issued: Signal<Local, Bit>,
    none: Number<N, 0>,
    data_kind: Number<2, { kind::DATA as usize }>,
    mask_kind: Number<2, { kind::MASK as usize }>,
    meta_kind: Number<2, { kind::META as usize }>,
    occupied: Occupied<N, W>,
    find_tail: Tail<N>,
    owners: Owners<N, W, PB>,
    longs: Plane<N, W>,
    guards: Plane<N, W>,
    codes: Queue<Bits<8>, A, N, W, 1>,
    imms: Queue<Bits<32>, A, N, W, 1>,
    kind_sets: Queue<Bits<8>, A, N, W, T>,
    register_sets: Queue<Bits<ORB>, A, N, W, T>,
    oldest: Oldest<T, N, A, PB>,
    waits: Array<Waits<D, M, X, RB, ORB>, T>,
    select: Select<T, N, A, PB, VB, ORB>,
    dst_kind: Slice<8, 6, 2>,
    dst: Slice<ORB, DST, RB>,
    data: Pending<D, RB>,
    mask: Pending<M, RB>,
    meta: Pending<X, RB>,
}

impl<
    const T: usize,
    const W: usize,
    const D: usize,
    const M: usize,
    const X: usize,
    const N: usize,
    const A: usize,
    const PB: usize,
    const RB: usize,
    const ORB: usize,
    const DST: usize,
    const VB: usize,
> Logic for Buffer<T, W, D, M, X, N, A, PB, RB, ORB, DST, VB>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, occupied, owners, longs, guards, codes, imms, kind_sets, register_sets, data, mask, meta);
        self.occupied.reset.next = self.reset.val();
        self.data.reset.next = self.reset.val();
        self.mask.reset.next = self.reset.val();
        self.meta.reset.next = self.reset.val();
        // what enters
        self.find_tail.valid.next = self.occupied.valid.val();
        self.tail.next = self.find_tail.tail.val();
        self.occupied.tail.next = self.find_tail.tail.val();
        self.owners.moves.next = self.occupied.moves.val();
        self.longs.moves.next = self.occupied.moves.val();
        self.guards.moves.next = self.occupied.moves.val();
        self.codes.moves.next = self.occupied.moves.val();
        self.imms.moves.next = self.occupied.moves.val();
        self.kind_sets.moves.next = self.occupied.moves.val();
        self.register_sets.moves.next = self.occupied.moves.val();
        for k in 0..W {
            self.occupied.enters[k].next = self.enters[k].val();
            self.owners.enter[k].next = self.occupied.enter[k].val();
            self.owners.partition[k].next = self.partition[k].val();
            self.longs.enter[k].next = self.occupied.enter[k].val();
            self.guards.enter[k].next = self.occupied.enter[k].val();
            self.codes.enter[k].next = self.occupied.enter[k].val();
            self.imms.enter[k].next = self.occupied.enter[k].val();
            self.kind_sets.enter[k].next = self.occupied.enter[k].val();
            self.register_sets.enter[k].next = self.occupied.enter[k].val();
            self.longs.d[k].next = self.long[k].val();
            self.guards.d[k].next = self.guarded[k].val();
            self.codes.d[k].next = self.code[k].val();
            self.imms.d[k].next = self.imm[k].val();
            self.kind_sets.d[k].next = self.kinds[k].val();
            self.register_sets.d[k].next = self.registers[k].val();
        }
        // the oldest of each partition, and whether it waits
        self.oldest.valid.next = self.occupied.valid.val();
        for b in 0..PB {
            self.oldest.owner[b].next = self.owners.q[b].val();
        }
        for p in 0..T {
            self.kind_sets.read_at[p].next = self.oldest.at[p].val();
            self.register_sets.read_at[p].next = self.oldest.at[p].val();
            self.waits[p].data.next = self.data.pending.val();
            self.waits[p].mask.next = self.mask.pending.val();
            self.waits[p].meta.next = self.meta.pending.val();
            self.waits[p].kinds.next = self.kind_sets.q[p].val();
            self.waits[p].registers.next = self.register_sets.q[p].val();
            self.waits[p].guarded.next = (self.guards.q.val() & self.oldest.oldest[p].val()).any();
            self.select.oldest[p].next = self.oldest.oldest[p].val();
            self.select.waits[p].next = self.waits[p].waits.val();
            self.select.kinds[p].next = self.kind_sets.q[p].val();
            self.select.registers[p].next = self.register_sets.q[p].val();
            self.select.vl[p].next = self.vl[p].val();
        }
        // what is offered
        self.codes.read_at[0].next = self.select.at.val();
        self.imms.read_at[0].next = self.select.at.val();
        self.issue_valid.next = self.select.entry.val().any();
        self.issue_partition.next = self.select.partition.val();
        self.issue_code.next = self.codes.q[0].val();
        self.issue_long.next = (self.longs.q.val() & self.select.entry.val()).any();
        self.issue_vl.next = self.select.its_vl.val();
        self.issue_kinds.next = self.select.its_kinds.val();
        self.issue_registers.next = self.select.its_registers.val();
        self.issue_guarded.next = (self.guards.q.val() & self.select.entry.val()).any();
        self.issue_imm.next = self.imms.q[0].val();
        // it leaves
        self.occupied.leave.next = self.none.val();
        if self.issue_ready.val() {
            self.occupied.leave.next = self.select.entry.val();
        }
        self.issued.next = self.issue_ready.val() & self.select.entry.val().any();
        self.dst_kind.d.next = self.select.its_kinds.val();
        self.dst.d.next = self.select.its_registers.val();
        self.data.issue.next = self.issued.val() & (self.dst_kind.q.val() == self.data_kind.val());
        self.mask.issue.next = self.issued.val() & (self.dst_kind.q.val() == self.mask_kind.val());
        self.meta.issue.next = self.issued.val() & (self.dst_kind.q.val() == self.meta_kind.val());
        self.data.issue_dst.next = self.dst.q.val();
        self.mask.issue_dst.next = self.dst.q.val();
        self.meta.issue_dst.next = self.dst.q.val();
        // its destination is written
        self.data.done.next = self.done_valid.val() & (self.done_kind.val() == self.data_kind.val());
        self.mask.done.next = self.done_valid.val() & (self.done_kind.val() == self.mask_kind.val());
        self.meta.done.next = self.done_valid.val() & (self.done_kind.val() == self.meta_kind.val());
        self.data.done_register.next = self.done_register.val();
        self.mask.done_register.next = self.done_register.val();
        self.meta.done_register.next = self.done_register.val();
    }
}
