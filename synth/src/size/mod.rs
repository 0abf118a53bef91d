//! Sizing by paths: cells on the longest paths are exchanged for others of their families, inputs
//! of a cell for others of the same function, and nets are divided by buffers, as long as the
//! longest path becomes shorter.
//!
//! What the netlist computes stays the same by construction, and [`same()`] checks that.

mod kinds;
mod moves;
mod same;
mod timer;

use std::collections::BTreeSet;

pub use self::same::same;

use self::kinds::{Kind, Kinds};
use self::timer::{NONE, Timer};
use crate::cacti::Macro;
use crate::error::DataError;
use crate::liberty::Library;
use crate::netlist::{Bit, Gate, Memory, Netlist, Port};
use crate::place::{End, Layout, Shapes, Spot, Wire};
use crate::verilog::pins;

/// Load of an output port, in fF, as in the constraints of synthesis.
const PORT: f64 = 3.0;

/// Returns a netlist that computes the same on shorter paths; `costs` has the access times of the
/// memories.
///
/// # Errors
///
/// Gates form a loop, or what was made is not the same circuit.
pub fn sized(netlist: &Netlist, library: &Library, costs: &[Macro]) -> Result<Netlist, DataError> {
    Ok(changed(netlist, library, costs, None)?.0)
}

/// Returns what [`sized`] does by the wires between places, and the places of its gates: new ones
/// are where they would best be, cells or not.
///
/// # Errors
///
/// As of [`sized`].
pub fn sized_in(
    netlist: &Netlist,
    library: &Library,
    costs: &[Macro],
    site: Site,
) -> Result<(Netlist, Layout), DataError> {
    let (sized, places) = changed(netlist, library, costs, Some(site))?;
    let corner = |(gate, at): (&Gate, &[i64; 2])| {
        let size = site.shapes.size(&gate.cell);
        Spot { at: [0, 1].map(|axis| at[axis] - size[axis] / 2), flipped: false }
    };
    let gates = sized.gates.iter().zip(&places).map(corner).collect();
    Ok((sized, Layout { gates, ..site.layout.clone() }))
}

/// Where a netlist's parts are, and the wires between them.
#[derive(Debug, Clone, Copy)]
pub struct Site<'a> {
    /// The places.
    pub layout: &'a Layout,
    /// The shapes of what is placed.
    pub shapes: &'a Shapes<'a>,
    /// The wires.
    pub wire: Wire,
}

/// Returns the sized netlist, and the middle of each of its gates.
fn changed(
    netlist: &Netlist,
    library: &Library,
    costs: &[Macro],
    site: Option<Site>,
) -> Result<(Netlist, Vec<[i64; 2]>), DataError> {
    let (mut kinds, mut sized) = (Kinds::of(library), (netlist.clone(), Vec::new()));
    timed(netlist, library, costs, (&mut kinds, site), |timer| {
        moves::improve(timer);
        sized = written(timer, netlist);
    })?;
    same(netlist, &sized.0, library)?;
    Ok(sized)
}

/// Returns the length of the longest path with the setup time at its end, in ns, by the timer that
/// sizing goes by.
///
/// # Errors
///
/// Gates form a loop.
pub fn longest(netlist: &Netlist, library: &Library, costs: &[Macro]) -> Result<f64, DataError> {
    let mut longest = 0.0;
    timed(netlist, library, costs, (&mut Kinds::of(library), None), |timer| longest = timer.longest())?;
    Ok(longest)
}

/// Returns what [`longest`] does by the wires between places.
///
/// # Errors
///
/// As of [`longest`].
pub fn longest_in(netlist: &Netlist, library: &Library, costs: &[Macro], site: Site) -> Result<f64, DataError> {
    let mut longest = 0.0;
    timed(netlist, library, costs, (&mut Kinds::of(library), Some(site)), |timer| longest = timer.longest())?;
    Ok(longest)
}

