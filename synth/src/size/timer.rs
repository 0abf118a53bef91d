//! Arrival and required times of a netlist, and what changes them: another cell, another net.
//!
//! Delays are the library's tables by slew and load. A wire has the load of the library's model and
//! no delay; where nodes have places, it has the load and Elmore's delay of a tree between them.
//! Slews and arrivals are the greatest ones of all ways, as in OpenSTA.

mod before;
mod required;
mod space;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use self::before::{Before, Change};
use crate::error::DataError;
use crate::liberty::{FALL, Library, RISE};
use crate::place::{Tree, Wire};
use crate::size::kinds::Kinds;

/// No net: what is constant, or open.
pub(super) const NONE: usize = usize::MAX;

/// An instance of a kind.
#[derive(Debug, Clone)]
pub(super) struct Node {
    /// Number of its kind.
    pub(super) kind: usize,
    /// Net of each input, or [`NONE`].
    pub(super) inputs: Vec<usize>,
    /// Net of each output, or [`NONE`].
    pub(super) outputs: Vec<usize>,
    /// Where it is, in nm; nowhere unless wires count.
    pub(super) at: [i64; 2],
    /// Where its inputs and then its outputs are from there, in nm; empty where that does not
    /// matter.
    pub(super) pins: Vec<[i64; 2]>,
    /// Delay of the wire to each input, in ns.
    delays: Vec<f64>,
    /// Greater than those of all nodes that it waits for.
    level: u32,
}

/// A net: what drives it, and what it reaches.
#[derive(Debug, Clone, Default)]
pub(super) struct Net {
    /// Node and output that drive it.
    pub(super) driver: Option<(usize, usize)>,
    /// Nodes and inputs.
    pub(super) sinks: Vec<(usize, usize)>,
    /// Sum of the inputs' loads, in fF.
    pins: f64,
    /// Load of its wires, in fF.
    wires: f64,
    /// Its wires, from the driver to the sinks; `None` after either changed.
    tree: Option<Tree>,
}

/// Arrival and slew of a rise and a fall, in ns; an arrival of minus infinity is none.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Edges {
    arrival: [f64; 2],
    slew: [f64; 2],
}

/// Change of a time, in ns, below which nothing behind it is looked at: 10 fs.
const FINE: f64 = 1e-5;

/// Whether two pairs of times differ by less than what is looked at.
fn near(one: [f64; 2], other: [f64; 2]) -> bool {
    one.iter().zip(other).all(|(a, b)| *a == b || (a - b).abs() < FINE)
}

impl Edges {
    fn alike(&self, other: &Edges) -> bool {
        near(self.arrival, other.arrival) && near(self.slew, other.slew)
    }
}

/// Returns the power of e of the lateness over `width`, summed over both edges.
fn lateness(edges: &Edges, required: [f64; 2], width: f64) -> f64 {
    let late = |edge: usize| ((edges.arrival[edge] - required[edge]) / width).min(50.0).exp();
    [RISE, FALL].into_iter().filter(|edge| edges.arrival[*edge] > f64::NEG_INFINITY).map(late).sum()
}

const NEVER: Edges = Edges { arrival: [f64::NEG_INFINITY; 2], slew: [0.0; 2] };

/// A netlist with times.
#[derive(Debug, Clone)]
pub(super) struct Timer<'a> {
    /// The library, which has the load of wires.
    pub(super) library: &'a Library,
    /// The wires between the nodes' places; `None` for the library's model.
    pub(super) wire: Option<Wire>,
    /// The kinds of the nodes.
    pub(super) kinds: &'a Kinds,
    /// All nodes.
    pub(super) nodes: Vec<Node>,
    /// All nets.
    pub(super) nets: Vec<Net>,
    /// Sum of the cells' areas, in square micrometres.
    pub(super) area: f64,
    times: Vec<Edges>,
    required: Vec<[f64; 2]>,
    waiting: BinaryHeap<Reverse<(u32, usize)>>,
    queued: Vec<bool>,
    /// Nets whose wires or pins changed.
    stale: Vec<usize>,
    /// What is needed to take changes back.
    before: Before,
}

impl<'a> Timer<'a> {
    /// Creates a timer of so many nets without a node.
    pub(super) fn new(library: &'a Library, kinds: &'a Kinds, nets: usize, wire: Option<Wire>) -> Self {
        Timer {
            library,
            wire,
            kinds,
            nodes: Vec::new(),
            nets: vec![Net::default(); nets],
            area: 0.0,
            times: vec![NEVER; nets],
            required: vec![[f64::INFINITY; 2]; nets],
            waiting: BinaryHeap::new(),
            queued: Vec::new(),
            stale: Vec::new(),
            before: Before { retimed: vec![0; nets], rewired: vec![0; nets], change: 1, nets, ..Before::default() },
        }
    }

