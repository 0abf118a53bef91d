//! Values of arguments: what each may be.

use std::time::Duration;

use heddle_workloads::Address;

/// Why a value is refused: what it may be.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ValueError {
    /// Not a duration.
    #[error("{0}: as in 30s, 10m, 2h")]
    Duration(humantime::DurationError),
    /// A duration in which nothing runs.
    #[error("nothing to run: one second (1s) or more")]
    NoTime,
    /// No cycles.
    #[error("nothing to run: one cycle or more")]
    NoCycles,
    /// Not a number of cycles in these bounds.
    #[error("a number of cycles, 1 to {most}, as in 500000, 500k, 20M, 1G")]
    Cycles {
        /// The largest.
        most: u64,
    },
    /// Not a time in ns in the bounds.
    #[error("a time in ns, 0.01 to 1000")]
    Nanoseconds,
    /// Not a size of addresses.
    #[error("32 or 64 bits")]
    Address,
    /// Not a warp size.
    #[error("1, 2, 4, 8, 16 or 32")]
    WarpSize,
    /// Not a frequency in the bounds.
    #[error("a number of MHz, 1 to 100000")]
    Megahertz,
    /// Not a seed.
    #[error("a number, 0 to {}", u64::MAX)]
    Seed,
}

pub fn duration(text: &str) -> Result<Duration, ValueError> {
    let time = humantime::parse_duration(text).map_err(ValueError::Duration)?;
    if time < Duration::from_secs(1) { Err(ValueError::NoTime) } else { Ok(time) }
}

pub fn small(text: &str) -> Result<usize, ValueError> {
    text.parse().ok().filter(|n| (1..=1000).contains(n)).ok_or(ValueError::Cycles { most: 1000 })
}

pub fn nanoseconds(text: &str) -> Result<f64, ValueError> {
    text.parse().ok().filter(|ns| (0.01..=1000.0).contains(ns)).ok_or(ValueError::Nanoseconds)
}

pub fn address(text: &str) -> Result<Address, ValueError> {
    Address::EACH.into_iter().find(|address| address.bits().to_string() == text).ok_or(ValueError::Address)
}

pub fn warp_size(text: &str) -> Result<u32, ValueError> {
    let size = text.parse().ok().filter(|size: &u32| *size <= 32 && size.is_power_of_two());
    size.ok_or(ValueError::WarpSize)
}

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

/// A wave of more does not fit on a disk.
pub fn some_cycles(text: &str) -> Result<u64, ValueError> {
    let most = 100_000;
    cycles(text).ok().filter(|cycles| *cycles <= most).ok_or(ValueError::Cycles { most })
}

pub fn megahertz(text: &str) -> Result<f64, ValueError> {
    text.parse().ok().filter(|f| (1.0..=100_000.0).contains(f)).ok_or(ValueError::Megahertz)
}

pub fn seed(text: &str) -> Result<u64, ValueError> {
    text.parse().map_err(|_| ValueError::Seed)
}
