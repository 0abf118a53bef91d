//! Claims of the limits that a kernel sets.

use heddle_contract::vtc::{Config, HEADER_BITS};
use heddle_formal::{Graph, Lit, Netlist};

use super::{Table, at_most};
use heddle_testbench::claims::Claims;

/// Claims of the limits that the kernel set.
pub fn claims(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    let (some, last) = (g.any(t.places.iter().copied()), n.word("kernel.beat_q.q"));
    let some_cta = g.any(t.assigned.iter().copied());
    let kernels: Vec<Lit> = (1..=cfg.warps)
        .map(|warps| {
            let (this, last) = (g.is(&t.warps, warps.into()), g.is(&last, u64::from(cfg.beats(warps)) - 1));
            let warp = g.is(&n.word("kernel.warp_q.q"), u64::from(warps) - 1);
            let (beats, rows) = (cfg.beats(warps), 1 << cfg.row_bits());
            let count = g.is(&n.word("kernel.beats_q.q"), u64::from(beats % rows));
            let first = g.is(&n.word("kernel.row_q.q"), u64::from((cfg.rows + rows - beats % rows) % rows));
            let beyond = (HEADER_BITS / 64 + cfg.stack_words() * warps) % cfg.beat_words();
            let belongs = (1u64 << if beyond == 0 { cfg.beat_words() } else { beyond }) - 1;
            let words = g.is(&n.word("kernel.words_q.q"), belongs);
            // what follows from the warps comes a cycle after them, when there may be a CTA
            let follows = g.all([last, warp, count, first, words]);
            let follows = g.implies(some_cta, follows);
            g.and(this, follows)
        })
        .collect();
    let known = g.any(kernels);
    let right = g.implies(some, known);
    let beyond: Vec<Lit> = t.free.iter().zip(&t.places).map(|(free, place)| g.and(*free, !*place)).collect();
    let beyond = g.any(beyond);
    c.claim("CTAs are assigned below the limit of a kernel that fits", g.and(right, !beyond));
    let renewed = n.bit("kernel.renewed_q.q");
    let mut room = g.implies(renewed, !some_cta);
    for (number, (slot, below)) in (1..).zip(t.slots.iter().zip(n.word("kernel.slots_q.q"))) {
        let most = g.number((cfg.pwis / number).into(), 32);
        let fits = at_most(g, &t.warps, &most);
        let fits = g.implies(below, fits);
        let right = g.any([!slot.free, below, renewed]);
        room = g.all([room, fits, right]);
    }
    c.claim("a CTA has a slot below the limit of its kernel, whose warps fit as often as there are slots", room);
}
