//! The names of a module that was added to a graph.

use std::collections::{BTreeMap, HashMap};

use crate::graph::{Lit, Word};

/// A module in a graph: what its words are called.
#[derive(Debug, Clone, Default)]
pub struct Netlist {
    /// Inputs, by name.
    pub inputs: BTreeMap<String, Word>,
    /// Outputs, by name.
    pub outputs: BTreeMap<String, Word>,
    /// Everything else that has a name: `instance.instance.wire`.
    pub wires: HashMap<String, Word>,
    /// Latches by `name[bit]`, by each of their names.
    pub latches: BTreeMap<String, Lit>,
}

impl Netlist {
    /// The word of this name.
    ///
    /// # Panics
    /// If there is none: a property that speaks of nothing.
    pub fn word(&self, name: &str) -> Word {
        self.find(name).unwrap_or_else(|| panic!("no wire is called {name}"))
    }
    /// The word of this name, if there is one.
    pub fn find(&self, name: &str) -> Option<Word> {
        self.inputs.get(name).or_else(|| self.outputs.get(name)).or_else(|| self.wires.get(name)).cloned()
    }
    /// The bit of this name, which is one bit wide.
    ///
    /// # Panics
    /// If there is none, or if it is wider.
    pub fn bit(&self, name: &str) -> Lit {
        let word = self.word(name);
        assert_eq!(word.len(), 1, "{name} is a word of {} bits", word.len());
        word[0]
    }
}
