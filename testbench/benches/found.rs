//! How soon a hunt finds the planted faults of `tests/faults`, in cycles.
//!
//! Each fault is hunted with the same seeds, until it is found or a number of cycles is over; it
//! counts with the median of its seeds.
//!
//! `cargo bench -p heddle-testbench --bench found -- [CYCLES] [SEEDS] [all|NAME,...]
//! [FIRST SEED]`; `make bench` runs a million cycles and three seeds.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use heddle_testbench::campaign::{Plan, run};
use heddle_testbench::faults::{Fault, plant};
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_testbench::target::{Hardware, ModelTools, Target};
use heddle_testbench::units::units;

/// A planted fault and its model.
struct Planted {
    name: String,
    target: [Box<dyn Target>; 1],
}

/// The cycles until a fault is found, and what its hunts cost.
struct Found {
    /// The median of the seeds; the cap if the fault is not found.
    median: u64,
    /// Cycles and time of all hunts.
    spent: (u64, Duration),
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let number = |n: usize, usual: u64| words.get(n).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (cap, seeds, first) = (number(0, 1_000_000), number(1, 3), number(3, 1));
    let which = words.get(2).map_or("all", String::as_str);
    let wanted = |name: &str| which == "all" || which.split(',').any(|one| one == name);
    let found = in_parallel(processors(), &planted(&wanted), |planted| hunt(planted, cap, first..first + seeds));
    let mut medians: Vec<u64> = found.iter().map(|found| found.median).collect();
    medians.sort_unstable();
    if medians.is_empty() {
        println!("no planted fault is named {which}");
        return;
    }
    let slowest = &medians[medians.len() - medians.len().div_ceil(10)..];
    println!("{} faults, median of {seeds} seeds from {first}, {cap} where a fault is not found before", medians.len());
    println!("cycles to find a fault, median        {:>10}", medians[medians.len() / 2]);
    println!("of the slowest tenth, median          {:>10}", slowest[slowest.len() / 2]);
    println!("faults that are not found             {:>10}", medians.iter().filter(|cycles| **cycles == cap).count());
    let (cycles, seconds) = found
        .iter()
        .fold((0, 0.0), |(cycles, seconds), found| (cycles + found.spent.0, seconds + found.spent.1.as_secs_f64()));
    println!("million cycles a second and thread    {:>10.3}", cycles as f64 / seconds / 1e6);
}

/// Builds the models of the faults that are wanted.
fn planted(wanted: &dyn Fn(&str) -> bool) -> Vec<Planted> {
    let tools = ModelTools::open().expect("tools and cache");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/faults");
    let mut work = Vec::new();
    for unit in units() {
        let mut files: Vec<_> = std::fs::read_dir(folder.join(unit.name)).into_iter().flatten().flatten().collect();
        files.sort_by_key(std::fs::DirEntry::file_name);
        for file in files {
            let name = file.path().file_stem().expect("a name").to_string_lossy().to_string();
            if !wanted(&name) {
                continue;
            }
            let fault = Fault::open(&file.path()).expect("a fault");
            let preset = unit.presets.iter().find(|(preset, _)| *preset == fault.preset).expect("a preset").0;
            let verilog = plant(&fault.edit, &unit.emit(preset)).expect("it fits");
            work.push((unit.clone(), name, preset, verilog));
        }
    }
    in_parallel(processors(), &work, |(unit, name, preset, verilog)| {
        let hardware = Hardware::file(format!("{name}.v"), verilog.clone());
        Planted { name: name.clone(), target: [unit.build(&tools, preset, hardware).expect("a model")] }
    })
}

/// Hunts a fault with each seed.
fn hunt(planted: &Planted, cap: u64, seeds: std::ops::Range<u64>) -> Found {
    let start = Instant::now();
    let verdicts = seeds.map(|seed| {
        let plan = Plan { seed, jobs: 1, cycles: Some(cap), time: None, first_only: true };
        run(&planted.target, &plan, &AtomicBool::new(false), &|_| ()).remove(0)
    });
    let verdicts: Vec<_> = verdicts.collect();
    let found = verdicts.iter().map(|verdict| if verdict.failed.is_some() { verdict.cycles } else { cap });
    let found: Vec<u64> = found.collect();
    let mut sorted = found.clone();
    sorted.sort_unstable();
    let median = sorted[sorted.len() / 2];
    println!("{:<48} {median:>9}   {found:?}", planted.name);
    let cycles = verdicts.iter().map(|verdict| verdict.cycles).sum();
    Found { median, spent: (cycles, start.elapsed()) }
}
