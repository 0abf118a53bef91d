//! Claims of chaining: the remainder of an instruction is the end of its mask, so that it follows
//! from counts which bundles were written.

use heddle_contract::lane::Config;
use heddle_formal::{Graph, Lit, Netlist, Word};

use super::table::Table;
use crate::lane::flights::Flights;
use heddle_testbench::claims::{Claims, bit_at};

pub(super) fn follow(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, f: &Flights, t: &Table) {
    let threads = cfg.threads as usize;
    let at = |thread: usize| (thread / cfg.width as usize, thread % cfg.width as usize);
    let own: Word = (0..threads).map(|thread| t.columns[at(thread).1][at(thread).0]).collect();
    let to_send: Word = (0..threads).map(|thread| g.and(own[thread], t.remaining[at(thread).0])).collect();
    let (count, left) = (g.count(&to_send), n.word("sequencer.threads.q"));
    let right = g.equal(&count, &left);
    c.claim("as many threads are left as the remaining bundles have", g.implies(t.busy, right));
    let right = ends(cfg, g, &to_send, &own);
    c.claim("what remains of a mask is its end", g.implies(t.busy, right));

    let (mut end, mut pending, mut same, mut ordered) = (Lit::TRUE, Vec::new(), Word::new(), Word::new());
    for (tag, flight) in f.flights.iter().enumerate() {
        let held = g.is(&t.tag, tag as u64);
        let held = g.and(held, t.busy);
        let of_tag: Word = (0..threads)
            .map(|thread| {
                let (number, slot) = at(thread);
                let mut places = vec![g.and(held, to_send[thread]), flight.sent[thread]];
                for bundle in t.bundles() {
                    let (this, here) = (g.is(&bundle.tag, tag as u64), g.is(&bundle.number, number as u64));
                    places.push(g.all([bundle.valid, this, here, bundle.slots[slot]]));
                }
                g.any(places)
            })
            .collect();
        let right = ends(cfg, g, &of_tag, &flight.mask);
        let followed = flight.can_be_followed(g);
        let looked_at = g.and(flight.live, followed);
        let right = g.implies(looked_at, right);
        end = g.and(end, right);
        same.push(g.equal(&flight.mask, &own));
        ordered.push(looked_at);
        pending.push(of_tag);
    }
    c.claim("what is pending of an instruction that can be followed is the end of its mask", end);

    let (enters, chosen) = (n.bit("sequencer.enter"), n.word("sequencer.chosen.q"));
    let after = n.word("instruction.comes_after.q");
    let (same, ordered) = (bit_at(g, &same, &after), bit_at(g, &ordered, &after));
    let waits = g.select(&pending, &after);
    let early: Word = (0..threads).map(|thread| g.and(waits[thread], chosen[at(thread).0])).collect();
    let early = g.any(early);
    let follows = g.all([enters, n.bit("sequencer.follows.q"), same, ordered]);
    let wrong = g.and(follows, early);
    c.claim("a chained bundle enters when its producer's was written", !wrong);
}

/// Whether threads are all the threads of a mask from some bundle on.
fn ends(cfg: &Config, g: &mut Graph, threads: &[Lit], mask: &[Lit]) -> Lit {
    let width = cfg.width as usize;
    let (mut begun, mut right) = (Lit::FALSE, Lit::TRUE);
    for first in (0..threads.len()).step_by(width) {
        let slots = first..(first + width).min(threads.len());
        let some = g.any(threads[slots.clone()].iter().copied());
        begun = g.or(begun, some);
        for thread in slots {
            let expected = g.and(begun, mask[thread]);
            let differs = g.xor(expected, threads[thread]);
            right = g.and(right, !differs);
        }
    }
    right
}
