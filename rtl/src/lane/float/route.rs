//! Routing of the operands: every sum and product as one fused multiply-add, `x * y + z`.

use heddle_contract::lane::op;
use rust_hdl::prelude::*;

use super::kind::ToInteger;
use crate::number::Number;

/// Routes the operands to a fused multiply-add `x * y + z`. A sum is `a * 1 + b`; a product has a
/// zero of its own sign added, which changes nothing. A conversion to an integer is of `z`. For
/// everything else, x is a and y is b.
#[derive(LogicBlock, Default)]
pub struct Route {
    pub op: Signal<In, Bits<6>>,
    pub a: Signal<In, Bits<32>>,
    pub b: Signal<In, Bits<32>>,
    pub c: Signal<In, Bits<32>>,
    pub x: Signal<Out, Bits<32>>,
    pub y: Signal<Out, Bits<32>>,
    pub z: Signal<Out, Bits<32>>,
    to: ToInteger,
    add: Number<6, { op::ADD_F as usize }>,
    sub: Number<6, { op::SUB_F as usize }>,
    fma: Number<6, { op::FMA_F as usize }>,
    one: Number<32, 0x3f80_0000>,
    sign: Number<32, 0x8000_0000>,
}

impl Logic for Route {
    #[hdl_gen]
    fn update(&mut self) {
        self.to.op.next = self.op.val();
        self.x.next = self.a.val();
        self.y.next = self.b.val();
        // the sign of a product, and nothing else
        self.z.next = (self.a.val() ^ self.b.val()) & self.sign.val();
        if self.op.val() == self.add.val() {
            self.y.next = self.one.val();
            self.z.next = self.b.val();
        } else if self.op.val() == self.sub.val() {
            self.y.next = self.one.val();
            self.z.next = self.b.val() ^ self.sign.val();
        } else if self.op.val() == self.fma.val() {
            self.z.next = self.c.val();
        } else if self.to.is.val() {
            self.z.next = self.a.val();
        }
    }
}
