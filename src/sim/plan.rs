//! The plan of a simulation: every workload under every policy.

use std::path::Path;
use std::time::Duration;

use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::Options;
use heddle_kernel::launch::Description;
use heddle_testbench::units::units;
use heddle_workloads::Address;

use crate::error::Error;
use crate::kernel::program::{Loaded, all, matrix};
use crate::select::suggest;

/// The runs of a simulation: workloads, policies, the GPU and options.
pub struct Plan {
    /// The configuration of the GPU.
    pub config: Config,
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
    /// The policies, each once; speedups are against the first.
    pub policies: Vec<Policy>,
    /// The runs: each workload under every policy.
    pub jobs: Vec<Job>,
}

/// One run of a plan: a workload and a policy by their indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    /// Index of the workload in the plan.
    pub workload: usize,
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
        let workloads = workloads(kernels, scale, address)?;
        let policies = named(policies)?;
        Ok(Plan::of(config, workloads, policies, scale, options))
    }

    /// Creates the plan of each workload under every policy.
    pub fn of(config: Config, workloads: Vec<Loaded>, policies: Vec<Policy>, scale: &str, options: Options) -> Plan {
        let each = |workload| (0..policies.len()).map(move |policy| Job { workload, policy });
        let jobs = (0..workloads.len()).flat_map(each).collect();
        Plan { config, scale: scale.into(), options, longest: None, rtl: None, workloads, policies, jobs }
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
    let held: Vec<&str> = units().iter().filter(|unit| unit.in_cores).map(|unit| unit.name).collect();
    held.iter().find(|unit| **unit == name).copied().ok_or_else(|| {
        let what = format!("no core can use RTL of `{name}`");
        Error::input(what, format!("--rtl takes: {}", held.join(", ")))
    })
}

/// The scale with the sizes of a study, where a description has them.
const STUDY: &str = "study";

fn scale_of<'a>(loaded: &Loaded, scale: &'a str) -> &'a str {
    let has = |(_, description): &(_, Description)| description.size.contains_key(STUDY);
    if scale == STUDY && !loaded.launch.as_ref().is_some_and(has) { "test" } else { scale }
}

fn workloads(kernels: &[String], scale: &str, address: Option<Address>) -> Result<Vec<Loaded>, Error> {
    let mut workloads: Vec<Loaded> = Vec::new();
    for kernel in kernels {
        let meant = match kernel.as_str() {
            "all" => all(address.unwrap_or_default()).collect::<Result<Vec<_>, _>>()?,
            name => vec![Loaded::open(name, None, address)?],
        };
        for loaded in meant {
            let scale = scale_of(&loaded, scale);
            if let Some((file, description)) = &loaded.launch {
                description.sizes(file, scale)?;
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
                    "{}; docs/gpu.md lists the policies",
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
