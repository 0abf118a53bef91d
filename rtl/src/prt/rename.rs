//! Renaming: from a partition's own registers to physical ones (IV.B, figure 2b).

use heddle_contract::prt::{SOURCES, kind};
use rust_hdl::prelude::*;

use super::instruction::{CODE, GUARDED, KINDS, LONG, OPERANDS, REGISTERS};
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Join, Place, Resize, Split};

/// Renames one operand: base + register of its kind; 0 for no register.
#[derive(LogicBlock, Default)]
pub struct Physical<const PB: usize, const RB: usize> {
    pub kind: Signal<In, Bits<2>>,
    pub register: Signal<In, Bits<RB>>,
    pub partition: Signal<In, Bits<PB>>,
    pub data_base: Signal<In, Bits<RB>>,
    pub mask_base: Signal<In, Bits<RB>>,
    pub physical: Signal<Out, Bits<RB>>,
    data: Number<2, { kind::DATA as usize }>,
    mask: Number<2, { kind::MASK as usize }>,
    meta: Number<2, { kind::META as usize }>,
    zero: Number<RB, 0>,
    two: Number<RB, 2>,
    wide: Resize<PB, RB>,
}

impl<const PB: usize, const RB: usize> Logic for Physical<PB, RB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide.d.next = self.partition.val();
        self.physical.next = self.zero.val();
        if self.kind.val() == self.data.val() {
            self.physical.next = self.data_base.val() + self.register.val();
        }
        if self.kind.val() == self.mask.val() {
            self.physical.next = self.mask_base.val() + self.register.val();
        }
        if self.kind.val() == self.meta.val() {
            // four a partition
            self.physical.next = (self.wide.q.val() << self.two.val()) | self.register.val();
        }
    }
}

/// Renames all operands of an instruction, and packs it into one word: see `instruction`.
#[derive(LogicBlock, Default)]
pub struct Rename<const PB: usize, const RB: usize, const SRB: usize, const ORB: usize, const OB: usize> {
    pub partition: Signal<In, Bits<PB>>,
    pub data_base: Signal<In, Bits<RB>>,
    pub mask_base: Signal<In, Bits<RB>>,
    pub dst_kind: Signal<In, Bits<2>>,
    pub dst: Signal<In, Bits<RB>>,
    pub src_kinds: Signal<In, Bits<6>>,
    pub srcs: Signal<In, Bits<SRB>>,
    pub guarded: Signal<In, Bit>,
    pub guard: Signal<In, Bits<RB>>,
    pub code: Signal<In, Bits<8>>,
    pub is_long: Signal<In, Bit>,
    pub word: Signal<Out, Bits<OB>>,
    split_kinds: Split<Bits<2>, SOURCES, 6>,
    split_srcs: Split<Bits<RB>, SOURCES, SRB>,
    source: Array<Physical<PB, RB>, SOURCES>,
    destination: Physical<PB, RB>,
    join_kinds: Join<Bits<2>, { OPERANDS - 1 }, KINDS>,
    join_registers: Join<Bits<RB>, OPERANDS, ORB>,
    place_kinds: Place<Bits<KINDS>, 0, OB>,
    place_guarded: Place<Bit, GUARDED, OB>,
    place_long: Place<Bit, LONG, OB>,
    place_code: Place<Bits<8>, CODE, OB>,
    place_registers: Place<Bits<ORB>, REGISTERS, OB>,
    zero: Number<RB, 0>,
}

impl<const PB: usize, const RB: usize, const SRB: usize, const ORB: usize, const OB: usize> Logic
    for Rename<PB, RB, SRB, ORB, OB>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.split_kinds.d.next = self.src_kinds.val();
        self.split_srcs.d.next = self.srcs.val();
        for s in 0..SOURCES {
            self.source[s].kind.next = self.split_kinds.q[s].val();
            self.source[s].register.next = self.split_srcs.q[s].val();
            self.source[s].partition.next = self.partition.val();
            self.source[s].data_base.next = self.data_base.val();
            self.source[s].mask_base.next = self.mask_base.val();
            self.join_kinds.d[s].next = self.split_kinds.q[s].val();
            self.join_registers.d[s].next = self.source[s].physical.val();
        }
        self.destination.kind.next = self.dst_kind.val();
        self.destination.register.next = self.dst.val();
        self.destination.partition.next = self.partition.val();
        self.destination.data_base.next = self.data_base.val();
        self.destination.mask_base.next = self.mask_base.val();
        self.join_kinds.d[3].next = self.dst_kind.val();
        self.join_registers.d[3].next = self.destination.physical.val();
        self.join_registers.d[4].next = self.zero.val();
        if self.guarded.val() {
            self.join_registers.d[4].next = self.mask_base.val() + self.guard.val();
        }
        self.place_kinds.d.next = self.join_kinds.q.val();
        self.place_guarded.d.next = self.guarded.val();
        self.place_registers.d.next = self.join_registers.q.val();
        self.place_long.d.next = self.is_long.val();
        self.place_code.d.next = self.code.val();
        self.word.next = self.place_kinds.q.val()
            | self.place_guarded.q.val()
            | self.place_long.q.val()
            | self.place_code.q.val()
            | self.place_registers.q.val();
    }
}
