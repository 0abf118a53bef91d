//! What a study is made of: shapes of CTAs, and runs. It is written to a data file and read from one, so that all figures follow from the file.

use heddle_gpu::config::spec::Spec;
use heddle_gpu::study::vt_limits::{Held, Shape};
use serde_json::{Value, json};

use super::applications::{Application, Class};
use crate::figure::study::runs::{self, Subject};

/// Numbers of the GPU that shares are taken of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Machine {
    /// Cores.
    pub cores: f64,
    /// Words of registers of a core.
    pub registers: f64,
    /// Bytes of shared memory of a core.
    pub shared: f64,
    /// MSHRs of an L1 cache.
    pub mshrs: f64,
    /// DRAM channels.
    pub channels: f64,
    /// DRAM cycles in a core cycle.
    pub dram: f64,
    /// CTAs and warps that the schedulers of a core hold.
    pub scheduled: [f64; 2],
}

impl Machine {
    /// Of a specification.
    pub fn of(spec: &Spec) -> Machine {
        Machine {
            cores: spec.core.count.into(),
            registers: spec.core.registers.into(),
            shared: spec.shared.bytes.into(),
            mshrs: spec.l1.mshrs.into(),
            channels: spec.dram.channels.into(),
            dram: f64::from(spec.dram.clock) / f64::from(spec.core.clock),
            scheduled: [spec.core.ctas.into(), spec.core.warps.into()],
        }
    }

    fn to_json(self) -> Value {
        json!([self.cores, self.registers, self.shared, self.mshrs, self.channels, self.dram, self.scheduled])
    }

    fn from_json(value: &Value) -> Option<Machine> {
        let number = |n: usize| value.get(n)?.as_f64();
        Some(Machine {
            cores: number(0)?,
            registers: number(1)?,
            shared: number(2)?,
            mshrs: number(3)?,
            channels: number(4)?,
            dram: number(5)?,
            scheduled: [value.get(6)?.get(0)?.as_f64()?, value.get(6)?.get(1)?.as_f64()?],
        })
    }
}

/// CTAs of an application, and how many of them a core of each GPU holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Shaped {
    /// The application.
    pub application: &'static Application,
    /// The CTAs.
    pub shape: Shape,
    /// On the GPU of the study.
    pub fermi: Held,
    /// On a Kepler GPU.
    pub kepler: Held,
}

/// A run of an application.
pub type Ran = runs::Ran<Application>;

/// All that is found under a setting.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The setting: the size of addresses, or the user's change.
    pub name: String,
    /// It is a change.
    pub varied: bool,
    /// The study's GPU.
    pub machine: Machine,
    /// The Kepler GPU.
    pub kepler: Machine,
    /// Shapes, application by application.
    pub shapes: Vec<Shaped>,
    /// Runs.
    pub runs: Vec<Ran>,
    /// What is left out, and why.
    pub left_out: Vec<String>,
    /// What went wrong.
    pub wrong: Vec<String>,
}

impl Found {
    /// A run.
    pub fn run(&self, application: &Application, change: &str, policy: &str) -> Option<&Ran> {
        runs::find(&self.runs, application, change, policy)
    }

