//! The entry of the buffer that is offered: the oldest one that waits for no register.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Numbers, Powers};
use crate::primitive::Join;

/// Selects the oldest of the partitions' oldest entries that wait for nothing, and shows what leaves.
#[derive(LogicBlock, Default)]
pub struct Select<const T: usize, const N: usize, const A: usize, const PB: usize, const VB: usize, const OB: usize> {
    /// For each partition, whether its oldest entry waits for nothing, and mask of the partitions whose oldest entry is older.
    pub free: Array<Signal<In, Bit>, T>,
    pub older: Array<Signal<In, Bits<T>>, T>,
    /// For each partition, the rows of its oldest entry and of its third, the place of its second, one-hot, and mask of the places from the
    /// oldest on.
    pub first: Array<Signal<In, Bits<A>>, T>,
    pub third: Array<Signal<In, Bits<A>>, T>,
    pub second: Array<Signal<In, Bits<N>>, T>,
    pub from: Array<Signal<In, Bits<N>>, T>,
    pub word: Array<Signal<In, Bits<OB>>, T>,
    pub vl: Array<Signal<In, Bits<VB>>, T>,
    pub issue_ready: Signal<In, Bit>,
    /// Whether there is an entry to offer.
    pub any: Signal<Out, Bit>,
    /// The rows of the selected entry, and of the third of its partition.
    pub row: Signal<Out, Bits<A>>,
    pub its_third: Signal<Out, Bits<A>>,
    pub partition: Signal<Out, Bits<PB>>,
    pub its_word: Signal<Out, Bits<OB>>,
    pub its_vl: Signal<Out, Bits<VB>>,
    /// The partition whose oldest entry leaves, one-hot, and mask of the places that take the entry behind them; zero if none.
    pub leaves: Signal<Out, Bits<T>>,
    pub moves: Signal<Out, Bits<N>>,
    /// Mask of the partitions whose oldest entry is older than the second of the selected partition.
    pub overtakes: Signal<Out, Bits<T>>,
    all_free: Join<Bit, T, T>,
    selected: Signal<Local, Bits<T>>,
    row_of: Signal<Local, Bits<A>>,
    its_second: Signal<Local, Bits<N>>,
    its_from: Signal<Local, Bits<N>>,
    third_of: Signal<Local, Bits<A>>,
    number: Signal<Local, Bits<PB>>,
    word_of: Signal<Local, Bits<OB>>,
    vl_of: Signal<Local, Bits<VB>>,
    passed: Join<Bit, T, T>,
    no_partition: Number<T, 0>,
    none: Number<N, 0>,
    no_row: Number<A, 0>,
    no_number: Number<PB, 0>,
    no_word: Number<OB, 0>,
    no_vl: Number<VB, 0>,
    name: Numbers<PB, T>,
    bit: Powers<T, T>,
}

impl<const T: usize, const N: usize, const A: usize, const PB: usize, const VB: usize, const OB: usize> Logic
    for Select<T, N, A, PB, VB, OB>
{
    #[hdl_gen]
    fn update(&mut self) {
        for p in 0..T {
            self.all_free.d[p].next = self.free[p].val();
        }
        self.any.next = self.all_free.q.val().any();
        self.selected.next = self.no_partition.val();
        self.row_of.next = self.no_row.val();
        self.its_second.next = self.none.val();
        self.third_of.next = self.no_row.val();
        self.its_from.next = self.none.val();
        self.number.next = self.no_number.val();
        self.word_of.next = self.no_word.val();
        self.vl_of.next = self.no_vl.val();
        for p in 0..T {
            if self.free[p].val() & !(self.older[p].val() & self.all_free.q.val()).any() {
                self.selected.next = self.selected.val() | self.bit[p].val();
                self.row_of.next = self.row_of.val() | self.first[p].val();
                self.its_second.next = self.its_second.val() | self.second[p].val();
                self.third_of.next = self.third_of.val() | self.third[p].val();
                self.its_from.next = self.its_from.val() | self.from[p].val();
                self.number.next = self.number.val() | self.name[p].val();
                self.word_of.next = self.word_of.val() | self.word[p].val();
                self.vl_of.next = self.vl_of.val() | self.vl[p].val();
            }
        }
        self.row.next = self.row_of.val();
        self.its_third.next = self.third_of.val();
        self.partition.next = self.number.val();
        self.its_word.next = self.word_of.val();
        self.its_vl.next = self.vl_of.val();
        for p in 0..T {
            self.passed.d[p].next = (self.its_second.val() & self.from[p].val()).any();
        }
        self.overtakes.next = self.passed.q.val();
        self.leaves.next = self.no_partition.val();
        self.moves.next = self.none.val();
        if self.issue_ready.val() {
            self.leaves.next = self.selected.val();
            self.moves.next = self.its_from.val();
        }
    }
}
