//! `heddle prove --dut`: the claims about a user's Verilog in place of the RTL; and `--verilog`:
//! those about a design of the user's.

use std::fs;
use std::process::Stdio;

use serde_json::Value;

use crate::desk::{Desk, root, signal, wait_for};

#[test]
fn claims_about_a_file_are_proved_and_refuted() {
    let desk = Desk::new();
    // a remark changes nothing
    desk.verilog("slp/tiny", "same.v", "// Update code", "// the same");
    desk.run("prove --dut same.v --alone").is(0, &["the mask of a slot that was launched plain is zero", " proved"]);
    desk.verilog("slp/tiny", "wrong.v", "if (plain) begin", "if (1'b0) begin");
    let ran = desk.run("prove slp --dut wrong.v --alone --json");
    let claims = ran.is(1, &[]).json();
    let claim = |what: &str| claims.iter().find(|claim| claim["claim"].as_str().unwrap().contains(what)).unwrap();
    let word = |claim: &Value, key: &str| claim[key].as_str().unwrap_or_else(|| panic!("{claim}")).to_string();
    let refuted = claim("launched plain is zero");
    assert_eq!(word(refuted, "verdict"), "REFUTED");
    assert!(desk.names("failures").contains(&word(refuted, "wave").replace("failures/", "")));
    let again = word(refuted, "again");
    let again = again.strip_prefix("heddle ").unwrap();
    assert!(again.ends_with(" --dut wrong.v"), "{again}");
    // the table is wrong in these cycles, and no port shows it before it is read
    desk.run(again).is(0, &["equal slp/tiny: 2 cycles", "claim    refuted by these cycles", "launched plain is zero"]);
    assert!(word(claim("counted is what was accepted"), "verdict").starts_with("proved"));
}

#[test]
fn a_file_without_the_words_of_the_claims_is_refused() {
    let desk = Desk::new();
    let emitted = desk.run("emit slp/tiny").out;
    assert!(emitted.contains("words"));
    desk.write("renamed.v", emitted.replace("words", "lines"));
    let refused = desk.run("prove slp --dut renamed.v");
    refused.is(
        2,
        &["renamed.v: the claims of slp are about words that its module lacks: masks.words[0] (", "heddle emit"],
    );
    desk.write("broken.v", emitted.replace("endmodule", ""));
    desk.run("prove slp --dut broken.v").is(2, &["broken.v: yosys reports a problem in slp"]);
    desk.run("prove --dut missing.v").is(2, &["missing.v"]);
    let part = desk.verilog("mul32/paper", "part.v", "// Update code", "// the same");
    desk.run(&format!("prove --dut {part}")).is(2, &["no claims"]);
}

#[test]
fn streams_of_a_users_design_are_proved_and_refuted() {
    let desk = Desk::new();
    let queue = fs::read_to_string(root().join("docs/examples/queue.sv")).unwrap();
    let lossy = queue.replace("words[last] <= ", "words[count == 3 ? first : last] <= ");
    assert_ne!(lossy, queue);
    desk.write("queue.sv", queue);
    desk.write("lossy.sv", lossy);
    let claim = "empty_o stays low, with data_o, until pop_i is high";
    let prove = |file: &str| desk.run(&format!("prove --verilog {file} --top queue --json"));
    let proof = |claims: &[Value]| claims.iter().find(|one| one["claim"] == claim).unwrap().clone();
    assert!(proof(&prove("queue.sv").is(0, &[]).json())["verdict"].to_string().contains("proved"));
    let refuted = proof(&prove("lossy.sv").is(1, &[]).json());
    assert_eq!((&refuted["verdict"], &refuted["again"]), (&"REFUTED".into(), &Value::Null), "{refuted}");
    assert!(refuted["wave"].as_str().is_some_and(|wave| wave.ends_with(".vcd")), "{refuted}");
    let name = |end: &str| desk.names("failures").into_iter().filter(|name| name.ends_with(end)).count();
    assert_eq!([name(".trace"), name(".vcd")], [1, 1]);
    desk.run("prove -D A=1").is(2, &["say how files are read", "--verilog FILE.v --top T"]);
    desk.run("prove slp --verilog queue.sv --top queue").is(2, &["cannot be used with"]);
    desk.run("area --verilog queue.sv").is(2, &["--top"]);
}

#[test]
fn an_interruption_is_no_fault_of_yosys() {
    let desk = Desk::new();
    // a Yosys that ends with the command, as under a terminal
    desk.script("yosys", "sleep 2; exit 1");
    let path = format!("{}:{}", desk.path("").display(), std::env::var("PATH").unwrap());
    let mut heddle = desk.heddle("prove slp/tiny --alone");
    let child = heddle.env("PATH", path).stderr(Stdio::piped()).spawn().unwrap();
    let threads = format!("/proc/{}/task", child.id());
    let has_child = |thread: fs::DirEntry| fs::read(thread.path().join("children")).is_ok_and(|ids| !ids.is_empty());
    wait_for(|| fs::read_dir(&threads).unwrap().flatten().any(has_child));
    signal(&child, "INT");
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(130), "{said}");
    assert!(said.contains("interrupted: slp/tiny was being proved") && !said.contains("yosys"), "{said}");
}
