//! The choice of the streams' instructions that are taken.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Powers};

/// Selects on each of `W` outputs the instruction of stream `pick`, a one-hot word; zero if that is.
#[derive(LogicBlock, Default)]
pub struct Choose<const T: usize, const W: usize, const OB: usize> {
    pub pick: Array<Signal<In, Bits<T>>, W>,
    pub code: Array<Signal<In, Bits<8>>, T>,
    pub long: Array<Signal<In, Bit>, T>,
    pub operands: Array<Signal<In, Bits<OB>>, T>,
    pub imm: Array<Signal<In, Bits<32>>, T>,
    pub its_code: Array<Signal<Out, Bits<8>>, W>,
    pub its_long: Array<Signal<Out, Bit>, W>,
    pub its_operands: Array<Signal<Out, Bits<OB>>, W>,
    pub its_imm: Array<Signal<Out, Bits<32>>, W>,
    code_of: Signal<Local, Bits<8>>,
    long_of: Signal<Local, Bit>,
    operands_of: Signal<Local, Bits<OB>>,
    imm_of: Signal<Local, Bits<32>>,
    no_code: Number<8, 0>,
    no_operands: Number<OB, 0>,
    no_imm: Number<32, 0>,
    stream: Powers<T, T>,
}

impl<const T: usize, const W: usize, const OB: usize> Logic for Choose<T, W, OB> {
    #[hdl_gen]
    fn update(&mut self) {
        for k in 0..W {
            self.code_of.next = self.no_code.val();
            self.long_of.next = false;
            self.operands_of.next = self.no_operands.val();
            self.imm_of.next = self.no_imm.val();
            for p in 0..T {
                if (self.pick[k].val() & self.stream[p].val()).any() {
                    self.code_of.next = self.code_of.val() | self.code[p].val();
                    self.long_of.next = self.long_of.val() | self.long[p].val();
                    self.operands_of.next = self.operands_of.val() | self.operands[p].val();
                    self.imm_of.next = self.imm_of.val() | self.imm[p].val();
                }
            }
            self.its_code[k].next = self.code_of.val();
            self.its_long[k].next = self.long_of.val();
            self.its_operands[k].next = self.operands_of.val();
            self.its_imm[k].next = self.imm_of.val();
        }
    }
}
