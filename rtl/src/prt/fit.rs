//! First-fit allocation of registers.

use rust_hdl::prelude::*;

use crate::number::{Number, Places, Powers};
use crate::primitive::Join;

/// A first-fit allocator: the lowest of `N` registers from which `size` consecutive ones are free.
///
/// From runs of 1, 2, 4, ... free registers, the runs of the ones of `size` are joined: each in
/// front of those already found. A shift brings in zeros, so that nothing fits across the end of
/// the file.
#[derive(LogicBlock, Default)]
pub struct FirstFit<const N: usize, const SB: usize, const AB: usize> {
    pub used: Signal<In, Bits<N>>,
    pub size: Signal<In, Bits<SB>>,
    pub fits: Signal<Out, Bit>,
    pub base: Signal<Out, Bits<AB>>,
    /// Mask of the registers of the range.
    pub range: Signal<Out, Bits<N>>,
    run: Signal<Local, Bits<N>>,
    starts: Signal<Local, Bits<N>>,
    first: Signal<Local, Bits<N>>,
    partly: Signal<Local, Bit>,
    one: Number<N, 1>,
    none: Number<N, 0>,
    /// Bit j of a size, which is a run of 2 to the power of j registers.
    bit: Powers<SB, SB>,
    places: Places<N, AB>,
    encode: Join<Bit, AB, AB>,
}

impl<const N: usize, const SB: usize, const AB: usize> Logic for FirstFit<N, SB, AB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.run.next = !self.used.val();
        // no registers fit anywhere
        self.starts.next = !self.none.val();
        self.partly.next = false;
        for j in 0..SB {
            if (self.size.val() & self.bit[j].val()).any() {
                if self.partly.val() {
                    self.starts.next = self.run.val() & (self.starts.val() >> self.bit[j].val());
                } else {
                    self.starts.next = self.run.val();
                }
                self.partly.next = true;
            }
            self.run.next = self.run.val() & (self.run.val() >> self.bit[j].val());
        }
        self.fits.next = self.starts.val().any();
        self.first.next = self.starts.val() & (!self.starts.val() + self.one.val());
        for j in 0..AB {
            self.encode.d[j].next = (self.first.val() & self.places[j].val()).any();
        }
        self.base.next = self.encode.q.val();
        self.range.next = (self.first.val() << self.size.val()) - self.first.val();
    }
}
