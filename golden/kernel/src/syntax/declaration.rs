//! Declarations of variables, parameters and registers.

use super::cursor::Cursor;
use super::expression::{count, expression};
use super::token::Kind;
use super::tree::{Declaration, Declared, Initial, Linking, Word};
use crate::error::{Fault, quoted};

const SPACES: [&str; 6] = ["reg", "const", "global", "local", "param", "shared"];
/// The types of textures, samplers and surfaces, which have no place in memory.
pub const OPAQUE: [&str; 3] = ["texref", "samplerref", "surfref"];

/// Reads a declaration, such as `.global .align 4 .v2 .f32 a[4] = {...}, b;`.
pub fn declaration<'a>(c: &mut Cursor<'a>, linking: Linking) -> Result<Declaration<'a>, Fault> {
    let mut declaration = head(c, linking)?;
    declaration.names = c.sequence(|c| declared(c, true))?;
    c.expect(";")?;
    Ok(declaration)
}

/// Reads one parameter of a function, such as `.param .u64 .ptr .global .align 4 a`.
pub fn parameter<'a>(c: &mut Cursor<'a>) -> Result<Declaration<'a>, Fault> {
    let mut declaration = head(c, Linking::Private)?;
    if c.take_dot("ptr") {
        for space in ["const", "global", "local", "shared", "generic"] {
            if c.take_dot(space) {
                break;
            }
        }
        if c.take_dot("align") {
            count(c)?;
        }
    }
    declaration.names = vec![match c.kind() {
        Kind::Word => declared(c, false)?,
        // a prototype may leave the name out
        _ => Declared { name: Word { text: "_", at: c.at() }, family: None, sizes: sizes(c)?, initial: None },
    }];
    Ok(declaration)
}

/// Reads the part of a declaration before the names.
fn head<'a>(c: &mut Cursor<'a>, linking: Linking) -> Result<Declaration<'a>, Fault> {
    let space = c.dot("a state space such as `.global`")?;
    if space.text == "sreg" || OPAQUE.contains(&space.text) {
        return Err(Fault::unsupported(space.at, quoted(&format!(".{}", space.text))));
    }
    // `.tex .u32 t`, as PTX had it before version 1.5, is `.global .texref t`
    if space.text == "tex" {
        let ty = c.dot("a type")?;
        let (space, ty) = (Word { text: "global", ..space }, Word { text: "texref", ..ty });
        return Ok(Declaration { linking, space, align: None, vector: 1, ty, names: Vec::new() });
    }
    if !SPACES.contains(&space.text.split(['[', ':']).next().unwrap_or_default()) {
        let found = quoted(&format!(".{}", space.text));
        return Err(Fault::unexpected(space.at, found, "a directive such as `.entry`, `.global` or `.reg`"));
    }
    bank(c)?;
    let (mut align, mut vector) = (None, 1);
    loop {
        let at = c.at();
        if c.take_dot("align") {
            align = Some((count(c)?, c.since(at)));
        } else if c.take_dot("attribute") {
            attribute(c)?;
        } else if c.take_dot("v2") {
            vector = 2;
        } else if c.take_dot("v4") {
            vector = 4;
        } else if c.take_dot("v8") {
            vector = 8;
        } else {
            break;
        }
    }
    let ty = c.dot("a type")?;
    if OPAQUE.contains(&ty.text) && space.text != "global" {
        return Err(Fault::unsupported(ty.at, quoted(&format!(".{}", ty.text))));
    }
    Ok(Declaration { linking, space, align, vector, ty, names: Vec::new() })
}

/// Skips the number of a bank of constants: `[2]` behind `.const`.
pub fn bank(c: &mut Cursor) -> Result<(), Fault> {
    if c.take("[") {
        count(c)?;
        c.expect("]")?;
    }
    Ok(())
}

fn attribute(c: &mut Cursor) -> Result<(), Fault> {
    c.expect("(")?;
    let attributes = c.list(")", |c| {
        let attribute = c.dot("an attribute")?;
        if c.take("(") {
            c.list(")", count)?;
        }
        Ok(attribute)
    })?;
    match attributes.iter().find(|a| !matches!(a.text, "managed" | "unified")) {
        Some(other) => Err(Fault::unsupported(other.at, quoted(&format!(".{}", other.text)))),
        None => Ok(()),
    }
}

fn declared<'a>(c: &mut Cursor<'a>, with_initial: bool) -> Result<Declared<'a>, Fault> {
    let name = c.name("a name")?;
    let mut declared = Declared { name, family: None, sizes: Vec::new(), initial: None };
    if c.take("<") {
        let number = c.bump();
        let count = number.text.parse::<u64>().ok();
        declared.family =
            Some(count.ok_or_else(|| Fault::unexpected(number.at, quoted(number.text), "how many registers"))?);
        c.expect(">")?;
    }
    declared.sizes = sizes(c)?;
    if with_initial && c.take("=") {
        declared.initial = Some(initial(c)?);
    }
    Ok(declared)
}

fn sizes(c: &mut Cursor) -> Result<Vec<Option<u64>>, Fault> {
    let mut sizes = Vec::new();
    while c.take("[") {
        sizes.push(if c.is("]") { None } else { Some(count(c)?) });
        c.expect("]")?;
    }
    Ok(sizes)
}

fn initial<'a>(c: &mut Cursor<'a>) -> Result<Initial<'a>, Fault> {
    let start = c.at();
    if c.take("{") {
        let list = c.deeper(|c| c.list("}", initial))?;
        return Ok(Initial::List(list, c.since(start)));
    }
    let value = expression(c)?;
    Ok(Initial::Value(value, c.since(start)))
}
