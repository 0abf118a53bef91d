//! The stack buffer, which holds the context of one CTA until it is in shared memory (IV.A).

use rust_hdl::prelude::*;

use super::bank::BeatBanks;
use crate::array::Array;
use crate::number::{Number, Numbers};
use crate::primitive::{Join, Kept, Resize, Slice, Split};

/// Rotates a warp's `N` words (`M` = 64 `N` bits) to their banks.
/// There are `K` banks, `KM` = 64 `K` bits a row, numbered in `LK` bits; `SHIFT` = `LK` + 7 bits can shift a whole row
/// out. `STACK` has a one for each word.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Turned<
    const N: usize, const M: usize, const K: usize, const KM: usize, const LK: usize, const SHIFT: usize, const STACK: usize,
> {
    pub write: Signal<In, Bit>,
    /// Whether the header comes with this warp.
    pub first: Signal<In, Bit>,
    pub header: Signal<In, Bits<128>>,
    pub stack: Array<Signal<In, Bits<64>>, N>,
    /// The bank of the warp's first word.
    pub bank: Signal<In, Bits<LK>>,
    pub row: Signal<Out, Bits<KM>>,
    /// Masks of the banks that are written, in the row of the first word and in the next one.
    pub here: Signal<Out, Bits<K>>,
    pub beyond: Signal<Out, Bits<K>>,
    rest: Signal<Local, Bits<SHIFT>>,
    nothing: Number<KM, 0>,
    nowhere: Number<K, 0>,
    stack_banks: Number<K, STACK>,
    header_banks: Number<K, 3>,
    banks: Number<SHIFT, K>,
    log_word: Number<3, 6>,
    join_stack: Join<Bits<64>, N, M>,
    wide_stack: Resize<M, KM>,
    wide_header: Resize<128, KM>,
    places: Resize<LK, SHIFT>,
}

#[rustfmt::skip]
impl<
    const N: usize, const M: usize, const K: usize, const KM: usize, const LK: usize, const SHIFT: usize, const STACK: usize,
> Logic for Turned<N, M, K, KM, LK, SHIFT, STACK>
{
    #[hdl_gen]
    fn update(&mut self) {
        for j in 0..N {
            self.join_stack.d[j].next = self.stack[j].val();
        }
        self.wide_stack.d.next = self.join_stack.q.val();
        self.wide_header.d.next = self.header.val();
        self.places.d.next = self.bank.val();
        self.rest.next = self.banks.val() - self.places.q.val();
        self.row.next = self.nothing.val();
        self.here.next = self.nowhere.val();
        self.beyond.next = self.nowhere.val();
        if self.write.val() {
            self.here.next = self.stack_banks.val() << self.places.q.val();
            self.beyond.next = self.stack_banks.val() >> self.rest.val();
            self.row.next = (self.wide_stack.q.val() << (self.places.q.val() << self.log_word.val()))
                | (self.wide_stack.q.val() >> (self.rest.val() << self.log_word.val()));
            if self.first.val() {
                self.here.next = self.here.val() | self.header_banks.val();
                self.row.next = self.row.val() | self.wide_header.q.val();
            }
        }
    }
}

/// The stack buffer: a memory for each bank, with word `a` of the context in bank `a` modulo `K`.
/// A warp's words thereby are in different banks, and so are those of a beat. `B` words are a beat (`BM` = 64 `B`
/// bits), 2 to the power of `LB`; `G` beats are a row. Words are numbered in `A` bits, rows in `RB`, beats of a row in
/// `GB`, and those of the context in `TB`.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct StackBuffer<
    const N: usize, const M: usize, const K: usize, const KM: usize, const LK: usize, const SHIFT: usize, const STACK: usize,
    const B: usize, const BM: usize, const LB: usize, const G: usize, const GB: usize, const A: usize, const ROWS: usize,
    const RB: usize, const TB: usize,
