//! The choice of the set that is considered for re-forming (4.5).

use rust_hdl::prelude::*;

use super::turn::Turn;
use crate::number::Number;
use crate::primitive::Split;

/// The sets that hold two units (gangs or singletons) or more, a bit each of `N`. The words of
/// `member` and `alone` come side by side.
#[derive(LogicBlock, Default)]
pub struct Crowd<const N: usize, const S: usize, const E: usize, const ES: usize, const ALL: usize, const EACH: usize> {
    pub member: Signal<In, Bits<ALL>>,
    pub alone: Signal<In, Bits<EACH>>,
    pub crowd: Signal<Out, Bits<N>>,
    members: Split<Bits<N>, ES, ALL>,
    singletons: Split<Bits<N>, S, EACH>,
    gang: Signal<Local, Bits<N>>,
    one: Signal<Local, Bits<N>>,
    two: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
}

impl<const N: usize, const S: usize, const E: usize, const ES: usize, const ALL: usize, const EACH: usize> Logic
    for Crowd<N, S, E, ES, ALL, EACH>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.members.d.next = self.member.val();
        self.singletons.d.next = self.alone.val();
        self.one.next = self.none.val();
        self.two.next = self.none.val();
        for n in S..(S + 1) {
            for e in 0..E {
                self.gang.next = self.none.val();
                for s in 0..S {
                    self.gang.next = self.gang.val() | self.members.q[e * n + s].val();
                }
                self.two.next = self.two.val() | (self.one.val() & self.gang.val());
                self.one.next = self.one.val() | self.gang.val();
            }
        }
        for s in 0..S {
            self.two.next = self.two.val() | (self.one.val() & self.singletons.q[s].val());
            self.one.next = self.one.val() | self.singletons.q[s].val();
        }
        self.crowd.next = self.two.val();
    }
}

/// A round-robin selector of the set that is considered for re-forming: the first, in cyclic order,
/// of the sets that hold two units or more (4.5).
#[derive(LogicBlock, Default)]
pub struct Select<const N: usize, const LB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub crowd: Signal<In, Bits<N>>,
    pub at: Signal<Out, Bits<N>>,
    order: Turn<N, LB>,
    among: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
}

impl<const N: usize, const LB: usize> Logic for Select<N, LB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, order);
        self.order.reset.next = self.reset.val();
        self.among.next = self.crowd.val() & self.order.turn.val();
        if !self.among.val().any() {
            self.among.next = self.crowd.val();
        }
        self.at.next = self.among.val() & (self.none.val() - self.among.val());
        self.order.goes.next = self.crowd.val().any();
        self.order.last.next = self.among.val() & (self.none.val() - self.among.val());
    }
}