    /// Adds a node; returns its number.
    pub(super) fn add(&mut self, kind: usize, inputs: Vec<usize>, outputs: Vec<usize>) -> usize {
        let number = self.nodes.len();
        for (k, net) in outputs.iter().enumerate().filter(|(_, net)| **net != NONE) {
            self.nets[*net].driver = Some((number, k));
        }
        let unconnected = vec![NONE; inputs.len()];
        self.area += self.kinds.at(kind).area;
        let (at, pins, delays) = ([0, 0], Vec::new(), vec![0.0; inputs.len()]);
        self.nodes.push(Node { kind, inputs: unconnected, outputs, at, pins, delays, level: 0 });
        self.queued.push(false);
        for (k, net) in inputs.into_iter().enumerate() {
            self.join(number, k, net);
        }
        number
    }

    /// Adds a net; returns its number.
    pub(super) fn add_net(&mut self) -> usize {
        self.nets.push(Net::default());
        self.times.push(NEVER);
        self.required.push([f64::INFINITY; 2]);
        self.before.retimed.push(0);
        self.before.rewired.push(0);
        self.nets.len() - 1
    }

    fn load_of(&self, node: usize, input: usize) -> f64 {
        self.kinds.at(self.nodes[node].kind).inputs[input].load
    }

    fn join(&mut self, node: usize, input: usize, net: usize) {
        let old = std::mem::replace(&mut self.nodes[node].inputs[input], net);
        self.before.changes.push(Change::Input((node, input), old));
        if net != NONE {
            let load = self.load_of(node, input);
            self.rewire(net);
            self.nets[net].sinks.push((node, input));
            self.nets[net].pins += load;
        }
    }

    /// Forgets the wires of a net whose sinks are about to change.
    fn rewire(&mut self, net: usize) {
        let tree = self.nets[net].tree.take();
        self.stale.push(net);
        if std::mem::replace(&mut self.before.rewired[net], self.before.change) != self.before.change {
            self.before.changes.push(Change::Net(net, Net { tree, ..self.nets[net].clone() }));
        }
    }

    /// Connects an input to another net.
    pub(super) fn shift(&mut self, node: usize, input: usize, net: usize) {
        let old = self.nodes[node].inputs[input];
        if old != NONE {
            let load = self.load_of(node, input);
            let place = self.nets[old].sinks.iter().position(|sink| *sink == (node, input)).expect("a sink of its net");
            self.rewire(old);
            self.nets[old].sinks.swap_remove(place);
            self.nets[old].pins -= load;
            self.wake_driver(old);
        }
        self.join(node, input, net);
        if net != NONE {
            self.wake_driver(net);
            self.raise(node);
        }
        self.wake(node);
    }

    /// Exchanges a node's cell.
    pub(super) fn swap(&mut self, node: usize, kind: usize) {
        let kinds = self.kinds;
        let (old, new) = (kinds.at(self.nodes[node].kind), kinds.at(kind));
        self.area += new.area - old.area;
        let before = std::mem::replace(&mut self.nodes[node].kind, kind);
        self.before.changes.push(Change::Kind(node, before));
        for input in 0..new.inputs.len() {
            let net = self.nodes[node].inputs[input];
            if net != NONE {
                self.before.changes.push(Change::Pins(net, self.nets[net].pins));
                self.nets[net].pins += new.inputs[input].load - old.inputs[input].load;
                self.stale.push(net);
                self.wake_driver(net);
            }
        }
        self.wake(node);
    }

    fn wake_driver(&mut self, net: usize) {
        if let Some((driver, _)) = self.nets[net].driver {
            self.wake(driver);
        }
    }

    fn wake(&mut self, node: usize) {
        if !std::mem::replace(&mut self.queued[node], true) {
            self.waiting.push(Reverse((self.nodes[node].level, node)));
        }
    }

    /// Whether a node's outputs wait for an input.
    fn waits(&self, node: usize, input: usize) -> bool {
        let kind = self.kinds.at(self.nodes[node].kind);
        !kind.port
            && kind.outputs.iter().any(|output| output.arcs.iter().any(|(from, arc)| *from == input && !arc.clocked))
    }

    /// Raises the level of a node above those that it waits for, and so on behind it; returns
    /// whether that comes to an end.
    fn raise(&mut self, node: usize) -> bool {
        let mut raised = vec![node];
        while let Some(node) = raised.pop() {
            let inputs = self.nodes[node].inputs.iter().enumerate();
            let above = inputs.filter(|(k, net)| **net != NONE && self.waits(node, *k));
            let above =
                above.filter_map(|(_, net)| Some(self.nodes[self.nets[*net].driver?.0].level + 1)).max().unwrap_or(0);
            if above as usize > self.nodes.len() {
                return false;
            }
            if above > self.nodes[node].level {
                self.nodes[node].level = above;
                let outputs = self.nodes[node].outputs.iter().filter(|net| **net != NONE);
                let sinks = outputs.flat_map(|net| &self.nets[*net].sinks);
                raised.extend(sinks.filter(|(sink, input)| self.waits(*sink, *input)).map(|(sink, _)| *sink));
            }
        }
        true
    }

