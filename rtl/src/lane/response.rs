//! Results of external units and memory responses, written into the banks.

use rust_hdl::prelude::*;

use super::map::BundleMap;
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Join, Resettable};

/// The bank request of a response: whether its payload is written in this cycle, and whether that
/// is its last write. `K` is the number of banks.
#[derive(LogicBlock, Default)]
pub struct Write<const K: usize> {
    pub valid: Signal<In, Bit>,
    pub bank: Signal<In, Bits<K>>,
    /// Mask of the banks that writers of higher priority request.
    pub written: Signal<In, Bits<K>>,
    pub wide: Signal<In, Bit>,
    /// Whether the low words are already written.
    pub half: Signal<In, Bit>,
    /// The bank that the payload requests, one-hot, or zero. A writer of higher priority that
    /// requests it too writes it.
    pub want: Signal<Out, Bits<K>>,
    pub next_half: Signal<Out, Bit>,
    pub ready: Signal<Out, Bit>,
    free: Signal<Local, Bit>,
    none: Number<K, 0>,
}

impl<const K: usize> Logic for Write<K> {
    #[hdl_gen]
    fn update(&mut self) {
        self.free.next = self.valid.val() & !(self.bank.val() & self.written.val()).any();
        self.ready.next = self.free.val() & (self.half.val() | !self.wide.val());
        self.want.next = self.none.val();
        if self.valid.val() {
            self.want.next = self.bank.val();
        }
        self.next_half.next = self.half.val();
        if self.free.val() {
            self.next_half.next = self.wide.val() & !self.half.val();
        }
    }
}

/// The write path of one response port. A wide destination takes two cycles: the low words, then
/// the high ones.
#[derive(LogicBlock, Default)]
pub struct Response<
    const W: usize,
    const RW: usize,
    const K: usize,
    const KB: usize,
    const LB: usize,
    const BB: usize,
    const RB: usize,
    const SB: usize,
    const SKEW: usize,
    const BUMP: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub valid: Signal<In, Bit>,
    pub bundle: Signal<In, Bits<BB>>,
    pub slots: Signal<In, Bits<W>>,
    pub data: Array<Signal<In, Bits<64>>, W>,
    /// The destination of the response's instruction: the rows of bundle 0 and their banks, of the
    /// low and of the high words. A scalar has bundle 0 alone.
    pub low_row: Signal<In, Bits<RB>>,
    pub high_row: Signal<In, Bits<RB>>,
    pub low_start: Signal<In, Bits<KB>>,
    pub high_start: Signal<In, Bits<KB>>,
    pub slot: Signal<In, Bits<SB>>,
    pub scalar: Signal<In, Bit>,
    pub wide: Signal<In, Bit>,
    pub written: Signal<In, Bits<K>>,
    /// The bank that the response requests in this cycle, one-hot, or zero.
    pub want: Signal<Out, Bits<K>>,
    pub line: Signal<Out, Bits<LB>>,
    pub target: Signal<Out, Bits<W>>,
    pub words: Signal<Out, Bits<RW>>,
    pub ready: Signal<Out, Bit>,
    one: Number<W, 1>,
    high_slot: Number<SB, BUMP>,
    half: Resettable<Bit>,
    map: BundleMap<RB, K, KB, LB, BB, SKEW>,
    write: Write<K>,
    gathered: Join<Bits<32>, W, RW>,
}

impl<
    const W: usize,
    const RW: usize,
    const K: usize,
    const KB: usize,
    const LB: usize,
    const BB: usize,
    const RB: usize,
    const SB: usize,
    const SKEW: usize,
    const BUMP: usize,
> Logic for Response<W, RW, K, KB, LB, BB, RB, SB, SKEW, BUMP>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, half);
        // where
        self.map.bundle.next = self.bundle.val();
        self.map.row.next = self.low_row.val();
        self.map.start.next = self.low_start.val();
        if self.half.q.val() {
            self.map.row.next = self.high_row.val();
            self.map.start.next = self.high_start.val();
        }
        self.line.next = self.map.line.val();
        self.target.next = self.slots.val();
        if self.scalar.val() {
            self.target.next = self.one.val() << self.slot.val();
            if self.half.q.val() {
                self.target.next = self.one.val() << (self.slot.val() | self.high_slot.val());
            }
        }
        // what
        for w in 0..W {
            self.gathered.d[w].next = self.data[w].val().get_bits::<32>(0);
            if self.scalar.val() {
                self.gathered.d[w].next = self.data[0].val().get_bits::<32>(0);
            }
            if self.half.q.val() {
                self.gathered.d[w].next = self.data[w].val().get_bits::<32>(32);
                if self.scalar.val() {
                    self.gathered.d[w].next = self.data[0].val().get_bits::<32>(32);
                }
            }
        }
        self.words.next = self.gathered.q.val();
        // when
        self.write.valid.next = self.valid.val();
        self.write.bank.next = self.map.bank.val();
        self.write.written.next = self.written.val();
        self.write.wide.next = self.wide.val();
        self.write.half.next = self.half.q.val();
        self.want.next = self.write.want.val();
        self.ready.next = self.write.ready.val();
        self.half.reset.next = self.reset.val();
        self.half.d.next = self.write.next_half.val();
    }
}
