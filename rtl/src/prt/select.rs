//! The entry of the buffer that is offered: the oldest one that waits for no register.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Numbers, Places, Powers};
use crate::primitive::Join;

/// The oldest entry of each partition, one-hot and as a number.
/// `owner` has the partitions of all entries: bit k of word b is bit b of entry k's partition.
#[derive(LogicBlock, Default)]
pub struct Oldest<const T: usize, const N: usize, const A: usize, const PB: usize> {
    pub valid: Signal<In, Bits<N>>,
    pub owner: Array<Signal<In, Bits<N>>, PB>,
    pub oldest: Array<Signal<Out, Bits<N>>, T>,
    pub at: Array<Signal<Out, Bits<A>>, T>,
    own: Signal<Local, Bits<N>>,
    lowest: Signal<Local, Bits<N>>,
    place: Signal<Local, Bits<A>>,
    one: Number<N, 1>,
    name: Numbers<PB, T>,
    bit: Powers<PB, PB>,
    zero: Number<A, 0>,
    places: Places<N, A>,
    place_bit: Powers<A, A>,
}

impl<const T: usize, const N: usize, const A: usize, const PB: usize> Logic for Oldest<T, N, A, PB> {
    #[hdl_gen]
    fn update(&mut self) {
        for p in 0..T {
            self.own.next = self.valid.val();
            for b in 0..PB {
                if (self.name[p].val() & self.bit[b].val()).any() {
                    self.own.next = self.own.val() & self.owner[b].val();
                } else {
                    self.own.next = self.own.val() & !self.owner[b].val();
                }
            }
            self.lowest.next = self.own.val() & (!self.own.val() + self.one.val());
            self.oldest[p].next = self.lowest.val();
            self.place.next = self.zero.val();
            for j in 0..A {
                if (self.lowest.val() & self.places[j].val()).any() {
                    self.place.next = self.place.val() | self.place_bit[j].val();
                }
            }
            self.at[p].next = self.place.val();
        }
    }
}

/// Selects the oldest of the partitions' oldest entries that do not wait, with the fields that depend on its partition.
#[derive(LogicBlock, Default)]
pub struct Select<const T: usize, const N: usize, const A: usize, const PB: usize, const VB: usize, const ORB: usize> {
    pub oldest: Array<Signal<In, Bits<N>>, T>,
    pub waits: Array<Signal<In, Bit>, T>,
    pub kinds: Array<Signal<In, Bits<8>>, T>,
    pub registers: Array<Signal<In, Bits<ORB>>, T>,
    pub vl: Array<Signal<In, Bits<VB>>, T>,
    /// The selected entry, one-hot; zero if there is none.
    pub entry: Signal<Out, Bits<N>>,
    pub at: Signal<Out, Bits<A>>,
    pub partition: Signal<Out, Bits<PB>>,
    pub its_kinds: Signal<Out, Bits<8>>,
    pub its_registers: Signal<Out, Bits<ORB>>,
    pub its_vl: Signal<Out, Bits<VB>>,
    free: Signal<Local, Bits<N>>,
    first: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
    one: Number<N, 1>,
    name: Numbers<PB, T>,
    places: Places<N, A>,
    encode: Join<Bit, A, A>,
}

impl<const T: usize, const N: usize, const A: usize, const PB: usize, const VB: usize, const ORB: usize> Logic
    for Select<T, N, A, PB, VB, ORB>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.free.next = self.none.val();
        for p in 0..T {
            if !self.waits[p].val() {
                self.free.next = self.free.val() | self.oldest[p].val();
            }
        }
        self.first.next = self.free.val() & (!self.free.val() + self.one.val());
        self.entry.next = self.first.val();
        for j in 0..A {
            self.encode.d[j].next = (self.first.val() & self.places[j].val()).any();
        }
        self.at.next = self.encode.q.val();
        self.partition.next = self.name[0].val();
        self.its_kinds.next = self.kinds[0].val();
        self.its_registers.next = self.registers[0].val();
        self.its_vl.next = self.vl[0].val();
        for p in 1..T {
            if (self.first.val() & self.oldest[p].val()).any() {
                self.partition.next = self.name[p].val();
                self.its_kinds.next = self.kinds[p].val();
                self.its_registers.next = self.registers[p].val();
                self.its_vl.next = self.vl[p].val();
            }
        }
    }
}
