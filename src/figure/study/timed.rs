//! Timed runs of a paper's subjects, from which figures are made: made and kept by the machinery of
//! `heddle sim`, and written to data files with what is missing among them.

use std::collections::BTreeMap;

use heddle_gpu::config::Config;
use heddle_gpu::system::{Ended, Options, Sample, list};
use heddle_testbench::interrupt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::subjects::{Class, Subject};
use crate::cli::Figure;
use crate::console::aside;
use crate::error::Error;
use crate::models::runs_at_a_time;
use crate::sim::ending::Ending;
use crate::sim::plan::Plan;
use crate::sim::store::Store;
use crate::sim::sweep::sweep;

/// The result of a run of a subject under a policy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "C: Class")]
pub struct TimedRun<C: 'static> {
    /// The subject of the run, which files have under the paper's word for a subject.
    #[serde(skip, default = "first")]
    pub of: &'static Subject<C>,
    /// The user's change of the study's GPU (`--vary`); empty in the study itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub varied: String,
    /// The figure's change of the GPU, as in `vt.depth=8`; empty in most runs.
    pub change: String,
    /// The name of the policy.
    pub policy: String,
    /// Core cycles of the run.
    pub cycles: u64,
    /// Statistics that are not 0, by name.
    pub statistics: BTreeMap<String, u64>,
    /// Points over time, where a figure shows them: a cycle, and core 0's warps by the size of
    /// their unit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<(u64, Vec<u64>)>,
}

fn first<C: Class>() -> &'static Subject<C> {
    &C::SUBJECTS[0]
}

impl<C: Class> TimedRun<C> {
    /// Returns a statistic of the run; 0 if it was not counted.
    pub fn get(&self, name: &str) -> f64 {
        self.statistics.get(name).copied().unwrap_or(0) as f64
    }

    /// Returns the run as a line of the data file.
    pub fn json(&self) -> Value {
        let mut line = json!({ C::KIND: self.of.name });
        if let (Value::Object(line), Value::Object(run)) = (&mut line, json!(self)) {
            line.extend(run);
        }
        line
    }

    /// Reads a run from a data file; `None` if the line is not what [`TimedRun::json`] makes.
    pub fn read(line: &Value) -> Option<TimedRun<C>> {
        let of = Subject::<C>::named(line.get(C::KIND)?.as_str()?)?;
        Some(TimedRun { of, ..TimedRun::deserialize(line).ok()? })
    }
}

/// A subject that is left out under a change of the GPU, as a run of it was refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct LeftOut {
    /// The subject's name.
    of: String,
    /// The user's change of the study's GPU; empty in the study itself.
    varied: String,
    /// The figure's change of the GPU; empty in most runs.
    change: String,
    /// The policy that refused it, or the limit that it met.
    why: String,
}

/// The timed runs of a study, in the study itself and under the user's changes, and what is missing
/// among them.
#[derive(Debug, Clone, PartialEq)]
pub struct Timed<C: 'static> {
    /// The runs.
    pub runs: Vec<TimedRun<C>>,
    left_out: Vec<LeftOut>,
    /// Errors of the runs, in words.
    pub wrong: Vec<String>,
}

impl<C: 'static> Default for Timed<C> {
    fn default() -> Self {
        Timed { runs: Vec::new(), left_out: Vec::new(), wrong: Vec::new() }
    }
}

impl<C: Class> Timed<C> {
    /// Returns the lists of the data file: runs, what is left out, and errors.
    pub fn lists(&self) -> [(&'static str, Vec<Value>); 3] {
        [
            ("runs", self.runs.iter().map(TimedRun::json).collect()),
            ("left_out", self.left_out.iter().map(|it| json!(it)).collect()),
            ("wrong", self.wrong.iter().map(|it| json!(it)).collect()),
        ]
    }

    /// Reads the lists of a data file, of which one without runs has none; `None` if they are not
    /// what [`Timed::lists`] makes.
    pub fn read(data: &Value) -> Option<Self> {
        let list = |name: &str| data.get(name).unwrap_or(&json!([])).clone();
        Some(Timed {
            runs: list("runs").as_array()?.iter().map(TimedRun::read).collect::<Option<_>>()?,
            left_out: serde_json::from_value(list("left_out")).ok()?,
            wrong: serde_json::from_value(list("wrong")).ok()?,
        })
    }

    /// Returns the run of a subject in the study itself, under a figure's change and a policy;
    /// `None` if there is none.
    pub fn find(&self, of: &Subject<C>, change: &str, policy: &str) -> Option<&TimedRun<C>> {
        let is =
            |ran: &&TimedRun<C>| ran.varied.is_empty() && ran.of == of && ran.change == change && ran.policy == policy;
        self.runs.iter().find(is)
    }

    /// Returns the speedup of a run of a subject over another one, each given as a figure's change
    /// and a policy; `None` if one of them is missing.
    pub fn speedup(&self, of: &Subject<C>, run: (&str, &str), over: (&str, &str)) -> Option<f64> {
        let [run, over] = [run, over].map(|(change, policy)| self.find(of, change, policy));
        Some(over?.cycles.max(1) as f64 / run?.cycles.max(1) as f64)
    }

    /// Returns the subjects that have runs, in the order of the paper's table.
    pub fn subjects(&self) -> impl Iterator<Item = &'static Subject<C>> {
        C::SUBJECTS.iter().filter(|it| self.runs.iter().any(|ran| ran.of == *it))
    }

