//! A node of Verilator's tree, in one form for both formats in which Verilator writes it: XML
//! (`--xml-only`) up to 5.029, JSON (`--json-only`) since.

use std::collections::HashMap;

use roxmltree::Document;
use serde_json::Value;

use super::{Place, TreeError};

/// Files of a tree: the letters that stand for them in places, and their names.
pub(super) type Files = HashMap<String, String>;

/// A node: its kind in lower case, its attributes, and the nodes below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) kind: String,
    attributes: Vec<(String, String)>,
    pub(super) below: Vec<Node>,
}

/// An attribute's names in XML and in JSON.
type Names = [&'static str; 2];

pub(super) const TYPE: Names = ["dtype_id", "dtypep"];
pub(super) const TYPE_BELOW: Names = ["sub_dtype_id", "refDTypep"];
pub(super) const ID: Names = ["id", "addr"];
pub(super) const DIRECTION: Names = ["dir", "direction"];
pub(super) const EDGE: Names = ["edgeType", "edgeType"];
pub(super) const SIGNED: Names = ["signed", "signed"];

impl Node {
    /// Returns an attribute, by its name in either format.
    pub(super) fn get(&self, names: Names) -> Option<&str> {
        self.attributes.iter().find(|(name, _)| names.contains(&name.as_str())).map(|(_, value)| value.as_str())
    }

    pub(super) fn name(&self) -> &str {
        self.get(["name", "name"]).unwrap_or_default()
    }

    /// Returns where the node stands in the Verilog: of `c,6,11,6,20` or `c,6:11,6:20` the file `c`
    /// and the line 6.
    pub(super) fn place(&self, files: &Files) -> Place {
        let mut words = self.get(["loc", "loc"]).unwrap_or_default().split([',', ':']);
        let file = words.next().and_then(|letter| files.get(letter)).cloned().unwrap_or_default();
        Place { file, line: words.next().and_then(|line| line.parse().ok()).unwrap_or_default() }
    }

    /// Calls a function with this node and all nodes below it, from the top.
    pub(super) fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a Node)) {
        visit(self);
        self.below.iter().for_each(|node| node.each(visit));
    }

    /// Returns all nodes of a kind, this one among them.
    pub(super) fn all(&self, kind: &str) -> Vec<&Node> {
        let mut found = Vec::new();
        self.each(&mut |node| found.extend((node.kind == kind).then_some(node)));
        found
    }
}

/// Reads the XML of a tree.
pub(super) fn from_xml(text: &str) -> Result<(Node, Files), TreeError> {
    let document = Document::parse(text).map_err(|error| TreeError::Unreadable(error.to_string()))?;
    let tree = element(document.root_element());
    let file = |node: &Node| Some((node.get(ID)?.to_owned(), node.get(["filename", "filename"])?.to_owned()));
    let files = tree.all("file").into_iter().filter_map(file).collect();
    Ok((tree, files))
}

fn element(node: roxmltree::Node) -> Node {
    Node {
        kind: node.tag_name().name().to_owned(),
        attributes: node.attributes().map(|one| (one.name().to_owned(), one.value().to_owned())).collect(),
        below: node.children().filter(|child| child.is_element()).map(element).collect(),
    }
}

/// Reads the JSON of a tree, and the file beside it that names its files.
pub(super) fn from_json(text: &str, beside: &str) -> Result<(Node, Files), TreeError> {
    let read = |text: &str| serde_json::from_str(text).map_err(|error| TreeError::Unreadable(error.to_string()));
    let (tree, beside): (Value, Value) = (read(text)?, read(beside)?);
    let named = beside["files"].as_object().into_iter().flatten();
    let files = named.filter_map(|(letter, file)| Some((letter.clone(), file["filename"].as_str()?.to_owned())));
    Ok((object(&tree), files.collect()))
}

/// Turns an object into a node. The target of an assignment comes last, as it does in XML.
fn object(value: &Value) -> Node {
    let mut node = Node { kind: String::new(), attributes: Vec::new(), below: Vec::new() };
    let mut targets = Vec::new();
    for (name, value) in value.as_object().into_iter().flatten() {
        match value {
            Value::String(text) if name == "type" => node.kind = text.to_lowercase(),
            Value::String(text) => node.attributes.push((name.clone(), text.clone())),
            Value::Array(nodes) if name == "lhsp" => targets.extend(nodes.iter().map(object)),
            Value::Array(nodes) => node.below.extend(nodes.iter().map(object)),
            Value::Object(_) | Value::Null => {}
            Value::Bool(_) | Value::Number(_) => node.attributes.push((name.clone(), value.to_string())),
        }
    }
    node.below.extend(targets);
    node
}
