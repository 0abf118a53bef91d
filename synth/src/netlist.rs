//! A mapped netlist: library cells, memories, and the nets between them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::DataError;
use crate::liberty::Library;

/// A bit of a netlist: a net's number, or a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Bit {
    /// A net, by its number.
    Net(usize),
    /// A constant, low or high.
    Constant(bool),
}

/// A port of the top module.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Port {
    /// Name of the port.
    pub name: String,
    /// Whether the port is an input.
    pub input: bool,
    /// Bits of the port, lowest first.
    pub bits: Vec<Bit>,
}

/// An instance of a library cell in a netlist.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Gate {
    /// Name of the cell in the library.
    pub cell: String,
    /// Connection of each pin, by the pin's name; an unconnected output is left out.
    pub pins: Vec<(String, Bit)>,
    /// Nets that the cell's outputs drive.
    pub drives: Vec<usize>,
}

/// A read or write port of a memory.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Access {
    /// Address bits, lowest first.
    pub address: Vec<Bit>,
    /// Data bits, lowest first.
    pub data: Vec<Bit>,
    /// Enable bits: one for each data bit of a write port, one bit of a clocked read port, else
    /// empty.
    pub enable: Vec<Bit>,
    /// Of a clocked read port: for each write port whether a simultaneous write is seen.
    pub sees: Vec<bool>,
}

/// A memory of a netlist that is mapped to a macro.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Memory {
    /// Name of the memory in the RTL.
    pub name: String,
    /// Number of words.
    pub words: usize,
    /// Bits of a word.
    pub width: usize,
    /// Read ports.
    pub reads: Vec<Access>,
    /// Write ports.
    pub writes: Vec<Access>,
}

/// A unit as a mapped netlist: library cells, memory macros, and the nets between them.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Netlist {
    /// Name of the top module.
    pub top: String,
    /// Ports of the top module.
    pub ports: Vec<Port>,
    /// Instances of library cells.
    pub gates: Vec<Gate>,
    /// Memory macros.
    pub memories: Vec<Memory>,
    /// Upper bound of net numbers, exclusive; not every number below it is a net.
    pub nets: usize,
    /// The net that clocks each memory; empty where all have the port's.
    pub(crate) clocks: Vec<usize>,
    names: BTreeMap<usize, Vec<String>>,
}

impl Netlist {
    /// Reads a netlist from Yosys' JSON. Every net must have one driver.
    pub fn read(top: &str, text: &str, library: &Library) -> Result<Netlist, DataError> {
        let json: Value = serde_json::from_str(text)?;
        let module = &json["modules"][top];
        let mut netlist = Netlist {
            top: top.to_string(),
            ports: ports(module)?,
            gates: Vec::new(),
            memories: Vec::new(),
            nets: 0,
            clocks: Vec::new(),
            names: BTreeMap::new(),
        };
        for (name, cell) in module["cells"].as_object().ok_or_else(|| DataError::missing("cells"))? {
            let kind = cell["type"].as_str().unwrap_or_default();
            if kind == "$mem_v2" {
                let memory = memory(&cell["parameters"], &cell["connections"]).map_err(|error| error.in_cell(name))?;
                netlist.memories.push(memory);
                continue;
            }
            let unknown = || DataError::UnknownCell(kind.to_string()).in_cell(name);
            let known = library.cells.get(kind).ok_or_else(unknown)?;
            let connections = cell["connections"].as_object().ok_or_else(|| DataError::missing("connections"))?;
            let mut pins = Vec::new();
            for (pin, bit) in connections {
                if !known.pins.contains_key(pin) {
                    return Err(DataError::UnknownPin { cell: kind.to_string(), pin: pin.clone() }.in_cell(name));
                }
                pins.extend(bits(bit)?.first().map(|bit| (pin.clone(), *bit)));
            }
            let driven = |(name, bit): &(String, Bit)| match bit {
                Bit::Net(net) if known.pins[name].function.is_some() => Some(*net),
                _ => None,
            };
            let drives = pins.iter().filter_map(driven).collect();
            netlist.gates.push(Gate { cell: kind.to_string(), pins, drives });
        }
        for (name, wire) in
            module["netnames"].as_object().into_iter().flatten().filter(|(_, wire)| wire["hide_name"] == 0)
        {
            let bits = bits(&wire["bits"])?;
            for (k, bit) in bits.iter().enumerate() {
                if let Bit::Net(net) = bit {
                    let name = if bits.len() == 1 { name.clone() } else { format!("{name}[{k}]") };
                    netlist.names.entry(*net).or_default().push(name);
                }
            }
        }
        netlist.check(library)?;
        Ok(netlist)
    }

