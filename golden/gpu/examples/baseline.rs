//! Writes the results of all workloads under the policies as text files, to be compared with those
//! of another commit: `make baseline`.
//!
//! A run is a file `DIR/<configuration>/<policy>/<workload>.txt` with every statistic, grid by
//! grid, the timeline, and a digest of each buffer. A recording of a unit's traffic is a file
//! `DIR/record/<unit>/<preset>/<workload>.txt`. What is there already is not made again, so that an
//! interrupted run resumes.
//!
//! Simulations run on THREADS threads (1 without it), which changes none of it; with several, every
//! cycle is shared by them.
//!
//! `cargo run --release -p heddle-gpu --example baseline -- DIR [THREADS]`

use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use heddle_contract::Config as _;
use heddle_golden::{gang::Gang, lane::Lane, prt::Prt, slp::Slp, vtc::Vtc};
use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::record::{Traffic, record};
use heddle_gpu::system::{Options, Run, list, simulate};
use heddle_workloads::{Workload, regular};

/// Policies under which all workloads run on STSIMT's GPU.
const POLICIES: [&str; 4] = ["simt", "simt-scalar", "tsimt+", "stsimt4-scalar"];
/// Workloads that run under every policy on every GPU: between them barriers, shared and local
/// memory, atomics, divergence, calls, several grids.
const SHORT: [&str; 10] = ["va", "nn", "mm", "bitonic", "hi", "nw", "bfs", "tf", "libor", "vis"];
/// Cycles of a recording.
const CYCLES: usize = 20_000;

type Job = (PathBuf, Box<dyn Fn() -> String + Sync + Send>);

fn digest(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn simulation(file: &'static str, policy: String, workload: &'static Workload, threads: usize) -> Job {
    let path = PathBuf::from(format!("{file}/{policy}/{}.txt", workload.name));
    let run = move || {
        let spec = Config::shipped(file).expect("our own configuration").spec;
        let policy = Policy::named(&policy).expect("our own policy");
        let options = Options { interval: 1000, threads, always: true, ..Options::default() };
        workload.with("test", |session| match simulate(&spec, &policy, session, &options, &mut ()) {
            Ok(run) => text(&run) + &format!("memory {:016x}\n", digest(&format!("{:?}", session.contents()))),
            Err(trouble) => format!("{trouble}\n"),
        })
    };
    (path, Box::new(run))
}

/// A run: every statistic that is not zero, of all grids and of each; then the timeline.
fn text(run: &Run) -> String {
    let mut text = format!("cycles {}\nended {:?}\n", run.cycles, run.ended);
    let mut statistics = |title: &str, values: &[u64]| {
        let _ = writeln!(text, "{title}");
        for (counter, value) in list().iter().zip(values).filter(|(_, value)| **value != 0) {
            let _ = writeln!(text, "  {} {value}", counter.name);
        }
    };
    statistics("all", &run.statistics);
    for launch in &run.launches {
        statistics(&format!("grid {} {}", launch.kernel, launch.cycles), &launch.statistics);
    }
    for sample in &run.timeline {
        let _ = writeln!(text, "sample {} {:?}", sample.cycle, sample.lanes);
    }
    text
}

fn recordings<B: Traffic>(jobs: &mut Vec<Job>) {
    for (preset, cfg) in B::Config::presets() {
        for name in SHORT {
            let run = move || {
                Workload::named(name).expect("our own workload").with("test", |session| {
                    match record::<B>(cfg, session, CYCLES) {
                        Ok(inputs) => format!("{} cycles {:016x}\n", inputs.len(), digest(&format!("{inputs:?}"))),
                        Err(trouble) => format!("{trouble}\n"),
                    }
                })
            };
            jobs.push((PathBuf::from(format!("record/{}/{preset}/{name}.txt", B::NAME)), Box::new(run)));
        }
    }
}

fn jobs(threads: usize) -> Vec<Job> {
    let mut jobs = Vec::new();
    for policy in POLICIES {
        jobs.extend(regular().map(|workload| simulation("stsimt", policy.into(), workload, threads)));
    }
    for file in ["stsimt", "slp", "vt", "vws"] {
        for policy in Policy::names() {
            let short = SHORT.iter().map(|name| Workload::named(name).expect("our own workload"));
            jobs.extend(short.map(|workload| simulation(file, policy.clone(), workload, threads)));
        }
    }
    recordings::<Lane>(&mut jobs);
    recordings::<Slp>(&mut jobs);
    recordings::<Gang>(&mut jobs);
    recordings::<Prt>(&mut jobs);
    recordings::<Vtc>(&mut jobs);
    jobs
}

/// Writes a file that is whole or not there.
fn keep(path: &Path, text: &str) -> std::io::Result<()> {
    fs::create_dir_all(path.parent().expect("it lies in a folder"))?;
    let partial = path.with_extension("partial");
    fs::write(&partial, text)?;
    fs::rename(partial, path)
}

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).expect("a folder: `make baseline BASELINE=FOLDER`"));
    let number = |word: String| word.parse().expect("a number of threads");
    let mut jobs = jobs(std::env::args().nth(2).map_or(1, number));
    jobs.retain(|(path, _)| !folder.join(path).exists());
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let threads = std::thread::available_parallelism()?.get();
    std::thread::scope(|scope| {
        let work = || {
            while let Some((path, run)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                keep(&folder.join(path), &run())?;
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                if std::io::stderr().is_terminal() {
                    eprint!("\r{done} of {} runs", jobs.len());
                }
            }
            Ok::<(), std::io::Error>(())
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a run does not panic"))
    })?;
    println!("{} runs made in {}", jobs.len(), folder.display());
    Ok(())
}