    /// Returns the user's changes of the study's GPU, each once, in the order of the runs.
    pub fn changes(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for run in &self.runs {
            if !run.varied.is_empty() && !all.contains(&run.varied) {
                all.push(run.varied.clone());
            }
        }
        all
    }

    /// Returns the runs under one of the user's changes, as those of the study itself.
    pub fn under(&self, varied: &str) -> Self {
        let under = self.runs.iter().filter(|run| run.varied == varied);
        let runs = under.map(|run| TimedRun { varied: String::new(), ..run.clone() }).collect();
        Timed { runs, ..self.clone() }
    }

    /// Returns notes on what is left out.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        self.left_out.iter().map(|it| {
            let with = format!("{} {}", it.varied, it.change);
            let with = if with.trim().is_empty() { String::new() } else { format!(" with {}", with.trim()) };
            format!("left out: {}{with} ({})", it.of, it.why)
        })
    }

    /// Whether a subject is left out of the runs of a batch: it is already left out without the
    /// figure's change, or with it.
    fn leaves_out(&self, of: &Subject<C>, batch: &Batch<C>) -> bool {
        let changes = ["", batch.change];
        self.left_out
            .iter()
            .any(|it| it.of == of.name && it.varied == batch.varied && changes.contains(&it.change.as_str()))
    }

    /// Makes a batch of runs, without the subjects that are already left out, and keeps the
    /// statistics that figures need: these are given by the first parts of their names, and by
    /// whole names.
    pub fn make(
        &mut self,
        args: &Figure,
        config: Config,
        batch: &Batch<C>,
        store: &Store,
        [beginnings, names]: [&[&str]; 2],
    ) -> Result<(), Error> {
        let of_figures = |name: &str| beginnings.iter().any(|it| name.starts_with(it)) || names.contains(&name);
        let of: Vec<&'static Subject<C>> = batch.of.iter().copied().filter(|it| !self.leaves_out(it, batch)).collect();
        if of.is_empty() {
            return Ok(());
        }
        let batch = Batch { of: &of, ..*batch };
        let Batch { policies, scale, varied, change, .. } = batch;
        let plan = plan(args, config, &batch)?;
        let changes = [varied, change].into_iter().filter(|change| !change.is_empty());
        let what: String = changes.map(|change| format!("{change}: ")).collect();
        let several = if of.len() == 1 { "" } else { "s" };
        aside!("{what}{} {}{several} at scale {scale} under {}", of.len(), C::KIND, policies.join(", "));
        let endings = sweep(&plan, store, args.afresh, runs_at_a_time(args.jobs, args.threads), &[])?;
        if interrupt::asked() {
            let done = endings.iter().filter(|it| it.record().is_some_and(|it| it.run.ended == Ended::Whole)).count();
            let what =
                format!("{done} of {} runs of this pass had ended; the same command resumes from there", endings.len());
            return Err(Error::Interrupted { what });
        }
        for (job, ending) in plan.jobs.iter().zip(&endings) {
            let (of, policy) = (of[job.workload], plan.policy(job).name());
            let wrong = |why: &str| format!("{what}{}, {policy}: {why}", of.name);
            match ending {
                Ending::Done { record, .. } => {
                    self.wrong.extend(record.wrong().iter().map(|why| wrong(why)));
                    let all = list().into_iter().zip(&record.run.statistics);
                    let kept = all.filter(|(counter, value)| **value != 0 && of_figures(counter.name));
                    self.runs.push(TimedRun {
                        of,
                        varied: varied.to_string(),
                        change: change.to_string(),
                        policy: policy.into(),
                        cycles: record.run.cycles,
                        statistics: kept.map(|(counter, value)| (counter.name.to_string(), *value)).collect(),
                        units: units(&record.run.timeline),
                    });
                }
                Ending::Refused(_) if self.leaves_out(of, &batch) => {}
                Ending::Refused(why) => self.left_out.push(LeftOut {
                    of: of.name.into(),
                    varied: varied.into(),
                    change: change.into(),
                    why: format!("{policy}: {why}"),
                }),
                Ending::Trouble(why) => self.wrong.push(wrong(why)),
                Ending::Missed => {}
            }
        }
        Ok(())
    }
}

/// Returns the user's changes of the study's GPU, behind the empty one, which is the study itself.
pub fn variations(args: &Figure) -> impl Iterator<Item = &str> {
    [""].into_iter().chain(args.vary.iter().map(String::as_str))
}

