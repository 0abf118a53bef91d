//! Classes of FP32 operations, by the parts of the datapath that they use.

use heddle_contract::lane::op;
use rust_hdl::prelude::*;

use crate::number::Number;

/// A range check of an operation code: whether it is from `FIRST` to `LAST`.
#[derive(LogicBlock, Default)]
pub struct Among<const FIRST: usize, const LAST: usize> {
    pub op: Signal<In, Bits<6>>,
    pub is: Signal<Out, Bit>,
    first: Number<6, FIRST>,
    last: Number<6, LAST>,
}

impl<const FIRST: usize, const LAST: usize> Logic for Among<FIRST, LAST> {
    #[hdl_gen]
    fn update(&mut self) {
        self.is.next = (self.op.val() >= self.first.val()) & (self.op.val() <= self.last.val());
    }
}

/// Whether the operation converts an integer to an FP32 number.
pub type FromInteger = Among<{ op::F_OF_S as usize }, { op::F_OF_U as usize }>;
/// Whether the operation converts an FP32 number to an integer.
pub type ToInteger = Among<{ op::S_OF_F_NEAREST as usize }, { op::U_OF_F_ZERO as usize }>;
/// Whether the operation converts an FP32 number to an integer, rounded towards zero.
pub type TowardsZero = Among<{ op::S_OF_F_ZERO as usize }, { op::U_OF_F_ZERO as usize }>;

// of the conversions, the even ones are to and from signed words: bit 0 is zero
const _: () = assert!((op::F_OF_S | op::S_OF_F_NEAREST | op::S_OF_F_ZERO) & 1 == 0);
const _: () = assert!(op::F_OF_U & op::U_OF_F_NEAREST & op::U_OF_F_ZERO & 1 == 1);
