//! The data of VT's study: shapes of CTAs, and runs. They are written to a data file and read back,
//! so that figures need no new runs.

use heddle_gpu::config::spec::Spec;
use heddle_gpu::study::vt_limits::{Held, Shape};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::applications::{Application, Class};
use crate::figure::study::data;
use crate::figure::study::subjects::named;
use crate::figure::study::timed::{self, Timed};

/// Sizes of the GPU, of which figures show shares.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Number of cores.
    pub cores: f64,
    /// Register file of a core, in 32-bit words.
    pub registers: f64,
    /// Shared memory of a core, in bytes.
    pub shared: f64,
    /// Number of MSHRs of an L1 cache.
    pub mshrs: f64,
    /// Number of DRAM channels.
    pub channels: f64,
    /// DRAM cycles in a core cycle.
    pub dram: f64,
    /// DRAM cycles in which a channel moves a line of L2.
    pub line: f64,
    /// CTAs and warps that the schedulers of a core hold.
    pub scheduled: [f64; 2],
}

impl Machine {
    /// Returns the sizes of the GPU of a specification.
    pub fn of(spec: &Spec) -> Machine {
        Machine {
            cores: spec.core.count.into(),
            registers: spec.core.registers.into(),
            shared: spec.shared.bytes.into(),
            mshrs: spec.l1.mshrs.into(),
            channels: spec.dram.channels.into(),
            dram: f64::from(spec.dram.clock) / f64::from(spec.core.clock),
            line: f64::from(spec.l2.line) / f64::from(spec.dram.bus * spec.dram.rate),
            scheduled: [spec.core.ctas.into(), spec.core.warps.into()],
        }
    }
}

/// A shape of an application's CTAs, and how many of them a core of each GPU holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shaped {
    /// The application that launches the CTAs.
    #[serde(with = "named")]
    pub application: &'static Application,
    /// The user's change of the study's GPU; empty in the study itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub varied: String,
    /// The shape of the CTAs.
    #[serde(flatten)]
    pub shape: Shape,
    /// CTAs that a core of the study's GPU (Fermi) holds.
    pub fermi: Held,
    /// CTAs that a core of a Kepler GPU holds.
    pub kepler: Held,
}

/// A timed run of an application.
pub type TimedRun = timed::TimedRun<Class>;

/// The data of VT's study on one GPU.
#[derive(Debug, Clone, PartialEq)]
pub struct Measurements {
    /// Sizes of the study's GPU.
    pub machine: Machine,
    /// Sizes of the Kepler GPU.
    pub kepler: Machine,
    /// Shapes of CTAs, application by application.
    pub shapes: Vec<Shaped>,
    /// The timed runs.
    pub timed: Timed<Class>,
}

impl Measurements {
    /// Returns the run of an application under a change and a policy; `None` if there is none.
    pub fn run(&self, application: &Application, change: &str, policy: &str) -> Option<&TimedRun> {
        self.timed.find(application, change, policy)
    }

    /// Returns the applications, each once, in the order of the shapes.
    pub fn applications(&self) -> Vec<&'static Application> {
        let mut all: Vec<&'static Application> = self.shapes.iter().map(|it| it.application).collect();
        all.dedup();
        all
    }

    /// Returns the shapes of an application's CTAs.
    pub fn of<'a>(&'a self, application: &'a Application) -> impl Iterator<Item = &'a Shaped> {
        self.shapes.iter().filter(move |it| it.application == application)
    }

    /// Whether scheduling limits some CTAs of an application below their capacity on the study's
    /// GPU.
    pub fn is_scheduling(&self, application: &Application) -> bool {
        self.of(application).any(|it| it.fermi.scheduling < it.fermi.capacity)
    }

    /// Whether some launches of an application have virtual threads on the study's GPU.
    pub fn has_virtual_threads(&self, application: &Application) -> bool {
        self.of(application).any(|it| it.fermi.virtual_threads.is_some())
    }

    /// Returns the applications of figures about Type-S: those of the paper and of the study's GPU.
    pub fn shown(&self) -> Vec<&'static Application> {
        let is = |it: &&'static Application| it.class == Class::Scheduling || self.is_scheduling(it);
        self.applications().into_iter().filter(is).collect()
    }
}

/// The sizes of the GPUs of a study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gpus {
    /// The user's change of the study's GPU; empty in the study itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub varied: String,
    /// Sizes of the study's GPU.
    pub machine: Machine,
    /// Sizes of the Kepler GPU.
    pub kepler: Machine,
}

/// All data of VT's study: on the study's GPU, and under each of the user's changes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Study {
    /// The changes that all GPUs have.
    pub sets: Vec<String>,
    /// The GPUs, those of the study itself first.
    pub gpus: Vec<Gpus>,
    /// Shapes of CTAs, GPU by GPU.
    pub shapes: Vec<Shaped>,
    /// The timed runs.
    pub timed: Timed<Class>,
}

impl Study {
    /// Returns the user's changes of the study's GPU.
    pub fn changes(&self) -> Vec<String> {
        self.gpus[1..].iter().map(|gpus| gpus.varied.clone()).collect()
    }

    /// Returns the data under one of the user's changes, or of the study itself.
    ///
    /// # Panics
    ///
    /// If there is no such change.
    pub fn under(&self, varied: &str) -> Measurements {
        let Gpus { machine, kepler, .. } = self.gpus.iter().find(|gpus| gpus.varied == varied).expect("it is a change");
        let shapes = self.shapes.iter().filter(|it| it.varied == varied).cloned().collect();
        Measurements { machine: *machine, kepler: *kepler, shapes, timed: self.timed.under(varied) }
    }
}

impl data::Measured for Study {
    fn start(&self) -> Vec<(&'static str, Value)> {
        vec![("set", json!(self.sets))]
    }

    fn lists(&self) -> Vec<(&'static str, Vec<Value>)> {
        let gpus = self.gpus.iter().map(|it| json!(it)).collect();
        let shapes = self.shapes.iter().map(|it| json!(it)).collect();
        [("gpus", gpus), ("shapes", shapes)].into_iter().chain(self.timed.lists()).collect()
    }

    fn read(data: &Value) -> Option<Study> {
        let list = |name: &str| data.get(name).cloned();
        let study = Study {
            sets: serde_json::from_value(list("set")?).ok()?,
            gpus: serde_json::from_value(list("gpus")?).ok()?,
            shapes: serde_json::from_value(list("shapes")?).ok()?,
            timed: Timed::read(data)?,
        };
        study.gpus.first().is_some_and(|gpus| gpus.varied.is_empty()).then_some(study)
    }

    fn wrong(&self) -> Vec<String> {
        self.timed.wrong.clone()
    }
}
