//! Tests of a user's module as a block, on small modules of every kind; they run Verilator.

use std::fs;
use std::path::PathBuf;

use heddle_verilator::block::{Block, Clock, Map, Plan, Reset, Source, SourceError, TOP};
use heddle_verilator::tree::{Effect, Top, Type};
use heddle_verilator::{Design, Instance, Lint, Model};

use crate::support::{OPTIONS, cache, seed, tools};

/// Files in a folder of their own, as a source.
pub struct Files {
    pub folder: tempfile::TempDir,
    pub source: Source,
}

impl Files {
    /// Writes files, of which those that end with `.v` or `.sv` are named.
    pub fn new(top: &str, files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut named = Vec::new();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            named.extend((name.ends_with(".v") || name.ends_with(".sv")).then_some(path));
        }
        Self { source: Source { files: named, top: top.into(), ..Source::default() }, folder }
    }

    fn tree(&self) -> Result<Top, SourceError> {
        self.source.read(tools(), &cache()).map(|text| text.top)
    }

    pub fn block(&self, plan: &Plan) -> Result<Block, SourceError> {
        Block::new(&self.source, &self.source.read(tools(), &cache())?, plan)
    }

    pub fn at(&self, place: &str) -> String {
        self.folder.path().join(place).display().to_string()
    }
}

pub fn block(top: &str, verilog: &str, plan: &Plan) -> Block {
    Files::new(top, &[("a.sv", verilog)]).block(plan).unwrap_or_else(|error| panic!("{error}"))
}

fn built(block: &Block) -> Model {
    let Block { inputs, outputs, verilog, .. } = block;
    let design = Design { top: TOP, verilog, origin: None, inputs, select: None, outputs, rising: false };
    let options = heddle_verilator::Options { lint: Lint::Lenient, ..OPTIONS };
    Model::build(tools(), &cache(), &design, options).unwrap_or_else(|error| panic!("{error}\n{verilog}"))
}

/// The outputs of a block, by cycle, for inputs by name.
pub fn run(block: &Block, cycles: &[&[(&str, u64)]]) -> Vec<Vec<u64>> {
    let model = built(block);
    let at = |name: &str| block.inputs.iter().position(|port| port.name == name).unwrap_or_else(|| panic!("{name}"));
    let mut instance = Instance::new(&model, seed(1));
    let cycle = |given: &&[(&str, u64)]| {
        let (mut inputs, mut outputs) = (vec![0; block.inputs.len()], vec![0; block.outputs.len()]);
        given.iter().for_each(|(name, value)| inputs[at(name)] = *value);
        instance.run(&inputs, &mut outputs).unwrap();
        outputs
    };
    cycles.iter().map(cycle).collect()
}

pub fn names(block: &Block) -> String {
    let name = |port: &heddle_block::Port| format!("{}:{}", port.name, port.width);
    let list = |ports: &[heddle_block::Port]| ports.iter().map(name).collect::<Vec<_>>().join(" ");
    format!("{} > {}", list(&block.inputs), list(&block.outputs))
}

const SHAPES: &str = "
package p;
  typedef enum logic [1:0] {A, B, C} e_t;
  typedef struct packed { logic nv; logic [3:0] of; e_t mode; } s_t;
endpackage
module shapes import p::*; #(parameter int W = 130) (
    input e_t mode_i, input s_t s_i, output s_t s_o, output e_t mode_o,
    input logic [3:0][7:0] packed_i, output logic [7:0] third_o,
    input logic [7:0] un_i [0:2], output logic [7:0] un_o [3:1],
    input logic signed [4:0] sg_i, output logic signed [5:0] sg_o,
    input logic [W-1:0] wide_i, output logic [W-1:0] wide_o, output logic [1:0] high_o, output logic low_o);
  assign mode_o = mode_i;
  assign s_o = '{nv: s_i.of[3], of: {s_i.of[2:0], s_i.nv}, mode: s_i.mode};
  assign third_o = packed_i[2];
  assign un_o[1] = un_i[2];
  assign un_o[2] = un_i[0] + 8'd1;
  assign un_o[3] = un_i[1];
  assign sg_o = 6'(sg_i);
  assign wide_o = wide_i + 1;
  assign high_o = wide_i[W-1:W-2];
  assign low_o = wide_i[0];
endmodule
";

