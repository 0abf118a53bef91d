//! What a key of a configuration takes: numbers, words, and numbers that may be missing.

use std::fmt;

/// A key of a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Its section.
    pub section: &'static str,
    /// Its name in it.
    pub name: &'static str,
    /// What it is measured in; empty for a choice.
    pub unit: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// What can be said: a number, or one of these words.
    pub kind: Kind,
}

/// What a key takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Number,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number, or `none`.
    Optional,
}

/// What stands where an optional number is not.
pub(super) const NONE: &str = "none";

/// A value of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Number(u64),
    /// A word.
    Word(String),
    /// Its section is not there.
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

/// Why a value cannot be that of a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// It is beyond the key's bounds.
    #[error("{number} is not within {least} to {most}")]
    #[allow(missing_docs)]
    Bounds { number: u64, least: u64, most: u64 },
    /// It has too many bits.
    #[error("{0} is too large")]
    TooLarge(u64),
    /// A word stands where a number is needed.
    #[error("`{0}` is not a whole number")]
    NoNumber(String),
    /// A word stands where a number or `none` is needed.
    #[error("`{0}` is neither a whole number nor `none`")]
    NoOptional(String),
    /// Its section is not there.
    #[error("its section is not there")]
    Absent,
    /// It is none of the words that the key takes.
    #[error("`{value}` is none of: {}", words.join(", "))]
    #[allow(missing_docs)]
    NoChoice { value: Value, words: &'static [&'static str] },
}

/// What a field can be.
pub trait Setting: Sized {
    /// What it takes.
    const KIND: Kind;
    /// Read; why not.
    fn from(value: Value) -> Result<Self, ValueError>;
    /// Shown.
    fn value(&self) -> Value;
    /// Held against bounds; why not.
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
