//! Fused multipliers and adders, with five rounding modes and flags: FPnew's and HardFloat's. Their
//! results come in the cycle of their operands, through a module of ours around them.

use super::softfloat::{Operation, computed};
use super::*;

/// Adds the blocks to a program.
pub fn units(heddle: Heddle) -> Heddle {
    add::<hardfloat::Block>(add::<fpnew::Block>(heddle))
}

/// Names of the operations by number, in presets: each in each mode.
const OPERATIONS: [Operation; 7] = [
    Operation::MulAdd,
    Operation::MulSub,
    Operation::NegMulAdd,
    Operation::NegMulSub,
    Operation::Add,
    Operation::Sub,
    Operation::Mul,
];

/// Declares a fused unit, with a preset for each operation, an index into [`OPERATIONS`], in each
/// rounding mode.
macro_rules! fused {
    ($(#[$outer:meta])* $module:ident, $name:literal, $source:literal, { $($preset:ident: $op:literal $mode:literal),* $(,)? }) => {
        $(#[$outer])*
        mod $module {
            use super::*;

            config! {
                /// What is computed.
                pub struct Config {
                    /// The operation.
                    op: u32,
                    /// The rounding mode: to the nearest, towards zero, down, up, or to the nearest
                    /// with ties away from zero.
                    mode: u32,
                }
                $($preset { op: $op, mode: $mode })*
            }

            ports! {
                /// Inputs of a cycle.
                pub struct In |_cfg: Config, i, k| {
                    reset: bool [1] late,
                    op_i: u8 [3] late,
                    mode_i: u8 [3] late,
                    a_i: u32 [32] late,
                    b_i: u32 [32] late,
                    c_i: u32 [32] late,
                }
            }

            ports! {
                /// Outputs of a cycle.
                pub struct Out |_cfg: Config, o, k| {
                    result_o: u32 [32] late,
                    flags_o: u8 [5] late,
                }
            }

            /// The block.
            pub struct Block;

            impl heddle_cli::prelude::Block for Block {
                const NAME: &'static str = $name;
                const SOURCE: &'static str = $source;
                type Config = Config;
                type In = In;
                type Out = Out;
            }

            impl FromFiles for Block {
                fn source(_: &Config) -> (Source, Plan) {
                    let top = concat!(stringify!($module), "_alone");
                    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/floats");
                    (Source::listed(&list($name), top).file(folder.join(top).with_extension("sv")), Plan::default())
                }
            }

            impl Untimed for Block {
                type State = ();

                fn streams(_: &Config) -> Vec<Stream> {
                    let payload = ["op_i", "mode_i", "a_i", "b_i", "c_i"];
                    let results = Stream::out_of_block("1", "1", &["result_o", "flags_o"]);
                    vec![Stream::into_block("1", "1", &payload), results.after(0)]
                }

                fn reset(_: &Config) {}

                fn take(_: &Config, (): &mut (), _: usize, i: &In, give: &mut dyn FnMut(usize, Out)) {
                    let operation = OPERATIONS[usize::from(i.op_i)];
                    let (result_o, flags_o) = computed(operation, i.mode_i, [i.a_i, i.b_i, i.c_i]);
                    give(1, Out { result_o, flags_o });
                }

                fn legal(cfg: &Config, i: &In) -> Result<(), Illegal> {
                    let is_it = (u32::from(i.op_i), u32::from(i.mode_i)) == (cfg.op, cfg.mode);
                    let reason = || "it is that of the preset".to_owned();
                    if is_it { Ok(()) } else { Err(Illegal { port: "op_i", reason: reason() }) }
                }

                fn repair(cfg: &Config, i: &mut In) {
                    (i.op_i, i.mode_i) = (cfg.op as u8, cfg.mode as u8);
                }
            }

            impl Drive for Block {
                type Stimulus = ();

                fn stimulus(_: &Config) {}

                fn next(cfg: &Config, (): &mut (), _: &Self::Protocol, (): &(), e: &mut Entropy, i: &mut In) {
                    let [a_i, b_i, c_i] = operands(e);
                    *i = In { reset: false, op_i: cfg.op as u8, mode_i: cfg.mode as u8, a_i, b_i, c_i };
                }
            }

            bench!(Block, untimed: Shrink, Cover, Crosses, Prove, Work);
        }
    };
}

fused! {
    /// `fpnew_fma` of FPnew.
    fpnew, "fpnew_fma", "FPnew", {
        madd: 0 0, madd_zero: 0 1, madd_down: 0 2, madd_up: 0 3, madd_away: 0 4,
        msub: 1 0, msub_zero: 1 1, msub_down: 1 2, msub_up: 1 3, msub_away: 1 4,
        nmadd: 2 0, nmadd_zero: 2 1, nmadd_down: 2 2, nmadd_up: 2 3, nmadd_away: 2 4,
        nmsub: 3 0, nmsub_zero: 3 1, nmsub_down: 3 2, nmsub_up: 3 3, nmsub_away: 3 4,
        add: 4 0, add_zero: 4 1, add_down: 4 2, add_up: 4 3, add_away: 4 4,
        sub: 5 0, sub_zero: 5 1, sub_down: 5 2, sub_up: 5 3, sub_away: 5 4,
        mul: 6 0, mul_zero: 6 1, mul_down: 6 2, mul_up: 6 3, mul_away: 6 4,
    }
}

fused! {
    /// `mulAddRecFN` of HardFloat.
    hardfloat, "mulAddRecFN", "Berkeley HardFloat", {
        madd: 0 0, madd_zero: 0 1, madd_down: 0 2, madd_up: 0 3, madd_away: 0 4,
        msub: 1 0, msub_zero: 1 1, msub_down: 1 2, msub_up: 1 3, msub_away: 1 4,
        nmadd: 2 0, nmadd_zero: 2 1, nmadd_down: 2 2, nmadd_up: 2 3, nmadd_away: 2 4,
        nmsub: 3 0, nmsub_zero: 3 1, nmsub_down: 3 2, nmsub_up: 3 3, nmsub_away: 3 4,
    }
}
