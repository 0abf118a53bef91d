//! Fused multipliers and adders with five rounding modes and flags: FPnew's, HardFloat's, Vortex's.
//! Results come a number of cycles after their operands, through a module of ours around each.

use super::softfloat::{Operation, computed};
use super::vortex::built;
use super::*;

/// Adds the blocks to a program.
pub fn units(heddle: Heddle) -> Heddle {
    add::<vortex::Block>(add::<hardfloat::Block>(add::<fpnew::Block>(heddle)))
}

/// The operations; a preset has the index of one.
pub const OPERATIONS: [Operation; 7] = [
    Operation::MulAdd,
    Operation::MulSub,
    Operation::NegMulAdd,
    Operation::NegMulSub,
    Operation::Add,
    Operation::Sub,
    Operation::Mul,
];

/// Declares a fused unit whose results, by a function, come so many cycles after their operands. It
/// has a preset for each operation, an index into [`OPERATIONS`], in each rounding mode.
macro_rules! fused {
    ($(#[$outer:meta])* $module:ident, $name:literal, $source:literal, $result:expr, after $latency:literal) => {
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
                madd { op: 0, mode: 0 } madd_zero { op: 0, mode: 1 } madd_down { op: 0, mode: 2 }
                madd_up { op: 0, mode: 3 } madd_away { op: 0, mode: 4 }
                msub { op: 1, mode: 0 } msub_zero { op: 1, mode: 1 } msub_down { op: 1, mode: 2 }
                msub_up { op: 1, mode: 3 } msub_away { op: 1, mode: 4 }
                nmadd { op: 2, mode: 0 } nmadd_zero { op: 2, mode: 1 } nmadd_down { op: 2, mode: 2 }
                nmadd_up { op: 2, mode: 3 } nmadd_away { op: 2, mode: 4 }
                nmsub { op: 3, mode: 0 } nmsub_zero { op: 3, mode: 1 } nmsub_down { op: 3, mode: 2 }
                nmsub_up { op: 3, mode: 3 } nmsub_away { op: 3, mode: 4 }
                add { op: 4, mode: 0 } add_zero { op: 4, mode: 1 } add_down { op: 4, mode: 2 }
                add_up { op: 4, mode: 3 } add_away { op: 4, mode: 4 }
                sub { op: 5, mode: 0 } sub_zero { op: 5, mode: 1 } sub_down { op: 5, mode: 2 }
                sub_up { op: 5, mode: 3 } sub_away { op: 5, mode: 4 }
                mul { op: 6, mode: 0 } mul_zero { op: 6, mode: 1 } mul_down { op: 6, mode: 2 }
                mul_up { op: 6, mode: 3 } mul_away { op: 6, mode: 4 }
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

            impl heddle_command::prelude::Block for Block {
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
                    vec![Stream::into_block("1", "1", &payload), results.after($latency)]
                }

                fn reset(_: &Config) {}

                fn take(_: &Config, (): &mut (), _: usize, i: &In, give: &mut dyn FnMut(usize, Out)) {
                    let operation = OPERATIONS[usize::from(i.op_i)];
                    let (result_o, flags_o) = $result(operation, i.mode_i, [i.a_i, i.b_i, i.c_i]);
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
    fpnew, "fpnew_fma", "FPnew", computed, after 0
}

fused! {
    /// `mulAddRecFN`, `addRecFN` and `mulRecFN` of HardFloat.
    hardfloat, "mulAddRecFN", "Berkeley HardFloat", computed, after 0
}

fused! {
    /// `VX_fma_unit` of Vortex, with six registers, as it is built.
    vortex, "VX_fma_unit", "Vortex", built, after 6
}
