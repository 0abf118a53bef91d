//! `heddle cost area`, `timing` and `cost` as their users meet them, with a library of four cells.

use crate::liberty;
use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::desk::Desk;
use crate::length::at_length;

/// A folder with the library in it.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("four.lib", liberty::liberty());
    desk
}

fn event(desk: &Desk, words: &str) -> Vec<Value> {
    desk.run(&format!("{words} --json --liberty four.lib")).is(0, &[]).json()
}

#[test]
fn area_and_path_are_those_of_the_cells() {
    let desk = desk();
    let tiny = &event(&desk, "cost area slp/tiny")[0];
    assert_eq!((&tiny["unit"], &tiny["preset"], &tiny["flip_flops"]), (&"slp".into(), &"tiny".into(), &31.into()));
    let number = |name: &str| tiny[name].as_f64().unwrap();
    // flip-flops are 5, an inverter 1, all others 2
    assert!(number("um2") > 5.0 * 31.0 && number("um2") < 2.0 * number("cells") + 3.0 * 31.0);
    assert_eq!(number("nand2"), number("um2") / 2.0);
    // from a flip-flop, through gates, to a setup time
    assert!(number("levels") > 5.0);
    assert_eq!(number("path_ns"), number("levels") + 1.5);
    assert_eq!(event(&desk, "cost timing slp/tiny")[0], *tiny);
    desk.run("cost area slp/tiny --liberty four.lib").is(0, &["slp/tiny", "flip-flops", " 31 ", "OpenSTA", "four"]);
    let mhz = format!(" {:.0} ", number("mhz"));
    desk.run("cost timing slp/tiny --liberty four.lib").is(0, &["compactor.rows.lowest.below0", &mhz, "1 ns aimed at"]);
}

#[test]
fn what_is_sized_stands_beside_what_is_mapped() {
    let desk = desk();
    // four cells, none of which differ in strength alone
    let said = desk.run("cost timing slp/tiny --liberty four.lib");
    said.is(0, &["sized ns", "um2 %", "+0.0"]);
    assert!(said.err.contains("four: no two cells differ in strength alone"), "{}", said.err);
    let tiny = &event(&desk, "cost area slp/tiny")[0];
    assert!(tiny["sized_path_ns"].as_f64() <= tiny["path_ns"].as_f64(), "{tiny}");
    let mapped = &event(&desk, "cost area slp/tiny --no-sizing")[0];
    assert_eq!((&mapped["path_ns"], &mapped["sized_um2"]), (&tiny["path_ns"], &Value::Null));
    let said = desk.run("cost timing slp/tiny --no-sizing --liberty four.lib");
    assert!(said.is(0, &[" - "]).err.find("strength").is_none(), "{}", said.err);
    desk.run("cost area slp/tiny --bless --no-sizing --liberty four.lib").is(2, &["cannot be used with '--no-sizing'"]);
    // a budget holds what is sized, too
    desk.run("cost area slp/tiny --bless --liberty four.lib").is(0, &[]);
    let file = desk.path("synth/slp/budget.json");
    let text = fs::read_to_string(&file).unwrap().replace("\"sized_path_ns\": 16.5", "\"sized_path_ns\": 16.0");
    fs::write(&file, text).unwrap();
    desk.run("cost area slp/tiny --gate --liberty four.lib").is(1, &["GREW slp/tiny: sized_path_ns is 16.5, was 16"]);
    desk.write("time.lib", liberty::liberty().replace("time_unit : \"1ns\"", "time_unit : \"1week\""));
    desk.run("cost timing slp/tiny --liberty time.lib").is(2, &["`time_unit`: 1ps, 10ps, 100ps or 1ns"]);
}

#[test]
fn every_table_of_every_library_stands_in_one() {
    let desk = desk();
    desk.write(
        "five.lib",
        liberty::liberty().replace("library (four)", "library (five)").replace("area : 2", "area : 3"),
    );
    let said = desk.run("cost slp/tiny --liberty four.lib --liberty five.lib");
    said.is(
        0,
        &["== area, four", "== slowest paths, four", "== macros, four", "== area, five", "== slowest paths, five"],
    );
    assert!(!said.out.contains("== macros, five"), "{}", said.out);
    let both = desk.run("cost slp/tiny --json --liberty four.lib --liberty five.lib").is(0, &[]).json();
    assert_eq!(both.len(), 2);
    assert!(both[0]["um2"].as_f64() < both[1]["um2"].as_f64());
    // what is not known of a library is said
    desk.run("cost slp/tiny --papers --liberty four.lib").is(3, &["does not list the process of the library four"]);
}

