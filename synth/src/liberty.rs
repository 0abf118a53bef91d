//! A cell library in the Liberty format: function, area, leakage and energy of its cells.
//!
//! Units inside are fF, fJ, nW, V and square micrometres, whatever the file's are.

mod arc;
mod clock_gate;
mod family;
mod parts;

use std::collections::BTreeMap;

pub(crate) use arc::{Arc, FALL, RISE, Table, Timing};
pub use clock_gate::ClockGate;
pub use parts::joined;

use crate::error::DataError;
pub use crate::error::LibertyError;
use crate::function;
use crate::keep::hex;

/// A cell library in the units of this crate: fF, fJ, nW, V and square micrometres.
#[derive(Debug, Clone)]
pub struct Library {
    /// Name of the library.
    pub name: String,
    /// SHA-256 of the library's file, in hexadecimal digits.
    pub hash: String,
    /// Supply voltage, in V.
    pub voltage: f64,
    /// Cells by name.
    pub cells: BTreeMap<String, Cell>,
    /// Name of the smallest NAND of two inputs, whose area is the unit of gate equivalents.
    pub nand2: String,
    /// Name of the smallest flip-flop that synthesis can use.
    pub flip_flop: String,
    /// Name of the smallest buffer, which drives the inputs.
    pub buffer: String,
    /// Name of the smallest clock gate; `None` if the library has none.
    pub clock_gate: Option<String>,
    /// The slew of a wire over its time constant, between the thresholds of slews.
    pub(crate) span: f64,
    wire: Option<Wire>,
}

/// A cell of a library: area, leakage, pins, and its register, if any.
#[derive(Debug, Clone, Default)]
pub struct Cell {
    /// Area, in square micrometres.
    pub area: f64,
    /// Leakage, in nW.
    pub leakage: f64,
    /// Pins by name.
    pub pins: BTreeMap<String, Pin>,
    /// The cell's register; `None` unless its state changes at a rising clock edge and at no other
    /// time.
    pub register: Option<Register>,
    /// The pins of a clock gate; `None` for any other cell.
    pub clock_gate: Option<ClockGate>,
    /// Whether the cell holds state of any kind.
    pub remembers: bool,
    /// Whether an output may drive nothing.
    pub(crate) high_impedance: bool,
}

impl Cell {
    /// Whether the cell has one input, and drives what that has.
    /// Whether the cell is a flip-flop whose state is set at once to these values alone.
    fn forces(&self, values: &[bool]) -> bool {
        self.register.as_ref().is_some_and(|register| register.forced.iter().map(|(_, value)| value).eq(values))
    }

    pub(crate) fn is_buffer(&self) -> bool {
        !self.high_impedance && self.computes(1, |inputs| inputs == 1)
    }

    /// Whether the cell has one output, which is `function` of this many inputs, for every value of
    /// them.
    fn computes(&self, inputs: usize, function: fn(u32) -> bool) -> bool {
        let pins: Vec<&String> =
            self.pins.iter().filter(|(_, pin)| pin.function.is_none()).map(|(name, _)| name).collect();
        let mut outputs = self.pins.values().filter_map(|pin| pin.function.as_ref());
        let (Some(text), None) = (outputs.next(), outputs.next()) else { return false };
        let value = |values: u32| {
            let no_input = |name: &str| DataError::NoInput { function: text.clone(), pin: name.to_string() };
            let input = |name: &str| pins.iter().position(|known| *known == name).ok_or_else(|| no_input(name));
            function::evaluate(text, &|name| Ok(values >> input(name)? & 1 == 1))
        };
        !self.remembers && pins.len() == inputs && (0..1 << inputs).all(|values| value(values) == Ok(function(values)))
    }
}

/// The state function of a flip-flop cell.
#[derive(Debug, Clone)]
pub struct Register {
    /// Names of the state and of its inverse, in the functions of outputs.
    pub state: [String; 2],
    /// Function of the next state.
    pub next: String,
    /// Name of the clock pin, at whose rising edge the state changes.
    pub clock: String,
    /// Functions that set the state at once, each to a value: the first of them that is high.
    pub forced: Vec<(String, bool)>,
}

/// A pin of a library cell.
#[derive(Debug, Clone, Default)]
pub struct Pin {
    /// Boolean function of an output; `None` for an input.
    pub function: Option<String>,
    /// Load of an input, in fF.
    pub capacitance: f64,
    /// Energy of a change within the cell, in fJ, by the load at an output (an input has one
    /// entry).
    internal: Vec<(f64, f64)>,
    /// Delays and setup times.
    pub(crate) timing: Timing,
}

