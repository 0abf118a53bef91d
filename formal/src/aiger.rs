//! Parser of AIGER as Yosys writes it: the graph in ASCII, and the names in a separate map.

use std::collections::{BTreeMap, HashMap};

use crate::graph::{Graph, Lit};
use crate::netlist::Netlist;

/// An error for text that is not AIGER, or not a map of names, as Yosys writes it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}: {what}")]
pub struct AigerError {
    /// The text at fault: `graph` or `names`.
    pub file: &'static str,
    /// Line of the error, counted from one.
    pub line: usize,
    /// Description of the error.
    pub what: String,
}

/// A module as Yosys wrote it in AIGER: its graph, and the names of its words.
#[derive(Debug, Clone)]
pub struct Aiger {
    /// Highest variable.
    variables: usize,
    inputs: Vec<u32>,
    latches: Vec<(u32, u32)>,
    outputs: Vec<u32>,
    gates: Vec<(u32, u32, u32)>,
    names: Vec<Name>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Input,
    Output,
    Latch,
    Wire,
    /// An output that is a constant.
    Tied,
    /// A bit without logic: nothing reads it.
    Gone,
}

/// The name of one bit of a word; `place` is the index in the list of its kind, or a literal for a
/// wire or a constant.
#[derive(Debug, Clone)]
struct Name {
    kind: Kind,
    place: usize,
    bit: usize,
    name: String,
}

/// The greatest number of variables: far above that of any module, so that a damaged file cannot
/// exhaust the memory.
const MOST: usize = 1 << 26;

impl Aiger {
    /// Parses the AIGER graph and the map of names that Yosys wrote.
    pub fn read(graph: &str, names: &str) -> Result<Self, AigerError> {
        let mut lines = graph.lines().enumerate();
        let fail = |line: usize, what: String| AigerError { file: "graph", line: line + 1, what };
        let mut take = |expect: &[usize], what: &str| {
            let (n, line) = lines.next().ok_or_else(|| fail(0, format!("ends before {what}")))?;
            let fields: Vec<&str> = line.trim_start_matches("aag ").split_ascii_whitespace().collect();
            let numbers: Result<Vec<u32>, _> = fields.iter().map(|field| field.parse::<u32>()).collect();
            let numbers = numbers.map_err(|_| fail(n, format!("{what}: numbers, not `{line}`")))?;
            if !expect.contains(&numbers.len()) {
                return Err(fail(n, format!("{what}: {expect:?} numbers, not {}", numbers.len())));
            }
            Ok((n, numbers))
        };
        if !graph.starts_with("aag ") {
            return Err(fail(0, "does not begin with `aag `".into()));
        }
        let (_, header) = take(&[5, 6, 7, 8, 9], "the header")?;
        if header[5..].iter().any(|count| *count != 0) {
            return Err(fail(0, "properties and fairness are not expected".into()));
        }
        let [variables, inputs, latches, outputs, gates] = [0, 1, 2, 3, 4].map(|n| header[n] as usize);
        if variables > MOST || [inputs, latches, outputs, gates].iter().any(|count| *count > MOST) {
            return Err(fail(0, format!("more than {MOST} variables")));
        }
        let bound = 2 * variables as u32 + 1;
        let known = |n: usize, lit: u32| {
            if lit > bound { Err(fail(n, format!("literal {lit} above {bound}"))) } else { Ok(lit) }
        };
        let defines = |n: usize, lit: u32| {
            if lit < 2 || lit & 1 == 1 { Err(fail(n, format!("{lit} cannot be defined"))) } else { known(n, lit) }
        };
        let mut aiger = Aiger {
            variables,
            inputs: Vec::new(),
            latches: Vec::new(),
            outputs: Vec::new(),
            gates: Vec::new(),
            names: Vec::new(),
        };
        for _ in 0..inputs {
            let (n, line) = take(&[1], "an input")?;
            aiger.inputs.push(defines(n, line[0])?);
        }
        for _ in 0..latches {
            // a third number is the value at the start: ours have none, and reset is an input
            let (n, line) = take(&[2, 3], "a latch")?;
            aiger.latches.push((defines(n, line[0])?, known(n, line[1])?));
        }
        for _ in 0..outputs {
            let (n, line) = take(&[1], "an output")?;
            aiger.outputs.push(known(n, line[0])?);
        }
        for _ in 0..gates {
            let (n, line) = take(&[3], "a gate")?;
            aiger.gates.push((defines(n, line[0])?, known(n, line[1])?, known(n, line[2])?));
        }
        aiger.read_names(names, bound)?;
        Ok(aiger)
    }

    fn read_names(&mut self, names: &str, bound: u32) -> Result<(), AigerError> {
        for (n, line) in names.lines().enumerate() {
            let fail = |what: String| AigerError { file: "names", line: n + 1, what };
            let mut fields = line.splitn(4, ' ');
            let mut next = || fields.next().ok_or_else(|| fail(format!("`{line}` has not four fields")));
            let (kind, place, bit, name) = (next()?, next()?, next()?, next()?.to_string());
            let number = |text: &str| text.parse::<usize>().map_err(|_| fail(format!("`{text}` is no number")));
            let (place, bit) = (number(place)?, number(bit)?);
            let (kind, count) = match kind {
                "input" => (Kind::Input, self.inputs.len()),
                "output" => (Kind::Output, self.outputs.len()),
                "latch" => (Kind::Latch, self.latches.len()),
                "wire" => (Kind::Wire, bound as usize + 1),
                "tied" => (Kind::Tied, 2),
                "gone" => (Kind::Gone, 1),
                other => return Err(fail(format!("`{other}` is not expected"))),
            };
            if place >= count || bit >= 1 << 16 {
                return Err(fail(format!("{name}: place {place} of {count}, bit {bit}")));
            }
            self.names.push(Name { kind, place, bit, name });
        }
        Ok(())
    }

