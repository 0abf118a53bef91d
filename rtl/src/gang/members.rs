//! The gang table (4.2): the members of each gang.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::primitive::{Resettable, Split};

/// The gang table: element `e * S + s` has the gangs in entry e that have a member in slice s. Each
/// element is a word of sets, like every word of the unit, so that a change of gangs is written
/// once and happens in all sets at once.
#[derive(LogicBlock, Default)]
pub struct Members<const N: usize, const S: usize, const ES: usize, const ALL: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// The members of the existing gangs after this cycle, side by side.
    pub after: Signal<In, Bits<ALL>>,
    /// The set that is launched, and the slices that begin as a gang.
    pub launch_at: Signal<In, Bits<N>>,
    pub gang: Signal<In, Bits<S>>,
    pub member: Array<Signal<Out, Bits<N>>, ES>,
    words: Array<Resettable<Bits<N>>, ES>,
    afters: Split<Bits<N>, ES, ALL>,
}

impl<const N: usize, const S: usize, const ES: usize, const ALL: usize> Logic for Members<N, S, ES, ALL> {
    #[hdl_gen]
    fn update(&mut self) {
        self.afters.d.next = self.after.val();
        for m in 0..ES {
            self.words[m].clock.next = self.clock.val();
            self.words[m].reset.next = self.reset.val();
            self.words[m].d.next = self.afters.q[m].val();
            self.member[m].next = self.words[m].q.val();
        }
        for s in 0..S {
            if self.gang.val().get_bit(s) {
                self.words[s].d.next = self.afters.q[s].val() | self.launch_at.val();
            }
        }
    }
}
