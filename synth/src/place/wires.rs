//! Resistance and capacitance of nets: their trees, Elmore's delay, and SPEF for OpenSTA.

use std::fmt::Write as _;

use crate::error::DataError;
use crate::liberty::Library;
use crate::netlist::{Bit, Netlist};
use crate::place::layout::{End, Ends, Layout, Shapes};
use crate::place::lef::{Layer, Lef};
use crate::place::tree::{Tree, half_perimeter};

/// A kind of wire.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wire {
    /// Resistance, in kilohm a micrometre.
    pub resistance: f64,
    /// Capacitance, in fF a micrometre.
    pub capacitance: f64,
}

/// The wires of a technology: of signals, and of the clock.
#[derive(Debug, Clone, PartialEq)]
pub struct Wires {
    /// Wires of signals.
    pub signal: Wire,
    /// Wires of the clock.
    pub clock: Wire,
    /// Where the values are from.
    pub source: String,
}

/// The library whose wires are known better than from its LEF, which has no capacitance between
/// neighbours.
const NANGATE: &str = "NangateOpenCellLibrary";
/// Its wires: signals on metal3, the clock on metal5.
const OPENROAD: [Wire; 2] = [
    Wire { resistance: 3.571_47e-3, capacitance: 1.039_81e-1 },
    Wire { resistance: 1.500_00e-3, capacitance: 1.092_56e-1 },
];
const SOURCE: &str = "OpenROAD-flow-scripts 8c009b0b, flow/platforms/nangate45/setRC.tcl: metal3, the clock metal5";
/// The layers of other libraries, counted from the lowest: of signals, and of the clock.
const LAYERS: [usize; 2] = [2, 4];

impl Wires {
    /// Returns the wires of a library.
    ///
    /// # Errors
    ///
    /// The LEF has no resistance or no capacitance of a layer.
    pub fn of(library: &Library, lef: &Lef) -> Result<Wires, DataError> {
        if library.name == NANGATE {
            return Ok(Wires { signal: OPENROAD[0], clock: OPENROAD[1], source: SOURCE.into() });
        }
        let layer = |k: usize| -> Result<&Layer, DataError> {
            let layer = lef.layers.get(k).or(lef.layers.last()).ok_or(DataError::NoWires("LAYER of TYPE ROUTING"))?;
            match layer {
                Layer { resistance, .. } if *resistance <= 0.0 => {
                    Err(DataError::NoWires("RESISTANCE RPERSQ and WIDTH of a layer"))
                }
                Layer { capacitance, .. } if *capacitance <= 0.0 => {
                    Err(DataError::NoWires("CAPACITANCE CPERSQDIST of a layer"))
                }
                layer => Ok(layer),
            }
        };
        let [signal, clock] = [layer(LAYERS[0])?, layer(LAYERS[1])?];
        let wire = |layer: &Layer| Wire { resistance: layer.resistance, capacitance: layer.capacitance };
        let source = format!("the LEF: {}, the clock {}", signal.name, clock.name);
        Ok(Wires { signal: wire(signal), clock: wire(clock), source })
    }
}

impl Wire {
    /// Returns the capacitance of a tree, in fF.
    pub fn load(&self, tree: &Tree) -> f64 {
        tree.length() as f64 * 1e-3 * self.capacitance
    }

    /// Returns Elmore's delay from the first point of a tree to each other, in ns; `loads` are
    /// those of the pins at its points, in fF.
    ///
    /// Each wire is a resistance with half of its capacitance at either end (Rubinstein, Penfield
    /// and Horowitz, Signal Delay in RC Tree Networks, 1983).
    pub fn elmore(&self, tree: &Tree, loads: &[f64]) -> Vec<f64> {
        let mut behind: Vec<f64> = (0..tree.points.len()).map(|k| loads.get(k).copied().unwrap_or(0.0)).collect();
        for &k in tree.order.iter().skip(1).rev() {
            let wire = tree.wire(k) * self.capacitance;
            behind[k] += wire / 2.0;
            behind[tree.above[k]] += behind[k] + wire / 2.0;
        }
        let mut delays = vec![0.0; tree.points.len()];
        for &k in tree.order.iter().skip(1) {
            // kilohm times fF is ps
            delays[k] = delays[tree.above[k]] + tree.wire(k) * self.resistance * behind[k] * 1e-3;
        }
        delays
    }
}

/// The tree of each net of a layout.
#[derive(Debug, Clone)]
pub struct Nets {
    /// What each net connects.
    pub ends: Vec<Ends>,
    /// A tree for each net, from its driver on, over its ends in their order.
    pub trees: Vec<Tree>,
    /// Whether each net carries the clock.
    pub clocks: Vec<bool>,
}

impl Nets {
    /// Finds the trees of all nets.
    pub fn of(netlist: &Netlist, shapes: &Shapes, layout: &Layout, library: &Library) -> Nets {
        let ends = netlist.ends(library);
        let tree = |ends: &Ends| {
            let points: Vec<[i64; 2]> = ends.all().map(|end| shapes.place(netlist, layout, end)).collect();
            Tree::of(&points)
        };
        let trees = ends.iter().map(tree).collect();
        Nets { ends, trees, clocks: clocks(netlist, library) }
    }

    /// Returns the length of all nets, in micrometres: half of each perimeter, and that of the
    /// trees.
    pub fn length(&self) -> [f64; 2] {
        let micrometres = |nm: i64| nm as f64 * 1e-3;
        let perimeters =
            self.ends.iter().zip(&self.trees).map(|(ends, tree)| half_perimeter(&tree.points[..ends.all().count()]));
        [perimeters.sum(), self.trees.iter().map(Tree::length).sum()].map(micrometres)
    }

