//! Cyclic orders of sets, slices and gangs.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Decode, Encode, Resettable, Since};

/// A cyclic order of `N` sets or slices, which begins after the one that was last and, after a reset, with 0.
#[derive(LogicBlock, Default)]
pub struct Turn<const N: usize, const LB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// The set or slice that has its turn in this cycle, if any.
    pub last: Signal<In, Bits<N>>,
    /// The sets or slices from the beginning of the order upwards, which come before those below.
    pub turn: Signal<Out, Bits<N>>,
    /// The beginning of the order. A number beyond the end means that 0 comes first, too.
    begins: Resettable<Bits<LB>>,
    encode: Encode<N, LB>,
    since: Since<LB, N>,
    one: Number<LB, 1>,
}

impl<const N: usize, const LB: usize> Logic for Turn<N, LB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, begins);
        self.begins.reset.next = self.reset.val();
        self.encode.d.next = self.last.val();
        self.begins.d.next = self.begins.q.val();
        if self.last.val().any() {
            self.begins.d.next = self.encode.q.val() + self.one.val();
        }
        self.since.at.next = self.begins.q.val();
        self.turn.next = self.since.q.val();
    }
}

/// A cyclic order of gangs by id, which begins after the one that was last and, after a reset, with 0.
#[derive(LogicBlock, Default)]
pub struct GangTurn<const N: usize, const LB: usize, const E: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Set and entry of the first gang that has its turn in this cycle, if any.
    pub last: Signal<In, Bits<N>>,
    pub last_entry: Array<Signal<In, Bit>, E>,
    pub turn: Array<Signal<Out, Bits<N>>, E>,
    /// The set of the last gang, and the entries of that set that have had their turn.
    set: Resettable<Bits<LB>>,
    had: Array<Resettable<Bit>, E>,
    above: Signal<Local, Bit>,
    encode: Encode<N, LB>,
    decode: Decode<LB, N>,
    since: Since<LB, N>,
}

impl<const N: usize, const LB: usize, const E: usize> Logic for GangTurn<N, LB, E> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, set);
        self.set.reset.next = self.reset.val();
        self.encode.d.next = self.last.val();
        self.set.d.next = self.set.q.val();
        if self.last.val().any() {
            self.set.d.next = self.encode.q.val();
        }
        self.decode.enable.next = true;
        self.decode.at.next = self.set.q.val();
        self.since.at.next = self.set.q.val();
        self.above.next = false;
        for e in 0..E {
            self.had[e].clock.next = self.clock.val();
            self.had[e].reset.next = self.reset.val();
            self.had[e].d.next = self.had[e].q.val();
            if self.last.val().any() {
                self.had[e].d.next = !self.above.val();
            }
            self.above.next = self.above.val() | self.last_entry[e].val();
            self.turn[e].next = self.since.q.val();
            if self.had[e].q.val() {
                self.turn[e].next = self.since.q.val() & !self.decode.q.val();
            }
        }
    }
}