#[test]
fn what_has_grown_is_named() {
    let desk = desk();
    let gate = "cost area slp/tiny --gate --liberty four.lib";
    desk.run(gate).is(2, &["synth/slp/budget.json", "--bless writes the file"]);
    desk.run("cost area slp/tiny --bless --liberty four.lib").is(0, &["synth/slp/budget.json is what is accepted now"]);
    desk.run(gate).is(0, &["slp/tiny"]);
    let file = desk.path("synth/slp/budget.json");
    let accepted = fs::read_to_string(&file).unwrap();
    let area = serde_json::from_str::<Value>(&accepted).unwrap()["presets"]["tiny"]["area_um2"].as_f64().unwrap();
    let accept = |part: f64| {
        let text = accepted.replace(&format!("\"area_um2\": {area:.1}"), &format!("\"area_um2\": {}", area * part));
        assert_ne!(text, accepted);
        fs::write(&file, text).unwrap();
    };
    accept(0.985);
    desk.run(gate).is(0, &["slp/tiny"]);
    accept(0.975);
    let grew = desk.run(gate);
    grew.is(1, &[&format!("GREW slp/tiny: area_um2 is {area}"), "2 % is tolerated"]);
    assert_eq!(grew.out.matches("GREW").count(), 1, "{}", grew.out);
    let growth = desk.run(&format!("{gate} --json")).is(1, &[]).json().pop().unwrap();
    assert_eq!(
        (&growth["event"], &growth["unit"], &growth["figure"]),
        (&"growth".into(), &"slp".into(), &"area_um2".into())
    );
    accept(1.5);
    desk.run(gate).is(0, &["slp/tiny: area_um2 is", "grow back unseen"]);
    fs::write(&file, &accepted).unwrap();
    // a preset that nobody accepted, and then does: the other one stays
    desk.run("cost area slp/one --gate --liberty four.lib").is(1, &["GREW slp/one", "was never accepted"]);
    desk.run("cost area slp/one --bless --liberty four.lib").is(0, &[]);
    desk.run("cost area slp/one --gate --liberty four.lib").is(0, &[]);
    desk.run(gate).is(0, &["slp/tiny"]);
    // other tools
    fs::write(&file, accepted.replace("OpenSTA", "OtherSTA")).unwrap();
    desk.run(gate).is(0, &["the accepted figures were made with", "OtherSTA", "nothing is compared"]);
    fs::write(&file, "{").unwrap();
    desk.run(gate).is(2, &["synth/slp/budget.json", "--bless writes the file anew"]);
}

#[test]
fn a_large_array_in_flip_flops_needs_a_reason() {
    let desk = desk();
    let gate = "cost area bank/odd --gate --liberty four.lib";
    let bless = "cost area bank/odd --bless --liberty four.lib";
    // the rows of the bank
    let said = desk.run(bless);
    said.is(0, &["is what is accepted now", "bank/odd: ", "has 3072 bits in flip-flops"]);
    assert!(said.err.contains("and no reason"), "{}", said.err);
    desk.run(gate).is(1, &["ARRAY bank/odd: ", "give its `reason` in `arrays` of synth/bank/budget.json"]);
    let file = desk.path("synth/bank/budget.json");
    let accepted = fs::read_to_string(&file).unwrap();
    let explained = accepted.replace("\"reason\": \"\"", "\"reason\": \"read at once\"");
    assert_ne!(explained, accepted);
    fs::write(&file, &explained).unwrap();
    desk.run(gate).is(0, &["3 072 bits in flip-flops"]);
    // a reason outlives --bless, and one whose array is gone does not
    desk.run(bless).is(0, &[]);
    assert_eq!(fs::read_to_string(&file).unwrap(), explained);
    let name = serde_json::from_str::<Value>(&accepted).unwrap()["arrays"]["odd"][0]["array"].to_string();
    fs::write(&file, explained.replace(&name, "\"gone.words\"")).unwrap();
    let ran = desk.run(&format!("{gate} --json"));
    let events = ran.is(1, &[]).json();
    assert!(events.iter().any(|event| event["event"] == "array" && event["array"] == "gone.words"), "{events:?}");
    desk.run(gate).is(1, &["gone.words has a reason", "--bless removes the entry"]);
}

#[test]
fn clock_gates_want_a_library_that_has_them() {
    desk()
        .run("cost area slp/tiny --gating --liberty four.lib")
        .is(2, &["four has no clock gate", "leave out --gating"]);
}

