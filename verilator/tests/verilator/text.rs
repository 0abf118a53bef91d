//! Tests of what a user's text becomes before it is built: files that are loaded into memories,
//! type parameters, fields of structs as ports.

use std::fs;

use heddle_verilator::block::{Map, Plan};

use crate::block::{Files, block, names, run};
use crate::support::{cache, tools};

/// A table that a file fills: at once, or from an address on.
const TABLE: &str = "module table_of #(parameter FILE = \"a.hex\", parameter int LOW = 0) (\n  input [2:0] at, output [9:0] y);\n  \
                     reg [9:0] m [LOW:LOW+5];\n  initial $readmemh(FILE, m);\n  assign y = m[at];\nendmodule\n";

#[test]
fn a_file_that_is_loaded_becomes_a_part_of_the_text() {
    let two = "module two(input [2:0] at, output [9:0] y, z, w);\n  table_of a(at, y);\n  \
               table_of #(\"b.hex\") b(at, z);\n  reg [9:0] m [3];\n  assign w = m[at[1:0]];\n  \
               initial begin $readmemb(\"c.txt\", m, 2, 1); m[0] = 7; end\nendmodule\n";
    let mut files = Files::new(
        "two",
        &[
            ("rtl/t.sv", TABLE),
            ("top/two.sv", two),
            ("rtl/a.hex", "1 // one\n2/* 9\n9 */ 3_f @5\n3ff"),
            ("rtl/b.hex", "@1 10 11 12 13 14"),
            ("top/c.txt", "1_0 11"),
        ],
    );
    let block = files.block(&Plan::default()).unwrap();
    assert!(!block.verilog.contains("$readmem"), "{}", block.verilog);
    let shown = run(&block, &[&[("at", 0)], &[("at", 1)], &[("at", 2)], &[("at", 5)]]);
    assert_eq!((shown[0][0], shown[0][2]), (1, 7));
    assert_eq!(shown[1], [2, 0x10, 3]);
    assert_eq!(shown[2], [0x3f, 0x11, 2]);
    assert_eq!(shown[3][..2], [0x3ff, 0x14]);

    // a file that changes is another text
    fs::write(files.at("rtl/a.hex"), "5").unwrap();
    assert_eq!(run(&files.block(&Plan::default()).unwrap(), &[&[("at", 0)]])[0][0], 5);
    files.source.top = "table_of".into();
    let mut refused = |file: &str, low: u32| {
        files.source.parameters = vec![("FILE".into(), format!("{file:?}")), ("LOW".into(), low.to_string())];
        let error = files.block(&Plan::default()).unwrap_err().to_string();
        error.replace(&files.folder.path().display().to_string(), "DIR")
    };
    let at = "DIR/rtl/t.sv:4";
    assert_eq!(
        refused("d.hex", 0),
        format!("{at}: \"d.hex\" is loaded, and there is no such file in DIR/rtl, DIR/top")
    );
    assert_eq!(refused("../../../../../../../../etc/passwd", 0).split(": ").next(), Some(at));
    assert!(refused("/etc/passwd", 0).ends_with("/etc/passwd is outside of DIR/rtl, DIR/top"));
    assert_eq!(
        refused("b.hex", 2),
        format!("DIR/rtl/b.hex:1: a word for address 1, and {at} loads 2 to 7 of a memory that has 2 to 7")
    );
    let wrong = |text: &str| fs::write(files.at("rtl/w.hex"), text).unwrap();
    wrong("1\n2g");
    let mut refused = |low: u32| {
        files.source.parameters = vec![("FILE".into(), "\"w.hex\"".into()), ("LOW".into(), low.to_string())];
        let error = files.block(&Plan::default()).unwrap_err().to_string();
        error.replace(&files.folder.path().display().to_string(), "DIR")
    };
    assert_eq!(refused(0), format!("DIR/rtl/w.hex:2: `2g` is no hexadecimal number, and {at} loads it"));
}

#[test]
fn a_type_parameter_has_the_type_that_is_given() {
    let typed = "package p; typedef struct packed { logic [6:0] a; logic b; } t; endpackage\n\
                 module typed import p::*; #(parameter int N = 1, parameter type T = logic, U = T) (\n  \
                 input clk, input T [N-1:0] x, output U y);\n  always_ff @(posedge clk) y <= U'(x);\nendmodule\n";
    let mut files = Files::new("typed", &[("a.sv", typed)]);
    assert_eq!(names(&files.block(&Plan::default()).unwrap()), "reset:1 x:1 > y:1");
    let own = |files: &Files| files.source.read(tools(), &cache()).unwrap().own_types(&files.source);
    assert_eq!(own(&files), [("T".to_owned(), "logic".to_owned()), ("U".to_owned(), "T".to_owned())]);
    files.source = files.source.clone().parameter("T", "logic [4:0]").parameter("U", "p::t").parameter("N", 2);
    let block = files.block(&Plan::default()).unwrap();
    assert_eq!(names(&block), "reset:1 x:10 > y$b:1 y$a:7");
    assert_eq!(run(&block, &[&[("x", 0x355)], &[("x", 0)]])[1], [1, 0x2a]);
    assert!(own(&files).is_empty());
}

#[test]
fn fields_of_structs_in_an_array_are_ports() {
    let array = "package p; typedef struct packed { logic [69:0] a; logic b; } t; endpackage\n\
                 module array(input p::t x [3:2], output p::t y [1:0]);\n  assign y[0] = x[3], y[1] = x[2];\nendmodule\n";
    let block = block("array", array, &Plan::default().map("x", Map::Fields).map("y", Map::Fields));
    assert_eq!(
        names(&block),
        "reset:1 x_b$0:1 x_a$0:64 x_a_top$0:6 x_b$1:1 x_a$1:64 x_a_top$1:6 > \
         y_b$0:1 y_a$0:64 y_a_top$0:6 y_b$1:1 y_a$1:64 y_a_top$1:6"
    );
    let given = [("x_b$0", 1), ("x_a$0", 2), ("x_a_top$0", 3), ("x_b$1", 0), ("x_a$1", 5), ("x_a_top$1", 6)];
    assert_eq!(run(&block, &[&given]), [[0, 5, 6, 1, 2, 3]]);
}
