//! Tests of `heddle diff`: planted differences are found and shrunk, equal designs are equal, and
//! bad input says what, where and what to do.

use crate::desk::{Desk, Ran};

/// A FIFO with the ports of a common one.
const FIFO: &str = "
module fifo(input clk_i, input rst_ni, input push_i, input [31:0] data_i, input pop_i,
            output full_o, output empty_o, output [31:0] data_o, output [2:0] usage_o);
  reg [31:0] mem [0:3];
  reg [1:0] read, write;
  reg [2:0] count;
  assign full_o = count == 4;
  assign empty_o = count == 0;
  assign data_o = mem[read];
  assign usage_o = count;
  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin read <= 0; write <= 0; count <= 0; end
    else begin
      if (push_i) begin mem[write] <= data_i; write <= write + 1; end
      if (pop_i) read <= read + 1;
      count <= count + push_i - pop_i;
      assert (!(push_i && full_o) && !(pop_i && empty_o));
    end
endmodule
";

/// A register slice: a payload that is offered is taken when there is room.
const SLICE: &str = "
module slice(input clk, input rst, input in_valid_i, output in_ready_o, input [39:0] in_data_i,
             output out_valid_o, input out_ready_i, output [39:0] out_data_o);
  reg valid;
  reg [39:0] data;
  assign out_valid_o = valid;
  assign out_data_o = data;
  assign in_ready_o = !valid || out_ready_i;
  always @(posedge clk)
    if (rst) valid <= 0;
    else if (in_ready_o) begin valid <= in_valid_i; data <= in_data_i; end
endmodule
";

/// A unit without clock, with a port of every kind.
const UNIT: &str = "
package p;
  typedef struct packed { logic zero; logic carry; logic [5:0] low; } flags_t;
endpackage
module unit import p::*; (input logic [129:0] a, b, input logic signed [31:0] x, y, input logic [3:0] w [0:3],
                          output logic [129:0] sum, output flags_t flags, output logic less, output logic [5:0] total);
  logic [130:0] wide;
  assign wide = {1'b0, a} + {1'b0, b};
  assign sum = wide[129:0];
  assign flags = '{zero: sum == 0, carry: wide[130], low: sum[5:0]};
  assign less = x < y;
  assign total = 6'(w[0]) + 6'(w[1]) + 6'(w[2]) + 6'(w[3]);
endmodule
";

/// A design and the same one with an edit.
fn pair(design: &str, from: &str, to: &str) -> Desk {
    let desk = Desk::new();
    assert_eq!(design.matches(from).count(), 1, "{from}");
    desk.write("a.sv", design);
    desk.write("b.sv", design.replace(from, to));
    desk
}

/// Compares both, finds a difference, and returns the cycles to which it is shrunk and its port.
fn found(desk: &Desk, words: &str) -> (usize, String) {
    let ran = desk.run(&format!("diff a.sv b.sv {words} --no-wave --jobs 1"));
    ran.is(1, &["MISMATCH block/", "shrunk", "again    heddle diff a.sv b.sv "]);
    let after = |word: &str| ran.out.split(word).nth(1).unwrap().split_whitespace().next().unwrap().to_string();
    let trace = after("trace    ");
    desk.run(&format!("diff a.sv b.sv {words} --replay {trace}")).is(1, &["MISMATCH"]);
    let port = ran.out.lines().find_map(|line| line.strip_prefix("  cycle ")?.split_once(": a ")).unwrap().0;
    (after("shrunk   to ").parse().unwrap(), port.split_whitespace().last().unwrap().to_string())
}

#[test]
fn planted_differences_are_found_and_shrunk() {
    let table = [
        // a pop is lost when a push fills the queue
        (FIFO, "if (pop_i) read", "if (pop_i && !(push_i && count == 3)) read", "fifo", 5, "data_o"),
        // asynchronous reset is synchronous
        (FIFO, "posedge clk_i or negedge rst_ni", "posedge clk_i", "fifo", 2, "empty_o"),
        // a payload that waits is overwritten
        (
            SLICE,
            "data <= in_data_i; end",
            "data <= in_data_i; end else if (in_valid_i) data <= in_data_i;",
            "slice",
            3,
            "out_data_o",
        ),
        // a carry is lost between pieces of a wide port
        (UNIT, "{1'b0, b};", "{1'b0, b[129:64], b[63:0] & {64{a[63:0] != '1}}};", "unit", 1, "sum$0"),
        // two flags are exchanged
        (UNIT, "zero: sum == 0, carry: wide[130]", "zero: wide[130], carry: sum == 0", "unit", 1, "flags$carry"),
        // one comparison in four thousand million is unsigned
        (UNIT, "less = x < y", "less = (x == 32'h8000_0000) ? 1'b0 : x < y", "unit", 1, "less"),
        // an element counts for another
        (UNIT, "6'(w[3])", "6'(w[2])", "unit", 1, "total"),
    ];
    for (design, from, to, top, cycles, port) in table {
        let (shrunk, found) = found(&pair(design, from, to), &format!("--top {top}"));
        assert!(shrunk <= cycles && found == port, "{to}: {shrunk} cycles, {found}");
    }
}

