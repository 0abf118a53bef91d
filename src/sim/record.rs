//! The result of a run, in the form in which it is kept and reported.

use heddle_gpu::measure::sampling::Estimate;
use heddle_gpu::system::{Ended, Launch, Run, Sample, Sampled};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The result of a run: its counts, and the check of memory after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The cycles and statistics of the run.
    pub run: Run,
    /// The result of the memory check.
    pub memory: Memory,
}

/// The result of comparing memory after a run with the expected content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Memory {
    /// Memory is as expected; for a racy workload, the judge accepts it.
    Right,
    /// Memory differs from the expected content: the differences in words.
    Wrong(Vec<String>),
    /// Memory is not checked: the launch description has no expectation.
    Unchecked,
    /// Memory is not checked: the run did not reach its end.
    Partial,
}

impl Record {
    /// Returns the result of the run in a word.
    pub fn result(&self) -> &'static str {
        match (&self.memory, self.run.ended) {
            (_, Ended::Limit) => "partial (limit)",
            (_, Ended::Stopped) => "partial (interrupted)",
            (Memory::Right, _) => "as expected",
            (Memory::Wrong(_), _) => "WRONG",
            (Memory::Unchecked | Memory::Partial, _) => "not checked",
        }
    }

    /// Returns the differences between memory and the expected content; empty if there are none.
    pub fn wrong(&self) -> &[String] {
        match &self.memory {
            Memory::Wrong(wrong) => wrong,
            _ => &[],
        }
    }

    /// Thread instructions a core cycle, of all cores together.
    pub fn ipc(&self) -> f64 {
        self.run.thread_instructions as f64 / self.run.cycles.max(1) as f64
    }

    /// Returns the result of the run as JSON, for the file that keeps it.
    pub fn to_json(&self) -> Value {
        let run = &self.run;
        let launch = |it: &Launch| (it.kernel.clone(), it.cycles, it.statistics.clone());
        let sample = |it: &Sample| (it.cycle, it.lanes.clone(), it.units.clone());
        let kept = Kept {
            ended: run.ended,
            cycles: run.cycles,
            instructions: run.instructions,
            thread_instructions: run.thread_instructions,
            statistics: run.statistics.clone(),
            timeline: run.timeline.iter().map(sample).collect(),
            launches: run.launches.iter().map(launch).collect(),
            checked: self.memory != Memory::Unchecked,
            wrong: self.wrong().to_vec(),
            sampled: run.sampled.map(|it| (it.launches, it.ctas, it.estimate.cycles, it.estimate.margin)),
        };
        json!(kept)
    }

    /// Reads the result of a run from JSON; `None` if the JSON is not what [`Record::to_json`]
    /// makes.
    pub fn from_json(value: &Value) -> Option<Record> {
        let kept = Kept::deserialize(value).ok()?;
        let launch = |(kernel, cycles, statistics)| Launch { kernel, cycles, statistics };
        let memory = match (kept.ended, kept.checked) {
            (Ended::Whole, false) => Memory::Unchecked,
            (Ended::Whole, true) if kept.wrong.is_empty() => Memory::Right,
            (Ended::Whole, true) => Memory::Wrong(kept.wrong),
            _ => Memory::Partial,
        };
        let run = Run {
            cycles: kept.cycles,
            instructions: kept.instructions,
            thread_instructions: kept.thread_instructions,
            ended: kept.ended,
            statistics: kept.statistics,
            timeline: kept.timeline.into_iter().map(|(cycle, lanes, units)| Sample { cycle, lanes, units }).collect(),
            launches: kept.launches.into_iter().map(launch).collect(),
            // the profile is not kept
            profile: None,
            sampled: kept.sampled.map(|(launches, ctas, cycles, margin)| {
                let estimate = Estimate { cycles, margin };
                Sampled { launches, ctas, estimate }
            }),
        };
        Some(Record { run, memory })
    }
}

/// What a file keeps of a run.
#[derive(Serialize, Deserialize)]
struct Kept {
    #[serde(with = "Word")]
    ended: Ended,
    cycles: u64,
    instructions: u64,
    thread_instructions: u64,
    statistics: Vec<u64>,
    /// Cycle, lanes and units of each sample.
    timeline: Vec<(u64, Vec<u64>, Vec<u64>)>,
    /// Kernel, cycles and statistics of each launch.
    launches: Vec<(String, u64, Vec<u64>)>,
    checked: bool,
    wrong: Vec<String>,
    /// Launches and CTAs that were timed, and all; the estimate and its margin.
    #[serde(default)]
    sampled: Option<([u64; 2], [u64; 2], f64, f64)>,
}

/// The word for the end of a run.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Ended", rename_all = "lowercase")]
enum Word {
    Whole,
    Limit,
    Stopped,
}

/// Sums the launches of each kernel; returns them with their number, in the order of the first
/// launches.
pub fn by_kernel(launches: &[Launch]) -> Vec<(u64, Launch)> {
    let mut kernels: Vec<(u64, Launch)> = Vec::new();
    for launch in launches {
        match kernels.iter_mut().find(|(_, kernel)| kernel.kernel == launch.kernel) {
            None => kernels.push((1, launch.clone())),
            Some((count, kernel)) => {
                *count += 1;
                kernel.cycles += launch.cycles;
                kernel.statistics.iter_mut().zip(&launch.statistics).for_each(|(all, more)| *all += more);
            }
        }
    }
    kernels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let launch = Launch { kernel: "a\"b".into(), cycles: 7, statistics: vec![u64::MAX, 0] };
        let run = Run {
            cycles: u64::MAX,
            instructions: 1,
            thread_instructions: 32,
            ended: Ended::Whole,
            statistics: vec![1, u64::MAX - 1],
            timeline: vec![
                Sample { cycle: 0, lanes: vec![], units: vec![4] },
                Sample { cycle: 9, lanes: vec![1, 2, 3], units: vec![] },
            ],
            launches: vec![launch.clone(), launch],
            profile: None,
            sampled: Some(Sampled { launches: [1, 2], ctas: [3, 4], estimate: Estimate { cycles: 0.5, margin: 0.25 } }),
        };
        let wrong = Memory::Wrong(vec!["x[3] is 4".into()]);
        for (ended, memory) in [
            (Ended::Whole, Memory::Right),
            (Ended::Whole, wrong),
            (Ended::Whole, Memory::Unchecked),
            (Ended::Limit, Memory::Partial),
            (Ended::Stopped, Memory::Partial),
        ] {
            let record = Record { run: Run { ended, ..run.clone() }, memory };
            let text = record.to_json().to_string();
            assert_eq!(Record::from_json(&serde_json::from_str(&text).unwrap()), Some(record));
        }
        assert_eq!(Record::from_json(&json!({ "cycles": 3 })), None);
    }
}
