//! The order by number, in which sets are fetched, and issued where ages do not count (6.3).

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Numbers;
use crate::primitive::{Decode, Since};

/// The ascending order of `N` sets or slices by number, as a constant matrix: the word `after[j]`
/// has a one for each that is above j. `WORDS` is `N`, or zero for a single one.
#[derive(LogicBlock, Default)]
pub struct ByNumber<const N: usize, const LB: usize, const WORDS: usize> {
    pub after: Array<Signal<Out, Bits<N>>, WORDS>,
    numbers: Numbers<LB, WORDS>,
    since: Array<Since<LB, N>, WORDS>,
    decode: Array<Decode<LB, N>, WORDS>,
}

impl<const N: usize, const LB: usize, const WORDS: usize> Logic for ByNumber<N, LB, WORDS> {
    #[hdl_gen]
    fn update(&mut self) {
        for j in 0..WORDS {
            self.since[j].at.next = self.numbers[j].val();
            self.decode[j].enable.next = true;
            self.decode[j].at.next = self.numbers[j].val();
            self.after[j].next = self.since[j].q.val() & !self.decode[j].q.val();
        }
    }
}
