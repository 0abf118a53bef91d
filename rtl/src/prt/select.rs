//! The entry of the buffer that is issued: the oldest one that can go.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Numbers, Powers};
use crate::primitive::Join;

/// The issue selector: selects the oldest of the partitions' oldest entries that can go, and drives
/// it on the issue port.
#[derive(LogicBlock, Default)]
pub struct Select<const T: usize, const N: usize, const A: usize, const PB: usize, const VB: usize, const OB: usize> {
    /// For each partition, whether its oldest entry can go, and mask of the partitions whose oldest
    /// entry is older.
    pub can_go: Array<Signal<In, Bit>, T>,
    pub older: Array<Signal<In, Bits<T>>, T>,
    /// For each partition, the row of its oldest entry, and mask of the places from where the
    /// oldest will be in the next cycle on.
    pub first: Array<Signal<In, Bits<A>>, T>,
    pub from: Array<Signal<In, Bits<N>>, T>,
    pub word: Array<Signal<In, Bits<OB>>, T>,
    pub vl: Array<Signal<In, Bits<VB>>, T>,
    /// Whether an entry is issued, which leaves.
    pub any: Signal<Out, Bit>,
    /// The row of the selected entry; its partition, word and vector length.
    pub row: Signal<Out, Bits<A>>,
    pub partition: Signal<Out, Bits<PB>>,
    pub its_word: Signal<Out, Bits<OB>>,
    pub its_vl: Signal<Out, Bits<VB>>,
    /// The partition whose oldest entry leaves, one-hot, and mask of the places that close up then;
    /// zero if none.
    pub its: Signal<Out, Bits<T>>,
    pub closes: Signal<Out, Bits<N>>,
    all: Join<Bit, T, T>,
    selected: Signal<Local, Bits<T>>,
    row_of: Signal<Local, Bits<A>>,
    its_from: Signal<Local, Bits<N>>,
    number: Signal<Local, Bits<PB>>,
    word_of: Signal<Local, Bits<OB>>,
    vl_of: Signal<Local, Bits<VB>>,
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
            self.all.d[p].next = self.can_go[p].val();
        }
        self.any.next = self.all.q.val().any();
        self.selected.next = self.no_partition.val();
        self.row_of.next = self.no_row.val();
        self.its_from.next = self.none.val();
        self.number.next = self.no_number.val();
        self.word_of.next = self.no_word.val();
        self.vl_of.next = self.no_vl.val();
        for p in 0..T {
            if self.can_go[p].val() & !(self.older[p].val() & self.all.q.val()).any() {
                self.selected.next = self.selected.val() | self.bit[p].val();
                self.row_of.next = self.row_of.val() | self.first[p].val();
                self.its_from.next = self.its_from.val() | self.from[p].val();
                self.number.next = self.number.val() | self.name[p].val();
                self.word_of.next = self.word_of.val() | self.word[p].val();
                self.vl_of.next = self.vl_of.val() | self.vl[p].val();
            }
        }
        self.row.next = self.row_of.val();
        self.partition.next = self.number.val();
        self.its_word.next = self.word_of.val();
        self.its_vl.next = self.vl_of.val();
        self.its.next = self.selected.val();
        self.closes.next = self.its_from.val();
    }
}
