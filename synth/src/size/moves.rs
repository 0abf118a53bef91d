//! Moves of sizing, and the search for those that gain.

use crate::place::rectangle;
use crate::size::timer::{NONE, Timer};

/// The widths by which lateness counts, over the longest path: the first, and the last one. A small
/// width looks at the longest path alone, a large one also at those that are nearly as long.
const WIDTHS: [f64; 2] = [0.01, 0.001];
/// Slack in widths within which a net is looked at.
const NEAR: f64 = 3.0;
/// Slack in widths above which a net does not count.
const FAR: f64 = 10.0;
/// What an area of the smallest buffer must gain.
const PRICE: f64 = 0.05;
/// Nets whose times a trial finds at most: what gains by then gains also behind them.
const TRIAL: usize = 100;
/// Kinds of buffers that are tried, from the smallest on.
const KINDS: usize = 4;
/// Passes over all that is near the longest path, at most.
const PASSES: usize = 80;
/// The least gain of a pass, over the longest path: with less, the width is halved.
const GAIN: f64 = 0.0003;

/// A change of a netlist that leaves what it computes.
#[derive(Debug, Clone)]
enum Move {
    /// Another cell of the family.
    Swap(usize, usize),
    /// Two inputs of a node change places.
    Exchange(usize, (usize, usize)),
    /// Inputs that a buffer drives are driven as that buffer is.
    Earlier(Vec<(usize, usize)>, usize),
    /// A new buffer of a kind drives these inputs of a net.
    Buffer(usize, Vec<(usize, usize)>, usize),
}

/// Makes the longest path shorter, as long as that goes on.
pub(super) fn improve(timer: &mut Timer) {
    let buffers = buffers(timer);
    let mut best = (timer.longest(), timer.clone());
    let mut width = WIDTHS[0];
    for _ in 0..PASSES {
        let period = timer.longest();
        timer.require(period);
        let moved = pass(timer, &buffers, period, width * period);
        let now = timer.longest();
        if !moved || now > best.0 * (1.0 - GAIN) {
            width /= 2.0;
        }
        if now < best.0 {
            best = (now, timer.clone());
        }
        if width < WIDTHS[1] {
            break;
        }
    }
    *timer = best.1;
}

/// Returns the kinds of buffers.
fn buffers(timer: &Timer) -> Vec<usize> {
    let buffer = timer.library.buffer.as_str();
    let kind = timer.kinds.named(buffer).unwrap_or(NONE);
    let family = timer.kinds.family(kind);
    if family.is_empty() { vec![kind] } else { family.to_vec() }
}

/// Tries all moves near the longest path and keeps those that gain; returns whether there was one.
fn pass(timer: &mut Timer, buffers: &[usize], period: f64, width: f64) -> bool {
    let near = NEAR * width;
    let mut nets: Vec<usize> = (0..timer.nets.len()).filter(|net| timer.slack(*net) < near).collect();
    nets.sort_by(|a, b| timer.slack(*a).total_cmp(&timer.slack(*b)).then(a.cmp(b)));
    let mut gained = false;
    for net in nets {
        if timer.slack(net) >= near {
            continue;
        }
        let Some(one) = best(timer, buffers, net, (period, width)) else { continue };
        make(timer, &one);
        timer.settle(f64::INFINITY, usize::MAX);
        timer.require_changed(period);
        timer.keep();
        gained = true;
    }
    gained
}

/// Returns the move at a net that gains most, if one gains enough.
fn best(timer: &mut Timer, buffers: &[usize], net: usize, (period, width): (f64, f64)) -> Option<Move> {
    let price = PRICE / timer.kinds.at(buffers[0]).area;
    let (area, late) = (timer.area, timer.late(net, width));
    let excess = |timer: &Timer, nets: &[usize]| nets.iter().map(|net| timer.excess(*net)).sum::<f64>();
    let mut best: Option<(f64, Move)> = None;
    for one in moves(timer, buffers, net, (period, width)) {
        let mut touched = touched(timer, &one, net);
        let before = excess(timer, &touched);
        let new = make(timer, &one);
        touched.extend(new);
        timer.settle(FAR * width, TRIAL);
        // what these reach has changed; a new net is behind the one that it is a part of
        if matches!(one, Move::Earlier(..) | Move::Buffer(..)) {
            touched.iter().rev().for_each(|net| timer.require_again(*net, period));
        }
        // it is no gain, however early it is, and a loss if it is later than that one
        let divided = new.map_or(0.0, |new| (timer.late(new, width) - late).max(0.0));
        let worse = timer.worse(width) + divided + price * (timer.area - area);
        let fits = excess(timer, &touched) <= before;
        timer.undo();
        if fits && worse < best.as_ref().map_or(-PRICE, |(best, _)| *best) {
            best = Some((worse, one));
        }
    }
    best.map(|(_, one)| one)
}

