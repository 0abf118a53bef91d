//! Claims of the virtual thread controller about its RTL.

mod contexts;
mod kernels;
mod queue;

use crate::vtc::Vtc;
use heddle_contract::vtc::{Config, MAX_COUNT};
use heddle_formal::{Graph, Lit, Netlist, Word};

use heddle_testbench::bench::Prove;
use heddle_testbench::claims::{Claims, bit_at, one_hot, within};

use queue::Entry;

/// State of the virtual thread controller in the netlist.
struct Table {
    /// For each place, one bit: whether it is below the limit of the kernel; whether it is free.
    places: Word,
    free: Word,
    /// For each CTA, one bit: whether it is assigned; whether it is ready and has never been
    /// active.
    assigned: Word,
    fresh: Word,
    /// Number of pending registers of each CTA.
    owed: Vec<Word>,
    /// Live warps, and warps at a barrier, of a CTA that is swapped out.
    live: Vec<Word>,
    waiting: Vec<Word>,
    slots: Vec<Slot>,
    queue: Vec<Entry>,
    queued: Word,
    /// CTAs in a slot, one bit each.
    inside: Word,
    copying: Lit,
    restoring: Lit,
    draining: Lit,
    saving: Lit,
    /// The slot that is copied or restored.
    slot: Word,
    /// Number of warps of a CTA.
    warps: Word,
}

/// A slot.
struct Slot {
    /// Whether a CTA may get the slot; whether it has one.
    free: Lit,
    occupied: Lit,
    /// Whether the slot's CTA is active: it runs, or would if it could.
    active: Lit,
    marked: Lit,
    /// The slot's CTA, as a number and one-hot.
    whose: Word,
    owner: Word,
    live: Word,
    stalled: Word,
    /// Live warps that do not count as stalled.
    going: Word,
    /// Warps at a barrier; empty where the RTL has no register for them.
    waiting: Word,
    /// Number of pending registers.
    owed: Word,
}

impl Prove for Vtc {
    fn claims(cfg: &Config, g: &mut Graph, n: &Netlist) -> Claims {
        let mut c = Claims::default();
        let table = Table::new(cfg, g, n);
        protocol(cfg, g, n, &mut c, &table);
        places(cfg, g, n, &mut c, &table);
        warps(cfg, g, n, &mut c, &table);
        contexts::claims(cfg, g, n, &mut c, &table);
        c.guards.extend(table.assigned.iter().chain(&table.fresh).chain(&table.inside));
        c.guards.extend(table.queue.iter().map(|entry| entry.used));
        c
    }
}

/// Returns a word of a small memory; `None` where nothing reads it.
fn stored(n: &Netlist, name: &str, at: usize) -> Option<Word> {
    n.find(&format!("{name}.words[{at}]"))
}

/// Returns a - b, modulo the width of a.
fn minus(g: &mut Graph, a: &[Lit], b: &[Lit]) -> Word {
    let not: Word = (0..a.len()).map(|n| b.get(n).map_or(Lit::TRUE, |bit| !*bit)).collect();
    let most = g.sum(a, &not);
    let mut less = g.sum(&most[..a.len()], &[Lit::TRUE]);
    less.truncate(a.len());
    less
}

/// Returns whether a <= b.
fn at_most(g: &mut Graph, a: &[Lit], b: &[Lit]) -> Lit {
    !g.less(b, a)
}

