//! Where cells, memories and ports are, and what each net connects there.

use serde::{Deserialize, Serialize};

use crate::cacti::Macro;
use crate::error::DataError;
use crate::liberty::Library;
use crate::netlist::{Bit, Netlist};
use crate::place::lef::{Lef, Shape};
use crate::verilog::pins;

/// The place of a cell or a memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// Lower left corner, in nm.
    pub at: [i64; 2],
    /// Whether it is mirrored, so that what was below is above: LEF's orientation FS.
    pub flipped: bool,
}

/// The places of a netlist's cells, memories and ports in its core.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// Width and height of the core, in nm.
    pub core: [i64; 2],
    /// Width and height of the rows' site, in nm.
    pub site: [i64; 2],
    /// A place for each gate.
    pub gates: Vec<Spot>,
    /// A place for each memory.
    pub memories: Vec<Spot>,
    /// The places of each port's bits, in nm.
    pub ports: Vec<Vec<[i64; 2]>>,
}

/// An end of a net: a pin of a gate or a memory, or a bit of a port, by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// A gate, and its pin.
    Gate(usize, usize),
    /// A memory, and its pin; behind all others comes its clock.
    Memory(usize, usize),
    /// A port, and its bit.
    Port(usize, usize),
}

/// The ends of a net.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ends {
    /// What drives the net.
    pub driver: Option<End>,
    /// What it reaches.
    pub sinks: Vec<End>,
}

impl Ends {
    /// Returns all ends, the driver first.
    pub fn all(&self) -> impl Iterator<Item = End> {
        self.driver.into_iter().chain(self.sinks.iter().copied())
    }
}

/// Sizes and pins of all that is placed.
#[derive(Debug, Clone)]
pub struct Shapes<'a> {
    lef: &'a Lef,
    memories: Vec<Shape>,
    /// Names of each memory's pins.
    names: Vec<Vec<String>>,
}

impl<'a> Shapes<'a> {
    /// Returns the shapes of a netlist's cells and memories. A memory has CACTI's area, is about
    /// square, a number of rows high, and has its pins along its upper edge: no source says where
    /// they are.
    ///
    /// # Errors
    ///
    /// The LEF lacks a cell or a pin, a cell is not as high as a row, or a memory has no area.
    pub fn of(netlist: &Netlist, lef: &'a Lef, costs: &[Macro]) -> Result<Self, DataError> {
        for gate in &netlist.gates {
            let shape = lef.shapes.get(&gate.cell).ok_or_else(|| DataError::NoShape(gate.cell.clone()))?;
            if shape.size[1] != lef.site[1] || shape.size[0] <= 0 || shape.size[0] % lef.site[0] != 0 {
                return Err(DataError::NotOneRow { cell: gate.cell.clone(), size: shape.size, site: lef.site });
            }
            if let Some((pin, _)) = gate.pins.iter().find(|(pin, _)| !shape.pins.contains_key(pin)) {
                return Err(DataError::UnknownPin { cell: gate.cell.clone(), pin: pin.clone() });
            }
        }
        let (mut memories, mut all_names) = (Vec::new(), Vec::new());
        for (memory, cost) in netlist.memories.iter().zip(costs) {
            let area = cost.area * 1e6;
            if area <= 0.0 {
                return Err(DataError::NoArea(memory.name.clone()));
            }
            let [step, row] = lef.site;
            let height = ((area.sqrt() / row as f64).round() as i64).max(1) * row;
            let width = (area / height as f64 / step as f64).ceil() as i64 * step;
            let names: Vec<String> = pins(memory).into_iter().map(|pin| pin.name).chain(["CLK".to_string()]).collect();
            let place = |k: usize| [width * (k as i64 + 1) / (names.len() as i64 + 1), height];
            let places = names.iter().enumerate().map(|(k, name)| (name.clone(), place(k))).collect();
            memories.push(Shape { size: [width, height], pins: places });
            all_names.push(names);
        }
        Ok(Shapes { lef, memories, names: all_names })
    }

