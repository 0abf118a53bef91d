//! A launch description as its file has it. Unknown keys are refused; numbers may be expressions on the sizes of the scale.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::de::{MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer};

use super::{Binding, Matrix};

/// The whole file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The papers' name.
    pub name: String,
    /// In words.
    #[serde(default)]
    pub title: String,
    /// Where the papers name it.
    #[serde(default)]
    pub papers: Vec<String>,
    /// How it diverges, in words.
    #[serde(default)]
    pub divergence: String,
    /// Relies on 32 threads running in lockstep: refused at any other warp size.
    #[serde(default)]
    pub warp_synchronous: bool,
    /// The result depends on the order of threads: judged by a predicate.
    #[serde(default)]
    pub racy: bool,
    /// Sums floats with atomics, so that the last bits depend on the order.
    #[serde(default)]
    pub sums_floats_atomically: bool,
    /// Named sizes by scale.
    #[serde(default)]
    pub size: BTreeMap<String, BTreeMap<String, i64>>,
    /// Sparse matrices, from which sizes and contents follow.
    #[serde(default)]
    pub matrix: Vec<Source>,
    /// Global memory.
    #[serde(default)]
    pub buffer: Vec<Contents>,
    /// Module-scope variables.
    #[serde(default)]
    pub symbol: Vec<Contents>,
    /// Textures and surfaces.
    #[serde(default)]
    pub texture: Vec<Binding>,
    /// What runs, in order.
    pub run: Vec<Run>,
    /// What must come out.
    #[serde(default)]
    pub expect: Vec<Expect>,
}

/// A sparse matrix: `NAME.rows`, `.columns`, `.elements` and `.longest` are sizes; `.starts`, `.indices`, `.values` and `.lengths` fill buffers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// By which sizes and contents name it.
    pub name: String,
    /// A Matrix Market file, beside the description; without one, host code makes the matrix.
    pub file: Option<String>,
    /// Its rows stand in an order that follows from this seed; 0, or none: in their own.
    pub order: Option<Number>,
    /// `.lengths` are no less than this; 1 if it does not say, since an empty row has a warp, too.
    pub least: Option<Number>,
    /// And no more than this.
    pub most: Option<Number>,
    /// The matrix that was read.
    #[serde(skip)]
    pub read: Option<Arc<Matrix>>,
}

/// A buffer or symbol.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contents {
    /// By which arguments and expectations name it; a symbol's is the PTX's.
    pub name: String,
    /// A PTX type: `u8` to `u64`, `s8` to `s64`, `f32`, `f64`.
    #[serde(rename = "type")]
    pub ty: String,
    /// Elements.
    pub count: Number,
    /// What it holds at first; zeros if it does not say.
    #[serde(default)]
    pub fill: Fill,
}

