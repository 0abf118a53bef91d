//! Claims of the SIMD lane permutation unit about its RTL.

use crate::slp::Slp;
use heddle_contract::slp::{Config, tag};
use heddle_formal::{Graph, Lit, Netlist, Word};

use heddle_testbench::bench::Prove;
use heddle_testbench::claims::{Claims, bit_at, each, held, one_hot, within};

impl Prove for Slp {
    fn claims(cfg: &Config, g: &mut Graph, n: &Netlist) -> Claims {
        let mut c = Claims::default();
        let warps = cfg.warps as usize;
        let reset = n.bit("reset");

        // the protocol
        let [launch, read, accept] = ["launch_valid", "read_valid", "accept_valid"].map(|name| n.bit(name));
        c.quiet_reset(g, n, &["launch_valid", "read_valid", "accept_valid"]);
        for (valid, name) in [(launch, "launch_slot"), (launch, "launch_warp"), (read, "read_slot")] {
            let inside = within(g, &n.word(name), cfg.warps);
            c.assume(g.implies(valid, inside));
        }
        let known = within(g, &n.word("accept_tag"), tag::COUNT.into());
        c.assume(g.implies(accept, known));
        // slots that were launched: with which mask, for which warp
        let launched = g.latch_word(warps);
        let comes = one_hot(g, launch, &n.word("launch_slot"), warps);
        for (slot, latch) in launched.iter().enumerate() {
            let next = g.or(*latch, comes[slot]);
            g.monitor(*latch, reset, false, next);
        }
        let readable = bit_at(g, &launched, &n.word("read_slot"));
        c.assume(g.implies(read, readable));

        masks(cfg, g, n, &mut c, &launched, &comes);
        compactor(cfg, g, n, &mut c);
        c
    }
}

/// Returns the count of the fullest of several columns with one bit a warp.
fn fullest(g: &mut Graph, columns: &[Word]) -> Word {
    let mut most = g.number(0, 1);
    for column in columns {
        let count = g.count(column);
        let more = g.less(&most, &count);
        let width = most.len().max(count.len());
        let at = |word: &Word, n: usize| word.get(n).copied().unwrap_or(Lit::FALSE);
        most = (0..width).map(|n| g.mux(more, at(&count, n), at(&most, n))).collect();
    }
    most
}

/// Claims of the table of masks.
fn masks(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, launched: &[Lit], comes: &[Lit]) {
    let warps = cfg.warps as usize;
    let mut whose = Vec::new();
    for comes in comes {
        let mut kept = |word: Word| -> Word {
            let latches = g.latch_word(word.len());
            for (latch, bit) in latches.iter().zip(word) {
                let next = g.mux(*comes, bit, *latch);
                g.drive(*latch, next);
            }
            latches
        };
        whose.push((kept(n.word("launch_plain")), kept(n.word("launch_warp"))));
    }
    let table: Vec<Word> = (0..warps).map(|slot| n.word(&format!("masks.words[{slot}]"))).collect();
    let (mut plain_is_zero, mut partners) = (Lit::TRUE, Lit::TRUE);
    for one in 0..warps {
        let zero = g.is(&table[one], 0);
        let plain = g.and(launched[one], whose[one].0[0]);
        let right = g.implies(plain, zero);
        plain_is_zero = g.and(plain_is_zero, right);
        for other in (0..warps).filter(|other| *other != one) {
            // an even warp and the odd one after it
            let even = !whose[one].1[0];
            let odd = whose[other].1[0];
            let pair = g.equal(&whose[one].1[1..], &whose[other].1[1..]);
            let both = g.all([launched[one], launched[other], !whose[one].0[0], !whose[other].0[0], even, odd, pair]);
            let differ: Vec<Lit> = (0..table[one].len()).map(|b| g.xor(table[one][b], table[other][b])).collect();
            let complement = g.all(differ);
            let right = g.implies(both, complement);
            partners = g.and(partners, right);
        }
    }
    c.claim("the mask of a slot that was launched plain is zero", plain_is_zero);
    c.claim("the masks of an even warp and of its odd partner are complements", partners);
}

