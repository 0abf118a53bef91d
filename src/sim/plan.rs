//! The plan of a simulation: every workload on every GPU under every policy.

use std::path::Path;
use std::time::Duration;

use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::Options;
use heddle_kernel::launch::Description;
use heddle_workloads::Address;

use crate::error::Error;
use crate::explain::Explained;
use crate::in_gpu::NAMES;
use crate::kernel::program::{Loaded, all, matrix};
use crate::select::suggest;

/// The runs of a simulation: workloads, policies, the GPUs and options.
pub struct Plan {
    /// The configurations of the GPU, at least one: several are the points of a sweep.
    pub configs: Vec<Config>,
    /// The name of the scale, which selects the workloads' sizes.
    pub scale: String,
    /// Options of the runs, such as limit and sampling.
    pub options: Options,
    /// Longest wall-clock time of a run; a workload with a longer run is given up. `None` for no
    /// limit.
    pub longest: Option<Duration>,
    /// The unit whose RTL is used in the cores; `None` for golden models alone.
    pub rtl: Option<&'static str>,
    /// The workloads, each once.
    pub workloads: Vec<Loaded>,
    /// The policies, each once.
    pub policies: Vec<Policy>,
    /// The runs: each workload in every configuration under every policy.
    pub jobs: Vec<Job>,
}

/// One run of a plan: a workload, a configuration and a policy by their indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    /// Index of the workload in the plan.
    pub workload: usize,
    /// Index of the configuration in the plan.
    pub config: usize,
    /// Index of the policy in the plan.
    pub policy: usize,
}

impl Plan {
    /// Creates the plan from the user's words; wrong words are refused before any work.
    pub fn new(
        config: Config,
        kernels: &[String],
        policies: &[String],
        scale: &str,
        address: Option<Address>,
        options: Options,
    ) -> Result<Plan, Error> {
        let workloads = workloads(kernels, None, scale, address)?;
        Ok(Plan::of(vec![config], workloads, named(policies)?, scale, options))
    }

    /// Creates the plan of each workload in every configuration under every policy.
    pub fn of(
        configs: Vec<Config>,
        workloads: Vec<Loaded>,
        policies: Vec<Policy>,
        scale: &str,
        options: Options,
    ) -> Plan {
        let each = |workload| {
            let under = |config| (0..policies.len()).map(move |policy| Job { workload, config, policy });
            (0..configs.len()).flat_map(under).collect::<Vec<_>>()
        };
        let jobs = (0..workloads.len()).flat_map(each).collect();
        Plan { configs, scale: scale.into(), options, longest: None, rtl: None, workloads, policies, jobs }
    }

    /// Selects a unit whose RTL is used in the cores.
    pub fn with_rtl(mut self, unit: Option<&str>) -> Result<Plan, Error> {
        self.rtl = unit.map(in_cores).transpose()?;
        Ok(self)
    }

    /// Replaces the workloads' matrix by that of a file, if one is named.
    pub fn with_matrix(mut self, path: Option<&Path>) -> Result<Plan, Error> {
        let read = path.map(matrix).transpose()?;
        let workloads = self.workloads.into_iter().map(|loaded| loaded.with_matrix(read.as_ref()));
        self.workloads = workloads.collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// Returns the workload of a run.
    pub fn workload(&self, job: &Job) -> &Loaded {
        &self.workloads[job.workload]
    }

    /// Returns the configuration of a run.
    pub fn config(&self, job: &Job) -> &Config {
        &self.configs[job.config]
    }

    /// Returns the name of the configuration, with the changes that all runs have in common.
    pub fn gpu(&self) -> String {
        let config = &self.configs[0];
        let common = config.changes.iter().enumerate().filter(|(at, _)| !self.varies(*at));
        common.fold(config.name.clone(), |named, (_, change)| format!("{named}, {change}"))
    }

    /// Returns the changes of a run's configuration that other runs do not have: the run's point of
    /// the sweep; empty without a sweep.
    pub fn point(&self, job: &Job) -> String {
        let changes = self.config(job).changes.iter().enumerate().filter(|(at, _)| self.varies(*at));
        changes.map(|(_, change)| change.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the run in words: its workload, its policy, and its point of a sweep.
    pub fn run(&self, job: &Job) -> String {
        let point = self.point(job);
        let point = if point.is_empty() { point } else { format!(", {point}") };
        format!("{}, {}{point}", self.workload(job).name, self.policy(job).name())
    }

    /// Whether change `at` differs between configurations.
    fn varies(&self, at: usize) -> bool {
        self.configs.iter().any(|config| config.changes.get(at) != self.configs[0].changes.get(at))
    }

    /// Returns the scale of a run's workload: a workload without scale `study` runs at scale
    /// `test`.
    pub fn scale_of(&self, job: &Job) -> &str {
        scale_of(self.workload(job), &self.scale)
    }

    /// Returns the policy of a run.
    pub fn policy(&self, job: &Job) -> &Policy {
        &self.policies[job.policy]
    }
}

/// Returns the name of a unit whose RTL can be used in the cores; an error for other names.
fn in_cores(name: &str) -> Result<&'static str, Error> {
    NAMES.iter().find(|unit| **unit == name).copied().ok_or_else(|| {
        let what = format!("no core can use RTL of `{name}`");
        Error::input(what, format!("--rtl takes: {}", NAMES.join(", ")))
    })
}

/// The scale with the sizes of a study, where a description has them.
const STUDY: &str = "study";

fn scale_of<'a>(loaded: &Loaded, scale: &'a str) -> &'a str {
    let has = |(_, description): &(_, Description)| description.size.contains_key(STUDY);
    if scale == STUDY && !loaded.launch.as_ref().is_some_and(has) { "test" } else { scale }
}

/// Loads the workloads with these names, each once, and checks their scale. A launch description
/// that is given is that of the only one.
pub fn workloads(
    kernels: &[String],
    launch: Option<&Path>,
    scale: &str,
    address: Option<Address>,
) -> Result<Vec<Loaded>, Error> {
    let single = matches!(kernels, [kernel] if kernel != "all");
    if let Some(launch) = launch.filter(|_| !single) {
        let what = format!("--launch {} describes the launches of one kernel", launch.display());
        return Err(Error::input(what, "name one workload or PTX file"));
    }
    let mut workloads: Vec<Loaded> = Vec::new();
    for kernel in kernels {
        let meant = match kernel.as_str() {
            "all" => all(address.unwrap_or_default()).collect::<Result<Vec<_>, _>>()?,
            name => vec![Loaded::open(name, launch, address)?],
        };
        for loaded in meant {
            let scale = scale_of(&loaded, scale);
            if let Some((file, description)) = &loaded.launch {
                description.sizes(file, scale).explained()?;
            } else {
                // an error that says what is missing
                loaded.session(scale)?;
            }
            if workloads.iter().all(|there| there.name != loaded.name) {
                workloads.push(loaded);
            }
        }
    }
    Ok(workloads)
}

/// Returns the policies with these names, each once.
pub fn named(names: &[String]) -> Result<Vec<Policy>, Error> {
    let mut policies: Vec<Policy> = Vec::new();
    for name in names {
        let policy = Policy::named(name).ok_or_else(|| {
            let why = Policy::refused(name).map_or(String::new(), |why| format!(": {why}"));
            Error::input(
                format!("there is no policy `{name}`{why}"),
                format!(
                    "{}; `heddle policies` lists the policies",
                    suggest(name, Policy::names().iter().map(String::as_str))
                ),
            )
        })?;
        if policies.iter().all(|there| there.name() != policy.name()) {
            policies.push(policy);
        }
    }
    Ok(policies)
}
