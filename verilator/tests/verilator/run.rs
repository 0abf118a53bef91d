//! Tests of running models: cycles, outputs, initial values, threads, and Verilog that stops the
//! run.

use std::path::Path;
use std::thread;

use heddle_verilator::{Cache, Design, Instance, Lint, Model, Options, fold};

use crate::support::{COUNTER, OPTIONS, cache, counter, counters, design, port, seed, stimulus, tools, with};

#[test]
fn cycles_run_and_outputs_are_those_before_the_edge() {
    counters().iter().for_each(run_before_the_edge);
}

fn run_before_the_edge(counter: &Model) {
    let mut dut = Instance::new(counter, seed(1));
    let mut out = vec![0; 4 * 4];
    dut.run(&stimulus(4), &mut out).unwrap();
    let rows: Vec<&[u64]> = out.chunks(4).collect();
    for (c, row) in rows.iter().enumerate().skip(1) {
        let count = 3 * (c as u64 - 1);
        assert_eq!(row[..3], [(1 << 32) + c as u64 + count, count, u64::from(count == 0)], "cycle {c}");
    }
    let mut now = [0; 4];
    dut.peek(&mut now);
    assert_eq!(now[1], 9, "the edge of the last cycle is seen without a cycle");
    assert_eq!(dut.cycle(), 4);
    // In two halves, it is the same run.
    let mut halves = Instance::new(counter, seed(1));
    let mut again = vec![0; 4 * 4];
    let (first, second) = again.split_at_mut(8);
    halves.run(&stimulus(4)[..6], first).unwrap();
    halves.run(&stimulus(4)[6..], second).unwrap();
    assert_eq!(again, out);
    // no cycle at all changes nothing
    halves.run(&[], &mut []).unwrap();
    halves.peek(&mut again[..4]);
    assert_eq!(again[..4], now);
}

#[test]
fn evaluated_once_a_cycle_or_twice_a_run_is_the_same() {
    // any inputs, in pieces of any length, from any initial state
    let words = stimulus(3000).into_iter().zip(0u64..).map(|(_, k)| (k * k).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 31);
    let inputs: Vec<u64> = words.collect();
    for s in 1..4 {
        let [twice, once, confined] = counters().map(|model| {
            let mut dut = Instance::new(&model, seed(s));
            let (mut all, mut at) = (Vec::new(), 0);
            for length in (0..).take_while(|n| n * (n + 1) / 2 <= 3000) {
                let mut out = vec![0; 4 * length];
                dut.run(&inputs[3 * at..3 * (at + length)], &mut out).unwrap();
                all.extend(out);
                at += length;
            }
            all
        });
        assert_eq!(twice, once);
        assert_eq!(twice, confined);
    }
}

#[test]
fn slots_wider_than_their_port_are_cut() {
    let mut dut = Instance::new(&counter(), seed(1));
    let mut out = [0; 8];
    dut.run(&[1, 0, 0, 0, 0, u64::MAX], &mut out).unwrap();
    assert_eq!(out[4], (1 << 33) - 1);
}

#[test]
fn a_checksum_is_the_fold_of_all_outputs() {
    let inputs = stimulus(1000);
    let mut out = vec![0; 4 * 1000];
    for counter in counters() {
        Instance::new(&counter, seed(5)).run(&inputs, &mut out).unwrap();
        let expected = out.iter().fold(0, |state, &slot| fold(state, slot));
        assert_eq!(Instance::new(&counter, seed(5)).checksum(&inputs), Ok(expected));
    }
}

#[test]
fn the_initial_state_is_random_by_the_seed_on_any_thread() {
    let [model, once, confined] = counters();
    let initial_of = |model: &Model, s| {
        let mut out = [0; 4];
        Instance::new(model, seed(s)).peek(&mut out);
        out
    };
    let initial = |s| initial_of(&model, s);
    let alone: Vec<_> = (1..=64).map(initial).collect();
    for other in [once, confined] {
        assert_eq!((1..=64).map(|s| initial_of(&other, s)).collect::<Vec<_>>(), alone);
    }
    let mut unset: Vec<_> = alone.iter().map(|out| out[3]).collect();
    unset.sort_unstable();
    unset.dedup();
    assert_eq!(unset.len(), 64, "every seed has a state of its own");
    thread::scope(|scope| {
        let work = || (0..20).for_each(|_| assert_eq!((1..=64).map(initial).collect::<Vec<_>>(), alone));
        (0..4).map(|_| scope.spawn(work)).collect::<Vec<_>>().into_iter().for_each(|thread| thread.join().unwrap());
    });
}