/// Returns the nets whose load, or whose driver, a move changes, but for a new one.
fn touched(timer: &Timer, one: &Move, net: usize) -> Vec<usize> {
    match one {
        Move::Swap(node, _) => {
            let node = &timer.nodes[*node];
            node.inputs.iter().chain(&node.outputs).copied().filter(|net| *net != NONE).collect()
        }
        Move::Exchange(node, (one, other)) => [one, other].map(|input| timer.nodes[*node].inputs[*input]).to_vec(),
        Move::Earlier(_, to) => vec![*to],
        Move::Buffer(..) => vec![net],
    }
}

/// Returns the moves that may make a net earlier.
fn moves(timer: &Timer, buffers: &[usize], net: usize, (period, width): (f64, f64)) -> Vec<Move> {
    let mut moves = Vec::new();
    let Some((driver, _)) = timer.nets[net].driver else { return moves };
    // two stronger ones and one weaker one
    let swaps = |node: usize| {
        let kind = timer.nodes[node].kind;
        let family = timer.kinds.family(kind);
        let at = family.iter().position(|other| *other == kind).unwrap_or(0);
        let near = family.iter().take(at + 3).skip(at.saturating_sub(1)).filter(move |other| **other != kind);
        near.map(move |other| Move::Swap(node, *other))
    };
    moves.extend(swaps(driver));
    let symmetric = &timer.kinds.at(timer.nodes[driver].kind).symmetric;
    let inputs = &timer.nodes[driver].inputs;
    let connected = (0..inputs.len()).filter(|input| inputs[*input] != NONE);
    // the input that has the least time
    let late =
        connected.min_by(|a, b| timer.slack_at(driver, *a, period).total_cmp(&timer.slack_at(driver, *b, period)));
    let of_late = symmetric.iter().filter(|(one, other)| {
        [*one, *other].into_iter().any(|input| Some(input) == late) && inputs[*one] != NONE && inputs[*other] != NONE
    });
    moves.extend(of_late.map(|pair| Move::Exchange(driver, *pair)));
    let near = NEAR * width;
    let sinks = &timer.nets[net].sinks;
    let slacks: Vec<f64> = sinks.iter().map(|(node, input)| timer.slack_at(*node, *input, period)).collect();
    let those = |critical: bool| -> Vec<(usize, usize)> {
        sinks.iter().zip(&slacks).filter(|(_, slack)| (**slack < near) == critical).map(|(sink, _)| *sink).collect()
    };
    let (critical, others) = (those(true), those(false));
    // smaller cells at the sinks that have time
    for (node, _) in &others {
        let area = timer.kinds.at(timer.nodes[*node].kind).area;
        moves
            .extend(swaps(*node).filter(|one| matches!(one, Move::Swap(_, kind) if timer.kinds.at(*kind).area < area)));
    }
    if timer.kinds.at(timer.nodes[driver].kind).buffer {
        let to = timer.nodes[driver].inputs[0];
        if to != NONE {
            let worst = sinks.iter().zip(&slacks).min_by(|a, b| a.1.total_cmp(b.1)).map(|(sink, _)| *sink);
            moves.extend(worst.map(|sink| Move::Earlier(vec![sink], to)));
            if critical.len() > 1 {
                moves.push(Move::Earlier(critical.clone(), to));
            }
            if !others.is_empty() {
                moves.push(Move::Earlier(sinks.clone(), to));
            }
        }
    }
    for buffer in buffers.iter().take(KINDS) {
        if !others.is_empty() {
            moves.push(Move::Buffer(*buffer, others.clone(), net));
        }
        if sinks.len() > 1 || timer.wire.is_some() {
            moves.push(Move::Buffer(*buffer, sinks.clone(), net));
        }
    }
    moves
}

/// Makes a move; returns the new net, if there is one.
fn make(timer: &mut Timer, one: &Move) -> Option<usize> {
    match one {
        Move::Swap(node, kind) => timer.swap(*node, *kind),
        Move::Exchange(node, (one, other)) => {
            let [first, second] = [one, other].map(|input| timer.nodes[*node].inputs[*input]);
            timer.shift(*node, *one, second);
            timer.shift(*node, *other, first);
        }
        Move::Earlier(sinks, to) => sinks.iter().for_each(|(node, input)| timer.shift(*node, *input, *to)),
        Move::Buffer(kind, sinks, net) => {
            let behind = timer.add_net();
            let buffer = timer.add(*kind, vec![NONE], vec![behind]);
            timer.nodes[buffer].at = between(timer, sinks, *net);
            timer.shift(buffer, 0, *net);
            sinks.iter().for_each(|(node, input)| timer.shift(*node, *input, behind));
            return Some(behind);
        }
    }
    None
}

/// Returns the place of a buffer between a net's driver and some of its sinks: half the way to the
/// rectangle around these.
fn between(timer: &Timer, sinks: &[(usize, usize)], net: usize) -> [i64; 2] {
    let from = timer.source(net).unwrap_or_default();
    let [least, most] = rectangle(sinks.iter().map(|sink| timer.target(*sink)));
    [0, 1].map(|axis| (from[axis] + from[axis].clamp(least[axis], most[axis])) / 2)
}
