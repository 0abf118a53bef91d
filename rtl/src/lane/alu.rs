//! The integer unit of one slot: the native operations (3.1).

use heddle_contract::lane::op;
use rust_hdl::prelude::*;

use super::operand_isolation::OperandIsolation;
use crate::number::Number;
use crate::primitive::{Adder, AtLeast, Shr32};

/// Compares two 32-bit words: equality, and the signed and the unsigned order.
#[derive(LogicBlock, Default)]
pub struct Compare {
    pub a: Signal<In, Bits<32>>,
    pub b: Signal<In, Bits<32>>,
    pub equal: Signal<Out, Bit>,
    /// Whether a < b, signed and unsigned.
    pub less_s: Signal<Out, Bit>,
    pub less_u: Signal<Out, Bit>,
    at_least: AtLeast<32>,
}

impl Logic for Compare {
    #[hdl_gen]
    fn update(&mut self) {
        self.at_least.a.next = self.a.val();
        self.at_least.b.next = self.b.val();
        self.equal.next = self.a.val() == self.b.val();
        self.less_u.next = !self.at_least.q.val();
        // words of different signs compare the other way round
        self.less_s.next = !self.at_least.q.val() ^ self.a.val().get_bit(31) ^ self.b.val().get_bit(31);
    }
}

/// The flag of an integer `setp`, from the comparison of its operands.
#[derive(LogicBlock, Default)]
pub struct Flag {
    pub op: Signal<In, Bits<6>>,
    pub equal: Signal<In, Bit>,
    pub less_s: Signal<In, Bit>,
    pub less_u: Signal<In, Bit>,
    pub flag: Signal<Out, Bit>,
    eq: Number<6, { op::SETP_EQ as usize }>,
    ne: Number<6, { op::SETP_NE as usize }>,
    lt_s: Number<6, { op::SETP_LT_S as usize }>,
    le_s: Number<6, { op::SETP_LE_S as usize }>,
    gt_s: Number<6, { op::SETP_GT_S as usize }>,
    ge_s: Number<6, { op::SETP_GE_S as usize }>,
    lt_u: Number<6, { op::SETP_LT_U as usize }>,
    le_u: Number<6, { op::SETP_LE_U as usize }>,
    gt_u: Number<6, { op::SETP_GT_U as usize }>,
}

impl Logic for Flag {
    #[hdl_gen]
    fn update(&mut self) {
        if self.op.val() == self.eq.val() {
            self.flag.next = self.equal.val();
        } else if self.op.val() == self.ne.val() {
            self.flag.next = !self.equal.val();
        } else if self.op.val() == self.lt_s.val() {
            self.flag.next = self.less_s.val();
        } else if self.op.val() == self.le_s.val() {
            self.flag.next = self.less_s.val() | self.equal.val();
        } else if self.op.val() == self.gt_s.val() {
            self.flag.next = !self.less_s.val() & !self.equal.val();
        } else if self.op.val() == self.ge_s.val() {
            self.flag.next = !self.less_s.val();
        } else if self.op.val() == self.lt_u.val() {
            self.flag.next = self.less_u.val();
        } else if self.op.val() == self.le_u.val() {
            self.flag.next = self.less_u.val() | self.equal.val();
        } else if self.op.val() == self.gt_u.val() {
            self.flag.next = !self.less_u.val() & !self.equal.val();
        } else {
            self.flag.next = !self.less_u.val();
        }
    }
}

