//! The multiplexer: many streams into one (IV.B).

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Powers};
use crate::primitive::{Join, Resettable};

/// A round-robin arbiter of instruction streams: grants up to `W` of `T` streams a turn in each
/// cycle, in cyclic order after the stream that had the last one, while there is room. The
/// instruction of a stream that has a turn is taken unless it is refused for a register.
#[derive(LogicBlock, Default)]
pub struct Multiplexer<const T: usize, const W: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// For each stream, whether it offers an operation of the table, and whether the registers of
    /// what it offers are its partition's.
    pub offers: Array<Signal<In, Bit>, T>,
    pub legal: Array<Signal<In, Bit>, T>,
    /// For each output, whether the buffer has room for it and those before it.
    pub room: Array<Signal<In, Bit>, W>,
    pub take: Signal<Out, Bits<T>>,
    /// For each output, the stream that has a turn, one-hot.
    pub pick: Array<Signal<Out, Bits<T>>, W>,
    /// For each stream, mask of those that come before it in this cycle's order.
    pub before: Array<Signal<Out, Bits<T>>, T>,
    /// Mask of the streams with a higher number than the stream that had the last turn; zero after
    /// the last stream, and after a reset.
    later: Resettable<Bits<T>>,
    ahead: Array<Signal<Local, Bits<T>>, T>,
    left: Signal<Local, Bits<T>>,
    picked: Signal<Local, Bits<T>>,
    turns: Signal<Local, Bits<T>>,
    none: Number<T, 0>,
    one: Number<T, 1>,
    stream: Powers<T, T>,
    all_offers: Join<Bit, T, T>,
    all_legal: Join<Bit, T, T>,
}

impl<const T: usize, const W: usize> Logic for Multiplexer<T, W> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, later);
        self.later.reset.next = self.reset.val();
        self.later.d.next = self.later.q.val();
        for p in 0..T {
            self.all_offers.d[p].next = self.offers[p].val();
            self.all_legal.d[p].next = self.legal[p].val();
            // those with a lower number, of the later ones or behind them
            self.ahead[p].next = self.later.q.val() | (self.stream[p].val() - self.one.val());
            if (self.later.q.val() & self.stream[p].val()).any() {
                self.ahead[p].next = self.later.q.val() & (self.stream[p].val() - self.one.val());
            }
            self.before[p].next = self.ahead[p].val();
        }
        self.left.next = self.all_offers.q.val();
        self.turns.next = self.none.val();
        for k in 0..W {
            self.picked.next = self.none.val();
            for p in 0..T {
                if (self.left.val() & self.stream[p].val()).any()
                    & !(self.left.val() & self.ahead[p].val()).any()
                    & self.room[k].val()
                {
                    self.picked.next = self.picked.val() | self.stream[p].val();
                    self.later.d.next = !((self.stream[p].val() << self.one.val()) - self.one.val());
                }
            }
            self.pick[k].next = self.picked.val();
            self.turns.next = self.turns.val() | self.picked.val();
            self.left.next = self.left.val() & !self.picked.val();
        }
        self.take.next = self.turns.val() & self.all_legal.q.val();
    }
}
