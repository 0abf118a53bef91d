//! The first half of the reader: text to a tree. Names are not resolved here: the second half does
//! that in one place.

mod cursor;
mod declaration;
mod expression;
mod function;
mod module;
mod token;
pub(crate) mod tree;

pub(crate) use declaration::OPAQUE;
pub(crate) use token::{Kind, tokens};

use crate::error::Fault;
use crate::program::Span;

/// The greatest length of a text in bytes; longer ones are refused before memory is spent on them.
const LONGEST: usize = 256 << 20;

/// Parses a PTX text into a tree.
pub(crate) fn parse(text: &str) -> Result<tree::Module<'_>, Fault> {
    if text.len() > LONGEST {
        return Err(Fault::unexpected(Span::default(), format!("{} bytes", text.len()), format!("at most {LONGEST}")));
    }
    module::module(&mut cursor::Cursor::new(text, token::tokens(text)?))
}
