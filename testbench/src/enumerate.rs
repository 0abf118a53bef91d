//! Enumeration of all states of a golden model that are reachable from reset, breadth first: the
//! invariants hold in each, or the shortest run to a violation is a trace.
//!
//! State that steers nothing (data words, ages as such, counts that nothing reads) is folded away:
//! two states with the same key behave alike, so that one of them stands for all. Keys are kept as
//! 128-bit hashes: two different keys among ten million collide with a probability below 1e-24.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use heddle_block::Violation;

use crate::bench::Bench;
use crate::coverage::{Cell, Hits, cells};
use crate::dut::initial_seed;
use crate::states::{Plant, States};
use crate::trace::Trace;
use heddle_verilator::interrupt;

/// The name of a unit's configuration that is smaller than every preset.
pub const LEAST: &str = "least";

/// Limits of an enumeration.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Transitions after which no new layer of states begins.
    pub transitions: u64,
    /// Known states after which no new layer of states begins.
    pub states: usize,
}

/// The result of an enumeration.
#[derive(Debug, Clone)]
pub struct Enumerated {
    /// Number of states with different keys.
    pub states: usize,
    /// Number of legal inputs tried in these states.
    pub transitions: u64,
    /// Cycles from reset to the last states whose successors are all known.
    pub depth: u32,
    /// Whether every reachable state was found.
    pub complete: bool,
    /// Whether a request to stop ended the enumeration.
    pub interrupted: bool,
    /// The first violation, with the inputs that lead to it; `None` if no invariant is violated.
    pub violation: Option<Found>,
    /// Hits of cover points and crosses by the transitions.
    pub cells: Vec<Cell>,
}

/// A violation of an invariant that an enumeration found, with the shortest run to it.
#[derive(Debug, Clone)]
pub struct Found {
    /// The invariant that is violated.
    pub what: String,
    /// Cycles from reset to the violation.
    pub cycles: usize,
    /// Text of the run's trace file.
    pub trace: String,
}

/// A planted fault, and the violation by which it was found.
#[derive(Debug, Clone)]
pub struct Planted {
    /// Description of the planted fault.
    pub what: &'static str,
    /// The violation that revealed the fault; `None` if it was not found.
    pub found: Option<Found>,
}

/// A configuration to enumerate, by name: a preset or [`LEAST`], which is no preset and has no RTL.
pub struct Place<'a, B: Bench> {
    /// Name of the configuration.
    pub name: &'a str,
    /// Parameters of the configuration.
    pub cfg: &'a B::Config,
}

/// Enumerates the states of a configuration. `progress` is called with finished transitions.
pub fn enumerate<B: Bench>(place: &Place<B>, states: &States<B>, limits: Limits, progress: &dyn Fn(u64)) -> Enumerated {
    search(place, states, None, limits, progress)
}

/// Enumerates a configuration once for each planted fault of the unit.
pub fn plants<B: Bench>(place: &Place<B>, states: &States<B>, limits: Limits, progress: &dyn Fn(u64)) -> Vec<Planted> {
    let find = |plant| search(place, states, Some(plant), limits, progress).violation;
    states.plants.iter().map(|plant| Planted { what: plant.what(), found: find(plant) }).collect()
}

/// A state whose successors are still to be found.
struct Node<B: Bench> {
    index: usize,
    p: B::Protocol,
    q: B::State,
}