/// The integer unit of one slot without its multiplier: result and flag of a native operation on
/// 32-bit words. Each of the two is meaningless for operations that do not have it.
#[derive(LogicBlock, Default)]
pub struct Alu {
    pub op: Signal<In, Bits<6>>,
    pub a: Signal<In, Bits<32>>,
    pub b: Signal<In, Bits<32>>,
    /// The thread's bit of the predicate word.
    pub select: Signal<In, Bit>,
    pub result: Signal<Out, Bits<32>>,
    pub flag: Signal<Out, Bit>,
    zero: Number<32, 0>,
    add: Number<6, { op::ADD as usize }>,
    sub: Number<6, { op::SUB as usize }>,
    bit_and: Number<6, { op::AND as usize }>,
    bit_or: Number<6, { op::OR as usize }>,
    bit_xor: Number<6, { op::XOR as usize }>,
    bit_not: Number<6, { op::NOT as usize }>,
    shl: Number<6, { op::SHL as usize }>,
    shr_s: Number<6, { op::SHR_S as usize }>,
    shr_u: Number<6, { op::SHR_U as usize }>,
    min_s: Number<6, { op::MIN_S as usize }>,
    min_u: Number<6, { op::MIN_U as usize }>,
    max_s: Number<6, { op::MAX_S as usize }>,
    max_u: Number<6, { op::MAX_U as usize }>,
    abs: Number<6, { op::ABS as usize }>,
    neg: Number<6, { op::NEG as usize }>,
    selp: Number<6, { op::SELP as usize }>,
    shifts: Signal<Local, Bit>,
    shr_a: OperandIsolation,
    shr_b: OperandIsolation,
    subtracts: Signal<Local, Bit>,
    sum: Adder<32>,
    shr: Shr32,
    compare: Compare,
    decide: Flag,
}

impl Logic for Alu {
    #[hdl_gen]
    fn update(&mut self) {
        // a - b as a + ~b + 1, and -a as ~a + 0 + 1
        self.subtracts.next = self.op.val() != self.add.val();
        self.sum.carry.next = self.subtracts.val();
        self.sum.a.next = self.a.val();
        self.sum.b.next = self.b.val();
        if self.subtracts.val() {
            self.sum.b.next = !self.b.val();
        }
        if (self.op.val() == self.neg.val()) | (self.op.val() == self.abs.val()) {
            self.sum.a.next = !self.a.val();
            self.sum.b.next = self.zero.val();
        }
        self.shifts.next = (self.op.val() == self.shr_s.val()) | (self.op.val() == self.shr_u.val());
        self.shr_a.turn.next = self.shifts.val();
        self.shr_b.turn.next = self.shifts.val();
        self.shr_a.d.next = self.a.val();
        self.shr_b.d.next = self.b.val();
        self.shr.a.next = self.shr_a.q.val();
        self.shr.amount.next = self.shr_b.q.val();
        self.shr.fill_sign.next = self.op.val() == self.shr_s.val();
        self.compare.a.next = self.a.val();
        self.compare.b.next = self.b.val();
        self.decide.op.next = self.op.val();
        self.decide.equal.next = self.compare.equal.val();
        self.decide.less_s.next = self.compare.less_s.val();
        self.decide.less_u.next = self.compare.less_u.val();
        self.flag.next = self.decide.flag.val();
        // mov, and whatever keeps a
        self.result.next = self.a.val();
        if (self.op.val() == self.add.val())
            | (self.op.val() == self.sub.val())
            | (self.op.val() == self.neg.val())
            | ((self.op.val() == self.abs.val()) & self.a.val().get_bit(31))
        {
            self.result.next = self.sum.q.val();
        } else if self.op.val() == self.bit_and.val() {
            self.result.next = self.a.val() & self.b.val();
        } else if self.op.val() == self.bit_or.val() {
            self.result.next = self.a.val() | self.b.val();
        } else if self.op.val() == self.bit_xor.val() {
            self.result.next = self.a.val() ^ self.b.val();
        } else if self.op.val() == self.bit_not.val() {
            self.result.next = !self.a.val();
        } else if self.op.val() == self.shl.val() {
            self.result.next = self.a.val() << self.b.val();
        } else if (self.op.val() == self.shr_s.val()) | (self.op.val() == self.shr_u.val()) {
            self.result.next = self.shr.q.val();
        } else if ((self.op.val() == self.min_s.val()) & !self.compare.less_s.val())
            | ((self.op.val() == self.min_u.val()) & !self.compare.less_u.val())
            | ((self.op.val() == self.max_s.val()) & self.compare.less_s.val())
            | ((self.op.val() == self.max_u.val()) & self.compare.less_u.val())
            | ((self.op.val() == self.selp.val()) & !self.select.val())
        {
            self.result.next = self.b.val();
        }
    }
}
