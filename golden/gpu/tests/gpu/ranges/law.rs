//! Tests of monotonicity: no delay made longer, and no port, buffer or unit made smaller, makes a
//! run faster.

use std::collections::BTreeMap;
use std::fmt;

use heddle_gpu::config::spec::{Effect, Key};

use super::case::{Case, number};
use super::judge::Outcome;

/// Part of the time by which a run may be faster all the same.
const SLACK: f64 = 0.02;

/// A value of a key and the time that a run takes with it, in core cycles of the GPU as it is.
type Timed = (u64, f64);

/// A run that is faster than it may be: that with the value `worse` takes less time than that with
/// `better`.
#[derive(Debug, Clone, PartialEq)]
pub struct Breach {
    pub of: Case,
    pub key: &'static Key,
    pub better: Timed,
    pub worse: Timed,
}

impl Breach {
    /// Part of the time that the run with the worse value saves.
    pub fn saves(&self) -> f64 {
        1.0 - self.worse.1 / self.better.1
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Breach { of, key, better: (better, long), worse: (worse, short) } = self;
        write!(f, "{:5.1} % {of}: {key} = {better} -> {worse}, {long:.0} -> {short:.0} cycles", 100.0 * self.saves())
    }
}

/// Returns the worst breach of each key, GPU, policy and program, the worst first. A run that was
/// too slow to end takes longer than any other.
pub fn breaches(judged: &[(Case, Outcome)]) -> Vec<Breach> {
    let as_it_is: BTreeMap<String, &Outcome> = judged
        .iter()
        .filter(|(case, _)| case.change.is_none())
        .map(|(case, outcome)| (case.to_string(), outcome))
        .collect();
    let mut groups: BTreeMap<(String, String), (Case, &Key, Vec<Timed>)> = BTreeMap::new();
    for (case, outcome) in judged {
        let Some((key, value)) = case.change else { continue };
        let of = Case { change: None, ..*case };
        let (_, _, times) = groups.entry((of.to_string(), key.to_string())).or_insert_with(|| {
            let time = || time(&of, key, number(of.gpu, key)?, as_it_is.get(&of.to_string())?);
            (of, key, time().into_iter().collect())
        });
        times.extend(time(case, key, value, outcome));
    }
    let worst = |(of, key, mut times): (Case, &'static Key, Vec<Timed>)| {
        times.sort_by_key(|(value, _)| *value);
        if key.more? == Effect::Faster {
            times.reverse();
        }
        let pairs =
            times.iter().enumerate().flat_map(|(n, better)| times[n..].iter().map(move |worse| (*better, *worse)));
        let all = pairs.map(|(better, worse)| Breach { of, key, better, worse });
        all.filter(|breach| breach.saves() > SLACK).max_by(|one, other| one.saves().total_cmp(&other.saves()))
    };
    let mut found: Vec<Breach> = groups.into_values().filter_map(worst).collect();
    found.sort_by(|one, other| other.saves().total_cmp(&one.saves()));
    found
}

/// Returns the value and the time of a run; `None` if it did not run. Cycles are of the cores'
/// clock, which is a key, too.
fn time(case: &Case, key: &Key, value: u64, outcome: &Outcome) -> Option<Timed> {
    let cycles = match outcome {
        Outcome::Ran(cycles) => *cycles as f64,
        Outcome::Slow => f64::INFINITY,
        Outcome::Refused(_) | Outcome::Failed(_) => return None,
    };
    let is_clock = (key.section, key.name) == ("core", "clock");
    let period = if is_clock { number(case.gpu, key)? as f64 / value as f64 } else { 1.0 };
    Some((value, cycles * period))
}
