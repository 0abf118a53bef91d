//! What the figures are made of: runs. They are written to a data file and read from one, so that all figures follow from the file.

use serde_json::{Value, json};

use super::programs::{Class, Program};
use super::runs::BASE;
use crate::figure::study::mean::{arithmetic, harmonic};
use crate::figure::study::runs;

/// A run of a program.
pub type Ran = runs::Ran<Program>;

/// A run by the figure's change and the policy.
pub type Key = (&'static str, &'static str);

/// All runs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Found {
    /// Runs.
    pub runs: Vec<Ran>,
    /// What is left out: the program, the figure's change, and why.
    pub left_out: Vec<(String, String, String)>,
    /// What went wrong.
    pub wrong: Vec<String>,
}

impl Found {
    /// For the data file: runs, what is left out, and what went wrong, a line each.
    pub fn lines(&self) -> [(&'static str, Vec<Value>); 3] {
        [
            ("runs", self.runs.iter().map(Ran::json).collect()),
            ("left_out", self.left_out.iter().map(|it| json!(it)).collect()),
            ("wrong", self.wrong.iter().map(|it| json!(it)).collect()),
        ]
    }

    /// What a data file holds; nothing if that is not what [`Found::lines`] makes.
    pub fn read(data: &Value) -> Option<Found> {
        let list = |name: &str| data.get(name)?.as_array();
        let word = |it: &Value| it.as_str().map(str::to_string);
        let left_out = |it: &Value| {
            let words: Vec<String> = it.as_array()?.iter().map(word).collect::<Option<_>>()?;
            let [program, change, why]: [String; 3] = words.try_into().ok()?;
            Some((program, change, why))
        };
        Some(Found {
            runs: list("runs")?.iter().map(Ran::read).collect::<Option<_>>()?,
            left_out: list("left_out")?.iter().map(left_out).collect::<Option<_>>()?,
            wrong: list("wrong")?.iter().map(word).collect::<Option<_>>()?,
        })
    }

    /// Whether a program is left out under a change.
    pub fn is_left_out(&self, program: &Program, change: &str) -> bool {
        self.left_out.iter().any(|(name, of, _)| name == program.name && of == change)
    }

    /// Notes of what is left out.
    pub fn notes(&self) -> Vec<String> {
        let with = |change: &str| if change.is_empty() { String::new() } else { format!(" with {change}") };
        self.left_out.iter().map(|(name, change, why)| format!("left out: {name}{} ({why})", with(change))).collect()
    }

    /// Programs that ran, in their order.
    pub fn programs(&self, only: impl Fn(&Program) -> bool) -> Vec<&'static Program> {
        let ran = |it: &&'static Program| only(it) && self.runs.iter().any(|ran| ran.of == *it);
        <Program as runs::Subject>::ALL.iter().filter(ran).collect()
    }

    /// The fifteen of most figures, as far as they ran.
    pub fn fifteen(&self) -> Vec<&'static Program> {
        self.programs(|it| it.class != Class::Other)
    }

    /// A value of each program of a class that has it.
    pub fn values(&self, class: Class, value: impl Fn(&Program) -> Option<f64>) -> impl Iterator<Item = f64> {
        self.programs(|it| it.class == class).into_iter().filter_map(value)
    }

    /// A run.
    pub fn ran(&self, of: &Program, (change, policy): Key) -> Option<&Ran> {
        runs::find(&self.runs, of, change, policy)
    }

    /// How much faster a run is than another one.
    pub fn speedup(&self, of: &Program, run: Key, over: Key) -> Option<f64> {
        let (run, over) = (self.ran(of, run)?, self.ran(of, over)?);
        Some(over.cycles.max(1) as f64 / run.cycles.max(1) as f64)
    }

    /// Instructions fetched a cycle, from wherever.
    pub fn fetches(&self, of: &Program, run: Key) -> Option<f64> {
        let ran = self.ran(of, run)?;
        let fetches = ["supply.gang", "supply.slice", "supply.local"].map(|name| ran.get(name)).iter().sum::<f64>();
        Some(fetches / ran.cycles.max(1) as f64)
    }

    /// Of the units of a run that memory divergence tore, those of gangs whose lines were all in L1, in percent; none if none was torn.
    pub fn torn_hits(&self, of: &Program, run: Key) -> Option<f64> {
        let ran = self.ran(of, run)?;
        let torn = ran.get("gang.torn");
        (torn > 0.0).then(|| 100.0 * ran.get("gang.torn_hits") / torn)
    }

    /// The harmonic mean of speedups over a class.
    pub fn mean_speedup(&self, class: Class, run: Key, over: Key) -> Option<f64> {
        harmonic(self.values(class, |it| self.speedup(it, run, over)))
    }

    /// The same over the baseline, in percent above 1.
    pub fn gain(&self, class: Class, run: Key, over: Key) -> Option<f64> {
        self.mean_speedup(class, run, over).map(|mean| 100.0 * (mean - 1.0))
    }

    /// The arithmetic mean over a class of fetches a cycle.
    pub fn mean_fetches(&self, class: Class, run: Key) -> Option<f64> {
        arithmetic(self.values(class, |it| self.fetches(it, run)))
    }

    /// How many more fetches a cycle a run makes in the mean over a class, in percent.
    pub fn more_fetches(&self, class: Class, run: Key, than: Key) -> Option<f64> {
        Some(100.0 * (self.mean_fetches(class, run)? / self.mean_fetches(class, than)? - 1.0))
    }
}

/// Runs that others are held against: warps of 32, warps of 4, I-VWS.
pub const WS32: Key = ("", BASE);
pub const WS4: Key = ("", "ws4");
pub const IVWS: Key = ("", "ivws");
/// The same with gangs that form again.
pub const EVWS: Key = ("", "evws");
