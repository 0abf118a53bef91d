//! The unit: its partitions, streams, multiplexer, renaming and buffer, connected.

use heddle_contract::prt::SOURCES;
use heddle_contract::prt::op::{CLASSES, Class};
use rust_hdl::prelude::*;

use super::buffer::Buffer;
use super::choose::Choose;
use super::instruction::{CLASS, CLASS_BITS, CODE, Operands, Pack};
use super::lookup::Lookup;
use super::multiplexer::Multiplexer;
use super::partitions::Partitions;
use super::stream::Stream;
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Group, Join, Slice, Split};

/// Mask of the classes whose operations take as many cycles as the vector is long (V).
const LONG: usize = {
    let (mut long, mut k) = (0, 0);
    while k < Class::ALL.len() {
        if !Class::ALL[k].is_simple() {
            long |= 1 << k;
        }
        k += 1;
    }
    long
};

/// The partitioned renaming table, with the ports of the contract. `T` partitions, numbered in `PB`
/// bits; `W` taken in a cycle; `D` data registers (`SB` bits for a number of them, `DB` for a
/// place), `M` mask registers (`MB`, `MAB`), of which a partition owns `DMOST` (`DXB` bits) and
/// `MMOST` (`MXB`) at most, in masks of `DOWN` and `MOWN`; a register's number in `RB` bits (`SRB`
/// three, `ORB` five, `TRB` one a partition) and a number of any of them in `LB` (`TLB`); an
/// instruction in `OB`, with its destination at bit `DST`; `N` entries, numbered in `A` bits; a
/// vector length of at most `LANES` in `VB` bits.
#[derive(LogicBlock, Default)]
pub struct Prt<
    const T: usize,
    const W: usize,
    const D: usize,
    const M: usize,
    const N: usize,
    const PB: usize,
    const SB: usize,
    const SB1: usize,
    const DXB: usize,
    const DB: usize,
    const MB: usize,
    const MB1: usize,
    const MXB: usize,
    const MAB: usize,
    const RB: usize,
    const SRB: usize,
    const ORB: usize,
    const OB: usize,
    const DST: usize,
    const LB: usize,
    const TRB: usize,
    const TLB: usize,
    const A: usize,
    const VB: usize,
    const S: usize,
    const LANES: usize,
    const DMOST: usize,
    const MMOST: usize,
    const DOWN: usize,
    const MOWN: usize,
    const STATIC: usize,
    const DYNAMIC: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub kernel_valid: Signal<In, Bit>,
    pub kernel_registers: Signal<In, Bits<SB>>,
    pub kernel_masks: Signal<In, Bits<MB>>,
    pub start_valid: Signal<In, Bit>,
    pub start_partition: Signal<In, Bits<PB>>,
    pub start_vl: Signal<In, Bits<VB>>,
    pub start_registers: Signal<In, Bits<SB>>,
    pub start_masks: Signal<In, Bits<MB>>,
    pub end_valid: Signal<In, Bit>,
    pub end_partition: Signal<In, Bits<PB>>,
    pub fetch: Signal<In, Bits<T>>,
    pub fetch_guarded: Signal<In, Bits<T>>,
    pub fetch_op: Array<Signal<In, Bits<6>>, T>,
    pub fetch_dst_kind: Array<Signal<In, Bits<2>>, T>,
    pub fetch_dst: Array<Signal<In, Bits<RB>>, T>,
    pub fetch_src_kind: Array<Signal<In, Bits<2>>, S>,
    pub fetch_src: Array<Signal<In, Bits<RB>>, S>,
    pub fetch_guard: Array<Signal<In, Bits<RB>>, T>,
    pub fetch_imm: Array<Signal<In, Bits<32>>, T>,
    pub issue_ready: Signal<In, Bits<{ CLASSES as usize }>>,
    pub done_valid: Signal<In, Bit>,
    pub done_kind: Signal<In, Bits<2>>,
    pub done_register: Signal<In, Bits<RB>>,
    pub kernel_refused: Signal<Out, Bit>,
    pub start_taken: Signal<Out, Bit>,
    pub start_refused: Signal<Out, Bit>,
    pub take: Signal<Out, Bits<T>>,
    pub refuse: Signal<Out, Bits<T>>,
    pub refuse_reason: Array<Signal<Out, Bit>, T>,
    pub issue_valid: Signal<Out, Bit>,
    pub issue_partition: Signal<Out, Bits<PB>>,
    pub issue_op: Signal<Out, Bits<8>>,
    pub issue_vl: Signal<Out, Bits<VB>>,
    pub issue_latency: Signal<Out, Bits<VB>>,
    pub issue_dst_kind: Signal<Out, Bits<2>>,
    pub issue_dst: Signal<Out, Bits<RB>>,
    pub issue_src_kind: Array<Signal<Out, Bits<2>>, SOURCES>,
    pub issue_src: Array<Signal<Out, Bits<RB>>, SOURCES>,
    pub issue_guarded: Signal<Out, Bit>,
    pub issue_guard: Signal<Out, Bits<RB>>,
    pub issue_imm: Signal<Out, Bits<32>>,
    partitions: Partitions<
        T,
        PB,
        D,
        SB,
        SB1,
        DXB,
        DB,
        M,
        MB,
        MB1,
        MXB,
        MAB,
        RB,
        LB,
        TRB,
        TLB,
        VB,
        LANES,
        DMOST,
        MMOST,
        STATIC,
        DYNAMIC,
    >,
    offers: Split<Bit, T, T>,
    guards: Split<Bit, T, T>,
    src_kinds: Group<Bits<2>, S, T, 6>,
    srcs: Group<Bits<RB>, S, T, SRB>,
    stream: Array<Stream<RB, SRB, LB>, T>,
    join_refuse: Join<Bit, T, T>,
    multiplexer: Multiplexer<T, W>,
    lookup: Array<Lookup, T>,
    pack: Array<Pack<RB, SRB, ORB, OB>, T>,
    choose: Choose<T, W, OB>,
    buffer: Buffer<T, W, DOWN, MOWN, N, A, PB, RB, ORB, OB, DST, VB>,
    code: Slice<OB, CODE, 8>,
    op_class: Slice<OB, CLASS, CLASS_BITS>,
    issued: Operands<RB, ORB, OB>,
    long: Number<{ CLASSES as usize }, LONG>,
    first: Number<{ CLASSES as usize }, 1>,
    one_cycle: Number<VB, 1>,
}

