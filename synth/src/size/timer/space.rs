//! Places of a timer's nodes, and the wires between them.

use super::{Change, Edges, FINE, Node, Timer};
use crate::liberty::{FALL, RISE};
use crate::place::Tree;

impl Timer<'_> {
    /// Returns where a pin of a node is; outputs come behind inputs.
    fn place(&self, node: usize, pin: usize) -> [i64; 2] {
        let Node { at, pins, .. } = &self.nodes[node];
        let from = pins.get(pin).unwrap_or(&[0, 0]);
        [at[0] + from[0], at[1] + from[1]]
    }

    /// Returns where the driver of a net is; `None` for a net without one.
    pub(in crate::size) fn source(&self, net: usize) -> Option<[i64; 2]> {
        let (driver, output) = self.nets[net].driver?;
        Some(self.place(driver, self.nodes[driver].inputs.len() + output))
    }

    /// Returns where an input of a node is.
    pub(in crate::size) fn target(&self, (node, input): (usize, usize)) -> [i64; 2] {
        self.place(node, input)
    }

    /// Finds load and delays of the wires of all nets that changed.
    pub(super) fn refresh(&mut self) {
        let mut stale = std::mem::take(&mut self.stale);
        let Some(wire) = self.wire else { return };
        stale.sort_unstable();
        stale.dedup();
        for net in stale {
            let Some(source) = self.source(net) else { continue };
            let sinks = std::mem::take(&mut self.nets[net].sinks);
            let tree = self.nets[net].tree.take().unwrap_or_else(|| {
                let points: Vec<[i64; 2]> =
                    std::iter::once(source).chain(sinks.iter().map(|sink| self.target(*sink))).collect();
                Tree::of(&points)
            });
            let loads: Vec<f64> =
                std::iter::once(0.0).chain(sinks.iter().map(|(node, input)| self.load_of(*node, *input))).collect();
            let delays = wire.elmore(&tree, &loads);
            for ((node, input), delay) in sinks.iter().zip(&delays[1..]) {
                let old = std::mem::replace(&mut self.nodes[*node].delays[*input], *delay);
                self.before.changes.push(Change::Delay((*node, *input), old));
                if (old - delay).abs() > FINE {
                    self.wake(*node);
                }
            }
            let known = &mut self.nets[net];
            (known.wires, known.tree, known.sinks) = (wire.load(&tree), Some(tree), sinks);
        }
    }

    /// Returns the times at an input, behind its wire: the slew by PERI (Kashyap et al., PERI: A
    /// Technique for Extending Delay and Slew Metrics to Ramp Inputs, 2002).
    pub(super) fn arrives(&self, node: usize, input: usize) -> Edges {
        let mut edges = self.times[self.nodes[node].inputs[input]];
        let delay = self.nodes[node].delays[input];
        if delay > 0.0 {
            let added = (delay * self.library.span).powi(2);
            for edge in [RISE, FALL] {
                edges.arrival[edge] += delay;
                edges.slew[edge] = (edges.slew[edge].powi(2) + added).sqrt();
            }
        }
        edges
    }
}
