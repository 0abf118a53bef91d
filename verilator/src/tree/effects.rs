//! What a module does beyond its ports: it ends the simulation, starts programs, uses files.

use super::Place;
use super::node::{Files, Node};

/// A statement of a module that reaches beyond its ports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// The statement, as Verilog has it.
    pub what: &'static str,
    /// Its place in the Verilog.
    pub place: Place,
}

/// Kinds of nodes, and the statements that they stand for.
const EFFECTS: &[(&[&str], &str)] = &[
    (&["finish"], "$finish"),
    (&["systemt", "systemf"], "$system"),
    (&["readmem"], "$readmemh or $readmemb"),
    (&["writemem"], "$writememh or $writememb"),
    (&["fopen", "fopenmcd"], "$fopen"),
    (&["fclose"], "$fclose"),
    (&["fflush"], "$fflush"),
    (&["fgetc", "fgets", "fungetc", "fread", "fscanf", "feof", "ferror"], "a read from a file"),
    (&["fseek", "frewind", "ftell"], "a position in a file"),
    (&["dumpctl"], "a $dump"),
    (&["ucstmt", "ucfunc", "cstmtuser", "cexpruser"], "$c"),
];

/// Returns the effects of all modules, in their order.
pub(super) fn read(tree: &Node, files: &Files) -> Vec<Effect> {
    let mut effects = Vec::new();
    tree.each(&mut |node| {
        let known = EFFECTS.iter().find(|(kinds, _)| kinds.contains(&node.kind.as_str()));
        effects.extend(known.map(|(_, what)| Effect { what, place: node.place(files) }));
    });
    effects
}