/// Claims of what the compactor keeps beside its columns: it is what the columns say.
fn kept(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, columns: &[Word]) {
    let (counted, offered) = (n.bit("counted_valid"), n.bit("warp_valid"));
    let left = n.word("compactor.left.warps$q");
    let mut as_counted = Lit::TRUE;
    // either form of the RTL has, as wires or in registers, the lanes whose count has a lower or an
    // upper half of a value or more
    let counts: Vec<Word> = columns.iter().map(|column| g.count(column)).collect();
    let half = cfg.count_bits() as usize / 2;
    let lower = (1..1 << half).map(|value| ("lower", value, 0..half));
    let upper = (1..=cfg.warps >> half).map(|value| ("upper", value, half..counts[0].len()));
    for (name, value, bits) in lower.chain(upper) {
        let reached = n.word(&format!("compactor.fullest.greatest.{name}{value}"));
        for (threads, reached) in counts.iter().zip(reached) {
            let below = within(g, &threads[bits.clone()], value);
            let right = g.xor(reached, below);
            as_counted = g.and(as_counted, right);
        }
    }
    c.claim("the threads of each lane are counted as its column has them", g.implies(counted, as_counted));
    let most = fullest(g, columns);
    let right = g.equal(&n.word("counted_warps"), &most);
    c.claim("compacted warps are as many as the fullest lane has threads", g.implies(counted, right));
    let rows: Vec<Lit> = (0..cfg.warps as usize).map(|warp| g.any(columns.iter().map(|column| column[warp]))).collect();
    let plain = g.count(&rows);
    let right = g.equal(&n.word("counted_plain"), &plain);
    c.claim("warps without compaction are those that have a thread", g.implies(counted, right));
    let declined = n.bit("compactor.declined$q");
    let right = g.equal(&left, &most);
    let compacted = g.and(offered, !declined);
    c.claim("compacted, as many warps are left as the fullest lane has threads", g.implies(compacted, right));
    let [one_compacted, one_plain] = [&most, &plain].map(|warps| g.is(warps, 1));
    let one = g.mux(declined, one_plain, one_compacted);
    let right = !g.xor(n.bit("warp_last"), one);
    c.claim("a warp is the last one when the columns need no more", g.implies(offered, right));
    let (behind, first) = (n.word("compactor.rows.waiting"), n.word("compactor.rows.first"));
    let all_wait = g.equal(&behind, &rows);
    let (mut in_order, mut lower) = (Lit::TRUE, Lit::FALSE);
    for (warp, row) in rows.iter().enumerate() {
        let lowest = g.and(*row, !lower);
        let waits = g.and(*row, lower);
        let right = g.equal(&[first[warp], behind[warp]], &[lowest, waits]);
        in_order = g.and(in_order, right);
        lower = g.or(lower, *row);
    }
    let named = one_hot(g, Lit::TRUE, &n.word("compactor.rows.first_warp"), cfg.warps as usize);
    let right = g.equal(&named, &first);
    let leaves = g.and(offered, declined);
    let right = g.and(in_order, right);
    let leaves = g.implies(leaves, right);
    let waits = g.implies(counted, all_wait);
    c.claim("declined, the lowest warp with a thread is on offer, and the others wait", g.and(leaves, waits));
}

/// Claims of the compactor.
fn compactor(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims) {
    let (width, warps) = (cfg.width as usize, cfg.warps as usize);
    let (reset, accept) = (n.bit("reset"), n.bit("accept_valid"));
    let (counted, offered) = (n.bit("counted_valid"), n.bit("warp_valid"));
    let columns = each(n, "compactor.columns$q", "", width);
    let taken = g.and(accept, n.bit("accept_ready"));
    let accepted: Vec<Word> = each(n, "accept_mask", "", warps)
        .into_iter()
        .map(|mask| {
            let latches = g.latch_word(width);
            for (latch, bit) in latches.iter().zip(mask) {
                let next = g.mux(taken, bit, *latch);
                g.drive(*latch, next);
            }
            latches
        })
        .collect();
    let (mut whole, mut part, mut empty) = (Lit::TRUE, Lit::TRUE, Lit::TRUE);
    for (lane, column) in columns.iter().enumerate() {
        for (warp, held) in column.iter().enumerate() {
            let differ = g.xor(*held, accepted[warp][lane]);
            whole = g.and(whole, !differ);
            let more = g.and(*held, !accepted[warp][lane]);
            part = g.and(part, !more);
            empty = g.and(empty, !*held);
        }
    }
    let some_left = n.bit("compactor.left.any");
    c.claim("what is counted is what was accepted", g.implies(counted, whole));
    let held_now = g.or(counted, some_left);
    c.claim("a thread that is held was accepted, in its lane and warp", g.implies(held_now, part));
    kept(cfg, g, n, c, &columns);
    c.claim("nothing is counted and offered at once", !g.and(counted, offered));
    // a reset drops the warps that are left, and leaves the columns until the next mask comes
    let dropped = g.latch();
    let still = g.and(dropped, !taken);
    g.monitor(dropped, reset, true, still);
    let due = g.and(!counted, !empty);
    let differ = g.xor(offered, due);
    c.claim("a warp is offered while threads are left", g.implies(!dropped, !differ));
    c.claim("after a reset nothing is held until a mask comes", g.implies(dropped, !held_now));
    let (lanes, sources) = (n.word("warp_lanes"), each(n, "warp_source", "", width));
    let (mut there, mut some) = (Lit::TRUE, Lit::FALSE);
    for lane in 0..width {
        let held = bit_at(g, &columns[lane], &sources[lane]);
        let right = g.implies(lanes[lane], held);
        there = g.and(there, right);
        some = g.or(some, lanes[lane]);
    }
    c.claim("each filled lane has a thread of the warp that it names", g.implies(offered, there));
    c.claim("a warp that is offered has a thread", g.implies(offered, some));
    let mut payload = lanes.clone();
    payload.extend(n.word("warp_tag"));
    payload.extend(n.word("warp_last"));
    for (lane, source) in lanes.iter().zip(&sources) {
        payload.extend(source.iter().map(|bit| g.and(*lane, *bit)).collect::<Word>());
    }
    c.claim("a warp that is offered stays until it is taken", held(g, reset, offered, n.bit("warp_ready"), &payload));

    // the contract's conditions
    c.care(n.bit("launched"), &["launch_lanes"]);
    c.care(n.bit("read_shown"), &["read_xor", "read_lanes"]);
    c.care(counted, &["counted_tag", "counted_warps", "counted_plain"]);
    c.care(offered, &["warp_tag", "warp_last", "warp_lanes"]);
    for (lane, filled) in lanes.iter().enumerate() {
        let valid = g.and(offered, *filled);
        c.care(valid, &[&format!("warp_source${lane}")]);
    }
}
