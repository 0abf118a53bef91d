//! A graph unrolled over time, with a SAT solver.

use std::time::Instant;

use batsat::{Callbacks, Solver, SolverInterface, lbool};
use heddle_sandbox::interrupt;

use crate::graph::{Graph, Lit, Node};

/// A limit on the run time of a proof: a deadline. The user's request to stop ends each proof, too.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// The deadline; `None` if there is no deadline.
    pub until: Option<Instant>,
}

impl Limit {
    /// A limit without a deadline.
    pub const NONE: Limit = Limit { until: None };

    /// Returns a limit whose deadline is after this share, in percent, of the remaining time.
    pub fn within(self, percent: u32) -> Limit {
        let share = |until: Instant| {
            let now = Instant::now();
            now + until.saturating_duration_since(now) * percent / 100
        };
        Limit { until: self.until.map(share) }
    }

    /// Whether the deadline has passed, or the user requested a stop.
    pub fn reached(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until) || interrupt::asked()
    }
}

impl Callbacks for Limit {
    fn stop(&self) -> bool {
        self.reached()
    }
}

/// The answer of the SAT solver to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The literals can all be true; [`Frames::value`] gives the values of one case.
    Sat,
    /// The literals cannot all be true.
    Unsat,
    /// The limit was reached before the solver had an answer.
    Unknown,
}

/// A graph unrolled over cycles: each cycle has inputs of its own, and the first one starts in a
/// free state. Structurally equal logic, in one cycle or in several, is one gate here; only the
/// cone of the literals in question is built and given to the solver.
pub struct Frames<'g> {
    graph: &'g Graph,
    latch_place: Vec<u32>,
    /// The unrolled logic. All its free variables are inputs.
    flat: Graph,
    known: Vec<Vec<Option<Lit>>>,
    solver: Solver<Limit>,
    encoded: Vec<Option<batsat::Lit>>,
}

impl<'g> Frames<'g> {
    /// Creates an unrolling of `graph` without any cycle yet.
    pub fn new(graph: &'g Graph, limit: Limit) -> Self {
        let mut latch_place = vec![u32::MAX; graph.nodes.len()];
        for (n, (latch, _)) in graph.latches.iter().enumerate() {
            latch_place[latch.node()] = n as u32;
        }
        let solver = Solver::new(batsat::SolverOpts::default(), limit);
        Frames { graph, latch_place, flat: Graph::default(), known: Vec::new(), solver, encoded: Vec::new() }
    }

    /// Sets the value of an input, or of a latch in the first cycle, before logic that depends on
    /// it is built.
    pub fn set(&mut self, frame: usize, lit: Lit, value: Lit) {
        let known = self.frame(frame, lit.node());
        *known = Some(if lit.inverted() { !value } else { value });
    }

    fn frame(&mut self, frame: usize, node: usize) -> &mut Option<Lit> {
        while self.known.len() <= frame {
            self.known.push(vec![None; self.graph.nodes.len()]);
        }
        &mut self.known[frame][node]
    }

    /// Returns the literal of the unrolled logic for a literal of the graph in the given cycle.
    pub fn at(&mut self, frame: usize, lit: Lit) -> Lit {
        let mut stack = vec![(frame, lit.node())];
        while let Some(&(frame, node)) = stack.last() {
            if self.frame(frame, node).is_some() {
                stack.pop();
                continue;
            }
            let mut missing = |frames: &mut Self, frame: usize, lit: Lit| match *frames.frame(frame, lit.node()) {
                Some(known) => Some(if lit.inverted() { !known } else { known }),
                None => {
                    stack.push((frame, lit.node()));
                    None
                }
            };
            let value = match self.graph.nodes[node] {
                Node::False => Some(Lit::FALSE),
                Node::Input => Some(self.flat.input()),
                Node::Latch if frame == 0 => Some(self.flat.input()),
                Node::Latch => {
                    let next = self.graph.latches[self.latch_place[node] as usize].1;
                    missing(self, frame - 1, next)
                }
                Node::And(a, b) => {
                    let (a, b) = (missing(self, frame, a), missing(self, frame, b));
                    a.zip(b).map(|(a, b)| self.flat.and(a, b))
                }
            };
            if value.is_some() {
                *self.frame(frame, node) = value;
            }
        }
        let known = self.known[frame][lit.node()].expect("just found");
        if lit.inverted() { !known } else { known }
    }

    /// Returns the graph of the unrolled logic, to which further logic can be added.
    pub fn flat(&mut self) -> &mut Graph {
        &mut self.flat
    }