    /// Returns a net's name in the RTL; `None` for a net without a name.
    pub fn name(&self, net: usize) -> Option<&str> {
        self.names(net).first().map(String::as_str)
    }

    /// Returns all names of a net in the RTL, in which it goes through ports of instances.
    pub fn names(&self, net: usize) -> &[String] {
        self.names.get(&net).map_or(&[], Vec::as_slice)
    }

    /// Returns the clock of the ports; low if the netlist has none.
    pub(crate) fn clock_bit(&self) -> Bit {
        let port = self.ports.iter().find(|port| port.name == "clock");
        port.and_then(|port| port.bits.first()).copied().unwrap_or(Bit::Constant(false))
    }

    /// Returns the clock of a memory.
    pub(crate) fn clock_of(&self, memory: usize) -> Bit {
        self.clocks.get(memory).map_or(self.clock_bit(), |net| Bit::Net(*net))
    }

    /// Returns the enable of each gated clock.
    pub fn clock_gates(&self, library: &Library) -> BTreeMap<Bit, Bit> {
        let pins = |gate: &Gate| {
            let pins = library.cells[&gate.cell].clock_gate.as_ref()?;
            let bit = |name: &str| gate.pins.iter().find(|(pin, _)| pin == name).map(|(_, bit)| *bit);
            Some((bit(&pins.output)?, bit(&pins.enable)?))
        };
        self.gates.iter().filter_map(pins).collect()
    }

    /// Checks that every net that is used has one driver, and finds the number of nets.
    pub(crate) fn check(&mut self, library: &Library) -> Result<(), DataError> {
        let mut drivers = Drivers::default();
        let mut see = |bit: Bit, drives: bool| drivers.see(bit, drives);
        self.ports.iter().for_each(|port| port.bits.iter().for_each(|bit| see(*bit, port.input)));
        for gate in &self.gates {
            let pins = &library.cells[&gate.cell].pins;
            gate.pins.iter().for_each(|(pin, bit)| see(*bit, pins[pin].function.is_some()));
        }
        for memory in &self.memories {
            for read in &memory.reads {
                read.data.iter().for_each(|bit| see(*bit, true));
                read.address.iter().chain(&read.enable).for_each(|bit| see(*bit, false));
            }
            for write in &memory.writes {
                write.address.iter().chain(&write.enable).chain(&write.data).for_each(|bit| see(*bit, false));
            }
        }
        self.nets = drivers.nets()?;
        Ok(())
    }

    /// Returns for each net the number of cell pins that it feeds and their load, in fF.
    pub fn loads(&self, library: &Library) -> Vec<(usize, f64)> {
        let mut loads = vec![(0, 0.0); self.nets];
        for gate in &self.gates {
            for (name, bit) in &gate.pins {
                let pin = &library.cells[&gate.cell].pins[name];
                if let (Bit::Net(net), None) = (bit, &pin.function) {
                    loads[*net].0 += 1;
                    loads[*net].1 += pin.capacitance;
                }
            }
        }
        loads
    }

    /// Returns the area of the cells, in square micrometres, without the macros.
    pub fn area(&self, library: &Library) -> f64 {
        self.gates.iter().map(|gate| library.cells[&gate.cell].area).sum()
    }
}

/// Reads the ports of a module.
pub(crate) fn ports(module: &Value) -> Result<Vec<Port>, DataError> {
    let ports = module["ports"].as_object().ok_or_else(|| DataError::missing("ports"))?;
    let port = |(name, port): (&String, &Value)| {
        Ok(Port { name: name.clone(), input: port["direction"] == "input", bits: bits(&port["bits"])? })
    };
    ports.iter().map(port).collect()
}

/// The drivers and the uses of nets: every net that is used must have one driver.
#[derive(Debug, Default)]
pub(crate) struct Drivers {
    drivers: BTreeMap<usize, usize>,
    used: Vec<usize>,
}

