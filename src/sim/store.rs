//! The store of finished simulation runs.

use std::path::Path;
use std::time::Duration;

use serde_json::json;

use super::plan::{Job, Plan};
use super::record::Record;
use crate::error::Error;

/// The store of finished simulation runs on disk.
pub struct Store(crate::store::Store);

impl Store {
    /// Opens the store in the user's folder, or in folder `runs` of the cache.
    pub fn open(folder: Option<&Path>) -> Result<Store, Error> {
        crate::store::Store::open(folder, "runs").map(Store)
    }

    fn name(&self, plan: &Plan, job: &Job) -> String {
        let (workload, policy) = (plan.workload(job), plan.policy(job).name());
        let mut matters: Vec<String> = plan.config.spec.values().iter().map(ToString::to_string).collect();
        matters.push(policy.to_string());
        matters.push(workload.module.source.text.to_string());
        // the parsed description
        matters.push(format!("{:?}", workload.launch.as_ref().map(|(_, description)| description)));
        matters.push(plan.scale.clone());
        matters.push(format!("{:?} {:?}", plan.options, plan.rtl));
        self.0.name(&[&workload.name, policy], matters.iter().map(String::as_bytes))
    }

    /// Returns the kept result of a run; `None` if there is none.
    pub fn find(&self, plan: &Plan, job: &Job) -> Option<Record> {
        Record::from_json(&self.0.find(&self.name(plan, job))?)
    }

    /// Whether a run was given up before, after `longest` or more time.
    pub fn gave_up(&self, plan: &Plan, job: &Job, longest: Duration) -> bool {
        let kept = self.0.find(&self.given_up(plan, job));
        kept.and_then(|kept| kept.get("seconds")?.as_f64()).is_some_and(|seconds| seconds >= longest.as_secs_f64())
    }

    /// Records that a run was given up because it takes longer than `longest`.
    pub fn give_up(&self, plan: &Plan, job: &Job, longest: Duration) {
        self.0.keep(&self.given_up(plan, job), json!({ "seconds": longest.as_secs_f64() }));
    }

    fn given_up(&self, plan: &Plan, job: &Job) -> String {
        format!("longer-{}", self.name(plan, job))
    }

    /// Keeps the result of a run. If the file cannot be written, a warning is printed.
    pub fn keep(&self, plan: &Plan, job: &Job, record: &Record) {
        self.0.keep(&self.name(plan, job), record.to_json());
    }
}
