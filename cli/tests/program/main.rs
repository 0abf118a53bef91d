//! Programs of a team's own blocks: what `heddle new` writes compiles, a model that is filled in is
//! equal, and faults in either are found.

mod queue;
mod stage;
mod untimed;
#[allow(dead_code, unused_variables)]
mod written;
mod yosys;

use heddle_command::prelude::*;
use heddle_testbench::target::{Hardware, ModelTools, ReplayError};
use heddle_testbench::trace::TraceFile;

use queue::{Early, Lossy, Queue, Small, Unordered, Unreset};

#[test]
fn a_model_that_is_filled_in_is_equal() {
    Unit::of::<Queue>().compare(1, 50_000).unwrap();
}

#[test]
fn a_model_that_knows_nothing_differs_at_once() {
    let error = Unit::of::<written::Queue>().compare(1, 50_000).unwrap_err().to_string();
    assert!(error.starts_with("queue/only, seed 1, segment 0, cycle 0: "), "{error}");
}

#[test]
fn faults_of_the_model_are_found() {
    for unit in
        [Unit::of::<Unordered>(), Unit::of::<Small>(), Unit::of::<Early>(), Unit::of::<Lossy>(), Unit::of::<Unreset>()]
    {
        let error = unit.compare(1, 50_000).expect_err(unit.of).to_string();
        assert!(error.contains("in the model and"), "{}: {error}", unit.of);
    }
}

#[test]
fn faults_of_the_rtl_are_found() {
    let unit = Unit::of::<Queue>();
    unit.prepare("only").unwrap();
    let (verilog, tools) = (unit.emit("only"), ModelTools::open().unwrap());
    for (from, to) in [
        ("words[last] <= data_i;", "words[last] <= data_i | 1;"),
        ("if (pop_i) first <= first + 1;", "if (pop_i && !(push_i && count == 3)) first <= first + 1;"),
        ("count == 4;", "count >= 3;"),
        ("negedge rst_ni", "posedge clk_i"),
        ("last <= last + 1;", "last <= last + 2;"),
    ] {
        assert!(verilog.contains(from), "{from}");
        let faulty = Hardware::file("faulty.v", verilog.replace(from, to));
        let target = unit.build(&tools, "only", faulty).unwrap();
        let failed = (0..4).find_map(|segment| target.segment(1, segment, 1 << 14).unwrap().mismatch);
        assert!(failed.is_some(), "{to}");
    }
}

#[test]
fn a_waveform_ends_where_the_rtl_has_left_the_model() {
    let unit = Unit::of::<Queue>();
    unit.prepare("only").unwrap();
    let (verilog, tools, out) = (unit.emit("only"), ModelTools::open().unwrap(), tempfile::tempdir().unwrap());
    let (push, pause) = ("push_i=1 data_i=5\n", ".\n");
    let cycles = push.repeat(4) + pause + push;
    let text = format!("heddle-trace 1\nunit queue\npreset only\ninitial 1\n---\n{cycles}end 6\n");
    let file = TraceFile::parse("pushes.trace".into(), text).unwrap();
    let wave = |verilog: String| {
        let target = unit.build(&tools, "only", Hardware::file("it.v", verilog)).unwrap();
        let path = out.path().join("it.vcd");
        let written = target.wave(&tools, &file, &path).map(|()| std::fs::read_to_string(&path).unwrap());
        (target.replay(&file), written)
    };
    // of four words, the fifth push breaks the rule
    let (replay, written) = wave(verilog.clone());
    assert!([replay.err(), written.err()].iter().all(|error| matches!(error, Some(ReplayError::Illegal { .. }))));
    let longer = verilog.replace("count == 4;", "count == 5;");
    assert_ne!(longer, verilog);
    let (replay, written) = wave(longer);
    let mismatch = replay.unwrap().mismatch.unwrap();
    assert_eq!((mismatch.cycle, &mismatch.port[..]), (4, "full_o"));
    assert!(written.unwrap().contains("differs"));
}

#[test]
fn inputs_follow_the_streams() {
    let [i, full, empty] = [
        queue::In { push_i: true, pop_i: true, ..Default::default() },
        queue::In { push_i: true, ..Default::default() },
        queue::In { pop_i: true, ..Default::default() },
    ];
    let p = <Queue as Golden>::protocol(&Fixed {});
    let legal = |q: &[u32], i: &queue::In| <Queue as Golden>::legal(&Fixed {}, &p, &q.iter().copied().collect(), i);
    let words = |refused: Result<(), Illegal>| refused.unwrap_err().to_string();
    assert_eq!(legal(&[1, 2], &i), Ok(()));
    assert_eq!(words(legal(&[1, 2, 3, 4], &full)), "push_i: it is active only while `full_o` lets it be");
    assert_eq!(words(legal(&[], &empty)), "pop_i: it is active only while `empty_o` lets it be");
    let mut repaired = i.clone();
    <Queue as Golden>::repair(&Fixed {}, &p, &[].into(), &mut repaired);
    assert_eq!(repaired, full);
}