/// Initial contents.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Fill {
    /// All zeros.
    #[default]
    Zeros,
    /// Made by the workload's own host code.
    Host,
    /// All the same.
    Value(Number),
    /// One after the other; fewer than the count leave zeros.
    Values(Vec<Number>),
    /// An arithmetic progression.
    Progression {
        /// The first element.
        start: Number,
        /// From one to the next.
        step: Number,
    },
    /// A list of a matrix: `NAME.starts`, `.indices`, `.values` or `.lengths`.
    Matrix(String),
    /// Seeded random numbers: integers `low..=high`, floats from `low` up to but not including `high`.
    Random {
        /// Another seed, other numbers.
        seed: u64,
        /// The least.
        low: Number,
        /// The greatest.
        high: Number,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FillTable {
    value: Option<Number>,
    values: Option<Vec<Number>>,
    start: Option<Number>,
    step: Option<Number>,
    seed: Option<u64>,
    low: Option<Number>,
    high: Option<Number>,
    matrix: Option<String>,
}

impl<'de> Deserialize<'de> for Fill {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fill, D::Error> {
        struct Reader;
        const FORMS: &str =
            "\"zeros\", \"host\", { value }, { values }, { start, step }, { seed, low, high } or { matrix }";
        impl<'de> Visitor<'de> for Reader {
            type Value = Fill;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str(FORMS)
            }
            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Fill, E> {
                match word {
                    "zeros" => Ok(Fill::Zeros),
                    "host" => Ok(Fill::Host),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
                }
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Fill, A::Error> {
                let FillTable { value, values, start, step, seed, low, high, matrix } =
                    FillTable::deserialize(MapAccessDeserializer::new(map))?;
                match (value, values, start, step, (seed, low, high), matrix) {
                    (Some(value), None, None, None, (None, None, None), None) => Ok(Fill::Value(value)),
                    (None, Some(values), None, None, (None, None, None), None) => Ok(Fill::Values(values)),
                    (None, None, Some(start), step, (None, None, None), None) => {
                        Ok(Fill::Progression { start, step: step.unwrap_or(Number::Whole(1)) })
                    }
                    (None, None, None, None, (Some(seed), Some(low), Some(high)), None) => {
                        Ok(Fill::Random { seed, low, high })
                    }
                    (None, None, None, None, (None, None, None), Some(list)) => Ok(Fill::Matrix(list)),
                    _ => Err(serde::de::Error::custom(format!("a fill is one of {FORMS}"))),
                }
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// A number, or an expression on sizes and loop variables.
#[derive(Debug, Clone, PartialEq)]
pub enum Number {
    /// A whole number.
    Whole(i64),
    /// A fraction.
    Float(f64),
    /// An expression.
    Expression(String),
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Number;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number or a string with an expression")
            }
            fn visit_i64<E>(self, value: i64) -> Result<Number, E> {
                Ok(Number::Whole(value))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Number, E> {
                Ok(Number::Float(value))
            }
            fn visit_str<E>(self, text: &str) -> Result<Number, E> {
                Ok(Number::Expression(text.into()))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// Launches in order, as often as its loops say.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Nested loops, the outermost first.
    #[serde(default, rename = "for")]
    pub loops: Vec<Loop>,
    /// What one round runs.
    pub launch: Vec<Launch>,
}

/// A loop over whole numbers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loop {
    /// By which expressions name it.
    pub name: String,
    /// The first number.
    pub from: Number,
    /// The first that is not reached.
    pub to: Number,
    /// From one to the next; 1 if it does not say. Negative counts down.
    pub step: Option<Number>,
}

/// One launch of a kernel.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Launch {
    /// The PTX's name.
    pub kernel: String,
    /// CTAs: x, y, z; what is not said is 1.
    pub grid: Option<Vec<Number>>,
    /// Threads of a CTA.
    pub block: Option<Vec<Number>>,
    /// Instead of both: a buffer with the size of each warp (SIMT-SIMD III).
    pub warps: Option<String>,
    /// Dynamic shared memory in bytes.
    pub shared: Option<Number>,
    /// Runs only where this is not 0.
    pub when: Option<Number>,
    /// The kernel's parameters.
    #[serde(default)]
    pub args: Vec<Argument>,
}

/// An argument: exactly one of the keys, or `buffer` with an `offset` in elements.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct Argument {
    /// A buffer's address.
    pub buffer: Option<String>,
    /// A module-scope variable's address.
    pub symbol: Option<String>,
    /// A texture's or surface's handle.
    pub texture: Option<String>,
    /// Added to the address, in elements.
    pub offset: Option<Number>,
    pub u8: Option<Number>,
    pub u16: Option<Number>,
    pub u32: Option<Number>,
    pub u64: Option<Number>,
    pub s8: Option<Number>,
    pub s16: Option<Number>,
    pub s32: Option<Number>,
    pub s64: Option<Number>,
    pub f32: Option<Number>,
    pub f64: Option<Number>,
    /// A structure by value, its members aligned as C does.
    #[serde(rename = "struct")]
    pub members: Option<Vec<Argument>>,
}

/// What a buffer or symbol must hold at the end.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// A buffer.
    pub buffer: Option<String>,
    /// Or a module-scope variable, which must stand under `symbol` too.
    pub symbol: Option<String>,
    /// What the workload's own host code computes.
    #[serde(default)]
    pub reference: bool,
    /// Or what the workload's own host code is content with.
    #[serde(default)]
    pub judge: bool,
    /// Or elements, from the first on, or from `offset` on.
    pub values: Option<Vec<Number>>,
    /// Or all elements, as initial contents are said.
    pub fill: Option<Fill>,
    /// The first element that `values` says.
    pub offset: Option<Number>,
    /// An element may differ by this share of what is expected.
    pub relative: Option<f64>,
    /// Or by this much.
    pub absolute: Option<f64>,
}
