//! A register of a stream in SystemVerilog that Debian's Yosys does not read: a package that the
//! head of a module imports, a type as a parameter, ports that are structs.

use heddle_command::prelude::*;

pub struct Stage;

config! {
    /// Parameters of the stage.
    pub struct Config {
        /// Whether it reverses the bits of the data.
        flip: u32,
    }
    plain { flip: 0 }
    flipped { flip: 1 }
}

ports! {
    /// Inputs of a cycle.
    pub struct In |_cfg: Config, i, k| {
        reset: bool [1] late,
        in_valid_i: bool [1] late,
        in_data_i: u8 [8] late when i.in_valid_i,
        in_last_i: bool [1] late when i.in_valid_i,
        out_ready_i: bool [1] late,
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out |_cfg: Config, o, k| {
        in_ready_o: bool [1] late,
        out_valid_o: bool [1] late,
        out_data_o: u8 [8] late when o.out_valid_o,
        out_last_o: bool [1] late when o.out_valid_o,
    }
}

impl Block for Stage {
    const NAME: &'static str = "stage";
    const SOURCE: &'static str = "an example of the tests";
    type Config = Config;
    type In = In;
    type Out = Out;
}

impl FromFiles for Stage {
    fn source(cfg: &Config) -> (Source, Plan) {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program");
        let fields = |names: [&str; 2]| Map::Ports(names.map(str::to_owned).to_vec());
        let plan = Plan::default().map("in_beat_i", fields(["in_data_i", "in_last_i"]));
        let plan = plan.map("out_beat_o", fields(["out_data_o", "out_last_o"]));
        (Source::new(folder, &["stage.sv"], "stage").parameter("FLIP", cfg.flip), plan)
    }
}

impl Machine for Stage {
    type State = Option<(u8, bool)>;
    const RESETS: Resets = Resets::Asynchronous;

    fn reset(_: &Config) -> Self::State {
        None
    }

    fn comb(_: &Config, q: &Self::State, i: &In, o: &mut Out) {
        o.in_ready_o = q.is_none() || i.out_ready_i;
        o.out_valid_o = q.is_some();
        (o.out_data_o, o.out_last_o) = q.unwrap_or_default();
    }

    fn clock(cfg: &Config, q: &mut Self::State, i: &In) {
        if q.is_none() || i.out_ready_i {
            let data = if cfg.flip == 1 { i.in_data_i.reverse_bits() } else { i.in_data_i };
            *q = i.in_valid_i.then_some((data, i.in_last_i));
        }
    }

    fn streams(_: &Config) -> Vec<Stream> {
        vec![
            Stream::into_block("in_valid_i", "in_ready_o", &["in_data_i", "in_last_i"]),
            Stream::out_of_block("out_valid_o", "out_ready_i", &["out_data_o", "out_last_o"]),
        ]
    }
}

impl Prove for Stage {
    /// Claims over registers, of which the last is wrong.
    fn claims(_: &Config, g: &mut Graph, n: &Netlist) -> Claims {
        let mut claims = Claims::default();
        let (full, ready) = (n.bit("dut.i_slot.full_q"), n.bit("in_ready_o"));
        claims.claim(READY, g.or(full, ready));
        claims.claim(LAST, g.implies(full, n.word("dut.i_slot.data_q")[8]));
        claims
    }
}

/// What the claims say.
pub const READY: &str = "an empty stage is ready";
pub const LAST: &str = "every word is the last";

bench!(Stage, from files: Drive, Shrink, Cover, Crosses, Work);
