//! Tests of the command line as users meet it: exit status, messages and files, also in every
//! error.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use heddle_testbench::verilator::Wave;
use serde_json::Value;

use crate::desk::{Desk, cache, ran, signal};

#[test]
fn what_is_equal_is_equal() {
    let desk = Desk::new();
    desk.run("check mul32 storage/tiny lane/tiny --cycles 20000 --seed 3").is(0, &["mul32/paper", "20 000", "equal"]);
    desk.run("fuzz storage/tiny --cycles 20000").is(0, &["no mismatch in 20 000 cycles"]);
    desk.run("fuzz storage/tiny --time 1s").is(0, &["no mismatch in"]);
    desk.run("units").is(0, &["lane", "tiny", "STSIMT"]);
    desk.run("doctor").is(0, &["Verilator", "built, loaded and ran", "libraries"]);
    assert_eq!(desk.run("emit mul32 -o -").out, desk.run("emit mul32").out);
    assert!(desk.names(".").is_empty(), "nothing was found, nothing is written");
    // the emitted file itself is a device
    desk.run("emit storage -o v").is(0, &["v/storage-tiny.v"]);
    desk.run("check storage --dut v/storage-tiny.v --cycles 20000").is(0, &["storage/tiny", "equal"]);
}

#[test]
fn a_selection_that_makes_no_sense_is_refused() {
    let desk = Desk::new();
    let table = [
        ("check lan", "did you mean `lane`"),
        ("check lane/papr", "did you mean `paper`"),
        ("check lane/", "unit lane has no preset ``"),
        ("check /", "there is no unit ``"),
        ("check lane/tiny/x", "unit lane has no preset `tiny/x`"),
        ("emit nothing", "there is no unit `nothing`"),
        ("emit lane", "-o DIR"),
        ("figure stsimt/99", "did you mean `stsimt/9`?"),
        ("fuzz mul32 --jobs 0", "0 is not in 1..=256"),
        ("check mul32 --jobs -1", "'-1' for '--jobs <J>'"),
        ("check mul32 --jobs 100000", "'100000' for '--jobs <J>'"),
        ("check mul32 --cycles 0", "one cycle or more"),
        ("fuzz mul32 --cycles 0", "one cycle or more"),
        ("fuzz mul32 --cycles -1", "a number of cycles"),
        ("check mul32 --cycles 1e6", "a number of cycles"),
        ("fuzz mul32 --seed -1", "a number, 0 to 18446744073709551615"),
        ("check mul32 --seed 18446744073709551616", "a number, 0 to 18446744073709551615"),
        ("fuzz mul32 --time 0s", "one second (1s) or more"),
        ("fuzz mul32 --time 5", "as in 30s, 10m, 2h"),
        ("fuzz mul32 --time 5s --cycles 5", "cannot be used with"),
        ("check mul32 --dut", "a value is required"),
        ("replay", "FILE.trace"),
        ("nonsense", "unrecognized subcommand"),
    ];
    for (words, expected) in table {
        desk.run(words).is(2, &[expected]);
    }
    assert!(desk.names(".").is_empty());
}

#[test]
fn a_device_that_can_not_be_used_is_refused() {
    let desk = Desk::new();
    let change = |name: &str, from: &str, to: &str| desk.verilog("mul32/paper", name, from, to);
    let on_clock = "integer n = 0; always @(posedge clock) begin n <= n + 1; if (n == 99)";
    let looping = "end\nreg q;\nalways @(*) q = ~q;\nalways @(*) begin\n low = sum$low ^ {31'd0, q};";
    fs::create_dir(desk.path("folder.v")).unwrap();
    let table = [
        (change("clock.v", "(clock,reset,", "(reset,"), "clock"),
        (change("extra.v", "(clock,reset,", "(clock,more,reset,"), "more"),
        (change("width.v", "input wire  [31:0] a;", "input wire  [15:0] a;"), "a: 16 bits wide, expected 32"),
        (change("way.v", "input wire  signs;", "inout wire  signs;"), "signs: an inout, expected an input"),
        (change("syntax.v", "low = sum$low;", "low = = sum$low;"), "syntax.v:67:"),
        (change("name.v", "module mul32(", "module mul33("), "no module mul32 to be tested as mul32/paper"),
        (change("include.v", "module mul32(", "`include \"x.vh\"\nmodule mul32("), "Cannot find include file"),
        (change("finish.v", "// Update code", &format!("{on_clock} $finish; end")), "finish.v:55: $finish"),
        (change("start.v", "// Update code", "initial $finish;"), "stopped the simulation in cycle 0"),
        (change("loop.v", "low = sum$low;", looping), "did not converge"),
        (desk.write("empty.v", ""), "it has no module at all"),
        (desk.write("text.v", "hello world\n"), "it has no module at all"),
        (desk.write("binary.v", [0x7f, b'E', b'L', b'F', 0, 1, 2]), "not text (byte 4 is zero)"),
        ("folder.v".into(), "Is a directory"),
        ("nowhere.v".into(), "No such file"),
        ("/dev/zero".into(), "a pipe or a device"),
    ];
    for (file, expected) in &table {
        desk.run(&format!("check mul32 --cycles 1000 --dut {file}")).is(2, &[file, expected, "help"]);
    }
    // a file that says whose it is stands for that preset; another must be given
    desk.run("check --dut empty.v").is(2, &["can replace the RTL of one preset", "heddle check lane/paper --dut"]);
    desk.run("emit lane/tiny -o .").is(0, &[]);
    desk.run("check mul32 --dut lane-tiny.v").is(2, &["no module mul32", "--module 'lane$execute"]);
    assert!(!desk.path("failures").exists());
    // as a failed assertion is
    let fatal = change("fatal.v", "// Update code", &format!("{on_clock} $fatal; end"));
    let words = format!("check mul32 --cycles 1000 --no-wave --no-shrink --dut {fatal}");
    desk.run(&words).is(1, &["MISMATCH mul32/paper", "port assertion fatal.v:55"]);
}