#[test]
fn a_sweep_marks_what_nothing_dominates() {
    let desk = desk();
    // 3 is in no preset: its RTL is compiled, with all that it stands on
    let warps = if at_length() { vec![2, 3, 20] } else { vec![2, 20] };
    let list: Vec<String> = warps.iter().map(u32::to_string).collect();
    let points = event(&desk, &format!("cost slp/tiny --sweep width=4 warps={} --plot p.svg", list.join(",")));
    let number = |k: usize, name: &str| points[k][name].as_f64().unwrap();
    for (point, warps) in points.iter().zip(&warps) {
        assert_eq!(point["parameters"], serde_json::json!({ "width": 4, "warps": warps }));
    }
    let last = warps.len() - 1;
    assert!((0..last).all(|k| number(k, "um2") < number(k + 1, "um2")));
    assert!(number(0, "throughput") > 0.0);
    for point in 0..=last {
        let as_good = |other: usize| {
            number(other, "um2") <= number(point, "um2")
                && number(other, "path_ns") <= number(point, "path_ns")
                && number(other, "throughput") >= number(point, "throughput")
        };
        let dominated = (0..=last).any(|other| other != point && as_good(other));
        assert_eq!(points[point]["undominated"], !dominated, "{points:?}");
    }
    assert_eq!(points[0]["undominated"], true);
    let svg = fs::read_to_string(desk.path("p.svg")).unwrap();
    assert!(svg.contains("<circle") && svg.contains("undominated") && svg.contains("slp: throughput"));
    desk.run("cost slp/tiny --sweep warps=2 --liberty four.lib").is(0, &["* ", "warps=2", "plot: cost-slp.svg"]);
    assert_eq!(desk.names("."), ["cost-slp.svg", "four.lib", "p.svg"]);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let desk = desk();
    desk.write("bad.lib", "x\n");
    let table = [
        ("cost area slpp", "did you mean `slp`"),
        ("cost area slp/tiny --liberty none.lib", "none.lib"),
        ("cost area slp/tiny --liberty bad.lib", "bad.lib:2"),
        ("cost area slp/tiny --period 0", "--period"),
        ("cost slp --sweep", "a value is required"),
        ("cost slp --plot x.svg", "--sweep"),
        ("cost slp --papers --sweep width=4", "cannot be used with"),
        ("cost --sweep width=4", "--sweep takes one unit, and 0 are named"),
        ("cost slp lane --sweep width=4", "--sweep takes one unit, and 2 are named"),
        ("cost mul32 --sweep width=4", "mul32 is a primitive, a part of units"),
        ("cost slp --sweep width", "there is no `=` in it"),
        ("cost slp --sweep width=", "`` is not a whole number"),
        ("cost slp --sweep width=4,x", "`x` is not a whole number"),
        ("cost slp --sweep width=4,4", "the value 4 is given twice"),
        ("cost slp --sweep width=4 width=8", "the number `width` is given twice"),
        ("cost slp --sweep widht=4", "did you mean `width`"),
        ("cost slp --sweep width=3", "a power of two from 2 to 32"),
        ("cost lane --sweep queue=2", "the address queue must hold a whole warp"),
        ("cost vtc --sweep barrier=1", "`barrier` is not a number of vtc's configuration"),
        ("cost slp --sweep width=4 --plot four.lib/x.svg", "four.lib/x.svg"),
        ("cost slp --sweep width=4 --liberty four.lib --liberty four.lib", "--sweep takes one cell library"),
    ];
    for (words, expected) in table {
        desk.run(words).is(2, &[expected]);
    }
    // nothing was installed
    let empty = desk.path("empty");
    desk.run_with("cost area slp/tiny", &[("HEDDLE_CACHE", empty.as_os_str())])
        .is(3, &["stdcells.lib is missing", "make libraries"]);
}

#[test]
fn a_library_lies_in_several_files_packed_and_with_blanks() {
    let desk = desk();
    let whole = liberty::liberty();
    let tiny = event(&desk, "cost area slp/tiny")[0].clone();
    // each cell in a file of its own, with the head of the library
    let at: Vec<usize> = whole.match_indices("cell (").map(|(at, _)| at).collect();
    let (head, end) = (&whole[..at[0]], whole.trim_end().len() - 1);
    fs::create_dir(desk.path("the parts")).unwrap();
    let mut words: Vec<String> = Vec::new();
    for (n, from) in at.iter().enumerate() {
        let cell = &whole[*from..at.get(n + 1).copied().unwrap_or(end)];
        let name = desk.write(&format!("the parts/part {n}.lib"), format!("{head}{cell}\n}}\n"));
        words.extend(["--liberty".into(), name]);
    }
    assert!(words.len() >= 8, "{words:?}");
    let figures = |said: &Value| ["um2", "cells", "path_ns", "nand2"].map(|name| said[name].clone());
    let one = |words: &[String]| {
        let ran = crate::desk::ran(desk.heddle("cost area slp/tiny --json").args(words));
        figures(&ran.is(0, &[]).json()[0])
    };
    assert_eq!(one(&words), figures(&tiny));
    let packed = Command::new("gzip").arg(desk.path("the parts/part 1.lib")).status();
    assert!(packed.unwrap().success());
    assert_eq!(one(&["--liberty".into(), "the parts".into()]), figures(&tiny));
    desk.write("the parts/part 0.lib", format!("{}}}\n", head.replace("1ns", "1ps")));
    let ran = crate::desk::ran(desk.heddle("cost area slp/tiny").args(["--liberty", "the parts"]));
    ran.is(2, &["`time_unit:\"1ns\"` differs from that of the parts/part 0.lib"]);
    fs::create_dir(desk.path("empty")).unwrap();
    desk.run("cost area slp/tiny --liberty empty").is(2, &["no file *.lib or *.lib.gz"]);
}

