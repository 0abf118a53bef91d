//! What a timer keeps to take changes back.

use std::cmp::Reverse;

use super::{Edges, Net, Timer};

/// What a change that may be taken back was before.
#[derive(Debug, Clone)]
pub(super) enum Change {
    /// Kind of a node.
    Kind(usize, usize),
    /// Net of a node's input.
    Input((usize, usize), usize),
    /// Delay of the wire to a node's input.
    Delay((usize, usize), f64),
    /// Load of a net's inputs.
    Pins(usize, f64),
    /// A net.
    Net(usize, Net),
}

/// All that was before the changes that may be taken back.
#[derive(Debug, Clone, Default)]
pub(super) struct Before {
    /// Changes in their order.
    pub(super) changes: Vec<Change>,
    /// Arrival and required times, of each changed net once.
    pub(super) times: Vec<(usize, Edges, [f64; 2])>,
    /// Number of nodes.
    pub(super) nodes: usize,
    /// Number of nets.
    pub(super) nets: usize,
    /// Area, in square micrometres.
    pub(super) area: f64,
    /// Number of the last change of each net's times.
    pub(super) retimed: Vec<u64>,
    /// Number of the last change of each net's sinks.
    pub(super) rewired: Vec<u64>,
    /// Number of the present change.
    pub(super) change: u64,
}

