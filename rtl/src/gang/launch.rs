//! The launch of an original gang (4.1, 4.3).

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::Decode;

/// Decodes a launch: the set, and the slices whose warps begin as one gang in entry 0 (two at
/// least, or none).
#[derive(LogicBlock, Default)]
pub struct Launch<const N: usize, const LB: usize, const S: usize> {
    pub valid: Signal<In, Bit>,
    pub set: Signal<In, Bits<LB>>,
    pub slices: Signal<In, Bits<S>>,
    pub apart: Signal<In, Bit>,
    pub at: Signal<Out, Bits<N>>,
    pub launched: Signal<Out, Bits<S>>,
    pub gang: Signal<Out, Bits<S>>,
    decode: Decode<LB, N>,
    zero: Number<S, 0>,
    one: Number<S, 1>,
}

impl<const N: usize, const LB: usize, const S: usize> Logic for Launch<N, LB, S> {
    #[hdl_gen]
    fn update(&mut self) {
        self.decode.enable.next = self.valid.val();
        self.decode.at.next = self.set.val();
        self.at.next = self.decode.q.val();
        self.launched.next = self.zero.val();
        self.gang.next = self.zero.val();
        if self.valid.val() {
            self.launched.next = self.slices.val();
            if !self.apart.val() & (self.slices.val() & (self.slices.val() - self.one.val())).any() {
                self.gang.next = self.slices.val();
            }
        }
    }
}
