//! Renaming: from a partition's own registers to physical ones (IV.B, figure 2b), and back.

use heddle_contract::prt::kind;
use rust_hdl::prelude::*;

use super::instruction::{OPERANDS, Operands, REGISTERS};
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Join, Place, Resize, Slice};

/// The first physical register of a partition's range, for a kind of register; that of the data
/// registers if the kind is no register.
#[derive(LogicBlock, Default)]
pub struct Base<const PB: usize, const RB: usize> {
    pub kind: Signal<In, Bits<2>>,
    pub partition: Signal<In, Bits<PB>>,
    pub data_base: Signal<In, Bits<RB>>,
    pub mask_base: Signal<In, Bits<RB>>,
    pub base: Signal<Out, Bits<RB>>,
    mask: Number<2, { kind::MASK as usize }>,
    meta: Number<2, { kind::META as usize }>,
    two: Number<RB, 2>,
    wide: Resize<PB, RB>,
}

impl<const PB: usize, const RB: usize> Logic for Base<PB, RB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide.d.next = self.partition.val();
        self.base.next = self.data_base.val();
        if self.kind.val() == self.mask.val() {
            self.base.next = self.mask_base.val();
        }
        if self.kind.val() == self.meta.val() {
            // four a partition
            self.base.next = self.wide.q.val() << self.two.val();
        }
    }
}

/// Renames one operand: base + register of its kind; 0 for no register.
#[derive(LogicBlock, Default)]
pub struct Physical<const PB: usize, const RB: usize> {
    pub kind: Signal<In, Bits<2>>,
    pub register: Signal<In, Bits<RB>>,
    pub partition: Signal<In, Bits<PB>>,
    pub data_base: Signal<In, Bits<RB>>,
    pub mask_base: Signal<In, Bits<RB>>,
    pub physical: Signal<Out, Bits<RB>>,
    first: Base<PB, RB>,
    zero: Number<RB, 0>,
}

impl<const PB: usize, const RB: usize> Logic for Physical<PB, RB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.kind.next = self.kind.val();
        self.first.partition.next = self.partition.val();
        self.first.data_base.next = self.data_base.val();
        self.first.mask_base.next = self.mask_base.val();
        self.physical.next = self.zero.val();
        if self.kind.val().any() {
            self.physical.next = self.first.base.val() + self.register.val();
        }
    }
}

/// Renames all operands of an instruction word from the partition's own register numbers to
/// physical ones (IV.B).
#[derive(LogicBlock, Default)]
pub struct Rename<const PB: usize, const RB: usize, const ORB: usize, const OB: usize> {
    pub partition: Signal<In, Bits<PB>>,
    pub data_base: Signal<In, Bits<RB>>,
    pub mask_base: Signal<In, Bits<RB>>,
    pub own: Signal<In, Bits<OB>>,
    pub physical: Signal<Out, Bits<OB>>,
    each: Operands<RB, ORB, OB>,
    operand: Array<Physical<PB, RB>, { OPERANDS - 1 }>,
    join_registers: Join<Bits<RB>, OPERANDS, ORB>,
    rest: Slice<OB, 0, REGISTERS>,
    place_rest: Place<Bits<REGISTERS>, 0, OB>,
    place_registers: Place<Bits<ORB>, REGISTERS, OB>,
    zero: Number<RB, 0>,
}

impl<const PB: usize, const RB: usize, const ORB: usize, const OB: usize> Logic for Rename<PB, RB, ORB, OB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.each.d.next = self.own.val();
        for k in 0..4 {
            self.operand[k].kind.next = self.each.kind[k].val();
            self.operand[k].register.next = self.each.register[k].val();
            self.operand[k].partition.next = self.partition.val();
            self.operand[k].data_base.next = self.data_base.val();
            self.operand[k].mask_base.next = self.mask_base.val();
            self.join_registers.d[k].next = self.operand[k].physical.val();
        }
        self.join_registers.d[4].next = self.zero.val();
        if self.each.guarded.val() {
            self.join_registers.d[4].next = self.mask_base.val() + self.each.register[4].val();
        }
        self.rest.d.next = self.own.val();
        self.place_rest.d.next = self.rest.q.val();
        self.place_registers.d.next = self.join_registers.q.val();
        self.physical.next = self.place_rest.q.val() | self.place_registers.q.val();
    }
}

/// Inverse renaming: the number, of `RB` bits, by which a partition names a physical register,
/// modulo 2 to the power of `RB`. It is less than the partition's size only if it owns the
/// register.
#[derive(LogicBlock, Default)]
pub struct Own<const PB: usize, const RB: usize> {
    pub kind: Signal<In, Bits<2>>,
    pub physical: Signal<In, Bits<RB>>,
    pub partition: Signal<In, Bits<PB>>,
    pub data_base: Signal<In, Bits<RB>>,
    pub mask_base: Signal<In, Bits<RB>>,
    /// The partition's first register of this kind.
    pub base: Signal<Out, Bits<RB>>,
    pub register: Signal<Out, Bits<RB>>,
    first: Base<PB, RB>,
}

impl<const PB: usize, const RB: usize> Logic for Own<PB, RB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.kind.next = self.kind.val();
        self.first.partition.next = self.partition.val();
        self.first.data_base.next = self.data_base.val();
        self.first.mask_base.next = self.mask_base.val();
        self.base.next = self.first.base.val();
        self.register.next = self.physical.val() - self.first.base.val();
    }
}
