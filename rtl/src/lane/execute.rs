//! The execution pipeline: operands in the first stage, the writeback in the last (3.1).

use heddle_contract::lane::op;
use rust_hdl::prelude::*;

use super::alu::Alu;
use super::delay::{Delay, ValidDelay};
use super::float::{Float, Route};
use super::multiply::Multiply;
use super::operand_isolation::OperandIsolation;
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Join, Register, Registers, Resettable, Split};

/// Whether an operation is a `setp`, whose result is a flag.
#[derive(LogicBlock, Default)]
pub struct Setp {
    pub op: Signal<In, Bits<6>>,
    pub is: Signal<Out, Bit>,
    first: Number<6, { op::SETP_EQ as usize }>,
    first_float: Number<6, { op::SETP_EQ_F as usize }>,
}

impl Logic for Setp {
    #[hdl_gen]
    fn update(&mut self) {
        self.is.next =
            (self.op.val() >= self.first.val()) & !self.op.val().get_bit(5) | (self.op.val() >= self.first_float.val());
    }
}

/// Which parts of the integer multiplier an operation uses.
#[derive(LogicBlock, Default)]
pub struct Multiplies {
    pub op: Signal<In, Bits<6>>,
    pub is: Signal<Out, Bit>,
    /// Whether the third operand is added.
    pub adds: Signal<Out, Bit>,
    pub signs: Signal<Out, Bit>,
    /// Whether the result is the high word.
    pub upper: Signal<Out, Bit>,
    mul_lo: Number<6, { op::MUL_LO as usize }>,
    mul_hi_s: Number<6, { op::MUL_HI_S as usize }>,
    mul_hi_u: Number<6, { op::MUL_HI_U as usize }>,
    mad: Number<6, { op::MAD as usize }>,
}

impl Logic for Multiplies {
    #[hdl_gen]
    fn update(&mut self) {
        self.adds.next = self.op.val() == self.mad.val();
        self.signs.next = self.op.val() == self.mul_hi_s.val();
        self.upper.next = (self.op.val() == self.mul_hi_s.val()) | (self.op.val() == self.mul_hi_u.val());
        self.is.next = (self.op.val() == self.mul_lo.val())
            | (self.op.val() == self.mul_hi_s.val())
            | (self.op.val() == self.mul_hi_u.val())
            | (self.op.val() == self.mad.val());
    }
}