impl<
    const T: usize,
    const W: usize,
    const D: usize,
    const M: usize,
    const N: usize,
    const PB: usize,
    const SB: usize,
    const SB1: usize,
    const DXB: usize,
    const DB: usize,
    const MB: usize,
    const MB1: usize,
    const MXB: usize,
    const MAB: usize,
    const RB: usize,
    const SRB: usize,
    const ORB: usize,
    const OB: usize,
    const DST: usize,
    const LB: usize,
    const TRB: usize,
    const TLB: usize,
    const A: usize,
    const VB: usize,
    const S: usize,
    const LANES: usize,
    const DMOST: usize,
    const MMOST: usize,
    const DOWN: usize,
    const MOWN: usize,
    const STATIC: usize,
    const DYNAMIC: usize,
> Logic
    for Prt<
        T,
        W,
        D,
        M,
        N,
        PB,
        SB,
        SB1,
        DXB,
        DB,
        MB,
        MB1,
        MXB,
        MAB,
        RB,
        SRB,
        ORB,
        OB,
        DST,
        LB,
        TRB,
        TLB,
        A,
        VB,
        S,
        LANES,
        DMOST,
        MMOST,
        DOWN,
        MOWN,
        STATIC,
        DYNAMIC,
    >
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, partitions, multiplexer, buffer);
        // kernels and partitions
        self.partitions.reset.next = self.reset.val();
        self.partitions.kernel_valid.next = self.kernel_valid.val();
        self.partitions.kernel_registers.next = self.kernel_registers.val();
        self.partitions.kernel_masks.next = self.kernel_masks.val();
        self.partitions.start_valid.next = self.start_valid.val();
        self.partitions.start_partition.next = self.start_partition.val();
        self.partitions.start_vl.next = self.start_vl.val();
        self.partitions.start_registers.next = self.start_registers.val();
        self.partitions.start_masks.next = self.start_masks.val();
        self.partitions.end_valid.next = self.end_valid.val();
        self.partitions.end_partition.next = self.end_partition.val();
        self.kernel_refused.next = self.partitions.kernel_refused.val();
        self.start_taken.next = self.partitions.start_taken.val();
        self.start_refused.next = self.partitions.start_refused.val();
        // streams
        self.offers.d.next = self.fetch.val();
        self.guards.d.next = self.fetch_guarded.val();
        for s in 0..S {
            self.src_kinds.d[s].next = self.fetch_src_kind[s].val();
            self.srcs.d[s].next = self.fetch_src[s].val();
        }
        for p in 0..T {
            self.stream[p].fetch.next = self.offers.q[p].val();
            self.stream[p].op.next = self.fetch_op[p].val();
            self.stream[p].dst_kind.next = self.fetch_dst_kind[p].val();
            self.stream[p].dst.next = self.fetch_dst[p].val();
            self.stream[p].src_kinds.next = self.src_kinds.q[p].val();
            self.stream[p].srcs.next = self.srcs.q[p].val();
            self.stream[p].guarded.next = self.guards.q[p].val();
            self.stream[p].guard.next = self.fetch_guard[p].val();
            self.stream[p].data_size.next = self.partitions.data_size[p].val();
            self.stream[p].mask_size.next = self.partitions.mask_size[p].val();
            self.join_refuse.d[p].next = self.stream[p].refuse.val();
            self.refuse_reason[p].next = self.stream[p].known.val();
            self.multiplexer.offers[p].next = self.stream[p].offers.val();
            self.multiplexer.legal[p].next = self.stream[p].legal.val();
            self.buffer.data_base[p].next = self.partitions.data_base[p].val();
            self.buffer.mask_base[p].next = self.partitions.mask_base[p].val();
            self.buffer.vl[p].next = self.partitions.vl[p].val();
        }
        self.refuse.next = self.join_refuse.q.val();
        self.multiplexer.reset.next = self.reset.val();
        self.take.next = self.multiplexer.take.val();
        // what is offered is looked up, and what is taken of it enters the buffer
        self.buffer.take.next = self.multiplexer.take.val();
        for p in 0..T {
            self.lookup[p].op.next = self.fetch_op[p].val();
            self.pack[p].dst_kind.next = self.fetch_dst_kind[p].val();
            self.pack[p].dst.next = self.fetch_dst[p].val();
            self.pack[p].src_kinds.next = self.src_kinds.q[p].val();
            self.pack[p].srcs.next = self.srcs.q[p].val();
            self.pack[p].guarded.next = self.guards.q[p].val();
            self.pack[p].guard.next = self.fetch_guard[p].val();
            self.pack[p].code.next = self.lookup[p].code.val();
            self.pack[p].op_class.next = self.lookup[p].op_class.val();
            self.choose.word[p].next = self.pack[p].word.val();
            self.choose.imm[p].next = self.fetch_imm[p].val();
            self.buffer.offered[p].next = self.pack[p].word.val();
            self.buffer.before[p].next = self.multiplexer.before[p].val();
        }
        for k in 0..W {
            self.multiplexer.room[k].next = self.buffer.room[k].val();
            self.choose.pick[k].next = self.multiplexer.pick[k].val();
            self.buffer.pick[k].next = self.multiplexer.pick[k].val();
            self.buffer.word[k].next = self.choose.its_word[k].val();
            self.buffer.imm[k].next = self.choose.its_imm[k].val();
        }
        // the buffer issues
        self.buffer.reset.next = self.reset.val();
        self.buffer.issue_ready.next = self.issue_ready.val();
        self.buffer.done_valid.next = self.done_valid.val();
        self.buffer.done_kind.next = self.done_kind.val();
        self.buffer.done_register.next = self.done_register.val();
        self.issue_valid.next = self.buffer.issue_valid.val();
        self.issue_partition.next = self.buffer.issue_partition.val();
        self.code.d.next = self.buffer.issue_word.val();
        self.op_class.d.next = self.buffer.issue_word.val();
        self.issue_op.next = self.code.q.val();
        self.issue_vl.next = self.buffer.issue_vl.val();
        self.issue_latency.next = self.one_cycle.val();
        if ((self.long.val() >> self.op_class.q.val()) & self.first.val()).any() {
            self.issue_latency.next = self.buffer.issue_vl.val();
        }
        self.issued.d.next = self.buffer.issue_word.val();
        for s in 0..SOURCES {
            self.issue_src_kind[s].next = self.issued.kind[s].val();
            self.issue_src[s].next = self.issued.register[s].val();
        }
        self.issue_dst_kind.next = self.issued.kind[3].val();
        self.issue_dst.next = self.issued.register[3].val();
        self.issue_guarded.next = self.issued.guarded.val();
        self.issue_guard.next = self.issued.register[4].val();
        self.issue_imm.next = self.buffer.issue_imm.val();
    }
}
