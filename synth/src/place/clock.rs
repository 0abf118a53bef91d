//! The clock tree: registers in clusters of neighbours, a buffer for each, and buffers for these.
//!
//! The sinks are halved by their places until a cluster is small, all clusters equally often, so
//! that there are as many buffers on each way; those of a level are of one kind.

use crate::liberty::{Library, RISE};
use crate::netlist::{Bit, Gate, Netlist};
use crate::place::layout::{End, Layout, Shapes, Spot};
use crate::place::tree::{Tree, rectangle};
use crate::place::wires::{Nets, Wire, Wires};

/// Most registers behind a buffer.
const CLUSTER: usize = 24;
/// Halvings between two levels of buffers: eight buffers behind one.
const HALVINGS: usize = 3;
/// The part of a buffer's greatest load that a tree uses.
const FILL: f64 = 0.4;

/// A sink of the tree, or a buffer in it.
#[derive(Debug, Clone, Copy)]
struct Leaf {
    at: [i64; 2],
    load: f64,
    end: End,
}

/// Adds a clock tree to a netlist whose registers have places; the buffers are the last gates, each
/// behind those that it drives. A netlist without registers stays as it is.
pub fn plant(netlist: &mut Netlist, layout: &mut Layout, shapes: &Shapes, library: &Library, wire: Wire) {
    let Bit::Net(root) = netlist.clock_bit() else { return };
    let mut sinks: Vec<Leaf> = Vec::new();
    for end in netlist.ends(library)[root].sinks.iter().copied() {
        let load = if let End::Gate(gate, pin) = end {
            let Gate { cell, pins, .. } = &netlist.gates[gate];
            library.cells[cell].pins[&pins[pin].0].capacitance
        } else {
            0.0
        };
        sinks.push(Leaf { at: shapes.place(netlist, layout, end), load, end });
    }
    if sinks.is_empty() {
        return;
    }
    netlist.clocks = vec![root; netlist.memories.len()];
    let mut depth = 0;
    while sinks.len() > CLUSTER << depth {
        depth += 1;
    }
    let mut groups = vec![sinks];
    for _ in 0..depth {
        groups = groups.into_iter().flat_map(halves).collect();
    }
    let kinds = kinds(library, shapes);
    loop {
        let buffers = level(netlist, layout, &groups, (library, shapes), (&kinds, wire));
        if depth == 0 {
            return;
        }
        let step = depth.min(HALVINGS);
        depth -= step;
        groups = buffers.chunks(1 << step).map(<[Leaf]>::to_vec).collect();
    }
}

/// Halves a group where it is longer.
fn halves(mut group: Vec<Leaf>) -> [Vec<Leaf>; 2] {
    let [least, most] = rectangle(group.iter().map(|leaf| leaf.at));
    let axis = usize::from(most[1] - least[1] > most[0] - least[0]);
    group.sort_by_key(|leaf| (leaf.at[axis], leaf.at[1 - axis], leaf.end));
    let other = group.split_off(group.len() / 2);
    [group, other]
}

/// Returns the buffers that differ in strength alone, the smallest first.
fn kinds(library: &Library, shapes: &Shapes) -> Vec<String> {
    let mut all = library.families().into_iter().find(|family| family.contains(&library.buffer)).unwrap_or_default();
    all.retain(|name| shapes.size(name) != [0, 0]);
    if all.is_empty() { vec![library.buffer.clone()] } else { all }
}

