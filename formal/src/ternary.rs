//! Simulation with unknown values: bits that keep one value in all cycles after reset, without a
//! solver.

use crate::graph::{Graph, Lit, Node};

/// The values that a bit may have: bit 0 if it may be false, bit 1 if it may be true.
type Values = u8;
const FALSE: Values = 1;
const TRUE: Values = 2;
const UNKNOWN: Values = 3;

/// The bits of a graph that keep one value in all cycles after a cycle of reset.
#[derive(Debug, Clone)]
pub struct Constants {
    values: Vec<Values>,
}

impl Constants {
    /// Finds the constant bits of a graph. Inputs, and registers before the reset, may have any
    /// value; so each bit that is found keeps its value, but not every bit that keeps its value is
    /// found.
    pub fn find(graph: &Graph, reset: Lit) -> Self {
        let mut state = vec![UNKNOWN; graph.latches.len()];
        let in_reset = simulate(graph, &state, reset, TRUE);
        for (state, (_, next)) in state.iter_mut().zip(&graph.latches) {
            *state = of(&in_reset, *next);
        }
        loop {
            // with and without reset, one after the other: of a multiplexer with an unknown
            // selector nothing is known
            let mut values = simulate(graph, &state, reset, TRUE);
            let others = simulate(graph, &state, reset, FALSE);
            values.iter_mut().zip(others).for_each(|(value, other)| *value |= other);
            let mut grown = false;
            for (state, (_, next)) in state.iter_mut().zip(&graph.latches) {
                let wider = *state | of(&values, *next);
                grown |= wider != *state;
                *state = wider;
            }
            if !grown {
                return Constants { values };
            }
        }
    }

    /// Returns the value that a literal of the graph, as it was, keeps in all cycles after a reset;
    /// `None` if none is known.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        match of(&self.values, lit) {
            UNKNOWN => None,
            value => Some(value == TRUE),
        }
    }

    /// Returns a literal for each register of the same graph that keeps one value; it is true in
    /// all cycles after a reset.
    pub fn registers(&self, graph: &Graph) -> Vec<Lit> {
        let known = graph.latches.iter().filter_map(|(latch, _)| Some((*latch, self.value(*latch)?)));
        known.map(|(latch, value)| if value { latch } else { !latch }).collect()
    }
}

/// Returns the values of a literal.
fn of(values: &[Values], lit: Lit) -> Values {
    let value = values[lit.node()];
    if lit.inverted() { value >> 1 | (value & 1) << 1 } else { value }
}

/// Returns the values of all nodes in a cycle in which reset has a value; all other inputs may have
/// any.
fn simulate(graph: &Graph, state: &[Values], reset: Lit, value: Values) -> Vec<Values> {
    let (mut values, mut state) = (Vec::with_capacity(graph.nodes.len()), state.iter());
    for (n, node) in graph.nodes.iter().enumerate() {
        values.push(match node {
            Node::False => FALSE,
            Node::Input if n == reset.node() => value,
            Node::Input => UNKNOWN,
            // the list of latches is in their order
            Node::Latch => *state.next().expect("a state for each latch"),
            Node::And(a, b) => {
                let (a, b) = (of(&values, *a), of(&values, *b));
                a & b & TRUE | (a | b) & FALSE
            }
        });
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A register that is reset to `at_reset` and takes `next` afterwards.
    fn register(g: &mut Graph, reset: Lit, at_reset: bool, next: impl FnOnce(&mut Graph, Lit) -> Lit) -> Lit {
        let latch = g.latch();
        let next = next(g, latch);
        g.monitor(latch, reset, at_reset, next);
        latch
    }

    #[test]
    fn registers_that_nothing_sets_keep_their_value() {
        let mut g = Graph::default();
        let (reset, input) = (g.input(), g.input());
        let kept = register(&mut g, reset, true, |_, q| q);
        let set = register(&mut g, reset, false, |_, _| input);
        // set by what stays low
        let guarded = register(&mut g, reset, false, |g, q| {
            let both = g.and(input, !kept);
            g.or(q, both)
        });
        // it follows another one a cycle later, and is not reset
        let follows = g.latch();
        g.drive(follows, kept);
        // two cycles after a reset it has a value, one cycle after it may have any
        let late = g.latch();
        g.drive(late, follows);
        let constants = Constants::find(&g, reset);
        let values = [kept, set, guarded, follows, late, input, Lit::TRUE].map(|lit| constants.value(lit));
        assert_eq!(values, [Some(true), None, Some(false), None, None, None, Some(true)]);
        assert_eq!(constants.value(!guarded), Some(true));
        assert_eq!(constants.registers(&g), [kept, !guarded]);
    }

    #[test]
    fn what_is_found_holds_in_random_runs() {
        use proptest::prelude::*;
        let gates = proptest::collection::vec((0usize..40, any::<bool>(), 0usize..40, any::<bool>()), 40);
        let run = |gates: &[(usize, bool, usize, bool)], nexts: &[(usize, bool)], noise: &[u64]| {
            let mut g = Graph::default();
            let reset = g.input();
            let mut lits: Vec<Lit> = vec![reset, g.input(), g.input()];
            let latches = g.latch_word(8);
            lits.extend(&latches);
            for (a, not_a, b, not_b) in gates {
                let lit =
                    |n: usize, inverted: bool| if inverted { !lits[n % lits.len()] } else { lits[n % lits.len()] };
                let gate = g.and(lit(*a, *not_a), lit(*b, *not_b));
                lits.push(gate);
            }
            for (latch, (n, reset_to)) in latches.iter().zip(nexts) {
                g.monitor(*latch, reset, *reset_to, lits[n % lits.len()]);
            }
            let constants = Constants::find(&g, reset);
            let mut state: Vec<bool> = (0..8).map(|n| noise[0] >> n & 1 == 1).collect();
            for (cycle, noise) in noise.iter().enumerate() {
                let mut values = Vec::new();
                let mut latch = 0;
                for (n, node) in g.nodes.iter().enumerate() {
                    let at = |values: &[bool], lit: Lit| values[lit.node()] ^ lit.inverted();
                    values.push(match node {
                        Node::False => false,
                        Node::Input => (n == reset.node() && cycle == 0) || noise >> n & 1 == 1,
                        Node::Latch => {
                            latch += 1;
                            state[latch - 1]
                        }
                        Node::And(a, b) => at(&values, *a) && at(&values, *b),
                    });
                }
                for lit in lits.iter().filter(|_| cycle > 0) {
                    let value = values[lit.node()] ^ lit.inverted();
                    assert!(constants.value(*lit).is_none_or(|known| known == value));
                }
                state = g.latches.iter().map(|(_, next)| values[next.node()] ^ next.inverted()).collect();
            }
        };
        let nexts = proptest::collection::vec((0usize..60, any::<bool>()), 8);
        let noise = proptest::collection::vec(any::<u64>(), 20);
        proptest!(|(gates in gates, nexts in nexts, noise in noise)| run(&gates, &nexts, &noise));
    }
}
