//! One source operand of every entry of the window: requests its banks and captures the words that
//! they read (3.7).

use rust_hdl::prelude::*;

use super::align::Align;
use crate::array::Array;
use crate::number::Number;
use crate::primitive::Shift;

/// One source operand of the `N` window entries: requests the banks and captures the words that
/// they read. A row is `W` words, `RW` bits.
#[derive(LogicBlock, Default)]
pub struct Operand<
    const W: usize,
    const K: usize,
    const LB: usize,
    const N: usize,
    const SB: usize,
    const RW: usize,
    const BUMP: usize,
> {
    pub clock: Signal<In, Clock>,
    pub leave: Signal<In, Bit>,
    pub taken: Array<Signal<In, Bit>, N>,
    /// Whether the operand of the bundle that enters requests a bank; its other fields follow.
    pub want: Signal<In, Bit>,
    pub twice: Signal<In, Bit>,
    pub scalar: Signal<In, Bit>,
    pub held: Signal<In, Bit>,
    pub slot: Signal<In, Bits<SB>>,
    pub low_bank: Signal<In, Bits<K>>,
    pub low_line: Signal<In, Bits<LB>>,
    pub high_bank: Signal<In, Bits<K>>,
    pub high_line: Signal<In, Bits<LB>>,
    pub low: Signal<In, Bits<RW>>,
    pub high: Signal<In, Bits<RW>>,
    /// Whether each entry requests a bank; bank, line and grant follow.
    pub request: Array<Signal<Out, Bit>, N>,
    pub bank: Array<Signal<Out, Bits<K>>, N>,
    pub line: Array<Signal<Out, Bits<LB>>, N>,
    pub grant: Array<Signal<In, Bit>, N>,
    /// For each bank, the row that was read in the last cycle.
    pub rows: Array<Signal<In, Bits<RW>>, K>,
    /// Whether the oldest entry has all its words.
    pub complete: Signal<Out, Bit>,
    /// The low words of the oldest entry's operand; the high words follow.
    pub low_words: Signal<Out, Bits<RW>>,
    pub high_words: Signal<Out, Bits<RW>>,
    wants: Shift<Bit, N>,
    more: Shift<Bit, N>,
    second: Shift<Bit, N>,
    banks: Shift<Bits<K>, N>,
    lines: Shift<Bits<LB>, N>,
    coming: Shift<Bit, N>,
    coming_high: Shift<Bit, N>,
    lows: Shift<Bits<RW>, N>,
    highs: Shift<Bits<RW>, N>,
    next_banks: Shift<Bits<K>, N>,
    next_lines: Shift<Bits<LB>, N>,
    scalars: Shift<Bit, N>,
    helds: Shift<Bit, N>,
    in_slots: Shift<Bits<SB>, N>,
    nothing: Number<RW, 0>,
    /// A narrow scalar's high word is that of an immediate: zero in every slot. A wide one lies in
    /// the odd slot.
    high_slot: Number<SB, BUMP>,
    low_align: Align<W, SB, RW>,
    high_align: Align<W, SB, RW>,
    from: Array<Signal<Local, Bits<K>>, N>,
    arriving: Array<Signal<Local, Bits<RW>>, N>,
}

impl<
    const W: usize,
    const K: usize,
    const LB: usize,
    const N: usize,
    const SB: usize,
    const RW: usize,
    const BUMP: usize,
