//! Claims of a unit about its RTL, for proofs and for telling its versions apart: logic over the
//! names in its netlist.

use std::collections::BTreeMap;

use heddle_block::{Rule, Signal, Stream};
use heddle_formal::{Graph, Lit, Netlist, Rules, Word};

use crate::bench::Bench;

/// The claims of a unit about its RTL, as logic over its netlist.
#[derive(Debug, Clone, Default)]
pub struct Claims {
    /// The protocol as far as a proof needs it: every legal run keeps these. Illegal runs that keep
    /// them, too, are also covered by the proof.
    pub assumptions: Vec<Lit>,
    /// Properties that hold in every cycle after a reset, with a description of each.
    pub properties: Vec<(String, Lit)>,
    /// By output name: the condition under which the output is meaningful (the contract's `when`).
    pub care: BTreeMap<String, Lit>,
    /// Bits that may indicate that the content of a register does not matter.
    pub guards: Vec<Lit>,
}

impl Claims {
    /// Adds an assumption about the inputs.
    pub fn assume(&mut self, what: Lit) {
        self.assumptions.push(what);
    }
    /// Adds a property, with its description.
    pub fn claim(&mut self, what: impl Into<String>, holds: Lit) {
        self.properties.push((what.into(), holds));
    }
    /// Declares that the outputs of these names are meaningful when `valid`.
    pub fn care(&mut self, valid: Lit, names: &[&str]) {
        for name in names {
            self.care.insert((*name).to_string(), valid);
        }
    }
    /// Assumes that none of these inputs is high in a cycle of reset.
    pub fn quiet_reset(&mut self, g: &mut Graph, n: &Netlist, names: &[&str]) {
        for name in names {
            let high = g.any(n.word(name));
            let both = g.and(n.bit("reset"), high);
            self.assume(!both);
        }
    }
    /// Adds what a stream promises: an assumption about what drives the block and, where the stream
    /// goes out of it, the claim that an offer stays. In reset nothing is promised.
    fn stream(&mut self, g: &mut Graph, n: &Netlist, stream: &Stream) {
        let bit = |signal: &Signal| if signal.inverted { !n.bit(&signal.port) } else { n.bit(&signal.port) };
        let (valid, ready) = (bit(&stream.valid), bit(&stream.ready));
        let ports = if stream.into { &n.inputs } else { &n.outputs };
        let payload: Word =
            ports.iter().filter(|(name, _)| stream.carries(name)).flat_map(|(_, word)| word.clone()).collect();
        let ends: Word = stream.unless.iter().map(|name| n.bit(name)).chain([n.bit("reset")]).collect();
        let ends = g.any(ends);
        let stays = held(g, ends, valid, ready, &payload);
        let stays = g.or(ends, stays);
        let (own, other) = if stream.into { (valid, ready) } else { (ready, valid) };
        let follows = g.implies(own, other);
        let follows = g.or(ends, follows);
        match stream.rule {
            Rule::Holds if stream.into => self.assume(stays),
            Rule::Both => self.assume(follows),
            Rule::Holds | Rule::Free => {}
        }
        if !stream.into {
            let level = |signal: &Signal| if signal.inverted { "low" } else { "high" };
            let Stream { valid, ready, payload, .. } = stream;
            let with = if payload.is_empty() { String::new() } else { format!(", with {},", payload.join(" and ")) };
            let until = format!("until {} is {}", ready.port, level(ready));
            self.claim(format!("{} stays {}{with} {until}", valid.port, level(valid)), stays);
        }
    }

    /// Returns the rules for `heddle_formal::equivalent`; `proved` marks the properties that may be
    /// relied upon.
    pub fn rules(self, proved: &[bool]) -> Rules {
        let invariants = self.properties.iter().zip(proved).filter(|(_, proved)| **proved).map(|((_, lit), _)| *lit);
        Rules { invariants: invariants.collect(), assumptions: self.assumptions, care: self.care, guards: self.guards }
    }
}

/// Returns the claims of unit `B` about its netlist: its own, and those of its streams.
pub(crate) fn claims<B: Bench>(cfg: &B::Config, g: &mut Graph, n: &Netlist) -> Claims {
    let mut claims = B::claims(cfg, g, n);
    B::streams(cfg).iter().for_each(|stream| claims.stream(g, n, stream));
    claims
}

/// Returns the elements of an array port, or of an array of instances: the words `name$0`, `name$1`
/// and so on, each followed by `rest`.
pub fn each(n: &Netlist, name: &str, rest: &str, count: usize) -> Vec<Word> {
    (0..count).map(|k| n.word(&format!("{name}${k}{rest}"))).collect()
}

/// Returns logic that says whether a number is below `count`.
pub fn within(g: &mut Graph, number: &[Lit], count: u32) -> Lit {
    let count = g.number(count.into(), 32);
    g.less(number, &count)
}

/// Returns the bit of `bits` that the number `at` selects.
pub fn bit_at(g: &mut Graph, bits: &[Lit], at: &[Lit]) -> Lit {
    let words: Vec<Word> = bits.iter().map(|bit| vec![*bit]).collect();
    g.select(&words, at)[0]
}

/// Returns a one-hot word with bit `number` set, or zero unless `valid`.
pub fn one_hot(g: &mut Graph, valid: Lit, number: &[Lit], count: usize) -> Word {
    (0..count)
        .map(|k| {
            let this = g.is(number, k as u64);
            g.and(valid, this)
        })
        .collect()
}

/// Returns the value of a word in the last cycle, by new latches.
pub fn before(g: &mut Graph, word: &[Lit]) -> Word {
    let latches = g.latch_word(word.len());
    for (latch, bit) in latches.iter().zip(word) {
        g.drive(*latch, *bit);
    }
    latches
}

/// Returns the claim of a held offer: a valid payload that is not taken is offered again,
/// unchanged; a reset ends this.
pub fn held(g: &mut Graph, reset: Lit, valid: Lit, ready: Lit, payload: &[Lit]) -> Lit {
    let owed = g.latch();
    let refused = g.and(valid, !ready);
    g.monitor(owed, reset, false, refused);
    let was = before(g, payload);
    let same = g.equal(&was, payload);
    let again = g.and(valid, same);
    g.implies(owed, again)
}
