//! The stack buffer, which holds the context of one CTA until it is in shared memory (IV.A).

use rust_hdl::prelude::*;

use super::bank::StackPart;
use crate::array::Array;
use crate::number::{Number, Numbers, Powers};
use crate::primitive::{Join, Kept, Register, Resize, Slice, Split};

/// A pointer to the banks from which the next beat is read: the first of its `K` banks, and the
/// mask of its banks. It advances by `STEP` banks a beat, cyclically. In the first beat the header
/// stands in the place of the last banks of the row before the first: it starts at bank `FROM`.
#[derive(LogicBlock, Default)]
pub struct Window<
    const K: usize,
    const OB: usize,
    const STEP: usize,
    const REST: usize,
    const FROM: usize,
    const FIRST: usize,
> {
    pub clock: Signal<In, Clock>,
    pub restart: Signal<In, Bit>,
    pub advance: Signal<In, Bit>,
    pub from: Signal<Out, Bits<OB>>,
    pub banks: Signal<Out, Bits<K>>,
    first_from: Number<OB, FROM>,
    first_banks: Number<K, FIRST>,
    step: Number<OB, STEP>,
    rest: Number<OB, REST>,
    turn: Number<7, STEP>,
    back: Number<7, REST>,
    from_q: Register<Bits<OB>>,
    banks_q: Register<Bits<K>>,
}

impl<const K: usize, const OB: usize, const STEP: usize, const REST: usize, const FROM: usize, const FIRST: usize> Logic
    for Window<K, OB, STEP, REST, FROM, FIRST>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, from_q, banks_q);
        self.from_q.d.next = self.from_q.q.val();
        self.banks_q.d.next = self.banks_q.q.val();
        if self.advance.val() {
            self.from_q.d.next = self.from_q.q.val() + self.step.val();
            if self.from_q.q.val() >= self.rest.val() {
                self.from_q.d.next = self.from_q.q.val() - self.rest.val();
            }
            self.banks_q.d.next = (self.banks_q.q.val() << self.turn.val()) | (self.banks_q.q.val() >> self.back.val());
        }
        if self.restart.val() {
            self.from_q.d.next = self.first_from.val();
            self.banks_q.d.next = self.first_banks.val();
        }
        self.from.next = self.from_q.q.val();
        self.banks.next = self.banks_q.q.val();
    }
}

/// The stack buffer: a row has the stacks of `P` warps, numbered in `PB` bits, `N` words each (`M`
/// = 64 `N` bits), which fill `K` banks of `UM` bits, `J` for each warp (`KM` bits a row). The
/// first words of the context are kept beside it. `B` words are a beat (`BM` = 64 `B` bits), at
/// most a row. So the words of a beat, which extend into the next row, are in different banks, and
/// each bank shows its own row.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct StackBuffer<
    const N: usize, const M: usize, const B: usize, const BM: usize, const UM: usize, const J: usize, const P: usize,
    const PB: usize, const LOG_P: usize, const WB: usize, const LB: usize, const LINES: usize, const K: usize, const KM: usize, const OB: usize,
    const SHIFT: usize, const STEP: usize, const REST: usize, const FROM: usize, const FIRST: usize, const HEADER: usize,
    const MASK: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether copying begins in the next cycle, and whether it goes on if the handler copies.
    pub turn: Signal<In, Bit>,
    pub goes_on: Signal<In, Bit>,
    /// Whether the stack of a warp comes, and its number; with the first one comes the header.
    pub copying: Signal<In, Bit>,
    pub warp: Signal<In, Bits<WB>>,
    pub header: Signal<In, Bits<128>>,
    pub stack: Array<Signal<In, Bits<64>>, N>,
    /// Whether beats are written; whether the one that shows leaves.
    pub draining: Signal<In, Bit>,
    pub moves: Signal<In, Bit>,
    /// Whether the beat that shows is the last one, and the words of the last beat that belong to
    /// the context.
    pub last: Signal<In, Bit>,
    pub last_words: Signal<In, Bits<B>>,
    pub q: Array<Signal<Out, Bits<64>>, B>,
    advance: Signal<Local, Bit>,
    turned: Signal<Local, Bits<KM>>,
    whole_row: Number<SHIFT, KM>,
    unit: Number<SHIFT, UM>,
    doubled: Numbers<SHIFT, OB>,
    digit: Powers<OB, OB>,
    part: Numbers<PB, P>,
    in_row_mask: Number<SHIFT, MASK>,
    no_bank: Number<K, 0>,
    header_banks: Number<K, HEADER>,
    header_bits: Number<8, 128>,
    nothing: Number<64, 0>,
    no_word: Number<B, 0>,
    window: Window<K, OB, STEP, REST, FROM, FIRST>,
    /// Whether the first beat shows.
    first: Register<Bit>,
    header_q: Kept<Bits<128>>,
    wide_warp: Resize<WB, SHIFT>,
    line: Slice<SHIFT, LOG_P, LB>,
    in_row: Slice<SHIFT, 0, PB>,
    join_stack: Join<Bits<64>, N, M>,
    split_header: Split<Bits<J>, P, K>,
    split_leaves: Split<Bits<J>, P, K>,
    parts: Array<StackPart<J, UM, M, LB, LINES>, P>,
    join_row: Join<Bits<M>, P, KM>,
    beat: Resize<KM, BM>,
    wide_header: Resize<128, BM>,
    split_beat: Split<Bits<64>, B, BM>,
    belongs: Split<Bit, B, B>,
}

