//! What a module does beyond its ports: it ends the simulation, starts programs, uses files.

use super::node::{Files, Node, TYPE};
use super::types::{Types, number};
use super::{Place, Type};

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

/// A `$readmemh` or `$readmemb` whose file and memory are known: it becomes a part of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Load {
    /// Its place in the Verilog.
    pub place: Place,
    /// The file, as the Verilog names it.
    pub file: String,
    /// The memory, by its path in the flattened module.
    pub memory: String,
    /// The lowest and the highest index of the memory.
    pub bounds: (i64, i64),
    /// The addresses at which it begins and ends, where it says so.
    pub first: Option<i64>,
    /// The last address.
    pub last: Option<i64>,
}

/// Returns the loads and the effects of all modules, in their order.
pub(super) fn read(tree: &Node, types: &Types, files: &Files) -> (Vec<Load>, Vec<Effect>) {
    let (mut loads, mut effects) = (Vec::new(), Vec::new());
    tree.each(&mut |node| {
        let known = EFFECTS.iter().find(|(kinds, _)| kinds.contains(&node.kind.as_str()));
        let Some((_, what)) = known else { return };
        match load(node, types, files).filter(|_| node.kind == "readmem") {
            Some(load) => loads.push(load),
            None => effects.push(Effect { what, place: node.place(files) }),
        }
    });
    (loads, effects)
}

/// Returns what a `$readmemh` loads, if its names and numbers are constant.
fn load(node: &Node, types: &Types, files: &Files) -> Option<Load> {
    let memory = node.below.iter().find(|below| below.kind == "varref")?;
    let Ok(Type::Array(first, last, word)) = types.shape(memory.get(TYPE)?) else { return None };
    if matches!(*word, Type::Array(..)) {
        return None;
    }
    let mut constants = node.below.iter().filter(|below| below.kind != "varref");
    let name = constants.next().filter(|name| name.kind == "const")?.name();
    let mut address = || constants.next().map(number);
    let [from, to] = [address(), address()];
    let known = |address: Option<Option<i64>>| address.map_or(Some(None), |known| known.map(Some));
    Some(Load {
        place: node.place(files),
        file: text(name)?,
        memory: memory.name().to_owned(),
        bounds: (first.min(last), first.max(last)),
        first: known(from)?,
        last: known(to)?,
    })
}

/// Returns the text of a constant: XML has the codes of its letters, as `16'h6162`.
fn text(constant: &str) -> Option<String> {
    let Some((_, digits)) = constant.split_once("'h") else {
        return Some(constant.replace("\\\"", "\"").trim_matches('"').to_owned());
    };
    let digits = if digits.len() % 2 == 0 { digits.to_owned() } else { format!("0{digits}") };
    let letter = |k| u8::from_str_radix(digits.get(k..k + 2)?, 16).ok();
    let letters = (0..digits.len()).step_by(2).map(letter).collect::<Option<Vec<_>>>()?;
    String::from_utf8(letters.into_iter().skip_while(|letter| *letter == 0).collect()).ok()
}
