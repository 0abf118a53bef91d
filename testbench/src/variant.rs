//! A variant of a preset, with some of its numbers changed: Verilog and throughput, without a
//! model.

use heddle_block::{Config, ConfigError, Value};

use crate::bench::Bench;
use crate::lockstep::{Random, golden_run};

/// Cycles of random stimulus in which operations are counted.
const CYCLES: u64 = 10_000;

/// A variant: a preset with some of its numbers changed.
pub struct Variant {
    /// The variant's Verilog; `None` unless its RTL is compiled.
    pub verilog: Option<String>,
    throughput: Box<dyn Fn() -> Option<f64> + Send + Sync>,
}

impl Variant {
    /// Returns the operations a cycle on the golden model, by
    /// [`Work::throughput`](crate::bench::Work::throughput); `None` if the stimulus cannot be run.
    pub fn throughput(&self) -> Option<f64> {
        (self.throughput)()
    }
}

/// The error of a change to a preset that is not possible.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum VaryError {
    /// No number has this name.
    #[error("`{name}` is not a number of {unit}'s configuration")]
    Name {
        /// The unit.
        unit: &'static str,
        /// The name.
        name: String,
        /// The existing names.
        known: Vec<&'static str>,
    },
    /// The contract refuses the configuration.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

/// Creates a variant of a preset: each change gives a number's name and its new value.
pub fn vary<B: Bench>(preset: &B::Config, changes: &[(String, u32)]) -> Result<Variant, VaryError> {
    let mut cfg = preset.clone();
    for (name, value) in changes {
        *cfg.number(name).ok_or_else(|| unknown::<B>(preset, name))? = *value;
    }
    cfg.check()?;
    let verilog = B::verilog(&cfg);
    Ok(Variant { verilog, throughput: Box::new(move || B::throughput(&cfg)) })
}

fn unknown<B: Bench>(preset: &B::Config, name: &str) -> VaryError {
    let parameters = preset.parameters().into_iter();
    let known =
        parameters.filter(|(name, value)| matches!(value, Value::Number(_)) && preset.clone().number(name).is_some());
    VaryError::Name { unit: B::NAME, name: name.to_string(), known: known.map(|(name, _)| name).collect() }
}

/// Returns the operations a cycle, of all that [`Work::WORK`](crate::bench::Work::WORK) names,
/// under random stimulus.
pub(crate) fn by_chance<B: Bench>(cfg: &B::Config) -> Option<f64> {
    let mut done = 0;
    let mut source = Random::<B>::new(cfg, 1, 0, CYCLES);
    golden_run::<B>(cfg, &mut source, |_, _, i, o| B::work(cfg, i, o, &mut |_, times| done += times)).ok()?;
    Some(done as f64 / CYCLES as f64)
}
