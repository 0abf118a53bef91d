//! Tests of the assertions and the delays in a user's Verilog.

use crate::desk::{Desk, ran};

/// A model of `slp/tiny` with more in its module.
fn with(desk: &Desk, name: &str, more: &str) {
    desk.verilog("slp/tiny", name, "// Update code", &format!("{more}\n// Update code"));
}

#[test]
fn a_failed_assertion_is_a_finding() {
    let desk = Desk::new();
    let counts =
        "integer n; always @(posedge clock) begin n <= reset ? 0 : n + 1; assert (n < 500) else $error(\"mine\"); end";
    with(&desk, "an assert.v", counts);
    let mut check = desk.heddle("check slp/tiny --cycles 4000 --out found --dut");
    let found = ran(check.arg("an assert.v"));
    found.is(1, &["MISMATCH slp/tiny", "port assertion an assert.v:", "golden 0x1, RTL 0x0", "--dut 'an assert.v'"]);
    assert!(found.err.contains("mine"), "{}", found.err);
    let traces: Vec<String> = desk.names("found").into_iter().filter(|name| name.ends_with(".trace")).collect();
    let mut again = desk.heddle(&format!("replay found/{} --dut", traces[0]));
    ran(again.arg("an assert.v")).is(1, &["assertion an assert.v:"]);
    // the trace shows nothing on the RTL itself
    desk.run(&format!("replay found/{}", traces[0])).is(0, &["equal"]);
    let event = ran(desk.heddle("check slp/tiny --cycles 4000 --no-wave --json --out again --dut").arg("an assert.v"));
    let lines = event.is(1, &[]).json();
    let mismatch = lines.iter().find(|line| line["event"] == "mismatch").unwrap();
    assert!(mismatch["found"]["port"].as_str().unwrap().starts_with("assertion an assert.v:"), "{mismatch}");
}

#[test]
fn an_assertion_holds_from_the_reset_on() {
    let desk = Desk::new();
    let armed = "reg armed; always @(posedge clock) begin if (reset) armed <= 1; assert (armed === 1'b1); end";
    with(&desk, "armed.v", armed);
    desk.run("check slp/tiny --dut armed.v --cycles 3000").is(0, &["equal"]);
    // a mismatch before the assertion is found first
    with(&desk, "both.v", "integer n; always @(posedge clock) begin n <= reset ? 0 : n + 1; assert (n < 3000); end");
    let text = std::fs::read_to_string(desk.path("both.v")).unwrap();
    assert!(text.contains("accept_ready = "));
    desk.write("both.v", text.replacen("accept_ready = ", "accept_ready = !", 1));
    let ran = desk.run("check slp/tiny --dut both.v --cycles 5000 --no-shrink --no-wave");
    ran.is(1, &["MISMATCH"]);
    assert!(!ran.out.contains("port assertion"), "{}", ran.out);
}

#[test]
fn a_delay_is_named_once() {
    let desk = Desk::new();
    with(&desk, "slow.v", "wire late; assign #3 late = clock;\nwire later; assign #4 later = late;");
    let ran = desk.run("check slp/tiny --dut slow.v --cycles 1000");
    ran.is(0, &["slow.v:", "the delay is ignored, with those of 1 more lines"]);
    assert_eq!(ran.err.matches("is ignored").count(), 1, "{}", ran.err);
}
