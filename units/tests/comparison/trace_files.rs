//! Tests of the reader of trace files: it reads a trace or names the line at fault; it never panics
//! and never guesses.

use heddle_contract::Config;
use heddle_testbench::bench::Bench;
use heddle_testbench::dut::initial_seed;
use heddle_testbench::lockstep::record;
use heddle_testbench::segment::Segment;
use heddle_testbench::trace::{Trace, TraceError, TraceFile};
use heddle_units::lane::Lane;
use heddle_units::primitive::Storage;
use proptest::prelude::*;

/// A trace as `fuzz` would write it.
fn valid<B: Bench>(name: &str, seed: u64, cycles: u64) -> String {
    let cfg = B::Config::preset(name).unwrap();
    let notes = vec![format!("shrunk from {cycles} cycles; seed {seed}, segment 0")];
    let inputs = record::<B>(cfg, &mut Segment::new(cfg, seed, 0, cycles));
    Trace::<B> { preset: name.into(), initial: initial_seed(seed, 0), notes, inputs }.text()
}

fn read<B: Bench>(text: &str) -> Result<Trace<B>, TraceError> {
    TraceFile::parse("some.trace".into(), text.into())?.read::<B>()
}

/// Either an error with its place, or a trace whose text says the same again.
fn refused_or_understood<B: Bench>(text: &str) -> Result<(), TestCaseError> {
    match read::<B>(text) {
        Ok(trace) => {
            let again = read::<B>(&trace.text()).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(again.text(), trace.text());
            prop_assert!(again.inputs == trace.inputs && again.initial == trace.initial && again.notes == trace.notes);
        }
        Err(TraceError::Text { path, line, what }) => {
            prop_assert_eq!(path, "some.trace");
            prop_assert!((1..=text.lines().count().max(1)).contains(&line), "line {} of {:?}", line, text);
            prop_assert!(!what.is_empty());
        }
        Err(error) => return Err(TestCaseError::fail(error.to_string())),
    }
    Ok(())
}

