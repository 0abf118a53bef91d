use crate::primitive::Mul32;
use heddle_contract::lane::op;
use heddle_contract::primitive::Plain;
use heddle_contract::primitive::mul32::{In, Out};

use super::combinational;
use crate::lane::alu;

combinational!(Mul32, Plain, In, Out, |i, o| {
    o.low = alu::word(op::MUL_LO, i.a, i.b, 0, false);
    o.high = alu::word(if i.signs { op::MUL_HI_S } else { op::MUL_HI_U }, i.a, i.b, 0, false);
});
