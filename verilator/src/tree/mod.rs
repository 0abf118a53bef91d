//! What Verilator's tree says of a user's module before anything is compiled: its ports, the edges
//! that clock it, and what it does beyond its ports.

mod edges;
mod effects;
mod node;
mod types;

use std::fmt;

pub use edges::Edge;
pub use effects::{Effect, Load};
pub use types::Type;

use node::{DIRECTION, Files, Node, SIGNED, TYPE};
use types::Types;

/// The top module as Verilator reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Top {
    /// Its ports, in their order.
    pub ports: Vec<Port>,
    /// The edges at which its registers change, each once.
    pub edges: Vec<Edge>,
    /// The files that it loads into memories.
    pub loads: Vec<Load>,
    /// What it does beyond its ports.
    pub effects: Vec<Effect>,
    /// The files that Verilator has read, found by search among them.
    pub files: Vec<String>,
}

/// A port of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// Whether the module drives it.
    pub output: bool,
    /// Its type.
    pub shape: Type,
    /// Whether it is a signed number.
    pub signed: bool,
}

/// A place in the user's Verilog.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The file, by the path that the user gave.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

impl Place {
    /// Returns the place that a `line directive gives to the next line; `None` for any other line.
    pub(crate) fn of_directive(line: &str) -> Option<Self> {
        let (number, file) = line.strip_prefix("`line ")?.split_once(' ')?;
        let file = file.split('"').nth(1).unwrap_or_default().to_owned();
        Some(Place { file, line: number.parse().unwrap_or_default() })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// The reason why a tree says nothing of use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// Verilator wrote something else.
    #[error("Verilator's tree cannot be read: {0}")]
    Unreadable(String),
    /// A port has a type that no word can have, or two directions.
    #[error("{place}: port {name} is {what}: a port is an input or an output of bits")]
    Port {
        /// The place of the port.
        place: Place,
        /// The port.
        name: String,
        /// What it is.
        what: String,
    },
}

impl Top {
    /// Reads the XML of a flattened tree.
    ///
    /// # Errors
    ///
    /// It is no tree, or a port is refused.
    pub fn from_xml(text: &str) -> Result<Self, TreeError> {
        node::from_xml(text).and_then(|(tree, files)| Self::read(&tree, &files))
    }

    /// Reads the JSON of a flattened tree, and the file beside it that names its files.
    ///
    /// # Errors
    ///
    /// As [`from_xml`](Self::from_xml).
    pub fn from_json(text: &str, beside: &str) -> Result<Self, TreeError> {
        node::from_json(text, beside).and_then(|(tree, files)| Self::read(&tree, &files))
    }

    fn read(tree: &Node, files: &Files) -> Result<Self, TreeError> {
        let types = Types::of(tree);
        let top = tree.all("module").into_iter().find(|module| module.name() == "$root");
        let top = top.ok_or_else(|| TreeError::Unreadable("it has no top module".into()))?;
        let ports: Vec<Port> = top.below.iter().filter_map(|var| port(var, &types, files)).collect::<Result<_, _>>()?;
        let inputs: Vec<&str> = ports.iter().filter(|port| !port.output).map(|port| port.name.as_str()).collect();
        let mut names: Vec<String> = files.values().filter(|name| !name.starts_with('<')).cloned().collect();
        names.sort();
        let (loads, effects) = effects::read(tree, &types, files);
        Ok(Self { edges: edges::read(top, &inputs, files), loads, effects, ports, files: names })
    }
}

/// Returns the port that a node of the top module is; `None` if it is none.
fn port(var: &Node, types: &Types, files: &Files) -> Option<Result<Port, TreeError>> {
    let direction = var.get(DIRECTION).filter(|_| var.kind == "var")?.to_lowercase();
    let name = var.name().to_owned();
    let refused = |what: String| TreeError::Port { place: var.place(files), name: name.clone(), what };
    let output = match direction.as_str() {
        "input" => false,
        "output" => true,
        "none" => return None,
        other => return Some(Err(refused(other.to_owned()))),
    };
    let id = var.get(TYPE).unwrap_or_default();
    let signed = types.get(id).is_some_and(|node| node.get(SIGNED).is_some());
    Some(types.shape(id).map(|shape| Port { name: name.clone(), output, shape, signed }).map_err(refused))
}

#[cfg(test)]
mod tests;
