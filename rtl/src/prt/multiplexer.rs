//! The multiplexer: many streams into one (IV.B).

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Join, Resettable};

/// The multiplexer: takes up to `W` of `T` streams, in cyclic order after the stream taken last, while there is room.
#[derive(LogicBlock, Default)]
pub struct Multiplexer<const T: usize, const W: usize, const N: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub eligible: Array<Signal<In, Bit>, T>,
    /// The first free place of the buffer, one-hot; none is free behind a full one.
    pub tail: Signal<In, Bits<N>>,
    pub take: Signal<Out, Bits<T>>,
    /// For each output, the stream that is taken, one-hot.
    pub pick: Array<Signal<Out, Bits<T>>, W>,
    /// Mask of the streams with a higher number than the stream taken last; zero after the last stream, and after a reset.
    later: Resettable<Bits<T>>,
    left: Signal<Local, Bits<T>>,
    first: Signal<Local, Bits<T>>,
    picked: Signal<Local, Bits<T>>,
    taken: Signal<Local, Bits<T>>,
    place: Signal<Local, Bits<N>>,
    none: Number<T, 0>,
    one: Number<T, 1>,
    next_place: Number<N, 1>,
    gathered: Join<Bit, T, T>,
}

impl<const T: usize, const W: usize, const N: usize> Logic for Multiplexer<T, W, N> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, later);
        self.later.reset.next = self.reset.val();
        self.later.d.next = self.later.q.val();
        for p in 0..T {
            self.gathered.d[p].next = self.eligible[p].val();
        }
        self.left.next = self.gathered.q.val();
        self.taken.next = self.none.val();
        self.place.next = self.tail.val();
        for k in 0..W {
            self.first.next = self.left.val() & self.later.q.val();
            if !self.first.val().any() {
                self.first.next = self.left.val();
            }
            self.picked.next = self.none.val();
            if self.place.val().any() {
                self.picked.next = self.first.val() & (!self.first.val() + self.one.val());
            }
            if self.picked.val().any() {
                self.later.d.next = !(self.picked.val() << self.one.val()) + self.one.val();
            }
            self.pick[k].next = self.picked.val();
            self.taken.next = self.taken.val() | self.picked.val();
            self.left.next = self.left.val() & !self.picked.val();
            self.place.next = self.place.val() << self.next_place.val();
        }
        self.take.next = self.taken.val();
    }
}
