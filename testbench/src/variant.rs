//! A variant of a preset, with some of its numbers changed: Verilog and throughput, without a
//! model.

use heddle_contract::{Config, ConfigError, Value};

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

#[cfg(test)]
mod tests {
    use heddle_contract::lane::Lane;
    use heddle_contract::slp::Slp;

    use super::*;
    use crate::units::units;

    fn preset<B: Bench>(name: &str) -> &'static B::Config {
        B::Config::preset(name).unwrap()
    }

    fn changes(changes: &[(&str, u32)]) -> Vec<(String, u32)> {
        changes.iter().map(|(name, value)| (name.to_string(), *value)).collect()
    }

    #[test]
    fn every_number_of_every_unit_can_be_changed() {
        for unit in units() {
            for (name, value) in &unit.presets[0].1 {
                let Value::Number(value) = value else { continue };
                let same = unit.vary(unit.presets[0].0, &changes(&[(name, *value as u32)]));
                assert!(same.unwrap().verilog.is_some(), "{} {name}", unit.name);
            }
        }
    }

    #[test]
    fn what_is_refused_is_named() {
        let refused = |change| vary::<Slp>(preset::<Slp>("tiny"), &changes(&[change])).err().unwrap();
        assert_eq!(
            refused(("depth", 4)),
            VaryError::Name { unit: "slp", name: "depth".into(), known: vec!["width", "warps"] }
        );
        assert!(matches!(refused(("width", 3)), VaryError::Config(error) if error.parameter == "width"));
    }

    #[test]
    fn a_variant_that_is_a_preset_has_verilog() {
        let warps = |warps| vary::<Slp>(preset::<Slp>("tiny"), &changes(&[("warps", warps)])).unwrap();
        assert!(warps(20).verilog.is_some());
        assert!(warps(21).verilog.is_none());
    }

    #[test]
    fn a_wider_lane_does_more_and_no_lane_more_than_it_is_wide() {
        let of =
            |width| vary::<Lane>(preset::<Lane>("paper"), &changes(&[("width", width)])).unwrap().throughput().unwrap();
        let (one, two) = (of(1), of(2));
        assert!(0.5 < one && one <= 1.0 && one < two && two <= 2.0, "{one}, {two}");
        // an instruction and the one that follows it want a tag each
        assert_eq!(vary::<Lane>(preset::<Lane>("paper"), &changes(&[("tags", 1)])).unwrap().throughput(), None);
    }
}