#[test]
fn what_a_device_prints_is_not_a_result() {
    let desk = Desk::new();
    desk.verilog("mul32/paper", "talks.v", "// Update code", "initial $display(\"hello\");");
    let ran = desk.run("check mul32 --dut talks.v --cycles 1000 --json");
    assert_eq!(ran.is(0, &[]).json().len(), 2);
    assert!(ran.err.contains("hello"), "{}", ran.err);
}

#[test]
fn a_mismatch_is_found_shrunk_saved_and_shown_again() {
    let desk = Desk::new();
    desk.wrong_multiplier();
    let ran = desk.run("check mul32 --dut wrong.v --cycles 1000 --out found");
    ran.is(1, &["MISMATCH mul32/paper", "shrunk   to 1 cycle,", "high: golden 0x"]);
    let [wave, trace]: [String; 2] = {
        let mut names = desk.names("found");
        names.sort_by_key(|name| name.ends_with(".trace"));
        names.try_into().unwrap()
    };
    assert!(wave.ends_with(".vcd"), "{wave}");
    // the report comes before the waveform, and the trace says the same numbers
    let place = |word: &str| ran.out.find(&format!("\n  {word} ")).unwrap();
    assert!(place("again") < place("wave"), "{}", ran.out);
    let found = ran.out.lines().find_map(|line| line.strip_prefix("  found    ")).unwrap();
    let text = fs::read_to_string(desk.path("found").join(&trace)).unwrap();
    assert!(text.contains(&format!("\nnote found in {found}\n")), "{found}: {text}");
    let replay = desk.run(&format!("replay found/{trace} --dut wrong.v --wave again/deep.vcd"));
    replay.is(1, &["MISMATCH mul32/paper", "cycle 0", "again/deep.vcd"]);
    desk.run(&format!("replay found/{trace}")).is(0, &["equal mul32/paper: 1 cycle"]);

    let json = desk.run("fuzz mul32 --dut wrong.v --cycles 1000 --seed 5 --json");
    let events = json.is(1, &[]).json();
    let kinds: Vec<_> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["start", "mismatch", "summary"]);
    assert_eq!(events[1]["shrunk"]["mismatch"]["port"], "high");
    assert_eq!(events[2]["result"], "mismatch");
    let again = events[1]["again"].as_str().unwrap().strip_prefix("heddle ").unwrap();
    desk.run(again).is(1, &["MISMATCH"]);
    let replayed = desk.run(&format!("{again} --json"));
    assert_eq!(replayed.is(1, &[]).json()[0]["replay"]["mismatch"]["port"], "high");
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let desk = Desk::new();
    // seldom enough that several threads are in the middle of other segments
    let seldom = "q$0 = words[read_at$0] ^ {31'd0, words[1] == 32'h80000000 && words[2] == 32'hffffffff}";
    desk.verilog("storage/tiny", "seldom.v", "q$0 = words[read_at$0]", seldom);
    for (verb, seed) in [("fuzz", 1), ("check", 2)] {
        let mut found = Vec::new();
        for jobs in [1, 2, 5] {
            let out = format!("{verb}{jobs}");
            let words = format!("{verb} storage/tiny --dut seldom.v --seed {seed} --cycles 2000000 --json");
            let ran = desk.run(&format!("{words} --jobs {jobs} --out {out}"));
            let mut events = ran.is(1, &["q$0"]).json();
            for event in &mut events {
                // a place and a time
                for key in ["trace", "wave", "again", "seconds", "build_seconds", "run_seconds"] {
                    event[key] = Value::Null;
                }
            }
            let files: Vec<_> = desk
                .names(&out)
                .into_iter()
                .map(|name| (fs::read(desk.path(&out).join(&name)).unwrap(), name))
                .collect();
            assert_eq!(files.len(), 2);
            found.push((events, files));
        }
        assert!(found[0] == found[1] && found[0] == found[2], "{:#?}", found.iter().map(|f| &f.0).collect::<Vec<_>>());
    }
}

