//! The picks of the schedulers, which are issued or fetched in a later cycle.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::primitive::Resettable;

/// Registers with the pick of each of `K` schedulers, one-hot: word w, of `W`, belongs to scheduler
/// w modulo `K`, and a scheduler's pick is the single one in its `WK` words of `N` bits.
#[derive(LogicBlock, Default)]
pub struct Picks<const N: usize, const W: usize, const K: usize, const WK: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// What the schedulers choose among their requests other than their picks; and whether each has
    /// such a request.
    pub first: Array<Signal<In, Bits<N>>, W>,
    pub some: Array<Signal<In, Bit>, K>,
    pub pick: Array<Signal<Out, Bits<N>>, W>,
    picks: Array<Resettable<Bits<N>>, W>,
}

impl<const N: usize, const W: usize, const K: usize, const WK: usize> Logic for Picks<N, W, K, WK> {
    #[hdl_gen]
    fn update(&mut self) {
        for m in K..(K + 1) {
            for k in 0..K {
                for i in 0..WK {
                    self.picks[i * m + k].clock.next = self.clock.val();
                    self.picks[i * m + k].reset.next = self.reset.val();
                    self.picks[i * m + k].d.next = self.first[i * m + k].val();
                    if !self.some[k].val() {
                        self.picks[i * m + k].d.next = self.picks[i * m + k].q.val();
                    }
                    self.pick[i * m + k].next = self.picks[i * m + k].q.val();
                }
            }
        }
    }
}