impl Pin {
    /// Returns the energy of one change within the cell, in fJ, at a load in fF.
    pub fn internal(&self, load: f64) -> f64 {
        let table = &self.internal;
        let Some(after) = table.iter().position(|(at, _)| *at >= load) else {
            return table.last().map_or(0.0, |(_, energy)| *energy);
        };
        let Some(before) = after.checked_sub(1) else { return table[0].1 };
        let ((x0, y0), (x1, y1)) = (table[before], table[after]);
        y0 + (y1 - y0) * (load - x0) / (x1 - x0)
    }
}

/// Wire load model: load of a net by its fanout.
#[derive(Debug, Clone)]
struct Wire {
    capacitance: f64,
    slope: f64,
    lengths: Vec<(f64, f64)>,
}

/// `kind (arguments) { ... }`.
#[derive(Debug, Default)]
struct Group {
    kind: String,
    arguments: Vec<String>,
    simple: Vec<(String, String)>,
    complex: Vec<(String, Vec<String>)>,
    groups: Vec<Group>,
}

impl Group {
    fn text(&self, name: &str) -> Option<&str> {
        self.simple.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
    fn number(&self, name: &str) -> Option<f64> {
        self.text(name)?.trim().parse().ok()
    }
    fn of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Group> {
        self.groups.iter().filter(move |group| group.kind == kind)
    }
    /// Returns the numbers of a complex attribute, over all its arguments.
    fn numbers(&self, name: &str) -> Option<Vec<Vec<f64>>> {
        let (_, rows) = self.complex.iter().find(|(known, _)| known == name)?;
        rows.iter()
            .map(|row| row.split([',', ' ']).filter(|n| !n.is_empty()).map(|n| n.parse().ok()).collect())
            .collect()
    }
    fn name(&self) -> String {
        self.arguments.first().cloned().unwrap_or_default()
    }
}

impl Library {
    /// Parses the text of a Liberty file; `file` is its name in errors.
    pub fn read(file: &str, text: &str) -> Result<Library, LibertyError> {
        let error = |line, what: &str| LibertyError { file: file.into(), line, what: what.into() };
        let mut reader = Reader { text: text.as_bytes(), at: 0, line: 1 };
        let root = reader.statement().map_err(|what| error(reader.line, what))?;
        let Some(Statement::Group(root)) =
            root.filter(|root| matches!(root, Statement::Group(g) if g.kind == "library"))
        else {
            return Err(error(1, "not a Liberty file: it starts with `library (name) {`"));
        };
        // (1, ff): so many of them
        let unit = root.complex.iter().find(|(name, _)| name == "capacitive_load_unit").map(|(_, unit)| unit);
        let femtofarads = unit
            .and_then(|unit| {
                let scale = match unit.get(1)?.to_lowercase().as_str() {
                    "ff" => 1.0,
                    "pf" => 1e3,
                    _ => return None,
                };
                Some(unit.first()?.parse::<f64>().ok()? * scale)
            })
            .ok_or_else(|| error(1, "no `capacitive_load_unit` in ff or pf"))?;
        let nanowatts = match root.text("leakage_power_unit") {
            Some("1pW") => 1e-3,
            Some("1nW") => 1.0,
            Some("1uW") => 1e3,
            // some libraries have no leakage
            None => 0.0,
            Some(other) => return Err(error(1, &format!("`leakage_power_unit : {other}`: 1pW, 1nW or 1uW"))),
        };
        let nanoseconds = arc::nanoseconds(&root).ok_or_else(|| error(1, "`time_unit`: 1ps, 10ps, 100ps or 1ns"))?;
        let voltage = root.number("nom_voltage").ok_or_else(|| error(1, "no `nom_voltage`"))?;
        let tables: BTreeMap<String, &Group> =
            root.groups.iter().filter(|g| g.kind.ends_with("template")).map(|g| (g.name(), g)).collect();
        let cells: BTreeMap<String, Cell> = root
            .of("cell")
            .map(|group| (group.name(), cell(group, &tables, [femtofarads, nanowatts, nanoseconds])))
            .collect();
        let smallest = |what: &str, fits: &dyn Fn(&Cell) -> bool| {
            let fitting = cells.iter().filter(|(_, cell)| cell.area > 0.0 && fits(cell));
            let found = fitting.min_by(|a, b| a.1.area.total_cmp(&b.1.area)).map(|(name, _)| name.clone());
            found.ok_or_else(|| error(1, &format!("there is no {what} with an area")))
        };
        let nand2 = smallest("NAND of two inputs", &|cell| cell.computes(2, |inputs| inputs != 3))?;
        let flip_flop = smallest("flip-flop of a rising edge", &|cell| cell.forces(&[]))?;
        let buffer = smallest("buffer", &Cell::is_buffer)?;
        let clock_gate = smallest("clock gate", &|cell| cell.clock_gate.is_some()).ok();
        let wire = root.text("default_wire_load").and_then(|name| {
            let group = root.of("wire_load").find(|group| group.name() == name)?;
            let lengths = group.complex.iter().filter(|(name, _)| name == "fanout_length");
            let lengths =
                lengths.filter_map(|(_, pair)| Some((pair.first()?.parse().ok()?, pair.get(1)?.parse().ok()?)));
            Some(Wire {
                capacitance: group.number("capacitance")? * femtofarads,
                slope: group.number("slope").unwrap_or(0.0),
                lengths: lengths.collect(),
            })
        });
        let hash = hex(text.as_bytes());
        // percent of the supply, of a rise; 20 and 80 where the file says nothing
        let threshold = |end: &str, other: f64| root.number(&format!("slew_{end}_threshold_pct_rise")).unwrap_or(other);
        let span = ((100.0 - threshold("lower", 20.0)) / (100.0 - threshold("upper", 80.0))).ln();
        Ok(Library { name: root.name(), hash, voltage, cells, nand2, flip_flop, buffer, clock_gate, span, wire })
    }

