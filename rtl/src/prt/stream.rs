//! One stream: whether its instruction can be taken, and the reason if it is refused.

use heddle_contract::prt::{SOURCES, kind};
use rust_hdl::prelude::*;

use super::lookup::Known;
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Less, Resize, Split};

/// Whether the partition owns a register of this kind: its number is less than the partition's
/// size.
#[derive(LogicBlock, Default)]
pub struct Owns<const RB: usize, const LB: usize> {
    pub kind: Signal<In, Bits<2>>,
    pub register: Signal<In, Bits<RB>>,
    pub data_size: Signal<In, Bits<LB>>,
    pub mask_size: Signal<In, Bits<LB>>,
    pub owned: Signal<Out, Bit>,
    none: Number<2, { kind::NONE as usize }>,
    data: Number<2, { kind::DATA as usize }>,
    mask: Number<2, { kind::MASK as usize }>,
    meta: Number<2, { kind::META as usize }>,
    two: Number<RB, 2>,
    wide: Resize<RB, LB>,
    in_data: Less<LB>,
    in_mask: Less<LB>,
}

impl<const RB: usize, const LB: usize> Logic for Owns<RB, LB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide.d.next = self.register.val();
        self.in_data.a.next = self.wide.q.val();
        self.in_data.b.next = self.data_size.val();
        self.in_mask.a.next = self.wide.q.val();
        self.in_mask.b.next = self.mask_size.val();
        self.owned.next = (self.kind.val() == self.none.val())
            | ((self.kind.val() == self.data.val()) & self.in_data.q.val())
            | ((self.kind.val() == self.mask.val()) & self.in_mask.q.val())
            // a partition has four of them
            | ((self.kind.val() == self.meta.val()) & !(self.register.val() >> self.two.val()).any());
    }
}

/// The check of one stream's instruction: whether it can be taken, or is refused because the
/// partition does not own one of its registers. An instruction has five operands: sources,
/// destination and guard.
#[derive(LogicBlock, Default)]
pub struct Stream<const RB: usize, const SRB: usize, const LB: usize> {
    pub fetch: Signal<In, Bit>,
    pub op: Signal<In, Bits<6>>,
    pub dst_kind: Signal<In, Bits<2>>,
    pub dst: Signal<In, Bits<RB>>,
    pub src_kinds: Signal<In, Bits<6>>,
    pub srcs: Signal<In, Bits<SRB>>,
    pub guarded: Signal<In, Bit>,
    pub guard: Signal<In, Bits<RB>>,
    /// Number of registers of the partition, of data and of mask registers.
    pub data_size: Signal<In, Bits<LB>>,
    pub mask_size: Signal<In, Bits<LB>>,
    /// Whether there is an instruction whose operation is in the table.
    pub offers: Signal<Out, Bit>,
    /// Whether its registers are the partition's.
    pub legal: Signal<Out, Bit>,
    pub refuse: Signal<Out, Bit>,
    /// Whether the operation is in the table, so that a refusal is because of a register.
    pub known: Signal<Out, Bit>,
    right: Signal<Local, Bit>,
    lookup: Known,
    kinds: Split<Bits<2>, SOURCES, 6>,
    numbers: Split<Bits<RB>, SOURCES, SRB>,
    source: Array<Owns<RB, LB>, SOURCES>,
    destination: Owns<RB, LB>,
    guarding: Owns<RB, LB>,
    none: Number<2, { kind::NONE as usize }>,
    mask: Number<2, { kind::MASK as usize }>,
}

impl<const RB: usize, const SRB: usize, const LB: usize> Logic for Stream<RB, SRB, LB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.lookup.op.next = self.op.val();
        self.kinds.d.next = self.src_kinds.val();
        self.numbers.d.next = self.srcs.val();
        self.destination.kind.next = self.dst_kind.val();
        self.destination.register.next = self.dst.val();
        self.destination.data_size.next = self.data_size.val();
        self.destination.mask_size.next = self.mask_size.val();
        self.guarding.kind.next = self.none.val();
        if self.guarded.val() {
            self.guarding.kind.next = self.mask.val();
        }
        self.guarding.register.next = self.guard.val();
        self.guarding.data_size.next = self.data_size.val();
        self.guarding.mask_size.next = self.mask_size.val();
        self.right.next = self.destination.owned.val() & self.guarding.owned.val();
        for s in 0..SOURCES {
            self.source[s].kind.next = self.kinds.q[s].val();
            self.source[s].register.next = self.numbers.q[s].val();
            self.source[s].data_size.next = self.data_size.val();
            self.source[s].mask_size.next = self.mask_size.val();
            self.right.next = self.right.val() & self.source[s].owned.val();
        }
        self.offers.next = self.fetch.val() & self.lookup.known.val();
        self.legal.next = self.right.val();
        self.refuse.next = self.fetch.val() & !(self.lookup.known.val() & self.right.val());
        self.known.next = self.lookup.known.val();
    }
}
