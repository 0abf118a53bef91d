//! Test of the tester: planted faults, kept as named edits of the emitted Verilog in
//! `tests/faults/<unit>/<name>.toml`. The default stimulus must find each within a million cycles
//! (those that need a longer wait or count: within as many as they say), shrink it to little more
//! than the least number of cycles that can show it, and the shrunk trace must fail on the faulty
//! hardware and pass on ours.
//!
//! A run takes some of each unit's, evenly spread over their names; `HEDDLE_FAULT=all`
//! (`make faults`) takes them all, `HEDDLE_FAULT=name,...` some; `HEDDLE_UNIT=name,...` those of
//! some units alone; `HEDDLE_SEEDS=n` searches n seeds for the shortest trace and shows how the
//! others compare, which is how `least` was found; `HEDDLE_FOUND=n` searches n seeds and tells in
//! which cycle each fault is found, at the median and with each seed, without shrinking: two
//! versions of a stimulus are compared by ranks of these; `HEDDLE_KEEP=folder` writes the traces
//! there.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::chosen::chosen;
use crate::planted::{faults, faulty, preset};
use heddle_testbench::campaign::{Plan, run};
use heddle_testbench::faults::Fault;
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_testbench::shrink::Effort;
use heddle_testbench::target::{Failure, Hardware, ModelTools, Target};
use heddle_testbench::trace::TraceFile;
use heddle_testbench::unit::Unit;
use heddle_units::units;

/// About as many faults of a unit as one run hunts.
const FAULTS: usize = 4;

/// Every so many faults are hunted again with two jobs, for the same result: that takes as long
/// again.
const TWICE_EVERY: usize = 5;

/// The segment that fails, and the cycles run until then.
fn search(targets: &[Box<dyn Target>], cycles: u64, seed: u64, jobs: usize) -> Option<(u64, u64)> {
    let plan = Plan { seed, jobs, cycles: Some(cycles), time: None, least: 0, first_only: true };
    let verdicts = run(targets, &plan, &AtomicBool::new(false), &|_| ());
    let (segment, _) = verdicts[0].failed.as_ref()?;
    Some((*segment, verdicts[0].cycles))
}

fn hunt(targets: &[Box<dyn Target>], cycles: u64, seed: u64, jobs: usize) -> Option<Failure> {
    let (segment, _) = search(targets, cycles, seed, jobs)?;
    Some(targets[0].explain(seed, segment, Effort::USUAL, &mut |_| ()).expect("what failed once fails again"))
}

/// The cycle in which a fault is found: at the median of so many seeds, and with each of them, `-`
/// where it is not found.
fn founds(wrong: &[Box<dyn Target>], seeds: u64, name: &str, fault: &Fault) -> Result<String, String> {
    let founds: Vec<Option<u64>> = (1..=seeds).map(|seed| Some(search(wrong, fault.cycles(), seed, 1)?.1)).collect();
    let mut sorted: Vec<u64> = founds.iter().map(|found| found.unwrap_or(u64::MAX)).collect();
    sorted.sort_unstable();
    let show = |found: Option<u64>| found.map_or("-".to_string(), |found| found.to_string());
    let middle = show(sorted.get(seeds as usize / 2).copied().filter(|found| *found != u64::MAX));
    let each: Vec<String> = founds.into_iter().map(show).collect();
    Ok(format!("{name:<48} {middle:>8}: {}", each.join(" ")))
}

/// What becomes of a fault under many seeds: how late it is found, how short its traces become, and
/// the shortest of them.
fn spread(wrong: &[Box<dyn Target>], seeds: u64, name: &str, fault: &Fault) -> Result<String, String> {
    let (mut lengths, mut founds, mut slowest) = (Vec::new(), Vec::new(), 0);
    let mut traces = Vec::new();
    for seed in 1..=seeds {
        let Some(failure) = hunt(wrong, fault.cycles(), seed, 1) else { continue };
        lengths.push(failure.replay.cycles);
        founds.push(failure.found.cycle);
        slowest = slowest.max(failure.replays);
        traces.push((failure.replay.cycles, failure.trace));
    }
    lengths.sort_unstable();
    founds.sort_unstable();
    traces.sort();
    let [(least, shortest), .., (_, longest)] = &traces[..] else { return Err("found once at most".into()) };
    let most = fault.most();
    let long = lengths.iter().filter(|cycles| **cycles > most).count();
    let (middle, last) = (founds[founds.len() / 2], founds[founds.len() - 1]);
    Ok(format!(
        "{name}: {} of {seeds} seeds find it, at {middle} in the middle and {last} at worst; at most {slowest} replays; {least} cycles at \
         least (stated {}), {long} times more than {most}: {lengths:?}\n{shortest}{longest}",
        lengths.len(),
        fault.least
    ))
}