impl Table {
    fn new(cfg: &Config, g: &mut Graph, n: &Netlist) -> Self {
        let (ctas, active) = (cfg.ctas as usize, cfg.active as usize);
        let [copying, restoring, draining] =
            ["copying", "restoring", "draining"].map(|what| n.bit(&format!("handler.{what}_q.q")));
        let slot = n.word("handler.slot_q.q");
        let (usable, renewed) = (n.word("kernel.slots_q.q"), n.bit("kernel.renewed_q.q"));
        let slots: Vec<Slot> = (0..active)
            .map(|s| {
                let of = |what: &str| n.find(&format!("slots.each${s}.{what}_q.q"));
                let is = |what: &str| of(what).expect("every slot has it")[0];
                // the slots of a new kernel are free a cycle later
                let occupied = g.all([usable[s], !is("free"), !renewed]);
                let whose = of("owner").expect("every slot has it");
                let owner = one_hot(g, occupied, &whose, ctas);
                let here = g.is(&slot, s as u64);
                let coming = g.and(restoring, here);
                Slot {
                    free: is("free"),
                    occupied,
                    active: g.and(occupied, !coming),
                    marked: is("marked"),
                    whose,
                    owner,
                    live: of("live").expect("every slot has it"),
                    stalled: of("stalled").expect("every slot has it"),
                    waiting: of("waiting").unwrap_or_default(),
                    going: of("going").expect("every slot has it"),
                    owed: of("pending").expect("every slot has it"),
                }
            })
            .collect();
        let queue = queue::entries(g, n);
        let (mut queued, mut fresh) = (Word::new(), Word::new());
        for cta in 0..ctas {
            let here = queue::of(g, &queue, cta);
            let new: Vec<Lit> = here.iter().zip(&queue).map(|(here, entry)| g.and(*here, entry.fresh)).collect();
            queued.push(g.any(here));
            fresh.push(g.any(new));
        }
        let inside: Word = (0..ctas).map(|cta| g.any(slots.iter().map(|slot| slot.owner[cta]))).collect();
        let places = places_of_kernel(g, n, ctas);
        // a CTA is assigned where a place below the limit of the kernel is not free
        let free = n.word("status.free.q");
        let assigned: Word = places.iter().zip(&free).map(|(place, free)| g.and(*place, !*free)).collect();
        let owed = (0..ctas)
            .map(|cta| {
                let here: Word = slots.iter().map(|slot| slot.owner[cta]).collect();
                let counts: Vec<Word> = slots.iter().map(|slot| slot.owed.clone()).collect();
                let active = one_of(g, &counts, &here);
                // the counter of a CTA that is active, or was never, is undefined
                let out = g.all([assigned[cta], !inside[cta], !fresh[cta]]);
                let tracked = n.word(&format!("tracking.each${cta}.counter.q"));
                active.iter().zip(tracked).map(|(own, other)| g.mux(out, other, *own)).collect()
            })
            .collect();
        Table {
            places,
            free,
            assigned,
            fresh,
            owed,
            live: (0..ctas).map(|cta| stored(n, "status.live_warps", cta).expect("it is read")).collect(),
            waiting: (0..ctas).map(|cta| stored(n, "status.waiting_warps", cta).unwrap_or_default()).collect(),
            slots,
            queue,
            queued,
            inside,
            copying,
            restoring,
            draining,
            saving: n.bit("handler.saving.q"),
            slot,
            warps: n.word("kernel.count_q.q"),
        }
    }

    /// Returns a property of the slot that a number selects.
    fn at(&self, g: &mut Graph, slot: &[Lit], what: impl Fn(&Slot) -> Lit) -> Lit {
        let bits: Word = self.slots.iter().map(what).collect();
        bit_at(g, &bits, slot)
    }
}

/// Returns the places below the limit of the kernel that was accepted last, one bit each.
fn places_of_kernel(g: &mut Graph, n: &Netlist, ctas: usize) -> Word {
    let accepted = g.and(n.bit("kernel_valid"), !n.bit("kernel_refused"));
    let places = g.latch_word(ctas);
    for (place, latch) in places.iter().enumerate() {
        let number = g.number(place as u64, 8);
        let below = g.less(&number, &n.word("kernel_ctas"));
        let next = g.mux(accepted, below, *latch);
        g.monitor(*latch, n.bit("reset"), false, next);
    }
    places
}

/// Returns the selected word; zero, if none is selected.
fn one_of(g: &mut Graph, words: &[Word], chosen: &[Lit]) -> Word {
    let width = words.iter().map(Vec::len).max().unwrap_or(0);
    (0..width)
        .map(|bit| {
            let bits: Vec<Lit> = words.iter().zip(chosen).map(|(word, this)| g.and(word[bit], *this)).collect();
            g.any(bits)
        })
        .collect()
}

