use crate::primitive::Shr32;
use heddle_contract::lane::op;
use heddle_contract::primitive::Plain;
use heddle_contract::primitive::shr32::{In, Out};

use super::combinational;
use crate::lane::alu;

combinational!(Shr32, Plain, In, Out, |i, o| {
    o.q = alu::word(if i.fill_sign { op::SHR_S } else { op::SHR_U }, i.a, i.amount, 0, false);
});
