//! The results of a plan's runs by kernel, the unit on the horizontal axis of the paper's figures.

use heddle_gpu::system::{Ended, Launch};
use heddle_testbench::interrupt;
use serde_json::{Map, Value, json};

use super::mean::Group;
use crate::error::Error;
use crate::figure::study::mean::geometric;
use crate::sim::ending::Ending;
use crate::sim::plan::Plan;
use crate::sim::record::{Record, by_kernel};

/// The baseline policy of all comparisons, under which SIMD efficiency is measured too.
pub const BASE: &str = "simt";

/// The paper whose workloads have means of their own.
const PAPER: &str = "STSIMT";

/// A kernel of a workload, with the sums of all its launches.
pub struct Kernel {
    /// The kernel's name as in the paper: the workload and a number, as in `BFS_0`.
    pub name: String,
    /// The name of the workload.
    pub workload: String,
    /// The name of the kernel in the PTX.
    pub function: String,
    /// Whether the kernel's workload is one of table II's.
    pub paper: bool,
    /// SIMD efficiency under [`BASE`]: share of a warp's threads that take part in an instruction,
    /// 0 to 1.
    pub efficiency: f64,
    /// The sums of the launches under each policy; `None` where no run has the kernel.
    runs: Vec<Option<Launch>>,
    /// Core cycles of the clusters that the kernel's CTAs went to, under each policy.
    cluster_cycles: Vec<u64>,
}

impl Kernel {
    fn read(line: &Value, policies: &[&str]) -> Option<Kernel> {
        let text = |key: &str| line[key].as_str().map(str::to_string);
        let function = text("function")?;
        let cycles = line["cycles"].as_object()?;
        let run = |policy: &&str| {
            let cycles = cycles.get(*policy)?.as_u64()?;
            Some(Launch { kernel: function.clone(), cycles, statistics: Vec::new() })
        };
        Some(Kernel {
            name: text("kernel")?,
            workload: text("workload")?,
            paper: line["paper"].as_bool()?,
            efficiency: line["efficiency"].as_f64()?,
            runs: policies.iter().map(run).collect(),
            cluster_cycles: vec![0; policies.len()],
            function: function.clone(),
        })
    }
}

/// All kernels, in the order of SIMD efficiency.
pub struct Kernels {
    policies: Vec<String>,
    all: Vec<Kernel>,
    /// Workloads that a policy cannot run: workload, policy, reason.
    refused: Vec<(String, String, String)>,
    /// Errors of the runs, in words.
    pub wrong: Vec<String>,
    /// The GPU and the scale, for titles.
    pub what: String,
}

/// A kernel and its runs under the policies of a comparison.
pub struct Compared<'a> {
    /// The kernel that is compared.
    pub kernel: &'a Kernel,
    /// The runs, in the order of the policies.
    pub runs: Vec<&'a Launch>,
    /// For each run, core cycles of the clusters that the kernel's CTAs went to, those of idle
    /// cores too.
    pub cluster_cycles: Vec<u64>,
}

/// Cores in a cluster of the GPU that the paper's simulator was configured as (D120).
const CLUSTER: u64 = 3;

/// Returns the core cycles of the clusters that a launch's CTAs go to, if each CTA takes a new
/// cluster while there is one.
fn cluster_cycles(launch: &Launch, cores: u64) -> u64 {
    let ctas = launch.get("core.ctas").unwrap_or(0);
    launch.cycles * (CLUSTER * ctas).min(cores)
}

/// Returns the name that a paper has for a workload, if that is another one: what stands in
/// brackets behind the paper's table.
fn named(paper: &str) -> Option<&str> {
    paper.split_once(" (")?.1.strip_suffix(')')
}

impl Kernels {
    /// Collects the results of a plan's runs by kernel.
    /// An interrupted sweep is an error: means over only some kernels are not comparable.
    pub fn new(plan: &Plan, endings: &[Ending]) -> Result<Kernels, Error> {
        let policies: Vec<String> = plan.policies.iter().map(|policy| policy.name().to_string()).collect();
        let whole = |record: &Record| record.run.ended == Ended::Whole;
        if interrupt::asked() {
            let done = endings.iter().filter(|ending| ending.record().is_some_and(whole)).count();
            let what = format!("{done} of {} runs had ended; the same command continues from there", endings.len());
            return Err(Error::Interrupted { what });
        }
        let what = format!("{}, scale {}", plan.configs[0].name, plan.scale);
        let mut kernels = Kernels { policies, all: Vec::new(), refused: Vec::new(), wrong: Vec::new(), what };
        for (number, workload) in plan.workloads.iter().enumerate() {
            let papers = workload.launch.iter().flat_map(|(_, description)| &description.papers);
            let paper = papers.into_iter().find(|paper| paper.starts_with(PAPER));
            let name = paper.and_then(|paper| named(paper)).unwrap_or(&workload.name);
            let first = kernels.all.len();
            for (at, (_, function)) in workload.module.kernels().enumerate() {
                kernels.all.push(Kernel {
                    name: format!("{name}_{at}"),
                    workload: workload.name.clone(),
                    function: function.name.clone(),
                    paper: paper.is_some(),
                    efficiency: f64::NAN,
                    runs: vec![None; plan.policies.len()],
                    cluster_cycles: vec![0; plan.policies.len()],
                });
            }
            for (job, ending) in plan.jobs.iter().zip(endings).filter(|(job, _)| job.workload == number) {
                let policy = plan.policy(job).name();
                match ending {
                    Ending::Done { record, .. } => {
                        let wrong = record.wrong().iter();
                        kernels.wrong.extend(wrong.map(|wrong| format!("{}, {policy}: {wrong}", workload.name)));
                        for (_, launch) in by_kernel(&record.run.launches) {
                            let kernel = kernels.all[first..].iter_mut().find(|it| it.function == launch.kernel);
                            kernel.into_iter().for_each(|kernel| kernel.runs[job.policy] = Some(launch.clone()));
                        }
                        for launch in &record.run.launches {
                            let kernel = kernels.all[first..].iter_mut().find(|it| it.function == launch.kernel);
                            let cycles = cluster_cycles(launch, u64::from(plan.configs[0].spec.core.count));
                            kernel.into_iter().for_each(|kernel| kernel.cluster_cycles[job.policy] += cycles);
                        }
                    }
                    Ending::Refused(why) => {
                        kernels.refused.push((workload.name.clone(), policy.into(), why.clone()));
                    }
                    Ending::Trouble(why) => kernels.wrong.push(format!("{}, {policy}: {why}", workload.name)),
                    Ending::Missed => {}
                }
            }
        }
        let base = kernels.policies.iter().position(|policy| policy == BASE);
        let warp = f64::from(plan.configs[0].spec.core.warp_size);
        for kernel in &mut kernels.all {
            if let Some(launch) = base.and_then(|base| kernel.runs[base].as_ref()) {
                let count = |name| launch.get(name).unwrap_or(0) as f64;
                kernel.efficiency = count("core.thread_instructions") / (count("core.instructions").max(1.0) * warp);
            }
        }
        // a kernel that was launched has an efficiency
        kernels.all.retain(|kernel| kernel.efficiency.is_finite());
        kernels.all.sort_by(|a, b| a.efficiency.total_cmp(&b.efficiency));
        Ok(kernels)
    }

