//! The linking of PTX modules by name: relocatable code (`nvcc -rdc=true`), and several inputs of
//! the driver's linker.
//!
//! What comes out is one text: the modules one behind the other. A name that a module keeps to
//! itself gets the module's number where another module has the name, too; of a weak definition,
//! the first one stays.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::{Error, Fault, quoted};
use crate::program::{Source, Span};
use crate::syntax::tree::{Item, Linking, Module, Word};
use crate::syntax::{self, Kind};

/// A name at a module's scope: how it is linked, and whether it is defined here.
struct Named<'a> {
    word: Word<'a>,
    linking: Linking,
    defined: bool,
    /// The place of the whole declaration or definition.
    whole: Span,
}

/// Links the texts of modules into one; `name` is that of the result, which errors show with a
/// module's number. An error is that of a text that cannot be read, or of a name that two modules
/// define.
pub fn link(name: &str, texts: &[&str]) -> Result<String, Error> {
    let sources: Vec<Source> =
        texts.iter().enumerate().map(|(at, text)| Source::new(format!("{name}, part {at}"), *text)).collect();
    let mut all: Vec<Vec<Named>> = Vec::new();
    for (source, text) in sources.iter().zip(texts) {
        let tree = syntax::parse(text).map_err(|fault| fault.into_error(source))?;
        all.push(names(&tree));
    }
    let mut uses: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (at, names) in all.iter().enumerate() {
        for it in names {
            uses.entry(it.word.text).or_default().insert(at);
        }
    }
    let mut defined: BTreeSet<&str> = BTreeSet::new();
    let mut linked = String::new();
    for (at, (names, text)) in all.iter().zip(texts).enumerate() {
        let (mut own, mut gone) = (BTreeSet::new(), Vec::new());
        for it in names {
            match it.linking {
                Linking::Private if uses[it.word.text].len() > 1 => {
                    own.insert(it.word.text);
                }
                Linking::Private | Linking::External | Linking::Common => {}
                Linking::Visible | Linking::Weak if !it.defined => {}
                Linking::Visible | Linking::Weak => {
                    let new = defined.insert(it.word.text);
                    if !new && it.linking == Linking::Weak {
                        gone.push(it.whole);
                    } else if !new {
                        let found = format!("{}, which another module defines, too", quoted(it.word.text));
                        let fault = Fault::unexpected(it.word.at, found, "one definition");
                        return Err(fault.into_error(&sources[at]));
                    }
                }
            }
        }
        let part = rewritten(text, at, &own, &gone).map_err(|fault| fault.into_error(&sources[at]))?;
        linked.push_str(&part);
        linked.push('\n');
    }
    Ok(linked)
}

/// Returns the names at a module's scope.
fn names<'a>(tree: &Module<'a>) -> Vec<Named<'a>> {
    let mut names = Vec::new();
    for (item, &whole) in tree.items.iter().zip(&tree.spans) {
        match item {
            Item::Variable(declaration) => names.extend(declaration.names.iter().map(|declared| Named {
                word: declared.name,
                linking: declaration.linking,
                defined: true,
                whole,
            })),
            Item::Function(function) => {
                let defined = function.body.is_some();
                // a kernel is seen from outside, with or without a word that says so
                let linking = match function.linking {
                    Linking::Private if function.entry => Linking::Visible,
                    linking => linking,
                };
                names.push(Named { word: function.name, linking, defined, whole });
            }
            Item::Alias(alias, _) => {
                names.push(Named { word: *alias, linking: Linking::Private, defined: true, whole });
            }
        }
    }
    names
}

/// Returns a module's text with other names for those that are its own, and without what is gone.
fn rewritten(text: &str, number: usize, own: &BTreeSet<&str>, gone: &[Span]) -> Result<String, Fault> {
    let mut written = String::new();
    let mut done = 0;
    for token in syntax::tokens(text)? {
        let (start, end) = (token.at.start as usize, token.at.end as usize);
        if gone.iter().any(|gone| (gone.start..gone.end).contains(&token.at.start)) {
            written.push_str(&text[done..start]);
            done = end;
            continue;
        }
        if token.kind == Kind::Word && own.contains(&text[start..end]) {
            written.push_str(&text[done..end]);
            written.push_str(&format!("$part{number}"));
            done = end;
        }
    }
    written.push_str(&text[done..]);
    Ok(written)
}
