//! An instruction as the buffer holds it, without its immediate: one word of its operands' kinds, whether it has a guard, whether it takes as
//! many cycles as the vector is long, its code, and the registers of its operands.

use heddle_contract::prt::{SOURCES, kind, op};
use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Join, Slice, Split};

/// Operands of an instruction: three sources, the destination (number 3), the guard (number 4).
pub const OPERANDS: usize = SOURCES + 2;
/// Bits of the kinds of all operands but the guard, which are lowest in the word; of them the place of the destination's.
pub const KINDS: usize = 2 * (SOURCES + 1);
pub const DST_KIND: usize = 2 * SOURCES;
/// Places of the bits behind the kinds: guarded, long, and the code.
pub const GUARDED: usize = KINDS;
pub const LONG: usize = GUARDED + 1;
pub const CODE: usize = LONG + 1;
/// Place of the first register: that of the first source.
pub const REGISTERS: usize = CODE + op::VECTOR_BITS as usize;

/// The operands of a word: kind and register of each; the guard's kind is known.
#[derive(LogicBlock, Default)]
pub struct Operands<const RB: usize, const ORB: usize, const OB: usize> {
    pub d: Signal<In, Bits<OB>>,
    pub kind: Array<Signal<Out, Bits<2>>, { OPERANDS - 1 }>,
    pub register: Array<Signal<Out, Bits<RB>>, OPERANDS>,
    pub guarded: Signal<Out, Bit>,
    kinds: Slice<OB, 0, KINDS>,
    guard: Slice<OB, GUARDED, 1>,
    registers: Slice<OB, REGISTERS, ORB>,
    split_kinds: Split<Bits<2>, { OPERANDS - 1 }, KINDS>,
    split_registers: Split<Bits<RB>, OPERANDS, ORB>,
}

impl<const RB: usize, const ORB: usize, const OB: usize> Logic for Operands<RB, ORB, OB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.kinds.d.next = self.d.val();
        self.guard.d.next = self.d.val();
        self.registers.d.next = self.d.val();
        self.split_kinds.d.next = self.kinds.q.val();
        self.split_registers.d.next = self.registers.q.val();
        for k in 0..4 {
            self.kind[k].next = self.split_kinds.q[k].val();
        }
        for k in 0..5 {
            self.register[k].next = self.split_registers.q[k].val();
        }
        self.guarded.next = self.guard.q.val().any();
    }
}

/// Which operands are a certain register: a bit each.
#[derive(LogicBlock, Default)]
pub struct Named<const RB: usize, const ORB: usize, const OB: usize> {
    pub word: Signal<In, Bits<OB>>,
    /// Whether there is such a register at all.
    pub valid: Signal<In, Bit>,
    pub kind: Signal<In, Bits<2>>,
    pub register: Signal<In, Bits<RB>>,
    pub named: Signal<Out, Bits<OPERANDS>>,
    each: Operands<RB, ORB, OB>,
    mask: Number<2, { kind::MASK as usize }>,
    gathered: Join<Bit, OPERANDS, OPERANDS>,
}

impl<const RB: usize, const ORB: usize, const OB: usize> Logic for Named<RB, ORB, OB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.each.d.next = self.word.val();
        for k in 0..4 {
            self.gathered.d[k].next = self.valid.val()
                & (self.each.kind[k].val() == self.kind.val())
                & (self.each.register[k].val() == self.register.val());
        }
        self.gathered.d[4].next = self.valid.val()
            & self.each.guarded.val()
            & (self.kind.val() == self.mask.val())
            & (self.each.register[4].val() == self.register.val());
        self.named.next = self.gathered.q.val();
    }
}