/// The execution pipeline of `D` = latency - 1 stages behind the first. Integers are computed in
/// the first stage, products by the end of the second (`M1`), and the others (`M2`) delay the
/// result. FP32 operations take all stages, which `C1` to `C6` divide. The operands of the
/// multipliers are registers of their own, which hold zero while these compute nothing.
#[derive(LogicBlock, Default)]
pub struct Execute<
    const W: usize,
    const RW: usize,
    const K: usize,
    const LB: usize,
    const BB: usize,
    const WB: usize,
    const TB: usize,
    const D: usize,
    const M1: usize,
    const M2: usize,
    const C1: usize,
    const C2: usize,
    const C3: usize,
    const C4: usize,
    const C5: usize,
    const C6: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether a bundle enters from the window.
    pub start: Signal<In, Bit>,
    pub op: Signal<In, Bits<6>>,
    pub mode: Signal<In, Bits<2>>,
    pub tag: Signal<In, Bits<TB>>,
    pub warp: Signal<In, Bits<WB>>,
    pub scalar: Signal<In, Bit>,
    pub writes: Signal<In, Bit>,
    pub first: Signal<In, Bit>,
    pub last: Signal<In, Bit>,
    pub bundle: Signal<In, Bits<BB>>,
    pub slots: Signal<In, Bits<W>>,
    pub select: Signal<In, Bits<W>>,
    pub bank: Signal<In, Bits<K>>,
    pub line: Signal<In, Bits<LB>>,
    pub target: Signal<In, Bits<W>>,
    pub a: Signal<In, Bits<RW>>,
    pub b: Signal<In, Bits<RW>>,
    pub c: Signal<In, Bits<RW>>,
    /// Whether a bundle is written back.
    pub finish: Signal<Out, Bit>,
    pub out_tag: Signal<Out, Bits<TB>>,
    pub out_warp: Signal<Out, Bits<WB>>,
    pub out_scalar: Signal<Out, Bit>,
    pub out_first: Signal<Out, Bit>,
    pub out_last: Signal<Out, Bit>,
    pub out_bundle: Signal<Out, Bits<BB>>,
    /// The bank that the bundle writes, one-hot, or zero.
    pub out_bank: Signal<Out, Bits<K>>,
    pub out_line: Signal<Out, Bits<LB>>,
    pub out_target: Signal<Out, Bits<W>>,
    pub out_row: Signal<Out, Bits<RW>>,
    /// Whether the bundle is that of a `setp`; its slots and flags follow.
    pub out_setp: Signal<Out, Bit>,
    pub out_slots: Signal<Out, Bits<W>>,
    pub out_flags: Signal<Out, Bits<W>>,
    no_bank: Number<K, 0>,
    setp: Setp,
    valid: Resettable<Bit>,
    op_q: Register<Bits<6>>,
    mode_q: Register<Bits<2>>,
    tag_q: Register<Bits<TB>>,
    warp_q: Register<Bits<WB>>,
    scalar_q: Register<Bit>,
    first_q: Register<Bit>,
    last_q: Register<Bit>,
    bundle_q: Register<Bits<BB>>,
    slots_q: Register<Bits<W>>,
    select_q: Register<Bits<W>>,
    bank_q: Register<Bits<K>>,
    line_q: Register<Bits<LB>>,
    target_q: Register<Bits<W>>,
    a_q: Register<Bits<RW>>,
    b_q: Register<Bits<RW>>,
    multiplies: Multiplies,
    multiplies_q: Register<Bit>,
    signs_q: Register<Bit>,
    upper_q: Register<Bit>,
    split_a: Split<Bits<32>, W, RW>,
    split_b: Split<Bits<32>, W, RW>,
    split_c: Split<Bits<32>, W, RW>,
    factor: Array<OperandIsolation, W>,
    added: Array<OperandIsolation, W>,
    factor_q: Registers<Bits<32>, W>,
    added_q: Registers<Bits<32>, W>,
    route: Array<Route, W>,
    float_x: Array<OperandIsolation, W>,
    float_y: Array<OperandIsolation, W>,
    float_z: Array<OperandIsolation, W>,
    x_q: Registers<Bits<32>, W>,
    y_q: Registers<Bits<32>, W>,
    z_q: Registers<Bits<32>, W>,
    split_select: Split<Bit, W, W>,
    split_alu_a: Split<Bits<32>, W, RW>,
    split_alu_b: Split<Bits<32>, W, RW>,
    alu: Array<Alu, W>,
    multiply: Array<Multiply<M1>, W>,
    integer: Array<Signal<Local, Bits<32>>, W>,
    multiplies_late: Delay<Bit, M1>,
    scalar_second: Delay<Bit, M1>,
    alu_late: Array<Delay<Bits<32>, M1>, W>,
    float: Array<Float<C1, C2, C3, C4, C5, C6>, W>,
    join_row: Join<Bits<32>, W, RW>,
    join_flags: Join<Bit, W, W>,
    join_float: Join<Bits<32>, W, RW>,
    join_float_flags: Join<Bit, W, W>,
    valid_late: ValidDelay<D>,
    tag_late: Delay<Bits<TB>, D>,
    warp_late: Delay<Bits<WB>, D>,
    scalar_late: Delay<Bit, D>,
    first_late: Delay<Bit, D>,
    last_late: Delay<Bit, D>,
    bundle_late: Delay<Bits<BB>, D>,
    bank_late: Delay<Bits<K>, D>,
    line_late: Delay<Bits<LB>, D>,
    target_late: Delay<Bits<W>, D>,
    row_late: Delay<Bits<RW>, M2>,
    setp_late: Delay<Bit, D>,
    float_late: Delay<Bit, D>,
    slots_late: Delay<Bits<W>, D>,
    flags_late: Delay<Bits<W>, D>,
}

