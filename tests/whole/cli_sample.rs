//! `--sample` of `heddle sim` and `heddle run`: what is timed, the estimate, and what does not go
//! with it.

use serde_json::Value;

use crate::desk::Desk;

/// A GPU of one core.
const SMALL: &str = "--set core.count=1 --set dram.channels=1 --set l2.bytes=131072";

/// The part that was timed: launches, and the estimate of the cycles with its margin.
fn sampled(event: &Value) -> ([u64; 2], f64, f64) {
    let part = &event["sampled"];
    let launches = [0, 1].map(|at| part["launches"][at].as_u64().unwrap());
    (launches, part["cycles"].as_f64().unwrap(), part["margin"].as_f64().unwrap())
}

#[test]
fn a_sampled_run_says_what_was_timed_and_the_interval() {
    let desk = Desk::new();
    let run = |words: &str| desk.run(&format!("sim gau --policy simt {SMALL} --keep runs {words}"));
    run("--sample").is(0, &["GAU, simt: 15 of 84 launches and ", " CTAs were timed; cycles ", " ± ", "as expected"]);
    // a kept run is the same
    let (first, kept) = (run("--sample --json --afresh"), run("--sample --json"));
    assert_eq!(first.out, kept.out);
    let ([timed, all], cycles, margin) = sampled(&first.json()[0]);
    assert!(timed < all && all == 84 && margin > 0.0, "{timed} {all} {margin}");
    let whole = run("--json").json()[0].clone();
    assert!(whole["sampled"].is_null());
    let off = (cycles / whole["cycles"].as_f64().unwrap() - 1.0).abs();
    assert!(off < 0.15, "{off}");
    for other in ["--limit 5k", "--stats x.csv", "--html x.html", "--trace x", "--by-launch", "--rtl lane"] {
        run(&format!("--sample {other}")).is(2, &["cannot be used with"]);
    }
}

#[test]
fn a_program_is_sampled() {
    let desk = Desk::new();
    desk.cuda_program("steps", "libcuda.so.1");
    let run = |words: &str| desk.run(&format!("run --policy simt {SMALL} {words} -- ./program 60"));
    run("--sample").is(0, &["passed", "13 of 64 launches and ", " CTAs were timed; cycles "]);
    let events = |words: &str| -> Vec<Value> {
        let ran = run(words);
        ran.out.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    };
    let ([timed, all], cycles, margin) = sampled(&events("--sample --json")[0]);
    assert_eq!([timed, all], [13, 64]);
    let whole = events("--json")[0]["cycles"].as_f64().unwrap();
    assert!((cycles - whole).abs() <= margin.max(0.05 * whole), "{cycles} ± {margin}, {whole}");
    for other in ["--launches 5", "--kernel step", "--instructions 5", "--limit 5k", "--checkpoint x", "--html x"] {
        run(&format!("--sample {other}")).is(2, &["cannot be used with"]);
    }
    desk.run("run --functional --sample -- ./program 60").is(2, &["cannot be used with"]);
}
