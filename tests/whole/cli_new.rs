//! Tests of `heddle new`: what is written is what the tests of `cli` compile, and in the long tests
//! it is built and run; bad input says what, where and what to do.

use std::fs;
use std::process::Command;

use crate::desk::{Desk, ran, root};
use crate::length::at_length;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("queue.sv", fs::read(root().join("docs/examples/queue.sv")).unwrap());
    desk
}

#[test]
fn the_program_of_a_module_is_written() {
    let desk = desk();
    desk.run("new mine/queue --verilog queue.sv").is(2, &["mine/queue: No such file", "help: name a folder"]);
    let made = desk.run("new queue --verilog queue.sv");
    made.is(0, &["reset    rst_ni, asynchronous, 0 in reset", "next     cd queue && cargo run -- check"]);
    made.is(0, &["stream   out of the block: not empty_o with pop_i, carries data_o"]);
    let text = fs::read_to_string(desk.path("queue/src/main.rs")).unwrap();
    let text = text.replace("\"../queue.sv\"", "\"../docs/examples/queue.sv\"");
    let written = fs::read_to_string(root().join("cli/tests/program/written.rs")).unwrap();
    assert_eq!(text.split("#[cfg(test)]").next().unwrap().trim_end(), written.trim_end());
    let manifest = fs::read_to_string(desk.path("queue/Cargo.toml")).unwrap();
    assert!(
        manifest.contains(&format!("heddle-command = {{ path = {:?} }}", root().join("cli").display())),
        "{manifest}"
    );
    assert_eq!(desk.names("queue"), [".github", ".gitignore", "Cargo.toml", "README.md", "src"]);
    desk.run("new queue --verilog queue.sv").is(2, &["queue: File exists", "help: name a folder that is not there"]);
}

#[test]
fn every_kind_of_port_is_declared() {
    let desk = Desk::new();
    let all = "package p; typedef enum logic [1:0] {A = 2'd0, B = 2'd3} op_t; endpackage\n\
               module all import p::*; #(parameter int W = 3) (input clk, input my_rst, input p::op_t op_i, \
               input [99:0] wide_i, input [7:0] words_i [0:3], input in_valid, output in_ready, input [W-1:0] in_data, \
               output [63:0] sum_o);\n  reg [63:0] sum; assign sum_o = sum; assign in_ready = 1;\n  \
               always @(posedge clk) if (my_rst) sum <= 0; else sum <= sum + wide_i[63:0] + 64'(words_i[op_i]) + \
               64'(in_data);\nendmodule\n";
    desk.write("all.sv", all.replace("[99:0] wide_i", "[127:0] wide_i"));
    desk.run("new all --verilog all.sv --reset my_rst -G W=5").is(0, &[]);
    let text = fs::read_to_string(desk.path("all/src/main.rs")).unwrap();
    for line in [
        "        op_i: u8 [2] late,\n",
        "        wide_i: [u64; 2] [64; 2] late,\n",
        "        words_i: [u8; 4] [8; 4] late,\n",
        "        in_data: u8 [5] late when i.in_valid,\n",
        "            .parameter(\"W\", \"5\");\n",
        "Plan::default().reset(Reset::High(\"my_rst\".into()))",
        "            Stream::into_block(\"in_valid\", \"in_ready\", &[\"in_data\"]).with(Rule::Holds),\n",
    ] {
        assert!(text.contains(line), "{line} is missing:\n{text}");
    }
    desk.write("all.sv", all.replace("in_ready,", "box,").replace("assign in_ready = 1;", "assign box = 1;"));
    let refused = desk.run("new other --verilog all.sv --top all --reset my_rst");
    refused.is(2, &["port box has a name that no field of Rust can have", "help: put a module around it"]);
    assert!(!desk.path("other").exists(), "what was begun is removed");
}

#[test]
fn structs_in_arrays_and_types_are_declared() {
    let desk = Desk::new();
    desk.write(
        "pairs.sv",
        "package p; typedef enum logic [1:0] {A, B} e; typedef struct packed { logic [99:0] wide; e what; } t; endpackage\n\
         module pairs import p::*; #(parameter type T = logic) (input clk, input p::t x_i [4:3], input T in_data, \
         input in_valid, output in_ready, output p::t y_o, output p::t z_o [1:0]);\n  \
         always @(posedge clk) y_o <= x_i[3];\n  assign in_ready = 1, z_o[0] = x_i[4], z_o[1] = x_i[3];\nendmodule\n",
    );
    let made = desk.run("new pairs --verilog pairs.sv");
    made.is(0, &["type     T is logic: -G T=TYPE gives it another one"]);
    desk.run("new more --verilog pairs.sv --top pairs -G T=p::t").is(0, &[]);
    let text = |name: &str| fs::read_to_string(desk.path(&format!("{name}/src/main.rs"))).unwrap();
    for line in [
        "        x_i_what: [u8; 2] [2; 2] late,\n",
        "        x_i_wide: [u64; 2] [64; 2] late,\n",
        "        x_i_wide_top: [u64; 2] [36; 2] late,\n",
        "        in_data: bool [1] late when i.in_valid,\n",
        "        y_o_wide: u64 [64] late,\n",
        "        z_o_wide_top: [u64; 2] [36; 2] late,\n",
        "Plan::default().map(\"x_i\", Map::Fields).map(\"y_o\", Map::Fields).map(\"z_o\", Map::Fields)",
    ] {
        assert!(text("pairs").contains(line), "{line} is missing:\n{}", text("pairs"));
    }
    let more = text("more");
    assert!(more.contains("        in_data_wide: u64 [64] late when i.in_valid,\n"), "{more}");
    assert!(more.contains("            .parameter(\"T\", \"p::t\");\n"), "{more}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let desk = desk();
    desk.run("new Queue").is(2, &["`Queue` is no name of a program", "help: use small letters"]);
    desk.run("new a --verilog absent.sv").is(2, &["absent.sv: No such file"]);
    desk.run("new a --verilog queue.sv").is(2, &["queue.sv has no module a: it has queue", "--top"]);
    desk.run("new a --heddle .").is(2, &["the sources of Heddle are not there", "--heddle DIR"]);
    assert_eq!(desk.names("."), ["queue.sv"]);
}

/// Minutes: the library is built for a workspace of its own.
#[test]
fn what_is_written_builds_and_ends_in_a_mismatch() {
    if !at_length() {
        return;
    }
    let desk = Desk::new();
    desk.run("new mine").is(0, &[]);
    let cargo = |words: &[&str]| {
        let target = root().join("target/tmp/new");
        ran(Command::new(env!("CARGO")).args(words).current_dir(desk.path("mine")).env("CARGO_TARGET_DIR", target))
    };
    cargo(&["run", "-q", "--offline", "--", "check"]).is(1, &["MISMATCH mine/only", "cycle 0"]);
    assert_ne!(cargo(&["test", "-q", "--offline"]).status, 0);
}