    /// Reads kernels as [`data`](Kernels::data) writes them: of each policy the cycles alone.
    /// `what` names the GPU.
    ///
    /// # Errors
    ///
    /// In words: a line is no kernel, or a kernel is there twice.
    pub fn read(lines: &[Value], policies: &[&str], what: &str) -> Result<Kernels, String> {
        let mut all: Vec<Kernel> = Vec::new();
        for line in lines {
            let kernel = Kernel::read(line, policies).ok_or_else(|| format!("this is no kernel: {line}"))?;
            if all.iter().any(|other| other.name == kernel.name) {
                return Err(format!("kernel {} is there twice", kernel.name));
            }
            all.push(kernel);
        }
        all.sort_by(|a, b| a.efficiency.total_cmp(&b.efficiency));
        let policies = policies.iter().map(|policy| policy.to_string()).collect();
        Ok(Kernels { policies, all, refused: Vec::new(), wrong: Vec::new(), what: what.into() })
    }

    /// Returns the kernels that ran under all of these policies, in the order of SIMD efficiency.
    pub fn under<'a>(&'a self, policies: &[&str]) -> Vec<Compared<'a>> {
        let places: Vec<Option<usize>> =
            policies.iter().map(|policy| self.policies.iter().position(|known| known == policy)).collect();
        let compared = |kernel: &'a Kernel| {
            let runs = places.iter().map(|place| kernel.runs[(*place)?].as_ref()).collect::<Option<_>>()?;
            let cluster_cycles = places.iter().flatten().map(|place| kernel.cluster_cycles[*place]).collect();
            Some(Compared { kernel, runs, cluster_cycles })
        };
        self.all.iter().filter_map(compared).collect()
    }

    /// Returns every kernel as JSON, with its cycles under each policy that ran it.
    pub fn data(&self) -> Vec<Value> {
        let cycles = |kernel: &Kernel| -> Map<String, Value> {
            let each = self.policies.iter().zip(&kernel.runs);
            each.filter_map(|(policy, run)| Some((policy.clone(), json!(run.as_ref()?.cycles)))).collect()
        };
        let object = |kernel: &Kernel| {
            json!({
                "kernel": kernel.name, "workload": kernel.workload, "function": kernel.function, "paper": kernel.paper,
                "efficiency": kernel.efficiency, "cycles": cycles(kernel),
            })
        };
        self.all.iter().map(object).collect()
    }

    /// Returns the number of the paper's kernels, in words.
    pub fn count(&self) -> String {
        format!("{} kernels", self.all.iter().filter(|kernel| kernel.paper).count())
    }

    /// Returns notes on the workloads that are left out because one of these policies cannot run
    /// them, and why.
    pub fn left_out(&self, policies: &[&str]) -> Vec<String> {
        let mut told: Vec<&str> = Vec::new();
        let mut notes = Vec::new();
        for (workload, policy, why) in &self.refused {
            if policies.contains(&policy.as_str()) && !told.contains(&workload.as_str()) {
                told.push(workload);
                notes.push(format!("left out: {workload} ({policy}: {why})"));
            }
        }
        notes
    }
}

/// Returns the kernels of a group: those of the paper's workloads, or all.
pub fn of<'a, 'b>(kernels: &'b [Compared<'a>], group: Group, paper: bool) -> impl Iterator<Item = &'b Compared<'a>> {
    kernels.iter().filter(move |it| group.has(it.kernel.efficiency) && (it.kernel.paper || !paper))
}

/// Returns the geometric mean of a value over the kernels of a group.
pub fn mean(kernels: &[Compared], group: Group, paper: bool, value: impl Fn(&Compared) -> f64) -> Option<f64> {
    geometric(of(kernels, group, paper).map(value))
}

impl Compared<'_> {
    /// Returns the speedup of the second of two runs over the first.
    pub fn speedup(&self, against: usize, run: usize) -> f64 {
        self.runs[against].cycles.max(1) as f64 / self.runs[run].cycles.max(1) as f64
    }
}
