//! Finished runs, kept.

use std::path::Path;

use super::plan::{Job, Plan};
use super::record::Record;
use crate::error::Error;

/// Where finished runs are kept.
pub struct Store(crate::store::Store);

impl Store {
    /// In the user's folder, or in the cache.
    pub fn open(folder: Option<&Path>) -> Result<Store, Error> {
        crate::store::Store::open(folder, "runs").map(Store)
    }

    fn name(&self, plan: &Plan, job: &Job) -> String {
        let (workload, policy) = (plan.workload(job), plan.policy(job).name());
        let mut matters: Vec<String> = plan.config.spec.values().iter().map(ToString::to_string).collect();
        matters.push(policy.to_string());
        matters.push(workload.module.source.text.to_string());
        // the description as it was understood
        matters.push(format!("{:?}", workload.launch.as_ref().map(|(_, description)| description)));
        matters.push(plan.scale.clone());
        matters.push(format!("{:?} {:?}", plan.options, plan.rtl));
        self.0.name(&[&workload.name, policy], matters.iter().map(String::as_bytes))
    }

    /// A run that was made before.
    pub fn find(&self, plan: &Plan, job: &Job) -> Option<Record> {
        Record::from_json(&self.0.find(&self.name(plan, job))?)
    }

    /// Keeps a run. Where that can not be, the run is only told.
    pub fn keep(&self, plan: &Plan, job: &Job, record: &Record) {
        self.0.keep(&self.name(plan, job), record.to_json());
    }
}