#[rustfmt::skip]
impl<
    const N: usize, const M: usize, const B: usize, const BM: usize, const UM: usize, const J: usize, const P: usize,
    const PB: usize, const LOG_P: usize, const WB: usize, const LB: usize, const LINES: usize, const K: usize, const KM: usize, const OB: usize,
    const SHIFT: usize, const STEP: usize, const REST: usize, const FROM: usize, const FIRST: usize, const HEADER: usize,
    const MASK: usize,
> Logic for StackBuffer<
    N, M, B, BM, UM, J, P, PB, LOG_P, WB, LB, LINES, K, KM, OB, SHIFT, STEP, REST, FROM, FIRST, HEADER, MASK,
>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, window, first, header_q);
        self.advance.next = self.draining.val() & self.moves.val();
        self.window.restart.next = !self.draining.val();
        self.window.advance.next = self.advance.val();
        self.first.d.next = self.first.q.val() & !self.advance.val();
        self.split_leaves.d.next = self.no_bank.val();
        if self.advance.val() {
            self.split_leaves.d.next = self.window.banks.val();
        }
        if !self.draining.val() {
            self.first.d.next = true;
        }
        // in, warp by warp
        self.wide_warp.d.next = self.warp.val();
        self.line.d.next = self.wide_warp.q.val();
        self.in_row.d.next = self.wide_warp.q.val() & self.in_row_mask.val();
        self.header_q.load.next = self.copying.val() & !self.warp.val().any();
        self.header_q.d.next = self.header.val();
        for j in 0..N {
            self.join_stack.d[j].next = self.stack[j].val();
        }
        self.split_header.d.next = self.header_banks.val();
        for p in 0..P {
            self.parts[p].clock.next = self.clock.val();
            self.parts[p].reset.next = self.reset.val();
            self.parts[p].turn.next = self.turn.val();
            self.parts[p].goes_on.next = self.goes_on.val();
            self.parts[p].here.next = self.in_row.q.val() == self.part[p].val();
            self.parts[p].line.next = self.line.q.val();
            self.parts[p].d.next = self.join_stack.q.val();
            self.parts[p].restart.next = !self.draining.val();
            self.parts[p].header.next = self.split_header.q[p].val();
            self.parts[p].leaves.next = self.split_leaves.q[p].val();
            self.join_row.d[p].next = self.parts[p].q.val();
        }
        // out, beat by beat: the row turns by as many banks as are before the beat
        self.turned.next = self.join_row.q.val();
        for k in 0..OB {
            if (self.window.from.val() & self.digit[k].val()).any() {
                self.turned.next = (self.turned.val() >> (self.unit.val() << self.doubled[k].val()))
                    | (self.turned.val() << (self.whole_row.val() - (self.unit.val() << self.doubled[k].val())));
            }
        }
        self.beat.d.next = self.turned.val();
        self.wide_header.d.next = self.header_q.q.val();
        self.split_beat.d.next = self.beat.q.val();
        if self.first.q.val() {
            self.split_beat.d.next = ((self.beat.q.val() >> self.header_bits.val()) << self.header_bits.val())
                | self.wide_header.q.val();
        }
        // what stands behind the end is of another context
        self.belongs.d.next = !self.no_word.val();
        if self.last.val() {
            self.belongs.d.next = self.last_words.val();
        }
        for j in 0..B {
            self.q[j].next = self.nothing.val();
            if self.belongs.q[j].val() {
                self.q[j].next = self.split_beat.q[j].val();
            }
        }
    }
}
