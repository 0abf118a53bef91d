//! FPnew's fused multiplier and adder with registers: operands and results are streams, and
//! operations and rounding modes come in any order. Verilator 5.006 does not build it.

use super::fused::OPERATIONS;
use super::softfloat::computed;
use super::*;

/// Adds the block to a program.
pub fn units(heddle: Heddle) -> Heddle {
    add::<Staged>(heddle)
}

config! {
    /// Where registers are.
    pub struct Config {
        /// How many there are in a row.
        registers: u32,
        /// Before the unit, behind it, within it, or spread over all three.
        place: u32,
    }
    before { registers: 1, place: 0 }
    behind { registers: 2, place: 1 }
    within { registers: 2, place: 2 }
    spread { registers: 3, place: 3 }
}

ports! {
    /// Inputs of a cycle.
    pub struct In |_cfg: Config, i, k| {
        reset: bool [1] late,
        valid_i: bool [1] late,
        op_i: u8 [3] late when i.valid_i,
        mode_i: u8 [3] late when i.valid_i,
        a_i: u32 [32] late when i.valid_i,
        b_i: u32 [32] late when i.valid_i,
        c_i: u32 [32] late when i.valid_i,
        ready_i: bool [1] late,
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out |_cfg: Config, o, k| {
        ready_o: bool [1] late,
        valid_o: bool [1] late,
        result_o: u32 [32] late when o.valid_o,
        flags_o: u8 [5] late when o.valid_o,
    }
}

/// The block.
pub struct Staged;

impl heddle_command::prelude::Block for Staged {
    const NAME: &'static str = "fpnew_staged";
    const SOURCE: &'static str = "FPnew";
    type Config = Config;
    type In = In;
    type Out = Out;
}

impl FromFiles for Staged {
    fn source(cfg: &Config) -> (Source, Plan) {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/floats/fpnew_alone.sv");
        let source = Source::listed(&list("fpnew_staged"), "fpnew_staged").file(file);
        (source.parameter("REGISTERS", cfg.registers).parameter("PLACE", cfg.place), Plan::default())
    }
}

impl Untimed for Staged {
    type State = ();

    fn streams(_: &Config) -> Vec<Stream> {
        let payload = ["op_i", "mode_i", "a_i", "b_i", "c_i"];
        vec![
            Stream::into_block("valid_i", "ready_o", &payload),
            Stream::out_of_block("valid_o", "ready_i", &["result_o", "flags_o"]),
        ]
    }

    fn reset(_: &Config) {}

    fn take(_: &Config, (): &mut (), _: usize, i: &In, give: &mut dyn FnMut(usize, Out)) {
        let (result_o, flags_o) = computed(OPERATIONS[usize::from(i.op_i)], i.mode_i, [i.a_i, i.b_i, i.c_i]);
        give(1, Out { result_o, flags_o, ..Out::default() });
    }
}

impl Drive for Staged {
    type Stimulus = ();

    fn next(_: &Config, (): &mut (), _: &Self::Protocol, (): &(), e: &mut Entropy, i: &mut In) {
        let [a_i, b_i, c_i] = operands(e);
        let (op_i, mode_i) = (e.below(OPERATIONS.len() as u32) as u8, e.below(5) as u8);
        let [valid_i, ready_i] = [0; 2].map(|_| e.chance(240));
        *i = In { reset: e.below(10_000) == 0, valid_i, op_i, mode_i, a_i, b_i, c_i, ready_i };
    }
}

bench!(Staged, untimed: Shrink, Cover, Crosses, Prove, Work);