#[test]
fn a_file_that_is_loaded_is_a_part_of_the_design() {
    let desk = Desk::new();
    let rom = "module rom(input clk, input [1:0] at, output reg [7:0] y);\n  reg [7:0] m [0:3];\n  \
               initial $readmemh(\"FILE\", m);\n  always @(posedge clk) y <= m[at];\nendmodule\n";
    desk.write("rom.hex", "10 11 12 13\n");
    desk.write("other.hex", "10 11 @3 3\n@2 12\n");
    ["rom", "other", "lost"].iter().for_each(|name| {
        desk.write(&format!("{name}.v"), rom.replace("FILE", &format!("{name}.hex")));
    });
    let cases = "case (at) 0: y <= 16; 1: y <= 17; 2: y <= 18; 3: y <= 19; endcase";
    desk.write("cases.v", rom.replace("initial $readmemh(\"FILE\", m);", "").replace("y <= m[at];", cases));
    desk.run("diff cases.v rom.v --top rom --cycles 10k")
        .is(0, &["stream   none by the names of the ports", "equal    rom"]);
    desk.run("diff cases.v other.v --top rom --cycles 10k --no-wave").is(1, &["y: a 0x13, b 0x3 (8 bits)"]);
    let lost =
        ["lost.v:3: \"lost.hex\" is loaded, and there is no such file in .", "help: a file that is loaded lies beside"];
    desk.run("diff cases.v lost.v --top rom").is(2, &lost);
}

#[test]
fn equal_designs_are_equal() {
    let count = "count <= count + push_i - pop_i;";
    let counted = "case ({push_i, pop_i}) 2'b10: count <= count + 1; 2'b01: count <= count - 1; default: ; endcase";
    let desk = pair(FIFO, count, counted);
    let same = desk.run("diff a.sv b.sv --top fifo");
    same.is(0, &["stream   into the block: push_i with not full_o, carries data_i", "equal    fifo: 1 000 000 cycles"]);
    // without the rules of streams, its own assertion fails
    let free = desk.run("diff a.sv b.sv --top fifo --free --no-wave");
    free.is(1, &["port assertion b.sv:17", "cycle 0    assertion b.sv:17 fails", "--free --replay"]);
    // other files, another top module, another clock edge and another reset are invisible
    let other = SLICE.replace("module slice", "module other").replace("posedge clk", "negedge clk");
    let other = other.replace("input rst,", "input rst_n,").replace("if (rst)", "if (!rst_n)");
    desk.write("part.sv", SLICE);
    desk.write("other.sv", other.replace("[39:0]", "[`HIGH:0]"));
    desk.run("diff --a part.sv --b other.sv --top slice --top-b other -D HIGH=39")
        .is(0, &["equal    slice: 1 000 000"]);
    desk.run("diff --a part.sv --b other.sv --top slice --top-b other -D HIGH=38")
        .is(2, &["in_data_i: 40 bits wide in a, and 39 in b"]);
    // the verdict as JSON, the same for any number of threads
    let json = |jobs| desk.run(&format!("diff a.sv b.sv --top fifo --cycles 200k --json --jobs {jobs}")).json();
    let verdicts = [1, 2].map(json).map(|lines| (lines[0]["result"].clone(), lines[0]["cycles"].clone()));
    assert_eq!(verdicts[0], verdicts[1]);
    assert_eq!(verdicts[0], ("equal".into(), 200_000.into()));
}

#[test]
fn what_reset_leaves_undefined_is_said() {
    let memory = "module memory(input clk, input we, input [3:0] at, input [7:0] x, output [7:0] y);\n  \
                  reg [7:0] words [0:15];\n  assign y = words[at];\n  \
                  always @(posedge clk) if (we) words[at] <= x;\nendmodule\n";
    let desk = Desk::new();
    desk.write("a.sv", memory);
    desk.write("b.sv", memory.replace("words", "others"));
    desk.run("diff a.sv a.sv --top memory").is(0, &["equal"]);
    let ran = desk.run("diff a.sv b.sv --top memory --no-wave");
    ran.is(1, &["depends  on what reset leaves undefined: with 1 of 9 other contents it is gone"]);
    // a difference that does not depend on it says nothing of it
    let wrong = pair(memory, "words[at] <= x", "words[at] <= x ^ 1").run("diff a.sv b.sv --top memory --no-wave");
    assert!(!wrong.is(1, &["MISMATCH"]).out.contains("depends"), "{}", wrong.out);
}

