//! Claims of what the RTL keeps a cycle ahead: each is what it would be if it were computed from
//! the buffer.

use heddle_contract::prt::{Config, SOURCES};
use heddle_formal::{Graph, Lit, Netlist, Word};

use super::entries::{Entering, Entry, REGISTERS, by_partition, operands, placed};
use super::partitions::Partitions;
use heddle_testbench::claims::{Claims, bit_at};

/// Returns which of a partition's entries has exactly `before` older ones of the partition: a bit a
/// place.
fn with_older(g: &mut Graph, own: &[Lit], before: u64) -> Word {
    let with = |g: &mut Graph, k: usize| {
        let older = g.count(&own[..k]);
        let right = g.is(&older, before);
        g.and(own[k], right)
    };
    (0..own.len()).map(|k| with(g, k)).collect()
}

/// Returns for each place whether a one is there or before.
fn from(g: &mut Graph, one_hot: &[Lit]) -> Word {
    (0..one_hot.len()).map(|k| g.any(one_hot[..=k].iter().copied())).collect()
}

/// Returns the word of a partition's instruction with physical registers, 0 where there is none.
fn renamed(cfg: &Config, g: &mut Graph, partitions: &Partitions, p: usize, entry: &Entry) -> Word {
    let bits = cfg.register_bits() as usize;
    let mut word = entry.word[..REGISTERS].to_vec();
    for (of_kind, own) in &entry.operands {
        let mut register = vec![Lit::FALSE; bits];
        for (kind, this) in (1u8..).zip(of_kind) {
            let physical = partitions.physical(g, p, kind, own, bits);
            register = register.iter().zip(physical).map(|(other, bit)| g.mux(*this, bit, *other)).collect();
        }
        word.extend(register);
    }
    word
}

/// Claims of the order of the entries and of the copies of the oldest.
pub(super) fn order(
    cfg: &Config,
    g: &mut Graph,
    n: &Netlist,
    c: &mut Claims,
    partitions: &Partitions,
    entries: &[Entry],
) {
    let own = by_partition(cfg, entries);
    let mut one_each = Lit::TRUE;
    for entry in entries {
        let owners = g.count(&entry.owner);
        let (one, none) = (g.is(&owners, 1), g.is(&owners, 0));
        let right = g.mux(entry.valid, one, none);
        one_each = g.and(one_each, right);
    }
    c.claim("an entry is in the order of one partition", one_each);
    let bits = cfg.register_bits() as usize;
    let destination = REGISTERS + SOURCES * bits..REGISTERS + (SOURCES + 1) * bits;
    let closes = n.word("buffer.closes.q");
    let gaps: Vec<Lit> = closes.windows(2).map(|two| g.and(two[0], !two[1])).collect();
    let mut closing = !g.any(gaps);
    let (mut counted, mut copied) = (Lit::TRUE, Lit::TRUE);
    for (p, own) in own.iter().enumerate() {
        let placed = placed(n, p);
        for (k, here) in placed.iter().enumerate() {
            let left = if k == 0 { closes[0] } else { g.and(closes[k], !closes[k - 1]) };
            let wrong = g.and(left, *here);
            closing = g.and(closing, !wrong);
        }
        for (before, mask) in ["one", "two"].into_iter().enumerate() {
            let places = with_older(g, &placed, before as u64);
            let places = from(g, &places);
            let same = g.equal(&n.word(&format!("buffer.order${p}.{mask}.q")), &places);
            counted = g.and(counted, same);
            let place = with_older(g, own, before as u64);
            let copy = |name: &str| n.word(&format!("buffer.front${p}.{name}.q"));
            for (entry, here) in entries.iter().zip(&place) {
                let same = match before {
                    0 => {
                        let word = renamed(cfg, g, partitions, p, entry);
                        let own = g.equal(&copy("oldest_dst"), &entry.word[destination.clone()]);
                        let same = g.equal(&copy("oldest"), &word);
                        g.and(own, same)
                    }
                    _ => g.equal(&copy("second"), &entry.word),
                };
                let right = g.implies(*here, same);
                copied = g.and(copied, right);
            }
        }
    }
    c.claim("what closes up are the places from one on that was left, which is empty", closing);
    c.claim("the masks of a partition count its entries", counted);
    c.claim("a partition's two oldest instructions lie beside the buffer as in it, the oldest renamed", copied);
}

/// Claims of the partitions by the age of their oldest entries.
pub(super) fn ages(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, entries: &[Entry], entering: &Entering) {
    let count = cfg.partitions as usize;
    let own = by_partition(cfg, entries);
    // the oldest is the first of them
    let from_oldest: Vec<Word> = own.iter().map(|own| from(g, own)).collect();
    let (mut aged, mut entered) = (Lit::TRUE, Lit::TRUE);
    for p in 0..count {
        let older = n.word(&format!("buffer.ages.kept${p}.q"));
        let there = g.any(own[p].iter().copied());
        let before_itself = g.and(there, older[p]);
        aged = g.and(aged, !before_itself);
        let enters = g.any(entering.own[p].iter().copied());
        let from_entered = from(g, &entering.own[p]);
        let before = n.word(&format!("buffer.ages.entered${p}.q"));
        for q in (0..count).filter(|q| *q != p) {
            let other = g.any(own[q].iter().copied());
            for (all, there, from, known) in
                [(&mut aged, there, &from_oldest[p], older[q]), (&mut entered, enters, &from_entered, before[q])]
            {
                let sooner: Vec<Lit> = from_oldest[q].iter().zip(from).map(|(q, p)| g.and(*q, !*p)).collect();
                let sooner = g.any(sooner);
                let differ = g.xor(sooner, known);
                let wrong = g.all([there, other, differ]);
                *all = g.and(*all, !wrong);
            }
        }
    }
    c.claim("the partitions are in the order of their oldest entries", aged);
    c.claim("it is known which partitions' oldest instruction is older than one that has just entered", entered);
}

/// Claims of what the oldest instruction of each partition waits for.
pub(super) fn waits(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, pending: &[Word; 3]) {
    let (mut known, mut free_to_go) = (Lit::TRUE, Lit::TRUE);
    for p in 0..cfg.partitions as usize {
        let there = n.bit(&format!("buffer.chain${p}.one.q"));
        let oldest = n.word(&format!("buffer.front${p}.oldest.q"));
        let waits = n.word(&format!("buffer.front${p}.waits.q"));
        let (mut sources, mut others) = (Lit::FALSE, Lit::FALSE);
        for (at, (of_kind, register)) in operands(cfg, g, &oldest, there).iter().enumerate() {
            let mut pends = Lit::FALSE;
            for (kind, bits) in of_kind.iter().zip(pending) {
                let bit = bit_at(g, bits, register);
                let this = g.and(*kind, bit);
                pends = g.or(pends, this);
            }
            let differ = g.xor(pends, waits[at]);
            let wrong = g.and(there, differ);
            known = g.and(known, !wrong);
            let any = if at < SOURCES { &mut sources } else { &mut others };
            *any = g.or(*any, pends);
        }
        for (name, waits) in [("sources", sources), ("others", others)] {
            let differ = g.xor(!waits, n.bit(&format!("buffer.front${p}.{name}_ready.q")));
            let wrong = g.and(there, differ);
            free_to_go = g.and(free_to_go, !wrong);
        }
    }
    c.claim("the oldest instruction of a partition waits for its pending registers", known);
    c.claim(
        "it is known whether the oldest instruction of a partition waits for a source, and for another operand",
        free_to_go,
    );
}
