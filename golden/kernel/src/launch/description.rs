//! A launch description as its file has it. Unknown keys are errors; numbers may be expressions on
//! the sizes of the scale.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::de::{MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer};

use super::{Binding, Matrix};

/// A launch description: the buffers, launches and expected results of a workload, as read from its
/// TOML file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The workload's name in the papers.
    pub name: String,
    /// The workload's title in words.
    #[serde(default)]
    pub title: String,
    /// The places where the papers name the workload.
    #[serde(default)]
    pub papers: Vec<String>,
    /// How the workload's control flow diverges, in words.
    #[serde(default)]
    pub divergence: String,
    /// Whether the workload relies on 32 threads running in lockstep; any other warp size is then
    /// an error.
    #[serde(default)]
    pub warp_synchronous: bool,
    /// Whether the result depends on the order of threads; a predicate of the host then judges the
    /// result.
    #[serde(default)]
    pub racy: bool,
    /// Whether floats are summed with atomics, so that the last bits depend on the order.
    #[serde(default)]
    pub sums_floats_atomically: bool,
    /// The named sizes of each scale.
    #[serde(default)]
    pub size: BTreeMap<String, BTreeMap<String, i64>>,
    /// The sparse matrices, from which sizes and contents follow.
    #[serde(default)]
    pub matrix: Vec<Source>,
    /// The buffers in global memory.
    #[serde(default)]
    pub buffer: Vec<Contents>,
    /// The module-scope variables that the description fills.
    #[serde(default)]
    pub symbol: Vec<Contents>,
    /// The textures and surfaces.
    #[serde(default)]
    pub texture: Vec<Binding>,
    /// The runs, in order.
    pub run: Vec<Run>,
    /// The expected results.
    #[serde(default)]
    pub expect: Vec<Expect>,
}

/// A sparse matrix of a description, which defines sizes and contents of buffers. `NAME.rows`,
/// `.columns`, `.elements` and `.longest` are sizes; `.starts`, `.indices`, `.values` and
/// `.lengths` fill buffers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The name of the matrix in sizes and contents.
    pub name: String,
    /// The name of a Matrix Market file beside the description; without a file, host code makes the
    /// matrix.
    pub file: Option<String>,
    /// The seed of the order of the rows; 0, or none: the order of the matrix itself.
    pub order: Option<Number>,
    /// The lower bound of `.lengths`; 1 if not given, since an empty row has a warp, too.
    pub least: Option<Number>,
    /// The upper bound of `.lengths`.
    pub most: Option<Number>,
    /// The matrix that was read from the file.
    #[serde(skip)]
    pub read: Option<Arc<Matrix>>,
}

/// A buffer or symbol of a description: name, type, length and initial contents.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contents {
    /// The name in arguments and expectations; for a symbol, its name in the PTX.
    pub name: String,
    /// The PTX type of an element: `u8` to `u64`, `s8` to `s64`, `f32`, `f64`.
    #[serde(rename = "type")]
    pub ty: String,
    /// The number of elements.
    pub count: Number,
    /// The initial contents; zeros if not given.
    #[serde(default)]
    pub fill: Fill,
}

/// The initial contents of a buffer or symbol.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Fill {
    /// All zeros.
    #[default]
    Zeros,
    /// Contents made by the workload's own host code.
    Host,
    /// One value for all elements.
    Value(Number),
    /// A list of values; elements beyond the list are zeros.
    Values(Vec<Number>),
    /// An arithmetic progression.
    Progression {
        /// The first element.
        start: Number,
        /// The difference from one element to the next.
        step: Number,
    },
    /// A list of a matrix: `NAME.starts`, `.indices`, `.values` or `.lengths`.
    Matrix(String),
    /// The elements in a file as they lie in memory, little-endian.
    File {
        /// The name of the file, beside the description.
        name: String,
        /// The bytes that were read from the file.
        read: Option<Arc<[u8]>>,
    },
    /// Seeded random numbers: integers `low..=high`, floats from `low` up to but not including
    /// `high`.
    Random {
        /// The seed of the random numbers.
        seed: u64,
        /// The least number.
        low: Number,
        /// The upper bound: the greatest integer, or the exclusive bound of floats.
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
    file: Option<String>,
}

