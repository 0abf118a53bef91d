//! Tests of builds of models: what is built, and what is refused.

use std::path::Path;
use std::process::Command;

use heddle_verilator::{BuildError, Design, Instance, Lint, Model, Options, PortFault, bare_benchmark, fold};

use crate::support::{COUNTER, OPTIONS, cache, design, port, seed, stimulus, tools, with};

const LENIENT: Options = Options { lint: Lint::Lenient, traced: false, covered: false, confined: false };

fn refused(design: &Design, options: Options) -> BuildError {
    Model::build(tools(), &cache(), design, options).unwrap_err()
}

fn faults(verilog: &str) -> (Vec<PortFault>, String) {
    match refused(&design(verilog), LENIENT) {
        BuildError::Ports { file, top, faults } => {
            let text = BuildError::Ports { file, top, faults: faults.clone() }.to_string();
            (faults, text)
        }
        error => panic!("{error}"),
    }
}

#[test]
fn a_syntax_error_stands_under_the_users_file_name() {
    let verilog = COUNTER.replace("reg [31:0] never;", "reg [31:0 never;");
    let design = Design { origin: Some(Path::new("mine/dut.v")), ..design(&verilog) };
    let BuildError::Verilog { file, text } = refused(&design, LENIENT) else { panic!("no Verilog error") };
    assert_eq!(file, "mine/dut.v");
    assert!(text.contains("mine/dut.v:11:") && text.contains("syntax error"), "{text}");
    assert!(!text.contains("counter.v") && !text.contains("Exiting"), "{text}");
}

#[test]
fn strict_lint_stops_at_a_warning_and_a_waiver_lets_it_through() {
    let verilog = COUNTER.replace("{8'h0, x$0}", "x$0");
    let BuildError::Verilog { text, .. } = refused(&design(&verilog), OPTIONS) else { panic!("no Verilog error") };
    assert!(text.contains("WIDTH") && text.contains("counter.v:14:"), "{text}");
    let waived = Lint::Strict(&[("WIDTH", "a test")]);
    for lint in [waived, Lint::Lenient] {
        Model::build(tools(), &cache(), &design(&verilog), Options { lint, ..OPTIONS }).unwrap();
    }
}

#[test]
fn every_wrong_port_is_named() {
    let (found, text) = faults(&COUNTER.replace("[7:0] x$0", "[8:0] x$0").replace("{8'h0, x$0}", "{7'h0, x$0}"));
    assert_eq!(found, [PortFault::Width { name: "x$0".into(), expected: 8, found: 9 }]);
    assert!(text.ends_with("\n  x$0: 9 bits wide, expected 8"), "{text}");

    let verilog = COUNTER.replace(", idle__q, unset", ", busy, unset").replace("idle__q", "busy");
    let verilog =
        verilog.replace("reset, x$0", "reset, enable, x$0").replace("input wire reset", "input wire enable, reset");
    let (found, text) = faults(&verilog);
    let missing = PortFault::Missing { name: "idle__q".into(), direction: "an output".into(), width: 1 };
    assert_eq!(found, [missing, PortFault::Unknown { name: "enable".into(), width: 1 }]);
    assert!(text.contains("\n  idle__q: missing (expected an output of 1 bits)"), "{text}");
    assert!(text.contains("\n  enable: an input of 1 bits that the contract does not have"), "{text}");

    let verilog = COUNTER.replace("output wire [31:0] unset", "input wire [31:0] unset");
    let (found, _) = faults(&verilog.replace("assign unset = never;", ""));
    let direction = |expected: &str, found: &str| (expected.to_owned(), found.to_owned());
    let (expected, other) = direction("an output", "an input");
    assert_eq!(found, [PortFault::Direction { name: "unset".into(), expected, found: other }]);

    let (found, _) = faults(
        &COUNTER.replace("(clock,", "(clk,").replace("wire clock", "wire clk").replace("posedge clock", "posedge clk"),
    );
    let missing = PortFault::Missing { name: "clock".into(), direction: "an input".into(), width: 1 };
    assert_eq!(found, [missing, PortFault::Unknown { name: "clk".into(), width: 1 }]);
}

