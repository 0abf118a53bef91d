//! Gangs and singletons that could be issued, and those that could be fetched.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;

/// The singletons of each of `S` slices, a bit for each of `N` sets: the warps that exist and are
/// in no gang.
#[derive(LogicBlock, Default)]
pub struct Alone<const N: usize, const S: usize, const E: usize, const ES: usize> {
    pub member: Array<Signal<In, Bits<N>>, ES>,
    pub exists: Array<Signal<In, Bits<N>>, S>,
    pub alone: Array<Signal<Out, Bits<N>>, S>,
}

impl<const N: usize, const S: usize, const E: usize, const ES: usize> Logic for Alone<N, S, E, ES> {
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for s in 0..S {
                self.alone[s].next = self.exists[s].val();
                for e in 0..E {
                    self.alone[s].next = self.alone[s].val() & !self.member[e * n + s].val();
                }
            }
        }
    }
}

/// The gangs (a word for each of `E` entries) and the singletons (a word for each of `S` slices)
/// that could be issued or fetched, from the state bits of their warps.
#[derive(LogicBlock, Default)]
pub struct Status<const N: usize, const S: usize, const E: usize, const ES: usize> {
    pub member: Array<Signal<In, Bits<N>>, ES>,
    pub known: Array<Signal<In, Bits<N>>, S>,
    pub filled: Array<Signal<In, Bits<N>>, S>,
    pub fetching: Array<Signal<In, Bits<N>>, S>,
    pub ready: Array<Signal<In, Bits<N>>, S>,
    /// Warps that wait at a sync point for others.
    pub held: Array<Signal<In, Bits<N>>, S>,
    pub busy: Array<Signal<In, Bit>, S>,
    /// The singletons of each slice.
    pub alone: Array<Signal<In, Bits<N>>, S>,
    pub issue_gang: Array<Signal<Out, Bits<N>>, E>,
    pub issue_alone: Array<Signal<Out, Bits<N>>, S>,
    pub fetch_gang: Array<Signal<Out, Bits<N>>, E>,
    pub fetch_alone: Array<Signal<Out, Bits<N>>, S>,
    go: Array<Signal<Local, Bits<N>>, S>,
    unfit: Signal<Local, Bits<N>>,
    /// Gangs whose PC is known (that of one is that of all), that are not valid, and that are being
    /// fetched.
    known_gang: Signal<Local, Bits<N>>,
    empty: Signal<Local, Bits<N>>,
    on_its_way: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
}

impl<const N: usize, const S: usize, const E: usize, const ES: usize> Logic for Status<N, S, E, ES> {
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for s in 0..S {
                self.go[s].next = self.none.val();
                if !self.busy[s].val() {
                    self.go[s].next = self.filled[s].val() & self.ready[s].val() & !self.held[s].val();
                }
            }
            for e in 0..E {
                self.unfit.next = self.none.val();
                self.known_gang.next = self.none.val();
                self.empty.next = self.none.val();
                self.on_its_way.next = self.none.val();
                for s in 0..S {
                    self.unfit.next = self.unfit.val() | (self.member[e * n + s].val() & !self.go[s].val());
                    self.known_gang.next = self.known_gang.val() | (self.member[e * n + s].val() & self.known[s].val());
                    self.empty.next = self.empty.val() | (self.member[e * n + s].val() & !self.filled[s].val());
                    self.on_its_way.next =
                        self.on_its_way.val() | (self.member[e * n + s].val() & self.fetching[s].val());
                }
                self.issue_gang[e].next = self.known_gang.val() & !self.unfit.val();
                self.fetch_gang[e].next = self.known_gang.val() & self.empty.val() & !self.on_its_way.val();
            }
            for s in 0..S {
                self.issue_alone[s].next = self.alone[s].val() & self.go[s].val();
                self.fetch_alone[s].next =
                    self.alone[s].val() & self.known[s].val() & !self.filled[s].val() & !self.fetching[s].val();
            }
        }
    }
}
