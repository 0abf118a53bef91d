//! Speed of the whole GPU, on one thread: `make bench`.
//!
//! Simulated warp instructions a second of processor time, of the ten kernels that GPGPU-Sim 4 was
//! measured with, on STSIMT's GPU. Policies of VT, SLP and VWS run on those papers' GPUs, after
//! `simt` on the same one, and are compared by thread instructions, as they make other warps of
//! them. Each kernel runs at test scale, again and again for half a second; making its buffers is
//! not counted. The aggregate is that of all kernels one after the other: all instructions over all
//! time. Then all of it once more, with the share of each component, sampled. `simt-simd` runs a
//! kernel whose warps have sizes of their own on the vector machine, under each of its timings.
//!
//! `cargo bench -p heddle-gpu --bench simulation -- [POLICY...]`

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use heddle_gpu::config::Config;
use heddle_gpu::config::spec::Spec;
use heddle_gpu::measure::profile::{Component, Gauge};
use heddle_gpu::policy::Policy;
use heddle_gpu::system::SimError;
use heddle_gpu::system::{Ended, Options, Watch, simulate};
use heddle_workloads::Workload;
use processor::on_the_cpu;

mod processor;

/// The kernels, and what GPGPU-Sim made of those like them with its GTX 480, in thousands a second.
const TEN: [(&str, f64); 10] = [
    ("va", 25.0),
    ("reduct", 45.0),
    ("mm", 45.0),
    ("mandel", 91.0),
    ("bfs", 29.0),
    ("bp", 41.0),
    ("hotsp", 35.0),
    ("nw", 6.0),
    ("pf", 48.0),
    ("gau", 21.0),
];
/// Its aggregate.
const THEIRS: f64 = 37.0;
/// What is wanted in the aggregate by policy, and of every kernel.
const GOALS: [(&str, f64); 2] = [("simt", 200.0), ("tsimt+", 100.0)];
const EACH: f64 = 60.0;
/// Policies by how their names begin, the first of them measured unless others are named, with
/// their GPU and what is wanted of them: a share of `simt`'s thread instructions a second on the
/// same GPU.
const SHARES: [(&[&str], &str, f64); 4] = [
    (&["vt", "max", "mascar"], "vt", 0.6),
    (&["tbc", "no-tbc", "capri"], "slp", 0.4),
    (&["ws32", "ws"], "vws", 0.5),
    (&["ivws", "evws"], "vws", 0.25),
];
/// The kernel of the vector machine and its policy, and by timing how many million thread
/// instructions a second are wanted.
const VECTOR: (&str, &str) = ("simt-simd", "spmv_warp");
const TIMINGS: [(&str, Option<f64>); 3] = [("unit", Some(20.0)), ("memory", Some(20.0)), ("pipes", None)];
/// Processor time that a kernel is measured for at least.
const TIME: f64 = 0.5;
/// Between two looks at what is at work. Not a multiple of anything.
const LOOK: Duration = Duration::from_micros(97);

/// An observer of a run that only offers a gauge of the component at work.
struct Looked(Gauge);

impl Watch for Looked {
    fn gauge(&mut self) -> Option<Gauge> {
        Some(self.0.clone())
    }
}

/// A run: core cycles, warp and thread instructions, seconds.
fn run(spec: &Spec, policy: &Policy, name: &str, watch: &mut dyn Watch) -> (u64, [u64; 2], f64) {
    let workload = Workload::named(name).expect("our own workload");
    let start = std::time::Instant::now();
    let run = workload.with("test", |session| {
        let before = on_the_cpu(&start);
        let run = simulate(spec, policy, session, &Options::default(), watch)?;
        let took = on_the_cpu(&start) - before;
        assert_eq!(run.ended, Ended::Whole);
        Ok::<_, SimError>((run.cycles, [run.instructions, run.thread_instructions], took))
    });
    run.unwrap_or_else(|trouble| panic!("{name}: {trouble}"))
}

/// A kernel's runs, for so long as they are measured: cycles, warp and thread instructions of one,
/// and its seconds.
fn runs(spec: &Spec, policy: &Policy, name: &str) -> (u64, [u64; 2], f64) {
    let (mut runs, mut spent) = (0.0, 0.0);
    loop {
        let (cycles, instructions, took) = run(spec, policy, name, &mut ());
        (runs, spent) = (runs + 1.0, spent + took);
        if spent >= TIME {
            return (cycles, instructions, spent / runs);
        }
    }
}