    /// Returns the load of a net, in fF.
    pub(super) fn load(&self, net: usize) -> f64 {
        let wires = match self.wire {
            Some(_) => self.nets[net].wires,
            None => self.library.wire(self.nets[net].sinks.len()),
        };
        self.nets[net].pins + wires
    }

    /// Returns the delay and slew of one way through a node for an edge of its output.
    fn edges(&self, node: usize, output: usize, load: f64) -> Edges {
        let kind = self.kinds.at(self.nodes[node].kind);
        let mut edges = NEVER;
        for (input, arc) in &kind.outputs[output].arcs {
            let from = if arc.clocked || kind.port {
                Edges { arrival: [0.0, if kind.port { 0.0 } else { f64::NEG_INFINITY }], slew: [0.0; 2] }
            } else {
                match self.nodes[node].inputs[*input] {
                    NONE => continue,
                    _ => self.arrives(node, *input),
                }
            };
            for before in [RISE, FALL].into_iter().filter(|edge| from.arrival[*edge] > f64::NEG_INFINITY) {
                for after in [RISE, FALL].into_iter().filter(|after| arc.clocked || arc.makes[before][*after]) {
                    let (mut delay, slew) = arc.at(after, from.slew[before], load);
                    if kind.port {
                        delay -= arc.delay[after].at(from.slew[before], 0.0);
                    }
                    edges.arrival[after] = edges.arrival[after].max(from.arrival[before] + delay);
                    edges.slew[after] = edges.slew[after].max(slew);
                }
            }
        }
        edges
    }

    /// Brings the times that depend on changes up to date, but for those behind nets that have more
    /// slack than `most`, in ns; it ends when the times of `nets` nets have changed. The next call
    /// finds the times that are left, unless the changes are taken back.
    pub(super) fn settle(&mut self, most: f64, nets: usize) {
        self.refresh();
        while self.before.times.len() < nets
            && let Some(Reverse((level, node))) = self.waiting.pop()
        {
            if level < self.nodes[node].level {
                self.waiting.push(Reverse((self.nodes[node].level, node)));
                continue;
            }
            self.queued[node] = false;
            for output in 0..self.nodes[node].outputs.len() {
                let net = self.nodes[node].outputs[output];
                if net != NONE {
                    self.settle_net(net, (node, output), most);
                }
            }
        }
    }

    fn settle_net(&mut self, net: usize, (node, output): (usize, usize), most: f64) {
        let edges = self.edges(node, output, self.load(net));
        if edges.alike(&self.times[net]) {
            return;
        }
        let far = self.slack(net) > most;
        self.remember(net);
        self.times[net] = edges;
        if far && self.slack(net) > most {
            return;
        }
        for k in 0..self.nets[net].sinks.len() {
            let (sink, input) = self.nets[net].sinks[k];
            if self.waits(sink, input) {
                self.wake(sink);
            }
        }
    }

    /// Finds all levels and arrivals anew.
    ///
    /// # Errors
    ///
    /// Nodes wait for each other in a circle.
    pub(super) fn start(&mut self) -> Result<(), DataError> {
        for node in 0..self.nodes.len() {
            if !self.raise(node) {
                return Err(DataError::Loop(self.nodes.len()));
            }
        }
        (0..self.nodes.len()).for_each(|node| self.wake(node));
        self.settle(f64::INFINITY, usize::MAX);
        self.keep();
        Ok(())
    }

    /// Returns how much a net counts: by the power of e of its lateness over `width`.
    pub(super) fn late(&self, net: usize, width: f64) -> f64 {
        lateness(&self.times[net], self.required[net], width)
    }

    /// Returns how much the changes since the last [`keep`](Timer::keep) or [`undo`](Timer::undo)
    /// make worse what counts of all nets but new ones.
    pub(super) fn worse(&self, width: f64) -> f64 {
        let old = self.before.times.iter().filter(|(net, ..)| *net < self.before.nets);
        old.map(|(net, edges, required)| self.late(*net, width) - lateness(edges, *required, width)).sum()
    }

    /// Returns by how much a net's load is more than its driver may have, in fF.
    pub(super) fn excess(&self, net: usize) -> f64 {
        let most = |(node, output): (usize, usize)| self.kinds.at(self.nodes[node].kind).outputs[output].most;
        self.nets[net].driver.map_or(0.0, |driver| (self.load(net) - most(driver)).max(0.0))
    }

    /// Returns the length of the longest path, with the setup time at its end, in ns.
    pub(super) fn longest(&self) -> f64 {
        let mut longest = 0.0f64;
        for (k, node) in self.nodes.iter().enumerate() {
            for (at, (input, net)) in self.kinds.at(node.kind).inputs.iter().zip(&node.inputs).enumerate() {
                if let (Some(setup), true) = (&input.setup, *net != NONE) {
                    let times = self.arrives(k, at);
                    let at = |edge: usize| times.arrival[edge] + setup[edge].at(times.slew[edge], 0.0);
                    longest = longest.max(at(RISE)).max(at(FALL));
                }
            }
        }
        longest
    }
}
