//! The map from a row to its bank and line (3.7; decision D3).

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Adder, AtLeast, Resize, Rotate, Slice};

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

/// The number, of `KB` bits, of the bank that holds a row of `RB` bits: (row + (row >> skew)) mod
/// banks (3.7; decision D3). The banks of an instruction's bundles start there.
#[derive(LogicBlock, Default)]
pub struct BankStart<const RB: usize, const KB: usize, const SKEW: usize> {
    pub row: Signal<In, Bits<RB>>,
    pub start: Signal<Out, Bits<KB>>,
    row_in_line: Slice<RB, 0, KB>,
    skewed: Slice<RB, SKEW, KB>,
}

impl<const RB: usize, const KB: usize, const SKEW: usize> Logic for BankStart<RB, KB, SKEW> {
    #[hdl_gen]
    fn update(&mut self) {
        self.row_in_line.d.next = self.row.val();
        self.skewed.d.next = self.row.val();
        self.start.next = self.row_in_line.q.val() + self.skewed.q.val();
    }
}

/// The bank and the line of a bundle, from the row of bundle 0 and the number of that row's bank.
/// From bundle to bundle the bank advances by one, and by one more where the bundle's number
/// carries into the bits that the bank map adds.
#[derive(LogicBlock, Default)]
pub struct BundleMap<
    const RB: usize,
    const K: usize,
    const KB: usize,
    const LB: usize,
    const BB: usize,
    const SKEW: usize,
> {
    pub row: Signal<In, Bits<RB>>,
    pub start: Signal<In, Bits<KB>>,
    pub bundle: Signal<In, Bits<BB>>,
    pub bank: Signal<Out, Bits<K>>,
    pub line: Signal<Out, Bits<LB>>,
    one: Number<K, 1>,
    bundle_banks: Resize<BB, KB>,
    bundle_rows: Resize<BB, RB>,
    bundle_low: Resize<BB, SKEW>,
    number: Signal<Local, Bits<KB>>,
    low: Slice<RB, 0, SKEW>,
    carry: AtLeast<SKEW>,
    turn: Rotate<K>,
    sum: Adder<RB>,
    line_of: Slice<RB, KB, LB>,
}

impl<const RB: usize, const K: usize, const KB: usize, const LB: usize, const BB: usize, const SKEW: usize> Logic
    for BundleMap<RB, K, KB, LB, BB, SKEW>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.bundle_banks.d.next = self.bundle.val();
        self.bundle_rows.d.next = self.bundle.val();
        self.bundle_low.d.next = self.bundle.val();
        self.low.d.next = self.row.val();
        // low + bundle >= 2^SKEW, which is low > ~bundle
        self.carry.a.next = !self.bundle_low.q.val();
        self.carry.b.next = self.low.q.val();
        self.number.next = self.start.val() + self.bundle_banks.q.val();
        self.turn.d.next = self.one.val() << self.number.val();
        self.turn.by.next = !self.carry.q.val();
        self.bank.next = self.turn.q.val();
        self.sum.a.next = self.row.val();
        self.sum.b.next = self.bundle_rows.q.val();
        self.sum.carry.next = false;
        self.line_of.d.next = self.sum.q.val();
        self.line.next = self.line_of.q.val();
    }
}