/// Adds a buffer in the middle of each group, which drives the group; returns the buffers.
fn level(
    netlist: &mut Netlist,
    layout: &mut Layout,
    groups: &[Vec<Leaf>],
    (library, shapes): (&Library, &Shapes),
    (kinds, wire): (&[String], Wire),
) -> Vec<Leaf> {
    let middle = |group: &Vec<Leaf>| {
        let [least, most] = rectangle(group.iter().map(|leaf| leaf.at));
        [0, 1].map(|axis| (least[axis] + most[axis]) / 2)
    };
    let load = |group: &Vec<Leaf>| {
        let points: Vec<[i64; 2]> = std::iter::once(middle(group)).chain(group.iter().map(|leaf| leaf.at)).collect();
        wire.load(&Tree::of(&points)) + group.iter().map(|leaf| leaf.load).sum::<f64>()
    };
    let most = groups.iter().map(load).fold(0.0, f64::max);
    let drives = |name: &&String| {
        let mut outputs = library.cells[*name].pins.values().filter(|pin| pin.function.is_some());
        outputs.next().and_then(|pin| pin.timing.most).is_none_or(|limit| limit * FILL >= most)
    };
    let kind = kinds.iter().find(drives).or(kinds.last()).expect("a buffer").clone();
    let pins = &library.cells[&kind].pins;
    let pin = |output: bool| pins.iter().find(|(_, pin)| pin.function.is_some() == output).expect("a buffer has both");
    let ((input, own), (output, _)) = (pin(false), pin(true));
    let Bit::Net(root) = netlist.clock_bit() else { return Vec::new() };
    let mut buffers = Vec::new();
    for group in groups {
        let (number, net) = (netlist.gates.len(), netlist.nets);
        netlist.nets += 1;
        for leaf in group {
            match leaf.end {
                End::Gate(gate, pin) => netlist.gates[gate].pins[pin].1 = Bit::Net(net),
                End::Memory(memory, _) => netlist.clocks[memory] = net,
                End::Port(port, bit) => netlist.ports[port].bits[bit] = Bit::Net(net),
            }
        }
        netlist.gates.push(Gate {
            cell: kind.clone(),
            pins: vec![(input.clone(), Bit::Net(root)), (output.clone(), Bit::Net(net))],
            drives: vec![net],
        });
        let (at, size) = (middle(group), shapes.size(&kind));
        layout.gates.push(Spot { at: [at[0] - size[0] / 2, at[1] - size[1] / 2], flipped: false });
        buffers.push(Leaf { at, load: own.capacitance, end: End::Gate(number, 0) });
    }
    buffers
}

/// Returns when the clock's rise arrives at each of its sinks, in ns behind the port.
pub fn arrivals(netlist: &Netlist, nets: &Nets, library: &Library, wires: &Wires) -> Vec<f64> {
    let Bit::Net(root) = netlist.clock_bit() else { return Vec::new() };
    let cell = |end: End| match end {
        End::Gate(gate, pin) => {
            Some((&library.cells[&netlist.gates[gate].cell], &netlist.gates[gate].pins[pin].0, gate))
        }
        _ => None,
    };
    let pin_load = |end: End| cell(end).map_or(0.0, |(cell, pin, _)| cell.pins[pin].capacitance);
    let loads = |net: usize| -> Vec<f64> {
        std::iter::once(0.0).chain(nets.ends[net].sinks.iter().map(|end| pin_load(*end))).collect()
    };
    let mut arrivals = Vec::new();
    let mut ahead = vec![(root, 0.0, 0.0)];
    while let Some((net, at, slew)) = ahead.pop() {
        let delays = wires.clock.elmore(&nets.trees[net], &loads(net));
        for (end, delay) in nets.ends[net].sinks.iter().zip(&delays[1..]) {
            let slew = f64::hypot(slew, delay * library.span);
            match cell(*end).filter(|(cell, ..)| cell.is_buffer()) {
                Some((cell, pin, gate)) if !netlist.gates[gate].drives.is_empty() => {
                    let behind = netlist.gates[gate].drives[0];
                    let load = wires.clock.load(&nets.trees[behind]) + loads(behind).iter().sum::<f64>();
                    let arcs = cell.pins.values().flat_map(|pin| &pin.timing.arcs).filter(|arc| arc.from == *pin);
                    let (delay_, slew_) = arcs.fold((0.0f64, 0.0f64), |(delay, later), arc| {
                        let (own, behind) = arc.at(RISE, slew, load);
                        (delay.max(own), later.max(behind))
                    });
                    ahead.push((behind, at + delay + delay_, slew_));
                }
                _ => arrivals.push(at + delay),
            }
        }
    }
    arrivals
}
