//! The edges that clock a module, traced from its registers to its ports.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::Place;
use super::node::{EDGE, Files, Node};

/// An edge at which registers change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// The inputs that it is made of: one, where no logic is between; none, where a register of the
    /// module makes it.
    pub ports: Vec<String>,
    /// Whether it is the falling edge of its input.
    pub falling: bool,
    /// Whether it comes with another edge, and its input is a value in the same block, as that of
    /// an asynchronous reset is.
    pub resets: bool,
    /// Its first place in the Verilog.
    pub place: Place,
}

/// Returns the edges of a flattened module, each once.
pub(super) fn read(top: &Node, inputs: &[&str], files: &Files) -> Vec<Edge> {
    let drivers = Drivers::of(top, inputs);
    let mut edges: Vec<Edge> = Vec::new();
    for block in top.all("always") {
        let items = block.all("senitem");
        for item in &items {
            let falls: &[bool] = match item.get(EDGE).unwrap_or_default() {
                "POS" => &[false],
                "NEG" => &[true],
                "BOTH" => &[false, true],
                _ => &[],
            };
            let source = drivers.trace(item);
            let others = block.below.iter().filter(|node| node.kind != "sentree");
            let reads = || others.map(|node| drivers.trace(node)).any(|read| !read.ports.is_disjoint(&source.ports));
            let resets = items.len() > 1 && reads();
            for falls in falls {
                let ports = source.ports.iter().cloned().collect();
                let edge = Edge { ports, falling: falls ^ source.inverted, resets, place: item.place(files) };
                let same = |other: &&mut Edge| {
                    (&other.ports, other.falling, other.resets) == (&edge.ports, edge.falling, edge.resets)
                };
                if edges.iter_mut().find(same).is_none() {
                    edges.push(edge);
                }
            }
        }
    }
    edges
}

/// What a value is made of.
#[derive(Default)]
struct Source {
    ports: BTreeSet<String>,
    /// Whether it is the inverse of its port.
    inverted: bool,
}

/// What drives each wire of a module, but for its inputs.
struct Drivers<'a> {
    inputs: &'a [&'a str],
    drivers: HashMap<&'a str, &'a Node>,
}

impl<'a> Drivers<'a> {
    /// Finds the continuous assignments to whole wires: the target comes last.
    fn of(top: &'a Node, inputs: &'a [&'a str]) -> Self {
        let mut drivers = HashMap::new();
        top.each(&mut |node| {
            if let ("contassign" | "assignw" | "assignalias", [value, .., target]) =
                (node.kind.as_str(), &node.below[..])
                && target.kind == "varref"
                && target.name() != value.name()
            {
                drivers.insert(target.name(), value);
            }
        });
        Self { inputs, drivers }
    }

    fn trace(&self, value: &Node) -> Source {
        let mut source = Source::default();
        self.follow(value, false, &mut HashSet::new(), &mut source);
        source
    }

    /// Adds what a value is made of. `seen` ends it at a loop.
    fn follow<'b>(&'b self, value: &'b Node, inverted: bool, seen: &mut HashSet<&'b str>, source: &mut Source) {
        let inverted = inverted ^ (value.kind == "not" || value.kind == "lognot");
        if value.kind == "varref" {
            let name = value.name();
            if self.inputs.contains(&name) {
                source.inverted = inverted;
                source.ports.insert(name.to_owned());
            } else if let (Some(driver), true) = (self.drivers.get(name), seen.insert(name)) {
                self.follow(driver, inverted, seen, source);
            }
        }
        value.below.iter().for_each(|node| self.follow(node, inverted, seen, source));
    }
}