#[test]
fn a_tree_has_the_ports_of_every_type() {
    let top = Files::new("shapes", &[("a.sv", SHAPES)]).tree().unwrap();
    let shape = |name: &str| &top.ports.iter().find(|port| port.name == name).unwrap().shape;
    // XML has no enumerations
    assert_eq!(shape("mode_i").width(), 2);
    assert!(
        matches!(shape("mode_i"), Type::Bits(2))
            || matches!(shape("mode_i"), Type::Enum { values, .. } if *values == [0, 1, 2])
    );
    let Type::Struct(fields) = shape("s_i") else { panic!("{:?}", shape("s_i")) };
    assert_eq!(
        fields.iter().map(|(name, field)| format!("{name}{}", field.width())).collect::<String>(),
        "nv1of4mode2"
    );
    assert_eq!(*shape("packed_i"), Type::Bits(32));
    assert_eq!(*shape("un_i"), Type::Array(0, 2, Box::new(Type::Bits(8))));
    assert_eq!(*shape("un_o"), Type::Array(3, 1, Box::new(Type::Bits(8))));
    assert_eq!(*shape("wide_i"), Type::Bits(130));
    assert!(top.ports.iter().filter(|port| port.signed).map(|port| &*port.name).eq(["sg_i", "sg_o"]));
    assert!(top.edges.is_empty() && top.effects.is_empty());
}

/// What comes out of [`SHAPES`], by name.
fn shapes(block: &Block) -> String {
    let inputs = [
        ("mode_i", 2),
        ("s_i$nv", 1),
        ("s_i$of", 0b1010),
        ("s_i$mode", 1),
        ("packed_i", 0x4433_2211),
        ("un_i$0", 10),
        ("un_i$1", 20),
        ("un_i$2", 30),
        ("sg_i", 0x1f),
        ("wide_i$0", u64::MAX),
        ("wide_i$1", 5),
        ("wide_i$2", 2),
    ];
    let out = run(block, &[&inputs]).remove(0);
    block.outputs.iter().zip(out).map(|(port, value)| format!("{}={value:x} ", port.name)).collect()
}

#[test]
fn ports_of_every_type_are_words() {
    let right = block("shapes", SHAPES, &Plan::default());
    let expected = "s_o$mode=1 s_o$of=5 s_o$nv=1 mode_o=2 third_o=33 un_o$1=1e un_o$2=b un_o$3=14 sg_o=3f \
                    wide_o$0=0 wide_o$1=6 wide_o$2=2 high_o=2 low_o=1 ";
    assert_eq!(shapes(&right), expected);
    // what the wrapper could do wrong changes what comes out
    for (from, to) in [
        ("{s_i$nv, s_i$of, s_i$mode}", "{s_i$mode, s_i$of, s_i$nv}"),
        ("{s_o$nv, s_o$of, s_o$mode}", "{s_o$of, s_o$nv, s_o$mode}"),
        ("{wide_i$2, wide_i$1, wide_i$0}", "{wide_i$0, wide_i$1, wide_i$2}"),
        ("{wide_o$2, wide_o$1, wide_o$0}", "{wide_o$2, wide_o$0, wide_o$1}"),
        ("heddle$un_i[0] = un_i$0", "heddle$un_i[0] = un_i$1"),
        ("un_o$3 = heddle$un_o[3]", "un_o$3 = heddle$un_o[2]"),
    ] {
        assert_eq!(right.verilog.matches(from).count(), 1, "{from}: {}", right.verilog);
        let wrong = Block { verilog: right.verilog.replace(from, to), ..right.clone() };
        assert_ne!(shapes(&wrong), expected, "{to}");
    }
}

#[test]
fn parameters_change_the_ports() {
    let mut files = Files::new("shapes", &[("a.sv", SHAPES)]);
    files.source.parameters.push(("W".into(), "65".into()));
    let block = files.block(&Plan::default()).unwrap();
    assert!(names(&block).ends_with("wide_o$0:64 wide_o$1:1 high_o:2 low_o:1"), "{}", names(&block));
    built(&block);
}

const COUNTER: &str = "
module counter(input clk, input rst, input test_i, input [7:0] x_i, output reg [7:0] q_o, output [7:0] debug_o);
  always @(posedge clk) if (rst) q_o <= test_i; else q_o <= q_o + x_i;
  assign debug_o = ~q_o;
endmodule
";

