//! The ports of a module as ports of at most 64 bits: pieces of a wide one, fields of a struct,
//! elements of an array.

use crate::tree::{Port, Type};

/// Most bits of a port of a block.
pub(super) const WORD: u32 = 64;

/// A port of a block, which is a part of a port of the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf {
    /// The port's name: `x`, `x$1` for a piece or an element, `x$valid` for a field.
    pub name: String,
    /// Its width, 1 to 64 bits.
    pub width: u32,
    /// The values that its type has, if it is an enumeration; else none.
    pub values: Vec<u64>,
}

impl Leaf {
    /// Returns a leaf of any value.
    pub(super) fn bits(name: String, width: u32) -> Self {
        Self { name, width, values: Vec::new() }
    }
}

/// The leaves of one element of a port, which is the port itself if it is no array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// The indices that select it: `[1][0]`, nothing for no array.
    pub index: String,
    /// Its leaves, from the lowest bits up.
    pub leaves: Vec<Leaf>,
}

/// Returns the number of leaves that a type has.
pub(super) fn count(shape: &Type) -> u64 {
    match shape {
        Type::Array(first, last, element) => first.abs_diff(*last).saturating_add(1).saturating_mul(count(element)),
        Type::Struct(fields) => fields.iter().fold(0, |sum, (_, field)| sum.saturating_add(count(field))),
        shape => shape.width().div_ceil(WORD).into(),
    }
}

/// Returns the elements of a port, from the lowest index up. The fields of a struct are leaves,
/// and so are the pieces of 64 bits of what is wider, of which the last is as wide as what is left.
pub fn elements(port: &Port) -> Vec<Element> {
    let mut found = Vec::new();
    within(&port.shape, &port.name, "", &mut found);
    found
}

fn within(shape: &Type, name: &str, index: &str, found: &mut Vec<Element>) {
    if let Type::Array(first, last, element) = shape {
        for k in *first.min(last)..=*first.max(last) {
            within(element, &format!("{name}${k}"), &format!("{index}[{k}]"), found);
        }
    } else {
        let mut leaves = Vec::new();
        fields(shape, name, &mut leaves);
        found.push(Element { index: index.to_owned(), leaves });
    }
}

/// Adds the leaves of what is no array, from the lowest bits up.
fn fields(shape: &Type, name: &str, leaves: &mut Vec<Leaf>) {
    match shape {
        Type::Struct(parts) => {
            // the first field has the highest bits
            parts.iter().rev().for_each(|(field, part)| fields(part, &format!("{name}${field}"), leaves));
        }
        Type::Enum { width, values } if *width <= WORD => {
            leaves.push(Leaf { name: name.to_owned(), width: *width, values: values.clone() });
        }
        shape if shape.width() <= WORD => leaves.push(Leaf::bits(name.to_owned(), shape.width())),
        shape => {
            let pieces = shape.width().div_ceil(WORD);
            let width = |k: u32| WORD.min(shape.width() - k * WORD);
            leaves.extend((0..pieces).map(|k| Leaf::bits(format!("{name}${k}"), width(k))));
        }
    }
}

/// Gives leaves names by their fields: `x_field`, and `x_field$0`, `x_field$1` where there are
/// several of them, whatever their indices are; the last piece of a wide one is `x_top` where it is
/// narrower than those before it.
pub(super) fn by_field(elements: &mut [Element]) {
    let indexed = elements.iter().any(|element| !element.index.is_empty());
    let mut leaves: Vec<&mut Leaf> = elements.iter_mut().flat_map(|element| &mut element.leaves).collect();
    let is_index = |part: &&str| part.starts_with(|first: char| first.is_ascii_digit());
    let mut named: Vec<(String, u32)> = Vec::new();
    for leaf in &leaves {
        let mut field = leaf.name.split('$').filter(|part| !is_index(part)).collect::<Vec<_>>().join("_");
        if named.iter().any(|(known, width)| *known == field && *width > leaf.width) {
            field += "_top";
        }
        named.push((field, leaf.width));
    }
    for (k, leaf) in leaves.iter_mut().enumerate() {
        let field = &named[k].0;
        let same = |named: &[(String, u32)]| named.iter().filter(|(other, _)| other == field).count();
        let several = indexed || same(&named) > 1;
        leaf.name = if several { format!("{field}${}", same(&named[..k])) } else { field.clone() };
    }
}