impl Drivers {
    /// Notes a bit that a port or a cell drives or uses.
    pub(crate) fn see(&mut self, bit: Bit, drives: bool) {
        if let Bit::Net(net) = bit {
            if drives { *self.drivers.entry(net).or_default() += 1 } else { self.used.push(net) }
        }
    }

    /// Returns the upper bound of net numbers, exclusive, if every net has one driver.
    pub(crate) fn nets(&self) -> Result<usize, DataError> {
        if let Some((net, _)) = self.drivers.iter().find(|(_, count)| **count > 1) {
            return Err(DataError::DrivenTwice(*net));
        }
        if let Some(net) = self.used.iter().find(|net| !self.drivers.contains_key(net)) {
            return Err(DataError::Undriven(*net));
        }
        Ok(self.drivers.keys().last().map_or(0, |net| net + 1))
    }
}

/// Reads the bits of a connection or a port.
pub(crate) fn bits(value: &Value) -> Result<Vec<Bit>, DataError> {
    let bit = |bit: &Value| match (bit.as_u64(), bit.as_str()) {
        (Some(net), _) => Ok(Bit::Net(net as usize)),
        // what is left open is low
        (_, Some("0" | "x")) => Ok(Bit::Constant(false)),
        (_, Some("1")) => Ok(Bit::Constant(true)),
        _ => Err(DataError::NoBit(bit.to_string())),
    };
    value.as_array().ok_or_else(|| DataError::missing("bits"))?.iter().map(bit).collect()
}

fn memory(parameters: &Value, connections: &Value) -> Result<Memory, DataError> {
    let text = |name: &str| parameters[name].as_str().ok_or_else(|| DataError::missing(name));
    let number = |name: &str| -> Result<usize, DataError> {
        usize::from_str_radix(text(name)?, 2).map_err(|_| DataError::NoNumber(name.to_string()))
    };
    let connections: &Map<String, Value> = connections.as_object().ok_or_else(|| DataError::missing("connections"))?;
    let wires = |name: &str| bits(connections.get(name).ok_or_else(|| DataError::missing(name))?);
    // bit k of a mask, whose text has the highest first
    let flag = |name: &str, k: usize| -> Result<bool, DataError> { Ok(text(name)?.bytes().rev().nth(k) == Some(b'1')) };
    let (words, width, address) = (number("SIZE")?, number("WIDTH")?, number("ABITS")?);
    let (reads, writes) = (number("RD_PORTS")?, number("WR_PORTS")?);
    for name in ["RD_WIDE_CONTINUATION", "WR_WIDE_CONTINUATION", "OFFSET"] {
        if number(name)? != 0 {
            return Err(DataError::Unsupported(name));
        }
    }
    let part = |bits: &[Bit], k: usize, width: usize| bits[k * width..(k + 1) * width].to_vec();
    let low = |name: &str, k: usize| Ok::<_, DataError>(wires(name)?[k] == Bit::Constant(false));
    let mut memory =
        Memory { name: text("MEMID")?.trim_start_matches('\\').into(), words, width, reads: vec![], writes: vec![] };
    for k in 0..writes {
        memory.writes.push(Access {
            address: part(&wires("WR_ADDR")?, k, address),
            data: part(&wires("WR_DATA")?, k, width),
            enable: part(&wires("WR_EN")?, k, width),
            sees: Vec::new(),
        });
    }
    for k in 0..reads {
        let clocked = flag("RD_CLK_ENABLE", k)?;
        if clocked && !(low("RD_ARST", k)? && low("RD_SRST", k)?) {
            return Err(DataError::Unsupported("a port with a reset"));
        }
        let sees = (0..writes).map(|w| flag("RD_TRANSPARENCY_MASK", k * writes + w));
        memory.reads.push(Access {
            address: part(&wires("RD_ADDR")?, k, address),
            data: part(&wires("RD_DATA")?, k, width),
            enable: if clocked { vec![wires("RD_EN")?[k]] } else { Vec::new() },
            sees: if clocked { sees.collect::<Result<_, _>>()? } else { Vec::new() },
        });
    }
    Ok(memory)
}