fn counted(block: &Block) -> Vec<u64> {
    let cycles: [&[(&str, u64)]; 5] = [&[("reset", 1)], &[("x_i", 3)], &[("x_i", 4)], &[("reset", 1), ("x_i", 1)], &[]];
    run(block, &cycles).iter().skip(1).map(|outputs| outputs[0]).collect()
}

#[test]
fn the_clock_and_the_reset_are_those_of_a_block() {
    let right = block("counter", COUNTER, &Plan::default());
    assert_eq!((&right.clock, &right.reset), (&Clock::Rising("clk".into()), &Reset::High("rst".into())));
    assert_eq!(counted(&right), [0, 3, 7, 0]);
    // inverted, they are the same from outside
    let inverted =
        COUNTER.replace("posedge clk", "negedge clk").replace("rst", "rst_n").replace("if (rst_n)", "if (!rst_n)");
    let inverted = block("counter", &inverted, &Plan::default());
    assert_eq!((&inverted.clock, &inverted.reset), (&Clock::Falling("clk".into()), &Reset::Low("rst_n".into())));
    assert_eq!(counted(&inverted), [0, 3, 7, 0]);
    // an asynchronous reset takes effect in its cycle
    let asynchronous = COUNTER.replace("posedge clk", "posedge clk or posedge rst");
    let asynchronous = block("counter", &asynchronous, &Plan::default());
    assert_eq!(asynchronous.reset, Reset::AsyncHigh("rst".into()));
    assert_eq!(counted(&asynchronous), [0, 3, 0, 0]);
    // the wrong polarity shows
    let plan = Plan { reset: Some(Reset::Low("rst".into())), ..Plan::default() };
    assert_ne!(counted(&block("counter", COUNTER, &plan)), [0, 3, 7, 0]);
}

#[test]
fn a_module_without_clock_has_both_inputs() {
    let block =
        block("sum", "module sum(input [7:0] a, b, output [8:0] y); assign y = a + b; endmodule", &Plan::default());
    assert_eq!((&block.clock, &block.reset), (&Clock::None, &Reset::None));
    assert_eq!(names(&block), "reset:1 a:8 b:8 > y:9");
    assert_eq!(run(&block, &[&[("a", 200), ("b", 100)]]), [[300]]);
}

#[test]
fn a_port_is_tied_or_open_where_the_plan_says_so() {
    let plan = |value| Plan {
        map: vec![("test_i".into(), Map::Tie(value)), ("debug_o".into(), Map::Open)],
        ..Plan::default()
    };
    let [zero, one] = [0, 1].map(|value| block("counter", COUNTER, &plan(value)));
    assert_eq!(names(&zero), "reset:1 x_i:8 > q_o:8");
    assert_eq!((counted(&zero), counted(&one)), (vec![0, 3, 7, 0], vec![1, 4, 8, 1]));
    // pieces of a wide port have the names that they are given, the lowest bits first
    let pieces = |names: &[&str]| Plan {
        map: vec![("wide_i".into(), Map::Ports(names.iter().map(|name| (*name).into()).collect()))],
        ..Plan::default()
    };
    let named = block("shapes", SHAPES, &pieces(&["lo", "mid", "hi"]));
    assert!(names(&named).contains("lo:64 mid:64 hi:2 >"), "{}", names(&named));
    assert_eq!(run(&named, &[&[("lo", 7), ("hi", 1)]])[0][9..], [8, 0, 1, 1, 1]);
    let cast = Plan { map: vec![("mode_i".into(), Map::Cast("p::e_t".into()))], ..Plan::default() };
    assert!(shapes(&block("shapes", SHAPES, &cast)).contains("mode_o=2"));
    let files = Files::new("shapes", &[("a.sv", SHAPES)]);
    let refused = |plan: &Plan| files.block(plan).unwrap_err().to_string();
    assert_eq!(refused(&pieces(&["lo", "hi"])), "port wide_i of 130 bits has 3 parts, and 2 names are given");
    assert_eq!(refused(&pieces(&["lo", "lo", "hi"])), "two ports of the block are called lo");
    let absent = Plan { clock: Some(Clock::Rising("clk".into())), ..Plan::default() };
    assert!(
        refused(&absent).starts_with("there is no clock `clk`: the ports are mode_i, s_i, "),
        "{}",
        refused(&absent)
    );
}