/// Returns the range of an array's declaration, as Verilog has it: `[0:2]`, nothing for no array.
pub fn dimensions(shape: &Type) -> String {
    match shape {
        Type::Array(first, last, element) => format!("[{first}:{last}]{}", dimensions(element)),
        _ => String::new(),
    }
}

/// Returns the width of an array's elements, and of anything else its own.
pub fn element_width(shape: &Type) -> u32 {
    match shape {
        Type::Array(_, _, element) => element_width(element),
        shape => shape.width(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_ports_of_their_own() {
        let names = |shape: Type| {
            let mut found = elements(&Port { name: "x".into(), output: false, shape, signed: false });
            by_field(&mut found);
            let leaves = found.iter().flat_map(|element| &element.leaves);
            leaves.map(|leaf| format!("{}:{}", leaf.name, leaf.width)).collect::<Vec<_>>().join(" ")
        };
        let field = |name: &str, shape| (name.to_owned(), shape);
        let inner = Type::Struct(vec![field("a", Type::Bits(1)), field("b", Type::Bits(65))]);
        let shape = Type::Struct(vec![field("nv", Type::Bits(3)), field("in", inner)]);
        assert_eq!(names(shape.clone()), "x_in_b:64 x_in_b_top:1 x_in_a:1 x_nv:3");
        let array = names(Type::Array(7, 6, Box::new(shape)));
        assert_eq!(
            array,
            "x_in_b$0:64 x_in_b_top$0:1 x_in_a$0:1 x_nv$0:3 x_in_b$1:64 x_in_b_top$1:1 x_in_a$1:1 x_nv$1:3"
        );
        assert_eq!(names(Type::Bits(130)), "x$0:64 x$1:64 x_top:2");
        let deep = Type::Array(0, 1, Box::new(Type::Array(1, 2, Box::new(Type::Bits(2)))));
        assert_eq!(names(deep), "x$0:2 x$1:2 x$2:2 x$3:2");
        assert_eq!(names(Type::Bits(9)), "x:9");
    }

    #[test]
    fn a_port_of_any_type_is_ports_of_words() {
        let names = |shape: Type| {
            let shape_of = shape.clone();
            let found = elements(&Port { name: "x".into(), output: false, shape, signed: false });
            let leaf = |leaf: &Leaf| format!("{}:{}", leaf.name, leaf.width);
            assert_eq!(count(&shape_of), found.iter().map(|element| element.leaves.len() as u64).sum::<u64>());
            let element = |e: &Element| {
                format!("{}{}", e.index, e.leaves.iter().map(|l| format!(" {}", leaf(l))).collect::<String>())
            };
            found.iter().map(element).collect::<Vec<_>>().join("; ")
        };
        let field = |name: &str, shape| (name.to_owned(), shape);
        assert_eq!(names(Type::Bits(64)), " x:64");
        assert_eq!(names(Type::Bits(130)), " x$0:64 x$1:64 x$2:2");
        let inner = Type::Struct(vec![field("a", Type::Bits(1)), field("b", Type::Bits(65))]);
        let shape = Type::Struct(vec![field("nv", Type::Bits(3)), field("in", inner)]);
        assert_eq!(names(shape.clone()), " x$in$b$0:64 x$in$b$1:1 x$in$a:1 x$nv:3");
        assert_eq!(names(Type::Array(4, 3, Box::new(Type::Bits(8)))), "[3] x$3:8; [4] x$4:8");
        let deep = Type::Array(0, 1, Box::new(Type::Array(1, 1, Box::new(Type::Bits(2)))));
        assert_eq!(names(deep.clone()), "[0][1] x$0$1:2; [1][1] x$1$1:2");
        assert_eq!((dimensions(&deep), element_width(&deep)), ("[0:1][1:1]".into(), 2));
        assert_eq!((dimensions(&shape), element_width(&shape)), (String::new(), 69));
        assert_eq!(
            count(&Type::Array(i64::MIN, i64::MAX, Box::new(Type::Array(0, 1, Box::new(Type::Bits(9)))))),
            u64::MAX
        );
    }
}