#[test]
fn what_designs_print_is_shown_once() {
    let desk = pair(SLICE, "assign out_valid_o", "initial $display(\"hello\");\n  assign out_valid_o");
    let ran = desk.run("diff a.sv b.sv --top slice --jobs 1");
    // a delay is named, and has no effect
    pair(SLICE, "valid <= in_valid_i;", "valid <= #5 in_valid_i;")
        .run("diff a.sv b.sv --top slice")
        .is(0, &["b.sv:11: the delay is ignored: a model runs cycles", "equal"]);
    assert_eq!(ran.is(0, &["b.sv: hello"]).err.matches("hello").count(), 1, "{}", ran.err);
}

/// Compares a small module with one of another text, in `b.sv`.
fn refused(text: &str, words: &[&str]) -> Ran {
    let desk = Desk::new();
    desk.write("a.sv", "module m(input clk, input x, output y);\n  assign y = x;\nendmodule\n");
    desk.write("b.sv", text);
    let ran = desk.run("diff a.sv b.sv --top m");
    ran.is(2, words).is(2, &["help: "]);
    assert!(!ran.out.contains("equal"), "{}", ran.out);
    ran
}

#[test]
fn bad_input_says_what_where_and_what_to_do() {
    let with = |text: &str| format!("module m(input clk, input x, output y);\n  assign y = x;\n{text}\nendmodule\n");
    let ports = |ports: &str| format!("module m({ports});\nendmodule\n");
    refused("module n(output y);\nendmodule\n", &["b.sv has no module m: it has n", "--top"]);
    refused(&format!("`include \"absent.vh\"\n{}", with("")), &["b.sv:1:", "absent.vh", "-I"]);
    refused(&ports("input clk, input [1:0] x, output y"), &["x: 1 bit wide in a, and 2 in b", "a module around one"]);
    refused(&ports("input clk, output y"), &["x: an input of 1 bit of a, which b does not have"]);
    refused(&ports("input clk, input y, output x"), &["x: an input of a, and an output of b"]);
    refused(&ports("input clk, inout x, output y"), &["b.sv:1: port x is inout", "a module with ports of bits"]);
    refused(&ports("input clk, input real x, output y"), &["b.sv:1: port x is of the type real"]);
    let clocks = "reg p, q; always @(posedge clk) p <= x;\nalways @(posedge x) q <= p;";
    refused(&with(clocks), &["b.sv:4: x is a second clock beside clk", "one clock"]);
    refused(&with("initial $finish;"), &["b.sv:3: $finish is not allowed", "-D SYNTHESIS"]);
    refused(&with("initial $system(\"touch mark\");"), &["b.sv:3: $system is not allowed"]);
    refused(&with("import \"DPI-C\" function int system(input string s);"), &["b.sv:3: DPI-C is not allowed"]);
    refused(&with("initial $fatal(1, \"no\");"), &["an assertion failed in cycle 0: b.sv:3", "remove $finish"]);
    refused("module m(input clk, input x, output y;\nendmodule\n", &["b.sv:1:", "syntax error", "correct the line"]);
    refused("\0", &["b.sv: not Verilog", "text that can be read"]);
    let knot = "module m(input clk, input x, output y);\n  wire p, q;\n  assign p = ~q;\n  assign q = p & x;\n  \
                assign y = p;\nendmodule\n";
    refused(knot, &["converge", "b.sv:", "UNOPTFLAT", "break the loop"]);
    let desk = Desk::new();
    desk.run("diff a.sv b.sv --top m").is(2, &["a.sv: No such file", "help: "]);
    desk.run("diff a.sv --top m").is(2, &["2 values required"]);
    desk.run("diff --a a.sv --top m").is(2, &["--b"]);
    desk.run("diff a.sv b.sv").is(2, &["--top"]);
    desk.write("a.sv", SLICE);
    desk.write("lane.trace", "heddle-trace 1\nunit lane\npreset slice\ninitial 1\n---\n.\nend 1\n");
    let other = desk.run("diff a.sv a.sv --top slice --replay lane.trace");
    other.is(2, &["lane.trace is a trace of lane/slice, and not of the top module slice", "help: "]);
}

#[test]
fn a_unit_around_which_there_is_a_module_is_the_unit() {
    let desk = Desk::new();
    let emitted = desk.run("emit slp/tiny").out;
    desk.write("slp.v", &emitted);
    // streams have no names that are known, and legal inputs are not asked for: both sides have the
    // same illegal ones
    desk.run("diff slp.v slp.v --top slp --cycles 200k").is(0, &["equal    slp: 200 000"]);
}
