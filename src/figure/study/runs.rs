//! Runs of a paper's subjects, from which figures are made: made and kept by the machinery of
//! `heddle sim`, and written to data files.

use std::collections::BTreeMap;

use heddle_gpu::config::Config;
use heddle_gpu::system::{Ended, Options, Sample, list};
use heddle_testbench::interrupt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::cli::Figure;
use crate::console::aside;
use crate::error::Error;
use crate::explain::Explain;
use crate::kernel::program::Loaded;
use crate::models::runs_at_a_time;
use crate::select::suggest;
use crate::sim::ending::Ending;
use crate::sim::plan::Plan;
use crate::sim::store::Store;
use crate::sim::sweep::sweep;

/// A subject of a paper's evaluation, such as a benchmark, and the workload that stands for it.
pub trait Subject: Sized + PartialEq + 'static {
    /// The paper's word for a subject, as in `application`, which data files use too.
    const KIND: &'static str;
    /// The name of the paper's table of subjects, as in `VT's table II`.
    const TABLE: &'static str;
    /// All subjects of the table.
    const ALL: &'static [Self];
    /// The scale used in place of `study` where a workload has it: where the sizes of `study` are
    /// made for another paper.
    const OWN_SCALE: Option<&'static str> = None;
    /// Returns the subject's name in the paper.
    fn name(&self) -> &'static str;
    /// Returns the folder of the subject's workload.
    fn folder(&self) -> &'static str;

    /// Returns the subject with this name or folder; `None` if there is none.
    fn named(word: &str) -> Option<&'static Self> {
        let is = |it: &&Self| [it.name(), it.folder()].iter().any(|name| name.eq_ignore_ascii_case(word));
        Self::ALL.iter().find(is)
    }
}

/// Returns the subjects that `--only` names, or all, in the order of the table.
pub fn wanted<S: Subject>(args: &Figure) -> Result<Vec<&'static S>, Error> {
    let mut wanted = Vec::new();
    for word in &args.only {
        let found = S::named(word).ok_or_else(|| {
            let names = S::ALL.iter().flat_map(|it| [it.folder(), it.name()]);
            Error::input(format!("{} has no {} `{word}`", S::TABLE, S::KIND), suggest(word, names))
        })?;
        wanted.push(found);
    }
    Ok(S::ALL.iter().filter(|it| wanted.is_empty() || wanted.contains(it)).collect())
}

/// Returns the scale at which a workload runs when the user asks for `scale`.
pub fn scale_of<'a, S: Subject>(loaded: &Loaded, scale: &'a str) -> &'a str {
    let has = |own: &&str| loaded.launch.as_ref().is_some_and(|(_, description)| description.size.contains_key(*own));
    if scale == "study" { S::OWN_SCALE.filter(has).unwrap_or(scale) } else { scale }
}

/// Loads the selected subjects that satisfy a condition; an error if a workload does not have the
/// scale.
pub fn loaded<S: Subject>(args: &Figure, of: impl Fn(&S) -> bool) -> Result<Vec<(&'static S, Loaded)>, Error> {
    let address = args.addresses().first().copied();
    let mut pieces = Vec::new();
    for it in wanted::<S>(args)?.into_iter().filter(|it| of(it)) {
        let loaded = Loaded::open(it.folder(), None, address)?;
        if let Some((file, description)) = &loaded.launch {
            description.sizes(file, scale_of::<S>(&loaded, &args.scale)).explained()?;
        }
        pieces.push((it, loaded));
    }
    Ok(pieces)
}

/// Returns the selected subjects that satisfy a condition, by the scale of their workloads.
pub fn by_scale<S: Subject>(args: &Figure, of: impl Fn(&S) -> bool) -> Result<Vec<(String, Vec<&'static S>)>, Error> {
    let mut all: Vec<(String, Vec<&'static S>)> = Vec::new();
    for (it, loaded) in loaded::<S>(args, of)? {
        let scale = scale_of::<S>(&loaded, &args.scale);
        match all.iter_mut().find(|(known, _)| known == scale) {
            Some((_, of)) => of.push(it),
            None => all.push((scale.into(), vec![it])),
        }
    }
    Ok(all)
}

/// The result of a run of a subject under a policy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "S: Subject")]
pub struct TimedRun<S: 'static> {
    /// The subject of the run, which files have under the paper's word for a subject.
    #[serde(skip, default = "first")]
    pub of: &'static S,
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

fn first<S: Subject>() -> &'static S {
    &S::ALL[0]
}

impl<S: Subject> TimedRun<S> {
    /// Returns a statistic of the run; 0 if it was not counted.
    pub fn get(&self, name: &str) -> f64 {
        self.statistics.get(name).copied().unwrap_or(0) as f64
    }

