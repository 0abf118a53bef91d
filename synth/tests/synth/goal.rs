//! What logic is mapped for: area, or delay where that for area misses the aim.

use std::path::Path;

use heddle_synth::{Flow, Goal, Yosys};
use heddle_testbench::trace::TraceFile;
use heddle_units::units;

use super::sizing::{agrees, flow, flow_with, library, path};

/// A sum and a comparison between registers.
const SUMS: &str = "module sums(input clock, input [15:0] a, b, output reg [15:0] s, output reg l);\n\
    reg [15:0] x, y;\nalways @(posedge clock) begin\n {x, y} <= {a, b};\n s <= x + y;\n l <= x < y;\nend\nendmodule\n";

#[test]
fn a_design_that_misses_its_aim_is_mapped_for_delay() {
    let (_folder, flow) = flow(&[1, 2, 4]);
    let aimed = |period| {
        let mut flow = flow.clone();
        flow.period = period;
        flow
    };
    let (easy, hard) = (aimed(100.0), aimed(0.01));
    let (small, fast) = (easy.netlist("sums", SUMS).unwrap(), hard.netlist("sums", SUMS).unwrap());
    let (slow, short) = (path(&flow, &small, &[]), path(&flow, &fast, &[]));
    assert!(short < 0.8 * slow, "{short} ns, and {slow} ns for area");
    assert!(fast.area(&flow.library) > small.area(&flow.library));
    let goal = |flow: &Flow| flow.cost("sums", SUMS, false).unwrap().goal;
    assert_eq!((goal(&easy), goal(&hard)), (Goal::Area, Goal::Delay));
    // a name with a dollar sign is none of OpenSTA's variables
    assert!(hard.netlist("a$b", &SUMS.replace("sums", "a$b")).is_ok());
    // a unit mapped for delay follows the golden model
    let unit = units().into_iter().find(|unit| unit.name == "slp").unwrap();
    let netlist = hard.netlist("slp", &unit.emit("tiny")).unwrap();
    assert_ne!(netlist.gates.len(), easy.netlist("slp", &unit.emit("tiny")).unwrap().gates.len());
    let trace = TraceFile::parse("random".into(), unit.random("tiny", 1, 2000)).unwrap();
    assert!(agrees(&unit, &trace, &netlist, &hard.library));
}

#[test]
fn with_a_library_that_has_no_delays_for_the_mapper_area_is_the_goal() {
    // of tables with two rows, ABC's mapper for delay reads none
    let (_folder, mut flow) = flow_with(&library(&[1, 2, 4], &[0.0, 1.0]));
    flow.period = 0.01;
    assert_eq!(flow.cost("sums", SUMS, false).unwrap().goal, Goal::Area);
}

#[test]
fn carries_by_prefixes_are_those_of_a_sum() {
    let file = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/carries.v")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let sums = "module sum #(parameter W = 1)(input [W-1:0] a, b, input c, output [W-1:0] s, d, output l);\n\
        assign s = a + b + c; assign d = a - b; assign l = a < b;\nendmodule\n";
    std::fs::write(folder.path().join("sum.v"), sums).unwrap();
    let yosys = Yosys::find().unwrap();
    let proved = |carries: &str, width: u32| {
        std::fs::write(folder.path().join("carries.v"), carries).unwrap();
        let script = format!(
            "read_verilog sum.v; chparam -set W {width} sum; hierarchy -top sum; proc; copy sum gold; rename sum gate; cd gate; alumacc; \
             techmap -map carries.v -map +/techmap.v; opt; cd ..; miter -equiv -flatten gold gate both; hierarchy -top both; \
             sat -verify -prove trigger 0 both"
        );
        yosys.run("both", folder.path(), &script).is_ok()
    };
    for width in [1, 2, 3, 4, 5, 13, 32] {
        assert!(proved(&file, width), "{width} bits");
    }
    // half the distance at each level: the carry from far below is lost
    let wrong = file.replace("place-2**level]", "place-1]");
    assert!(wrong != file && !proved(&wrong, 13));
}
