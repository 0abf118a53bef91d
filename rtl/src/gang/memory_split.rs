//! Memory divergence (4.4): the gangs that are split by it.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;

/// The warps of gangs that memory divergence splits, as words of sets: all of them, or with `GROUP`
/// those that are not ready after this cycle. `TEARS` is 0 when memory divergence splits nothing;
/// `TS` and `TES` are then 0 too, else `S` and `E * S`.
#[derive(LogicBlock, Default)]
pub struct MemorySplit<
    const N: usize,
    const S: usize,
    const E: usize,
    const TEARS: usize,
    const TS: usize,
    const TES: usize,
    const GROUP: usize,
> {
    pub member: Array<Signal<In, Bits<N>>, TES>,
    pub ended: Array<Signal<In, Bits<N>>, TS>,
    pub woken: Array<Signal<In, Bits<N>>, TS>,
    pub ready: Array<Signal<In, Bits<N>>, TS>,
    /// For each slice, whether the waking warp waited for memory.
    pub memory: Array<Signal<In, Bit>, TS>,
    pub torn: Array<Signal<Out, Bits<N>>, TS>,
    stays: Array<Signal<Local, Bits<N>>, TEARS>,
    /// Gangs of which a member's memory instruction came back, and those of which a member is not
    /// ready.
    hit: Array<Signal<Local, Bits<N>>, TEARS>,
    late: Array<Signal<Local, Bits<N>>, TEARS>,
    none: Array<Number<N, 0>, TEARS>,
}

impl<
    const N: usize,
    const S: usize,
    const E: usize,
    const TEARS: usize,
    const TS: usize,
    const TES: usize,
    const GROUP: usize,
> Logic for MemorySplit<N, S, E, TEARS, TS, TES, GROUP>
{
    #[hdl_gen]
    fn update(&mut self) {
        for t in 0..TEARS {
            for n in S..(S + 1) {
                for s in 0..S {
                    self.torn[s].next = self.none[t].val();
                }
                for e in 0..E {
                    self.hit[t].next = self.none[t].val();
                    self.late[t].next = self.none[t].val();
                    for s in 0..S {
                        self.stays[t].next = self.member[e * n + s].val() & !self.ended[s].val();
                        if self.memory[s].val() {
                            self.hit[t].next = self.hit[t].val() | (self.stays[t].val() & self.woken[s].val());
                        }
                        self.late[t].next =
                            self.late[t].val() | (self.stays[t].val() & !(self.ready[s].val() | self.woken[s].val()));
                    }
                    for s in 0..S {
                        self.torn[s].next = self.torn[s].val()
                            | (self.member[e * n + s].val() & self.hit[t].val() & self.late[t].val());
                    }
                }
            }
        }
        for _i in 0..GROUP {
            for s in 0..S {
                self.torn[s].next = self.torn[s].val() & !(self.ready[s].val() | self.woken[s].val());
            }
        }
    }
}
