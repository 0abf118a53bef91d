//! The state bits of the warps of one slice, beside their PCs.

use rust_hdl::prelude::*;

use crate::primitive::{Register, Resettable};

/// Registers with five state bits for each warp of a slice, as words with a bit for each of `N`
/// sets. Only whether a warp exists is reset: a launch sets the others.
#[derive(LogicBlock, Default)]
pub struct Warps<const N: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub launched: Signal<In, Bits<N>>,
    pub reported: Signal<In, Bits<N>>,
    pub ended: Signal<In, Bits<N>>,
    pub woken: Signal<In, Bits<N>>,
    pub loaded: Signal<In, Bits<N>>,
    pub issued: Signal<In, Bits<N>>,
    pub fetched: Signal<In, Bits<N>>,
    pub exists: Signal<Out, Bits<N>>,
    pub known: Signal<Out, Bits<N>>,
    pub filled: Signal<Out, Bits<N>>,
    pub fetching: Signal<Out, Bits<N>>,
    pub ready: Signal<Out, Bits<N>>,
    exists_q: Resettable<Bits<N>>,
    known_q: Register<Bits<N>>,
    filled_q: Register<Bits<N>>,
    fetching_q: Register<Bits<N>>,
    ready_q: Register<Bits<N>>,
}

impl<const N: usize> Logic for Warps<N> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, exists_q, known_q, filled_q, fetching_q, ready_q);
        self.exists_q.reset.next = self.reset.val();
        self.exists_q.d.next = (self.exists_q.q.val() & !self.ended.val()) | self.launched.val();
        self.known_q.d.next = (self.known_q.q.val() & !self.issued.val()) | self.reported.val() | self.launched.val();
        self.filled_q.d.next = (self.filled_q.q.val()
            & !(self.issued.val() | self.reported.val() | self.launched.val()))
            | self.loaded.val();
        self.fetching_q.d.next =
            (self.fetching_q.q.val() & !(self.loaded.val() | self.launched.val())) | self.fetched.val();
        self.ready_q.d.next = (self.ready_q.q.val() & !self.issued.val()) | self.woken.val() | self.launched.val();
        self.exists.next = self.exists_q.q.val();
        self.known.next = self.known_q.q.val();
        self.filled.next = self.filled_q.q.val();
        self.fetching.next = self.fetching_q.q.val();
        self.ready.next = self.ready_q.q.val();
    }
}