fn search<B: Bench>(
    place: &Place<B>,
    states: &States<B>,
    plant: Option<&Plant<B>>,
    limits: Limits,
    progress: &dyn Fn(u64),
) -> Enumerated {
    let cfg = place.cfg;
    let (mut p, mut q) = (B::protocol(cfg), B::reset(cfg));
    let mut known = HashSet::from([fold::<B>(states, cfg, &p, &q)]);
    // of each state: from which one it was reached first, and by which input of the alphabet
    let mut from: Vec<(u32, u32)> = vec![(0, 0)];
    let mut layer = vec![Node::<B> { index: 0, p: p.clone(), q: q.clone() }];
    let mut hits = Hits::none::<B>();
    let mut o = B::Out::default();
    let mut end = Enumerated {
        states: 1,
        transitions: 0,
        depth: 0,
        complete: false,
        interrupted: false,
        violation: None,
        cells: Vec::new(),
    };
    'search: while !layer.is_empty() {
        if end.transitions >= limits.transitions || known.len() >= limits.states {
            break;
        }
        let mut next = Vec::new();
        for node in &layer {
            let before = end.transitions;
            for (letter, i) in (states.alphabet)(cfg, &node.q).iter().enumerate() {
                if B::legal(cfg, &node.p, &node.q, i).is_err() {
                    continue;
                }
                end.transitions += 1;
                p.clone_from(&node.p);
                q.clone_from(&node.q);
                B::comb(cfg, &q, i, &mut o);
                if plant.is_none() {
                    hits.see::<B>(cfg, &p, &q, i, &o);
                }
                B::observe(cfg, &mut p, &q, i, &o);
                B::clock(cfg, &mut q, i);
                if let Err(Violation(what)) = judge(cfg, plant, &node.q, i, &p, &mut q) {
                    end.violation = Some(way::<B>(place, states, plant, &from, (node.index, letter), what));
                    break 'search;
                }
                if known.insert(fold::<B>(states, cfg, &p, &q)) {
                    next.push(Node { index: from.len(), p: p.clone(), q: q.clone() });
                    from.push((node.index as u32, letter as u32));
                }
            }
            progress(end.transitions - before);
            if interrupt::asked() {
                end.interrupted = true;
                break 'search;
            }
            // a layer that is cut short is not counted
            if end.transitions >= limits.transitions.saturating_mul(2) || known.len() >= limits.states.saturating_mul(2)
            {
                break 'search;
            }
        }
        end.depth += 1;
        layer = next;
    }
    end.states = known.len();
    end.complete = layer.is_empty() && end.violation.is_none() && !end.interrupted;
    if plant.is_none() {
        end.cells = cells::<B>(cfg, &hits, &Hits::none::<B>());
    }
    end
}

/// Checks the invariants after an edge, with a planted fault in place of the state or of the
/// invariants.
fn judge<B: Bench>(
    cfg: &B::Config,
    plant: Option<&Plant<B>>,
    before: &B::State,
    i: &B::In,
    p: &B::Protocol,
    q: &mut B::State,
) -> Result<(), Violation> {
    match plant {
        Some(Plant::Edge(_, spoil)) => spoil(cfg, before, i, q),
        Some(Plant::Claim(what, holds)) if !holds(cfg, q) => return Err(Violation(format!("not so: {what}"))),
        _ => {}
    }
    B::invariant(cfg, p, q)
}

fn fold<B: Bench>(states: &States<B>, cfg: &B::Config, p: &B::Protocol, q: &B::State) -> u128 {
    let mut words = Vec::with_capacity(64);
    (states.key)(cfg, p, q, &mut words);
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        (salt, &words).hash(&mut hasher);
        hasher.finish()
    };
    u128::from(half(1)) << 64 | u128::from(half(2))
}

/// Returns the inputs that led to the last transition, found by replaying the run.
fn way<B: Bench>(
    place: &Place<B>,
    states: &States<B>,
    plant: Option<&Plant<B>>,
    from: &[(u32, u32)],
    (index, last): (usize, usize),
    what: String,
) -> Found {
    let (mut letters, mut at) = (vec![last], index);
    while at != 0 {
        let (before, letter) = from[at];
        letters.push(letter as usize);
        at = before as usize;
    }
    let cfg = place.cfg;
    let (mut p, mut q, mut o) = (B::protocol(cfg), B::reset(cfg), B::Out::default());
    let mut inputs = Vec::new();
    for letter in letters.into_iter().rev() {
        let before = q.clone();
        let mut alphabet = (states.alphabet)(cfg, &q);
        let i = alphabet.swap_remove(letter);
        B::comb(cfg, &q, &i, &mut o);
        B::observe(cfg, &mut p, &q, &i, &o);
        B::clock(cfg, &mut q, &i);
        if let Some(Plant::Edge(_, spoil)) = plant {
            spoil(cfg, &before, &i, &mut q);
        }
        inputs.push(i);
    }
    let (cycles, initial) = (inputs.len(), initial_seed(0, 0));
    let notes = vec![format!("the shortest way to: {what}")];
    let trace = Trace::<B> { preset: place.name.to_string(), initial, notes, inputs }.text_of(cfg);
    Found { what, cycles, trace }
}
