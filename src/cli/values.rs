//! Parsers of the values of arguments about programs and the GPU, and the errors with which they
//! refuse a value.

use heddle_workloads::Address;

/// Reasons why the value of an argument is refused; the message says what is allowed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ValueError {
    /// The value is not a size of addresses in bits.
    #[error("addresses have 32 or 64 bits")]
    Address,
    /// The value is not a warp size.
    #[error("a warp has 1, 2, 4, 8, 16 or 32 threads")]
    WarpSize,
    /// The value does not name launches by their numbers.
    #[error("give launches by their numbers from 0, as in 100..110 (which is ten), 100.. or 100")]
    Launches,
}

/// Returns the number of the first launch, and of the one behind the last.
pub fn launches(text: &str) -> Result<(u64, Option<u64>), ValueError> {
    let number = |text: &str| text.parse::<u64>().map_err(|_| ValueError::Launches);
    let Some((from, to)) = text.split_once("..") else {
        let only = number(text)?;
        return Ok((only, Some(only.checked_add(1).ok_or(ValueError::Launches)?)));
    };
    let from = if from.is_empty() { 0 } else { number(from)? };
    let to = if to.is_empty() { None } else { Some(number(to)?) };
    if to.is_some_and(|to| to <= from) { Err(ValueError::Launches) } else { Ok((from, to)) }
}

pub fn address(text: &str) -> Result<Address, ValueError> {
    Address::EACH.into_iter().find(|address| address.bits().to_string() == text).ok_or(ValueError::Address)
}

pub fn warp_size(text: &str) -> Result<u32, ValueError> {
    let size = text.parse().ok().filter(|size: &u32| *size <= 32 && size.is_power_of_two());
    size.ok_or(ValueError::WarpSize)
}
