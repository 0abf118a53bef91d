//! The choice of the streams' instructions that are taken, with the register bases of their partitions.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Numbers, Powers};

/// Selects on each of `W` outputs the instruction of stream `pick`, a one-hot word; undefined if `pick` is zero.
#[derive(LogicBlock, Default)]
pub struct Choose<const T: usize, const W: usize, const PB: usize, const RB: usize, const SRB: usize> {
    pub pick: Array<Signal<In, Bits<T>>, W>,
    pub op: Array<Signal<In, Bits<6>>, T>,
    pub dst_kind: Array<Signal<In, Bits<2>>, T>,
    pub dst: Array<Signal<In, Bits<RB>>, T>,
    pub src_kinds: Array<Signal<In, Bits<6>>, T>,
    pub srcs: Array<Signal<In, Bits<SRB>>, T>,
    pub guarded: Array<Signal<In, Bit>, T>,
    pub guard: Array<Signal<In, Bits<RB>>, T>,
    pub imm: Array<Signal<In, Bits<32>>, T>,
    pub data_base: Array<Signal<In, Bits<RB>>, T>,
    pub mask_base: Array<Signal<In, Bits<RB>>, T>,
    pub partition: Array<Signal<Out, Bits<PB>>, W>,
    pub its_op: Array<Signal<Out, Bits<6>>, W>,
    pub its_dst_kind: Array<Signal<Out, Bits<2>>, W>,
    pub its_dst: Array<Signal<Out, Bits<RB>>, W>,
    pub its_src_kinds: Array<Signal<Out, Bits<6>>, W>,
    pub its_srcs: Array<Signal<Out, Bits<SRB>>, W>,
    pub its_guarded: Array<Signal<Out, Bit>, W>,
    pub its_guard: Array<Signal<Out, Bits<RB>>, W>,
    pub its_imm: Array<Signal<Out, Bits<32>>, W>,
    pub its_data_base: Array<Signal<Out, Bits<RB>>, W>,
    pub its_mask_base: Array<Signal<Out, Bits<RB>>, W>,
    name: Numbers<PB, T>,
    stream: Powers<T, T>,
}

impl<const T: usize, const W: usize, const PB: usize, const RB: usize, const SRB: usize> Logic
    for Choose<T, W, PB, RB, SRB>
{
    #[hdl_gen]
    fn update(&mut self) {
        for k in 0..W {
            self.partition[k].next = self.name[0].val();
            self.its_op[k].next = self.op[0].val();
            self.its_dst_kind[k].next = self.dst_kind[0].val();
            self.its_dst[k].next = self.dst[0].val();
            self.its_src_kinds[k].next = self.src_kinds[0].val();
            self.its_srcs[k].next = self.srcs[0].val();
            self.its_guarded[k].next = self.guarded[0].val();
            self.its_guard[k].next = self.guard[0].val();
            self.its_imm[k].next = self.imm[0].val();
            self.its_data_base[k].next = self.data_base[0].val();
            self.its_mask_base[k].next = self.mask_base[0].val();
            for p in 0..T {
                if (self.pick[k].val() & self.stream[p].val()).any() {
                    self.partition[k].next = self.name[p].val();
                    self.its_op[k].next = self.op[p].val();
                    self.its_dst_kind[k].next = self.dst_kind[p].val();
                    self.its_dst[k].next = self.dst[p].val();
                    self.its_src_kinds[k].next = self.src_kinds[p].val();
                    self.its_srcs[k].next = self.srcs[p].val();
                    self.its_guarded[k].next = self.guarded[p].val();
                    self.its_guard[k].next = self.guard[p].val();
                    self.its_imm[k].next = self.imm[p].val();
                    self.its_data_base[k].next = self.data_base[p].val();
                    self.its_mask_base[k].next = self.mask_base[p].val();
                }
            }
        }
    }
}
