//! Energy by our own sum over the library: the energy of every net's change.
//!
//! A change takes half of C V squared of the net that a cell drives (pins, and wire by the
//! library's model), the energy in the driving cell's table for that load, and the energies in the
//! tables of the pins that the net reaches. Nets from outside or from a macro have no driving cell.

use crate::liberty::Library;
use crate::netlist::{Bit, Netlist};

/// Energy of a netlist's changes, of its clock, and its leakage.
#[derive(Debug, Clone, PartialEq)]
pub struct Sum {
    /// Energy of a change of each net, in fJ.
    pub nets: Vec<f64>,
    /// The part of [`nets`](Sum::nets) that is spent within cells, in fJ.
    pub internal: Vec<f64>,
    /// Energy of a clock cycle at all flip-flops, both edges, in fJ.
    pub clock: f64,
    /// Leakage power, in nW.
    pub leakage: f64,
}

impl Sum {
    /// Computes the energies of a netlist's cells from the library; `wires` are the loads of each
    /// net's wires in fF, if it has places.
    pub fn of(netlist: &Netlist, library: &Library, wires: Option<&[f64]>) -> Sum {
        let loads = netlist.loads(library);
        let wire = |net: usize| wires.map_or_else(|| library.wire(loads[net].0), |wires| wires[net]);
        let load = |net: usize| loads[net].1 + wire(net);
        let mut sum =
            Sum { nets: vec![0.0; netlist.nets], internal: vec![0.0; netlist.nets], clock: 0.0, leakage: 0.0 };
        for gate in &netlist.gates {
            let cell = &library.cells[&gate.cell];
            sum.leakage += cell.leakage;
            for (name, bit) in &gate.pins {
                let (pin, Bit::Net(net)) = (&cell.pins[name], *bit) else { continue };
                if cell.register.as_ref().is_some_and(|register| register.clock == *name) {
                    sum.clock += 2.0 * pin.internal(0.0);
                } else if pin.function.is_some() {
                    sum.internal[net] += pin.internal(load(net));
                    sum.nets[net] += load(net) * library.voltage * library.voltage / 2.0;
                } else {
                    sum.internal[net] += pin.internal(0.0);
                }
            }
        }
        for (all, internal) in sum.nets.iter_mut().zip(&sum.internal) {
            *all += internal;
        }
        sum
    }

    /// Returns the energy of changes, in fJ; `toggles` counts the changes of each net.
    pub fn changes(&self, toggles: &[u64]) -> f64 {
        self.nets.iter().zip(toggles).map(|(energy, count)| energy * *count as f64).sum()
    }

    /// Returns the energy of changes, in fJ, without the part within cells.
    pub fn switching(&self, toggles: &[u64]) -> f64 {
        let within: f64 = self.internal.iter().zip(toggles).map(|(energy, count)| energy * *count as f64).sum();
        self.changes(toggles) - within
    }
}