impl<'de> Deserialize<'de> for Fill {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fill, D::Error> {
        struct Reader;
        const FORMS: &str =
            "\"zeros\", \"host\", { value }, { values }, { start, step }, { seed, low, high }, { matrix } or { file }";
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
                let FillTable { value, values, start, step, seed, low, high, matrix, file } =
                    FillTable::deserialize(MapAccessDeserializer::new(map))?;
                match (value, values, start, step, (seed, low, high), matrix, file) {
                    (Some(value), None, None, None, (None, None, None), None, None) => Ok(Fill::Value(value)),
                    (None, Some(values), None, None, (None, None, None), None, None) => Ok(Fill::Values(values)),
                    (None, None, Some(start), step, (None, None, None), None, None) => {
                        Ok(Fill::Progression { start, step: step.unwrap_or(Number::Whole(1)) })
                    }
                    (None, None, None, None, (Some(seed), Some(low), Some(high)), None, None) => {
                        Ok(Fill::Random { seed, low, high })
                    }
                    (None, None, None, None, (None, None, None), Some(list), None) => Ok(Fill::Matrix(list)),
                    (None, None, None, None, (None, None, None), None, Some(name)) => {
                        Ok(Fill::File { name, read: None })
                    }
                    _ => Err(serde::de::Error::custom(format!("a fill is one of {FORMS}"))),
                }
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

impl Description {
    /// Returns every file with contents that the description names, and where its bytes go.
    pub fn files(&mut self) -> impl Iterator<Item = (&str, &mut Option<Arc<[u8]>>)> {
        let buffers = self.buffer.iter_mut().chain(&mut self.symbol).map(|contents| &mut contents.fill);
        let fills = buffers.chain(self.expect.iter_mut().filter_map(|expect| expect.fill.as_mut()));
        fills.filter_map(|fill| match fill {
            Fill::File { name, read } => Some((name.as_str(), read)),
            _ => None,
        })
    }
}

/// A number in a description, or an expression on sizes and loop variables.
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

/// Launches in order, repeated as the loops of the run say.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The nested loops around the launches, the outermost first.
    #[serde(default, rename = "for")]
    pub loops: Vec<Loop>,
    /// The launches of one round.
    pub launch: Vec<Launch>,
}

/// A loop of a run over whole numbers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loop {
    /// The name of the loop variable in expressions.
    pub name: String,
    /// The first number of the loop.
    pub from: Number,
    /// The end of the loop, which is not reached.
    pub to: Number,
    /// The difference from one number to the next; 1 if not given. A negative step counts down.
    pub step: Option<Number>,
}

/// One launch of a kernel in a description, with its grid and arguments.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Launch {
    /// The kernel's name in the PTX.
    pub kernel: String,
    /// CTAs of the grid in x, y, z; 1 for a dimension that is not given.
    pub grid: Option<Vec<Number>>,
    /// Threads of a CTA in x, y, z; 1 for a dimension that is not given.
    pub block: Option<Vec<Number>>,
    /// The buffer with the size of each warp, in place of `grid` and `block` (SIMT-SIMD III).
    pub warps: Option<String>,
    /// Bytes of dynamic shared memory per CTA.
    pub shared: Option<Number>,
    /// The condition of the launch: it is skipped where this is 0.
    pub when: Option<Number>,
    /// The kernel's arguments, in order.
    #[serde(default)]
    pub args: Vec<Argument>,
}

/// An argument of a kernel: exactly one of the keys, or `buffer` or `symbol` with an `offset` in
/// elements.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct Argument {
    /// The buffer whose address is passed.
    pub buffer: Option<String>,
    /// The module-scope variable whose address is passed.
    pub symbol: Option<String>,
    /// The texture or surface whose handle is passed.
    pub texture: Option<String>,
    /// The offset that is added to the address, in elements.
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
    /// The members of a structure passed by value, aligned as in C.
    #[serde(rename = "struct")]
    pub members: Option<Vec<Argument>>,
}

/// The expected contents of a buffer or symbol at the end of the run.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// The buffer to compare; either this or `symbol` is given.
    pub buffer: Option<String>,
    /// The module-scope variable to compare, which must be listed under `symbol` of the description
    /// too.
    pub symbol: Option<String>,
    /// Whether the workload's own host code computes the expected contents.
    #[serde(default)]
    pub reference: bool,
    /// Whether the workload's own host code judges the contents.
    #[serde(default)]
    pub judge: bool,
    /// The expected elements, from the first on, or from `offset` on.
    pub values: Option<Vec<Number>>,
    /// The expected contents of all elements, in the form of initial contents.
    pub fill: Option<Fill>,
    /// The index of the first element that `values` gives.
    pub offset: Option<Number>,
    /// The tolerance of an element relative to the expected value.
    pub relative: Option<f64>,
    /// The absolute tolerance of an element.
    pub absolute: Option<f64>,
}
