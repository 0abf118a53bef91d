//! Pending registers: destinations of instructions that the vector unit has accepted and not yet written.

use heddle_contract::prt::kind;
use rust_hdl::prelude::*;

use super::operands::{OPERANDS, Operands};
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Join, Resettable};

/// The pending registers of one kind, a bit each.
#[derive(LogicBlock, Default)]
pub struct Pending<const N: usize, const RB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether an instruction that writes a register of this kind is issued.
    pub issue: Signal<In, Bit>,
    pub issue_dst: Signal<In, Bits<RB>>,
    /// Whether an instruction has written a register of this kind.
    pub done: Signal<In, Bit>,
    pub done_register: Signal<In, Bits<RB>>,
    pub pending: Signal<Out, Bits<N>>,
    bits: Resettable<Bits<N>>,
    left: Signal<Local, Bits<N>>,
    one: Number<N, 1>,
}

impl<const N: usize, const RB: usize> Logic for Pending<N, RB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, bits);
        self.bits.reset.next = self.reset.val();
        self.left.next = self.bits.q.val();
        if self.done.val() {
            self.left.next = self.bits.q.val() & !(self.one.val() << self.done_register.val());
        }
        self.bits.d.next = self.left.val();
        if self.issue.val() {
            self.bits.d.next = self.left.val() | (self.one.val() << self.issue_dst.val());
        }
        self.pending.next = self.bits.q.val();
    }
}

/// Whether a register is pending.
#[derive(LogicBlock, Default)]
pub struct IsPending<const D: usize, const M: usize, const X: usize, const RB: usize> {
    pub data: Signal<In, Bits<D>>,
    pub mask: Signal<In, Bits<M>>,
    pub meta: Signal<In, Bits<X>>,
    pub kind: Signal<In, Bits<2>>,
    pub register: Signal<In, Bits<RB>>,
    pub pending: Signal<Out, Bit>,
    data_kind: Number<2, { kind::DATA as usize }>,
    mask_kind: Number<2, { kind::MASK as usize }>,
    meta_kind: Number<2, { kind::META as usize }>,
    one_data: Number<D, 1>,
    one_mask: Number<M, 1>,
    one_meta: Number<X, 1>,
}

impl<const D: usize, const M: usize, const X: usize, const RB: usize> Logic for IsPending<D, M, X, RB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.pending.next = ((self.kind.val() == self.data_kind.val())
            & ((self.data.val() >> self.register.val()) & self.one_data.val()).any())
            | ((self.kind.val() == self.mask_kind.val())
                & ((self.mask.val() >> self.register.val()) & self.one_mask.val()).any())
            | ((self.kind.val() == self.meta_kind.val())
                & ((self.meta.val() >> self.register.val()) & self.one_meta.val()).any());
    }
}

/// The operands that are pending registers, a bit each.
#[derive(LogicBlock, Default)]
pub struct Waits<const D: usize, const M: usize, const X: usize, const RB: usize, const ORB: usize, const OB: usize> {
    pub data: Signal<In, Bits<D>>,
    pub mask: Signal<In, Bits<M>>,
    pub meta: Signal<In, Bits<X>>,
    pub operands: Signal<In, Bits<OB>>,
    pub waits: Signal<Out, Bits<OPERANDS>>,
    one_mask: Number<M, 1>,
    each: Operands<RB, ORB, OB>,
    operand: Array<IsPending<D, M, X, RB>, { OPERANDS - 1 }>,
    gathered: Join<Bit, OPERANDS, OPERANDS>,
}

impl<const D: usize, const M: usize, const X: usize, const RB: usize, const ORB: usize, const OB: usize> Logic
    for Waits<D, M, X, RB, ORB, OB>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.each.d.next = self.operands.val();
        for k in 0..4 {
            self.operand[k].data.next = self.data.val();
            self.operand[k].mask.next = self.mask.val();
            self.operand[k].meta.next = self.meta.val();
            self.operand[k].kind.next = self.each.kind[k].val();
            self.operand[k].register.next = self.each.register[k].val();
            self.gathered.d[k].next = self.operand[k].pending.val();
        }
        self.gathered.d[4].next =
            self.each.guarded.val() & ((self.mask.val() >> self.each.register[4].val()) & self.one_mask.val()).any();
        self.waits.next = self.gathered.q.val();
    }
}
