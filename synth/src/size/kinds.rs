//! Cells by number, with their families: cells of the same function and pins that differ in
//! strength.

use std::collections::BTreeMap;

use crate::cacti::Macro;
use crate::liberty::{Arc, Cell, Library, Table};
use crate::netlist::Memory;

/// An input of a kind.
#[derive(Debug, Clone)]
pub(super) struct Input {
    /// Name of the pin.
    pub(super) name: String,
    /// Load, in fF.
    pub(super) load: f64,
    /// Setup time for a rise and a fall, if paths end here.
    pub(super) setup: Option<[Table; 2]>,
}

/// An output of a kind.
#[derive(Debug, Clone)]
pub(super) struct Output {
    /// Name of the pin.
    pub(super) name: String,
    /// Greatest load, in fF.
    pub(super) most: f64,
    /// Ways to it, each with the number of its input.
    pub(super) arcs: Vec<(usize, Arc)>,
}

/// A kind of node: a library cell, a memory, or a port.
#[derive(Debug, Clone)]
pub(super) struct Kind {
    /// Name of the cell; empty for what is no cell.
    pub(super) name: String,
    /// Inputs; of a cell by name.
    pub(super) inputs: Vec<Input>,
    /// Outputs; of a cell by name.
    pub(super) outputs: Vec<Output>,
    /// Area, in square micrometres.
    pub(super) area: f64,
    /// Whether what it drives is its only input, and nothing else.
    pub(super) buffer: bool,
    /// Pairs of inputs that may be exchanged: what it computes stays.
    pub(super) symmetric: Vec<(usize, usize)>,
    /// Whether the delay without a load does not count, as of the driver of a port.
    pub(super) port: bool,
}

/// The kinds of a netlist's nodes.
#[derive(Debug, Clone)]
pub(super) struct Kinds {
    all: Vec<Kind>,
    by_name: BTreeMap<String, usize>,
    families: Vec<Vec<usize>>,
}

impl Kinds {
    /// Returns the kinds of a library's cells.
    pub(super) fn of(library: &Library) -> Kinds {
        let mut kinds = Kinds { all: Vec::new(), by_name: BTreeMap::new(), families: Vec::new() };
        for (name, cell) in &library.cells {
            kinds.by_name.insert(name.clone(), kinds.all.len());
            kinds.all.push(Kind::of(name, cell));
        }
        let families = library.families();
        kinds.families = kinds
            .all
            .iter()
            .map(|kind| {
                let family = families.iter().find(|family| family.contains(&kind.name));
                family.into_iter().flatten().map(|name| kinds.by_name[name]).collect()
            })
            .collect();
        kinds
    }

    /// Adds a kind that is no cell of the library.
    pub(super) fn add(&mut self, kind: Kind) -> usize {
        self.all.push(kind);
        self.families.push(Vec::new());
        self.all.len() - 1
    }

    /// Returns the kind of a number.
    pub(super) fn at(&self, kind: usize) -> &Kind {
        &self.all[kind]
    }

    /// Returns the number of a library cell.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// Returns all of a kind's family, itself too, by area; empty if it has none.
    pub(super) fn family(&self, kind: usize) -> &[usize] {
        &self.families[kind]
    }
}

impl Kind {
    fn of(name: &str, cell: &Cell) -> Kind {
        let inputs: Vec<Input> = cell
            .pins
            .iter()
            .filter(|(_, pin)| pin.function.is_none())
            .map(|(name, pin)| Input { name: name.clone(), load: pin.capacitance, setup: pin.timing.setup.clone() })
            .collect();
        let number = |name: &str| inputs.iter().position(|input| input.name == name);
        let outputs = cell
            .pins
            .iter()
            .filter(|(_, pin)| pin.function.is_some())
            .map(|(name, pin)| Output {
                name: name.clone(),
                most: pin.timing.most.unwrap_or(f64::INFINITY),
                arcs: pin.timing.arcs.iter().filter_map(|arc| Some((number(&arc.from)?, arc.clone()))).collect(),
            })
            .collect();
        Kind {
            name: name.to_string(),
            symmetric: symmetric(cell, inputs.len()),
            inputs,
            outputs,
            area: cell.area,
            buffer: cell.is_buffer(),
            port: false,
        }
    }

    /// Returns the kind of an input port, which a cell drives: delay counts by the load.
    pub(super) fn input(driver: &Kind) -> Kind {
        Kind { name: String::new(), area: 0.0, buffer: false, port: true, symmetric: Vec::new(), ..driver.clone() }
    }

    /// Returns the kind of an output port with a load in fF, where paths end.
    pub(super) fn output(load: f64) -> Kind {
        let input = Input { name: String::new(), load, setup: Some([Table::constant(0.0), Table::constant(0.0)]) };
        Kind {
            name: String::new(),
            inputs: vec![input],
            outputs: Vec::new(),
            area: 0.0,
            buffer: false,
            symmetric: Vec::new(),
            port: false,
        }
    }

    /// Returns the kind of a memory: its inputs are those of each read port and then of each write
    /// port, address before enable before data; paths end at all of them.
    pub(super) fn memory(memory: &Memory, cost: &Macro) -> Kind {
        let constant = |value: f64| [Table::constant(value), Table::constant(value)];
        let end = || Input { name: String::new(), load: 0.0, setup: Some(constant(0.0)) };
        let arc = |clocked: bool| Arc::new("", ([[true; 2]; 2], clocked), constant(cost.access), constant(0.0));
        let mut kind = Kind::output(0.0);
        kind.inputs.clear();
        for read in &memory.reads {
            let address: Vec<usize> = (kind.inputs.len()..kind.inputs.len() + read.address.len()).collect();
            kind.inputs.extend((0..read.address.len() + read.enable.len()).map(|_| end()));
            let arcs: Vec<(usize, Arc)> = match read.enable.is_empty() {
                true => address.iter().map(|input| (*input, arc(false))).collect(),
                false => vec![(0, arc(true))],
            };
            let output = || Output { name: String::new(), most: f64::INFINITY, arcs: arcs.clone() };
            kind.outputs.extend(read.data.iter().map(|_| output()));
        }
        for write in &memory.writes {
            kind.inputs.extend((0..write.address.len() + write.enable.len() + write.data.len()).map(|_| end()));
        }
        kind
    }
}

/// Returns the pairs of inputs of a cell without state that may be exchanged.
fn symmetric(cell: &Cell, inputs: usize) -> Vec<(usize, usize)> {
    let Ok(Some(key)) = cell.key() else { return Vec::new() };
    let tables: Vec<&[u8]> =
        key[inputs..].iter().filter_map(|text| Some(text.split_once(" = ")?.1.as_bytes())).collect();
    let may = |one: usize, other: usize| {
        let exchanged = |values: usize| {
            let (a, b) = (values >> one & 1, values >> other & 1);
            values & !(1 << one | 1 << other) | a << other | b << one
        };
        tables.iter().all(|table| (0..table.len()).all(|values| table[values] == table[exchanged(values)]))
    };
    let pairs = (0..inputs).flat_map(|one| (one + 1..inputs).map(move |other| (one, other)));
    if cell.remembers { Vec::new() } else { pairs.filter(|(one, other)| may(*one, *other)).collect() }
}