> {
    pub clock: Signal<In, Clock>,
    /// Whether copying begins in the next cycle.
    pub turn: Signal<In, Bit>,
    pub copying: Signal<In, Bit>,
    pub first: Signal<In, Bit>,
    pub header: Signal<In, Bits<128>>,
    pub stack: Array<Signal<In, Bits<64>>, N>,
    pub beat: Signal<In, Bits<TB>>,
    pub q: Array<Signal<Out, Bits<64>>, B>,
    chosen: Signal<Local, Bits<BM>>,
    nothing: Number<64, 0>,
    after_header: Number<A, 2>,
    words: Number<A, N>,
    log_beat: Number<3, LB>,
    no_word: Number<B, 0>,
    one_row: Number<RB, 1>,
    group: Numbers<GB, G>,
    /// The first word of the next warp; after the last one, the end of the context.
    at: Kept<Bits<A>>,
    bank: Slice<A, 0, LK>,
    row: Slice<A, LK, RB>,
    turned: Turned<N, M, K, KM, LK, SHIFT, STACK>,
    split_row: Split<Bits<BM>, G, KM>,
    split_here: Split<Bits<B>, G, K>,
    split_beyond: Split<Bits<B>, G, K>,
    banks: Array<BeatBanks<B, BM, RB, ROWS>, G>,
    beats: Resize<TB, A>,
    read_row: Slice<A, LK, RB>,
    read_group: Slice<A, LB, GB>,
    split_beat: Split<Bits<64>, B, BM>,
    belongs: Split<Bit, B, B>,
}

#[rustfmt::skip]
impl<
    const N: usize, const M: usize, const K: usize, const KM: usize, const LK: usize, const SHIFT: usize, const STACK: usize,
    const B: usize, const BM: usize, const LB: usize, const G: usize, const GB: usize, const A: usize, const ROWS: usize,
    const RB: usize, const TB: usize,
> Logic for StackBuffer<N, M, K, KM, LK, SHIFT, STACK, B, BM, LB, G, GB, A, ROWS, RB, TB>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, at);
        // in, warp by warp
        self.at.load.next = self.turn.val() | self.copying.val();
        self.at.d.next = self.after_header.val();
        if self.copying.val() {
            self.at.d.next = self.at.q.val() + self.words.val();
        }
        self.bank.d.next = self.at.q.val();
        self.row.d.next = self.at.q.val();
        self.turned.write.next = self.copying.val();
        self.turned.first.next = self.first.val();
        self.turned.header.next = self.header.val();
        for j in 0..N {
            self.turned.stack[j].next = self.stack[j].val();
        }
        self.turned.bank.next = self.bank.q.val();
        self.split_row.d.next = self.turned.row.val();
        self.split_here.d.next = self.turned.here.val();
        self.split_beyond.d.next = self.turned.beyond.val();
        // out, beat by beat
        self.beats.d.next = self.beat.val();
        self.read_row.d.next = self.beats.q.val() << self.log_beat.val();
        self.read_group.d.next = self.beats.q.val() << self.log_beat.val();
        self.chosen.next = self.banks[0].q.val();
        for g in 0..G {
            self.banks[g].clock.next = self.clock.val();
            self.banks[g].here.next = self.split_here.q[g].val();
            self.banks[g].beyond.next = self.split_beyond.q[g].val();
            self.banks[g].row.next = self.row.q.val();
            self.banks[g].next_row.next = self.row.q.val() + self.one_row.val();
            self.banks[g].d.next = self.split_row.q[g].val();
            self.banks[g].read_row.next = self.read_row.q.val();
            if self.read_group.q.val() == self.group[g].val() {
                self.chosen.next = self.banks[g].q.val();
            }
        }
        self.split_beat.d.next = self.chosen.val();
        // what stands behind the end is of another context
        self.belongs.d.next =
            !(!self.no_word.val() << (self.at.q.val() - (self.beats.q.val() << self.log_beat.val())));
        for j in 0..B {
            self.q[j].next = self.nothing.val();
            if self.belongs.q[j].val() {
                self.q[j].next = self.split_beat.q[j].val();
            }
        }
    }
}
