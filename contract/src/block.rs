//! What every unit has: a name, a configuration, ports in and ports out.

use std::fmt::{self, Debug, Display, Formatter};

/// A unit, seen from outside.
pub trait Block: Sized + 'static {
    /// The unit's name: the same in every room of the house and on the command line.
    const NAME: &'static str;
    /// The paper and its sections.
    const SOURCE: &'static str;
    /// Parameters.
    type Config: Config;
    /// Everything that enters in one cycle. Its first port is `reset`.
    type In: Ports<Config = Self::Config>;
    /// Everything that leaves in one cycle.
    type Out: Ports<Config = Self::Config>;
}

/// The parameters of a unit.
pub trait Config: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The named configurations: each one has RTL, stimulus and a place in every check.
    fn presets() -> &'static [(&'static str, Self)];
    /// The configuration of this name.
    fn preset(name: &str) -> Option<&'static Self> {
        Self::presets().iter().find(|(preset, _)| *preset == name).map(|(_, cfg)| cfg)
    }
    /// Refuses sizes that mean nothing, with the reason.
    fn check(&self) -> Result<(), ConfigError>;
    /// Every parameter with its value, in the order in which the contract documents them.
    fn parameters(&self) -> Vec<(&'static str, Value)>;
    /// The number of this name, to be changed; nothing, if no parameter of this name is a number.
    fn number(&mut self, name: &str) -> Option<&mut u32>;
}

/// Writes [`Config::number`] from the names of the fields that are numbers.
macro_rules! numbers {
    ($($name:ident),*) => {
        fn number(&mut self, name: &str) -> Option<&mut u32> {
            match name {
                $(stringify!($name) => Some(&mut self.$name),)*
                _ => None,
            }
        }
    };
}
pub(crate) use numbers;

/// What a parameter is set to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// A size.
    Number(u64),
    /// One of a few ways.
    Way(&'static str),
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Value::Number(number.into())
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Value::Number(number) => Display::fmt(number, f),
            Value::Way(name) => Display::fmt(name, f),
        }
    }
}

/// A configuration that can not be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{parameter} = {value}: {reason}")]
pub struct ConfigError {
    /// The parameter at fault.
    pub parameter: &'static str,
    /// Its value.
    pub value: u64,
    /// What is wrong with it, and what would be right.
    pub reason: String,
}

/// Refuses a parameter, with the reason.
pub(crate) fn refuse(parameter: &'static str, value: u32, reason: String) -> Result<(), ConfigError> {
    Err(ConfigError { parameter, value: value.into(), reason })
}

/// When an output may be relied upon within a cycle; inputs carry it for the same purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// A function of state alone: it does not move with this cycle's inputs.
    Early,
    /// It may depend on this cycle's inputs.
    Late,
}

/// One wire bundle of at most 64 bits. An array port is several of them, `name$0`, `name$1`, ...
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Port {
    /// The name in Rust, in Verilog and in a trace.
    pub name: String,
    /// Width in bits, 1 to 64.
    pub width: u32,
    /// Early or late.
    pub timing: Timing,
}

/// A bundle of ports: one struct, one `u64` slot a port. Written by the `ports!` macro.
pub trait Ports: Clone + Debug + Default + PartialEq + Send + 'static {
    /// The unit's parameters, on which the widths depend.
    type Config;
    /// The ports in order; slot `k` of [`pack`](Ports::pack) belongs to port `k`.
    fn shape(cfg: &Self::Config) -> Vec<Port>;
    /// Writes every port into its slot.
    fn pack(&self, cfg: &Self::Config, slots: &mut [u64]);
    /// Reads every port from its slot.
    fn unpack(cfg: &Self::Config, slots: &[u64]) -> Self;
    /// Whether each port means anything in this cycle: the payload of a port that is not valid does not.
    fn care(&self, cfg: &Self::Config, care: &mut [bool]);
    /// Whether every port that means something equals its slot. This is `pack`, `care` and compare in one pass,
    /// because the lockstep does it every cycle.
    fn agrees(&self, cfg: &Self::Config, slots: &[u64]) -> bool;
    /// Puts a word of `noise` on every port that means nothing in this cycle.
    fn stir(&mut self, cfg: &Self::Config, noise: impl FnMut() -> u64);
    /// The first port, which is `reset` among inputs.
    fn first(&self) -> u64;
}

/// What can stand in a port: an unsigned number, a bit, or an array of either.
pub trait Field {
    /// All zero.
    const NOTHING: Self;
    /// Element `k` as a slot.
    fn get(&self, k: usize) -> u64;
    /// Sets element `k` from a slot.
    fn set(&mut self, k: usize, slot: u64);
}

impl Field for bool {
    const NOTHING: Self = false;
    #[inline(always)]
    fn get(&self, _: usize) -> u64 {
        u64::from(*self)
    }
    #[inline(always)]
    fn set(&mut self, _: usize, slot: u64) {
        *self = slot != 0;
    }
}

macro_rules! number_field {
    ($($number:ty)*) => {$(
        impl Field for $number {
            const NOTHING: Self = 0;
            #[inline(always)]
            #[allow(clippy::unnecessary_cast, clippy::useless_conversion)]
            fn get(&self, _: usize) -> u64 {
                u64::from(*self)
            }
            #[inline(always)]
            fn set(&mut self, _: usize, slot: u64) {
                *self = slot as $number;
            }
        }
    )*};
}
number_field!(u8 u16 u32 u64);

impl<T: Field, const N: usize> Field for [T; N] {
    const NOTHING: Self = [T::NOTHING; N];
    #[inline(always)]
    fn get(&self, k: usize) -> u64 {
        self[k].get(0)
    }
    #[inline(always)]
    fn set(&mut self, k: usize, slot: u64) {
        self[k].set(0, slot);
    }
}

/// Bits to number `n` things: the ceiling of log2, and at least one, because hardware has no wire of no bits.
pub const fn bits(n: u32) -> u32 {
    let log = if n <= 1 { 0 } else { (n - 1).ilog2() + 1 };
    if log == 0 { 1 } else { log }
}

#[cfg(test)]
mod tests {
    #[test]
    fn bits_number_things() {
        let table = [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (33, 6)];
        for (n, b) in table {
            assert_eq!(super::bits(n), b, "bits({n})");
        }
    }
}
