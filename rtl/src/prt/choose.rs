//! The multiplexers that pass on the instructions of the streams that have a turn.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Powers};

/// Selects on each of `W` outputs the instruction of stream `pick`, a one-hot word;
/// zero if `pick` is zero.
#[derive(LogicBlock, Default)]
pub struct Choose<const T: usize, const W: usize, const OB: usize> {
    pub pick: Array<Signal<In, Bits<T>>, W>,
    pub word: Array<Signal<In, Bits<OB>>, T>,
    pub imm: Array<Signal<In, Bits<32>>, T>,
    pub its_word: Array<Signal<Out, Bits<OB>>, W>,
    pub its_imm: Array<Signal<Out, Bits<32>>, W>,
    word_of: Signal<Local, Bits<OB>>,
    imm_of: Signal<Local, Bits<32>>,
    no_word: Number<OB, 0>,
    no_imm: Number<32, 0>,
    stream: Powers<T, T>,
}

impl<const T: usize, const W: usize, const OB: usize> Logic for Choose<T, W, OB> {
    #[hdl_gen]
    fn update(&mut self) {
        for k in 0..W {
            self.word_of.next = self.no_word.val();
            self.imm_of.next = self.no_imm.val();
            for p in 0..T {
                if (self.pick[k].val() & self.stream[p].val()).any() {
                    self.word_of.next = self.word_of.val() | self.word[p].val();
                    self.imm_of.next = self.imm_of.val() | self.imm[p].val();
                }
            }
            self.its_word[k].next = self.word_of.val();
            self.its_imm[k].next = self.imm_of.val();
        }
    }
}