    /// Returns the run as a line of the data file.
    pub fn json(&self) -> Value {
        let mut line = json!({ S::KIND: self.of.name() });
        if let (Value::Object(line), Value::Object(run)) = (&mut line, json!(self)) {
            line.extend(run);
        }
        line
    }

    /// Reads a run from a data file; `None` if the line is not what [`TimedRun::json`] makes.
    pub fn read(line: &Value) -> Option<TimedRun<S>> {
        let of = S::named(line.get(S::KIND)?.as_str()?)?;
        Some(TimedRun { of, ..TimedRun::deserialize(line).ok()? })
    }
}

/// Most points over time that are kept of a run.
const POINTS: usize = 80;

/// Returns units over time, at few enough points to keep and draw.
fn units(timeline: &[Sample]) -> Vec<(u64, Vec<u64>)> {
    let each = timeline.len().div_ceil(POINTS).max(1);
    let samples = timeline.iter().skip(each - 1).step_by(each).filter(|sample| !sample.units.is_empty());
    samples.map(|sample| (sample.cycle, sample.units.clone())).collect()
}

/// Returns the run of a subject in the study itself, under a figure's change and a policy; `None`
/// if there is none.
pub fn find<'r, S: Subject>(runs: &'r [TimedRun<S>], of: &S, change: &str, policy: &str) -> Option<&'r TimedRun<S>> {
    runs.iter().find(|ran| ran.varied.is_empty() && ran.of == of && ran.change == change && ran.policy == policy)
}

/// Returns the user's changes of the study's GPU, each once, in the order of the runs.
pub fn varied<S: Subject>(runs: &[TimedRun<S>]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for run in runs {
        if !run.varied.is_empty() && !all.contains(&run.varied) {
            all.push(run.varied.clone());
        }
    }
    all
}

/// Returns the runs under one of the user's changes, as those of the study itself.
pub fn under<S: Subject + Clone>(runs: &[TimedRun<S>], varied: &str) -> Vec<TimedRun<S>> {
    let under = runs.iter().filter(|run| run.varied == varied);
    under.map(|run| TimedRun { varied: String::new(), ..run.clone() }).collect()
}

/// The results of a batch of runs.
pub struct Made<S: 'static> {
    /// The runs that ended.
    pub runs: Vec<TimedRun<S>>,
    /// The subjects whose runs were refused, by a policy or the user's time limit, each with the
    /// reason.
    pub refused: Vec<(&'static S, String)>,
    /// Errors of the runs, in words.
    pub wrong: Vec<String>,
}

/// A batch of runs that are made together.
pub struct Batch<'a, S: 'static> {
    /// The subjects of the runs.
    pub of: &'a [&'static S],
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
pub fn plan<S: Subject>(args: &Figure, config: Config, batch: &Batch<S>) -> Result<Plan, Error> {
    let folders: Vec<String> = batch.of.iter().map(|it| it.folder().to_string()).collect();
    let policies: Vec<String> = batch.policies.iter().map(|policy| policy.to_string()).collect();
    let address = args.addresses().first().copied();
    let options = Options { interval: batch.interval, threads: args.threads.into(), ..Options::default() };
    let mut plan = Plan::new(config, &folders, &policies, batch.scale, address, options)?;
    plan.longest = args.longest;
    Ok(plan)
}

/// Makes a batch of runs, and keeps the statistics that figures need.
/// These are given by the first parts of their names, and by whole names.
pub fn make<S: Subject>(
    args: &Figure,
    config: Config,
    batch: &Batch<S>,
    store: &Store,
    [beginnings, names]: [&[&str]; 2],
) -> Result<Made<S>, Error> {
    let of_figures = |name: &str| beginnings.iter().any(|it| name.starts_with(it)) || names.contains(&name);
    let Batch { of, policies, scale, varied, change, .. } = batch;
    let plan = plan(args, config, batch)?;
    let changes = [*varied, *change].into_iter().filter(|change| !change.is_empty());
    let what: String = changes.map(|change| format!("{change}: ")).collect();
    let several = if of.len() == 1 { "" } else { "s" };
    aside!("{what}{} {}{several} at scale {scale} under {}", of.len(), S::KIND, policies.join(", "));
    let endings = sweep(&plan, store, args.afresh, runs_at_a_time(args.jobs, args.threads), &[])?;
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
                let kept = all.filter(|(counter, value)| **value != 0 && of_figures(counter.name));
                made.runs.push(TimedRun {
                    of,
                    varied: varied.to_string(),
                    change: change.to_string(),
                    policy: policy.into(),
                    cycles: record.run.cycles,
                    statistics: kept.map(|(counter, value)| (counter.name.to_string(), *value)).collect(),
                    units: units(&record.run.timeline),
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