    /// Adds the module's logic to a graph, and returns its names and the next values of its
    /// latches. Inputs and latches whose names are in `inputs` and `latches` are shared with the
    /// graph; others are new, and are added to these maps. A shared latch keeps its next value in
    /// the graph: `Added::next` has the value that this module would give it.
    pub fn add(
        &self,
        graph: &mut Graph,
        inputs: &mut HashMap<String, Lit>,
        latches: &mut HashMap<String, Lit>,
    ) -> Result<Added, AigerError> {
        let mut lits: Vec<Option<Lit>> = vec![None; self.variables + 1];
        lits[0] = Some(Lit::FALSE);
        let [input_names, latch_names] =
            [(Kind::Input, self.inputs.len()), (Kind::Latch, self.latches.len())].map(|(kind, n)| self.bits(kind, n));
        for (variable, names) in self.inputs.iter().zip(&input_names) {
            let lit = find_or(inputs, names, || graph.input()).0;
            lits[*variable as usize / 2] = Some(lit);
        }
        let mut new = Vec::new();
        for ((variable, _), names) in self.latches.iter().zip(&latch_names) {
            let (lit, is_new) = find_or(latches, names, || graph.latch());
            new.push(is_new);
            lits[*variable as usize / 2] = Some(lit);
        }
        let value = |lits: &[Option<Lit>], lit: u32| {
            let what =
                || AigerError { file: "graph", line: 0, what: format!("literal {lit} is used before it is defined") };
            lits[lit as usize / 2].map(|found| if lit & 1 == 1 { !found } else { found }).ok_or_else(what)
        };
        for (gate, a, b) in &self.gates {
            let (a, b) = (value(&lits, *a)?, value(&lits, *b)?);
            lits[*gate as usize / 2] = Some(graph.and(a, b));
        }
        let mut added = Added::default();
        for (((variable, next), names), new) in self.latches.iter().zip(latch_names).zip(new) {
            let (latch, next) = (value(&lits, *variable)?, value(&lits, *next)?);
            if new {
                graph.drive(latch, next);
            }
            added.next.insert(latch, next);
            added.netlist.latches.extend(names.into_iter().map(|name| (name, latch)));
        }
        for Name { kind, place, bit, name } in &self.names {
            let lit = match kind {
                Kind::Input => value(&lits, self.inputs[*place]),
                Kind::Output => value(&lits, self.outputs[*place]),
                Kind::Latch => value(&lits, self.latches[*place].0),
                Kind::Tied => value(&lits, *place as u32),
                Kind::Wire if lits[*place / 2].is_some() => value(&lits, *place as u32),
                Kind::Wire | Kind::Gone => {
                    let any = graph.input();
                    added.netlist.gone.insert(any, format!("{name}[{bit}]"));
                    Ok(any)
                }
            }?;
            let netlist = &mut added.netlist;
            let word = match kind {
                Kind::Input => netlist.inputs.entry(name.clone()).or_default(),
                Kind::Output | Kind::Tied => netlist.outputs.entry(name.clone()).or_default(),
                Kind::Latch | Kind::Wire | Kind::Gone => netlist.wires.entry(name.clone()).or_default(),
            };
            if word.len() <= *bit {
                word.resize(bit + 1, Lit::FALSE);
            }
            word[*bit] = lit;
        }
        Ok(added)
    }

    /// All names of each place, each with its bit, as in `q[3]`; a number where there is none.
    /// Names that Yosys generates do not count: it numbers them anew whenever a cell is added, and
    /// registers are identified by their names.
    fn bits(&self, kind: Kind, count: usize) -> Vec<Vec<String>> {
        let mut names = vec![Vec::new(); count];
        for name in self.names.iter().filter(|name| name.kind == kind && !numbered(&name.name)) {
            names[name.place].push(format!("{}[{}]", name.name, name.bit));
        }
        for (n, names) in names.iter_mut().enumerate().filter(|(_, names)| names.is_empty()) {
            names.push(format!("#{n}"));
        }
        names
    }
}

/// Whether Yosys generated the name: `$auto$...$17`, or `_0017_` in the Verilog that it writes.
fn numbered(name: &str) -> bool {
    let number = name.strip_prefix('_').and_then(|rest| rest.strip_suffix('_'));
    name.starts_with('$') || number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Returns the literal that is known under one of the names, or else a new one; and whether it is
/// new.
fn find_or(known: &mut HashMap<String, Lit>, names: &[String], new: impl FnOnce() -> Lit) -> (Lit, bool) {
    let found = names.iter().find_map(|name| known.get(name).copied());
    let lit = found.unwrap_or_else(new);
    known.extend(names.iter().map(|name| (name.clone(), lit)));
    (lit, found.is_none())
}

/// The result of adding a module to a graph.
#[derive(Debug, Clone, Default)]
pub struct Added {
    /// The names of the module's words in the graph.
    pub netlist: Netlist,
    /// The next value that the module gives to each of its latches.
    pub next: BTreeMap<Lit, Lit>,
}
