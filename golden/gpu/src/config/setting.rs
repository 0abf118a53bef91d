//! Values of the keys of a configuration: numbers, words, and numbers that may be missing.

use std::fmt;

/// A key of a configuration: its section, name, unit, meaning and kind of value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Name of the section that the key belongs to.
    pub section: &'static str,
    /// Name of the key within its section.
    pub name: &'static str,
    /// Unit of the value; empty for a choice.
    pub unit: &'static str,
    /// Meaning of the key.
    pub doc: &'static str,
    /// Kind of value that the key takes: a number, or one of several words.
    pub kind: Kind,
    /// Effect of a larger number, where the key is a delay, or the size of a port, a buffer or a
    /// unit; `None` where it may be either.
    pub more: Option<Effect>,
}

/// Effect of a larger number on the time that programs take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Programs take as long, or longer.
    Slower,
    /// Programs take as long, or less.
    Faster,
}

/// Kind of value that a configuration key takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Number,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number, or `none`.
    Optional,
}

/// Word that stands for an absent optional number.
pub(super) const NONE: &str = "none";

/// Value of a configuration key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Number(u64),
    /// A word.
    Word(String),
    /// No value: the key's section is absent.
    Absent,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Word(word) => word.fmt(f),
            Value::Absent => "absent".fmt(f),
        }
    }
}

/// Reason why a value is refused for a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// The number is beyond the key's bounds.
    #[error("{number} is not within {least} to {most}")]
    #[allow(missing_docs)]
    Bounds { number: u64, least: u64, most: u64 },
    /// The number has too many bits.
    #[error("{0} is too large")]
    TooLarge(u64),
    /// A word stands where a number is needed.
    #[error("`{0}` is not a whole number")]
    NoNumber(String),
    /// A word stands where a number or `none` is needed.
    #[error("`{0}` is neither a whole number nor `none`")]
    NoOptional(String),
    /// The key's section is absent.
    #[error("its section is missing")]
    Absent,
    /// The value is none of the words that the key takes.
    #[error("`{value}` is none of: {}", words.join(", "))]
    #[allow(missing_docs)]
    NoChoice { value: Value, words: &'static [&'static str] },
}

/// Type of a field of a specification, converted from and to a [`Value`].
pub trait Setting: Sized {
    /// Kind of value that the type takes.
    const KIND: Kind;
    /// Converts a value to the type; the error says why the value is refused.
    fn from(value: Value) -> Result<Self, ValueError>;
    /// Returns the setting as a value.
    fn value(&self) -> Value;
    /// Checks the setting against bounds; the error says why it is refused.
    fn within(&self, bounds: &std::ops::RangeInclusive<u64>) -> Result<(), ValueError> {
        match self.value() {
            Value::Number(number) if !bounds.contains(&number) => {
                Err(ValueError::Bounds { number, least: *bounds.start(), most: *bounds.end() })
            }
            _ => Ok(()),
        }
    }
}

macro_rules! number {
    ($($ty:ty),*) => {$(
        impl Setting for $ty {
            const KIND: Kind = Kind::Number;
            fn from(value: Value) -> Result<Self, ValueError> {
                match value {
                    Value::Number(number) => number.try_into().map_err(|_| ValueError::TooLarge(number)),
                    Value::Word(word) => Err(ValueError::NoNumber(word)),
                    Value::Absent => Err(ValueError::Absent),
                }
            }
            fn value(&self) -> Value {
                Value::Number((*self).into())
            }
        }
    )*};
}
number!(u32, u64);

impl Setting for Option<u32> {
    const KIND: Kind = Kind::Optional;
    fn from(value: Value) -> Result<Self, ValueError> {
        match value {
            Value::Word(word) if word == NONE => Ok(None),
            Value::Word(word) => Err(ValueError::NoOptional(word)),
            number => <u32 as Setting>::from(number).map(Some),
        }
    }
    fn value(&self) -> Value {
        self.map_or(Value::Word(NONE.into()), |number| Value::Number(number.into()))
    }
}

macro_rules! choice {
    ($(#[doc = $about:literal])* $name:ident { $($(#[doc = $doc:literal])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[doc = $about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $doc])* $variant),* }
        impl Setting for $name {
            const KIND: Kind = Kind::Word(&[$($word),*]);
            fn from(value: Value) -> Result<Self, ValueError> {
                match value {
                    $(Value::Word(word) if word == $word => Ok($name::$variant),)*
                    value => Err(ValueError::NoChoice { value, words: &[$($word),*] }),
                }
            }
            fn value(&self) -> Value {
                Value::Word(match self { $($name::$variant => $word),* }.into())
            }
        }
    };
}
pub(super) use choice;