impl<
    const W: usize,
    const RW: usize,
    const K: usize,
    const LB: usize,
    const BB: usize,
    const WB: usize,
    const TB: usize,
    const D: usize,
    const M1: usize,
    const M2: usize,
    const C1: usize,
    const C2: usize,
    const C3: usize,
    const C4: usize,
    const C5: usize,
    const C6: usize,
> Logic for Execute<W, RW, K, LB, BB, WB, TB, D, M1, M2, C1, C2, C3, C4, C5, C6>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, valid, op_q, mode_q, tag_q, warp_q, scalar_q, first_q, last_q, bundle_q, slots_q, select_q);
        clock!(
            self,
            clock,
            bank_q,
            line_q,
            target_q,
            a_q,
            b_q,
            multiplies_q,
            signs_q,
            upper_q,
            factor_q,
            added_q,
            x_q,
            y_q,
            z_q
        );
        clock!(self, clock, multiplies_late, scalar_second);
        clock!(self, clock, valid_late, tag_late, warp_late, scalar_late, first_late, last_late, bundle_late);
        clock!(self, clock, bank_late, line_late, target_late, row_late, setp_late, float_late, slots_late, flags_late);
        // into the first stage
        self.valid.reset.next = self.reset.val();
        self.valid.d.next = self.start.val();
        self.op_q.d.next = self.op.val();
        self.mode_q.d.next = self.mode.val();
        self.tag_q.d.next = self.tag.val();
        self.warp_q.d.next = self.warp.val();
        self.scalar_q.d.next = self.scalar.val();
        self.first_q.d.next = self.first.val();
        self.last_q.d.next = self.last.val();
        self.bundle_q.d.next = self.bundle.val();
        self.slots_q.d.next = self.slots.val();
        self.select_q.d.next = self.select.val();
        self.bank_q.d.next = self.no_bank.val();
        if self.writes.val() {
            self.bank_q.d.next = self.bank.val();
        }
        self.line_q.d.next = self.line.val();
        self.target_q.d.next = self.target.val();
        self.a_q.d.next = self.a.val();
        self.b_q.d.next = self.b.val();
        self.multiplies.op.next = self.op.val();
        self.multiplies_q.d.next = self.multiplies.is.val();
        self.signs_q.d.next = self.multiplies.signs.val();
        self.upper_q.d.next = self.multiplies.upper.val();
        self.split_a.d.next = self.a.val();
        self.split_b.d.next = self.b.val();
        self.split_c.d.next = self.c.val();
        for w in 0..W {
            self.factor[w].turn.next = self.multiplies.is.val();
            self.factor[w].d.next = self.split_b.q[w].val();
            self.factor_q.d[w].next = self.factor[w].q.val();
            self.added[w].turn.next = self.multiplies.adds.val();
            self.added[w].d.next = self.split_c.q[w].val();
            self.added_q.d[w].next = self.added[w].q.val();
            self.route[w].op.next = self.op.val();
            self.route[w].a.next = self.split_a.q[w].val();
            self.route[w].b.next = self.split_b.q[w].val();
            self.route[w].c.next = self.split_c.q[w].val();
            self.float_x[w].turn.next = self.op.val().get_bit(5);
            self.float_y[w].turn.next = self.op.val().get_bit(5);
            self.float_z[w].turn.next = self.op.val().get_bit(5);
            self.float_x[w].d.next = self.route[w].x.val();
            self.float_y[w].d.next = self.route[w].y.val();
            self.float_z[w].d.next = self.route[w].z.val();
            self.x_q.d[w].next = self.float_x[w].q.val();
            self.y_q.d[w].next = self.float_y[w].q.val();
            self.z_q.d[w].next = self.float_z[w].q.val();
        }
        // compute
        self.split_select.d.next = self.select_q.q.val();
        self.split_alu_a.d.next = self.a_q.q.val();
        self.split_alu_b.d.next = self.b_q.q.val();
        self.multiplies_late.d.next = self.multiplies_q.q.val();
        self.scalar_second.d.next = self.scalar_q.q.val();
        for w in 0..W {
            self.alu[w].op.next = self.op_q.q.val();
            self.alu[w].a.next = self.split_alu_a.q[w].val();
            self.alu[w].b.next = self.split_alu_b.q[w].val();
            self.alu[w].select.next = self.split_select.q[w].val();
            self.join_flags.d[w].next = self.alu[w].flag.val();
            self.alu_late[w].clock.next = self.clock.val();
            self.alu_late[w].d.next = self.alu[w].result.val();
            self.multiply[w].clock.next = self.clock.val();
            self.multiply[w].a.next = self.split_alu_a.q[w].val();
            self.multiply[w].b.next = self.factor_q.q[w].val();
            self.multiply[w].c.next = self.added_q.q[w].val();
            self.multiply[w].signs.next = self.signs_q.q.val();
            self.multiply[w].upper.next = self.upper_q.q.val();
            self.integer[w].next = self.alu_late[w].q.val();
            if self.multiplies_late.q.val() {
                self.integer[w].next = self.multiply[w].word.val();
            }
            self.join_row.d[w].next = self.integer[w].val();
            // a scalar result may go to any slot
            if self.scalar_second.q.val() {
                self.join_row.d[w].next = self.integer[0].val();
            }
            self.float[w].clock.next = self.clock.val();
            self.float[w].op.next = self.op_q.q.val();
            self.float[w].mode.next = self.mode_q.q.val();
            self.float[w].x.next = self.x_q.q[w].val();
            self.float[w].y.next = self.y_q.q[w].val();
            self.float[w].z.next = self.z_q.q[w].val();
            self.join_float_flags.d[w].next = self.float[w].flag.val();
            self.join_float.d[w].next = self.float[w].result.val();
            if self.scalar_late.q.val() {
                self.join_float.d[w].next = self.float[0].result.val();
            }
        }
        // to the writeback
        self.valid_late.reset.next = self.reset.val();
        self.valid_late.d.next = self.valid.q.val();
        self.tag_late.d.next = self.tag_q.q.val();
        self.warp_late.d.next = self.warp_q.q.val();
        self.scalar_late.d.next = self.scalar_q.q.val();
        self.first_late.d.next = self.first_q.q.val();
        self.last_late.d.next = self.last_q.q.val();
        self.bundle_late.d.next = self.bundle_q.q.val();
        self.bank_late.d.next = self.bank_q.q.val();
        self.line_late.d.next = self.line_q.q.val();
        self.target_late.d.next = self.target_q.q.val();
        self.row_late.d.next = self.join_row.q.val();
        self.setp.op.next = self.op_q.q.val();
        self.setp_late.d.next = self.setp.is.val();
        self.float_late.d.next = self.op_q.q.val().get_bit(5);
        self.slots_late.d.next = self.slots_q.q.val();
        self.flags_late.d.next = self.join_flags.q.val();
        // writeback
        self.finish.next = self.valid_late.q.val();
        self.out_tag.next = self.tag_late.q.val();
        self.out_warp.next = self.warp_late.q.val();
        self.out_scalar.next = self.scalar_late.q.val();
        self.out_first.next = self.first_late.q.val();
        self.out_last.next = self.last_late.q.val();
        self.out_bundle.next = self.bundle_late.q.val();
        self.out_bank.next = self.no_bank.val();
        if self.valid_late.q.val() {
            self.out_bank.next = self.bank_late.q.val();
        }
        self.out_line.next = self.line_late.q.val();
        self.out_target.next = self.target_late.q.val();
        self.out_row.next = self.row_late.q.val();
        self.out_slots.next = self.slots_late.q.val();
        self.out_flags.next = self.flags_late.q.val() & self.slots_late.q.val();
        if self.float_late.q.val() {
            self.out_row.next = self.join_float.q.val();
            self.out_flags.next = self.join_float_flags.q.val() & self.slots_late.q.val();
        }
        self.out_setp.next = self.setp_late.q.val();
    }
}
