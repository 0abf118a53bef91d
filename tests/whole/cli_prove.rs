//! `heddle prove --dut`: the claims about a user's Verilog in place of the RTL.

use crate::desk::Desk;

#[test]
fn claims_about_a_file_are_proved_and_refuted() {
    let desk = Desk::new();
    // a remark changes nothing
    desk.verilog("slp/tiny", "same.v", "// Update code", "// the same");
    desk.run("prove --dut same.v --alone").is(0, &["the mask of a slot that was launched plain is zero", " proved"]);
    desk.verilog("slp/tiny", "wrong.v", "if (plain) begin", "if (1'b0) begin");
    let ran = desk.run("prove slp --dut wrong.v --alone --json");
    let claims = ran.is(1, &[]).json();
    let verdict = |what: &str| {
        let claim = claims.iter().find(|claim| claim["claim"].as_str().unwrap().contains(what)).unwrap();
        claim["verdict"].as_str().unwrap().to_string()
    };
    let refuted = verdict("launched plain is zero");
    let again = refuted.strip_prefix("REFUTED: heddle ").unwrap_or_else(|| panic!("{refuted}"));
    assert!(again.ends_with(" --dut wrong.v"), "{again}");
    // the table is wrong in these cycles, and no port shows it before it is read
    desk.run(again).is(0, &["equal slp/tiny: 2 cycles"]);
    assert!(verdict("counted is what was accepted").starts_with("proved"));
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