/// Hands over a netlist with its times.
fn timed(
    netlist: &Netlist,
    library: &Library,
    costs: &[Macro],
    (kinds, site): (&mut Kinds, Option<Site>),
    then: impl FnOnce(&mut Timer),
) -> Result<(), DataError> {
    let driver = kinds.named(&library.buffer).map(|buffer| Kind::input(kinds.at(buffer)));
    let input = kinds.add(driver.ok_or_else(|| DataError::UnknownCell(library.buffer.clone()))?);
    let output = kinds.add(Kind::output(PORT));
    let memories: Vec<usize> =
        netlist.memories.iter().zip(costs).map(|(memory, cost)| kinds.add(Kind::memory(memory, cost))).collect();
    let mut timer = Timer::new(library, kinds, netlist.nets, site.map(|site| site.wire));
    fill(&mut timer, netlist, [input, output], &memories)?;
    if let Some(site) = site {
        locate(&mut timer, netlist, site);
    }
    timer.start()?;
    then(&mut timer);
    Ok(())
}

fn net(bit: Bit) -> usize {
    match bit {
        Bit::Net(net) => net,
        Bit::Constant(_) => NONE,
    }
}

/// Adds the nodes of a netlist: the gates first, in their order, then ports, then memories.
fn fill(timer: &mut Timer, netlist: &Netlist, ports: [usize; 2], memories: &[usize]) -> Result<(), DataError> {
    for gate in &netlist.gates {
        let kind = timer.kinds.named(&gate.cell).ok_or_else(|| DataError::UnknownCell(gate.cell.clone()))?;
        let at = |name: &str| gate.pins.iter().find(|(pin, _)| pin == name).map_or(NONE, |(_, bit)| net(*bit));
        let inputs = timer.kinds.at(kind).inputs.iter().map(|input| at(&input.name)).collect();
        let outputs = timer.kinds.at(kind).outputs.iter().map(|output| at(&output.name)).collect();
        timer.add(kind, inputs, outputs);
    }
    for port in &netlist.ports {
        for bit in port.bits.iter().filter(|bit| matches!(bit, Bit::Net(_))) {
            match port.input {
                true if port.name == "clock" => {}
                true => drop(timer.add(ports[0], vec![NONE], vec![net(*bit)])),
                false => drop(timer.add(ports[1], vec![net(*bit)], Vec::new())),
            }
        }
    }
    for (memory, kind) in netlist.memories.iter().zip(memories) {
        let data = memory.reads.iter().flat_map(|read| &read.data).map(|bit| net(*bit)).collect();
        timer.add(*kind, inputs(memory).into_iter().map(|bit| net(*bit)).collect(), data);
    }
    Ok(())
}

/// Gives all nodes the places of what they stand for; a gate's pins are in its middle.
fn locate(timer: &mut Timer, netlist: &Netlist, Site { layout, shapes, .. }: Site) {
    for (k, (gate, spot)) in netlist.gates.iter().zip(&layout.gates).enumerate() {
        let size = shapes.size(&gate.cell);
        timer.nodes[k].at = [0, 1].map(|axis| spot.at[axis] + size[axis] / 2);
    }
    let mut node = netlist.gates.len();
    for (port, places) in netlist.ports.iter().zip(&layout.ports) {
        for (_, at) in port.bits.iter().zip(places).filter(|(bit, _)| is_node(port, **bit)) {
            timer.nodes[node].at = *at;
            node += 1;
        }
    }
    for (k, memory) in netlist.memories.iter().enumerate() {
        // the pins in the order of OpenSTA's cell, by their names
        let names = pins(memory);
        let at = |kind: &str| -> Vec<[i64; 2]> {
            let of = |name: &str| name.starts_with(kind);
            let ends = (0..names.len()).filter(|at| of(&names[*at].name)).map(|at| End::Memory(k, at));
            ends.map(|end| shapes.place(netlist, layout, end)).collect()
        };
        let [ra, re, rd, wa, we, wd] = ["RA", "RE", "RD", "WA", "WE", "WD"].map(at);
        let (mut reads, mut writes) =
            ([ra.into_iter(), re.into_iter()], [wa.into_iter(), we.into_iter(), wd.into_iter()]);
        let mut all = Vec::new();
        for read in &memory.reads {
            for (places, bits) in reads.iter_mut().zip([&read.address, &read.enable]) {
                all.extend(places.take(bits.len()));
            }
        }
        for write in &memory.writes {
            for (places, bits) in writes.iter_mut().zip([&write.address, &write.enable, &write.data]) {
                all.extend(places.take(bits.len()));
            }
        }
        timer.nodes[node].pins = all.into_iter().chain(rd).collect();
        node += 1;
    }
}

