//! The types of ports: vectors, enumerations, packed structs and unpacked arrays.

use std::collections::HashMap;

use super::node::{ID, Node, TYPE, TYPE_BELOW};

/// The type of a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// A vector of bits; a packed array of anything is one too.
    Bits(u32),
    /// A vector of bits of which only some values have names. XML does not tell it from a vector.
    Enum {
        /// Its width in bits.
        width: u32,
        /// The values.
        values: Vec<u64>,
    },
    /// A packed struct: its fields, from the highest bits down.
    Struct(Vec<(String, Type)>),
    /// An unpacked array: the indices of its first and its last element, and their type.
    Array(i64, i64, Box<Type>),
}

impl Type {
    /// Returns the width in bits, of all elements of an array together.
    pub fn width(&self) -> u32 {
        match self {
            Self::Bits(width) | Self::Enum { width, .. } => *width,
            Self::Struct(fields) => fields.iter().fold(0, |sum, (_, field)| sum.saturating_add(field.width())),
            Self::Array(first, last, element) => count(*first, *last).saturating_mul(element.width()),
        }
    }
}

fn count(first: i64, last: i64) -> u32 {
    u32::try_from(first.abs_diff(last)).map_or(u32::MAX, |distance| distance.saturating_add(1))
}

/// All types of a tree, by their names in it.
pub(super) struct Types<'a>(HashMap<&'a str, &'a Node>);

/// Types within types, more than any design has: what is deeper refers to itself.
const DEEPEST: u32 = 64;

impl<'a> Types<'a> {
    pub(super) fn of(tree: &'a Node) -> Self {
        let mut types = HashMap::new();
        tree.each(&mut |node| {
            if let (true, Some(id)) = (node.kind.ends_with("dtype"), node.get(ID)) {
                types.insert(id, node);
            }
        });
        Self(types)
    }

    /// Returns the node of a type, behind all names that it has.
    pub(super) fn get(&self, id: &str) -> Option<&'a Node> {
        let mut node = *self.0.get(id)?;
        for _ in 0..DEEPEST {
            let next = match node.kind.as_str() {
                "refdtype" => node.get(TYPE_BELOW).or_else(|| node.get(TYPE)),
                "paramtypedtype" => node.get(TYPE),
                _ => return Some(node),
            };
            node = self.0.get(next?)?;
        }
        None
    }

    /// Returns a type; the error says what it is instead of bits.
    pub(super) fn shape(&self, id: &str) -> Result<Type, String> {
        self.within(id, 0)
    }

    fn within(&self, id: &str, depth: u32) -> Result<Type, String> {
        let node = self.get(id).filter(|_| depth < DEEPEST).ok_or("of no type that is known")?;
        let below = |node: &Node| self.within(node.get(TYPE_BELOW).unwrap_or_default(), depth + 1);
        match node.kind.as_str() {
            "basicdtype" => basic(node),
            "packarraydtype" => {
                let (first, last) = range(node).ok_or("an array without a range")?;
                Ok(Type::Bits(count(first, last).saturating_mul(below(node)?.width())))
            }
            "unpackarraydtype" => {
                let (first, last) = range(node).ok_or("an array without a range")?;
                Ok(Type::Array(first, last, Box::new(below(node)?)))
            }
            "enumdtype" => {
                let values = node.all("enumitem").into_iter().filter_map(|item| number(item.below.first()?));
                Ok(Type::Enum { width: below(node)?.width(), values: values.map(|value| value as u64).collect() })
            }
            "structdtype" => {
                let fields = node.below.iter().filter(|field| field.kind == "memberdtype");
                let fields = fields.map(|field| Ok((field.name().to_owned(), below(field)?)));
                Ok(Type::Struct(fields.collect::<Result<_, String>>()?))
            }
            "uniondtype" => {
                let widths = node.below.iter().filter(|field| field.kind == "memberdtype").map(below);
                let widths = widths.map(|field| Ok(field?.width())).collect::<Result<Vec<_>, String>>()?;
                widths.into_iter().max().map(Type::Bits).ok_or_else(|| "of a union of nothing".to_owned())
            }
            other => Err(format!("of the kind {}", other.trim_end_matches("dtype"))),
        }
    }
}

/// Returns the type of a vector: `left` and `right` in XML, `range` in JSON, of one bit without.
fn basic(node: &Node) -> Result<Type, String> {
    let word = node.get(["name", "keyword"]).unwrap_or_default();
    if !["logic", "bit", "reg", "byte", "shortint", "int", "longint", "integer", "time"].contains(&word) {
        return Err(format!("of the type {word}"));
    }
    let range = node.get(["range", "range"]).and_then(|range| range.split_once(':'));
    let range = range.or_else(|| Some((node.get(["left", "left"])?, node.get(["right", "right"])?)));
    let Some((left, right)) = range else { return Ok(Type::Bits(1)) };
    match (left.parse(), right.parse()) {
        (Ok(left), Ok(right)) => Ok(Type::Bits(count(left, right))),
        _ => Err(format!("of the range {left}:{right}")),
    }
}

/// Returns the first and the last index of an array.
fn range(array: &Node) -> Option<(i64, i64)> {
    let range = array.below.iter().find(|node| node.kind == "range")?;
    let [first, last] = &range.below[..] else { return None };
    Some((number(first)?, number(last)?))
}

/// Returns the number of a constant, as `32'sh3`.
pub(super) fn number(constant: &Node) -> Option<i64> {
    let (width, digits) = constant.name().split_once('\'')?;
    let (signed, digits) = match digits.strip_prefix('s') {
        Some(digits) => (true, digits),
        None => (false, digits),
    };
    let value = u64::from_str_radix(digits.strip_prefix('h')?, 16).ok()?;
    let width: u32 = width.parse().ok().filter(|width| (1..=64).contains(width))?;
    let shift = 64 - width;
    Some(if signed { ((value << shift) as i64) >> shift } else { value as i64 })
}
