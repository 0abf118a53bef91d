//! An instruction as the buffer holds it, without its immediate: one word of its operands' kinds,
//! whether it has a guard, its class, its code, and the registers of its operands, as its partition
//! numbers them.

use heddle_contract::bits;
use heddle_contract::prt::{SOURCES, kind, op};
use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Join, Place, Slice, Split, SumIs};

/// Operands of an instruction: three sources, the destination (number 3), the guard (number 4).
pub const OPERANDS: usize = SOURCES + 2;
/// Bits of the operand kinds at the lower end of an instruction word: two for each of the sources
/// and the destination. The guard has none.
pub const KINDS: usize = 2 * (SOURCES + 1);
pub const DST_KIND: usize = 2 * SOURCES;
/// Bits of a class's number.
pub const CLASS_BITS: usize = bits(op::CLASSES) as usize;
/// Places of the bits behind the kinds: guarded, the class, and the code.
pub const GUARDED: usize = KINDS;
pub const CLASS: usize = GUARDED + 1;
pub const CODE: usize = CLASS + CLASS_BITS;
/// The bit of an instruction word at which the register numbers begin, with that of the first
/// source.
pub const REGISTERS: usize = CODE + op::VECTOR_BITS as usize;

/// Packs the instruction that a stream offers, with its code from the lookup table, into one
/// instruction word of `OB` bits.
#[derive(LogicBlock, Default)]
pub struct Pack<const RB: usize, const SRB: usize, const ORB: usize, const OB: usize> {
    pub dst_kind: Signal<In, Bits<2>>,
    pub dst: Signal<In, Bits<RB>>,
    pub src_kinds: Signal<In, Bits<6>>,
    pub srcs: Signal<In, Bits<SRB>>,
    pub guarded: Signal<In, Bit>,
    pub guard: Signal<In, Bits<RB>>,
    pub code: Signal<In, Bits<8>>,
    pub op_class: Signal<In, Bits<CLASS_BITS>>,
    pub word: Signal<Out, Bits<OB>>,
    split_kinds: Split<Bits<2>, SOURCES, 6>,
    split_srcs: Split<Bits<RB>, SOURCES, SRB>,
    join_kinds: Join<Bits<2>, { OPERANDS - 1 }, KINDS>,
    join_registers: Join<Bits<RB>, OPERANDS, ORB>,
    place_kinds: Place<Bits<KINDS>, 0, OB>,
    place_guarded: Place<Bit, GUARDED, OB>,
    place_class: Place<Bits<CLASS_BITS>, CLASS, OB>,
    place_code: Place<Bits<8>, CODE, OB>,
    place_registers: Place<Bits<ORB>, REGISTERS, OB>,
}

impl<const RB: usize, const SRB: usize, const ORB: usize, const OB: usize> Logic for Pack<RB, SRB, ORB, OB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.split_kinds.d.next = self.src_kinds.val();
        self.split_srcs.d.next = self.srcs.val();
        for s in 0..SOURCES {
            self.join_kinds.d[s].next = self.split_kinds.q[s].val();
            self.join_registers.d[s].next = self.split_srcs.q[s].val();
        }
        self.join_kinds.d[3].next = self.dst_kind.val();
        self.join_registers.d[3].next = self.dst.val();
        self.join_registers.d[4].next = self.guard.val();
        self.place_kinds.d.next = self.join_kinds.q.val();
        self.place_guarded.d.next = self.guarded.val();
        self.place_registers.d.next = self.join_registers.q.val();
        self.place_class.d.next = self.op_class.val();
        self.place_code.d.next = self.code.val();
        self.word.next = self.place_kinds.q.val()
            | self.place_guarded.q.val()
            | self.place_class.q.val()
            | self.place_code.q.val()
            | self.place_registers.q.val();
    }
}

/// Unpacks the operands of an instruction word: kind and register number of each. The guard has no
/// kind, since it is always a mask register.
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

/// Which operands are registers of a certain kind: a bit each.
#[derive(LogicBlock, Default)]
pub struct OfKind<const RB: usize, const ORB: usize, const OB: usize> {
    pub word: Signal<In, Bits<OB>>,
    /// Whether there is such a kind at all: without, none is.
    pub valid: Signal<In, Bit>,
    pub kind: Signal<In, Bits<2>>,
    pub of_kind: Array<Signal<Out, Bit>, OPERANDS>,
    /// Its number, for each operand.
    pub register: Array<Signal<Out, Bits<RB>>, OPERANDS>,
    each: Operands<RB, ORB, OB>,
    mask: Number<2, { kind::MASK as usize }>,
}

impl<const RB: usize, const ORB: usize, const OB: usize> Logic for OfKind<RB, ORB, OB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.each.d.next = self.word.val();
        for k in 0..5 {
            self.register[k].next = self.each.register[k].val();
        }
        for k in 0..4 {
            self.of_kind[k].next = self.valid.val() & (self.each.kind[k].val() == self.kind.val());
        }
        self.of_kind[4].next = self.valid.val() & self.each.guarded.val() & (self.kind.val() == self.mask.val());
    }
}

/// Mask of the operands that name a given register.
#[derive(LogicBlock, Default)]
pub struct Named<const RB: usize, const ORB: usize, const OB: usize> {
    pub word: Signal<In, Bits<OB>>,
    /// Whether there is such a register at all.
    pub valid: Signal<In, Bit>,
    pub kind: Signal<In, Bits<2>>,
    pub register: Signal<In, Bits<RB>>,
    pub named: Signal<Out, Bits<OPERANDS>>,
    each: OfKind<RB, ORB, OB>,
    gathered: Join<Bit, OPERANDS, OPERANDS>,
}

impl<const RB: usize, const ORB: usize, const OB: usize> Logic for Named<RB, ORB, OB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.each.word.next = self.word.val();
        self.each.valid.next = self.valid.val();
        self.each.kind.next = self.kind.val();
        for k in 0..5 {
            self.gathered.d[k].next = self.each.of_kind[k].val() & (self.each.register[k].val() == self.register.val());
        }
        self.named.next = self.gathered.q.val();
    }
}

/// Which operands, as a partition numbers them, are a certain physical register: a bit each.
#[derive(LogicBlock, Default)]
pub struct NamedFrom<const RB: usize, const ORB: usize, const OB: usize> {
    pub word: Signal<In, Bits<OB>>,
    /// Whether there is such a register at all.
    pub valid: Signal<In, Bit>,
    pub kind: Signal<In, Bits<2>>,
    pub register: Signal<In, Bits<RB>>,
    /// The partition's first register of this kind.
    pub base: Signal<In, Bits<RB>>,
    pub named: Signal<Out, Bits<OPERANDS>>,
    each: OfKind<RB, ORB, OB>,
    same: Array<SumIs<RB>, OPERANDS>,
    gathered: Join<Bit, OPERANDS, OPERANDS>,
}

impl<const RB: usize, const ORB: usize, const OB: usize> Logic for NamedFrom<RB, ORB, OB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.each.word.next = self.word.val();
        self.each.valid.next = self.valid.val();
        self.each.kind.next = self.kind.val();
        for k in 0..5 {
            self.same[k].a.next = self.base.val();
            self.same[k].b.next = self.each.register[k].val();
            self.same[k].sum.next = self.register.val();
            self.gathered.d[k].next = self.each.of_kind[k].val() & self.same[k].q.val();
        }
        self.named.next = self.gathered.q.val();
    }
}