/// A batch of runs that are made together.
pub struct Batch<'a, C: 'static> {
    /// The subjects of the runs.
    pub of: &'a [&'static Subject<C>],
    /// The policies of the runs.
    pub policies: &'a [&'a str],
    /// The scale of the runs.
    pub scale: &'a str,
    /// The user's change of the study's GPU; empty in the study itself.
    pub varied: &'a str,
    /// The figure's change of the GPU; empty in most batches.
    pub change: &'a str,
    /// Cycles of a sample over time; 0 for no samples.
    pub interval: u64,
}

/// Returns the plan of a batch of runs on a GPU.
pub fn plan<C: Class>(args: &Figure, config: Config, batch: &Batch<C>) -> Result<Plan, Error> {
    let folders: Vec<String> = batch.of.iter().map(|it| it.folder.to_string()).collect();
    let policies: Vec<String> = batch.policies.iter().map(|policy| policy.to_string()).collect();
    let address = args.addresses().first().copied();
    let options = Options { interval: batch.interval, threads: args.threads.into(), ..Options::default() };
    let mut plan = Plan::new(config, &folders, &policies, batch.scale, address, options)?;
    plan.longest = args.longest;
    Ok(plan)
}

/// Most points over time that are kept of a run.
const POINTS: usize = 80;

/// Returns units over time, at few enough points to keep and draw.
fn units(timeline: &[Sample]) -> Vec<(u64, Vec<u64>)> {
    let each = timeline.len().div_ceil(POINTS).max(1);
    let samples = timeline.iter().skip(each - 1).step_by(each).filter(|sample| !sample.units.is_empty());
    samples.map(|sample| (sample.cycle, sample.units.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::super::subjects::subject;
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Letter;

    impl Class for Letter {
        const KIND: &'static str = "letter";
        const TABLE: &'static str = "the alphabet";
        const SUBJECTS: &'static [Subject<Letter>] = &[subject("A", "A", Letter), subject("B", "B", Letter)];
    }

    fn found() -> Timed<Letter> {
        let run = |letter: &str, varied: &str, cycles: u64| {
            let statistics = json!({ "s": 3 });
            json!({
                "letter": letter, "varied": varied, "change": "", "policy": "p", "cycles": cycles, "statistics": statistics,
            })
        };
        let left_out =
            |of: &str, varied: &str, change: &str| json!({ "of": of, "varied": varied, "change": change, "why": "w" });
        Timed::read(&json!({
            "runs": [run("A", "", 1), run("A", "low", 2), run("B", "high", 3), run("A", "high", 4)],
            "left_out": [left_out("B", "", ""), left_out("A", "low", "depth=8")],
        }))
        .unwrap()
    }

    #[test]
    fn data_are_read_as_they_are_written() {
        let found = found();
        let lists = found.lists().into_iter().map(|(name, lines)| (name.to_string(), json!(lines)));
        assert_eq!(Timed::read(&Value::Object(lists.collect())).as_ref(), Some(&found));
        assert_eq!(Timed::<Letter>::read(&json!({})), Some(Timed::default()), "a file without runs");
        for wrong in [json!({ "runs": [{}] }), json!({ "runs": 1 }), json!({ "left_out": [["A"]] })] {
            assert_eq!(Timed::<Letter>::read(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_change_has_runs_of_its_own() {
        let (found, [a, b]) = (found(), [&Letter::SUBJECTS[0], &Letter::SUBJECTS[1]]);
        assert_eq!(found.changes(), ["low", "high"]);
        let cycles = |found: &Timed<Letter>, of| found.find(of, "", "p").map(|ran| ran.cycles);
        assert_eq!((cycles(&found, a), cycles(&found, b)), (Some(1), None));
        let high = found.under("high");
        assert_eq!((cycles(&high, a), cycles(&high, b), high.changes().len()), (Some(4), Some(3), 0));
        assert_eq!(found.find(a, "depth=8", "p"), None);
    }

    #[test]
    fn what_was_refused_is_left_out_of_what_is_compared_with_it() {
        let found = found();
        let leaves_out = |of: usize, varied: &str, change: &str| {
            let batch = Batch { of: &[], policies: &[], scale: "test", varied, change, interval: 0 };
            found.leaves_out(&Letter::SUBJECTS[of], &batch)
        };
        // without a change of a figure's, nothing is there to compare with
        assert!(leaves_out(1, "", "") && leaves_out(1, "", "depth=8") && !leaves_out(1, "low", ""));
        assert!(leaves_out(0, "low", "depth=8") && !leaves_out(0, "low", "") && !leaves_out(0, "low", "depth=9"));
        let notes: Vec<String> = found.notes().collect();
        assert_eq!(notes, ["left out: B (w)", "left out: A with low depth=8 (w)"]);
    }
}