fn check(
    tools: &ModelTools,
    unit: &Unit,
    name: &str,
    fault: &Fault,
    wrong: Hardware,
    twice: bool,
) -> Result<String, String> {
    let preset = preset(unit, &fault.preset);
    let build = |hardware| unit.build(tools, preset, hardware).map_err(|error| error.to_string());
    let wrong = [build(wrong)?];
    let number = |variable| std::env::var(variable).ok().and_then(|number| number.parse().ok());
    if let Some(seeds) = number("HEDDLE_FOUND") {
        return founds(&wrong, seeds, name, fault);
    }
    let right = build(Hardware::Emitted)?;
    if let Some(seeds) = number("HEDDLE_SEEDS") {
        return spread(&wrong, seeds, name, fault);
    }
    let started = std::time::Instant::now();
    let failure = hunt(&wrong, fault.cycles(), 1, 1).ok_or("not found")?;
    let seconds = started.elapsed().as_secs_f64();
    // one job, and two
    if twice && hunt(&wrong, fault.cycles(), 1, 2) != Some(failure.clone()) {
        return Err("one job and two jobs do not give the same".into());
    }
    let cycles = failure.replay.cycles;
    let most = fault.most();
    let found = failure.found.cycle;
    let line = format!(
        "{name:<32} found at {found:>6}, shrunk to {cycles:>3} (least {:>3}, allowed {most:>3}), {:>5} replays, {seconds:4.1} s: {}",
        fault.least, failure.replays, fault.what
    );
    if let Err(why) = fault.hold(cycles) {
        return Err(format!("{why}: {line} ({})\n{}", fault.how, failure.trace));
    }
    if let Ok(folder) = std::env::var("HEDDLE_KEEP") {
        std::fs::write(Path::new(&folder).join(format!("{name}.trace")), &failure.trace).unwrap();
    }
    let file = TraceFile::parse(format!("{name}.trace"), failure.trace).map_err(|error| error.to_string())?;
    let on_wrong = wrong[0].replay(&file).map_err(|error| error.to_string())?;
    let on_right = right.replay(&file).map_err(|error| error.to_string())?;
    if on_wrong.mismatch.is_none() || on_right.mismatch.is_some() {
        return Err(format!("the shrunk trace gives {:?} here and {:?} on ours", on_wrong.mismatch, on_right.mismatch));
    }
    Ok(line)
}

#[test]
fn planted_faults_are_found_and_shrunk() {
    // of most models the build takes longer than the hunt
    let tools = ModelTools::open().expect("tools and cache").for_cycles(1);
    let only = std::env::var("HEDDLE_FAULT").ok();
    let mut wrong = Vec::new();
    for unit in units().into_iter().filter(|unit| chosen(unit.name)) {
        let faults: Vec<(String, Fault)> = faults("faults", unit.name);
        let step = (faults.len() / FAULTS).max(1);
        let wanted = |(n, (name, fault)): &(usize, &(String, Fault))| match only.as_deref() {
            None => n % step == 0 && !fault.is_slow() && !fault.open,
            Some("all") => !fault.open,
            Some(only) => only.split(',').any(|only| only == name),
        };
        let mut emitted = HashMap::new();
        let planted = faults.iter().map(|(name, fault)| {
            let preset = preset(&unit, &fault.preset);
            // each must fit what is emitted today, whether it is hunted or not
            faulty(name, &fault.edit, emitted.entry(preset).or_insert_with(|| unit.emit(preset)))
        });
        let planted: Vec<Hardware> = planted.collect();
        let hunted: Vec<_> = faults.iter().enumerate().filter(wanted).collect();
        let verdicts = in_parallel(processors(), &hunted, |(n, (name, fault))| {
            let verdict = check(&tools, &unit, name, fault, planted[*n].clone(), n % TWICE_EVERY == 0);
            match &verdict {
                Ok(line) => println!("{line}"),
                Err(error) => println!("{name}: {error}"),
            }
            verdict.is_ok()
        });
        let failed = hunted.iter().zip(verdicts).filter(|(_, right)| !right);
        wrong.extend(failed.map(|((_, (name, _)), _)| name.clone()));
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
