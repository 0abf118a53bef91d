//! The result of a run, in the form in which it is kept and reported.

use heddle_gpu::system::{Ended, Launch, Run, Sample};
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
        let launch = |launch: &Launch| json!([launch.kernel, launch.cycles, launch.statistics]);
        let sample = |sample: &Sample| json!([sample.cycle, sample.lanes, sample.units]);
        json!({
            "ended": ended(run.ended), "cycles": run.cycles, "instructions": run.instructions,
            "thread_instructions": run.thread_instructions, "statistics": run.statistics,
            "timeline": run.timeline.iter().map(sample).collect::<Vec<_>>(),
            "launches": run.launches.iter().map(launch).collect::<Vec<_>>(),
            "checked": self.memory != Memory::Unchecked, "wrong": self.wrong(),
        })
    }

    /// Reads the result of a run from JSON; `None` if the JSON is not what [`Record::to_json`]
    /// makes.
    pub fn from_json(value: &Value) -> Option<Record> {
        let number = |name: &str| value.get(name)?.as_u64();
        let list = |name: &str| value.get(name)?.as_array();
        let launch = |value: &Value| {
            Some(Launch {
                kernel: value.get(0)?.as_str()?.into(),
                cycles: value.get(1)?.as_u64()?,
                statistics: numbers(value.get(2)?)?,
            })
        };
        let sample = |value: &Value| {
            let (lanes, units) = (numbers(value.get(1)?)?, numbers(value.get(2)?)?);
            Some(Sample { cycle: value.get(0)?.as_u64()?, lanes, units })
        };
        let text = |value: &Value| value.as_str().map(str::to_string);
        let named = value.get("ended")?.as_str()?;
        let ended = [Ended::Whole, Ended::Limit, Ended::Stopped].into_iter().find(|known| ended(*known) == named)?;
        let run = Run {
            cycles: number("cycles")?,
            instructions: number("instructions")?,
            thread_instructions: number("thread_instructions")?,
            ended,
            statistics: numbers(value.get("statistics")?)?,
            timeline: list("timeline")?.iter().map(sample).collect::<Option<_>>()?,
            launches: list("launches")?.iter().map(launch).collect::<Option<_>>()?,
            // the profile is not kept
            profile: None,
        };
        let wrong: Vec<String> = list("wrong")?.iter().map(text).collect::<Option<_>>()?;
        let memory = match (run.ended, value.get("checked")?.as_bool()?) {
            (Ended::Whole, false) => Memory::Unchecked,
            (Ended::Whole, true) if wrong.is_empty() => Memory::Right,
            (Ended::Whole, true) => Memory::Wrong(wrong),
            _ => Memory::Partial,
        };
        Some(Record { run, memory })
    }
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

fn ended(ended: Ended) -> &'static str {
    match ended {
        Ended::Whole => "whole",
        Ended::Limit => "limit",
        Ended::Stopped => "stopped",
    }
}

fn numbers(value: &Value) -> Option<Vec<u64>> {
    value.as_array()?.iter().map(Value::as_u64).collect()
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
