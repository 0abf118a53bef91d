//! The delay line of an operation's fields beside the pipeline registers of the FP32 datapath.

use rust_hdl::prelude::*;

use crate::lane::delay::Delay;

/// A delay line, of `D` cycles, for an operation's code and mode, and for its result and its flag
/// if they are known before the arithmetic.
#[derive(LogicBlock, Default)]
pub struct Along<const D: usize> {
    pub clock: Signal<In, Clock>,
    pub op: Signal<In, Bits<6>>,
    pub mode: Signal<In, Bits<2>>,
    pub given: Signal<In, Bit>,
    pub word: Signal<In, Bits<32>>,
    pub flag: Signal<In, Bit>,
    pub op_q: Signal<Out, Bits<6>>,
    pub mode_q: Signal<Out, Bits<2>>,
    pub given_q: Signal<Out, Bit>,
    pub word_q: Signal<Out, Bits<32>>,
    pub flag_q: Signal<Out, Bit>,
    op_late: Delay<Bits<6>, D>,
    mode_late: Delay<Bits<2>, D>,
    given_late: Delay<Bit, D>,
    word_late: Delay<Bits<32>, D>,
    flag_late: Delay<Bit, D>,
}

impl<const D: usize> Logic for Along<D> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, op_late, mode_late, given_late, word_late, flag_late);
        self.op_late.d.next = self.op.val();
        self.mode_late.d.next = self.mode.val();
        self.given_late.d.next = self.given.val();
        self.word_late.d.next = self.word.val();
        self.flag_late.d.next = self.flag.val();
        self.op_q.next = self.op_late.q.val();
        self.mode_q.next = self.mode_late.q.val();
        self.given_q.next = self.given_late.q.val();
        self.word_q.next = self.word_late.q.val();
        self.flag_q.next = self.flag_late.q.val();
    }
}
