//! Pending registers: destinations of instructions that the vector unit has accepted and not yet
//! written.
//!
//! Each partition has a mask of its own for each kind, in which a register has the place by which
//! the partition names it: no base is added before a register is looked up. The masks are as long
//! as the most registers that a partition owns: with dynamic ranges, all.

use heddle_contract::prt::{kind, meta};
use rust_hdl::prelude::*;

use super::instruction::{OPERANDS, Operands};
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{At, Join, Resettable};

/// Metadata registers of a partition.
pub const METAS: usize = meta::COUNT as usize;

/// A scoreboard: the pending registers of one kind of a partition, a bit for each of `N`. A
/// register that is done and is none of the partition's changes nothing: its number is behind the
/// partition's last one, or behind the mask.
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

/// A lookup in a partition's scoreboard: whether the register of a kind and a number is pending.
#[derive(LogicBlock, Default)]
pub struct IsPending<const D: usize, const M: usize, const RB: usize> {
    pub data: Signal<In, Bits<D>>,
    pub mask: Signal<In, Bits<M>>,
    pub meta: Signal<In, Bits<METAS>>,
    pub kind: Signal<In, Bits<2>>,
    pub register: Signal<In, Bits<RB>>,
    pub pending: Signal<Out, Bit>,
    of_data: At<D, RB>,
    of_mask: At<M, RB>,
    of_meta: At<METAS, RB>,
    data_kind: Number<2, { kind::DATA as usize }>,
    mask_kind: Number<2, { kind::MASK as usize }>,
    meta_kind: Number<2, { kind::META as usize }>,
}

impl<const D: usize, const M: usize, const RB: usize> Logic for IsPending<D, M, RB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.of_data.d.next = self.data.val();
        self.of_mask.d.next = self.mask.val();
        self.of_meta.d.next = self.meta.val();
        self.of_data.index.next = self.register.val();
        self.of_mask.index.next = self.register.val();
        self.of_meta.index.next = self.register.val();
        self.pending.next = ((self.kind.val() == self.data_kind.val()) & self.of_data.q.val())
            | ((self.kind.val() == self.mask_kind.val()) & self.of_mask.q.val())
            | ((self.kind.val() == self.meta_kind.val()) & self.of_meta.q.val());
    }
}

/// The operands of an instruction word that are pending registers, a bit for each of five.
#[derive(LogicBlock, Default)]
pub struct Waits<const D: usize, const M: usize, const RB: usize, const ORB: usize, const OB: usize> {
    pub data: Signal<In, Bits<D>>,
    pub mask: Signal<In, Bits<M>>,
    pub meta: Signal<In, Bits<METAS>>,
    pub word: Signal<In, Bits<OB>>,
    pub waits: Signal<Out, Bits<OPERANDS>>,
    of_guard: At<M, RB>,
    each: Operands<RB, ORB, OB>,
    operand: Array<IsPending<D, M, RB>, { OPERANDS - 1 }>,
    gathered: Join<Bit, OPERANDS, OPERANDS>,
}

impl<const D: usize, const M: usize, const RB: usize, const ORB: usize, const OB: usize> Logic
    for Waits<D, M, RB, ORB, OB>
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
        self.of_guard.d.next = self.mask.val();
        self.of_guard.index.next = self.each.register[4].val();
        self.gathered.d[4].next = self.each.guarded.val() & self.of_guard.q.val();
        self.waits.next = self.gathered.q.val();
    }
}
