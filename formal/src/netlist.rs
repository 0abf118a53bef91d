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
    /// The word of this name, if there is one. A memory of one word has no address, and is emitted as a register
    /// `word`: that register is also found as `words[0]`, so that a property need not know the depth.
    pub fn find(&self, name: &str) -> Option<Word> {
        let exact =
            |name: &str| self.inputs.get(name).or_else(|| self.outputs.get(name)).or_else(|| self.wires.get(name));
        let only_word = || exact(&format!("{}.word", name.strip_suffix(".words[0]")?));
        exact(name).or_else(only_word).cloned()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;

    #[test]
    fn a_memory_of_one_word_is_found_by_its_index() {
        let mut graph = Graph::default();
        let (alone, first) = (graph.latch_word(3), graph.latch_word(2));
        let wires = HashMap::from([("one.word".into(), alone.clone()), ("two.words[0]".into(), first.clone())]);
        let netlist = Netlist { wires, ..Netlist::default() };
        assert_eq!(netlist.find("one.words[0]"), Some(alone.clone()));
        assert_eq!(netlist.find("one.word"), Some(alone));
        assert_eq!(netlist.find("two.words[0]"), Some(first));
        for missing in ["one.words[1]", "two.word", "two.words[1]", "none.words[0]", "words[0]"] {
            assert_eq!(netlist.find(missing), None, "{missing}");
        }
    }
}