    /// Returns the shape of a cell.
    pub fn cell(&self, name: &str) -> &Shape {
        &self.lef.shapes[name]
    }

    /// Returns width and height of a cell, in nm; nothing of one that the LEF lacks.
    pub fn size(&self, name: &str) -> [i64; 2] {
        self.lef.shapes.get(name).map_or([0, 0], |shape| shape.size)
    }

    /// Returns the name of the rows' site.
    pub fn site(&self) -> &str {
        &self.lef.row
    }

    /// Returns the name of the layer of memories' pins: the third one, or the highest below it.
    pub fn layer(&self) -> &str {
        self.lef.layers.iter().take(3).next_back().map_or("none", |layer| &layer.name)
    }

    /// Returns the shapes of the memories.
    pub fn memories(&self) -> &[Shape] {
        &self.memories
    }

    /// Returns where an end is from the lower left corner of its gate or memory, if that is not
    /// flipped; a port is a point.
    pub fn offset(&self, netlist: &Netlist, end: End) -> [i64; 2] {
        match end {
            End::Gate(gate, pin) => {
                let gate = &netlist.gates[gate];
                self.cell(&gate.cell).pins[&gate.pins[pin].0]
            }
            End::Memory(memory, pin) => self.memories[memory].pins[&self.names[memory][pin]],
            End::Port(..) => [0, 0],
        }
    }

    /// Returns where an end is, in nm.
    pub fn place(&self, netlist: &Netlist, layout: &Layout, end: End) -> [i64; 2] {
        let (spot, height) = match end {
            End::Gate(gate, _) => (layout.gates[gate], self.lef.site[1]),
            End::Memory(memory, _) => (layout.memories[memory], self.memories[memory].size[1]),
            End::Port(port, bit) => return layout.ports[port][bit],
        };
        let [x, y] = self.offset(netlist, end);
        [spot.at[0] + x, spot.at[1] + if spot.flipped { height - y } else { y }]
    }

    /// Returns the name of an end as OpenSTA and DEF have it: instance and pin, or a port.
    pub fn name(&self, netlist: &Netlist, end: End) -> [String; 2] {
        match end {
            End::Gate(gate, pin) => [format!("g{gate}"), netlist.gates[gate].pins[pin].0.clone()],
            End::Memory(memory, pin) => [format!("m{memory}"), self.names[memory][pin].clone()],
            End::Port(port, bit) => {
                let port = &netlist.ports[port];
                match (port.input, port.bits[bit]) {
                    (true, Bit::Net(net)) => ["PIN".into(), format!("n{net}")],
                    _ => ["PIN".into(), format!("{}_{bit}", port.name.replace('$', "_"))],
                }
            }
        }
    }
}

impl Netlist {
    /// Returns the ends of each net.
    pub fn ends(&self, library: &Library) -> Vec<Ends> {
        let mut ends = vec![Ends::default(); self.nets];
        let mut add = |bit: Bit, end: End, drives: bool| {
            if let Bit::Net(net) = bit {
                match drives {
                    true => ends[net].driver = Some(end),
                    false => ends[net].sinks.push(end),
                }
            }
        };
        for (k, gate) in self.gates.iter().enumerate() {
            let pins = &library.cells[&gate.cell].pins;
            for (at, (pin, bit)) in gate.pins.iter().enumerate() {
                add(*bit, End::Gate(k, at), pins[pin].function.is_some());
            }
        }
        for (k, memory) in self.memories.iter().enumerate() {
            let all = pins(memory);
            for (at, pin) in all.iter().enumerate() {
                add(pin.bit, End::Memory(k, at), pin.shows.is_some());
            }
            add(self.clock_of(k), End::Memory(k, all.len()), false);
        }
        for (k, port) in self.ports.iter().enumerate() {
            for (at, bit) in port.bits.iter().enumerate() {
                add(*bit, End::Port(k, at), port.input);
            }
        }
        ends
    }
}
