//! Tests of `check`, `fuzz` and `replay` as users meet them, without a mismatch: files of another
//! kind, work that is interrupted, folders that cannot be written.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::desk::{Desk, ran, signal};

#[test]
fn what_only_the_corpus_shows_is_shrunk_saved_and_shown_again() {
    let desk = Desk::new();
    desk.verilog("slp/w8x3", "wrong.v", "warp_last = compactor$warp_last;", "warp_last = 1'd1;");
    // a cycle of random stimulus shows nothing
    let ran = desk.run("check slp/w8x3 --dut wrong.v --cycles 1 --json");
    let events = ran.is(1, &[]).json();
    let found = events.iter().find(|event| event["event"] == "mismatch").unwrap();
    assert!(found["in"].as_str().unwrap().starts_with("corpus/slp/") && found["seed"].is_null(), "{found}");
    assert!(desk.path(found["wave"].as_str().unwrap()).is_file());
    let again = found["again"].as_str().unwrap();
    assert!(again.contains(" --dut wrong.v"), "{again}");
    desk.run(again.strip_prefix("heddle ").unwrap()).is(1, &["MISMATCH slp/w8x3", "warp_last"]);
    let shown = desk.run("check slp/w8x3 --dut wrong.v --cycles 1 --no-wave --out second");
    shown.is(1, &["MISMATCH slp/w8x3", "of corpus/slp/", "again    heddle replay second/"]);
    assert!(desk.names("second").iter().all(|name| name.ends_with(".trace")), "{:?}", desk.names("second"));
    // one bug, one report, unless all are wanted
    let reports = |out: &str| out.matches("\n  found    ").count();
    assert_eq!((reports(&shown.out), shown.out.matches("\n  also     ").count()), (1, 1), "{}", shown.out);
    let all = desk.run("check slp/w8x3 --dut wrong.v --cycles 1 --no-wave --no-shrink --all --out third");
    assert!(reports(&all.is(1, &[]).out) > 1 && !all.out.contains("\n  also     "), "{}", all.out);
}

#[test]
fn a_device_with_two_meanings_or_another_way_out_is_refused() {
    let desk = Desk::new();
    let twice = desk.verilog("mul32/paper", "twice.v", "module mul32(", "module mul32; endmodule\nmodule mul32(");
    desk.run(&format!("check mul32 --dut {twice}")).is(2, &["twice.v:3: module mul32 is defined twice"]);
    let opens = "integer f; initial f = $fopen(\"x\"); // Update code";
    let opens = desk.verilog("mul32/paper", "opens.v", "// Update code", opens);
    desk.run(&format!("check mul32 --dut {opens}")).is(2, &["$fopen", "opens.v:"]);
    assert!(!desk.path("x").exists());
}

#[test]
fn a_primitive_is_hunted_in_the_file_of_its_unit() {
    let desk = Desk::new();
    let lane = desk.verilog("lane/tiny", "lane.v", "// Update code", "// Update code");
    let own = desk.run(&format!("check shr32 --dut {lane}"));
    own.is(2, &["lane.v has no module shr32", "--module 'lane$execute$alu$0$shr'"]);
    let check = format!("check shr32 --dut {lane} --cycles 20k --module");
    desk.run(&format!("{check} lane$execute$alu$0$shr")).is(0, &["20 000"]);
    desk.run(&format!("{check} lane$execute$alu$0$shl")).is(2, &["has no module lane$execute$alu$0$shl"]);
    desk.run(&format!("{check} lane")).is(2, &["has no module lane to be tested as shr32/paper"]);
    desk.run(&format!("{check} a.b")).is(2, &["give the name of a module"]);
    desk.run(&format!("check fp32/paper --dut {lane} --cycles 20k --module lane$execute$float$0")).is(0, &["20 000"]);
    desk.run("check shr32 --module shr32").is(2, &["--dut <FILE.v>"]);
    // the module alone is wrong, and what was found can be repeated
    let text = fs::read_to_string(desk.path(&lane)).unwrap();
    let (head, part) = text.split_once("module lane$execute$alu$0$shr(").unwrap();
    let wrong = part.replacen(">> ", "<< ", 1);
    assert_ne!(part, wrong);
    fs::write(desk.path(&lane), format!("{head}module lane$execute$alu$0$shr({wrong}")).unwrap();
    let found = desk.run(&format!("check shr32 --dut {lane} --module lane$execute$alu$0$shr --no-wave"));
    let again = format!(" --dut {lane} --module 'lane$execute$alu$0$shr'");
    found.is(1, &["MISMATCH shr32", &again]);
    let again = found.out.lines().find_map(|line| line.trim().strip_prefix("again    heddle ")).unwrap();
    desk.run(&again.replace('\'', "")).is(1, &["MISMATCH shr32/paper"]);
    // the check of the whole file drives the module by itself
    let module = format!("shr32/paper --dut {lane} --module 'lane$execute$alu$0$shr'");
    desk.run(&format!("units {lane}")).is(0, &[&format!("check lane/tiny --dut {lane}"), &format!("check {module}")]);
    let whole = desk.run(&format!("check --dut {lane} --cycles 20k --no-wave --no-shrink"));
    whole.is(1, &["MISMATCH shr32/paper", "equal     fp32/paper"]);
    desk.run("units nothing.v").is(2, &["nothing.v", "--dut takes a Verilog file"]);
}

