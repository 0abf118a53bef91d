//! Splits (4.4): the classes of warps that stay together, and their entries.
//!
//! The block works on all sets at once, also on those without an event: the warps of a gang agree on their PC, so it stays as it is. For
//! the same reason two warps differ if just one of them reports and moves; only if both report are their PCs compared.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::Ignore;

/// Splits gangs into the classes of warps that stay together, and assigns their entries.
/// `IMPATIENT` and `GROUP` are 1 when gangs are split by memory divergence in that way, else 0; `TS` is `S` in either case. Arrays are those of
/// [`Gangs`](super::choose::Gangs).
#[derive(LogicBlock, Default)]
pub struct Divide<
    const N: usize,
    const S: usize,
    const E: usize,
    const ES: usize,
    const SS: usize,
    const PB: usize,
    const IMPATIENT: usize,
    const GROUP: usize,
    const GE: usize,
    const TS: usize,
> {
    pub member: Array<Signal<In, Bits<N>>, ES>,
    pub reported: Array<Signal<In, Bits<N>>, S>,
    pub ended: Array<Signal<In, Bits<N>>, S>,
    pub pc: Array<Signal<In, Bits<PB>>, S>,
    /// For each slice, whether the PC that it reports is a new one.
    pub moved: Array<Signal<In, Bit>, S>,
    /// The warps of gangs that are split: see [`MemorySplit`](super::memory_split::MemorySplit).
    pub torn: Array<Signal<In, Bits<N>>, TS>,
    pub after: Array<Signal<Out, Bits<N>>, ES>,
    stays: Array<Signal<Local, Bits<N>>, ES>,
    moves: Array<Signal<Local, Bits<N>>, S>,
    /// Element `a * S + b`, a below b: warps a and b stay together.
    pair: Array<Signal<Local, Bits<N>>, SS>,
    not_pairs: Array<Ignore<Bits<N>>, SS>,
    /// Warps with a warp of their class above them, and below them. The lowest of a class leads it.
    leads: Array<Signal<Local, Bits<N>>, S>,
    follows: Array<Signal<Local, Bits<N>>, S>,
    apart: Signal<Local, Bits<N>>,
    /// Entries that a class of their gang keeps, and entries that were free and are still free.
    kept: Array<Signal<Local, Bits<N>>, E>,
    free: Array<Signal<Local, Bits<N>>, E>,
    /// Gangs whose entry goes to a class that is not ready.
    late: Array<Signal<Local, Bits<N>>, GE>,
    /// Leaders whose class has no entry yet, and the entry that it gets.
    homeless: Signal<Local, Bits<N>>,
    gets: Array<Signal<Local, Bits<N>>, E>,
    none: Number<N, 0>,
}

impl<
    const N: usize,
    const S: usize,
    const E: usize,
    const ES: usize,
    const SS: usize,
    const PB: usize,
    const IMPATIENT: usize,
    const GROUP: usize,
    const GE: usize,
    const TS: usize,
> Logic for Divide<N, S, E, ES, SS, PB, IMPATIENT, GROUP, GE, TS>
{
    #[hdl_gen]
    fn update(&mut self) {
        for n in S..(S + 1) {
            for s in 0..S {
                self.leads[s].next = self.none.val();
                self.follows[s].next = self.none.val();
                self.moves[s].next = self.none.val();
                if self.moved[s].val() {
                    self.moves[s].next = self.reported[s].val();
                }
            }
            for e in 0..E {
                self.free[e].next = !self.none.val();
                self.kept[e].next = self.none.val();
                for s in 0..S {
                    self.free[e].next = self.free[e].val() & !self.member[e * n + s].val();
                    self.stays[e * n + s].next = self.member[e * n + s].val() & !self.ended[s].val();
                    self.after[e * n + s].next = self.none.val();
                }
            }
            // the classes
            for a in 0..S {
                for b in 0..S {
                    self.pair[a * n + b].next = self.none.val();
                    if a < b {
                        for e in 0..E {
                            self.pair[a * n + b].next = self.pair[a * n + b].val()
                                | (self.stays[e * n + a].val() & self.stays[e * n + b].val());
                        }
                        self.apart.next = (self.moves[a].val() & !self.reported[b].val())
                            | (self.moves[b].val() & !self.reported[a].val());
                        if self.pc[a].val() != self.pc[b].val() {
                            self.apart.next = self.apart.val() | (self.reported[a].val() & self.reported[b].val());
                        }
                        for _i in 0..IMPATIENT {
                            self.apart.next = self.apart.val() | self.torn[a].val();
                        }
                        for _i in 0..GROUP {
                            self.apart.next = self.apart.val() | (self.torn[a].val() ^ self.torn[b].val());
                        }
                        self.pair[a * n + b].next = self.pair[a * n + b].val() & !self.apart.val();
                        self.leads[a].next = self.leads[a].val() | self.pair[a * n + b].val();
                        self.follows[b].next = self.follows[b].val() | self.pair[a * n + b].val();
                    }
                    self.not_pairs[a * n + b].d.next = self.pair[a * n + b].val();
                }
            }
            for s in 0..S {
                self.leads[s].next = self.leads[s].val() & !self.follows[s].val();
            }
            for _i in 0..GROUP {
                for e in 0..E {
                    self.late[e].next = self.none.val();
                    for s in 0..S {
                        self.late[e].next = self.late[e].val()
                            | (self.stays[e * n + s].val() & self.leads[s].val() & self.torn[s].val());
                    }
                }
            }
            // their entries
            for a in 0..S {
                self.homeless.next = self.leads[a].val();
                for e in 0..E {
                    self.gets[e].next = self.stays[e * n + a].val() & self.leads[a].val() & !self.kept[e].val();
                    for _i in 0..GROUP {
                        self.gets[e].next = self.gets[e].val() & (self.torn[a].val() | !self.late[e].val());
                    }
                    self.kept[e].next = self.kept[e].val() | self.gets[e].val();
                    self.homeless.next = self.homeless.val() & !self.gets[e].val();
                }
                for e in 0..E {
                    self.gets[e].next = self.gets[e].val() | (self.homeless.val() & self.free[e].val());
                    self.homeless.next = self.homeless.val() & !self.free[e].val();
                    self.free[e].next = self.free[e].val() & !self.gets[e].val();
                    self.after[e * n + a].next = self.after[e * n + a].val() | self.gets[e].val();
                    for b in 0..S {
                        if a < b {
                            self.after[e * n + b].next =
                                self.after[e * n + b].val() | (self.gets[e].val() & self.pair[a * n + b].val());
                        }
                    }
                }
            }
        }
    }
}
