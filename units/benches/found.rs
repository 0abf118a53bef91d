//! How soon a hunt finds the planted faults of `tests/faults`, in cycles.
//!
//! Each fault is hunted with the same seeds, until it is found or a number of cycles is over; it
//! counts with the median of its seeds.
//!
//! `cargo bench -p heddle-units --bench found -- [CYCLES] [SEEDS] [all|open|NAME,...]
//! [FIRST SEED] [FILE]`; `make bench` runs a million cycles and three seeds. `open` are the faults
//! that are marked so. Hunts that have ended are kept in the file, a line each, and are not made
//! again when the run is started again.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use heddle_testbench::campaign::{Plan, run};
use heddle_testbench::faults::{Fault, plant};
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_testbench::target::{Hardware, ModelTools, Target};
use heddle_units::units;

/// A planted fault and its model.
struct Planted {
    /// Its unit and its name.
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
    let wanted = |name: &str, open: bool| match which {
        "all" => true,
        "open" => open,
        _ => which.split(',').any(|one| one == name),
    };
    let kept = words.get(4).map(|file| Kept::open(Path::new(file), cap));
    let work = planted(&wanted);
    let found = in_parallel(processors(), &work, |planted| hunt(planted, cap, first..first + seeds, kept.as_ref()));
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

/// The hunts that have ended, by fault and seed, each with the cycle in which the fault was found.
struct Kept {
    cap: u64,
    hunts: HashMap<(String, u64), u64>,
    file: Mutex<File>,
}

impl Kept {
    /// Reads a file of hunts of the same number of cycles, to which others are added.
    fn open(path: &Path, cap: u64) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let line = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            let [name, seed, most, found] = words[..] else { return None };
            let (seed, most, found): (u64, u64, u64) = (seed.parse().ok()?, most.parse().ok()?, found.parse().ok()?);
            (most == cap).then(|| ((name.to_string(), seed), found))
        };
        let hunts = text.lines().filter_map(line).collect();
        let file = OpenOptions::new().create(true).append(true).open(path).expect("a file to keep hunts in");
        Kept { cap, hunts, file: Mutex::new(file) }
    }

    fn add(&self, name: &str, seed: u64, found: u64) {
        let line = format!("{name} {seed} {} {found}\n", self.cap);
        self.file.lock().expect("no panic here").write_all(line.as_bytes()).expect("room for a line");
    }
}

/// Builds the models of the faults that are wanted.
fn planted(wanted: &dyn Fn(&str, bool) -> bool) -> Vec<Planted> {
    let tools = ModelTools::open().expect("tools and cache").for_cycles(1);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/faults");
    let mut work = Vec::new();
    for unit in units() {
        let mut files: Vec<_> = std::fs::read_dir(folder.join(unit.name)).into_iter().flatten().flatten().collect();
        files.sort_by_key(std::fs::DirEntry::file_name);
        for file in files {
            let name = file.path().file_stem().expect("a name").to_string_lossy().to_string();
            let fault = Fault::open(&file.path()).expect("a fault");
            if !wanted(&name, fault.open) {
                continue;
            }
            let preset = unit.presets.iter().find(|(preset, _)| *preset == fault.preset).expect("a preset").0;
            let verilog = plant(&fault.edit, &unit.emit(preset)).expect("it fits");
            work.push((unit.clone(), name, preset, verilog));
        }
    }
    in_parallel(processors(), &work, |(unit, name, preset, verilog)| {
        let hardware = Hardware::file(format!("{name}.v"), verilog.clone());
        let target = [unit.build(&tools, preset, hardware).expect("a model")];
        Planted { name: format!("{}/{name}", unit.name), target }
    })
}

/// Hunts a fault with each seed.
fn hunt(planted: &Planted, cap: u64, seeds: std::ops::Range<u64>, kept: Option<&Kept>) -> Found {
    let start = Instant::now();
    let mut cycles = 0;
    let hunts = seeds.map(|seed| {
        if let Some(found) = kept.and_then(|kept| kept.hunts.get(&(planted.name.clone(), seed))) {
            return *found;
        }
        let plan = Plan { seed, jobs: 1, cycles: Some(cap), time: None, least: 0, first_only: true };
        let verdict = run(&planted.target, &plan, &AtomicBool::new(false), &|_| ()).remove(0);
        cycles += verdict.cycles;
        let found = if verdict.failed.is_some() { verdict.cycles } else { cap };
        if let Some(kept) = kept {
            kept.add(&planted.name, seed, found);
        }
        found
    });
    let found: Vec<u64> = hunts.collect();
    let mut sorted = found.clone();
    sorted.sort_unstable();
    let median = sorted[sorted.len() / 2];
    println!("{:<48} {median:>9}   {found:?}", planted.name);
    Found { median, spent: (cycles, start.elapsed()) }
}