/// What can happen to a file: a line or a byte is lost, doubled or altered.
#[derive(Debug, Clone)]
enum Damage {
    LineLost(prop::sample::Index),
    LineTwice(prop::sample::Index),
    LineAltered(prop::sample::Index, String),
    ByteLost(prop::sample::Index),
    ByteTwice(prop::sample::Index),
    ByteAltered(prop::sample::Index, u8),
    Cut(prop::sample::Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<prop::sample::Index>;
    // much of it looks like a trace
    let words = "(end|unit|preset|initial|note|---|[.]|#|[a-z_$01]{1,8}=[0-9a-f]{0,20}|[+-]?[0-9]{1,20}|\\PC{0,5})";
    let line = prop::collection::vec(words, 0..4).prop_map(|words| words.join(" "));
    prop_oneof![
        at().prop_map(Damage::LineLost),
        at().prop_map(Damage::LineTwice),
        (at(), line).prop_map(|(at, line)| Damage::LineAltered(at, line)),
        at().prop_map(Damage::ByteLost),
        at().prop_map(Damage::ByteTwice),
        (at(), 9u8..127).prop_map(|(at, byte)| Damage::ByteAltered(at, byte)),
        at().prop_map(Damage::Cut),
    ]
}

fn damaged(text: &str, damage: &Damage) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let mut bytes = text.as_bytes().to_vec();
    match damage {
        Damage::LineLost(at) => drop(lines.remove(at.index(lines.len()))),
        Damage::LineTwice(at) => lines.insert(at.index(lines.len()), lines[at.index(lines.len())].clone()),
        Damage::LineAltered(at, line) => {
            let at = at.index(lines.len());
            lines[at].clone_from(line);
        }
        Damage::ByteLost(at) => drop(bytes.remove(at.index(bytes.len()))),
        Damage::ByteTwice(at) => bytes.insert(at.index(bytes.len()), bytes[at.index(bytes.len())]),
        Damage::ByteAltered(at, byte) => {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        Damage::Cut(at) => bytes.truncate(at.index(bytes.len())),
    }
    match damage {
        Damage::LineLost(_) | Damage::LineTwice(_) | Damage::LineAltered(..) => lines.join("\n") + "\n",
        // an altered line may hold any text, and half of a character is none
        _ => String::from_utf8_lossy(&bytes).into_owned(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_text_is_refused_or_understood(text in "\\PC{0,80}") {
        refused_or_understood::<Storage>(&text)?;
    }

    #[test]
    fn any_bytes_are_refused_or_understood(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        let error = TraceFile::open(file.path()).expect_err("chance does not write `heddle-trace 1`");
        prop_assert!(matches!(error, TraceError::Text { line: 1, .. }), "{}", error);
    }

    #[test]
    fn any_lines_in_the_place_of_cycles_are_refused_or_understood(
        lines in prop::collection::vec("(\\PC{0,20}|[.] ?[0-9]{0,20}|(write|data|read\\$0)=[0-9a-f+]{0,17}|end [0-9]{0,20})", 0..6)
    ) {
        let text = format!("heddle-trace 1\nunit storage\npreset tiny\ninitial 1\n---\n{}\nend 1\n", lines.join("\n"));
        refused_or_understood::<Storage>(&text)?;
    }

    #[test]
    fn a_damaged_trace_is_refused_or_understood(
        seed in 0u64..50, cycles in 0u64..40, damages in prop::collection::vec(damage(), 1..4)
    ) {
        let mut text = valid::<Lane>("tiny", seed, cycles);
        for damage in &damages {
            text = if text.is_empty() { text } else { damaged(&text, damage) };
        }
        refused_or_understood::<Lane>(&text)?;
    }
}

#[test]
fn a_trace_that_is_cut_short_is_refused() {
    for (seed, cycles) in [(1, 0), (2, 1), (3, 12), (4, 130)] {
        let text = valid::<Lane>("tiny", seed, cycles);
        read::<Lane>(&text).unwrap();
        read::<Lane>(text.trim_end()).expect("only the last newline is missing");
        for cut in 0..text.trim_end().len() {
            let error = read::<Lane>(&text[..cut]).expect_err(&text[..cut]).to_string();
            assert!(error.starts_with("some.trace:"), "{error}");
        }
    }
}

#[test]
fn every_fault_is_named() {
    let good = "heddle-trace 1\nunit storage\npreset tiny\ninitial 2f\n---\nwrite=1 data=1\n. 2\nend 3\n";
    assert_eq!(read::<Storage>(good).unwrap().inputs.len(), 3);
    let table = [
        ("heddle-trace 1", "heddle-trace 2", "1: trace version 2 is newer"),
        ("heddle-trace 1", "heddle-trace 99999999999", "1: trace version 99999999999 is newer"),
        ("heddle-trace 1", "heddle-trace1", "1: not a heddle trace"),
        ("heddle-trace 1", "module lane(", "1: not a heddle trace"),
        ("preset tiny\n", "", "4: the header must have"),
        ("initial 2f\n", "", "4: the header must have"),
        ("unit storage\n", "unit storage\nunit storage\n", "3: `unit` is in the header a second time"),
        ("preset tiny", "preset huge", "3: unit storage has no preset `huge`"),
        ("initial 2f", "initial 0", "4: `0`: a hexadecimal number"),
        ("initial 2f", "initial +2f", "4: `+2f`: a hexadecimal number"),
        ("---", "colour red", "5: `colour` has no place"),
        ("write=1", "wrote=1", "6: unit storage has no input `wrote`"),
        ("write=1", "write=2", "6: `write=2`: port write has too few bits for this value: 1"),
        ("write=1", "write=1 write=1", "6: `write=1`: port write has a value already"),
        ("data=1", "data=+1", "6: `data=+1`: a hexadecimal number"),
        ("data=1", "data=11111111111111111", "6: `data=11111111111111111`: a hexadecimal number"),
        ("data=1", "data", "6: `data` is not port=value"),
        (". 2", ". x", "7: `. x`: a number of cycles, 1 or more, is expected"),
        (". 2", ". 0", "7: `. 0`: a number of cycles, 1 or more, is expected"),
        (". 2", ". 18446744073709551615", "7: the trace is longer than"),
        (". 2", ". 99999999999999999999", "7: `. 99999999999999999999`: a number of cycles, 1 or more, is expected"),
        ("end 3", "end 4", "8: `end` says 4 cycles, and there are 3"),
        ("end 3", "end", "8: `end`: `end` needs the number of cycles"),
        ("end 3\n", "", "7: the trace does not end with `end N`: the file is cut short"),
        ("end 3\n", "end 3\n.\nend 3\n", "9: text after the end"),
    ];
    for (from, to, expected) in table {
        let error = read::<Storage>(&good.replacen(from, to, 1)).map(|trace| trace.text()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("some.trace:{expected}")), "{to}: {error}");
    }
}
