//! Modules: the directives outside of functions.

use super::cursor::Cursor;
use super::token::Kind;
use super::tree::{self, Item, Linking, Module, Word};
use super::{declaration, expression, function};
use crate::error::{Fault, quoted};

/// Reads the tokens of a whole text into the tree of a module.
pub fn module<'a>(c: &mut Cursor<'a>) -> Result<Module<'a>, Fault> {
    if !c.take_dot("version") {
        return c.error("`.version`");
    }
    let version = version(c)?;
    if !c.take_dot("target") {
        return c.error("`.target`");
    }
    let mut module = Module {
        version,
        target: Word { text: "", at: c.at() },
        maps_doubles: false,
        address_size: None,
        items: Vec::new(),
        spans: Vec::new(),
    };
    target(c, &mut module)?;
    while c.kind() != Kind::End {
        if c.take_dot("address_size") {
            module.address_size = match c.bump() {
                Word { text: "32", .. } => Some(32),
                Word { text: "64", .. } => Some(64),
                other => return Err(Fault::unexpected(other.at, quoted(other.text), "32 or 64")),
            };
        } else if c.take_dot("target") {
            target(c, &mut module)?;
        } else if c.take_dot("version") {
            module.version = self::version(c)?;
        } else if !c.take(";") && !debugging(c)? {
            let start = c.at();
            item(c, &mut module.items)?;
            module.spans.push(c.since(start));
        }
    }
    Ok(module)
}

fn version(c: &mut Cursor) -> Result<(u32, u32), Fault> {
    let word = c.bump();
    let numbers = word.text.split_once('.').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    match numbers {
        Some(version @ (1..=9, 0..=9)) => Ok(version),
        _ => Err(Fault::unexpected(word.at, quoted(word.text), "a version of PTX, from 1.0 to 9.9")),
    }
}

fn target<'a>(c: &mut Cursor<'a>, module: &mut Module<'a>) -> Result<(), Fault> {
    for word in c.sequence(|c| c.name("a target such as `sm_35`"))? {
        let number = word.text.strip_prefix("sm_").or(word.text.strip_prefix("compute_"));
        let number = number.map(|number| number.strip_suffix(['a', 'f']).unwrap_or(number));
        match word.text {
            _ if number.is_some_and(|n| (2..=3).contains(&n.len()) && n.bytes().all(|b| b.is_ascii_digit())) => {
                module.target = word
            }
            "map_f64_to_f32" => module.maps_doubles = true,
            "debug" | "texmode_unified" | "texmode_independent" => {}
            _ => {
                return Err(Fault::unexpected(
                    word.at,
                    quoted(word.text),
                    "a target such as `sm_35`, or one of its options",
                ));
            }
        }
    }
    match module.target.text {
        "" => c.error("a target such as `sm_35`"),
        _ => Ok(()),
    }
}

fn item<'a>(c: &mut Cursor<'a>, items: &mut Vec<Item<'a>>) -> Result<(), Fault> {
    let start = c.at();
    if c.take_dot("alias") {
        let alias = c.name("a function")?;
        c.expect(",")?;
        let of = c.name("a function")?;
        c.expect(";")?;
        items.push(Item::Alias(alias, of));
        return Ok(());
    }
    let linking = linking(c);
    match (c.kind(), c.peek().text) {
        (Kind::Dot, "entry" | "func") => {
            items.push(Item::Function(tree::Function { linking, ..function::function(c, start)? }))
        }
        (Kind::Dot, "visible" | "extern" | "weak" | "common") => return c.error("one linking directive"),
        (Kind::Dot, _) => items.push(Item::Variable(declaration::declaration(c, linking)?)),
        _ => return c.error("a directive such as `.entry`, `.func` or `.global`"),
    }
    Ok(())
}

fn linking(c: &mut Cursor) -> Linking {
    for (word, linking) in [
        ("visible", Linking::Visible),
        ("extern", Linking::External),
        ("weak", Linking::Weak),
        ("common", Linking::Common),
    ] {
        if c.take_dot(word) {
            return linking;
        }
    }
    Linking::Private
}

/// Skips a directive for debuggers and tuners, if one follows; returns whether it did.
pub fn debugging(c: &mut Cursor) -> Result<bool, Fault> {
    if c.take_dot("file") {
        c.name_or_number("a file's number")?;
        c.text("a file's name")?;
        while c.take(",") {
            expression::count(c)?;
        }
    } else if c.take_dot("loc") {
        for what in ["a file's number", "a line", "a column"] {
            c.name_or_number(what)?;
        }
        while c.take(",") {
            inlined(c)?;
        }
    } else if c.take_dot("section") {
        // a section has a name with or without a dot
        if c.kind() != Kind::Dot {
            c.name("a section's name")?;
        } else {
            c.bump();
        }
        c.expect("{")?;
        c.skip_braces()?;
    } else if c.take_dot("pragma") {
        c.sequence(|c| c.text("a pragma in quotes"))?;
        c.expect(";")?;
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Skips `function_name label + 4` and `inlined_at file line column` of a `.loc`.
fn inlined(c: &mut Cursor) -> Result<(), Fault> {
    let word = c.name("`function_name` or `inlined_at`")?;
    match word.text {
        "function_name" => {
            c.name("a label")?;
            if c.take("+") {
                expression::count(c)?;
            }
        }
        "inlined_at" => {
            for what in ["a file's number", "a line", "a column"] {
                c.name_or_number(what)?;
            }
        }
        _ => return Err(Fault::unexpected(word.at, quoted(word.text), "`function_name` or `inlined_at`")),
    }
    Ok(())
}

impl<'a> Cursor<'a> {
    fn name_or_number(&mut self, what: &str) -> Result<Word<'a>, Fault> {
        match self.kind() {
            Kind::Word | Kind::Number => Ok(self.bump()),
            _ => self.error(what),
        }
    }
    fn text(&mut self, what: &str) -> Result<Word<'a>, Fault> {
        match self.kind() {
            Kind::Text => Ok(self.bump()),
            _ => self.error(what),
        }
    }
}
