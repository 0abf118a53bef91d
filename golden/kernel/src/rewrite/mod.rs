//! Rewrites programs so that fewer registers are live at once, as a compiler does before it
//! allocates them.
//!
//! ```text
//! Function -- narrow --> Function -- schedule --> Function --> analysis, allocate
//! ```
//!
//! The rewritten program may execute instructions in another order and another place, and some of
//! them several times, but each instruction has the number of instructions of the text that it
//! stands for ([`crate::program::Instruction::stands_for`]): so the number of executed instructions
//! of the text can still be counted.

mod body;
mod depend;
mod frequency;
mod narrow;
mod recompute;
mod schedule;
mod view;

use crate::program::{Function, Module};
use schedule::{Aim, schedule};

/// The constraints and the aim of the rewriting. Without any of the three constraints the result is
/// wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Whether accesses to memory stay in order, unless both read or their spaces differ.
    pub memory: bool,
    /// Whether a value is computed again only where its operands are unchanged.
    pub operands: bool,
    /// Whether a value keeps 64 bits if any use needs them.
    pub whole: bool,
    /// Words per thread that are few enough: the aim of the rewriting.
    pub words: u32,
}

impl Default for Rules {
    /// All constraints hold. With 16 words the smallest core that a paper describes, of 16 384
    /// registers for 1024 threads (STSIMT tables I and III, SLP table 2), holds as many threads as
    /// it can.
    fn default() -> Rules {
        Rules { memory: true, operands: true, whole: true, words: 16 }
    }
}

/// Returns a module rewritten so that fewer registers are live at once.
pub fn rewrite(module: &Module, rules: &Rules) -> Module {
    let of = |f: &Function| if f.defined { function(module, f, rules) } else { f.clone() };
    let functions = module.functions.iter().map(of).collect();
    Module { functions, ..module.clone() }
}

fn function(module: &Module, function: &Function, rules: &Rules) -> Function {
    let function = narrow::narrow(module, function, rules);
    let function = schedule(module, &function, rules, Aim::Fewest);
    let function = recompute::recompute(module, &function, rules);
    schedule(module, &function, rules, Aim::Enough)
}
