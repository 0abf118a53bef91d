//! Pending registers: destinations of instructions that the vector unit has accepted and not yet written.

use heddle_contract::prt::kind;
use rust_hdl::prelude::*;

use super::instruction::{OPERANDS, Operands};
use crate::array::Array;
use crate::number::{Lowest, Number, Places};
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

/// Bit `register` of a mask of `N` registers. The register's number is decoded in two parts, so that no bit of it leads to many gates.
#[derive(LogicBlock, Default)]
pub struct Member<const N: usize, const RB: usize> {
    pub mask: Signal<In, Bits<N>>,
    pub register: Signal<In, Bits<RB>>,
    pub member: Signal<Out, Bit>,
    low: Signal<Local, Bits<N>>,
    high: Signal<Local, Bits<N>>,
    places: Places<N, 2>,
    four: Lowest<N, 4>,
    within_four: Number<RB, 3>,
}

impl<const N: usize, const RB: usize> Logic for Member<N, RB> {
    #[hdl_gen]
    fn update(&mut self) {
        // every fourth place, and four places
        self.low.next =
            !(self.places[0].val() | self.places[1].val()) << (self.register.val() & self.within_four.val());
        self.high.next = self.four.val() << (self.register.val() & !self.within_four.val());
        self.member.next = (self.mask.val() & self.low.val() & self.high.val()).any();
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
    of_data: Member<D, RB>,
    of_mask: Member<M, RB>,
    of_meta: Member<X, RB>,
    data_kind: Number<2, { kind::DATA as usize }>,
    mask_kind: Number<2, { kind::MASK as usize }>,
    meta_kind: Number<2, { kind::META as usize }>,
}

impl<const D: usize, const M: usize, const X: usize, const RB: usize> Logic for IsPending<D, M, X, RB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.of_data.mask.next = self.data.val();
        self.of_mask.mask.next = self.mask.val();
        self.of_meta.mask.next = self.meta.val();
        self.of_data.register.next = self.register.val();
        self.of_mask.register.next = self.register.val();
        self.of_meta.register.next = self.register.val();
        self.pending.next = ((self.kind.val() == self.data_kind.val()) & self.of_data.member.val())
            | ((self.kind.val() == self.mask_kind.val()) & self.of_mask.member.val())
            | ((self.kind.val() == self.meta_kind.val()) & self.of_meta.member.val());
    }
}

/// The operands that are pending registers, a bit each.
#[derive(LogicBlock, Default)]
pub struct Waits<const D: usize, const M: usize, const X: usize, const RB: usize, const ORB: usize, const OB: usize> {
    pub data: Signal<In, Bits<D>>,
    pub mask: Signal<In, Bits<M>>,
    pub meta: Signal<In, Bits<X>>,
    pub word: Signal<In, Bits<OB>>,
    pub waits: Signal<Out, Bits<OPERANDS>>,
    of_guard: Member<M, RB>,
    each: Operands<RB, ORB, OB>,
    operand: Array<IsPending<D, M, X, RB>, { OPERANDS - 1 }>,
    gathered: Join<Bit, OPERANDS, OPERANDS>,
}

impl<const D: usize, const M: usize, const X: usize, const RB: usize, const ORB: usize, const OB: usize> Logic
    for Waits<D, M, X, RB, ORB, OB>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.each.d.next = self.word.val();
        for k in 0..4 {
            self.operand[k].data.next = self.data.val();
            self.operand[k].mask.next = self.mask.val();
            self.operand[k].meta.next = self.meta.val();
            self.operand[k].kind.next = self.each.kind[k].val();
            self.operand[k].register.next = self.each.register[k].val();
            self.gathered.d[k].next = self.operand[k].pending.val();
        }
        self.of_guard.mask.next = self.mask.val();
        self.of_guard.register.next = self.each.register[4].val();
        self.gathered.d[4].next = self.each.guarded.val() & self.of_guard.member.val();
        self.waits.next = self.gathered.q.val();
    }
}
