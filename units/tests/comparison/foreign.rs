//! Tests of a user's Verilog against a golden model in C: equal, wrong, and models that are none.

use std::fs;
use std::sync::Arc;

use heddle_testbench::shrink::Effort;
use heddle_testbench::target::{Hardware, ModelTools, Target};
use heddle_testbench::trace::TraceFile;
use heddle_testbench::verilator::block::{Block, Plan, Source};
use heddle_testbench::verilator::foreign::Foreign;
use heddle_testbench::words::{self, Fault, Shape, vet};

/// A counter that wraps around, and stops while it is held.
const VERILOG: &str = "module counter(input clk, input rst, input [7:0] x_i, input hold_i, output reg [15:0] q_o, \
                       output [7:0] half_o);\n  assign half_o = q_o[8:1];\n  \
                       always @(posedge clk) if (rst) q_o <= 0; else if (!hold_i) q_o <= q_o + x_i;\nendmodule\n";

const MODEL: &str = r#"
#include "heddle_model.h"
#include <stdlib.h>
struct state { uint64_t q; };
unsigned heddle_model_version(void) { return HEDDLE_MODEL_VERSION; }
const char *heddle_model_ports(void) { return "reset:1 x_i:8 hold_i:1 > q_o:16 half_o:8"; }
void *heddle_model_new(const char *preset) { return calloc(1, sizeof(struct state)); }
void heddle_model_free(void *model) { free(model); }
void heddle_model_reset(void *model) { ((struct state *)model)->q = 0; }
void heddle_model_comb(const void *model, const uint64_t *in, uint64_t *out, uint8_t *care) {
    struct state *s = (struct state *)model;
    out[0] = s->q;
    out[1] = s->q >> 1 & 0xff;
}
void heddle_model_clock(void *model, const uint64_t *in) {
    struct state *s = model;
    if (!in[2]) s->q = s->q + in[1] & 0xffff;
}
void heddle_model_show(const void *model, void (*signal)(void *, const char *, unsigned, uint64_t), void *to) {
    signal(to, "count", 16, ((const struct state *)model)->q);
}
"#;

/// The block of Verilog, and its shape with a model in C.
fn shape(verilog: &str, model: &str, tools: &ModelTools) -> (Block, Shape) {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let source = Source { files: vec![write("counter.v", verilog)], top: "counter".into(), ..Source::default() };
    let block = Block::new(&source, &source.read(&tools.tools, &tools.cache).unwrap(), &Plan::default()).unwrap();
    let ports = (&block.inputs[..], &block.outputs[..]);
    let foreign = Foreign::build(&tools.tools, &tools.cache, &write("model.c", model), &[], "counter", ports);
    let foreign: Arc<Foreign> = foreign.unwrap_or_else(|error| panic!("{error}"));
    let shape = Shape::new(&block).with_model(foreign);
    (block, shape)
}

fn target(verilog: &str, model: &str, tools: &ModelTools) -> Box<dyn Target> {
    let (block, shape) = shape(verilog, model, tools);
    vet(&shape).unwrap();
    let hardware =
        Hardware::Block { path: "counter.v".into(), verilog: block.verilog, command: "check".into(), paired: false };
    words::build(tools, "counter", shape, hardware).unwrap()
}

#[test]
fn a_model_in_c_judges_verilog() {
    let tools = ModelTools::open().unwrap();
    let asynchronous = VERILOG.replace("posedge clk", "posedge clk or posedge rst");
    for verilog in [VERILOG, &asynchronous] {
        let run = target(verilog, MODEL, &tools).segment(1, 0, 20_000).unwrap();
        assert_eq!((run.cycles, run.mismatch), (20_000, None));
    }
    let wrong = target(VERILOG, &MODEL.replace("if (!in[2])", "if (!in[2] || in[1] == 255)"), &tools);
    let failure = wrong.explain(1, 0, Effort::USUAL, &mut |_| ()).unwrap();
    assert_eq!(failure.replay.cycles, 2);
    assert_eq!(failure.replay.state, [("count".to_owned(), 255)]);
    let file = TraceFile::parse("counter.trace".into(), failure.trace).unwrap();
    let again = wrong.replay(&file).unwrap().mismatch.unwrap();
    assert_eq!((again.port.as_str(), again.golden, again.rtl), ("q_o", 255, 0));
    // what the model does not care for is not compared
    let careless = MODEL.replace("out[1] = s->q >> 1 & 0xff;", "care[1] = 0;");
    assert_eq!(target(VERILOG, &careless, &tools).segment(1, 0, 20_000).unwrap().mismatch, None);
}

#[test]
fn only_inputs_that_the_model_takes_are_legal() {
    let tools = ModelTools::open().unwrap();
    let legal = "int heddle_model_legal(const void *model, const uint64_t *in, char *why, size_t room) \
                 { return in[1] < 100 || ((const struct state *)model)->q < 1000; }\n";
    // on what is illegal they differ
    let verilog = VERILOG.replace("q_o + x_i", "q_o + (x_i >= 100 && q_o >= 1000 ? 16'd1 : x_i)");
    assert!(target(&verilog, MODEL, &tools).segment(1, 0, 20_000).unwrap().mismatch.is_some());
    let run = target(&verilog, &format!("{MODEL}{legal}"), &tools).segment(1, 0, 20_000).unwrap();
    assert_eq!(run.mismatch, None);
}

#[test]
fn a_model_that_is_no_function_of_its_inputs_is_refused() {
    let tools = ModelTools::open().unwrap();
    let fault = |from: &str, to: &str| {
        assert_eq!(MODEL.matches(from).count(), 1, "{from}");
        vet(&shape(VERILOG, &MODEL.replace(from, to), &tools).1).unwrap_err()
    };
    let comb = fault("out[0] = s->q;", "out[0] = s->q; if (in[1] == 3) s->q++;");
    assert!(matches!(comb, Fault::Comb(_)), "{comb}");
    let shared =
        [("return calloc(1, sizeof(struct state));", "static struct state one; return &one;"), ("free(model);", "")];
    let shared = shared.iter().fold(MODEL.to_owned(), |text, (from, to)| text.replace(from, to));
    let found = vet(&shape(VERILOG, &shared, &tools).1).unwrap_err();
    assert!(matches!(found, Fault::Shared(_)), "{found}");
    // a model that says so is run by one thread at a time
    let alone = format!("{shared}int heddle_model_threads(void) {{ return 1; }}\n");
    vet(&shape(VERILOG, &alone, &tools).1).unwrap();
    let again = fault("out[0] = s->q;", "static int calls; out[0] = s->q + (calls++ > 3500);");
    assert!(matches!(again, Fault::Again(_)), "{again}");
    let kept =
        fault("{ ((struct state *)model)->q = 0; }", "{ static int runs; ((struct state *)model)->q = runs++; }");
    assert!(matches!(kept, Fault::Again(_)), "{kept}");
    assert!(kept.to_string().starts_with("cycle 0 of random inputs, port q_o: another result"), "{kept}");
}