/// Assumes the protocol, without the warps at a barrier where the RTL does not count them: more
/// runs pass than are legal.
fn protocol(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    let valid = |what: &str| n.bit(&format!("{what}_valid"));
    let slot = |what: &str| n.word(&format!("{what}_slot"));
    let names: Vec<String> =
        ["kernel", "assign", "issue", "writeback"].iter().chain(&EVENTS).map(|what| format!("{what}_valid")).collect();
    c.quiet_reset(g, n, &names.iter().map(String::as_str).collect::<Vec<_>>());
    let (kernel, assign, issue) = (valid("kernel"), valid("assign"), valid("issue"));
    let taken = g.any(t.assigned.iter().copied().chain([assign]));
    c.assume(!g.and(kernel, taken));
    c.assume(g.implies(assign, n.bit("assign_ready")));

    // registers are written for the slot from which they were issued
    let (writes, whose, count) = (valid("writeback"), n.word("writeback_cta"), n.word("writeback_count"));
    let most = g.number(MAX_COUNT.into(), 4);
    let (some, few) = (g.any(count.iter().copied()), at_most(g, &count, &most));
    let written = one_hot(g, writes, &whose, cfg.ctas as usize);
    let owing = one_of(g, &t.owed, &written);
    let (known, enough) = (bit_at(g, &t.assigned, &whose), at_most(g, &count, &owing));
    let right = g.all([some, few, known, enough]);
    c.assume(g.implies(writes, right));
    // the only slot is the one from which registers were issued
    let mut origins: Vec<Word> = vec![vec![Lit::FALSE; t.slot.len()]; cfg.ctas as usize];
    if cfg.active > 1 {
        let comes = one_hot(g, n.bit("activate_valid"), &n.word("activate_cta"), cfg.ctas as usize);
        for (origin, comes) in origins.iter_mut().zip(comes) {
            *origin = g.latch_word(t.slot.len());
            for (latch, bit) in origin.iter().zip(n.word("activate_slot")) {
                let next = g.mux(comes, bit, *latch);
                g.monitor(*latch, n.bit("reset"), false, next);
            }
        }
        let origin = one_of(g, &origins, &written);
        let there = g.equal(&origin, &slot("writeback"));
        c.assume(g.implies(writes, there));
    }
    let whose: Vec<Word> = t.slots.iter().map(|slot| slot.whose.clone()).collect();
    let mut missed = Lit::TRUE;
    for (cta, origin) in origins.iter().enumerate() {
        let (whose, owing) = (g.select(&whose, origin), g.any(t.owed[cta].iter().copied()));
        let this = g.is(&whose, cta as u64);
        let hit = g.all([this, owing, !t.inside[cta]]);
        missed = g.and(missed, !hit);
    }
    c.claim("registers that are written for a CTA that is out are no hit", missed);

    c.assume(at_most(g, &n.word("issue_count"), &most));
    events(cfg, g, n, c, t, &written);
    let beyond = |g: &mut Graph, what: &str| {
        let inside = within(g, &slot(what), cfg.active);
        g.implies(valid(what), inside)
    };
    for what in ["issue", "writeback"].iter().chain(&EVENTS) {
        let inside = beyond(g, what);
        c.assume(inside);
    }
    // what cannot be issued from is not in use either
    let sent = t.at(g, &slot("issue"), |slot| slot.active);
    c.assume(g.implies(issue, sent));
}

/// Events of warps.
const EVENTS: [&str; 5] = ["stall", "wake", "barrier", "open", "exit"];

/// Assumes that warps do what is legal; `written` is the CTA that a writeback names, one bit a CTA.
fn events(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table, written: &[Lit]) {
    let valid = |what: &str| n.bit(&format!("{what}_valid"));
    let slot = |what: &str| n.word(&format!("{what}_slot"));
    let count = n.word("issue_count");
    for (s, of) in t.slots.iter().enumerate() {
        let mut meant = |what: &str| {
            let here = g.is(&slot(what), s as u64);
            g.and(valid(what), here)
        };
        let issues = meant("issue");
        let [stalls, wakes, arrives, opens, exits] = EVENTS.map(&mut meant);
        let stopped = g.sum(&of.stalled, &of.waiting);
        // in the order in which the contract takes them
        for (event, before) in
            [(issues, vec![]), (stalls, vec![]), (arrives, vec![stalls]), (exits, vec![stalls, arrives])]
        {
            let before = g.count(&before);
            let stopped = g.sum(&stopped, &before);
            let right = g.less(&stopped, &of.live);
            let right = g.and(of.active, right);
            c.assume(g.implies(event, right));
        }
        let some = g.any(of.stalled.iter().copied());
        let right = g.and(of.active, some);
        c.assume(g.implies(wakes, right));
        let some = if cfg.barrier { g.any(of.waiting.iter().copied()) } else { Lit::TRUE };
        let right = g.and(of.active, some);
        c.assume(g.implies(opens, right));
        let (last, owing) = (g.is(&of.live, 1), g.any(of.owed.iter().copied()));
        let busy = g.or(owing, issues);
        let wrong = g.all([exits, last, busy]);
        c.assume(!wrong);
        // room for what is issued
        let paid: Vec<Lit> = of.owner.iter().zip(written).map(|(own, this)| g.and(*own, *this)).collect();
        let paid = g.any(paid);
        let paid: Word = n.word("writeback_count").into_iter().map(|bit| g.and(bit, paid)).collect();
        let room = g.number(cfg.pending.into(), 16);
        let (wanted, room) = (g.sum(&of.owed, &count), g.sum(&room, &paid));
        let fits = at_most(g, &wanted, &room);
        c.assume(g.implies(issues, fits));
    }
}