    /// Returns the capacitance of each net's wires, in fF.
    pub fn loads(&self, wires: &Wires) -> Vec<f64> {
        let load = |(tree, clock): (&Tree, &bool)| if *clock { wires.clock } else { wires.signal }.load(tree);
        self.trees.iter().zip(&self.clocks).map(load).collect()
    }

    /// Returns resistance and capacitance of all nets as SPEF: half of a wire's capacitance is at
    /// either of its ends. Unless `whole`, memories are left out, as in
    /// [`Netlist::to_analyse`](crate::Netlist::to_analyse).
    pub fn spef(&self, netlist: &Netlist, shapes: &Shapes, wires: &Wires, whole: bool) -> String {
        let mut text = format!(
            "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"{}\"\n*DATE \"\"\n*VENDOR \"\"\n*PROGRAM \"\"\n*VERSION \"\"\n*DESIGN_FLOW \"\"\n\
             *DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n*T_UNIT 1 NS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*L_UNIT 1 HENRY\n\n",
            netlist.top
        );
        for (net, (ends, tree)) in self.ends.iter().zip(&self.trees).enumerate() {
            if ends.driver.is_none() || ends.sinks.is_empty() {
                continue;
            }
            let wire = if self.clocks[net] { wires.clock } else { wires.signal };
            let is_port = |end: End| matches!(end, End::Port(..)) || (!whole && matches!(end, End::Memory(..)));
            let name = |end: End| match end {
                End::Memory(..) if !whole => format!("n{net}"),
                end => pin(&shapes.name(netlist, end)),
            };
            let names: Vec<String> = ends.all().map(name).collect();
            let inner =
                |k: usize| k > 0 && !whole && ends.all().nth(k).is_some_and(|end| matches!(end, End::Memory(..)));
            let node = |k: usize| names.get(k).filter(|_| !inner(k)).cloned().unwrap_or_else(|| format!("n{net}:{k}"));
            let _ = writeln!(text, "*D_NET n{net} {:.5}\n*CONN", wire.load(tree));
            for (k, end) in ends.all().enumerate() {
                // a memory that is left out is a port where it drives, and nothing where it is
                // driven
                if whole || k == 0 || !matches!(end, End::Memory(..)) {
                    let direction = if (k == 0) == is_port(end) { "I" } else { "O" };
                    let _ = writeln!(text, "*{} {} {direction}", if is_port(end) { 'P' } else { 'I' }, names[k]);
                }
            }
            let mut loads = vec![0.0; tree.points.len()];
            for k in tree.order.iter().skip(1) {
                let half = tree.wire(*k) * wire.capacitance / 2.0;
                loads[*k] += half;
                loads[tree.above[*k]] += half;
            }
            text += "*CAP\n";
            for (k, load) in loads.iter().enumerate() {
                let _ = writeln!(text, "{} {} {load:.5}", k + 1, node(k));
            }
            text += "*RES\n";
            for (k, point) in tree.order.iter().skip(1).enumerate() {
                // a resistance of zero is none
                let resistance = (tree.wire(*point) * wire.resistance).max(1e-6);
                let _ = writeln!(text, "{} {} {} {resistance:.6}", k + 1, node(tree.above[*point]), node(*point));
            }
            text += "*END\n\n";
        }
        text
    }
}

/// Returns the name of an end in SPEF.
fn pin([instance, pin]: &[String; 2]) -> String {
    if instance == "PIN" { pin.clone() } else { format!("{instance}:{pin}") }
}

/// Returns whether each net carries the clock: that of the port, and those behind buffers that
/// clock a register.
fn clocks(netlist: &Netlist, library: &Library) -> Vec<bool> {
    let mut clocks = vec![false; netlist.nets];
    let mut mark = |bit: Bit| {
        if let Bit::Net(net) = bit {
            clocks[net] = true;
        }
    };
    mark(netlist.clock_bit());
    netlist.clocks.iter().for_each(|net| mark(Bit::Net(*net)));
    for gate in &netlist.gates {
        let register = library.cells[&gate.cell].register.as_ref();
        let clock = |pin: &str| register.is_some_and(|register| register.clock == pin);
        gate.pins.iter().filter(|(pin, _)| clock(pin)).for_each(|(_, bit)| mark(*bit));
    }
    // the buffers of a tree stand behind those that they drive
    for gate in &netlist.gates {
        if gate.drives.iter().any(|net| clocks[*net]) {
            for (_, bit) in &gate.pins {
                if let Bit::Net(net) = bit {
                    clocks[*net] = true;
                }
            }
        }
    }
    clocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_those_computed_by_hand() {
        // 100 um to a fork, from there 50 um and 20 um
        let tree = Tree::of(&[[0, 0], [100_000, 50_000], [120_000, 0]]);
        assert_eq!((tree.length(), tree.points[3]), (170_000, [100_000, 0]));
        let wire = Wire { resistance: 2e-3, capacitance: 0.1 };
        assert!((wire.load(&tree) - 17.0).abs() < 1e-9);
        let delays = wire.elmore(&tree, &[0.0, 4.0, 1.0]);
        // 0.2 kilohm before the fork: half of its own 10 fF, 5 + 2 fF of wires behind, 5 fF of pins
        let fork = 0.2 * (5.0 + 7.0 + 5.0);
        let (long, short) = (fork + 0.1 * (2.5 + 4.0), fork + 0.04 * (1.0 + 1.0));
        for (delay, by_hand) in delays.iter().zip([0.0, long, short, fork]) {
            assert!((delay - by_hand * 1e-3).abs() < 1e-12, "{delays:?}");
        }
    }
}
