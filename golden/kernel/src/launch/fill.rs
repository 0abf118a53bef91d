//! The conversion of a description's numbers and initial contents to data.

use super::data::{Cell, Data};
use super::description::{Contents, Fill, Number};
use super::expression::evaluate;
use super::{LaunchError, Sizes};

/// The greatest size of a buffer in bytes.
const MOST_BYTES: i64 = 2 << 30;

/// The file and the sizes that a number is evaluated with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context<'a> {
    pub file: &'a str,
    pub sizes: &'a Sizes,
}

impl Context<'_> {
    pub fn error(&self, key: &str, reason: impl Into<String>) -> LaunchError {
        LaunchError::Value { file: self.file.into(), key: key.into(), reason: reason.into() }
    }

    pub fn whole(&self, key: &str, number: &Number) -> Result<i64, LaunchError> {
        match number {
            Number::Whole(value) => Ok(*value),
            Number::Float(value) => Err(self.error(key, format!("a whole number is expected, not {value}"))),
            Number::Expression(text) => evaluate(text, self.sizes).map_err(|error| self.error(key, error.to_string())),
        }
    }

    pub fn float(&self, key: &str, number: &Number) -> Result<f64, LaunchError> {
        match number {
            Number::Float(value) => Ok(*value),
            // a fraction in a string, as TOML has no 1e400 and no NaN with a sign in one word
            Number::Expression(text) if text.parse::<f64>().is_ok() && text.parse::<i64>().is_err() => {
                Ok(text.parse().expect("it was tried"))
            }
            number => Ok(self.whole(key, number)? as f64),
        }
    }

    /// Returns a whole number from `least` to `most`; an error for any other.
    pub fn within(&self, key: &str, number: &Number, least: i64, most: i64) -> Result<i64, LaunchError> {
        let value = self.whole(key, number)?;
        if (least..=most).contains(&value) {
            Ok(value)
        } else {
            Err(self.error(key, format!("{value}: from {least} to {most} is expected")))
        }
    }

    /// Returns the number of elements of a buffer or symbol, and the size of one in bytes.
    pub fn extent(&self, key: &str, contents: &Contents) -> Result<(u64, u64), LaunchError> {
        let none = Data::zeros(&contents.ty, 0);
        let bytes = none.ok_or_else(|| {
            let known = super::data::TYPES.join(", ");
            self.error(&format!("{key}.type"), format!("there is no type `{}`; there are {known}", contents.ty))
        })?;
        let element = bytes.element_bytes();
        let count = self.within(&format!("{key}.count"), &contents.count, 0, MOST_BYTES / i64::from(element))?;
        Ok((count as u64, element.into()))
    }

    /// Creates the contents of a buffer or symbol; zeros where the host or a matrix fills them.
    pub fn contents(&self, key: &str, contents: &Contents) -> Result<Data, LaunchError> {
        let (count, _) = self.extent(key, contents)?;
        let mut data = Data::zeros(&contents.ty, count as usize).expect("the type was found");
        self.fill(&format!("{key}.fill"), &contents.fill, &mut data)?;
        Ok(data)
    }

    /// Fills the elements as the initial contents say; elements without a value stay as they are.
    pub fn fill(&self, key: &str, fill: &Fill, data: &mut Data) -> Result<(), LaunchError> {
        match fill {
            Fill::Zeros | Fill::Host | Fill::Matrix(_) => {}
            Fill::File { name, read } => {
                let unread = || self.error(key, format!("{name} was not read: see `Description::files`"));
                let bytes = read.as_deref().ok_or_else(unread)?;
                let wanted = data.len() * data.element_bytes() as usize;
                if bytes.len() != wanted {
                    let (count, ty) = (data.len(), data.type_name());
                    let why = format!("{name} has {} bytes, but {count} elements of {ty} have {wanted}", bytes.len());
                    return Err(self.error(key, why));
                }
                data.read_back(bytes);
            }
            Fill::Value(value) => {
                let cell = self.cell(key, value, data)?;
                data.set_all(|_| cell);
            }
            Fill::Values(values) => {
                if values.len() > data.len() {
                    return Err(self.error(key, format!("{} values, but {} elements", values.len(), data.len())));
                }
                for (index, value) in values.iter().enumerate() {
                    let cell = self.cell(&format!("{key}.values[{index}]"), value, data)?;
                    data.set(index, cell);
                }
            }
            Fill::Progression { start, step } if data.is_float() => {
                let (start, step) = (self.float(key, start)?, self.float(key, step)?);
                data.set_all(|index| Cell::Float(start + step * index as f64));
            }
            Fill::Progression { start, step } => {
                let (start, step) = (self.whole(key, start)?, self.whole(key, step)?);
                data.set_all(|index| Cell::Whole(start.wrapping_add(step.wrapping_mul(index as i64))));
            }
            Fill::Random { seed, low, high } if data.is_float() => {
                let (low, high) = (self.float(key, low)?, self.float(key, high)?);
                data.set_all(|index| {
                    Cell::Float(low + (high - low) * (random(*seed, index) >> 40) as f64 / f64::from(1 << 24))
                });
            }
            Fill::Random { seed, low, high } => {
                let (low, high) = (self.whole(key, low)?, self.whole(key, high)?);
                if low > high {
                    return Err(self.error(key, format!("low = {low} lies above high = {high}")));
                }
                let span = i128::from(high) - i128::from(low) + 1;
                data.set_all(|index| {
                    let offset = (u128::from(random(*seed, index)) * span as u128) >> 64;
                    Cell::Whole((i128::from(low) + offset as i128) as i64)
                });
            }
        }
        Ok(())
    }

    /// Returns a number as an element; an error if the element's bits do not hold it.
    pub fn cell(&self, key: &str, number: &Number, data: &Data) -> Result<Cell, LaunchError> {
        if data.is_float() {
            return self.float(key, number).map(Cell::Float);
        }
        let (whole, bits) = (self.whole(key, number)?, 8 * data.element_bytes());
        // signed or not
        if bits < 64 && !(-1 << (bits - 1)..1 << bits).contains(&whole) {
            return Err(self.error(key, format!("{whole} does not fit in an element of {bits} bits")));
        }
        Ok(Cell::Whole(whole))
    }
}

/// Returns element `index` of the random numbers of a seed: a counter through a mixer (splitmix64),
/// so that elements are independent.
fn random(seed: u64, index: usize) -> u64 {
    let mut x =
        seed.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add((index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
