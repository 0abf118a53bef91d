//! One source operand of the instruction register (4.1; decision D2).

use heddle_contract::lane::kind;
use rust_hdl::prelude::*;

use super::locate::Locate;
use super::map::BankMap;
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Adder, Join, Kept, Place, Resize, TwoRows};

/// The value of an operand that needs no register read, an immediate or a special value: a word, to
/// which each thread may add its position.
#[derive(LogicBlock, Default)]
pub struct Known<const WB: usize> {
    pub kind: Signal<In, Bits<2>>,
    pub index: Signal<In, Bits<8>>,
    pub imm: Signal<In, Bits<32>>,
    pub tid: Signal<In, Bits<16>>,
    pub warp: Signal<In, Bits<WB>>,
    pub word: Signal<Out, Bits<32>>,
    /// Whether each thread adds its position.
    pub moves: Signal<Out, Bit>,
    /// Whether the high word is all ones: a negative immediate.
    pub ones: Signal<Out, Bit>,
    immediate: Number<2, { kind::IMMEDIATE as usize }>,
    special: Number<2, { kind::SPECIAL as usize }>,
    position: Number<8, { kind::POSITION as usize }>,
    thread: Number<8, { kind::THREAD as usize }>,
    zero: Number<32, 0>,
    wide_tid: Resize<16, 32>,
    wide_warp: Resize<WB, 32>,
}

impl<const WB: usize> Logic for Known<WB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide_tid.d.next = self.tid.val();
        self.wide_warp.d.next = self.warp.val();
        self.word.next = self.imm.val();
        self.moves.next = false;
        self.ones.next = (self.kind.val() == self.immediate.val()) & self.imm.val().get_bit(31);
        if self.kind.val() == self.special.val() {
            self.word.next = self.wide_warp.q.val();
            if self.index.val() == self.position.val() {
                self.word.next = self.zero.val();
                self.moves.next = true;
            }
            if self.index.val() == self.thread.val() {
                self.word.next = self.wide_tid.q.val();
                self.moves.next = true;
            }
        }
    }
}

/// One source operand: captured when the instruction is accepted, computed for each bundle as it
/// enters the window.
#[derive(LogicBlock, Default)]
pub struct Source<
    const W: usize,
    const K: usize,
    const KB: usize,
    const LB: usize,
    const WB: usize,
    const RB: usize,
    const SB: usize,
    const RW: usize,
    const WM1: usize,
    const LOGW: usize,
    const STEP1: usize,
    const SKEW: usize,
> {
    pub clock: Signal<In, Clock>,
    pub accept: Signal<In, Bit>,
    pub kind: Signal<In, Bits<2>>,
    pub index: Signal<In, Bits<8>>,
    pub wide: Signal<In, Bit>,
    pub imm: Signal<In, Bits<32>>,
    pub warp: Signal<In, Bits<WB>>,
    pub tid: Signal<In, Bits<16>>,
    pub stride: Signal<In, Bits<RB>>,
    pub vector_base: Signal<In, Bits<RB>>,
    pub scalar_base: Signal<In, Bits<RB>>,
    /// The bundle's number, whether it is the first, and the position of the thread in each slot.
    pub bundle: Signal<In, Bits<RB>>,
    pub first: Signal<In, Bit>,
    pub position: Array<Signal<In, Bits<17>>, W>,
    /// Whether the operand reads the banks, and whether it does so twice.
    pub want: Signal<Out, Bit>,
    pub twice: Signal<Out, Bit>,
    /// Whether the operand is a scalar, and whether the first bundle has read it.
    pub scalar: Signal<Out, Bit>,
    pub held: Signal<Out, Bit>,
    pub slot: Signal<Out, Bits<SB>>,
    pub low_bank: Signal<Out, Bits<K>>,
    pub low_line: Signal<Out, Bits<LB>>,
    pub high_bank: Signal<Out, Bits<K>>,
    pub high_line: Signal<Out, Bits<LB>>,
    /// The value of the operand before any read.
    pub low: Signal<Out, Bits<RW>>,
    pub high: Signal<Out, Bits<RW>>,
    vector_kind: Number<2, { kind::VECTOR as usize }>,
    scalar_kind: Number<2, { kind::SCALAR as usize }>,
    zero: Number<RW, 0>,
    locate: Locate<RB, SB, WM1, LOGW, STEP1>,
    known: Known<WB>,
    is_vector: Kept<Bit>,
    is_scalar: Kept<Bit>,
    is_wide: Kept<Bit>,
    row: Kept<Bits<RB>>,
    row_more: Kept<Bits<RB>>,
    step: Kept<Bits<RB>>,
    in_slot: Kept<Bits<SB>>,
    word: Kept<Bits<32>>,
    moves: Kept<Bit>,
    ones: Kept<Bit>,
    bundle_rows: Signal<Local, Bits<RB>>,
    nowhere: Number<RB, 0>,
    low_parts: TwoRows<3, RB>,
    low_row: Adder<RB>,
    high_parts: TwoRows<4, RB>,
    high_row: Adder<RB>,
    moved: Array<Adder<17>, W>,
    moved_word: Array<Place<Bits<17>, 0, 32>, W>,
    low_map: BankMap<RB, K, KB, LB, SKEW>,
    high_map: BankMap<RB, K, KB, LB, SKEW>,
    gathered: Join<Bits<32>, W, RW>,
}