/// A register slice that shows what it is offered.
const SLICE: &str = "
module slice(input clk_i, input rst_ni, input in_valid_i, output in_ready_o, input [7:0] in_data_i, input busy_i,
             output seen_o, output [7:0] data_seen_o, input push_i, output full_o, output pushed_o);
  assign in_ready_o = !busy_i;
  assign seen_o = in_valid_i;
  assign data_seen_o = in_data_i;
  assign full_o = busy_i;
  assign pushed_o = push_i;
endmodule
";

#[test]
fn inputs_follow_the_rules_of_their_streams() {
    let cycles: [&[(&str, u64)]; 5] = [
        &[("reset", 1), ("in_valid_i", 1), ("busy_i", 1)],
        &[("in_valid_i", 1), ("in_data_i", 7), ("busy_i", 1), ("push_i", 1)],
        &[("in_data_i", 8), ("busy_i", 1)],
        &[("push_i", 1)],
        &[("in_data_i", 9)],
    ];
    let seen = |block: &Block| -> Vec<[u64; 3]> {
        run(block, &cycles).iter().map(|o| [o[1], if o[1] == 1 { o[2] } else { 0 }, o[4]]).collect()
    };
    let ruled = block("slice", SLICE, &Plan::default());
    assert_eq!(ruled.streams.len(), 2);
    // the offer of cycle 1 stays with its payload until it is taken in cycle 3; no push while full
    assert_eq!(seen(&ruled), [[1, 0, 0], [1, 7, 0], [1, 7, 0], [1, 7, 1], [0, 0, 0]]);
    let free = block("slice", SLICE, &Plan { streams: Some(Vec::new()), ..Plan::default() });
    assert_eq!(seen(&free), [[1, 0, 0], [1, 7, 1], [0, 0, 0], [0, 0, 1], [0, 0, 0]]);
}

#[test]
fn files_are_read_as_the_user_says() {
    let top = "`include \"defs.vh\"\nmodule top(input clk, input [`W-1:0] d, output [`W-1:0] q);\n  \
               leaf leaf(clk, d, q);\nendmodule\n";
    let leaf =
        "module leaf(input c, input [`W-1:0] d, output reg [`W-1:0] q);\n  always @(posedge c) q <= d;\nendmodule\n";
    let mut files = Files::new(
        "top",
        &[("rtl/top.v", top), ("inc/defs.vh", "`ifndef W\n`define W 4\n`endif\n"), ("lib/leaf.v", leaf)],
    );
    // a module that is in no file is found in a folder, and becomes a part of the text
    files.source.files.pop();
    let missing = |files: &Files| files.tree().unwrap_err().to_string();
    assert!(missing(&files).contains(&format!("{}:1:", files.at("rtl/top.v"))), "{}", missing(&files));
    files.source.include.push(files.folder.path().join("inc"));
    let shown = missing(&files);
    assert!(shown.contains(&format!("{}:3:", files.at("rtl/top.v"))) && shown.contains("leaf"), "{shown}");
    files.source.include.push(files.folder.path().join("lib"));
    let found = files.block(&Plan::default()).unwrap();
    assert_eq!((names(&found), &found.clock), ("reset:1 d:4 > q:4".into(), &Clock::Rising("clk".into())));
    assert!(found.verilog.contains(&files.at("lib/leaf.v")));
    built(&found);
    files.source.define.push(("W".into(), "9".into()));
    assert_eq!(names(&files.block(&Plan::default()).unwrap()), "reset:1 d:9 > q:9");
    // what is outside of the named folders is not read
    let secret = files.folder.path().join("secret.vh");
    fs::write(&secret, "secret").unwrap();
    let spy =
        Files::new("spy", &[("a.v", &format!("`include \"{}\"\nmodule spy(output y); endmodule\n", secret.display()))]);
    assert!(missing(&spy).contains("secret.vh") && !missing(&spy).contains("secret\n"), "{}", missing(&spy));
}

