//! The data of VWS's study: runs, which are written to a data file and read back, so that figures
//! need no new runs.

use serde_json::Value;

use super::programs::{Class, Program};
use super::runs::BASE;
pub use crate::figure::study::compare::Key;
use crate::figure::study::data;
use crate::figure::study::mean::{arithmetic, harmonic};
use crate::figure::study::timed::{self, Timed};

/// A timed run of a program.
pub type TimedRun = timed::TimedRun<Class>;

/// All data of VWS's study.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Measurements {
    /// The timed runs.
    pub timed: Timed<Class>,
}

impl data::Measured for Measurements {
    fn lists(&self) -> Vec<(&'static str, Vec<Value>)> {
        self.timed.lists().into()
    }

    fn read(data: &Value) -> Option<Measurements> {
        Timed::read(data).filter(|timed| !timed.runs.is_empty()).map(|timed| Measurements { timed })
    }

    fn wrong(&self) -> Vec<String> {
        self.timed.wrong.clone()
    }
}

impl Measurements {
    /// Returns the data with the runs under a change alone, as those of the study's SM.
    pub fn under(&self, varied: &str) -> Measurements {
        Measurements { timed: self.timed.under(varied) }
    }

    /// Returns the programs that ran and satisfy a condition, in the order of the list.
    pub fn programs(&self, only: impl Fn(&Program) -> bool) -> Vec<&'static Program> {
        self.timed.subjects().filter(|it| only(it)).collect()
    }

    /// Returns those of the fifteen programs of most figures that ran.
    pub fn fifteen(&self) -> Vec<&'static Program> {
        self.programs(|it| it.class != Class::Other)
    }

    /// Returns the values of a class's programs, without those that have none.
    pub fn values(&self, class: Class, value: impl Fn(&Program) -> Option<f64>) -> impl Iterator<Item = f64> {
        self.programs(|it| it.class == class).into_iter().filter_map(value)
    }

    /// Returns the run of a program by its key; `None` if there is none.
    pub fn ran(&self, of: &Program, (change, policy): Key) -> Option<&TimedRun> {
        self.timed.find(of, change, policy)
    }

    /// Returns the speedup of a run over another one; `None` if one of them is missing.
    pub fn speedup(&self, of: &Program, run: Key, over: Key) -> Option<f64> {
        self.timed.speedup(of, run, over)
    }

    /// Returns instructions fetched a cycle, from all sources together; `None` if there is no such
    /// run. The sources are gang, slice and local supply.
    pub fn fetches(&self, of: &Program, run: Key) -> Option<f64> {
        let ran = self.ran(of, run)?;
        let fetches = ["supply.gang", "supply.slice", "supply.local"].map(|name| ran.get(name)).iter().sum::<f64>();
        Some(fetches / ran.cycles.max(1) as f64)
    }

    /// Returns the share of units torn by memory divergence whose gang had all lines in L1, in
    /// percent. `None` if no unit was torn off its gang.
    pub fn torn_hits(&self, of: &Program, run: Key) -> Option<f64> {
        let ran = self.ran(of, run)?;
        let torn = ran.get("gang.torn");
        (torn > 0.0).then(|| 100.0 * ran.get("gang.torn_hits") / torn)
    }

    /// Returns the harmonic mean of speedups over a class.
    pub fn mean_speedup(&self, class: Class, run: Key, over: Key) -> Option<f64> {
        harmonic(self.values(class, |it| self.speedup(it, run, over)))
    }

    /// Returns the harmonic mean of speedups over a class, in percent above 1.
    pub fn gain(&self, class: Class, run: Key, over: Key) -> Option<f64> {
        self.mean_speedup(class, run, over).map(|mean| 100.0 * (mean - 1.0))
    }

    /// Returns the arithmetic mean of fetches a cycle over a class.
    pub fn mean_fetches(&self, class: Class, run: Key) -> Option<f64> {
        arithmetic(self.values(class, |it| self.fetches(it, run)))
    }

    /// Returns the increase of a run's mean fetches a cycle over those of another run, over a
    /// class, in percent.
    pub fn more_fetches(&self, class: Class, run: Key, than: Key) -> Option<f64> {
        Some(100.0 * (self.mean_fetches(class, run)? / self.mean_fetches(class, than)? - 1.0))
    }
}

/// Keys of the runs that others are compared with: warps of 32, warps of 4, I-VWS.
pub const WS32: Key = ("", BASE);
pub const WS4: Key = ("", "ws4");
pub const IVWS: Key = ("", "ivws");
/// Key of the run of E-VWS, whose gangs form again.
pub const EVWS: Key = ("", "evws");
