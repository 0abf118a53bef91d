//! Required times of a timer's nets: when a rise and a fall must arrive, if all paths are to end at
//! a period.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::before::Change;
use super::{NONE, Timer, near};
use crate::liberty::{FALL, RISE};

/// Nets whose required times are found anew, by the levels of their drivers.
type Ahead = BTreeSet<(Reverse<u32>, usize)>;

impl Timer<'_> {
    /// Returns when a rise and a fall must arrive at an input, if paths through it are to end at
    /// the period.
    fn required_at(&self, node: usize, input: usize, period: f64) -> [f64; 2] {
        let times = self.arrives(node, input);
        let kind = self.kinds.at(self.nodes[node].kind);
        let mut required = [f64::INFINITY; 2];
        if let Some(setup) = &kind.inputs[input].setup {
            required = [RISE, FALL].map(|edge| period - setup[edge].at(times.slew[edge], 0.0));
        }
        for (k, output) in kind.outputs.iter().enumerate() {
            let behind = self.nodes[node].outputs[k];
            if behind == NONE {
                continue;
            }
            for (_, arc) in output.arcs.iter().filter(|(from, arc)| *from == input && !arc.clocked) {
                let load = self.load(behind);
                for before in [RISE, FALL].into_iter().filter(|edge| times.arrival[*edge] > f64::NEG_INFINITY) {
                    for after in [RISE, FALL].into_iter().filter(|after| arc.makes[before][*after]) {
                        let at = self.required[behind][after] - arc.delay[after].at(times.slew[before], load);
                        required[before] = required[before].min(at);
                    }
                }
            }
        }
        required
    }

    /// Returns the slack of an input at a period, in ns.
    pub(in crate::size) fn slack_at(&self, node: usize, input: usize, period: f64) -> f64 {
        let times = self.arrives(node, input);
        let required = self.required_at(node, input, period);
        (required[RISE] - times.arrival[RISE]).min(required[FALL] - times.arrival[FALL])
    }

    /// Returns the slack of a net, in ns, by the required times that were found last.
    pub(in crate::size) fn slack(&self, net: usize) -> f64 {
        let (times, required) = (self.times[net], self.required[net]);
        (required[RISE] - times.arrival[RISE]).min(required[FALL] - times.arrival[FALL])
    }

    /// Finds all required times for a period.
    pub(in crate::size) fn require(&mut self, period: f64) {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_unstable_by_key(|node| Reverse(self.nodes[*node].level));
        for node in order {
            for output in 0..self.nodes[node].outputs.len() {
                let net = self.nodes[node].outputs[output];
                if net != NONE {
                    self.require_net(net, period);
                }
            }
        }
    }

    /// Finds the required times of a net from those behind it.
    pub(in crate::size) fn require_net(&mut self, net: usize, period: f64) {
        let sinks = self.nets[net].sinks.iter();
        self.required[net] = sinks.fold([f64::INFINITY; 2], |least, (sink, input)| {
            let (required, delay) = (self.required_at(*sink, *input, period), self.nodes[*sink].delays[*input]);
            [least[RISE].min(required[RISE] - delay), least[FALL].min(required[FALL] - delay)]
        });
    }

    /// Finds the required times of a net from those behind it, until the changes are taken back.
    pub(in crate::size) fn require_again(&mut self, net: usize, period: f64) {
        self.remember(net);
        self.require_net(net, period);
    }

    /// Brings the required times that depend on the changes since the last [`keep`](Timer::keep) up
    /// to date.
    pub(in crate::size) fn require_changed(&mut self, period: f64) {
        let mut ahead = Ahead::new();
        self.before.times.iter().for_each(|(net, ..)| self.ahead(&mut ahead, *net));
        for change in &self.before.changes {
            match change {
                Change::Kind(node, _) => self.ahead_of(&mut ahead, *node),
                Change::Delay((node, input), _) => self.ahead(&mut ahead, self.nodes[*node].inputs[*input]),
                Change::Pins(net, _) | Change::Net(net, _) => {
                    self.ahead(&mut ahead, *net);
                    self.ahead_of_driver(&mut ahead, *net);
                }
                Change::Input(..) => {}
            }
        }
        while let Some((_, net)) = ahead.pop_first() {
            let old = self.required[net];
            self.require_net(net, period);
            if !near(old, self.required[net]) {
                self.ahead_of_driver(&mut ahead, net);
            }
        }
    }

    /// Adds a net to those whose required times are found anew, the last ones of a path first.
    fn ahead(&self, ahead: &mut Ahead, net: usize) {
        if let Some((driver, _)) = self.nets.get(net).and_then(|net| net.driver) {
            ahead.insert((Reverse(self.nodes[driver].level), net));
        }
    }

    /// Adds the nets at a node's inputs.
    fn ahead_of(&self, ahead: &mut Ahead, node: usize) {
        self.nodes[node].inputs.iter().for_each(|net| self.ahead(ahead, *net));
    }

    /// Adds the nets at the inputs of a net's driver.
    fn ahead_of_driver(&self, ahead: &mut Ahead, net: usize) {
        if let Some((driver, _)) = self.nets[net].driver {
            self.ahead_of(ahead, driver);
        }
    }
}
