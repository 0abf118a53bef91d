//! Which runs: every workload under every policy.

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

/// What is to run, and on what.
pub struct Plan {
    /// The GPU.
    pub config: Config,
    /// Sizes.
    pub scale: String,
    /// Limit and sampling.
    pub options: Options,
    /// How long a run may take; the workload of one that takes longer is given up.
    pub longest: Option<Duration>,
    /// A unit whose RTL stands in the cores.
    pub rtl: Option<&'static str>,
    /// Workloads, none twice.
    pub workloads: Vec<Loaded>,
    /// Policies, none twice; the first is what speedups are against.
    pub policies: Vec<Policy>,
    /// Workloads, each under every policy.
    pub jobs: Vec<Job>,
}

/// A run to be made: places in the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    /// Of the workload.
    pub workload: usize,
    /// Of the policy.
    pub policy: usize,
}

impl Plan {
    /// What the user's words mean; wrong ones are refused before any work.
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

    /// Workloads, each under every policy.
    pub fn of(config: Config, workloads: Vec<Loaded>, policies: Vec<Policy>, scale: &str, options: Options) -> Plan {
        let each = |workload| (0..policies.len()).map(move |policy| Job { workload, policy });
        let jobs = (0..workloads.len()).flat_map(each).collect();
        Plan { config, scale: scale.into(), options, longest: None, rtl: None, workloads, policies, jobs }
    }

    /// The same runs with the RTL of a unit in the cores.
    pub fn with_rtl(mut self, unit: Option<&str>) -> Result<Plan, Error> {
        self.rtl = unit.map(in_cores).transpose()?;
        Ok(self)
    }

    /// The same runs on the matrix of a file, if one is named.
    pub fn with_matrix(mut self, path: Option<&Path>) -> Result<Plan, Error> {
        let read = path.map(matrix).transpose()?;
        let workloads = self.workloads.into_iter().map(|loaded| loaded.with_matrix(read.as_ref()));
        self.workloads = workloads.collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// A run's workload.
    pub fn workload(&self, job: &Job) -> &Loaded {
        &self.workloads[job.workload]
    }

    /// The scale of a run's workload: one that has no `study` runs as a test.
    pub fn scale_of(&self, job: &Job) -> &str {
        scale_of(self.workload(job), &self.scale)
    }

    /// A run's policy.
    pub fn policy(&self, job: &Job) -> &Policy {
        &self.policies[job.policy]
    }
}

/// A unit that the cores of some policies hold.
fn in_cores(name: &str) -> Result<&'static str, Error> {
    let held: Vec<&str> = units().iter().filter(|unit| unit.in_cores).map(|unit| unit.name).collect();
    held.iter().find(|unit| **unit == name).copied().ok_or_else(|| {
        let what = format!("no core takes the RTL of `{name}`");
        Error::input(what, format!("--rtl takes: {}", held.join(", ")))
    })
}

/// The scale at which sizes are those of a study where a description has such.
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
                // says what is missing
                loaded.session(scale)?;
            }
            if workloads.iter().all(|there| there.name != loaded.name) {
                workloads.push(loaded);
            }
        }
    }
    Ok(workloads)
}

/// Policies by their names, none twice.
pub fn named(names: &[String]) -> Result<Vec<Policy>, Error> {
    let mut policies: Vec<Policy> = Vec::new();
    for name in names {
        let policy = Policy::named(name).ok_or_else(|| {
            let why = Policy::refused(name).map_or(String::new(), |why| format!(": {why}"));
            Error::input(
                format!("there is no policy `{name}`{why}"),
                suggest(name, Policy::names().iter().map(String::as_str)),
            )
        })?;
        if policies.iter().all(|there| there.name() != policy.name()) {
            policies.push(policy);
        }
    }
    Ok(policies)
}
