//! Energy by our own sum over the library: what every change of a net costs.
//!
//! A change costs half of C V squared of the net that a cell drives (pins, and wire by the library's model), what the
//! driving cell's table says for that load, and what the tables of the pins that it reaches say. Nets that come from
//! outside or from a macro are driven there.

use crate::liberty::Library;
use crate::netlist::{Bit, Netlist};

/// What a netlist's parts cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Sum {
    /// A change of each net, in fJ.
    pub nets: Vec<f64>,
    /// Of which within cells, in fJ.
    pub internal: Vec<f64>,
    /// A cycle of the clock at all flip-flops, in fJ: both edges.
    pub clock: f64,
    /// Leakage, in nW.
    pub leakage: f64,
}

impl Sum {
    /// Of a netlist's cells.
    pub fn of(netlist: &Netlist, library: &Library) -> Sum {
        let loads = netlist.loads(library);
        let load = |net: usize| loads[net].1 + library.wire(loads[net].0);
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

    /// What so many changes of each net cost, in fJ.
    pub fn changes(&self, toggles: &[u64]) -> f64 {
        self.nets.iter().zip(toggles).map(|(energy, count)| energy * *count as f64).sum()
    }

    /// The same of nets alone, without what is within cells.
    pub fn switching(&self, toggles: &[u64]) -> f64 {
        let within: f64 = self.internal.iter().zip(toggles).map(|(energy, count)| energy * *count as f64).sum();
        self.changes(toggles) - within
    }
}