> Logic for Operand<W, K, LB, N, SB, RW, BUMP>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, wants, more, second, banks, lines, coming, coming_high, lows, highs);
        clock!(self, clock, next_banks, next_lines, scalars, helds, in_slots, low_align, high_align);
        self.wants.leave.next = self.leave.val();
        self.more.leave.next = self.leave.val();
        self.second.leave.next = self.leave.val();
        self.banks.leave.next = self.leave.val();
        self.lines.leave.next = self.leave.val();
        self.coming.leave.next = self.leave.val();
        self.coming_high.leave.next = self.leave.val();
        self.lows.leave.next = self.leave.val();
        self.highs.leave.next = self.leave.val();
        self.next_banks.leave.next = self.leave.val();
        self.next_lines.leave.next = self.leave.val();
        self.scalars.leave.next = self.leave.val();
        self.helds.leave.next = self.leave.val();
        self.in_slots.leave.next = self.leave.val();
        for i in 0..N {
            self.wants.taken[i].next = self.taken[i].val();
            self.more.taken[i].next = self.taken[i].val();
            self.second.taken[i].next = self.taken[i].val();
            self.banks.taken[i].next = self.taken[i].val();
            self.lines.taken[i].next = self.taken[i].val();
            self.coming.taken[i].next = self.taken[i].val();
            self.coming_high.taken[i].next = self.taken[i].val();
            self.lows.taken[i].next = self.taken[i].val();
            self.highs.taken[i].next = self.taken[i].val();
            self.next_banks.taken[i].next = self.taken[i].val();
            self.next_lines.taken[i].next = self.taken[i].val();
            self.scalars.taken[i].next = self.taken[i].val();
            self.helds.taken[i].next = self.taken[i].val();
            self.in_slots.taken[i].next = self.taken[i].val();
            // what does not change while it waits
            self.banks.kept[i].next = self.banks.q[i].val();
            self.lines.kept[i].next = self.lines.q[i].val();
            self.next_banks.kept[i].next = self.next_banks.q[i].val();
            self.next_lines.kept[i].next = self.next_lines.q[i].val();
            self.scalars.kept[i].next = self.scalars.q[i].val();
            self.helds.kept[i].next = self.helds.q[i].val();
            self.in_slots.kept[i].next = self.in_slots.q[i].val();
        }
        // enter
        self.wants.entering.next = self.want.val();
        self.more.entering.next = self.twice.val();
        self.second.entering.next = false;
        self.banks.entering.next = self.low_bank.val();
        self.lines.entering.next = self.low_line.val();
        self.next_banks.entering.next = self.high_bank.val();
        self.next_lines.entering.next = self.high_line.val();
        self.coming.entering.next = false;
        self.coming_high.entering.next = false;
        self.lows.entering.next = self.low.val();
        self.highs.entering.next = self.high.val();
        self.scalars.entering.next = self.scalar.val();
        self.helds.entering.next = self.held.val();
        self.in_slots.entering.next = self.slot.val();
        for i in 0..N {
            // request: the bank of the low word, then that of the high one
            self.request[i].next = self.taken[i].val() & self.wants.q[i].val();
            self.bank[i].next = self.banks.q[i].val();
            self.line[i].next = self.lines.q[i].val();
            if self.second.q[i].val() {
                self.bank[i].next = self.next_banks.q[i].val();
                self.line[i].next = self.next_lines.q[i].val();
            }
            self.wants.kept[i].next = self.wants.q[i].val();
            self.more.kept[i].next = self.more.q[i].val();
            self.second.kept[i].next = self.second.q[i].val();
            self.coming.kept[i].next = self.grant[i].val();
            self.coming_high.kept[i].next = self.second.q[i].val();
            if self.grant[i].val() {
                self.wants.kept[i].next = self.more.q[i].val();
                self.more.kept[i].next = false;
                self.second.kept[i].next = true;
            }
            // capture: what was granted a cycle ago
            self.from[i].next = self.banks.q[i].val();
            if self.coming_high.q[i].val() {
                self.from[i].next = self.next_banks.q[i].val();
            }
            self.arriving[i].next = self.nothing.val();
            for k in 0..K {
                if self.from[i].val().get_bit(k) {
                    self.arriving[i].next = self.arriving[i].val() | self.rows[k].val();
                }
            }
            self.lows.kept[i].next = self.lows.q[i].val();
            self.highs.kept[i].next = self.highs.q[i].val();
            if self.coming.q[i].val() {
                if self.coming_high.q[i].val() {
                    self.highs.kept[i].next = self.arriving[i].val();
                } else {
                    self.lows.kept[i].next = self.arriving[i].val();
                }
            }
        }
        // leave
        self.complete.next = !self.wants.q[0].val() & !self.coming.q[0].val();
        self.low_align.leave.next = self.leave.val();
        self.low_align.scalar.next = self.scalars.q[0].val();
        self.low_align.held.next = self.helds.q[0].val();
        self.low_align.slot.next = self.in_slots.q[0].val();
        self.low_align.row.next = self.lows.q[0].val();
        self.high_align.leave.next = self.leave.val();
        self.high_align.scalar.next = self.scalars.q[0].val();
        self.high_align.held.next = self.helds.q[0].val();
        self.high_align.slot.next = self.in_slots.q[0].val() | self.high_slot.val();
        self.high_align.row.next = self.highs.q[0].val();
        self.low_words.next = self.low_align.aligned.val();
        self.high_words.next = self.high_align.aligned.val();
    }
}
