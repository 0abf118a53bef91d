//! The register file: the banks with their write and read ports (3.7).

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::Bank;

/// The register banks with three writers and one reader. Each writer requests at most one bank in a
/// cycle. Of those that request the same bank, the native one writes it, else the result; each bank
/// that no writer requests serves the reader.
#[derive(LogicBlock, Default)]
pub struct Banks<const W: usize, const RW: usize, const K: usize, const LINES: usize, const LB: usize> {
    pub clock: Signal<In, Clock>,
    /// The bank that the writeback of a native instruction requests, one-hot, or zero.
    pub native_bank: Signal<In, Bits<K>>,
    pub native_line: Signal<In, Bits<LB>>,
    pub native_slots: Signal<In, Bits<W>>,
    pub native_row: Signal<In, Bits<RW>>,
    /// The bank that a result of an external unit requests, one-hot, or zero.
    pub res_bank: Signal<In, Bits<K>>,
    pub res_line: Signal<In, Bits<LB>>,
    pub res_slots: Signal<In, Bits<W>>,
    pub res_row: Signal<In, Bits<RW>>,
    /// The bank that a memory response requests, one-hot, or zero.
    pub rsp_bank: Signal<In, Bits<K>>,
    pub rsp_line: Signal<In, Bits<LB>>,
    pub rsp_slots: Signal<In, Bits<W>>,
    pub rsp_row: Signal<In, Bits<RW>>,
    pub read: Signal<In, Bits<K>>,
    pub read_line: Array<Signal<In, Bits<LB>>, K>,
    /// For each bank, the row that was read last.
    pub rows: Array<Signal<Out, Bits<RW>>, K>,
    no_slot: Number<W, 0>,
    bank: Array<Bank<W, RW, LINES, LB>, K>,
}

impl<const W: usize, const RW: usize, const K: usize, const LINES: usize, const LB: usize> Logic
    for Banks<W, RW, K, LINES, LB>
{
    #[hdl_gen]
    fn update(&mut self) {
        for k in 0..K {
            self.bank[k].clock.next = self.clock.val();
            self.bank[k].enable.next = self.read.val().get_bit(k)
                | self.native_bank.val().get_bit(k)
                | self.res_bank.val().get_bit(k)
                | self.rsp_bank.val().get_bit(k);
            self.bank[k].line.next = self.read_line[k].val();
            self.bank[k].write.next = self.no_slot.val();
            self.bank[k].d.next = self.rsp_row.val();
            if self.rsp_bank.val().get_bit(k) {
                self.bank[k].line.next = self.rsp_line.val();
                self.bank[k].write.next = self.rsp_slots.val();
            }
            if self.res_bank.val().get_bit(k) {
                self.bank[k].line.next = self.res_line.val();
                self.bank[k].write.next = self.res_slots.val();
                self.bank[k].d.next = self.res_row.val();
            }
            if self.native_bank.val().get_bit(k) {
                self.bank[k].line.next = self.native_line.val();
                self.bank[k].write.next = self.native_slots.val();
                self.bank[k].d.next = self.native_row.val();
            }
            self.rows[k].next = self.bank[k].q.val();
        }
    }
}