    /// Whether the library has flip-flops with an asynchronous reset to 0, and to 1.
    pub fn resets_at_once(&self) -> bool {
        [false, true].iter().all(|value| self.cells.values().any(|cell| cell.forces(&[*value])))
    }

    /// Returns the load of a wire to `fanout` pins, in fF, by the library's default wire load
    /// model.
    pub fn wire(&self, fanout: usize) -> f64 {
        let Some(wire) = &self.wire else { return 0.0 };
        let fanout = fanout as f64;
        let length = match wire.lengths.iter().find(|(n, _)| *n >= fanout) {
            Some((_, length)) => *length,
            None => wire.lengths.last().map_or(0.0, |(n, length)| length + wire.slope * (fanout - n)),
        };
        length * wire.capacitance
    }
}

/// Reads a cell; `units`: of load, leakage and time in the file, in fF, nW and ns.
fn cell(group: &Group, templates: &BTreeMap<String, &Group>, units: [f64; 3]) -> Cell {
    let [femtofarads, nanowatts, nanoseconds] = units;
    let register = group.of("ff").next().and_then(|ff| {
        let plain = |text: &str| text.trim().trim_matches(['(', ')']).to_string();
        // an edge that falls is none of ours
        let clock = plain(ff.text("clocked_on")?);
        let state = [ff.arguments.first()?.clone(), ff.arguments.get(1)?.clone()];
        let forced = [("clear", false), ("preset", true)];
        let forced = forced.into_iter().filter_map(|(kind, value)| Some((ff.text(kind)?.to_string(), value))).collect();
        let next = ff.text("next_state")?.to_string();
        let rises = clock.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
        rises.then_some(Register { state, next, clock, forced })
    });
    let pins = group.of("pin").map(|pin| {
        let mut tables: Vec<Vec<(f64, f64)>> = Vec::new();
        for power in pin.of("internal_power") {
            for kind in ["rise_power", "fall_power", "power"] {
                tables.extend(power.of(kind).filter_map(|table| by_load(table, templates)));
            }
        }
        let timing = Timing::of(pin, templates, nanoseconds, femtofarads);
        let Some(first) = tables.first().cloned() else { return pin_of(pin, femtofarads, Vec::new(), timing) };
        // conditions and directions count alike
        let mean = |k: usize| tables.iter().map(|t| t[k.min(t.len() - 1)].1).sum::<f64>() / tables.len() as f64;
        let internal = first.iter().enumerate().map(|(k, (load, _))| (load * femtofarads, mean(k) * femtofarads));
        pin_of(pin, femtofarads, internal.collect(), timing)
    });
    Cell {
        area: group.number("area").unwrap_or(0.0),
        leakage: group.number("cell_leakage_power").unwrap_or(0.0) * nanowatts,
        pins: pins.collect(),
        register,
        clock_gate: ClockGate::of(group),
        high_impedance: group.of("pin").any(|pin| pin.text("three_state").is_some()),
        remembers: group.groups.iter().any(|group| ["ff", "latch", "statetable"].contains(&group.kind.as_str())),
    }
}

fn pin_of(pin: &Group, femtofarads: f64, internal: Vec<(f64, f64)>, timing: Timing) -> (String, Pin) {
    let output = pin.text("direction") == Some("output");
    let pin_ = Pin {
        // a clock gate's output is a function of its state
        function: pin.text("function").or(pin.text("state_function")).filter(|_| output).map(str::to_string),
        capacitance: pin.number("capacitance").unwrap_or(0.0) * femtofarads,
        internal,
        timing,
    };
    (pin.name(), pin_)
}

/// Energy by load, at the second of the slews, which is typical of a gate that drives a few others.
/// A table without loads has one entry.
fn by_load(table: &Group, templates: &BTreeMap<String, &Group>) -> Option<Vec<(f64, f64)>> {
    let template = templates.get(&table.name());
    let values = table.numbers("values")?;
    let index = |name| table.numbers(name).or_else(|| template.and_then(|t| t.numbers(name)));
    let Some(second) = index("index_2") else {
        let values: Vec<f64> = values.concat();
        return Some(vec![(0.0, *values.get(1).or(values.first())?)]);
    };
    let loads_first = template.and_then(|t| t.text("variable_1")).is_some_and(|v| v.starts_with("total_output"));
    if loads_first {
        let loads = index("index_1")?.concat();
        return Some(loads.into_iter().zip(values.iter().filter_map(|row| row.get(1).copied())).collect());
    }
    Some(second.concat().into_iter().zip(values.get(1).or(values.first())?.iter().copied()).collect())
}

enum Statement {
    Simple(String, String),
    Complex(String, Vec<String>),
    Group(Group),
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<u8> {
        loop {
            let rest = &self.text[self.at..];
            match rest {
                [b'\n', ..] => (self.line, self.at) = (self.line + 1, self.at + 1),
                [b' ' | b'\t' | b'\r' | b'\\' | b';', ..] => self.at += 1,
                [b'/', b'*', ..] => {
                    let length = rest.windows(2).position(|end| end == b"*/").map_or(rest.len(), |n| n + 2);
                    self.line += rest[..length].iter().filter(|c| **c == b'\n').count();
                    self.at += length;
                }
                _ => return rest.first().copied(),
            }
        }
    }

