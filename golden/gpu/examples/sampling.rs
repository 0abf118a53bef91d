//! The error of sampling, and what it gains: `make sampling`.
//!
//! Each workload at the scale `study`, or `test` where there is no such scale, runs on STSIMT's GPU
//! under a policy, whole and sampled, one run after the other. A row is printed when both have
//! ended: the cycles of the whole run, the estimate's error and margin, whether the interval
//! contains the cycles, and the processor time of the whole run over that of the sampled one.
//!
//! `cargo run --release -p heddle-gpu --example sampling -- [POLICY [WORKLOAD...]]`

use std::time::Instant;

use heddle_gpu::config::Config;
use heddle_gpu::config::spec::Spec;
use heddle_gpu::measure::sampling::Estimate;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Ended, Options, Run, Sampled, SimError, simulate};
use heddle_workloads::{Workload, regular};
use processor::on_the_cpu;

#[path = "../benches/processor/mod.rs"]
mod processor;

/// A run with its memory checked, and its seconds.
fn run(spec: &Spec, policy: &Policy, workload: &Workload, sample: bool) -> Result<(Run, f64), SimError> {
    let scale = if workload.launch.contains("[size.study]") { "study" } else { "test" };
    workload.with(scale, |session| {
        let start = Instant::now();
        let began = on_the_cpu(&start);
        let run = simulate(spec, policy, session, &Options { sample, ..Options::default() }, &mut ())?;
        let took = on_the_cpu(&start) - began;
        assert_eq!(run.ended, Ended::Whole);
        let wrong = session.check().unwrap_or_else(|error| panic!("{}: {error}", workload.name));
        assert!(wrong.is_empty(), "{}: {wrong:?}", workload.name);
        Ok((run, took))
    })
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let policy = words.first().map_or("simt", String::as_str);
    let policy = Policy::named(policy).unwrap_or_else(|| panic!("there is no policy `{policy}`"));
    let spec = Config::shipped("stsimt").expect("our own configuration").spec;
    println!("| workload | launches timed | CTAs timed | cycles | error, % | margin, % | contained | gain |");
    println!("|---|---|---|---|---|---|---|---|");
    let (mut errors, mut contained, mut times) = (vec![], 0, [0.0, 0.0]);
    for workload in regular().filter(|workload| words.len() < 2 || words[1..].iter().any(|name| name == workload.name))
    {
        let both =
            run(&spec, &policy, workload, false).and_then(|whole| Ok((whole, run(&spec, &policy, workload, true)?)));
        let ((whole, long), (part, short)) = match both {
            Ok(both) => both,
            Err(error) => {
                eprintln!("{}: {error}", workload.name);
                continue;
            }
        };
        let Sampled { launches, ctas, estimate: Estimate { cycles, margin } } = part.sampled.expect("it is sampled");
        let of = |part: f64| 100.0 * part / whole.cycles as f64;
        let off = cycles - whole.cycles as f64;
        let within = off.abs() <= margin + 0.5;
        println!(
            "| `{}` | {} of {} | {} of {} | {} | {:+.1} | {:.1} | {} | {:.1} |",
            workload.name,
            launches[0],
            launches[1],
            ctas[0],
            ctas[1],
            whole.cycles,
            of(off),
            of(margin),
            if within { "yes" } else { "no" },
            long / short,
        );
        errors.push(of(off).abs());
        contained += u32::from(within);
        times = [times[0] + long, times[1] + short];
    }
    let mean = errors.iter().sum::<f64>() / errors.len().max(1) as f64;
    let greatest = errors.iter().copied().fold(0.0, f64::max);
    println!(
        "\n{} workloads: mean error {mean:.1} %, greatest {greatest:.1} %; {contained} intervals contain the cycles; \
         gain {:.2} (all times together)",
        errors.len(),
        times[0] / times[1],
    );
}
