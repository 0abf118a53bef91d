//! The traits of every unit: its name, its configuration, its input ports and its output ports.

use std::fmt::{self, Debug, Display, Formatter};

/// The interface of a hardware unit: its name, its source, its parameters and its ports.
pub trait Block: Sized + 'static {
    /// The unit's name: the same in every crate and on the command line.
    const NAME: &'static str;
    /// The paper that describes the unit, and its sections.
    const SOURCE: &'static str;
    /// The unit's parameters.
    type Config: Config;
    /// The unit's input ports in one cycle. The first port is `reset`.
    type In: Ports<Config = Self::Config>;
    /// The unit's output ports in one cycle.
    type Out: Ports<Config = Self::Config>;
}

/// The parameters of a unit.
pub trait Config: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The named configurations of the unit: each one has RTL, stimulus and a place in every check.
    fn presets() -> &'static [(&'static str, Self)];
    /// Returns the configuration with the given preset name, or `None` if there is no such preset.
    fn preset(name: &str) -> Option<&'static Self> {
        Self::presets().iter().find(|(preset, _)| *preset == name).map(|(_, cfg)| cfg)
    }
    /// Checks that the parameters describe hardware that can be built; the error gives the reason.
    fn check(&self) -> Result<(), ConfigError>;
    /// Returns every parameter with its value, in the order in which the contract documents them.
    fn parameters(&self) -> Vec<(&'static str, Value)>;
    /// Returns the numeric parameter `name`, mutable; `None` if no parameter of that name is a
    /// number.
    fn number(&mut self, name: &str) -> Option<&mut u32>;
}

/// Implements [`Config::number`] for a configuration, given the names of its fields that are
/// numbers.
#[macro_export]
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

/// Declares a type for each of some blocks of another crate: name, source, parameters and ports are
/// the same. A crate can implement a trait of others only for a type of its own.
#[macro_export]
macro_rules! same_block {
    ($($(#[$outer:meta])* pub $name:ident = $of:ty;)*) => {$(
        $(#[$outer])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        impl $crate::Block for $name {
            const NAME: &'static str = <$of as $crate::Block>::NAME;
            const SOURCE: &'static str = <$of as $crate::Block>::SOURCE;
            type Config = <$of as $crate::Block>::Config;
            type In = <$of as $crate::Block>::In;
            type Out = <$of as $crate::Block>::Out;
        }
    )*};
}

/// The value of a parameter: a number or the name of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// A numeric parameter, such as a size.
    Number(u64),
    /// A parameter with a few named choices: the name of the choice.
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

/// An error for a configuration that cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{parameter} = {value}: {reason}")]
pub struct ConfigError {
    /// The name of the parameter whose value is refused.
    pub parameter: &'static str,
    /// The value that is refused.
    pub value: u64,
    /// The reason of the refusal, and the values that are allowed.
    pub reason: String,
}

/// Returns the error that refuses the value of a parameter for the given reason.
pub fn refuse(parameter: &'static str, value: u32, reason: String) -> Result<(), ConfigError> {
    Err(ConfigError { parameter, value: value.into(), reason })
}

/// Whether a port is a function of state alone, or may depend on inputs of the same cycle.
/// Inputs have a timing for the same purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// A function of state alone: it does not change with this cycle's inputs.
    Early,
    /// It may depend on this cycle's inputs.
    Late,
}

/// One port of at most 64 bits. An array in the contract is several ports: `name$0`, `name$1`, ...
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Port {
    /// The port's name in Rust, in Verilog and in a trace.
    pub name: String,
    /// The port's width in bits, 1 to 64.
    pub width: u32,
    /// Whether the port is early or late within a cycle.
    pub timing: Timing,
}

/// A port or an array of ports as the contract declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The name, without the number of an element.
    pub name: &'static str,
    /// The width in bits of the port, or of each element.
    pub width: u32,
    /// The number of elements; `None` if this is no array.
    pub count: Option<usize>,
    /// Whether the port is early or late within a cycle.
    pub timing: Timing,
    /// Its documentation, in Markdown.
    pub about: &'static str,
    /// The condition under which the port, or its element `k`, is defined, as a Rust expression;
    /// the name that stands for all ports of the bundle is before it. `None`: always.
    pub when: Option<(&'static str, &'static str)>,
}

impl Declared {
    /// Returns the name of the port, or of each element.
    pub fn names(&self) -> Vec<String> {
        match self.count {
            None => vec![self.name.to_string()],
            Some(count) => (0..count).map(|k| format!("{}${k}", self.name)).collect(),
        }
    }
}

/// A bundle of ports: a struct that packs into one `u64` slot for each port.
/// The `ports!` macro writes the implementations.
pub trait Ports: Clone + Debug + Default + PartialEq + Send + 'static {
    /// The unit's parameters, on which the widths depend.
    type Config;
    /// Returns the ports and arrays in order, as the contract declares them.
    fn declared(cfg: &Self::Config) -> Vec<Declared>;
    /// Returns the ports in order; slot `k` of [`pack`](Ports::pack) belongs to port `k`.
    fn shape(cfg: &Self::Config) -> Vec<Port> {
        let ports = |declared: Declared| {
            let Declared { width, timing, .. } = declared;
            declared.names().into_iter().map(move |name| Port { name, width, timing })
        };
        Self::declared(cfg).into_iter().flat_map(ports).collect()
    }
    /// Writes the value of every port into its slot.
    fn pack(&self, cfg: &Self::Config, slots: &mut [u64]);
    /// Returns the ports with the values of their slots.
    fn unpack(cfg: &Self::Config, slots: &[u64]) -> Self;
    /// Writes into `care` whether each port is defined in this cycle: a payload is not while its
    /// port is not valid.
    fn care(&self, cfg: &Self::Config, care: &mut [bool]);
    /// Whether every port that is defined in this cycle equals its slot. This is `pack`, `care` and
    /// compare in one pass, because the lockstep does it every cycle.
    fn agrees(&self, cfg: &Self::Config, slots: &[u64]) -> bool;
    /// Overwrites every port that is undefined in this cycle with a word of `noise`.
    fn stir(&mut self, cfg: &Self::Config, noise: impl FnMut() -> u64);
    /// Returns the value of the first port, which is `reset` among inputs.
    fn first(&self) -> u64;
}

/// A type that a port can have: an unsigned number, a bit, or an array of either.
pub trait Field {
    /// The value with all bits zero.
    const NOTHING: Self;
    /// Returns element `k` as a slot; `k` is ignored where the type is no array.
    fn get(&self, k: usize) -> u64;
    /// Sets element `k` from a slot; `k` is ignored where the type is no array.
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

/// Returns the bits of an index into `n` things: the ceiling of log2(`n`), at least 1 since no wire
/// has zero bits.
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
