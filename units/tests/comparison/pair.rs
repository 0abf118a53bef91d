//! Tests of two designs in lockstep with each other, in this process and confined.

use std::fs;
use std::num::NonZeroU32;

use heddle_testbench::dut::Dut;
use heddle_testbench::lockstep::{Lockstep, Random};
use heddle_testbench::shrink::Effort;
use heddle_testbench::target::{Hardware, ModelTools, Target, build};
use heddle_testbench::trace::TraceFile;
use heddle_testbench::verilator::block::{Block, Plan, Source, TOP};
use heddle_testbench::verilator::{Design, Lint, Model, Options};
use heddle_testbench::words::{self, Shape, Words};

/// A sum that wraps around.
const SUM: &str = "module sum(input clk, input rst, input [15:0] x_i, output reg [15:0] q_o);\n  \
                   always @(posedge clk) if (rst) q_o <= 0; else q_o <= q_o + x_i;\nendmodule\n";

fn block(verilog: &str, tools: &ModelTools) -> Block {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sum.v");
    fs::write(&file, verilog).unwrap();
    let source = Source { files: vec![file], top: "sum".into(), ..Source::default() };
    Block::new(&source, &source.read(&tools.tools, &tools.cache).unwrap(), &Plan::default()).unwrap()
}

/// The sum as what is expected, and other Verilog as hardware.
fn pair(verilog: &str, tools: &ModelTools) -> Box<dyn Target> {
    pair_of(SUM, verilog, tools)
}

/// Two designs, each in a process of its own.
fn pair_of(a: &str, b: &str, tools: &ModelTools) -> Box<dyn Target> {
    let hardware = |block: &Block| Hardware::Block {
        path: "sum.v".into(),
        verilog: block.verilog.clone(),
        command: "diff".into(),
        paired: true,
    };
    let [a, b] = [a, b].map(|verilog| block(verilog, tools));
    let shape = Shape::new(&a);
    let model = build::<Words>(tools, &shape, &hardware(&a), false).unwrap();
    words::build(tools, "sum", shape.with_reference(model), hardware(&b)).unwrap()
}

#[test]
fn a_design_equals_itself_and_a_difference_is_shrunk() {
    let tools = ModelTools::open().unwrap();
    let run = pair(SUM, &tools).segment(1, 0, 20_000).unwrap();
    assert_eq!((run.cycles, run.mismatch), (20_000, None));
    // it saturates
    let wrong = SUM.replace("q_o + x_i", "(q_o + x_i < q_o ? 16'hffff : q_o + x_i)");
    let target = pair(&wrong, &tools);
    let found = target.segment(1, 0, 20_000).unwrap().mismatch.unwrap();
    assert_eq!(found.rtl, 0xffff);
    let failure = target.explain(1, 0, Effort::USUAL, &mut |_| ()).unwrap();
    assert_eq!((failure.replay.cycles, failure.unit, failure.preset), (3, "block", "sum"));
    let file = TraceFile::parse("sum.trace".into(), failure.trace).unwrap();
    let again = target.replay(&file).unwrap().mismatch.unwrap();
    assert_eq!((again.golden, again.rtl), (0, 0xffff));
    // the waveform has both sides
    let folder = tempfile::tempdir().unwrap();
    let wave = folder.path().join("sum.vcd");
    target.wave(&tools, &file, &wave).unwrap();
    let wave = fs::read_to_string(wave).unwrap();
    assert!(["$scope module a $end", "$scope module b $end"].iter().all(|scope| wave.contains(scope)), "{wave}");
}

#[test]
fn what_is_expected_may_run_in_this_process() {
    let tools = ModelTools::open().unwrap();
    let built = |verilog: &str| {
        let Block { inputs, outputs, verilog, .. } = &block(verilog, &tools);
        let design = Design { top: TOP, verilog, origin: None, inputs, select: None, outputs, rising: true };
        let options = Options { lint: Lint::Lenient, traced: false, covered: false, confined: false };
        Model::build(&tools.tools, &tools.cache, &design, options).unwrap()
    };
    let shape = Shape::new(&block(SUM, &tools)).with_reference(built(SUM));
    let run = |verilog: &str| {
        let mut dut = Dut::<Words>::new(&shape, &built(verilog), NonZeroU32::MIN).unwrap();
        Lockstep::new(&shape).run(&mut Random::<Words>::new(&shape, 1, 0, 1000), &mut dut).unwrap()
    };
    assert_eq!(run(SUM).mismatch, None);
    let wrong = run(&SUM.replace("q_o + x_i", "q_o + (x_i ^ (x_i == 16'hffff))")).mismatch.unwrap();
    assert_eq!(wrong.golden ^ wrong.rtl, 1);
}

#[test]
fn an_assertion_of_either_side_is_found() {
    let tools = ModelTools::open().unwrap();
    let asserts = SUM.replace("endmodule", "always @(posedge clk) if (!rst) assert (x_i != 3);\nendmodule");
    for [a, b] in [[SUM, &asserts], [&asserts, SUM]] {
        let found = pair_of(a, b, &tools).segment(1, 0, 20_000).unwrap().mismatch.unwrap();
        assert!(found.port.starts_with("assertion ") && found.port.ends_with("sum.v:3"), "{}", found.port);
    }
}
