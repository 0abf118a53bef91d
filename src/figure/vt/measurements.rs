//! The data of VT's study: shapes of CTAs, and runs. They are written to a data file and read back,
//! so that figures need no new runs.

use heddle_gpu::config::spec::Spec;
use heddle_gpu::study::vt_limits::{Held, Shape};
use serde_json::{Value, json};

use super::applications::{Application, Class};
use crate::figure::study::data;
use crate::figure::study::runs::{self, Subject};

/// Sizes of the GPU, of which figures show shares.
#[derive(Debug, Clone, Copy, PartialEq)]
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

    fn to_json(self) -> Value {
        json!([
            self.cores,
            self.registers,
            self.shared,
            self.mshrs,
            self.channels,
            self.dram,
            self.scheduled,
            self.line
        ])
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
            line: number(7)?,
        })
    }
}

/// A shape of an application's CTAs, and how many of them a core of each GPU holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Shaped {
    /// The application that launches the CTAs.
    pub application: &'static Application,
    /// The shape of the CTAs.
    pub shape: Shape,
    /// CTAs that a core of the study's GPU (Fermi) holds.
    pub fermi: Held,
    /// CTAs that a core of a Kepler GPU holds.
    pub kepler: Held,
}

/// A timed run of an application.
pub type TimedRun = runs::TimedRun<Application>;

/// All data of VT's study under one setting.
#[derive(Debug, Clone, PartialEq)]
pub struct Measurements {
    /// The setting: the size of addresses, or the user's change.
    pub name: String,
    /// Whether the setting is a change.
    pub varied: bool,
    /// Sizes of the study's GPU.
    pub machine: Machine,
    /// Sizes of the Kepler GPU.
    pub kepler: Machine,
    /// Shapes of CTAs, application by application.
    pub shapes: Vec<Shaped>,
    /// The timed runs.
    pub runs: Vec<TimedRun>,
    /// The applications that are left out, each with the reason.
    pub left_out: Vec<String>,
    /// Errors of the runs, in words.
    pub wrong: Vec<String>,
}

impl Measurements {
    /// Returns the run of an application under a change and a policy; `None` if there is none.
    pub fn run(&self, application: &Application, change: &str, policy: &str) -> Option<&TimedRun> {
        runs::find(&self.runs, application, change, policy)
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

    /// Returns the lines of the data file: setting, shapes and runs.
    fn lines(&self) -> [Vec<Value>; 3] {
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
        let run = |it: &TimedRun| {
            let mut line = json!({ "setting": self.name });
            if let (Some(line), Value::Object(run)) = (line.as_object_mut(), it.json()) {
                line.extend(run);
            }
            line
        };
        [vec![setting], self.shapes.iter().map(shape).collect(), self.runs.iter().map(run).collect()]
    }
}

/// The data of VT's study under every setting.
pub struct Settings {
    /// The data, setting by setting.
    pub each: Vec<Measurements>,
    /// The user's changes of the GPU.
    pub sets: Vec<String>,
}

impl data::Measured for Settings {
    const WHAT: &'static str = "gpu";

    fn start(&self) -> Vec<(&'static str, Value)> {
        vec![("set", json!(self.sets))]
    }

    fn lists(&self) -> Vec<(&'static str, Vec<Value>)> {
        let mut lists: [Vec<Value>; 3] = Default::default();
        for found in &self.each {
            lists.iter_mut().zip(found.lines()).for_each(|(all, more)| all.extend(more));
        }
        ["settings", "shapes", "runs"].into_iter().zip(lists).collect()
    }

    fn read(data: &Value) -> Option<Settings> {
        let list = |name: &str| data.get(name)?.as_array();
        let (shapes, runs) = (list("shapes")?, list("runs")?);
        let setting = |line: &Value| {
            let name = text(line, "setting")?;
            let word = |it: &Value| it.as_str().map(str::to_string);
            let words = |key: &str| -> Option<Vec<String>> { line.get(key)?.as_array()?.iter().map(word).collect() };
            Some(Measurements {
                varied: line.get("varied")?.as_bool()?,
                machine: Machine::from_json(line.get("machine")?)?,
                kepler: Machine::from_json(line.get("kepler")?)?,
                shapes: lines_of(shapes, &name).map(shaped).collect::<Option<_>>()?,
                runs: lines_of(runs, &name).map(TimedRun::read).collect::<Option<_>>()?,
                left_out: words("left_out")?,
                wrong: words("wrong")?,
                name,
            })
        };
        let each: Vec<Measurements> = list("settings")?.iter().map(setting).collect::<Option<_>>()?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let sets = list("set").map_or(Vec::new(), |sets| sets.iter().map(text).collect());
        (!each.is_empty()).then_some(Settings { each, sets })
    }

    fn wrong(&self) -> Vec<String> {
        let named = |found: &Measurements| {
            found.wrong.iter().map(|wrong| format!("{}: {wrong}", found.name)).collect::<Vec<_>>()
        };
        self.each.iter().flat_map(named).collect()
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