    /// Applications, each once, in the order of the shapes.
    pub fn applications(&self) -> Vec<&'static Application> {
        let mut all: Vec<&'static Application> = self.shapes.iter().map(|it| it.application).collect();
        all.dedup();
        all
    }

    /// An application's shapes.
    pub fn of<'a>(&'a self, application: &'a Application) -> impl Iterator<Item = &'a Shaped> {
        self.shapes.iter().filter(move |it| it.application == application)
    }

    /// Whether the scheduling limit is the lower one for some CTAs of an application here.
    pub fn is_scheduling(&self, application: &Application) -> bool {
        self.of(application).any(|it| it.fermi.scheduling < it.fermi.capacity)
    }

    /// Whether some launches of an application have virtual threads here.
    pub fn has_virtual_threads(&self, application: &Application) -> bool {
        self.of(application).any(|it| it.fermi.virtual_threads.is_some())
    }

    /// Applications that figures about Type-S are of: the paper's, and those that are S here.
    pub fn shown(&self) -> Vec<&'static Application> {
        let is = |it: &&'static Application| it.class == Class::Scheduling || self.is_scheduling(it);
        self.applications().into_iter().filter(is).collect()
    }

    /// For the data file, a line each.
    pub fn lines(&self) -> [Vec<Value>; 3] {
        let setting = json!({
            "setting": self.name, "varied": self.varied, "machine": self.machine.to_json(), "kepler": self.kepler.to_json(),
            "left_out": self.left_out, "wrong": self.wrong,
        });
        let shape = |it: &Shaped| {
            let Shape { kernel, threads, warps, registers, shared, ctas, launches } = &it.shape;
            json!({
                "setting": self.name, "application": it.application.name, "kernel": kernel, "threads": threads, "warps": warps,
                "registers": registers, "shared": shared, "ctas": ctas, "launches": launches,
                "fermi": held(&it.fermi), "kepler": held(&it.kepler),
            })
        };
        let run = |it: &Ran| {
            let mut line = json!({ "setting": self.name });
            if let (Some(line), Value::Object(run)) = (line.as_object_mut(), it.json()) {
                line.extend(run);
            }
            line
        };
        [vec![setting], self.shapes.iter().map(shape).collect(), self.runs.iter().map(run).collect()]
    }

    /// Every setting of a data file; nothing if that is not what [`Found::lines`] makes.
    pub fn read(data: &Value) -> Option<Vec<Found>> {
        let list = |name: &str| data.get(name)?.as_array();
        let (shapes, runs) = (list("shapes")?, list("runs")?);
        let setting = |line: &Value| {
            let name = text(line, "setting")?;
            let word = |it: &Value| it.as_str().map(str::to_string);
            let words = |key: &str| -> Option<Vec<String>> { line.get(key)?.as_array()?.iter().map(word).collect() };
            Some(Found {
                varied: line.get("varied")?.as_bool()?,
                machine: Machine::from_json(line.get("machine")?)?,
                kepler: Machine::from_json(line.get("kepler")?)?,
                shapes: lines_of(shapes, &name).map(shaped).collect::<Option<_>>()?,
                runs: lines_of(runs, &name).map(Ran::read).collect::<Option<_>>()?,
                left_out: words("left_out")?,
                wrong: words("wrong")?,
                name,
            })
        };
        list("settings")?.iter().map(setting).collect()
    }
}

fn lines_of<'a>(lines: &'a [Value], setting: &'a str) -> impl Iterator<Item = &'a Value> {
    lines.iter().filter(move |line| line["setting"] == setting)
}

fn text(line: &Value, key: &str) -> Option<String> {
    line.get(key)?.as_str().map(str::to_string)
}

fn held(held: &Held) -> Value {
    let Held { scheduling, by_threads, capacity, base, virtual_threads, unlimited } = held;
    let (ctas, active) = (virtual_threads.map(|(ctas, _)| ctas), virtual_threads.map(|(_, active)| active));
    json!({
        "scheduling": scheduling, "by_threads": by_threads, "capacity": capacity, "base": base, "vt": ctas, "active": active,
        "max": unlimited,
    })
}

fn read_held(value: &Value) -> Option<Held> {
    let number = |key: &str| value.get(key)?.as_u64();
    Some(Held {
        scheduling: number("scheduling")?,
        by_threads: value.get("by_threads")?.as_bool()?,
        capacity: number("capacity")?,
        base: number("base")?,
        virtual_threads: number("vt").zip(number("active")),
        unlimited: number("max")?,
    })
}

fn shaped(line: &Value) -> Option<Shaped> {
    let number = |key: &str| line.get(key)?.as_u64();
    Some(Shaped {
        application: Application::named(&text(line, "application")?)?,
        shape: Shape {
            kernel: text(line, "kernel")?,
            threads: u32::try_from(number("threads")?).ok()?,
            warps: number("warps")?,
            registers: u32::try_from(number("registers")?).ok()?,
            shared: number("shared")?,
            ctas: number("ctas")?,
            launches: number("launches")?,
        },
        fermi: read_held(line.get("fermi")?)?,
        kepler: read_held(line.get("kepler")?)?,
    })
}
