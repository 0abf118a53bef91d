//! The ready queue in the netlist: its first CTA, those that join it, and those behind the first.

use heddle_formal::{Graph, Lit, Netlist, Word};

use super::minus;

/// An entry of the ready queue.
pub struct Entry {
    /// Whether there is one.
    pub used: Lit,
    pub cta: Word,
    /// Whether the CTA has never been active.
    pub fresh: Lit,
}

/// Registers of the places behind the first one, a ring over four memories.
struct Behind {
    any: Lit,
    head: Word,
    /// Number of places in use, modulo all.
    size: Word,
}

impl Behind {
    fn new(g: &mut Graph, n: &Netlist) -> Self {
        let [head, tail] = ["head", "tail"].map(|end| n.word(&format!("ready.behind.{end}.q")));
        let size = minus(g, &tail, &head);
        Behind { any: n.bit("ready.behind.any_q.q"), head, size }
    }
}

/// Returns all entries that there can be.
pub fn entries(g: &mut Graph, n: &Netlist) -> Vec<Entry> {
    let bit = |name: &str| n.bit(&format!("ready.{name}.q"));
    let word = |name: &str| n.word(&format!("ready.{name}.q"));
    let mut entries = vec![Entry { used: bit("any_q"), cta: word("head_q"), fresh: bit("fresh_q") }];
    for (joins, fresh) in [("written", Lit::FALSE), ("swapped", Lit::FALSE), ("assigned", Lit::TRUE)] {
        let (used, cta) = (bit(&format!("arrivals.{joins}_q")), word(&format!("arrivals.{joins}_at")));
        entries.push(Entry { used, cta, fresh });
    }
    let behind = Behind::new(g, n);
    for place in 0..1u64 << behind.head.len() {
        let at = g.number(place, behind.head.len());
        let from = minus(g, &at, &behind.head);
        let inside = g.less(&from, &behind.size);
        let stored = |what: &str| {
            let name = format!("ready.behind.places${}.{what}", place % 4);
            n.find(&format!("{name}.words[{}]", place / 4)).unwrap_or_else(|| n.word(&format!("{name}.word")))
        };
        entries.push(Entry { used: g.and(behind.any, inside), cta: stored("ctas"), fresh: stored("fresh")[0] });
    }
    entries
}

/// Returns, for each entry of the queue, the literal of whether it holds this CTA.
pub fn of(g: &mut Graph, entries: &[Entry], cta: usize) -> Vec<Lit> {
    let of_cta = |entry: &Entry| {
        let this = g.is(&entry.cta, cta as u64);
        g.and(entry.used, this)
    };
    entries.iter().map(of_cta).collect()
}

/// Returns whether the queue has no gap: a CTA joins, or has a place behind the first one, only
/// where there is a first one, and a register says whether there is a place behind it in use.
pub fn without_gap(g: &mut Graph, n: &Netlist, entries: &[Entry]) -> Lit {
    let others = g.any(entries[1..].iter().map(|entry| entry.used));
    let first = g.implies(others, entries[0].used);
    let behind = Behind::new(g, n);
    let some = g.any(behind.size.iter().copied());
    let differ = g.xor(some, behind.any);
    g.and(first, !differ)
}