impl<
    const W: usize,
    const K: usize,
    const KB: usize,
    const LB: usize,
    const WB: usize,
    const RB: usize,
    const SB: usize,
    const RW: usize,
    const WM1: usize,
    const LOGW: usize,
    const STEP1: usize,
    const SKEW: usize,
> Logic for Source<W, K, KB, LB, WB, RB, SB, RW, WM1, LOGW, STEP1, SKEW>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, is_vector, is_scalar, is_wide, row, row_more, step, in_slot, word, moves, ones);
        // at acceptance
        self.locate.index.next = self.index.val();
        self.locate.scalar.next = self.kind.val() == self.scalar_kind.val();
        self.locate.stride.next = self.stride.val();
        self.locate.vector_base.next = self.vector_base.val();
        self.locate.scalar_base.next = self.scalar_base.val();
        self.known.kind.next = self.kind.val();
        self.known.index.next = self.index.val();
        self.known.imm.next = self.imm.val();
        self.known.tid.next = self.tid.val();
        self.known.warp.next = self.warp.val();
        self.is_vector.load.next = self.accept.val();
        self.is_scalar.load.next = self.accept.val();
        self.is_wide.load.next = self.accept.val();
        self.row.load.next = self.accept.val();
        self.row_more.load.next = self.accept.val();
        self.step.load.next = self.accept.val();
        self.in_slot.load.next = self.accept.val();
        self.word.load.next = self.accept.val();
        self.moves.load.next = self.accept.val();
        self.ones.load.next = self.accept.val();
        self.is_vector.d.next = self.kind.val() == self.vector_kind.val();
        self.is_scalar.d.next = self.kind.val() == self.scalar_kind.val();
        self.is_wide.d.next = self.wide.val();
        self.row.d.next = self.locate.row.val();
        self.row_more.d.next = self.locate.more.val();
        self.step.d.next = self.locate.step.val();
        self.in_slot.d.next = self.locate.slot.val();
        self.word.d.next = self.known.word.val();
        self.moves.d.next = self.known.moves.val();
        self.ones.d.next = self.known.ones.val();
        // for this bundle: a scalar is read by the first alone
        self.want.next = self.is_vector.q.val() | (self.is_scalar.q.val() & self.first.val());
        self.twice.next = self.is_wide.q.val();
        self.scalar.next = self.is_scalar.q.val();
        self.held.next = self.is_scalar.q.val() & !self.first.val();
        self.slot.next = self.in_slot.q.val();
        self.bundle_rows.next = self.nowhere.val();
        if self.is_vector.q.val() {
            self.bundle_rows.next = self.bundle.val();
        }
        self.low_parts.d[0].next = self.row.q.val();
        self.low_parts.d[1].next = self.row_more.q.val();
        self.low_parts.d[2].next = self.bundle_rows.val();
        self.low_row.a.next = self.low_parts.a.val();
        self.low_row.b.next = self.low_parts.b.val();
        self.low_row.carry.next = false;
        self.low_map.row.next = self.low_row.q.val();
        self.high_parts.d[0].next = self.row.q.val();
        self.high_parts.d[1].next = self.row_more.q.val();
        self.high_parts.d[2].next = self.step.q.val();
        self.high_parts.d[3].next = self.bundle_rows.val();
        self.high_row.a.next = self.high_parts.a.val();
        self.high_row.b.next = self.high_parts.b.val();
        self.high_row.carry.next = false;
        self.high_map.row.next = self.high_row.q.val();
        self.low_bank.next = self.low_map.bank.val();
        self.low_line.next = self.low_map.line.val();
        self.high_bank.next = self.high_map.bank.val();
        self.high_line.next = self.high_map.line.val();
        for w in 0..W {
            // what a thread adds its position to has 16 bits
            self.moved[w].a.next = self.word.q.val().get_bits::<17>(0);
            self.moved[w].b.next = self.position[w].val();
            self.moved[w].carry.next = false;
            self.moved_word[w].d.next = self.moved[w].q.val();
            self.gathered.d[w].next = self.word.q.val();
            if self.moves.q.val() {
                self.gathered.d[w].next = self.moved_word[w].q.val();
            }
        }
        self.low.next = self.gathered.q.val();
        self.high.next = self.zero.val();
        if self.ones.q.val() {
            self.high.next = !self.zero.val();
        }
    }
}