#[test]
fn what_reaches_beyond_its_ports_is_refused_by_name_and_line() {
    for (text, what) in [
        ("initial $finish;", "$finish"),
        ("initial begin $system(\"touch x\"); end", "$system"),
        ("integer f; initial f = $system(\"touch x\");", "$system"),
        ("`define JOIN(a, b) a``b\ninteger f; initial f = `JOIN($f, open)(\"x\", \"w\");", "$fopen"),
        ("string s; reg [7:0] m [0:3]; initial $readmemh(s, m);", "$readmemh or $readmemb"),
        ("reg [7:0] m [0:3]; initial $writememh(\"x\", m);", "$writememh or $writememb"),
        ("initial $dumpvars;", "a $dump"),
        ("initial $c(\"exit(0);\");", "$c"),
        ("import \"DPI-C\" function int system(input string command);", "DPI-C"),
    ] {
        let verilog = format!("module a(input x, output y);\n  assign y = x;\n{text}\nendmodule\n");
        let files = Files::new("a", &[("a.sv", &verilog)]);
        let line = 2 + text.lines().count();
        let expected = format!(
            "{}:{line}: {what} is not allowed: a module communicates through its ports alone",
            files.at("a.sv")
        );
        assert_eq!(files.tree().unwrap_err().to_string(), expected);
    }
    // words in strings and comments, and what only prints or asserts, are allowed
    let prints = "module a(input x, output y);\n  assign y = x; // $finish\n  \
                  initial $display(\"$system DPI-C %0d\", 1);\n  \
                  always @* assert (x == y) else $error(\"no\");\nendmodule\n";
    let top = Files::new("a", &[("a.sv", prints)]).tree().unwrap();
    assert_eq!(top.effects, Vec::<Effect>::new());
}

#[test]
fn what_is_no_block_is_refused() {
    let refused = |top: &str, verilog: &str| {
        let files = Files::new(top, &[("a.sv", verilog)]);
        files.block(&Plan::default()).unwrap_err().to_string().replace(&files.at("a.sv"), "a.sv")
    };
    let two = "module a(input c, input d, output reg y, z);\n  always @(posedge c) y <= 1;\n  \
               always @(posedge d) z <= 1;\nendmodule\n";
    assert_eq!(refused("a", two), "a.sv:3: d is a second clock beside c: a block has one clock");
    assert_eq!(refused("b", two), "a.sv has no module b: it has a");
    let encrypted = "module a(input x, output y);\n`pragma protect begin_protected\nendmodule\n";
    let locked = "a.sv:2: the text from here on is encrypted, and the key is in other tools";
    assert_eq!(refused("a", encrypted), locked);
    assert_eq!(refused("a", &encrypted.replace("`pragma protect begin_protected", "`protected")), locked);
    let same = "module a(input x, output y);\nassign y = x;\nendmodule\n";
    assert_eq!(refused("a", &format!("{same}{same}")), "a.sv:4: a module a is in a.sv:1, too");
    let bus = "interface bus; logic x; endinterface\nmodule a(bus b, output y);\nassign y = b.x;\nendmodule\n";
    assert!(refused("a", bus).starts_with("a.sv:2:") && refused("a", bus).contains("a port is an interface"));
    let mut given = Files::new("a", &[("a.sv", &same.replace("a(", "a #(parameter W = 1, V = 2) ("))]);
    given.source.parameters.push(("X".into(), "3".into()));
    assert_eq!(given.tree().unwrap_err().to_string(), "a has no parameter X: it has W, V");
    given.source.parameters.clear();
    given.source.include.push("absent".into());
    assert!(given.tree().unwrap_err().to_string().starts_with("absent: No such file"));
    assert_eq!(
        refused("a", "module a(inout x, output y);\nendmodule\n"),
        "a.sv:1: port x is inout: a port is an input or an output of bits"
    );
    assert!(refused("a", "module a(input real x, output y);\nendmodule\n").contains("port x is of the type real"));
    let wide = "module a(input [7:0] x [0:8999], output y);\nassign y = x[0][0];\nendmodule\n";
    assert_eq!(refused("a", wide), "a has 9001 ports of at most 64 bits: a block has at most 4096");
    assert_eq!(refused("a", "module a(input x);\nendmodule\n"), "a has no output: there is nothing to compare");
    assert!(
        refused("a", "module a(input x, output y;\nendmodule\n")
            .starts_with("Verilator refused the Verilog:\n%Error: a.sv:1:")
    );
    let resets = "module a(input c, r, s, output reg y);\n  \
                  always @(posedge c or posedge r or posedge s)\n    \
                  if (r) y <= 0; else if (s) y <= 1; else y <= y;\nendmodule\n";
    assert_eq!(refused("a", resets), "a.sv:2: s is a second asynchronous reset beside r: a block has one reset");
    let absent = Source { files: vec![PathBuf::from("absent.v")], top: "a".into(), ..Source::default() };
    assert!(absent.read(tools(), &cache()).unwrap_err().to_string().starts_with("absent.v: "));
}
