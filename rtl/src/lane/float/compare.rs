//! Comparison of two numbers (IEEE 754, 5.11; PTX setp).

use heddle_contract::lane::op;
use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::AtLeast;

/// The order of two operands, neither of which is NaN.
#[derive(LogicBlock, Default)]
pub struct Order {
    pub sign_a: Signal<In, Bit>,
    pub sign_b: Signal<In, Bit>,
    /// The operands without their signs; subnormal numbers are not flushed here.
    pub a: Signal<In, Bits<31>>,
    pub b: Signal<In, Bits<31>>,
    /// Whether both are zero, or flushed to zero.
    pub zeros: Signal<In, Bit>,
    /// Whether a comes before b; -0 before +0.
    pub precedes: Signal<Out, Bit>,
    /// Whether a is less than b, and whether they are equal, as numbers: zeros are equal.
    pub less: Signal<Out, Bit>,
    pub equal: Signal<Out, Bit>,
    same: Signal<Local, Bit>,
    at_least: AtLeast<31>,
}

impl Logic for Order {
    #[hdl_gen]
    fn update(&mut self) {
        self.same.next = self.a.val() == self.b.val();
        self.at_least.a.next = self.a.val();
        self.at_least.b.next = self.b.val();
        if self.sign_a.val() == self.sign_b.val() {
            // of two negative numbers, the one of lesser magnitude is greater
            self.precedes.next = (!self.at_least.q.val() ^ self.sign_a.val()) & !self.same.val() & !self.zeros.val();
        } else {
            self.precedes.next = self.sign_a.val();
        }
        self.less.next = self.precedes.val() & !self.zeros.val();
        self.equal.next = self.zeros.val() | (self.same.val() & (self.sign_a.val() == self.sign_b.val()));
    }
}

/// The flag of an FP32 `setp`, from the order of its operands.
#[derive(LogicBlock, Default)]
pub struct Flag {
    pub op: Signal<In, Bits<6>>,
    pub unordered: Signal<In, Bit>,
    pub less: Signal<In, Bit>,
    pub equal: Signal<In, Bit>,
    pub flag: Signal<Out, Bit>,
    eq: Number<6, { op::SETP_EQ_F as usize }>,
    ne: Number<6, { op::SETP_NE_F as usize }>,
    lt: Number<6, { op::SETP_LT_F as usize }>,
    le: Number<6, { op::SETP_LE_F as usize }>,
    gt: Number<6, { op::SETP_GT_F as usize }>,
    ge: Number<6, { op::SETP_GE_F as usize }>,
    equ: Number<6, { op::SETP_EQU_F as usize }>,
    neu: Number<6, { op::SETP_NEU_F as usize }>,
    ltu: Number<6, { op::SETP_LTU_F as usize }>,
    leu: Number<6, { op::SETP_LEU_F as usize }>,
    gtu: Number<6, { op::SETP_GTU_F as usize }>,
    num: Number<6, { op::SETP_NUM_F as usize }>,
    holds: Signal<Local, Bit>,
}

impl Logic for Flag {
    #[hdl_gen]
    fn update(&mut self) {
        // of two numbers
        self.holds.next = !self.less.val();
        if (self.op.val() == self.eq.val()) | (self.op.val() == self.equ.val()) {
            self.holds.next = self.equal.val();
        } else if (self.op.val() == self.ne.val()) | (self.op.val() == self.neu.val()) {
            self.holds.next = !self.equal.val();
        } else if (self.op.val() == self.lt.val()) | (self.op.val() == self.ltu.val()) {
            self.holds.next = self.less.val();
        } else if (self.op.val() == self.le.val()) | (self.op.val() == self.leu.val()) {
            self.holds.next = self.less.val() | self.equal.val();
        } else if (self.op.val() == self.gt.val()) | (self.op.val() == self.gtu.val()) {
            self.holds.next = !self.less.val() & !self.equal.val();
        }
        // `num` and `nan` depend on NaN alone; with a NaN, comparisons up to `ge` do not hold, and
        // those from `equ` on hold
        if self.op.val() >= self.num.val() {
            self.flag.next = self.unordered.val() ^ (self.op.val() == self.num.val());
        } else if self.unordered.val() {
            self.flag.next = self.op.val() > self.ge.val();
        } else {
            self.flag.next = self.holds.val();
        }
    }
}
