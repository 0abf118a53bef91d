//! The greedy singletons and the greedy gangs (6.3): those that were issued last.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::primitive::{Decode, Encode, Resettable, Since};

/// A register with the set of a slice's greedy singleton, the one that it issued last, and the sets
/// that the slice therefore prefers: that set itself, or with `CYCLIC` 1 (`Lrr`) the sets after it.
#[derive(LogicBlock, Default)]
pub struct Recent<const N: usize, const LB: usize, const CYCLIC: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// The set whose singleton is issued, if any.
    pub issued: Signal<In, Bits<N>>,
    pub prefer: Signal<Out, Bits<N>>,
    set: Resettable<Bits<LB>>,
    encode: Encode<N, LB>,
    greedy: Decode<LB, N>,
    since: Array<Since<LB, N>, CYCLIC>,
}

impl<const N: usize, const LB: usize, const CYCLIC: usize> Logic for Recent<N, LB, CYCLIC> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, set);
        self.set.reset.next = self.reset.val();
        self.encode.d.next = self.issued.val();
        self.set.d.next = self.set.q.val();
        if self.issued.val().any() {
            self.set.d.next = self.encode.q.val();
        }
        self.greedy.enable.next = true;
        self.greedy.at.next = self.set.q.val();
        self.prefer.next = self.greedy.q.val();
        for c in 0..CYCLIC {
            self.since[c].at.next = self.set.q.val();
            self.prefer.next = self.since[c].q.val() & !self.greedy.q.val();
        }
    }
}

/// A register with the greedy gang of a scheduler, the one that it issued last, as the number of
/// its set (`LB` bits) and of its entry (`EB` bits).
#[derive(LogicBlock, Default)]
pub struct RecentGang<const N: usize, const LB: usize, const E: usize, const EB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether the scheduler's pick is issued, its set, one-hot, and its entry.
    pub goes: Signal<In, Bit>,
    pub at: Signal<In, Bits<N>>,
    pub issued_entry: Signal<In, Bits<E>>,
    pub set: Signal<Out, Bits<LB>>,
    pub entry: Signal<Out, Bits<EB>>,
    set_q: Resettable<Bits<LB>>,
    entry_q: Resettable<Bits<EB>>,
    encode: Encode<N, LB>,
    encode_entry: Encode<E, EB>,
}

impl<const N: usize, const LB: usize, const E: usize, const EB: usize> Logic for RecentGang<N, LB, E, EB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, set_q, entry_q);
        self.set_q.reset.next = self.reset.val();
        self.entry_q.reset.next = self.reset.val();
        self.encode.d.next = self.at.val();
        self.encode_entry.d.next = self.issued_entry.val();
        self.set_q.d.next = self.set_q.q.val();
        self.entry_q.d.next = self.entry_q.q.val();
        if self.goes.val() {
            self.set_q.d.next = self.encode.q.val();
            self.entry_q.d.next = self.encode_entry.q.val();
        }
        self.set.next = self.set_q.q.val();
        self.entry.next = self.entry_q.q.val();
    }
}