/// Claims of the places of CTAs.
fn places(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    let (mut known, mut once, mut clean, mut found) = (Lit::TRUE, Lit::TRUE, Lit::TRUE, Lit::TRUE);
    for (cta, assigned) in t.assigned.iter().enumerate() {
        let ready = queue::of(g, &t.queue, cta);
        let twice: Vec<Lit> = ready.into_iter().chain(t.slots.iter().map(|slot| slot.owner[cta])).collect();
        let one = g.at_most_one(&twice);
        once = g.and(once, one);
        let owing = g.any(t.owed[cta].iter().copied());
        let somewhere = g.any([t.inside[cta], t.queued[cta], owing]);
        let right = g.implies(somewhere, *assigned);
        known = g.and(known, right);
        let wrong = g.and(t.queued[cta], owing);
        clean = g.and(clean, !wrong);
        let lost = g.all([*assigned, !t.inside[cta], !owing, !t.queued[cta]]);
        found = g.and(found, !lost);
    }
    let named = t.slots.iter().map(|slot| (slot.occupied, &slot.whose));
    for (used, whose) in named.chain(t.queue.iter().map(|entry| (entry.used, &entry.cta))) {
        let inside = within(g, whose, cfg.ctas);
        let right = g.implies(used, inside);
        known = g.and(known, right);
    }
    c.claim("a CTA that is in a slot, ready, or waits for registers is assigned", known);
    let whole = queue::without_gap(g, n, &t.queue);
    c.claim("a CTA is in one slot or ready, once, and the ready queue has no gap", g.and(once, whole));
    c.claim("a CTA that is ready waits for no register", clean);
    c.claim("a CTA that is out and waits for no register is ready", found);
}

/// Claims of the warps of a CTA, in its slot and out of it.
fn warps(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    let (mut counted, mut marked, mut kept, mut going) = (Lit::TRUE, Lit::TRUE, Lit::TRUE, Lit::TRUE);
    for slot in &t.slots {
        let (live, few) = (g.any(slot.live.iter().copied()), at_most(g, &slot.live, &t.warps));
        let stopped = g.sum(&slot.stalled, &slot.waiting);
        let fit = at_most(g, &stopped, &slot.live);
        let right = g.all([live, few, fit]);
        let right = g.implies(slot.occupied, right);
        counted = g.and(counted, right);
        let some = g.any(slot.stalled.iter().copied());
        let wrong = g.and(some, !slot.active);
        counted = g.and(counted, !wrong);
        let all = g.equal(&stopped, &slot.live);
        let should = g.all([slot.active, some, all]);
        let differ = g.xor(slot.marked, should);
        marked = g.and(marked, !differ);
        let others = g.sum(&slot.going, &stopped);
        let right = g.equal(&others, &slot.live);
        let right = g.implies(slot.occupied, right);
        going = g.and(going, right);
    }
    for (cta, assigned) in t.assigned.iter().enumerate() {
        let out = g.all([*assigned, !t.inside[cta], !t.fresh[cta]]);
        let (live, few) = (g.any(t.live[cta].iter().copied()), at_most(g, &t.live[cta], &t.warps));
        let fit = at_most(g, &t.waiting[cta], &t.live[cta]);
        let right = g.all([live, few, fit]);
        let right = g.implies(out, right);
        kept = g.and(kept, right);
    }
    c.claim("of a slot's live warps no more are stalled or wait than there are", counted);
    c.claim("the warps that are going are those that are neither stalled nor wait", going);
    c.claim("a slot is marked when none of its CTA's warps can go on", marked);
    c.claim("a CTA that is out has live warps", kept);
    kernels::claims(cfg, g, n, c, t);
}
