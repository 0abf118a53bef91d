//! The runs of an STSIMT study, setting by setting.

use heddle_gpu::config::Config;
use heddle_gpu::system::Options;

use super::kernels::Kernels;
use super::settings::Setting;
use crate::cli::Figure;
use crate::console::aside;
use crate::error::Error;
use crate::figure::study::statements::Results;
use crate::models::runs_at_a_time;
use crate::sim::ending::Ending;
use crate::sim::plan::{Job, Plan};
use crate::sim::store::Store;
use crate::sim::sweep::sweep;

/// All runs of a setting, and the results made from them.
pub struct SettingRuns {
    /// The setting of the runs.
    pub setting: Setting,
    /// The configuration of the GPU.
    pub config: Config,
    /// The results by kernel.
    pub kernels: Kernels,
    /// The figures made from the runs.
    pub results: Results,
    plan: Plan,
    endings: Vec<Ending>,
}

impl SettingRuns {
    /// Makes the runs of a setting, and takes those that cannot differ from the first setting's
    /// from there. These are runs of policies that the change does not affect, and of workloads
    /// that no policy ran.
    pub fn new(
        args: &Figure,
        setting: &Setting,
        policies: &[String],
        store: &Store,
        first: Option<&SettingRuns>,
    ) -> Result<SettingRuns, Error> {
        let config = super::settings::gpu(args.set.iter().chain(&setting.change).cloned().collect())?;
        let workloads = if args.only.is_empty() { vec!["all".to_string()] } else { args.only.clone() };
        let address = Some(setting.address);
        let options = Options { threads: args.threads.into(), ..Options::default() };
        let mut plan = Plan::new(config, &workloads, policies, &args.scale, address, options)?;
        // the first setting decides which workloads take too long, so that all settings have the
        // same workloads
        plan.longest = args.longest.filter(|_| first.is_none());
        let (kept, made): (Vec<Job>, Vec<Job>) =
            plan.jobs.iter().partition(|job| first.is_some_and(|first| first.serves(setting, &plan, job)));
        plan.jobs = made;
        let mut endings = sweep(&plan, store, args.afresh, runs_at_a_time(args.jobs, args.threads), &[])?;
        let before = endings.iter().filter(|ending| ending.kept()).count();
        if before > 0 {
            let all = endings.len();
            aside!("{}: {before} of {all} runs are kept from earlier commands; --afresh repeats them", setting.name);
        }
        for job in kept {
            let same = first.and_then(|first| first.ending(&job));
            endings.extend(same.cloned());
            plan.jobs.push(job);
        }
        let mut kernels = Kernels::new(&plan, &endings)?;
        let changes = args.set.iter().chain(&setting.change);
        changes.for_each(|change| kernels.what += &format!(", {change}"));
        kernels.what += &format!(", {} addresses", setting.address);
        let (config, setting) = (plan.configs[0].clone(), setting.clone());
        let (name, varied) = (setting.name.clone(), setting.change.is_some());
        let results = Results { setting: name, varied, sheets: Vec::new() };
        Ok(SettingRuns { setting, config, kernels, results, plan, endings })
    }

    /// Whether a run of this setting can stand for a run of another one.
    fn serves(&self, setting: &Setting, plan: &Plan, job: &Job) -> bool {
        let refused = |other: &Job| matches!(self.ending(other), Some(Ending::Refused(_)));
        let mut of_workload = self.plan.jobs.iter().filter(|other| other.workload == job.workload);
        !setting.touches(plan.policy(job)) || of_workload.all(refused)
    }

    fn ending(&self, job: &Job) -> Option<&Ending> {
        let place = self.plan.jobs.iter().position(|other| other == job)?;
        self.endings.get(place)
    }

    /// Whether a run has a wrong result or failed.
    pub fn is_bad(&self) -> bool {
        !self.kernels.wrong.is_empty() || self.endings.iter().any(|ending| matches!(ending, Ending::Trouble(_)))
    }
}
