//! Broadcast of a scalar's word from its slot to every slot; it is held for the following bundles
//! (4.1; decision D2).

use rust_hdl::prelude::*;

use crate::number::{Number, Numbers};
use crate::primitive::{Join, Kept, Split};

/// Selects the word of a row that lies in `slot`.
#[derive(LogicBlock, Default)]
pub struct PickWord<const W: usize, const SB: usize, const RW: usize> {
    pub row: Signal<In, Bits<RW>>,
    pub slot: Signal<In, Bits<SB>>,
    pub word: Signal<Out, Bits<32>>,
    slots: Numbers<SB, W>,
    zero: Number<32, 0>,
    split: Split<Bits<32>, W, RW>,
}

impl<const W: usize, const SB: usize, const RW: usize> Logic for PickWord<W, SB, RW> {
    #[hdl_gen]
    fn update(&mut self) {
        self.split.d.next = self.row.val();
        self.word.next = self.zero.val();
        for w in 0..W {
            if self.slot.val() == self.slots[w].val() {
                self.word.next = self.split.q[w].val();
            }
        }
    }
}

/// Aligns one word, low or high, of one operand of the oldest entry: a scalar's word is copied to
/// every slot. The first bundle of an instruction leaves before the others, so the scalar that it
/// has read is held for them.
#[derive(LogicBlock, Default)]
pub struct Align<const W: usize, const SB: usize, const RW: usize> {
    pub clock: Signal<In, Clock>,
    pub leave: Signal<In, Bit>,
    pub scalar: Signal<In, Bit>,
    pub held: Signal<In, Bit>,
    pub slot: Signal<In, Bits<SB>>,
    pub row: Signal<In, Bits<RW>>,
    pub aligned: Signal<Out, Bits<RW>>,
    hold: Kept<Bits<32>>,
    pick: PickWord<W, SB, RW>,
    spread: Join<Bits<32>, W, RW>,
}

impl<const W: usize, const SB: usize, const RW: usize> Logic for Align<W, SB, RW> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, hold);
        self.pick.row.next = self.row.val();
        self.pick.slot.next = self.slot.val();
        self.hold.load.next = self.leave.val() & !self.held.val();
        self.hold.d.next = self.pick.word.val();
        for w in 0..W {
            self.spread.d[w].next = self.pick.word.val();
            if self.held.val() {
                self.spread.d[w].next = self.hold.q.val();
            }
        }
        self.aligned.next = self.row.val();
        if self.scalar.val() {
            self.aligned.next = self.spread.q.val();
        }
    }
}