#[test]
fn an_instance_moves_between_threads_and_outlives_its_model() {
    let mut dut = Instance::new(&counter(), seed(9));
    let mut out = vec![0; 8];
    dut.run(&stimulus(2), &mut out).unwrap();
    let mut dut = thread::spawn(move || {
        dut.run(&[0, 3, 0], &mut [0; 4]).unwrap();
        dut
    })
    .join()
    .unwrap();
    dut.peek(&mut out[..4]);
    assert_eq!(out[1], 6);
}

fn lenient(verilog: &str, confined: bool) -> Model {
    let options = Options { lint: Lint::Lenient, confined, ..OPTIONS };
    Model::build(tools(), &cache(), &design(verilog), options).unwrap()
}

#[test]
fn verilog_that_stops_is_an_error_and_not_the_end_of_the_process() {
    [false, true].into_iter().for_each(stops_with_an_error);
}

fn stops_with_an_error(confined: bool) {
    let stop = |what: &str| with(&format!("always @(posedge clock) if (count == 6 && !reset) {what};"));
    let oscillating = COUNTER.replace("count == 16'h0;", "count == 16'h6 ? !idle__q : 1'b0;");
    let stops = [(stop("$finish"), "$finish"), (stop("$stop"), "$stop"), (oscillating, "converge")];
    for (verilog, reason) in stops {
        let mut dut = Instance::new(&lenient(&verilog, confined), seed(1));
        let inputs = stimulus(8);
        let mut out = vec![7; 4 * 8];
        let stopped = dut.run(&inputs, &mut out).unwrap_err();
        assert!(stopped.reason.contains(reason), "{stopped}");
        assert!((2..=3).contains(&stopped.cycle), "{stopped}");
        assert_eq!(out[4 * 4..], [7; 16], "{reason}: nothing is written after it");
        assert_eq!(dut.run(&inputs, &mut out), Err(stopped.clone()));
        assert_eq!(dut.checksum(&inputs), Err(stopped));
        dut.peek(&mut out[..4]);
    }
    // In an initial block, the instance exists and does not run.
    let mut dut = Instance::new(&lenient(&with("initial $finish;"), confined), seed(1));
    assert_eq!(dut.run(&stimulus(1), &mut [0; 4]).unwrap_err().cycle, 0);
}

#[test]
fn what_stops_is_said_under_the_users_file_name() {
    let verilog = with("always @(posedge clock) if (count == 6 && !reset) $finish;");
    let design = Design { origin: Some(Path::new("mine/dut.v")), ..design(&verilog) };
    for confined in [false, true] {
        let options = Options { lint: Lint::Lenient, confined, ..OPTIONS };
        let model = Model::build(tools(), &cache(), &design, options).unwrap();
        let stopped = Instance::new(&model, seed(1)).run(&stimulus(8), &mut [0; 32]).unwrap_err();
        assert_eq!(stopped.reason, "mine/dut.v:20: $finish");
    }
}

#[test]
fn a_model_without_tracing_says_so() {
    let folder = tempfile::tempdir().unwrap();
    for counter in counters() {
        let error = Instance::new(&counter, seed(1)).open_trace(&folder.path().join("wave.vcd")).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::Unsupported, "{error}");
    }
}

#[test]
fn models_of_one_process_are_apart() {
    // Another folder, the same names: nothing of one library may stand in for that of the other.
    let folder = tempfile::tempdir().unwrap();
    let other = COUNTER.replace("{8'h0, x$0}", "16'h1");
    let outputs = [port("count$q", 16)];
    let other = Design { outputs: &outputs, ..design(&other) };
    let other = Model::build(tools(), &Cache::at(folder.path()), &other, Options { lint: Lint::Lenient, ..OPTIONS });
    let (mut a, mut b) = (Instance::new(&counter(), seed(1)), Instance::new(&other.unwrap(), seed(1)));
    let (mut out_a, mut out_b) = (vec![0; 4 * 5], vec![0; 5]);
    a.run(&stimulus(5), &mut out_a).unwrap();
    b.run(&stimulus(5), &mut out_b).unwrap();
    assert_eq!((out_a[4 * 4 + 1], out_b[4]), (9, 3));
}
