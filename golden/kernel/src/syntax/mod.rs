//! The reader's first half: text to a tree. Nothing is looked up here, so that what a name means is told in one place.

mod cursor;
mod declaration;
mod expression;
mod function;
mod module;
mod token;
pub(crate) mod tree;

pub(crate) use declaration::OPAQUE;

use crate::error::Fault;
use crate::program::Span;

/// Longer texts are refused before memory is spent on them.
const LONGEST: usize = 256 << 20;

/// Reads a text.
pub(crate) fn parse(text: &str) -> Result<tree::Module<'_>, Fault> {
    if text.len() > LONGEST {
        return Err(Fault::unexpected(Span::default(), format!("{} bytes", text.len()), format!("at most {LONGEST}")));
    }
    module::module(&mut cursor::Cursor::new(text, token::tokens(text)?))
}
