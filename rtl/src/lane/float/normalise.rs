//! Normalisation: the leading one at the upper end, or as near to it as a subnormal number allows.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::Slice;

/// One step of the normalisation: a shift by `BY` (2 to the power of `POWER`) to the left, if there are as many zeros and `limit` allows it.
/// `TOP` is where the upper `BY` bits start, `REST` how many bits a limit has from `POWER` on.
#[derive(LogicBlock, Default)]
struct Step<const BY: usize, const TOP: usize, const POWER: usize, const REST: usize> {
    pub d: Signal<In, Bits<55>>,
    pub limit: Signal<In, Bits<9>>,
    pub q: Signal<Out, Bits<55>>,
    pub left: Signal<Out, Bits<9>>,
    by: Number<9, BY>,
    front: Slice<55, TOP, BY>,
    allowed: Slice<9, POWER, REST>,
}

impl<const BY: usize, const TOP: usize, const POWER: usize, const REST: usize> Logic for Step<BY, TOP, POWER, REST> {
    #[hdl_gen]
    fn update(&mut self) {
        self.front.d.next = self.d.val();
        self.allowed.d.next = self.limit.val();
        self.q.next = self.d.val();
        self.left.next = self.limit.val();
        if !self.front.q.val().any() & self.allowed.q.val().any() {
            self.q.next = self.d.val() << self.by.val();
            self.left.next = self.limit.val() - self.by.val();
        }
    }
}

/// Shifts left by the leading zeros, or by `limit` if that is less; `left` is the rest of the limit.
#[derive(LogicBlock, Default)]
pub struct Normalise {
    pub d: Signal<In, Bits<55>>,
    pub limit: Signal<In, Bits<9>>,
    pub q: Signal<Out, Bits<55>>,
    pub left: Signal<Out, Bits<9>>,
    by_32: Step<32, 23, 5, 4>,
    by_16: Step<16, 39, 4, 5>,
    by_8: Step<8, 47, 3, 6>,
    by_4: Step<4, 51, 2, 7>,
    by_2: Step<2, 53, 1, 8>,
    by_1: Step<1, 54, 0, 9>,
}

impl Logic for Normalise {
    #[hdl_gen]
    fn update(&mut self) {
        self.by_32.d.next = self.d.val();
        self.by_32.limit.next = self.limit.val();
        self.by_16.d.next = self.by_32.q.val();
        self.by_16.limit.next = self.by_32.left.val();
        self.by_8.d.next = self.by_16.q.val();
        self.by_8.limit.next = self.by_16.left.val();
        self.by_4.d.next = self.by_8.q.val();
        self.by_4.limit.next = self.by_8.left.val();
        self.by_2.d.next = self.by_4.q.val();
        self.by_2.limit.next = self.by_4.left.val();
        self.by_1.d.next = self.by_2.q.val();
        self.by_1.limit.next = self.by_2.left.val();
        self.q.next = self.by_1.q.val();
        self.left.next = self.by_1.left.val();
    }
}
