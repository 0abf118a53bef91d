//! The number of threads of the fullest lane of a mask.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::primitive::{Greatest, Tally};

/// The number of threads of the fullest lane of a mask, in the cycle after its acceptance. The
/// threads of each lane are counted as they come in; `greatest` holds the counts, word `b` with bit
/// `b` of the count of each lane, and compares them a cycle later.
#[derive(LogicBlock, Default)]
pub struct Fullest<const W: usize, const WARPS: usize, const CB: usize> {
    pub clock: Signal<In, Clock>,
    /// Whether a mask is accepted.
    pub accept: Signal<In, Bit>,
    pub mask: Array<Signal<In, Bits<W>>, WARPS>,
    pub threads: Signal<Out, Bits<CB>>,
    /// Whether this is one thread.
    pub single: Signal<Out, Bit>,
    tally: Tally<W, WARPS, CB>,
    greatest: Greatest<W, CB, WARPS>,
}

impl<const W: usize, const WARPS: usize, const CB: usize> Logic for Fullest<W, WARPS, CB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, greatest);
        self.greatest.load.next = self.accept.val();
        for n in 0..WARPS {
            self.tally.d[n].next = self.mask[n].val();
        }
        for b in 0..CB {
            self.greatest.d[b].next = self.tally.q[b].val();
        }
        self.threads.next = self.greatest.q.val();
        self.single.next = self.greatest.one.val();
    }
}
