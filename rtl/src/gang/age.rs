//! The ages of the sets (6.3).

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Places};
use crate::primitive::{Ignore, Register};

/// The age of every set: the number of other sets launched after it.
/// The ages are always different; a reset puts them into some order, because a free set's age means nothing.
///
/// Ages are in `B` planes: bit w of plane b is bit b of the age of set w. With `B` 0 the order does not use them
/// (`UNUSED` is 1).
#[derive(LogicBlock, Default)]
pub struct Ages<const N: usize, const B: usize, const UNUSED: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// The set that is launched, if any.
    pub launch_at: Signal<In, Bits<N>>,
    pub age: Array<Signal<Out, Bits<N>>, B>,
    planes: Array<Register<Bits<N>>, B>,
    /// Sets that were younger than the one that is launched: their age rises by one.
    ages_by_one: Signal<Local, Bits<N>>,
    carry: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
    any_order: Places<N, B>,
    no_clock: Array<Ignore<Clock>, UNUSED>,
    no_reset: Array<Ignore<Bit>, UNUSED>,
    no_launch: Array<Ignore<Bits<N>>, UNUSED>,
}

impl<const N: usize, const B: usize, const UNUSED: usize> Logic for Ages<N, B, UNUSED> {
    #[hdl_gen]
    fn update(&mut self) {
        // the lowest bit first: a higher bit that differs overrules
        self.ages_by_one.next = self.none.val();
        for b in 0..B {
            if (self.planes[b].q.val() & self.launch_at.val()).any() {
                self.ages_by_one.next = self.ages_by_one.val() | !self.planes[b].q.val();
            } else {
                self.ages_by_one.next = self.ages_by_one.val() & !self.planes[b].q.val();
            }
        }
        self.carry.next = self.ages_by_one.val();
        for b in 0..B {
            self.planes[b].clock.next = self.clock.val();
            self.planes[b].d.next = (self.planes[b].q.val() ^ self.carry.val()) & !self.launch_at.val();
            self.carry.next = self.carry.val() & self.planes[b].q.val();
            if self.reset.val() {
                self.planes[b].d.next = self.any_order[b].val();
            }
            self.age[b].next = self.planes[b].q.val();
        }
        for u in 0..UNUSED {
            self.no_clock[u].d.next = self.clock.val();
            self.no_reset[u].d.next = self.reset.val();
            self.no_launch[u].d.next = self.launch_at.val() & self.carry.val();
        }
    }
}
