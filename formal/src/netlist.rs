//! The names of a module's words and latches in a graph.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use crate::graph::{Lit, Word};

/// The names of a module in a graph: its inputs, outputs, wires and latches.
#[derive(Debug, Clone, Default)]
pub struct Netlist {
    /// The words of the inputs, by name.
    pub inputs: BTreeMap<String, Word>,
    /// The words of the outputs, by name.
    pub outputs: BTreeMap<String, Word>,
    /// The words of all other wires that have a name, by path: `instance.instance.wire`.
    pub wires: HashMap<String, Word>,
    /// The literals of the latches by `name[bit]`; a latch with several names has several entries.
    pub latches: BTreeMap<String, Lit>,
    /// Bits that nothing in the module reads, by `name[bit]`: they have names, and no logic. Each
    /// is an input of its own here.
    pub gone: BTreeMap<Lit, String>,
    /// The words that were found, with their widths.
    found: RefCell<BTreeMap<String, usize>>,
}

impl Netlist {
    /// Returns the word of an input, an output or a wire by its name.
    ///
    /// # Panics
    /// If there is no such word: the property refers to a name that does not exist.
    pub fn word(&self, name: &str) -> Word {
        self.find(name)
            .unwrap_or_else(|| panic!("no wire is called {name}; there are {}", self.beside(name).join(", ")))
    }
    /// Returns the names of the words in the module of a name, or all if there is no such module.
    fn beside(&self, name: &str) -> Vec<&str> {
        let all = || self.inputs.keys().chain(self.outputs.keys()).chain(self.wires.keys()).map(String::as_str);
        let module = name.rfind('.').map_or("", |end| &name[..=end]);
        let mut names: Vec<&str> = all().filter(|known| known.starts_with(module)).collect();
        if names.is_empty() {
            names = all().collect();
        }
        names.sort_unstable();
        names
    }
    /// Returns the word of an input, an output or a wire by its name; `None` if there is none. A
    /// memory of one word has no address, and is emitted as a register `word`: that register is
    /// also found as `words[0]`, so that a property is written alike for every depth.
    pub fn find(&self, name: &str) -> Option<Word> {
        let exact =
            |name: &str| self.inputs.get(name).or_else(|| self.outputs.get(name)).or_else(|| self.wires.get(name));
        let only_word = || exact(&format!("{}.word", name.strip_suffix(".words[0]")?));
        let word = exact(name).or_else(only_word).cloned()?;
        self.found.borrow_mut().insert(name.to_string(), word.len());
        Some(word)
    }
    /// Returns the names and widths of all words that were found: what properties over this netlist
    /// demand of another.
    pub fn found(&self) -> BTreeMap<String, usize> {
        self.found.borrow().clone()
    }
    /// Returns the literal of a word that is one bit wide, by its name.
    ///
    /// # Panics
    /// If there is no such word, or if it is wider than one bit.
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
        let found = ["one.word", "one.words[0]", "two.words[0]"].map(String::from).into_iter().zip([3, 3, 2]);
        assert_eq!(netlist.found(), found.collect());
    }
}
