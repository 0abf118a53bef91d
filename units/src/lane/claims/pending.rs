//! Claims of rings, of their counts, and of the tags that wait for bundles.

use heddle_contract::lane::Config;
use heddle_formal::{Graph, Lit, Netlist, Word};

use super::table::{Table, ring};
use crate::lane::flights::{Flight, Flights, class};
use heddle_testbench::claims::Claims;

/// Rings, their counts, and the places reserved in the address queue.
pub(super) fn rings(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    let mut gap = Lit::FALSE;
    for pair in t.window.windows(2) {
        let behind = g.and(pair[1].valid, !pair[0].valid);
        gap = g.or(gap, behind);
    }
    c.claim("the window is taken from its oldest place on", !gap);
    let count: Vec<Lit> = t.window.iter().map(|bundle| bundle.valid).collect();
    let count = g.count(&count);
    let mut apart = |ring: &str, count: &[Lit], places: u32| {
        let [head, tail] = ["head", "tail"].map(|end| n.word(&format!("{ring}.ring.{end}_q.q")));
        let cases: Vec<Lit> = (0..places)
            .flat_map(|head| (0..=places).map(move |count| (head, count)))
            .map(|(h, k)| {
                let (at, so_many) = (g.is(&head, h.into()), g.is(count, k.into()));
                let end = g.is(&tail, ((h + k) % places).into());
                g.all([at, so_many, end])
            })
            .collect();
        g.any(cases)
    };
    let (window, queue) = (apart("window", &count, cfg.window), apart("queue", &t.used, cfg.queue));
    c.claim("the ends of the window are as far apart as it holds bundles", window);
    c.claim("the ends of the address queue are as far apart as it holds bundles", queue);
    let (head, some) = (n.word("queue.ring.head_q.q"), g.any(t.used.iter().copied()));
    let mut same = Lit::TRUE;
    for field in ["ops", "tags", "warps", "writers", "bundles", "slot_sets"] {
        let fields = ring(g, n, &format!("queue.{field}.entries"), &head, cfg.queue as usize);
        let here = g.equal(&fields[0], &n.word(&format!("queue.{field}.oldest.q")));
        same = g.and(same, here);
    }
    c.claim("the registers at the head of the address queue have its oldest bundle", g.implies(some, same));
    let mut expected = t.used.clone();
    for bundle in &t.window {
        let memory = class(g, &bundle.group)[1];
        let here = g.and(memory, bundle.valid);
        expected = g.sum(&expected, &[here]);
    }
    let held = n.word("instruction.is_op.q")[6..].to_vec();
    let held = class(g, &held)[1];
    let held = g.and(held, t.busy);
    let left: Word = t.left.iter().map(|bit| g.and(*bit, held)).collect();
    expected = g.sum(&expected, &left);
    let reserved = n.word("reserve.reserved.q");
    let (right, most) = (g.equal(&expected, &reserved), g.number(cfg.queue.into(), 16));
    c.claim("as many places of the address queue are reserved as memory bundles are in the lane", right);
    c.claim("no more places are reserved than there are", !g.less(&most, &reserved));
    let head = &t.queue[0];
    let (some, left) = (g.any(t.granted.iter().copied()), g.any(head.slots.iter().copied()));
    let right = g.and(head.valid, left);
    c.claim("slots are granted of the oldest request alone, and not all of them", g.implies(some, right));
}

/// Claims that every bundle that the tag table waits for is in the lane, or sent.
pub(super) fn pending(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, f: &Flights, t: &Table) {
    let (done, first) = (n.word("done"), n.word("first"));
    let (mut found, mut shown, mut free) = (Lit::TRUE, Lit::TRUE, Lit::TRUE);
    for (tag, flight) in f.flights.iter().enumerate() {
        let left = n.word(&format!("tags.pending${tag}.left.q"));
        let sum = expected(cfg, g, t, tag as u64, flight);
        let right = g.equal(&sum, &left);
        found = g.and(found, right);
        let some = g.any(left.iter().copied());
        let held = g.is(&t.tag, tag as u64);
        let held = g.and(held, t.busy);
        let known = g.any([some, done[tag], held]);
        let differ = g.xor(flight.live, known);
        free = g.and(free, !differ);
        let wrong = g.or(some, held);
        let wrong = g.and(done[tag], wrong);
        shown = g.and(shown, !wrong);
        let right = g.implies(first[tag], flight.live);
        shown = g.and(shown, right);
    }
    c.claim("what is pending under a tag is in the lane, or sent and not answered", found);
    c.claim("a tag is in flight as long as something of it is in the lane or pending, or its `done` shows", free);
    c.claim("an instruction is done when nothing of it is left", shown);
    let completes: Vec<Lit> = done
        .iter()
        .enumerate()
        .map(|(tag, done)| {
            let this = g.is(&n.word("pred_tag"), tag as u64);
            g.and(this, *done)
        })
        .collect();
    let completes = g.any(completes);
    c.claim("a predicate word comes with the `done` of its instruction", g.implies(n.bit("pred_valid"), completes));
}

/// Number of threads of an instruction that are in the lane, or sent and not answered.
pub(super) fn expected(cfg: &Config, g: &mut Graph, t: &Table, tag: u64, flight: &Flight) -> Word {
    let held = g.is(&t.tag, tag);
    let held = g.and(held, t.busy);
    let mut counted = Word::new();
    for (j, remains) in t.remaining.iter().enumerate() {
        let remains = g.and(*remains, held);
        for column in t.columns.iter().take(cfg.width as usize) {
            counted.push(g.and(remains, column[j]));
        }
    }
    for bundle in t.bundles() {
        let this = g.is(&bundle.tag, tag);
        let here = g.and(this, bundle.valid);
        for slot in &bundle.slots {
            counted.push(g.and(here, *slot));
        }
    }
    counted.extend(&flight.sent);
    g.count(&counted)
}
