//! The store of finished simulation runs.

use std::path::Path;
use std::time::Duration;

use heddle_gpu::system::{Ended, Options};
use serde_json::{Value, json};

use super::ending::Ending;
use super::plan::{Job, Plan};
use super::record::Record;
use crate::cluster::Share;
use crate::error::Error;
use crate::store::{Mine, Turn};
use heddle_command::Cluster;

/// The store of finished simulation runs on disk.
pub struct Store(crate::store::Store);

impl Store {
    /// Opens the store in the user's folder, or in folder `runs` of the cache.
    pub fn open(folder: Option<&Path>, cluster: &Cluster) -> Result<Store, Error> {
        crate::store::Store::open(folder, cluster, "runs").map(Store)
    }

    /// Returns the role of this process in work that tasks share; `None` if it works alone.
    pub fn share(&self) -> Option<&Share> {
        self.0.share()
    }

    /// Returns an error that ends the command here if it is a task, or if runs are missing that
    /// other tasks make.
    pub fn gathered(&self) -> Result<(), Error> {
        self.0.gathered()
    }

    fn name(&self, plan: &Plan, job: &Job) -> String {
        let (workload, policy) = (plan.workload(job), plan.policy(job).name());
        let mut matters: Vec<String> = plan.config(job).spec.values().iter().map(ToString::to_string).collect();
        matters.push(policy.to_string());
        matters.push(workload.module.source.text.to_string());
        // the parsed description
        matters.push(format!("{:?}", workload.launch.as_ref().map(|(_, description)| description)));
        matters.push(plan.scale.clone());
        // the number of threads does not
        let options = Options { threads: 1, ..plan.options };
        matters.push(format!("{options:?} {:?}", plan.rtl));
        self.0.name(&[&workload.name, policy], matters.iter().map(String::as_bytes))
    }

    /// Returns the kept ending of a run; `None` if there is none.
    pub fn find(&self, plan: &Plan, job: &Job) -> Result<Option<Ending>, Error> {
        let name = self.name(plan, job);
        let ending = self.0.find(&name)?.and_then(|kept| self.ending(&kept));
        ending.iter().for_each(|_| self.0.see(&name));
        Ok(ending)
    }

    fn ending(&self, kept: &Value) -> Option<Ending> {
        let word = |key: &str| kept.get(key)?.as_str().map(str::to_string);
        // what tasks of one command have made counts as made by it
        let record = || Some(Ending::Done { record: Record::from_json(kept)?, kept: self.share().is_none() });
        word("refused").map(Ending::Refused).or_else(|| word("trouble").map(Ending::Trouble)).or_else(record)
    }

    /// Claims a missing run in order to make it. The error is the ending of a run that is not to be
    /// made here.
    pub fn take(&self, plan: &Plan, job: &Job) -> Result<Result<Mine, Ending>, Error> {
        Ok(match self.0.take(&self.name(plan, job))? {
            Turn::Mine(mine) => Ok(mine),
            Turn::Kept(kept) => Err(self.ending(&kept).unwrap_or(Ending::Missed)),
            Turn::Others => Err(Ending::Missed),
        })
    }

    /// Whether a run was given up before, after `longest` or more time.
    pub fn gave_up(&self, plan: &Plan, job: &Job, longest: Duration) -> Result<bool, Error> {
        let kept = self.0.find(&self.given_up(plan, job))?;
        let seconds = kept.and_then(|kept| kept.get("seconds")?.as_f64());
        Ok(seconds.is_some_and(|seconds| seconds >= longest.as_secs_f64()))
    }

    /// Records that a run was given up because it takes longer than `longest`.
    pub fn give_up(&self, plan: &Plan, job: &Job, longest: Duration) -> Result<(), Error> {
        self.0.keep(&self.given_up(plan, job), json!({ "seconds": longest.as_secs_f64() }))
    }

    fn given_up(&self, plan: &Plan, job: &Job) -> String {
        format!("longer-{}", self.name(plan, job))
    }

    /// Keeps the ending of a run; one without a result only for the tasks that share the work.
    pub fn keep(&self, plan: &Plan, job: &Job, ending: &Ending) -> Result<bool, Error> {
        let result = match ending {
            // a run that was stopped would end elsewhere the next time
            Ending::Done { record, .. } if record.run.ended != Ended::Stopped => record.to_json(),
            Ending::Refused(why) if self.share().is_some() => json!({ "refused": why }),
            Ending::Trouble(why) if self.share().is_some() => json!({ "trouble": why }),
            _ => return Ok(false),
        };
        self.0.keep(&self.name(plan, job), result).map(|()| true)
    }
}
