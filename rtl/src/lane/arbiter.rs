//! The arbiter of the banks: one access for each bank and cycle (3.7).

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;

/// Arbitrates the banks: writers first; then the oldest entry's reads, and within an entry a before
/// b before c.
#[derive(LogicBlock, Default)]
pub struct Arbiter<const K: usize, const LB: usize, const N: usize> {
    /// Mask of the banks that are written in this cycle.
    pub written: Signal<In, Bits<K>>,
    pub request_a: Array<Signal<In, Bit>, N>,
    pub request_b: Array<Signal<In, Bit>, N>,
    pub request_c: Array<Signal<In, Bit>, N>,
    pub bank_a: Array<Signal<In, Bits<K>>, N>,
    pub bank_b: Array<Signal<In, Bits<K>>, N>,
    pub bank_c: Array<Signal<In, Bits<K>>, N>,
    pub line_a: Array<Signal<In, Bits<LB>>, N>,
    pub line_b: Array<Signal<In, Bits<LB>>, N>,
    pub line_c: Array<Signal<In, Bits<LB>>, N>,
    pub grant_a: Array<Signal<Out, Bit>, N>,
    pub grant_b: Array<Signal<Out, Bit>, N>,
    pub grant_c: Array<Signal<Out, Bit>, N>,
    /// Mask of the banks that are read, and the line that would be read of each.
    pub read: Signal<Out, Bits<K>>,
    pub line: Array<Signal<Out, Bits<LB>>, K>,
    /// The banks that each request is the first to name.
    first_a: Array<Signal<Local, Bits<K>>, N>,
    first_b: Array<Signal<Local, Bits<K>>, N>,
    first_c: Array<Signal<Local, Bits<K>>, N>,
    requested: Signal<Local, Bits<K>>,
    none: Number<K, 0>,
    zero: Number<LB, 0>,
}

impl<const K: usize, const LB: usize, const N: usize> Logic for Arbiter<K, LB, N> {
    #[hdl_gen]
    fn update(&mut self) {
        // once a request names a bank, granted or not, no later request can have it; what is
        // written shows last
        self.requested.next = self.none.val();
        for i in 0..N {
            self.first_a[i].next = self.none.val();
            if self.request_a[i].val() {
                self.first_a[i].next = self.bank_a[i].val() & !self.requested.val();
                self.requested.next = self.requested.val() | self.bank_a[i].val();
            }
            self.grant_a[i].next = (self.first_a[i].val() & !self.written.val()).any();
            self.first_b[i].next = self.none.val();
            if self.request_b[i].val() {
                self.first_b[i].next = self.bank_b[i].val() & !self.requested.val();
                self.requested.next = self.requested.val() | self.bank_b[i].val();
            }
            self.grant_b[i].next = (self.first_b[i].val() & !self.written.val()).any();
            self.first_c[i].next = self.none.val();
            if self.request_c[i].val() {
                self.first_c[i].next = self.bank_c[i].val() & !self.requested.val();
                self.requested.next = self.requested.val() | self.bank_c[i].val();
            }
            self.grant_c[i].next = (self.first_c[i].val() & !self.written.val()).any();
        }
        self.read.next = self.requested.val() & !self.written.val();
        for k in 0..K {
            self.line[k].next = self.zero.val();
        }
        // at most one request is the first
        for i in 0..N {
            for k in 0..K {
                if self.first_a[i].val().get_bit(k) {
                    self.line[k].next = self.line[k].val() | self.line_a[i].val();
                }
                if self.first_b[i].val().get_bit(k) {
                    self.line[k].next = self.line[k].val() | self.line_b[i].val();
                }
                if self.first_c[i].val().get_bit(k) {
                    self.line[k].next = self.line[k].val() | self.line_c[i].val();
                }
            }
        }
    }
}
