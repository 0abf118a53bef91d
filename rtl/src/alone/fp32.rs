//! The FP32 datapath as a unit of its own.

use heddle_block::{Block as _, Rtl, same_block};
use heddle_contract::lane::op;
use heddle_contract::primitive::fp32::Config;
use rust_hdl::prelude::*;

use crate::emit::emit;
use crate::lane::delay::{Delay, ValidDelay};
use crate::lane::float::{Float, Route, cut};
use crate::number::Number;
use crate::primitive::{Register, Resettable};

/// The FP32 datapath behind the registers of the first stage, with a valid bit for each stage; `D`
/// = latency - 1.
#[derive(LogicBlock, Default)]
struct Top<
    const D: usize,
    const C1: usize,
    const C2: usize,
    const C3: usize,
    const C4: usize,
    const C5: usize,
    const C6: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub valid: Signal<In, Bit>,
    pub op: Signal<In, Bits<6>>,
    pub mode: Signal<In, Bits<2>>,
    pub a: Signal<In, Bits<32>>,
    pub b: Signal<In, Bits<32>>,
    pub c: Signal<In, Bits<32>>,
    pub done: Signal<Out, Bit>,
    pub setp: Signal<Out, Bit>,
    pub result: Signal<Out, Bits<32>>,
    pub flag: Signal<Out, Bit>,
    entered: Resettable<Bit>,
    valid_late: ValidDelay<D>,
    setp_late: Delay<Bit, D>,
    first_setp: Number<6, { op::SETP_EQ_F as usize }>,
    op_q: Register<Bits<6>>,
    mode_q: Register<Bits<2>>,
    route: Route,
    x_q: Register<Bits<32>>,
    y_q: Register<Bits<32>>,
    z_q: Register<Bits<32>>,
    float: Float<C1, C2, C3, C4, C5, C6>,
}

impl<
    const D: usize,
    const C1: usize,
    const C2: usize,
    const C3: usize,
    const C4: usize,
    const C5: usize,
    const C6: usize,
> Logic for Top<D, C1, C2, C3, C4, C5, C6>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, entered, valid_late, setp_late, op_q, mode_q, x_q, y_q, z_q, float);
        self.entered.reset.next = self.reset.val();
        self.entered.d.next = self.valid.val();
        self.valid_late.reset.next = self.reset.val();
        self.valid_late.d.next = self.entered.q.val();
        self.setp_late.d.next = self.op_q.q.val() >= self.first_setp.val();
        self.op_q.d.next = self.op.val();
        self.mode_q.d.next = self.mode.val();
        self.route.op.next = self.op.val();
        self.route.a.next = self.a.val();
        self.route.b.next = self.b.val();
        self.route.c.next = self.c.val();
        self.x_q.d.next = self.route.x.val();
        self.y_q.d.next = self.route.y.val();
        self.z_q.d.next = self.route.z.val();
        self.float.op.next = self.op_q.q.val();
        self.float.mode.next = self.mode_q.q.val();
        self.float.x.next = self.x_q.q.val();
        self.float.y.next = self.y_q.q.val();
        self.float.z.next = self.z_q.q.val();
        self.done.next = self.valid_late.q.val();
        self.setp.next = self.setp_late.q.val();
        self.result.next = self.float.result.val();
        self.flag.next = self.float.flag.val();
    }
}

/// Emits the Verilog of the FP32 datapath with the configuration's latency.
macro_rules! with_latency {
    ($cfg:ident: $($latency:literal)*) => {
        match $cfg.latency {
            $($latency => {
                const CUTS: u32 = $latency - 1;
                type This = Top<
                    { CUTS as usize },
                    { cut(CUTS, 0) },
                    { cut(CUTS, 1) },
                    { cut(CUTS, 2) },
                    { cut(CUTS, 3) },
                    { cut(CUTS, 4) },
                    { cut(CUTS, 5) },
                >;
                Some(emit::<This>(Fp32::NAME))
            })*
            _ => None,
        }
    };
}

same_block! {
    /// The hardware of the FP32 datapath.
    pub Fp32 = heddle_contract::primitive::Fp32;
}

impl Rtl for Fp32 {
    const WAIVERS: &'static [(&'static str, &'static str)] = crate::WAIVERS;

    fn verilog(cfg: &Config) -> Option<String> {
        with_latency!(cfg: 1 2 3 6)
    }
}
