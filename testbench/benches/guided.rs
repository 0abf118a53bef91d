//! How soon hunts find the planted faults: blind ones, which run the segments of a seed's stream,
//! and guided ones, which vary what reached new coverage.
//!
//! Both hunt every fault of `tests/faults` with the same seeds, until it is found or a number of
//! cycles is over. A fault counts with the median of its seeds. Half of the faults, by a hash of
//! their names, are held back: no constant of the guided hunt was chosen by them.
//!
//! `cargo bench -p heddle-testbench --bench guided -- [CYCLES] [SEEDS] [all|tuning|held|NAME,...]
//! [FIRST SEED]`; `make bench` runs a million cycles and three seeds.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use heddle_testbench::campaign::{self, Plan, Verdict};
use heddle_testbench::faults::{Fault, plant};
use heddle_testbench::guided;
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_testbench::target::{Hardware, ModelTools, Target};
use heddle_testbench::units::units;

/// A planted fault and its model.
struct Planted {
    name: String,
    target: [Box<dyn Target>; 1],
}

/// A kind of hunt.
type Way<'a> = &'a dyn Fn(&Plan) -> Vec<Verdict>;

/// The cycles until a fault is found, blind and guided: the median of the seeds, and the cap if it
/// is not found.
struct Found {
    name: String,
    cycles: [u64; 2],
    /// Cycles and time of all hunts.
    spent: [(u64, Duration); 2],
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let number = |n: usize, usual: u64| words.get(n).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (cap, seeds, first) = (number(0, 1_000_000), number(1, 3), number(3, 1));
    let which = words.get(2).map_or("all", String::as_str);
    let wanted = |name: &str| match which {
        "all" => true,
        "held" => is_held(name),
        "tuning" => !is_held(name),
        names => names.split(',').any(|one| one == name),
    };
    let found = in_parallel(processors(), &planted(&wanted), |planted| hunts(planted, cap, first..first + seeds));
    println!(
        "cycles to find a planted fault, median of {seeds} seeds from {first}, {cap} where it is not found before:"
    );
    println!("{:<32} {:>7} {:>22} {:>22} {:>16}", "", "faults", "median", "slowest tenth", "not found");
    println!(
        "{:<32} {:>7} {:>11}{:>11} {:>11}{:>11} {:>8}{:>8}",
        "", "", "blind", "guided", "blind", "guided", "blind", "guided"
    );
    for (what, held) in [("all", None), ("held back", Some(true)), ("tuned by", Some(false))] {
        let some: Vec<&Found> =
            found.iter().filter(|found| held.is_none_or(|held| held == is_held(&found.name))).collect();
        if !some.is_empty() {
            row(what, &some, cap);
        }
    }
    let speed = |way: usize| {
        let (cycles, time) = found.iter().fold((0, 0.0), |(cycles, time), found| {
            (cycles + found.spent[way].0, time + found.spent[way].1.as_secs_f64())
        });
        cycles as f64 / time / 1e6
    };
    println!("million cycles a second and thread: blind {:.3}, guided {:.3}", speed(0), speed(1));
}

/// Whether a fault is held back from tuning: by FNV-1a of its name.
fn is_held(name: &str) -> bool {
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    hash >> 32 & 1 == 1
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

/// Hunts a fault with each seed, in both ways.
fn hunts(planted: &Planted, cap: u64, seeds: std::ops::Range<u64>) -> Found {
    let mut found = Found { name: planted.name.clone(), cycles: [0; 2], spent: [(0, Duration::ZERO); 2] };
    let target: &[Box<dyn Target>] = &planted.target;
    let ways: [Way; 2] = [&|plan| campaign::run(target, plan, &AtomicBool::new(false), &|_| ()), &|plan| {
        guided::run(target, plan, &AtomicBool::new(false), &|_| ())
    }];
    let mut each = [Vec::new(), Vec::new()];
    for (way, run) in ways.iter().enumerate() {
        for seed in seeds.clone() {
            let plan = Plan { seed, jobs: 1, cycles: Some(cap), time: None, first_only: true };
            let start = Instant::now();
            let verdict = run(&plan).remove(0);
            found.spent[way].0 += verdict.cycles;
            found.spent[way].1 += start.elapsed();
            each[way].push(if verdict.failed.is_some() { verdict.cycles } else { cap });
        }
        each[way].sort_unstable();
        found.cycles[way] = each[way][each[way].len() / 2];
    }
    println!("{:<48} {:>9} {:>9}   {:?} {:?}", found.name, found.cycles[0], found.cycles[1], each[0], each[1]);
    found
}

/// Prints a row of the table: the median of the faults' cycles, the median of the slowest tenth of
/// each way, and how many are not found.
fn row(what: &str, found: &[&Found], cap: u64) {
    let of = |way: usize| {
        let mut cycles: Vec<u64> = found.iter().map(|found| found.cycles[way]).collect();
        cycles.sort_unstable();
        let slowest = &cycles[cycles.len() - cycles.len().div_ceil(10)..];
        let missed = cycles.iter().filter(|cycles| **cycles == cap).count();
        (cycles[cycles.len() / 2], slowest[slowest.len() / 2], missed)
    };
    let (blind, guided) = (of(0), of(1));
    println!(
        "{what:<32} {:>7} {:>11}{:>11} {:>11}{:>11} {:>8}{:>8}",
        found.len(),
        blind.0,
        guided.0,
        blind.1,
        guided.1,
        blind.2,
        guided.2
    );
}