#[test]
fn an_edited_unit_stands_beside_the_original() {
    let desk = desk();
    desk.verilog("slp/tiny", "same.v", "// Update code", "// Update code, unchanged");
    for verb in ["area", "timing"] {
        let both = event(&desk, &format!("{verb} slp/tiny --dut same.v"));
        assert_eq!((&both[0]["dut"], &both[1]["dut"]), (&Value::Null, &"same.v".into()));
        for figure in ["um2", "cells", "path_ns", "flip_flops"] {
            assert_eq!(both[0][figure], both[1][figure], "{figure}");
        }
        desk.run(&format!("{verb} slp/tiny --dut same.v --liberty four.lib")).is(0, &["slp/tiny ", "slp/tiny same.v "]);
    }
    // the figures are those of the file
    desk.longer_and_wrong();
    let both = event(&desk, "cost area slp/tiny --dut longer.v");
    assert_eq!(both[1]["flip_flops"].as_u64(), both[0]["flip_flops"].as_u64().map(|bits| bits + 100));
    desk.run("cost area slp/tiny lane/tiny --dut same.v --liberty four.lib --json").is(0, &["\"dut\":\"same.v\""]);
    desk.run("cost area slp/tiny --dut same.v --gate").is(2, &["cannot be used with"]);
    desk.run("cost area slp/tiny --dut none.v --liberty four.lib").is(2, &["none.v"]);
    desk.run("cost area slp/tiny --module x --liberty four.lib").is(2, &["--dut"]);
}

#[test]
fn an_edited_unit_draws_its_power_beside_the_original() {
    let desk = desk();
    desk.without_memories();
    desk.longer_and_wrong();
    desk.verilog("slp/tiny", "same.v", "module slp(", "module mine(");
    let cache = desk.path("cache");
    let run = |words: &str| {
        let words = format!("cost power slp/tiny --cycles 300 --liberty four.lib {words}");
        desk.run_with(&words, &[("HEDDLE_CACHE", cache.as_os_str())])
    };
    let events = |words: &str| {
        let said = run(&format!("{words} --json"));
        let events = said.is(0, &[]).json();
        let [ours, theirs] = [0, 1].map(|half| events[half * events.len() / 2..(half + 1) * events.len() / 2].to_vec());
        assert!(ours.iter().all(|event| event["dut"] == Value::Null) && ours.len() > 4);
        (ours, theirs)
    };
    let (ours, mut theirs) = events("--dut same.v --module mine");
    for event in &mut theirs {
        assert_eq!(std::mem::take(&mut event["dut"]), "same.v");
    }
    assert_eq!(ours, theirs);
    // a hundred registers take the clock, and change nothing else
    let (ours, theirs) = events("--dut longer.v");
    let power = |events: &[Value], figure: &str| {
        events.iter().find(|event| event["event"] == "power").unwrap()[figure].as_f64().unwrap()
    };
    assert!(power(&theirs, "clock_mw") > 3.0 * power(&ours, "clock_mw"), "{ours:?} {theirs:?}");
    assert!(power(&theirs, "own_cells_mw") < 1.2 * power(&ours, "own_cells_mw"), "{ours:?} {theirs:?}");
    run("--dut longer.v").is(0, &["slp/tiny: ", "slp/tiny longer.v: "]);
    run("--dut wrong.v").is(1, &["MISMATCH slp/tiny wrong.v in gates"]);
    run("--dut longer.v --energy-table").is(2, &["cannot be used with"]);
}

#[test]
fn verbs_by_their_old_names_work_and_say_the_new_ones() {
    let desk = desk();
    for name in ["area", "timing"] {
        let old = desk.run(&format!("{name} slp/tiny --no-sizing --liberty four.lib"));
        old.is(0, &[&format!("`heddle {name}` is the old name of `heddle cost {name}`")]);
        assert_eq!(old.out, desk.run(&format!("cost {name} slp/tiny --no-sizing --liberty four.lib")).out);
    }
    let words = "slp/tiny --no-sizing --liberty four.lib";
    assert_eq!(desk.run(&format!("cost {words}")).is(0, &["== area"]).out, desk.run(&format!("cost all {words}")).out);
    desk.run("cost areas --liberty four.lib").is(2, &["areas"]);
}
