//! The map from a row to its bank and line (3.7; decision D3).

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::Slice;

/// The bank map: bank = (row + (row >> skew)) mod banks, one-hot; line = row / banks.
#[derive(LogicBlock, Default)]
pub struct BankMap<const RB: usize, const K: usize, const KB: usize, const LB: usize, const SKEW: usize> {
    pub row: Signal<In, Bits<RB>>,
    pub bank: Signal<Out, Bits<K>>,
    pub line: Signal<Out, Bits<LB>>,
    one: Number<K, 1>,
    number: Signal<Local, Bits<KB>>,
    row_in_line: Slice<RB, 0, KB>,
    skewed: Slice<RB, SKEW, KB>,
    line_of: Slice<RB, KB, LB>,
}

impl<const RB: usize, const K: usize, const KB: usize, const LB: usize, const SKEW: usize> Logic
    for BankMap<RB, K, KB, LB, SKEW>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.row_in_line.d.next = self.row.val();
        self.skewed.d.next = self.row.val();
        self.line_of.d.next = self.row.val();
        self.number.next = self.row_in_line.q.val() + self.skewed.q.val();
        self.bank.next = self.one.val() << self.number.val();
        self.line.next = self.line_of.q.val();
    }
}
