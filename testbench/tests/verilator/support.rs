//! A small design, its tools, and a cache that the tests share.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::{LazyLock, OnceLock};

use heddle_contract::{Port, Timing};
use heddle_testbench::verilator::{Cache, Design, Lint, Model, Options, Toolchain};

/// A counter that adds what stands on an array of two ports, and a register that nothing sets.
pub const COUNTER: &str = "\
module counter(clock, reset, x$0, x$1, sum, count$q, idle__q, unset);
    input wire clock;
    input wire reset;
    input wire [7:0] x$0;
    input wire [32:0] x$1;
    output wire [63:0] sum;
    output wire [15:0] count$q;
    output wire idle__q;
    output wire [31:0] unset;
    reg [15:0] count;
    reg [31:0] never;
    always @(posedge clock)
        if (reset) count <= 16'h0;
        else count <= count + {8'h0, x$0};
    always @(posedge clock) never <= never;
    assign sum = {31'h0, x$1} + {48'h0, count};
    assign count$q = count;
    assign idle__q = count == 16'h0;
    assign unset = never;
endmodule
";

pub const OPTIONS: Options = Options { lint: Lint::Strict(&[]), traced: false };

pub static PORTS: LazyLock<(Vec<Port>, Vec<Port>)> = LazyLock::new(|| {
    let inputs = vec![port("reset", 1), port("x$0", 8), port("x$1", 33)];
    (inputs, vec![port("sum", 64), port("count$q", 16), port("idle__q", 1), port("unset", 32)])
});

pub fn port(name: &str, width: u32) -> Port {
    Port { name: name.to_owned(), width, timing: Timing::Late }
}

pub fn design(verilog: &str) -> Design<'_> {
    Design { top: "counter", verilog, origin: None, inputs: &PORTS.0, outputs: &PORTS.1 }
}

pub fn tools() -> &'static Toolchain {
    static TOOLS: OnceLock<Toolchain> = OnceLock::new();
    TOOLS.get_or_init(|| Toolchain::find().unwrap_or_else(|e| panic!("{e}")))
}

/// One folder for the run of the tests, so that the runtime is compiled once.
pub fn cache() -> Cache {
    Cache::at(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("models"))
}

pub fn counter() -> Model {
    Model::build(tools(), &cache(), &design(COUNTER), OPTIONS).unwrap()
}

pub fn seed(seed: u32) -> NonZeroU32 {
    NonZeroU32::new(seed).unwrap()
}