#[test]
fn a_users_file_is_compared_for_as_long_as_its_build_took() {
    let desk = Desk::new();
    let right = desk.verilog("shr32/paper", "right.v", "// Update code", "// Update code ");
    let ran = desk.run(&format!("check shr32 --dut {right}"));
    let again = ran.is(0, &["equal"]).out.lines().find_map(|line| line.trim().strip_prefix("again    heddle "));
    let again = again.expect("a command with the cycles").to_string();
    let cycles: u64 = again.split(' ').nth(5).unwrap().parse().unwrap();
    assert!((1_500_000..=20_000_000).contains(&cycles), "{again}");
    let with = desk.run(&format!("check shr32 --dut {right} --cycles 20k"));
    assert!(!with.is(0, &["20 000 cycles"]).out.contains("again"), "{}", with.out);
    let json = desk.run(&format!("check shr32 --dut {right} --json"));
    assert_eq!(json.is(0, &[]).json()[0]["cycles"], 1_500_000);
}

#[test]
fn what_is_no_file_or_too_long_is_refused() {
    let desk = Desk::new();
    assert!(Command::new("mkfifo").arg(desk.path("pipe")).status().unwrap().success());
    for words in
        ["check mul32 --dut pipe", "replay pipe", "sim va --policy simt --config ./pipe", "nightly --plan pipe"]
    {
        desk.run(words).is(2, &["pipe: a pipe or a device"]);
    }
    desk.write("blank.v", vec![b'\n'; 65 << 20]);
    desk.run("check mul32 --dut blank.v").is(2, &["longer than 64 MiB"]);
    // an error in a trace is reported before anything is built
    desk.write("t.trace", "heddle-trace 1\nunit storage\npreset tiny\ninitial 2f\n---\nwrote=1\nend 1\n");
    let broken = [("VERILATOR", OsStr::new("/bin/false"))];
    desk.run_with("replay t.trace", &broken).is(2, &["t.trace:6", "no input `wrote`"]);
}

#[test]
fn standard_output_that_is_closed_is_an_error() {
    let heddle = env!("CARGO_BIN_EXE_heddle");
    let closed = |redirection: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec '{heddle}' units {redirection}")]).stdin(Stdio::null());
        ran(&mut shell)
    };
    closed(">&-").is(2, &["standard output: it is closed"]);
    closed(">/dev/null").is(0, &[]);
    closed("1<>/dev/null").is(0, &[]);
}

#[test]
fn shrinking_has_the_effort_that_is_wanted() {
    let desk = Desk::new();
    // what needs 100 000 cycles cannot be made short in a second
    let late = "reg [16:0] age; always @(posedge clock) age <= reset ? 17'd0 : age + 17'd1;\n// Update code";
    let late = desk.verilog("storage/tiny", "late.v", "// Update code", late);
    let text = fs::read_to_string(desk.path(&late)).unwrap();
    let wrong = "q$0 = storage$q$0 ^ {31'd0, age >= 17'd100000};";
    fs::write(desk.path(&late), text.replace("q$0 = storage$q$0;", wrong)).unwrap();
    let hunt = format!("check storage/tiny --dut {late} --cycles 1M --no-wave");
    desk.run(&format!("{hunt} --shrink 1s")).is(1, &["shrinking stopped early: --shrink 5m gives it more time"]);
    desk.run(&format!("{hunt} --no-shrink")).is(1, &["in 0 replays"]);
    desk.run(&format!("{hunt} --no-shrink --shrink 1s")).is(2, &["cannot be used with"]);
    desk.run("check mul32 --cycles 20k").is(0, &["20 000"]);
    desk.run("check mul32 --cycles 20X").is(2, &["as in 500000, 500k, 20M, 1G"]);

    // a mismatch is printed, even after several interrupts
    let mut child = desk.heddle(&format!("{hunt} --shrink 10m"));
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    lines.find(|line| line.starts_with("shrinking: ")).unwrap();
    signal(&child, "TERM");
    signal(&child, "TERM");
    lines.for_each(drop);
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    let status = child.wait().unwrap().code();
    assert!(matches!(status, Some(1 | 130)) && said.contains("MISMATCH storage/tiny"), "{status:?}: {said}");
}

#[test]
fn a_verilator_that_writes_without_end_is_named() {
    let desk = Desk::new();
    let verilator = desk.script("verilator", "exec yes rubbish");
    let ran = desk.run_with("check mul32 --cycles 100", &[("VERILATOR", verilator.as_os_str())]);
    ran.is(3, &["/verilator does not run", "more than 16 MiB"]);
}

#[test]
fn work_without_an_end_or_without_a_beginning_is_refused() {
    let desk = Desk::new();
    desk.run("kernel run va --limit 10").is(2, &["10", "help"]);
    desk.run("kernel run va --limit 100M --check").is(0, &["as expected"]);
    desk.write("plan", "# nothing yet\n\n");
    desk.run("nightly --plan plan").is(2, &["plan: the plan has no step", "NAME: COMMAND"]);
    let unknown = desk.run("sim va --policy tbc-balnced");
    unknown.is(2, &["did you mean `tbc-balanced`? The nearest are: tbc-balanced, "]);
    assert!(!unknown.err.contains("mascar"), "all policies are too many to choose from: {}", unknown.err);
}

#[test]
fn a_configuration_that_is_shown_is_a_file() {
    let desk = Desk::new();
    for name in ["stsimt", "vt"] {
        let shown = desk.run(&format!("sim --print-config --config {name} --set core.count=3"));
        desk.write("own.toml", &shown.is(0, &[]).out);
        assert_eq!(desk.run("sim --print-config --config own.toml").is(0, &["count = { value = 3,"]).out, shown.out);
    }
}