#[test]
fn outputs_that_nobody_reads_are_no_fault() {
    let outputs = [port("sum", 64)];
    Model::build(tools(), &cache(), &Design { outputs: &outputs, ..design(COUNTER) }, OPTIONS).unwrap();
}

#[test]
fn a_wrong_top_is_told_what_there_is() {
    let error = refused(&Design { top: "lane", ..design(COUNTER) }, OPTIONS);
    assert_eq!(error.to_string(), "lane.v has no module lane: it has counter");
    let error = refused(&Design { verilog: "// module counter\n", ..design(COUNTER) }, OPTIONS);
    assert_eq!(error.to_string(), "counter.v has no module counter: it has no module at all");
    let error = refused(&Design { top: "../lane", ..design(COUNTER) }, OPTIONS);
    assert!(error.to_string().starts_with("\"../lane\" is no Verilog identifier"), "{error}");
}

#[test]
fn a_top_may_have_a_dollar_in_its_name() {
    let verilog = COUNTER.replace("module counter(", "module counter$4(");
    let model = Model::build(tools(), &cache(), &Design { top: "counter$4", ..design(&verilog) }, OPTIONS).unwrap();
    assert_eq!(model.top(), "counter$4");
    let broken = verilog.replace("reg [31:0] never;", "reg [31:0 never;");
    let BuildError::Verilog { text, .. } = refused(&Design { top: "counter$4", ..design(&broken) }, OPTIONS) else {
        panic!("no Verilog error")
    };
    assert!(text.contains("counter$4.v:11:"), "{text}");
}

#[test]
fn words_that_are_reserved_in_cpp_alone_are_ports_too() {
    let verilog = COUNTER.replace("idle__q", "template");
    let outputs = [port("template", 1)];
    let model = Model::build(tools(), &cache(), &Design { outputs: &outputs, ..design(&verilog) }, LENIENT).unwrap();
    let mut out = [0; 2];
    Instance::new(&model, seed(1)).run(&stimulus(2), &mut out).unwrap();
    assert_eq!(out[1], 1);
}

#[test]
fn several_modules_below_the_top_are_built() {
    let verilog = with("wire [15:0] twice; sub u(count, twice); assign deep = twice;");
    let verilog = verilog.replace("idle__q, unset);", "idle__q, unset, deep); output wire [15:0] deep;")
        + "module sub(input wire [15:0] a, output wire [15:0] b); assign b = a + a; endmodule\n";
    let outputs = [port("deep", 16)];
    let model = Model::build(tools(), &cache(), &Design { outputs: &outputs, ..design(&verilog) }, LENIENT).unwrap();
    let mut out = [0; 4];
    Instance::new(&model, seed(1)).run(&stimulus(4), &mut out).unwrap();
    assert_eq!(out[3], 12);
}

#[test]
fn a_bare_program_runs_the_same_object() {
    let main = r#"
#include "heddle.h"
#include <cstdio>
#include <vector>
int main() {
    std::vector<uint64_t> in;
    for (uint64_t c = 0; c < 100; ++c) in.insert(in.end(), {c == 0, 3, (uint64_t{1} << 32) + c});
    void* model = heddle_create(7);
    uint64_t sum = 0;
    heddle_checksum(model, in.data(), &sum, 100);
    heddle_free(model);
    std::printf("%llu", static_cast<unsigned long long>(sum));
}
"#;
    let program = bare_benchmark(tools(), &cache(), &design(COUNTER), OPTIONS, main).unwrap();
    let said = Command::new(&program).output().unwrap();
    let model = Model::build(tools(), &cache(), &design(COUNTER), OPTIONS).unwrap();
    let sum = Instance::new(&model, seed(7)).checksum(&stimulus(100)).unwrap();
    assert_eq!(String::from_utf8_lossy(&said.stdout), sum.to_string());
    assert_ne!(sum, fold(0, 0));
    let error = bare_benchmark(tools(), &cache(), &design(COUNTER), OPTIONS, "int main() { nonsense }").unwrap_err();
    assert!(matches!(&error, BuildError::Compile { text, .. } if text.contains("nonsense")), "{error}");
}
