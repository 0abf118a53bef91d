//! Runs of a paper's applications, which figures are made of: made and kept by the machinery of `heddle sim`, and written to data files.

use std::collections::BTreeMap;

use heddle_gpu::system::{Ended, list};
use heddle_testbench::interrupt;
use serde_json::{Map, Value, json};

use crate::cli::Figure;
use crate::error::Error;
use crate::models::jobs;
use crate::sim::plan::Plan;
use crate::sim::store::Store;
use crate::sim::sweep::{Ending, sweep};

/// What a paper evaluates: an application, a benchmark.
pub trait Subject: PartialEq + 'static {
    /// What a data file calls it.
    const KEY: &'static str;
    /// As the paper calls it.
    fn name(&self) -> &'static str;
    /// One by its name.
    fn named(name: &str) -> Option<&'static Self>;
}

/// A run.
#[derive(Debug, Clone, PartialEq)]
pub struct Ran<S: 'static> {
    /// Of what.
    pub of: &'static S,
    /// What the figure changes, as in `vt.depth=8`; nothing in most runs.
    pub change: String,
    /// The policy.
    pub policy: String,
    /// Core cycles.
    pub cycles: u64,
    /// Statistics that are not 0, by name.
    pub statistics: BTreeMap<String, u64>,
}

impl<S: Subject> Ran<S> {
    /// A statistic.
    pub fn get(&self, name: &str) -> f64 {
        self.statistics.get(name).copied().unwrap_or(0) as f64
    }

    /// For a data file.
    pub fn json(&self) -> Value {
        json!({
            S::KEY: self.of.name(), "change": self.change, "policy": self.policy, "cycles": self.cycles, "statistics": self.statistics,
        })
    }

    /// From a data file; nothing if that is not what [`Ran::json`] makes.
    pub fn read(line: &Value) -> Option<Ran<S>> {
        let text = |key: &str| line.get(key)?.as_str().map(str::to_string);
        let statistics: &Map<String, Value> = line.get("statistics")?.as_object()?;
        Some(Ran {
            of: S::named(&text(S::KEY)?)?,
            change: text("change")?,
            policy: text("policy")?,
            cycles: line.get("cycles")?.as_u64()?,
            statistics: statistics
                .iter()
                .map(|(name, it)| Some((name.clone(), it.as_u64()?)))
                .collect::<Option<_>>()?,
        })
    }
}

/// The run of a subject under a change and a policy.
pub fn find<'r, S: Subject>(runs: &'r [Ran<S>], of: &S, change: &str, policy: &str) -> Option<&'r Ran<S>> {
    runs.iter().find(|ran| ran.of == of && ran.change == change && ran.policy == policy)
}

/// What became of the runs of a plan.
pub struct Made<S: 'static> {
    /// Those that ended.
    pub runs: Vec<Ran<S>>,
    /// Those that a GPU or the user refused, and why; a subject each.
    pub refused: Vec<(&'static S, String)>,
    /// What went wrong.
    pub wrong: Vec<String>,
}

/// Makes the runs of a plan, of these subjects in the order of its workloads; `kept` says which statistics figures need.
pub fn make<S: Subject>(
    args: &Figure,
    plan: &Plan,
    of: &[&'static S],
    change: &str,
    store: &Store,
    kept: impl Fn(&str) -> bool,
) -> Result<Made<S>, Error> {
    let endings = sweep(plan, store, args.afresh, jobs(args.jobs), None)?;
    if interrupt::asked() {
        let done = endings.iter().filter(|it| it.record().is_some_and(|it| it.run.ended == Ended::Whole)).count();
        let what =
            format!("{done} of {} runs of this pass had ended; the same command resumes from there", endings.len());
        return Err(Error::Interrupted { what });
    }
    let mut made = Made { runs: Vec::new(), refused: Vec::new(), wrong: Vec::new() };
    for (job, ending) in plan.jobs.iter().zip(&endings) {
        let (of, policy) = (of[job.workload], plan.policy(job).name());
        match ending {
            Ending::Done { record, .. } => {
                made.wrong.extend(record.wrong().iter().map(|wrong| format!("{}, {policy}: {wrong}", of.name())));
                let all = list().into_iter().zip(&record.run.statistics);
                let kept = all.filter(|(counter, value)| **value != 0 && kept(counter.name));
                made.runs.push(Ran {
                    of,
                    change: change.into(),
                    policy: policy.into(),
                    cycles: record.run.cycles,
                    statistics: kept.map(|(counter, value)| (counter.name.to_string(), *value)).collect(),
                });
            }
            Ending::Refused(why) => {
                if made.refused.iter().all(|(refused, _)| *refused != of) {
                    made.refused.push((of, format!("{policy}: {why}")));
                }
            }
            Ending::Trouble(why) => made.wrong.push(format!("{}, {policy}: {why}", of.name())),
            Ending::Missed => {}
        }
    }
    Ok(made)
}
