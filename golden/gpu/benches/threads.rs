//! Speed of one run on several threads: `make bench`.
//!
//! Ten kernels on STSIMT's GPU under `simt` at the scale `study`, those first that fill the GPU. Of
//! each, pairs of runs take turns, on one thread and on several, by the clock; the gain is the
//! median of the pairs. Beside it stands what as many separate runs at once gain, which is what the
//! machine gives.
//!
//! `cargo bench -p heddle-gpu --bench threads -- [THREADS [PAIRS]]`

use std::time::Instant;

use heddle_gpu::config::Config;
use heddle_gpu::config::spec::Spec;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Ended, Options, simulate};
use heddle_workloads::Workload;

/// The kernels.
const TEN: [&str; 10] = ["mm", "hotsp", "bs", "bp", "mandel", "pf", "hi", "bfs", "gau", "nw"];
/// Core cycles of a run at most.
const CYCLES: u64 = 60_000;

/// Seconds of a run.
fn run(spec: &Spec, name: &str, threads: usize) -> f64 {
    let policy = Policy::named("simt").expect("our own policy");
    let workload = Workload::named(name).expect("our own workload");
    workload.with("study", |session| {
        let options = Options { threads, limit: Some(CYCLES), ..Options::default() };
        let began = Instant::now();
        let run = simulate(spec, &policy, session, &options, &mut ()).expect("it runs");
        assert!(run.ended != Ended::Stopped);
        began.elapsed().as_secs_f64()
    })
}

/// Seconds until as many separate runs, begun at once, have ended.
fn apart(spec: &Spec, name: &str, count: usize) -> f64 {
    let took = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..count).map(|_| scope.spawn(|| run(spec, name, 1))).collect();
        runs.into_iter().map(|run| run.join().expect("it runs")).collect::<Vec<f64>>()
    });
    took.into_iter().fold(0.0, f64::max)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let machine = std::thread::available_parallelism().map_or(1, |processors| processors.get());
    let (threads, pairs) = (numbers.first().copied().unwrap_or(machine), numbers.get(1).copied().unwrap_or(7));
    let spec = Config::shipped("stsimt").expect("our own configuration").spec;
    println!("{threads} threads, {machine} processors, medians of {pairs} pairs");
    println!("{:>12} {:>10} {:>8} {:>18} {:>8}", "", "s, one", "gain", "gain of runs apart", "share");
    for name in TEN {
        let (mut ones, mut gains, mut apart_gains) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..pairs {
            let (one, several, at_once) = (run(&spec, name, 1), run(&spec, name, threads), apart(&spec, name, threads));
            ones.push(one);
            gains.push(one / several);
            apart_gains.push(threads as f64 * one / at_once);
        }
        let (gain, apart) = (median(gains), median(apart_gains));
        println!("{name:>12} {:10.3} {gain:8.2} {apart:18.2} {:8.2}", median(ones), gain / apart);
    }
}
