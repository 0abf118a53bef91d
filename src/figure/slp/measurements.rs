//! The data of SLP's figures: a profile of each benchmark, and runs. They are written to a data
//! file and read back, so that figures need no new runs.

use heddle_gpu::study::slp_profile::PERMUTATIONS;
use heddle_gpu::study::slp_profile::{Branch, Instances, Paths, Profile, RANGES, Warps, place};
use heddle_kernel::analysis::Kind;
use serde_json::{Value, json};

use super::benchmarks::{Benchmark, DBranches};
use crate::figure::study::data;
use crate::figure::study::timed::{self, Timed};

/// The kinds of branches: programmable (P) and data (D).
pub const KINDS: [Kind; 2] = [Kind::Programmable, Kind::Data];

/// Returns the letter of a branch kind: P or D.
pub const fn letter(kind: Kind) -> &'static str {
    match kind {
        Kind::Programmable => "P",
        Kind::Data => "D",
    }
}

/// The profile of a benchmark at a scale.
#[derive(Debug, Clone, PartialEq)]
pub struct Profiled {
    /// The benchmark that was profiled.
    pub benchmark: &'static Benchmark,
    /// The scale of the workload.
    pub scale: String,
    /// The counts of the functional pass.
    pub profile: Profile,
}

/// A timed run of a benchmark.
pub type TimedRun = timed::TimedRun<DBranches>;

/// All data of SLP's figures: profiles, and the runs on a GPU.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Measurements {
    /// The profiles of the benchmarks, in the paper's order.
    pub benchmarks: Vec<Profiled>,
    /// The timed runs, with the errors of profiles.
    pub timed: Timed<DBranches>,
}

impl Measurements {
    /// Returns the data with the runs under a change alone, as those of the study's GPU.
    pub fn under(&self, varied: &str) -> Measurements {
        Measurements { timed: self.timed.under(varied), ..self.clone() }
    }
}

/// The largest count that is accepted in a data file.
const MOST: u64 = 1 << 40;

impl data::Measured for Measurements {
    fn lists(&self) -> Vec<(&'static str, Vec<Value>)> {
        let (mut benchmarks, mut branches) = (Vec::new(), Vec::new());
        for Profiled { benchmark, scale, profile } in &self.benchmarks {
            let Profile { ctas, threads, issued, active, effective, .. } = profile;
            benchmarks.push(json!({
                "benchmark": benchmark.name, "scale": scale, "ctas": ctas, "threads": threads, "active": active, "effective": effective,
                "plain": issued.plain, "compacted": issued.compacted, "ideal": issued.ideal,
            }));
            for ((function, number), branch) in &profile.branches {
                let mut line = json!({
                    "benchmark": benchmark.name, "place": [function, number], "function": branch.function, "line": branch.line,
                    "fixed": letter(branch.fixed),
                });
                for kind in KINDS {
                    let instances = &branch.instances[place(kind)];
                    if *instances != Instances::default() {
                        line[letter(kind)] = counts(instances);
                    }
                }
                branches.push(line);
            }
        }
        [("benchmarks", benchmarks), ("branches", branches)].into_iter().chain(self.timed.lists()).collect()
    }

    fn read(data: &Value) -> Option<Measurements> {
        let list = |name: &str| data.get(name)?.as_array();
        let word = |it: &Value| it.as_str().map(str::to_string);
        let branches = list("branches")?;
        let benchmark = |line: &Value| {
            let name = line.get("benchmark")?.as_str()?;
            let number = |key: &str| counted(line.get(key)?);
            let issued =
                Warps { plain: number("plain")?, compacted: numbers(line.get("compacted")?)?, ideal: number("ideal")? };
            let own = branches.iter().filter(|line| line["benchmark"] == name);
            Some(Profiled {
                benchmark: Benchmark::named(name)?,
                scale: word(line.get("scale")?)?,
                profile: Profile {
                    ctas: number("ctas")?,
                    threads: number("threads")?,
                    issued,
                    active: number("active")?,
                    effective: number("effective")?,
                    branches: own.map(branch).collect::<Option<_>>()?,
                },
            })
        };
        let found = Measurements {
            benchmarks: list("benchmarks")?.iter().map(benchmark).collect::<Option<_>>()?,
            timed: Timed::read(data)?,
        };
        (!found.benchmarks.is_empty()).then_some(found)
    }

    fn wrong(&self) -> Vec<String> {
        self.timed.wrong.clone()
    }
}

fn counts(instances: &Instances) -> Value {
    let paths = |paths: &Paths| json!({ "all": paths.all, "ideal": paths.ideal, "compacted": paths.compacted });
    let Instances { uniform, divergent, potential, running, waiting } = instances;
    let mut counts = json!({ "uniform": uniform });
    if *divergent > 0 {
        counts["divergent"] = json!([divergent, potential]);
        counts["running"] = paths(running);
        counts["waiting"] = paths(waiting);
    }
    counts
}

fn counted(value: &Value) -> Option<u64> {
    value.as_u64().filter(|number| *number <= MOST)
}

fn numbers<const N: usize>(value: &Value) -> Option<[u64; N]> {
    let numbers: Vec<u64> = value.as_array()?.iter().map(counted).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

fn branch(line: &Value) -> Option<((u32, u32), Branch)> {
    let [function, number]: [u64; 2] = numbers(line.get("place")?)?;
    let fixed = KINDS.into_iter().find(|kind| line["fixed"] == letter(*kind))?;
    let instances = |kind: Kind| line.get(letter(kind)).map_or(Some(Instances::default()), read_counts);
    let branch = Branch {
        function: line.get("function")?.as_str()?.to_string(),
        fixed,
        line: u32::try_from(counted(line.get("line")?)?).ok()?,
        instances: [instances(KINDS[0])?, instances(KINDS[1])?],
    };
    Some(((u32::try_from(function).ok()?, u32::try_from(number).ok()?), branch))
}

fn read_counts(value: &Value) -> Option<Instances> {
    let uniform = counted(value.get("uniform")?)?;
    if value.get("divergent").is_none() {
        return Some(Instances { uniform, ..Instances::default() });
    }
    let [divergent, potential] = numbers(value.get("divergent")?)?;
    let paths = |key: &str| {
        let value = value.get(key)?;
        let all: [u64; RANGES] = numbers(value.get("all")?)?;
        let compacted: Vec<[u64; RANGES]> =
            value.get("compacted")?.as_array()?.iter().map(numbers).collect::<Option<_>>()?;
        let compacted: [[u64; RANGES]; PERMUTATIONS.len()] = compacted.try_into().ok()?;
        Some(Paths { all, ideal: numbers(value.get("ideal")?)?, compacted })
    };
    Some(Instances { uniform, divergent, potential, running: paths("running")?, waiting: paths("waiting")? })
}
