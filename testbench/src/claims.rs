//! What a unit claims of its RTL, for proofs and for telling versions of it apart: logic over the names in its netlist.

use std::collections::BTreeMap;

use heddle_formal::{Graph, Lit, Netlist, Rules, Word};

/// The claims of a unit.
#[derive(Debug, Clone, Default)]
pub struct Claims {
    /// The protocol, as far as it is needed: every legal run keeps to it. What else it lets pass is not legal, and a proof holds for that, too.
    pub assumptions: Vec<Lit>,
    /// What holds in every cycle after a reset, in words.
    pub properties: Vec<(&'static str, Lit)>,
    /// When an output means something, by its name: the contract's `when`.
    pub care: BTreeMap<String, Lit>,
    /// Bits that may say that the content of a register does not matter.
    pub guards: Vec<Lit>,
}

impl Claims {
    /// Inputs keep to this.
    pub fn assume(&mut self, what: Lit) {
        self.assumptions.push(what);
    }
    /// This holds.
    pub fn claim(&mut self, what: &'static str, holds: Lit) {
        self.properties.push((what, holds));
    }
    /// These outputs mean something when `valid`.
    pub fn care(&mut self, valid: Lit, names: &[&str]) {
        for name in names {
            self.care.insert((*name).to_string(), valid);
        }
    }
    /// In a cycle of reset none of these is high.
    pub fn quiet_reset(&mut self, g: &mut Graph, n: &Netlist, names: &[&str]) {
        for name in names {
            let high = g.any(n.word(name));
            let both = g.and(n.bit("reset"), high);
            self.assume(!both);
        }
    }
    /// For `heddle_formal::equivalent`; `proved` are the properties that may be relied upon.
    pub fn rules(self, proved: &[bool]) -> Rules {
        let invariants = self.properties.iter().zip(proved).filter(|(_, proved)| **proved).map(|((_, lit), _)| *lit);
        Rules { invariants: invariants.collect(), assumptions: self.assumptions, care: self.care, guards: self.guards }
    }
}

/// The elements of an array port, or of an array of instances: `name$0` and so on, `rest` behind.
pub fn each(n: &Netlist, name: &str, rest: &str, count: usize) -> Vec<Word> {
    (0..count).map(|k| n.word(&format!("{name}${k}{rest}"))).collect()
}

/// Whether a number names one of so many things.
pub fn within(g: &mut Graph, number: &[Lit], count: u32) -> Lit {
    let count = g.number(count.into(), 32);
    g.less(number, &count)
}

/// The bit that a number selects.
pub fn bit_at(g: &mut Graph, bits: &[Lit], at: &[Lit]) -> Lit {
    let words: Vec<Word> = bits.iter().map(|bit| vec![*bit]).collect();
    g.select(&words, at)[0]
}

/// Bit `number` alone, if `valid`.
pub fn one_hot(g: &mut Graph, valid: Lit, number: &[Lit], count: usize) -> Word {
    (0..count)
        .map(|k| {
            let this = g.is(number, k as u64);
            g.and(valid, this)
        })
        .collect()
}

/// What a word was in the last cycle.
pub fn before(g: &mut Graph, word: &[Lit]) -> Word {
    let latches = g.latch_word(word.len());
    for (latch, bit) in latches.iter().zip(word) {
        g.drive(*latch, *bit);
    }
    latches
}

/// Something valid that is not taken is offered again, unchanged; nothing is owed after a reset.
pub fn held(g: &mut Graph, reset: Lit, valid: Lit, ready: Lit, payload: &[Lit]) -> Lit {
    let owed = g.latch();
    let refused = g.and(valid, !ready);
    g.monitor(owed, reset, false, refused);
    let was = before(g, payload);
    let same = g.equal(&was, payload);
    let again = g.and(valid, same);
    g.implies(owed, again)
}
