//! Parsers of argument values, and the errors with which they refuse a value.

use std::time::Duration;

use heddle_synth::fpga::Device;

/// Reasons why the value of an argument is refused; the message says what is allowed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ValueError {
    /// The value is not a duration.
    #[error("{0}: write a time as in 30s, 10m, 2h")]
    Duration(humantime::DurationError),
    /// The duration is less than one second, in which nothing runs.
    #[error("the time is too short: give one second (1s) or more")]
    NoTime,
    /// The number of cycles is zero.
    #[error("there is nothing to run: give one cycle or more")]
    NoCycles,
    /// The value is not a number of cycles within the bounds.
    #[error("give a number of cycles, 1 to {most}, as in 500000, 500k, 20M, 1G")]
    Cycles {
        /// The largest number of cycles that is allowed.
        most: u64,
    },
    /// The value is not a time in ns within the bounds.
    #[error("give a time in ns, 0.01 to 1000")]
    Nanoseconds,
    /// The value is not a part of a core within the bounds.
    #[error("give the part of the core that cells fill, 0.05 to 0.95")]
    Utilisation,
    /// The value is not a frequency in MHz within the bounds.
    #[error("give a number of MHz, 1 to 100000")]
    Megahertz,
    /// The value is not an FPGA that nextpnr knows.
    #[error("there are {}, each of speed grade -6, -7 and -8, as in LFE5U-85F-8", Device::ALL.map(|device| device.name).join(", "))]
    Device,
    /// The value is not the name of a module.
    #[error("give the name of a module, as in 'lane$execute$alu$0$shr'")]
    Module,
    /// The value is not a name with a value.
    #[error("give a name, or a name and a value as in NAME=VALUE")]
    Define,
    /// The value is not a seed.
    #[error("give a number, 0 to {}", u64::MAX)]
    Seed,
}

/// Parses a time of a second or more, as in 30s, 10m, 2h.
pub fn duration(text: &str) -> Result<Duration, ValueError> {
    let time = humantime::parse_duration(text).map_err(ValueError::Duration)?;
    if time < Duration::from_secs(1) { Err(ValueError::NoTime) } else { Ok(time) }
}

/// Parses the name of a Verilog module.
pub fn module(text: &str) -> Result<String, ValueError> {
    let name = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$'));
    if name { Ok(text.to_owned()) } else { Err(ValueError::Module) }
}

/// Returns a name and its value, which is empty where none is given.
pub fn define(text: &str) -> Result<(String, String), ValueError> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    Ok((module(name).map_err(|_| ValueError::Define)?, value.to_owned()))
}

/// Parses a number from 1 to 1000.
pub fn small(text: &str) -> Result<usize, ValueError> {
    text.parse().ok().filter(|n| (1..=1000).contains(n)).ok_or(ValueError::Cycles { most: 1000 })
}

/// Parses a time in ns, 0.01 to 1000.
pub fn nanoseconds(text: &str) -> Result<f64, ValueError> {
    text.parse().ok().filter(|ns| (0.01..=1000.0).contains(ns)).ok_or(ValueError::Nanoseconds)
}

/// Parses the part of a core that cells fill, 0.05 to 0.95.
pub fn utilisation(text: &str) -> Result<f64, ValueError> {
    text.parse().ok().filter(|part| (0.05..=0.95).contains(part)).ok_or(ValueError::Utilisation)
}

/// Parses a number of cycles, 1 or more, as in 500000, 500k, 20M, 1G.
pub fn cycles(text: &str) -> Result<u64, ValueError> {
    let (number, unit) = match text.as_bytes().last() {
        Some(b'k') => (&text[..text.len() - 1], 1_000),
        Some(b'M') => (&text[..text.len() - 1], 1_000_000),
        Some(b'G') => (&text[..text.len() - 1], 1_000_000_000),
        _ => (text, 1),
    };
    match number.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)) {
        Some(0) => Err(ValueError::NoCycles),
        Some(cycles) => Ok(cycles),
        None => Err(ValueError::Cycles { most: u64::MAX }),
    }
}

/// Parses a number as [`cycles`] does, or 0.
pub fn some_or_none(text: &str) -> Result<u64, ValueError> {
    if text == "0" { Ok(0) } else { cycles(text) }
}

/// Parses a number of cycles, at most 1 000 000: the stimulus of more does not fit in memory.
pub fn some_cycles(text: &str) -> Result<u64, ValueError> {
    let most = 1_000_000;
    cycles(text).ok().filter(|cycles| *cycles <= most).ok_or(ValueError::Cycles { most })
}

/// Parses a frequency in MHz, 1 to 100000.
pub fn megahertz(text: &str) -> Result<f64, ValueError> {
    text.parse().ok().filter(|f| (1.0..=100_000.0).contains(f)).ok_or(ValueError::Megahertz)
}

/// Parses the name of an FPGA that nextpnr knows.
pub fn device(text: &str) -> Result<Device, ValueError> {
    Device::named(text).ok_or(ValueError::Device)
}

/// Parses a seed.
pub fn seed(text: &str) -> Result<u64, ValueError> {
    text.parse().map_err(|_| ValueError::Seed)
}
