//! The second half of the reader: from the tree to a [`Module`]. Names, opcodes and labels are
//! resolved.

mod arithmetic;
mod bits;
mod body;
mod call;
mod compare;
mod constant;
mod control;
mod convert;
mod element;
mod line;
mod memory;
mod opcode;
mod operand;
mod passing;
mod scope;
mod stack;
mod statements;
mod texture;
mod transfer;
mod unit;
mod variable;
mod video;
mod warp;

use crate::error::Fault;
use crate::program::{Module, Rewritten, Source};
use crate::syntax::tree;

/// Builds the module of a syntax tree.
pub(crate) fn lower(source: &Source, tree: &tree::Module) -> Result<Module, Fault> {
    let mut unit = unit::Unit::new(tree, &source.text);
    unit.declare(&tree.items)?;
    for item in &tree.items {
        if let tree::Item::Function(function) = item {
            let read = statements::lower(&mut unit, function);
            unit.unless_unsupported(source, function, read)?;
        }
    }
    Ok(Module {
        source: source.clone(),
        version: tree.version,
        target: tree.target.text.to_string(),
        address_size: unit.address_size.unwrap_or(32),
        variables: unit.variables,
        functions: unit.functions,
        base: 0,
        rewritten: Rewritten::default(),
    })
}