    /// Reads a word, or the text between quotes.
    fn word(&mut self) -> Result<String, &'static str> {
        let quoted = self.peek() == Some(b'"');
        self.at += usize::from(quoted);
        let start = self.at;
        while let Some(c) = self.text.get(self.at) {
            let ends = if quoted { *c == b'"' } else { b" \t\r\n(){},;:\"\\".contains(c) };
            if ends {
                break;
            }
            self.line += usize::from(*c == b'\n');
            self.at += 1;
        }
        let word = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        if quoted {
            self.text.get(self.at).ok_or("a quote does not end")?;
            self.at += 1;
        } else if word.is_empty() {
            return Err("a name is missing");
        }
        Ok(word)
    }

    /// Reads the next statement; `None` at the end of a group.
    fn statement(&mut self) -> Result<Option<Statement>, &'static str> {
        if matches!(self.peek(), None | Some(b'}')) {
            return Ok(None);
        }
        let name = self.word()?;
        match self.peek() {
            Some(b':') => {
                self.at += 1;
                // an expression without quotes goes to the end of its line
                let mut value = String::new();
                if self.peek() == Some(b'"') {
                    value = self.word()?;
                } else {
                    while let Some(c) = self.text.get(self.at).filter(|c| !b";\n}".contains(c)) {
                        value.push(char::from(*c));
                        self.at += 1;
                    }
                }
                Ok(Some(Statement::Simple(name, value.trim().to_string())))
            }
            Some(b'(') => {
                self.at += 1;
                let mut arguments = Vec::new();
                loop {
                    match self.peek().ok_or("the file is cut short")? {
                        b')' => break,
                        b',' => self.at += 1,
                        _ => arguments.push(self.word()?),
                    }
                }
                self.at += 1;
                if self.peek() != Some(b'{') {
                    return Ok(Some(Statement::Complex(name, arguments)));
                }
                self.at += 1;
                let mut group = Group { kind: name, arguments, ..Group::default() };
                while let Some(statement) = self.statement()? {
                    match statement {
                        Statement::Simple(name, value) => group.simple.push((name, value)),
                        Statement::Complex(name, arguments) => group.complex.push((name, arguments)),
                        Statement::Group(inner) => group.groups.push(inner),
                    }
                }
                self.peek().ok_or("the file is cut short")?;
                self.at += 1;
                Ok(Some(Statement::Group(group)))
            }
            _ => Err("neither `name : value;` nor `name (...)`"),
        }
    }
}
