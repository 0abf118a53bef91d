//! The module `queue` in lockstep with a golden model.

use std::process::ExitCode;

use heddle_command::prelude::*;

ports! {
    /// Inputs of a cycle.
    pub struct In |_cfg: Fixed, i, k| {
        reset: bool [1] late,
        push_i: bool [1] late,
        data_i: u32 [32] late when i.push_i,
        pop_i: bool [1] late,
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out |_cfg: Fixed, o, k| {
        full_o: bool [1] late,
        data_o: u32 [32] late when !o.empty_o,
        empty_o: bool [1] late,
    }
}

/// The block.
pub struct Queue;

impl Block for Queue {
    const NAME: &'static str = "queue";
    const SOURCE: &'static str = "the module queue";
    type Config = Fixed;
    type In = In;
    type Out = Out;
}

/// The RTL: its clock is known from its edges. `Plan` ties inputs, leaves outputs open, or names
/// another reset.
impl FromFiles for Queue {
    fn source(_: &Fixed) -> (Source, Plan) {
        let source = Source::new(env!("CARGO_MANIFEST_DIR"), &["../docs/examples/queue.sv"], "queue");
        (source, Plan::default())
    }
}

/// The state of the golden model: what is held from cycle to cycle.
#[derive(Clone, Debug)]
pub struct State {}

/// The golden model: `comb` computes the outputs of a cycle, `clock` the next state.
impl Machine for Queue {
    type State = State;
    const RESETS: Resets = Resets::Asynchronous;

    fn reset(_: &Fixed) -> State {
        State {}
    }

    fn comb(_: &Fixed, _q: &State, _i: &In, _o: &mut Out) {}

    fn clock(_: &Fixed, _q: &mut State, _i: &In) {}

    // what reports and waveforms show of the state: a name, a width in bits, a value
    fn probe(_: &Fixed, _q: &State, _probe: &mut Probe) {
        // _probe.show("count", 3, 0_u64);
    }

    // recognised by the names of the ports: correct what is meant otherwise
    fn streams(_: &Fixed) -> Vec<Stream> {
        vec![
            Stream::into_block("push_i", "!full_o", &["data_i"]).with(Rule::Both),
            Stream::out_of_block("!empty_o", "pop_i", &["data_o"]).with(Rule::Both),
        ]
    }
}

bench!(Queue, from files);

fn main() -> ExitCode {
    Heddle::new("queue").unit::<Queue>().main()
}
