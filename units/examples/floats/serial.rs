//! J. Dawson's fpu: each operand and the result are streams of their own, rounded to the nearest.

use std::collections::VecDeque;

use super::softfloat::{Operation, computed};
use super::*;

/// Adds the blocks to a program.
pub fn units(heddle: Heddle) -> Heddle {
    add::<divider::Block>(add::<multiplier::Block>(add::<adder::Block>(heddle)))
}

/// Declares a unit that computes an operation.
macro_rules! serial {
    ($module:ident, $operation:expr) => {
        mod $module {
            use super::*;

            ports! {
                /// Inputs of a cycle.
                pub struct In |_cfg: Fixed, i, k| {
                    reset: bool [1] late,
                    input_a: u32 [32] late when i.input_a_stb,
                    input_b: u32 [32] late when i.input_b_stb,
                    input_a_stb: bool [1] late,
                    input_b_stb: bool [1] late,
                    output_z_ack: bool [1] late,
                }
            }

            ports! {
                /// Outputs of a cycle.
                pub struct Out |_cfg: Fixed, o, k| {
                    output_z: u32 [32] late when o.output_z_stb,
                    output_z_stb: bool [1] late,
                    input_a_ack: bool [1] late,
                    input_b_ack: bool [1] late,
                }
            }

            /// The block.
            pub struct Block;

            impl heddle_command::prelude::Block for Block {
                const NAME: &'static str = stringify!($module);
                const SOURCE: &'static str = "fpu of J. Dawson";
                type Config = Fixed;
                type In = In;
                type Out = Out;
            }

            impl FromFiles for Block {
                fn source(_: &Fixed) -> (Source, Plan) {
                    let around = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/floats/serial_alone.sv");
                    let name = stringify!($module);
                    let source = Source::listed(&list(name), "serial_alone").define("UNIT", name);
                    (source.file(around), Plan::default())
                }
            }

            impl Untimed for Block {
                /// Operands that have come, and wait for the other one.
                type State = [VecDeque<u32>; 2];

                fn streams(_: &Fixed) -> Vec<Stream> {
                    vec![
                        Stream::into_block("input_a_stb", "input_a_ack", &["input_a"]),
                        Stream::into_block("input_b_stb", "input_b_ack", &["input_b"]),
                        Stream::out_of_block("output_z_stb", "output_z_ack", &["output_z"]),
                    ]
                }

                fn reset(_: &Fixed) -> Self::State {
                    Default::default()
                }

                fn take(_: &Fixed, q: &mut Self::State, stream: usize, i: &In, give: &mut dyn FnMut(usize, Out)) {
                    q[stream].push_back([i.input_a, i.input_b][stream]);
                    if let [Some(&a), Some(&b)] = [q[0].front(), q[1].front()] {
                        q.iter_mut().for_each(|operands| _ = operands.pop_front());
                        let (output_z, _) = computed($operation, 0, [a, b, 0]);
                        give(2, Out { output_z, ..Out::default() });
                    }
                }
            }

            impl Drive for Block {
                type Stimulus = ();

                fn next(_: &Fixed, (): &mut (), _: &Self::Protocol, (): &(), e: &mut Entropy, i: &mut In) {
                    let [input_a, input_b, _] = operands(e);
                    let [input_a_stb, input_b_stb, output_z_ack] = [0; 3].map(|_| e.chance(240));
                    let reset = e.below(10_000) == 0;
                    *i = In { reset, input_a, input_b, input_a_stb, input_b_stb, output_z_ack };
                }
            }

            bench!(Block, untimed: Shrink, Cover, Crosses, Prove, Work);
        }
    };
}

serial!(adder, Operation::Add);
serial!(multiplier, Operation::Mul);
serial!(divider, Operation::Div);