/// Prints the speed of the vector machine under each timing.
fn vector(policy: &Policy, name: &str) {
    println!("{} with {name}, M thread instructions/s", policy.name());
    for (timing, wanted) in TIMINGS {
        let spec = Config::one_core("simt-simd", &[format!("vector.timing={timing}")]);
        let (cycles, [_, threads], took) = runs(&spec, policy, name);
        let speed = threads as f64 / took / 1e6;
        let goal = wanted.map_or(String::new(), |wanted| {
            format!("; wanted: {wanted:.0}, {}", if speed >= wanted { "met" } else { "missed" })
        });
        println!("{timing:>12} {speed:9.1}, {threads} thread instructions, {cycles} cycles{goal}");
    }
}

/// Prints the speed with each kernel; thread instructions of all, in thousands a second.
fn speed(spec: &Spec, policy: &Policy) -> f64 {
    println!("{}, K warp instructions/s", policy.name());
    println!("{:>12} {:>9} {:>12} {:>12} {:>10}", "", "heddle", "GPGPU-Sim 4", "instructions", "cycles");
    let (mut all, mut threads, mut time, mut least) = (0.0, 0.0, 0.0, f64::INFINITY);
    for (name, theirs) in TEN {
        let (cycles, [instructions, of_threads], took) = runs(spec, policy, name);
        let executed = instructions as f64 / 1e3;
        threads += of_threads as f64 / 1e3;
        (all, time, least) = (all + executed, time + took, f64::min(least, executed / took));
        println!("{name:>12} {:9.0} {theirs:12.0} {instructions:12} {cycles:10}", executed / took);
    }
    let goal = GOALS.iter().find(|(name, _)| *name == policy.name()).map_or(String::new(), |(_, goal)| {
        let met = |is: f64, wanted: f64| if is >= wanted { "met" } else { "missed" };
        format!(
            "; wanted: {goal:.0} in the aggregate, {}; {EACH:.0} of every kernel, {} (the least is {least:.0})",
            met(all / time, *goal),
            met(least, EACH)
        )
    });
    println!("{:>12} {:9.0} {THEIRS:12.0}{goal}", "aggregate", all / time);
    threads / time
}

fn shares(spec: &Spec, policy: &Policy) {
    println!("{}, % of the time by component", policy.name());
    print!("{:>12}", "");
    Component::ALL.iter().for_each(|component| print!(" {:>12}", component.name()));
    println!();
    let mut total = [0; Component::ALL.len()];
    let line = |name: &str, looks: &[u64]| {
        print!("{name:>12}");
        let all = looks.iter().sum::<u64>().max(1) as f64;
        looks.iter().for_each(|&look| print!(" {:12.1}", 100.0 * look as f64 / all));
        println!();
    };
    for (name, _) in TEN {
        let (gauge, over) = (Gauge::shown(), AtomicBool::new(false));
        let mut spent = 0.0;
        let looks = std::thread::scope(|scope| {
            let looker = scope.spawn(|| {
                let mut looks = [0u64; Component::ALL.len()];
                while !over.load(Ordering::Relaxed) {
                    std::thread::sleep(LOOK);
                    let now = gauge.get();
                    let at = Component::ALL.iter().position(|component| *component == now);
                    at.into_iter().for_each(|at| looks[at] += 1);
                }
                looks
            });
            while spent < TIME {
                spent += run(spec, policy, name, &mut Looked(gauge.clone())).2;
            }
            over.store(true, Ordering::Relaxed);
            looker.join().expect("whoever looks does nothing else")
        });
        line(name, &looks);
        total.iter_mut().zip(looks).for_each(|(total, look)| *total += look);
    }
    line("all", &total);
}

fn main() {
    let mut names: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    if names.is_empty() {
        let shares = SHARES.map(|(begins, ..)| begins[0]);
        names = GOALS.map(|(name, _)| name).into_iter().chain(shares).chain([VECTOR.0]).map(str::to_string).collect();
    }
    let shipped = |name| Config::shipped(name).expect("our own configuration").spec;
    let named = |name: &str| Policy::named(name).unwrap_or_else(|| panic!("there is no policy `{name}`"));
    let stsimt = shipped("stsimt");
    let mut simt = BTreeMap::new();
    for name in names {
        let policy = named(&name);
        let begins = |(begins, ..): &(&[&str], &str, f64)| begins.iter().any(|start| name.starts_with(start));
        if name == VECTOR.0 {
            vector(&policy, VECTOR.1);
        } else if let Some(at) = SHARES.iter().position(begins) {
            let (_, gpu, wanted) = SHARES[at];
            let spec = shipped(gpu);
            let simt = *simt.entry(gpu).or_insert_with(|| speed(&spec, &named("simt")));
            let share = speed(&spec, &policy) / simt;
            let met = if share >= wanted { "met" } else { "missed" };
            println!("{:>12} {share:.2} of simt's on the same GPU; wanted: {wanted}, {met}", "");
            shares(&spec, &policy);
        } else {
            speed(&stsimt, &policy);
            shares(&stsimt, &policy);
        }
    }
}