#[test]
fn a_wave_shows_both_sides_the_state_and_the_inside() {
    let desk = Desk::new();
    desk.verilog("storage/tiny", "wrong.v", "words[write_at] <= d;", "words[write_at] <= d ^ 32'd4;");
    desk.run("check storage/tiny --dut wrong.v --cycles 1000").is(1, &["MISMATCH"]);
    let names = desk.names("failures");
    let trace = names.iter().find(|name| name.ends_with(".trace")).unwrap();
    let replay = desk.run(&format!("replay failures/{trace} --dut wrong.v --wave w.vcd --json"));
    let mismatch = replay.is(1, &[]).json()[0]["replay"]["mismatch"].clone();
    let number = |key: &str| u64::from_str_radix(mismatch[key].as_str().unwrap().trim_start_matches("0x"), 16).unwrap();
    let (port, cycle) = (mismatch["port"].as_str().unwrap(), mismatch["cycle"].as_u64().unwrap());
    assert!(cycle >= 1, "it is written before it is read");
    let saved = names.iter().find(|name| name.ends_with(".vcd")).unwrap();
    assert_eq!(fs::read(desk.path("w.vcd")).unwrap(), fs::read(desk.path("failures").join(saved)).unwrap());

    let wave = Wave::read(&desk.path("w.vcd")).unwrap();
    // the first cycle of the trace is the second of the device's life: the first resets it
    let at = |path: &[&str], cycle: u64| wave.at(path, 10 * (cycle + 1));
    assert_eq!(at(&["golden", port], cycle), Some(number("golden")));
    assert_eq!(at(&["rtl", port], cycle), Some(number("rtl")));
    assert_ne!(number("golden"), number("rtl"));
    let differs: Vec<_> = (0..=cycle).map(|cycle| at(&["compare", "differs"], cycle).unwrap()).collect();
    assert!(differs[..cycle as usize].iter().all(|differs| *differs == 0) && differs[cycle as usize] == 1);
    assert_eq!(at(&["inputs", "write"], 0), Some(1));
    // what both sides hold after the write: the word, and the wrong one
    let data = at(&["inputs", "data"], 0).unwrap();
    let word = at(&["inputs", "write_at"], 0).unwrap();
    assert_eq!(at(&["state", &format!("word{word}")], 1), Some(data));
    let inside = wave.signals().find(|signal| {
        let name = signal.path.concat() + &signal.name;
        name.contains("words")
            && name.ends_with(&[format!("({word})"), format!("[{word}]")][usize::from(name.ends_with(']'))])
    });
    let inside = inside.unwrap_or_else(|| panic!("no word {word} in {:?}", wave.signals().collect::<Vec<_>>()));
    let path: Vec<_> = inside.path.iter().chain([&inside.name]).map(String::as_str).collect();
    assert_eq!((path[0], at(&path, 1)), ("TOP", Some(data ^ 4)));
}

#[test]
fn a_trace_that_can_not_be_used_is_refused() {
    let desk = Desk::new();
    let good = "heddle-trace 1\nunit storage\npreset tiny\ninitial 2f\n---\nwrite=1 data=1\n. 2\nend 3\n";
    desk.run(&format!("replay {}", desk.write("good.trace", good))).is(0, &["equal storage/tiny: 3 cycles"]);
    let table = [
        ("heddle-trace 1", "heddle-trace 2", "t.trace:1: trace version 2 is newer"),
        ("heddle-trace 1", "module storage(", "t.trace:1: not a heddle trace"),
        ("unit storage", "unit storages", "t.trace:2: there is no unit `storages`"),
        ("preset tiny", "preset huge", "t.trace:3: unit storage has no preset `huge`"),
        ("write=1", "wrote=1", "t.trace:6: unit storage has no input `wrote`"),
        ("write=1", "write=2", "t.trace:6: `write=2`: port write has too few bits for this value: 1"),
        ("data=1", "data=1ffffffff", "t.trace:6: `data=1ffffffff`: port data has too few bits for this value: 32"),
        ("end 3\n", "", "t.trace:7: the trace does not end with `end N`: the file is cut short"),
        (". 2", ". 18446744073709551615", "t.trace:7: the trace is longer than"),
        (". 2", "read$0=1 read_at$0=3\n.", "t.trace: cycle 1: read_at: a word that is read was written"),
    ];
    for (from, to, expected) in table {
        desk.write("t.trace", good.replacen(from, to, 1));
        desk.run("replay t.trace").is(2, &[expected, "help"]);
        let json = desk.run("replay t.trace --json --wave w.vcd");
        assert_eq!(json.is(2, &[]).json().last().unwrap()["status"], 2);
    }
    desk.run(&format!("replay {}", desk.write("b.trace", [0xff, 0xfe, 0]))).is(2, &["b.trace:1: not a heddle trace"]);
    desk.run("replay /dev/zero").is(2, &["/dev/zero: a pipe or a device"]);
    desk.run("replay nowhere.trace").is(2, &["nowhere.trace: No such file"]);
    desk.run("replay .").is(2, &["Is a directory"]);
    assert!(!desk.path("w.vcd").exists());
}

