//! Programs rewritten so that fewer registers are alive at once, as a compiler does before it allocates them.
//!
//! ```text
//! Function -- narrow --> Function -- schedule --> Function --> analysis, allocate
//! ```
//!
//! What is executed may be in another order and another place, and some of it several times, but for each instruction it is known how many of the text
//! it stands for ([`crate::program::Instruction::stands_for`]): so a run still tells how many of the text's instructions it executed.

mod body;
mod depend;
mod frequency;
mod narrow;
mod recompute;
mod schedule;
mod view;

use crate::program::{Function, Module};
use schedule::{Aim, schedule};

/// What the rewriting respects and aims at. Without any of the rules the result is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Accesses to memory stay in order, unless both read or their spaces differ.
    pub memory: bool,
    /// A value is computed again only where its operands are the same.
    pub operands: bool,
    /// A value keeps 64 bits if any use needs them.
    pub whole: bool,
    /// Words a thread that need not become fewer.
    pub words: u32,
}

impl Default for Rules {
    /// All of them. With 16 words the smallest core that a paper describes, of 16 384 registers for 1024 threads (STSIMT tables I and III, SLP table 2),
    /// holds as many threads as it can.
    fn default() -> Rules {
        Rules { memory: true, operands: true, whole: true, words: 16 }
    }
}

/// Rewrites a module.
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
