//! Splits (4.4): the classes of warps that stay together, and their entries.
//!
//! The block works on all sets at once, also on those without an event: the warps of a gang agree
//! on their PC, so it stays as it is. For the same reason two warps differ if just one of them
//! reports and moves; only if both report are their PCs compared, in the cycle in which they come.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Ignore, Registers};

/// Splits gangs into the classes of warps that stay together, and assigns their entries.
/// `IMPATIENT` and `GROUP` are 1 when gangs are split by memory divergence in that way, else 0;
/// `TS` is `S` in either case. `R` is `E - 1`, and `RE` is `R * E`. Element `e * S + s` of the
/// members is the gangs in entry e with a member in slice s.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Divide<
    const N: usize, const S: usize, const E: usize, const ES: usize, const SS: usize, const PB: usize, const IMPATIENT: usize, const GROUP: usize,
    const GE: usize, const TS: usize, const R: usize, const RE: usize,
> {
    pub clock: Signal<In, Clock>,
    pub member: Array<Signal<In, Bits<N>>, ES>,
    pub reported: Array<Signal<In, Bits<N>>, S>,
    pub ended: Array<Signal<In, Bits<N>>, S>,
    /// The warps that report a new PC; and the PCs that come in this cycle, and act in the next
    /// one.
    pub moved: Array<Signal<In, Bits<N>>, S>,
    pub pc: Array<Signal<In, Bits<PB>>, S>,
    /// The warps of gangs that are split: see [`MemorySplit`](super::memory_split::MemorySplit).
    pub torn: Array<Signal<In, Bits<N>>, TS>,
    pub after: Array<Signal<Out, Bits<N>>, ES>,
    /// Element `a * S + b`, a below b: whether the PCs that came in the last cycle differ.
    differ: Registers<Bit, SS>,
    not_differ: Array<Ignore<Bit>, SS>,
    /// Element `a * S + b`, a below b: warps a and b stay together.
    pair: Array<Signal<Local, Bits<N>>, SS>,
    not_pairs: Array<Ignore<Bits<N>>, SS>,
    /// Warps with a warp of their class above them, and below them. The lowest of a class leads it.
    leads: Array<Signal<Local, Bits<N>>, S>,
    follows: Array<Signal<Local, Bits<N>>, S>,
    apart: Signal<Local, Bits<N>>,
    /// Gangs whose entry goes to a class that is not ready.
    late: Array<Signal<Local, Bits<N>>, GE>,
    behind: Signal<Local, Bits<N>>,
    part: Signal<Local, Bits<N>>,
    /// Element `e * S + a`: the class that a leads gets entry e.
    gets: Array<Signal<Local, Bits<N>>, ES>,
    /// Entries that were free: element `r * E + e`, entry e is free, and r below it are. Leaders
    /// whose class has no entry yet, three at most.
    vacant: Array<Signal<Local, Bits<N>>, RE>,
    homeless: Array<Signal<Local, Bits<N>>, S>,
    /// Sets with more than r of these below.
    lower: Array<Signal<Local, Bits<N>>, R>,
    none: Number<N, 0>,
}

#[rustfmt::skip]
impl<
    const N: usize, const S: usize, const E: usize, const ES: usize, const SS: usize, const PB: usize, const IMPATIENT: usize, const GROUP: usize,
    const GE: usize, const TS: usize, const R: usize, const RE: usize,
> Logic for Divide<N, S, E, ES, SS, PB, IMPATIENT, GROUP, GE, TS, R, RE>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, differ);
        for n in S..(S + 1) {
            for s in 0..S {
                self.leads[s].next = self.none.val();
                self.follows[s].next = self.none.val();
            }
            // the classes
            for a in 0..S {
                for b in 0..S {
                    self.differ.d[a * n + b].next = false;
                    self.pair[a * n + b].next = self.none.val();
                    if a < b {
                        self.differ.d[a * n + b].next = self.pc[a].val() != self.pc[b].val();
                        for e in 0..E {
                            self.pair[a * n + b].next = self.pair[a * n + b].val()
                                | (self.member[e * n + a].val() & self.member[e * n + b].val());
                        }
                        self.apart.next = self.ended[a].val()
                            | self.ended[b].val()
                            | (self.moved[a].val() & !self.reported[b].val())
                            | (self.moved[b].val() & !self.reported[a].val());
                        if self.differ.q[a * n + b].val() {
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
                    self.not_differ[a * n + b].d.next = self.differ.q[a * n + b].val();
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
                            | (self.member[e * n + s].val() & self.leads[s].val() & self.torn[s].val());
                    }
                }
            }
            // the first class of a gang keeps its entry
            for e in 0..E {
                self.behind.next = self.none.val();
                for a in 0..S {
                    self.part.next = self.member[e * n + a].val() & self.leads[a].val();
                    for _i in 0..GROUP {
                        self.part.next = self.part.val() & (self.torn[a].val() | !self.late[e].val());
                    }
                    self.gets[e * n + a].next = self.part.val() & !self.behind.val();
                    self.behind.next = self.behind.val() | self.part.val();
                }
            }
            // the others take those that were free, in order
            for r in 0..R {
                self.lower[r].next = self.none.val();
            }
            for m in E..(E + 1) {
                for l in R..(R + 1) {
                    for e in 0..E {
                        self.part.next = !self.none.val();
                        for s in 0..S {
                            self.part.next = self.part.val() & !self.member[e * n + s].val();
                        }
                        for r in 0..R {
                            self.vacant[r * m + e].next = self.part.val() & !self.lower[r].val();
                            if 0 < r {
                                self.vacant[r * m + e].next = self.vacant[r * m + e].val() & self.lower[(r + l - 1) % l].val();
                            }
                        }
                        // from the highest down, since each takes the one below
                        for r in 0..R {
                            self.behind.next = self.part.val();
                            if r + 1 < l {
                                self.behind.next = self.part.val() & self.lower[(2 * l - 2 - r) % l].val();
                            }
                            self.lower[l - 1 - r].next = self.lower[l - 1 - r].val() | self.behind.val();
                        }
                    }
                    for a in 0..S {
                        self.homeless[a].next = self.leads[a].val();
                        for e in 0..E {
                            self.homeless[a].next = self.homeless[a].val() & !self.gets[e * n + a].val();
                        }
                    }
                    for a in 0..S {
                        for r in 0..R {
                            self.lower[r].next = self.none.val();
                            for b in 0..S {
                                if (b < a) & (r < 1) {
                                    self.lower[r].next = self.lower[r].val() | self.homeless[b].val();
                                }
                                for c in 0..S {
                                    if (b < a) & (c < b) & (0 < r) & (r < 2) {
                                        self.lower[r].next = self.lower[r].val() | (self.homeless[b].val() & self.homeless[c].val());
                                    }
                                }
                            }
                        }
                        for r in 0..R {
                            self.part.next = self.homeless[a].val() & !self.lower[r].val();
                            if 0 < r {
                                self.part.next = self.part.val() & self.lower[(r + l - 1) % l].val();
                            }
                            for e in 0..E {
                                self.gets[e * n + a].next = self.gets[e * n + a].val() | (self.part.val() & self.vacant[r * m + e].val());
                            }
                        }
                    }
                }
            }
            for e in 0..E {
                for b in 0..S {
                    self.after[e * n + b].next = self.gets[e * n + b].val();
                    for a in 0..S {
                        if a < b {
                            self.after[e * n + b].next = self.after[e * n + b].val() | (self.gets[e * n + a].val() & self.pair[a * n + b].val());
                        }
                    }
                }
            }
        }
    }
}