/// Whether a bit of a port is a node.
fn is_node(port: &Port, bit: Bit) -> bool {
    matches!(bit, Bit::Net(_)) && !(port.input && port.name == "clock")
}

/// Returns the inputs of a memory in the order of its kind.
fn inputs(memory: &Memory) -> Vec<&Bit> {
    let reads = memory.reads.iter().flat_map(|read| read.address.iter().chain(&read.enable));
    let writes = memory.writes.iter().flat_map(|write| write.address.iter().chain(&write.enable).chain(&write.data));
    reads.chain(writes).collect()
}

/// Returns the netlist that a timer holds, which was filled from `netlist`: buffers that drive
/// nothing are left out.
fn written(timer: &Timer, netlist: &Netlist) -> (Netlist, Vec<[i64; 2]>) {
    let mut sized = netlist.clone();
    let kept = |old: Bit, new: usize| if new == NONE { old } else { Bit::Net(new) };
    let dead = dead(timer);
    let mut nodes = timer.nodes.iter();
    let (mut gates, mut places) = (Vec::new(), Vec::new());
    let gate = |node: &timer::Node, old: Option<&Gate>| {
        let kind = timer.kinds.at(node.kind);
        let old = |name: &str| old.and_then(|gate| gate.pins.iter().find(|(pin, _)| pin == name)).map(|(_, bit)| *bit);
        let ends = kind.inputs.iter().map(|input| &input.name).zip(&node.inputs);
        let ends = ends.chain(kind.outputs.iter().map(|output| &output.name).zip(&node.outputs));
        let bit = |(name, net): (&String, &usize)| match (old(name), *net) {
            (Some(Bit::Constant(value)), _) => Some((name.clone(), Bit::Constant(value))),
            (None, NONE) => None,
            (_, net) => Some((name.clone(), Bit::Net(net))),
        };
        Gate {
            cell: kind.name.clone(),
            pins: ends.filter_map(bit).collect(),
            drives: node.outputs.iter().copied().filter(|net| *net != NONE).collect(),
        }
    };
    // the gates come first: their end takes no node
    for (k, (old, node)) in netlist.gates.iter().zip(nodes.by_ref()).enumerate() {
        if !dead.contains(&k) {
            gates.push(gate(node, Some(old)));
            places.push(node.at);
        }
    }
    for port in sized.ports.iter_mut().filter(|port| port.name != "clock") {
        for bit in port.bits.iter_mut().filter(|bit| matches!(bit, Bit::Net(_))) {
            let node = nodes.next().expect("a node of each port");
            *bit = kept(*bit, node.inputs[0].min(node.outputs.first().copied().unwrap_or(NONE)));
        }
    }
    for memory in &mut sized.memories {
        let node = nodes.next().expect("a node of each memory");
        let mut now = node.inputs.iter();
        let mut take =
            |bits: &mut Vec<Bit>| bits.iter_mut().for_each(|bit| *bit = kept(*bit, *now.next().expect("an input")));
        memory.reads.iter_mut().for_each(|read| [&mut read.address, &mut read.enable].into_iter().for_each(&mut take));
        for write in &mut memory.writes {
            [&mut write.address, &mut write.enable, &mut write.data].into_iter().for_each(&mut take);
        }
    }
    let first = timer.nodes.len() - nodes.len();
    for (_, node) in nodes.enumerate().filter(|(k, _)| !dead.contains(&(first + k))) {
        gates.push(gate(node, None));
        places.push(node.at);
    }
    sized.gates = gates;
    sized.nets = timer.nets.len();
    (sized, places)
}

/// Returns the buffers that drive nothing, or only such buffers.
fn dead(timer: &Timer) -> BTreeSet<usize> {
    let mut dead = BTreeSet::new();
    loop {
        let is = |node: &timer::Node| {
            let unused =
                |net: &usize| *net == NONE || timer.nets[*net].sinks.iter().all(|(sink, _)| dead.contains(sink));
            timer.kinds.at(node.kind).buffer && node.outputs.iter().all(unused)
        };
        let found: BTreeSet<usize> = (0..timer.nodes.len()).filter(|k| is(&timer.nodes[*k])).collect();
        if found.len() == dead.len() {
            return found;
        }
        dead = found;
    }
}