impl Timer<'_> {
    /// Keeps the changes.
    pub(in crate::size) fn keep(&mut self) {
        let before = &mut self.before;
        before.changes.clear();
        before.times.clear();
        before.change += 1;
        (before.nodes, before.nets, before.area) = (self.nodes.len(), self.nets.len(), self.area);
    }

    /// Keeps the times of a net that are about to change, once a change.
    pub(super) fn remember(&mut self, net: usize) {
        if std::mem::replace(&mut self.before.retimed[net], self.before.change) != self.before.change {
            self.before.times.push((net, self.times[net], self.required[net]));
        }
    }

    /// Takes all changes since the last [`keep`](Timer::keep) back, but for the levels.
    pub(in crate::size) fn undo(&mut self) {
        for Reverse((_, node)) in self.waiting.drain() {
            self.queued[node] = false;
        }
        self.stale.clear();
        while let Some(change) = self.before.changes.pop() {
            match change {
                Change::Kind(node, kind) => self.nodes[node].kind = kind,
                Change::Input((node, input), net) => self.nodes[node].inputs[input] = net,
                Change::Delay((node, input), delay) => self.nodes[node].delays[input] = delay,
                Change::Pins(net, pins) => self.nets[net].pins = pins,
                Change::Net(net, old) => self.nets[net] = old,
            }
        }
        while let Some((net, edges, required)) = self.before.times.pop() {
            (self.times[net], self.required[net]) = (edges, required);
        }
        // each new node has one new net
        while self.nodes.len() > self.before.nodes {
            self.nodes.pop();
            self.queued.pop();
            self.nets.pop();
            self.times.pop();
            self.required.pop();
            self.before.retimed.pop();
            self.before.rewired.pop();
        }
        self.area = self.before.area;
        self.before.change += 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::liberty::Library;
    use crate::place::Wire;
    use crate::size::kinds::{Kind, Kinds};
    use crate::size::timer::{NONE, Timer};

    /// Returns a library with a buffer of two strengths, and with what every library must have.
    fn library() -> Library {
        let buffer = |strength: u8, slope: f64| {
            let table = |name: &str, least: f64| {
                let most = least + slope;
                let values = format!("values (\"{least}, {most}\", \"{most}, 2\");");
                format!("{name} (t) {{ index_1 (\"0, 1\"); index_2 (\"0, 9\"); {values} }}")
            };
            let tables = ["cell_rise", "cell_fall", "rise_transition", "fall_transition"];
            let tables: String =
                tables.iter().zip([0.1, 0.2, 0.1, 0.1]).map(|(name, least)| table(name, least)).collect();
            format!(
                "cell (BUF_{strength}) {{ area : {strength}; pin (A) {{ direction : input; capacitance : {strength}; }}
                 pin (Z) {{ direction : output; function : \"A\";
                 timing () {{ related_pin : \"A\"; timing_sense : positive_unate; {tables} }} }} }}"
            )
        };
        let others = "cell (NAND) { area : 1; pin (A) { direction : input; } pin (B) { direction : input; }
             pin (Z) { direction : output; function : \"!(A & B)\"; } }
             cell (DFF) { area : 4; ff (IQ, IQN) { next_state : \"D\"; clocked_on : \"CK\"; }
             pin (D) { direction : input; } pin (CK) { direction : input; clock : true; } pin (Q) { direction : output; function : \"IQ\"; } }";
        let head = "time_unit : \"1ns\"; capacitive_load_unit (1, ff); nom_voltage : 1.0;";
        let text = format!("library (two) {{ {head} {} {} {others} }}", buffer(1, 0.9), buffer(2, 0.4));
        Library::read("two", &text).unwrap()
    }

    /// Hands over a timer of a buffer before three others, each before a port.
    fn with(then: impl FnOnce(&mut Timer, [usize; 2])) {
        let library = library();
        let mut kinds = Kinds::of(&library);
        let both = ["BUF_1", "BUF_2"].map(|name| kinds.named(name).unwrap());
        let (input, output) = (kinds.add(Kind::input(kinds.at(both[0]))), kinds.add(Kind::output(3.0)));
        let mut timer = Timer::new(&library, &kinds, 5, Some(Wire { resistance: 0.1, capacitance: 0.2 }));
        timer.add(input, vec![NONE], vec![0]);
        timer.add(both[0], vec![0], vec![1]);
        for net in 2..5 {
            let buffer = timer.add(both[0], vec![1], vec![net]);
            timer.nodes[buffer].at = [3_000 * net as i64, 1_000];
            timer.add(output, vec![net], Vec::new());
        }
        timer.start().unwrap();
        then(&mut timer, both);
    }

    /// All that a timer knows but for the levels, which undoing leaves.
    fn known(timer: &Timer) -> String {
        let nodes: Vec<_> = timer.nodes.iter().map(|node| (node.kind, &node.inputs, &node.delays)).collect();
        format!("{nodes:?} {:?} {:?} {} {}", timer.nets, timer.times, timer.area, timer.longest())
    }

    /// A stronger cell, and a buffer before two of the three.
    fn change(timer: &mut Timer, [weak, strong]: [usize; 2]) {
        timer.swap(1, strong);
        timer.swap(2, strong);
        let net = timer.add_net();
        let buffer = timer.add(weak, vec![NONE], vec![net]);
        timer.shift(buffer, 0, 1);
        [4, 6].into_iter().for_each(|sink| timer.shift(sink, 0, net));
    }

    #[test]
    fn what_is_taken_back_leaves_nothing() {
        for nets in [0, 1, 3, usize::MAX] {
            with(|timer, kinds| {
                let before = known(timer);
                change(timer, kinds);
                timer.settle(f64::INFINITY, nets);
                assert_ne!(known(timer), before);
                timer.undo();
                assert_eq!(known(timer), before, "after {nets} nets");
                // nor does it wait for the next call
                timer.settle(f64::INFINITY, usize::MAX);
                assert_eq!(known(timer), before, "after {nets} nets");
            });
        }
    }

    #[test]
    fn what_is_kept_has_the_times_of_a_timer_anew() {
        with(|timer, kinds| {
            change(timer, kinds);
            timer.settle(f64::INFINITY, 2);
            timer.settle(f64::INFINITY, usize::MAX);
            timer.keep();
            let kept = (known(timer), timer.longest());
            timer.undo();
            assert_eq!(known(timer), kept.0, "nothing is left to take back");
            timer.times.fill(crate::size::timer::NEVER);
            timer.start().unwrap();
            assert!((timer.longest() - kept.1).abs() < 1e-9);
        });
    }

    #[test]
    fn required_times_follow_what_is_kept() {
        with(|timer, kinds| {
            timer.require(1.0);
            let before = timer.required.clone();
            change(timer, kinds);
            timer.settle(f64::INFINITY, usize::MAX);
            timer.require_changed(1.0);
            timer.keep();
            let kept = timer.required.clone();
            assert_ne!(kept[..before.len()], before);
            timer.require(1.0);
            assert_eq!(kept, timer.required);
        });
    }

    #[test]
    fn a_buffer_before_the_end_of_a_path_is_counted() {
        with(|timer, [weak, _]| {
            timer.require(1.0);
            // net 2 reaches a port alone: what a buffer there costs is seen at no net behind it
            let port = timer.nets[2].sinks[0];
            let late = timer.late(2, 0.1);
            let net = timer.add_net();
            let buffer = timer.add(weak, vec![NONE], vec![net]);
            timer.nodes[buffer].at = timer.nodes[port.0].at;
            timer.shift(buffer, 0, 2);
            timer.shift(port.0, port.1, net);
            timer.settle(f64::INFINITY, usize::MAX);
            timer.require_again(net, 1.0);
            timer.require_again(2, 1.0);
            assert!(timer.late(net, 0.1) > late && timer.worse(0.1) > 0.0);
            timer.undo();
            assert_eq!(timer.late(2, 0.1), late);
        });
    }
}