    /// Returns the solver's literal for a literal of the unrolled logic, whose cone it encodes.
    fn encode(&mut self, lit: Lit) -> batsat::Lit {
        self.encoded.resize(self.flat.nodes.len().max(self.encoded.len()), None);
        let mut stack = vec![lit.node()];
        while let Some(&node) = stack.last() {
            if self.encoded[node].is_some() {
                stack.pop();
                continue;
            }
            if let Node::And(a, b) = self.flat.nodes[node] {
                let open = [a, b].map(Lit::node).into_iter().filter(|part| self.encoded[*part].is_none());
                let open: Vec<usize> = open.collect();
                if !open.is_empty() {
                    stack.extend(open);
                    continue;
                }
            }
            let variable = batsat::Lit::new(self.solver.new_var_default(), true);
            match self.flat.nodes[node] {
                Node::False => self.clause(&[!variable]),
                Node::And(a, b) => {
                    let (a, b) = (self.solver_lit(a), self.solver_lit(b));
                    self.clause(&[!variable, a]);
                    self.clause(&[!variable, b]);
                    self.clause(&[variable, !a, !b]);
                }
                Node::Input | Node::Latch => {}
            }
            self.encoded[node] = Some(variable);
        }
        self.solver_lit(lit)
    }
    fn solver_lit(&self, lit: Lit) -> batsat::Lit {
        let positive = self.encoded[lit.node()].expect("encoded");
        if lit.inverted() { !positive } else { positive }
    }
    fn clause(&mut self, lits: &[batsat::Lit]) {
        self.solver.add_clause_reuse(&mut lits.to_vec());
    }

    /// Adds a literal of the unrolled logic as a clause: it is true in all later questions.
    pub fn assume(&mut self, flat: Lit) {
        if flat != Lit::TRUE {
            let lit = self.encode(flat);
            self.clause(&[lit]);
        }
    }
    /// Solves whether all these literals of the unrolled logic can be true at once.
    pub fn solve(&mut self, flat: &[Lit]) -> Answer {
        if flat.contains(&Lit::FALSE) {
            return Answer::Unsat;
        }
        let lits: Vec<batsat::Lit> = flat.iter().map(|lit| self.encode(*lit)).collect();
        let said = self.solver.solve_limited(&lits);
        if said == lbool::TRUE {
            Answer::Sat
        } else if said == lbool::FALSE {
            Answer::Unsat
        } else {
            Answer::Unknown
        }
    }
    /// Returns the question whether all these literals can be true at once in SMT-LIB 2, for
    /// another solver.
    pub fn smt2(&self, flat: &[Lit]) -> String {
        let name = |lit: Lit| match (lit.node(), lit.inverted()) {
            (0, false) => "false".to_string(),
            (0, true) => "true".to_string(),
            (node, false) => format!("n{node}"),
            (node, true) => format!("(not n{node})"),
        };
        let mut wanted = vec![false; self.flat.nodes.len()];
        flat.iter().for_each(|lit| wanted[lit.node()] = true);
        for node in (0..wanted.len()).rev().filter(|node| wanted[*node]).collect::<Vec<_>>() {
            // a gate comes after what it is made of
            let mut open = vec![node];
            while let Some(node) = open.pop() {
                if let Node::And(a, b) = self.flat.nodes[node] {
                    for part in [a.node(), b.node()] {
                        if !std::mem::replace(&mut wanted[part], true) {
                            open.push(part);
                        }
                    }
                }
            }
        }
        let mut text = String::from("(set-logic QF_UF)\n");
        for node in (1..wanted.len()).filter(|node| wanted[*node]) {
            text += &match self.flat.nodes[node] {
                Node::And(a, b) => format!("(define-fun n{node} () Bool (and {} {}))\n", name(a), name(b)),
                _ => format!("(declare-fun n{node} () Bool)\n"),
            };
        }
        for lit in flat {
            text += &format!("(assert {})\n", name(*lit));
        }
        text + "(check-sat)\n"
    }
    /// The value of a literal of the graph in a cycle of the case that the solver found.
    /// Inputs that the question did not involve are false.
    pub fn value(&mut self, frame: usize, lit: Lit) -> bool {
        let flat = self.at(frame, lit);
        self.flat_value(flat)
    }
    /// The value of a literal of the unrolled logic in the case that the solver found.
    pub fn flat_value(&self, flat: Lit) -> bool {
        // logic that the solver has not seen follows from what it has
        let mut values: std::collections::HashMap<usize, bool> = std::collections::HashMap::new();
        let mut stack = vec![flat.node()];
        while let Some(&node) = stack.last() {
            if values.contains_key(&node) {
                stack.pop();
                continue;
            }
            if let Some(lit) = self.encoded.get(node).copied().flatten() {
                values.insert(node, self.solver.value_lit(lit) == lbool::TRUE);
                continue;
            }
            match self.flat.nodes[node] {
                Node::And(a, b) => {
                    let of = |lit: Lit| values.get(&lit.node()).map(|value| *value != lit.inverted());
                    match (of(a), of(b)) {
                        (Some(a), Some(b)) => {
                            values.insert(node, a && b);
                        }
                        (None, _) => stack.push(a.node()),
                        (_, None) => stack.push(b.node()),
                    }
                }
                _ => {
                    values.insert(node, false);
                }
            }
        }
        values[&flat.node()] != flat.inverted()
    }
}