#[test]
fn places_that_can_not_be_written_are_told_before_the_work() {
    let desk = Desk::new();
    desk.write("file", "");
    desk.wrong_multiplier();
    desk.run("check mul32 --dut wrong.v --cycles 100").is(1, &[]);
    let trace = desk.names("failures").into_iter().find(|name| name.ends_with(".trace")).unwrap();
    let table = [
        ("check mul32 --out file".to_string(), "file: not a folder"),
        ("fuzz mul32 --cycles 1000 --out file/deep".into(), "file: not a folder"),
        ("fuzz mul32 --cycles 1000 --out /proc/x".into(), "/proc/x"),
        ("emit mul32 -o file".into(), "file: not a folder"),
        ("emit mul32 -o /proc/x".into(), "/proc/x"),
        ("figure stsimt/5 --plot file/x.svg".into(), "file: not a folder"),
        ("figure stsimt/5 --plot .".into(), "is a directory"),
        (format!("replay failures/{trace} --wave file/w.vcd"), "file: not a folder"),
        (format!("replay failures/{trace} --wave failures"), "is a directory"),
    ];
    for (words, expected) in table {
        desk.run(&words).is(2, &[expected, "help"]);
    }
    let full = desk.run(&format!("replay failures/{trace} --dut wrong.v --wave /dev/full"));
    full.is(2, &["/dev/full", "No space left"]);
    assert!(!Path::new("/dev/full").is_file(), "a device is not replaced");
    // what was found is shown, though there is no place for the waveform
    let nowhere = [("TMPDIR", OsStr::new("/nonexistent"))];
    let ran = desk.run_with("check mul32 --dut wrong.v --cycles 100 --out second", &nowhere);
    ran.is(3, &["MISMATCH mul32/paper", "/nonexistent", "set TMPDIR"]);
    assert_eq!(desk.names(".").len(), 4, "{:?}", desk.names("."));
}

#[test]
fn a_run_that_is_interrupted_says_how_far_it_came() {
    let desk = Desk::new();
    for (words, name) in
        [("check storage/tiny --cycles 100000000000", "INT"), ("fuzz storage/tiny --time 10m --json", "TERM")]
    {
        let mut child = desk.heddle(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // plain lines show when the run is under way
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        assert!(lines.any(|line| line.starts_with("lockstep: ") && line.contains("M/s")));
        signal(&child, name);
        let said: Vec<String> = lines.collect();
        assert!(said.iter().any(|line| line.contains("cycles were compared, all equal")), "{said:?}");
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }
    assert!(desk.names(".").is_empty());
}

#[test]
fn a_reader_who_has_gone_is_no_error() {
    let desk = Desk::new();
    for words in ["emit lane/paper", "units", "units --json", "check mul32 --cycles 100", "doctor"] {
        let mut child = desk.heddle(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !said.contains("panicked"), "{words}: {said}");
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = desk.heddle(words).stdout(full).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains("standard output: No space left"), "{words}: {said}");
    }
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    assert_eq!(desk.heddle("check nothing").stderr(full).status().unwrap().code(), Some(2));
}

#[test]
fn a_terminal_shows_a_bar_and_standard_output_stays_clean() {
    let desk = Desk::new();
    let heddle = env!("CARGO_BIN_EXE_heddle");
    let command = format!("stty cols 100; '{heddle}' fuzz storage/tiny --time 2s >out");
    let mut script = Command::new("script");
    script.args(["-qec", &command, "/dev/null"]).current_dir(desk.0.path()).stdin(Stdio::null());
    script.env("TERM", "xterm").env("HEDDLE_CACHE", cache());
    let shown = ran(&mut script);
    shown.is(0, &["lockstep [", "█", "M/s", "1s of 2s", "left"]);
    let out = fs::read_to_string(desk.path("out")).unwrap();
    assert!(out.lines().count() == 2 && out.starts_with("seed ") && !out.contains('\x1b'), "{out}");
}
