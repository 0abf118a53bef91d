//! Claims of the lane about its RTL.

mod follow;
mod pending;
mod table;

use crate::lane::Lane;
use follow::follow;
use heddle_contract::lane::Config;
use heddle_formal::{Graph, Lit, Netlist, Word};
use pending::{pending, rings};
use table::{Bundle, Table};

use super::flights::{Flights, class, setp};
use heddle_testbench::bench::Prove;
use heddle_testbench::claims::{Claims, bit_at, within};

impl Prove for Lane {
    fn claims(cfg: &Config, g: &mut Graph, n: &Netlist) -> Claims {
        let mut c = Claims::default();
        let (flights, table) = (Flights::new(cfg, g, n, &mut c), Table::new(cfg, g, n));
        register(cfg, g, n, &mut c, &flights, &table);
        bundles(cfg, g, n, &mut c, &flights, &table);
        scalars(cfg, g, n, &mut c, &flights, &table);
        operations(g, n, &mut c, &table);
        order(cfg, g, n, &mut c, &flights, &table);
        rings(cfg, g, n, &mut c, &table);
        pending(cfg, g, n, &mut c, &flights, &table);
        follow(cfg, g, n, &mut c, &flights, &table);
        banks(cfg, g, n, &mut c, &table);
        destinations(cfg, g, n, &mut c, &flights);
        responses(g, n, &mut c, &flights);
        care(cfg, g, n, &mut c, &table);
        c
    }
}

/// Claims of the instruction register.
fn register(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, f: &Flights, t: &Table) {
    let count = g.count(&t.remaining);
    let right = g.equal(&count, &t.left);
    c.claim("as many bundles are left as remain in the mask", g.implies(t.busy, right));
    let mut below = Lit::FALSE;
    let mut lowest = Word::new();
    for remains in &t.remaining {
        lowest.push(g.and(*remains, !below));
        below = g.or(below, *remains);
    }
    let right = g.equal(&lowest, &n.word("sequencer.chosen.q"));
    c.claim("the bundle that is sent is the lowest that remains", g.implies(t.busy, right));
    let bits = n.word("sequencer.number.q").len();
    let number: Word = (0..bits)
        .map(|b| g.any(lowest.iter().enumerate().filter(|(j, _)| j >> b & 1 == 1).map(|(_, bit)| *bit)))
        .collect();
    let right = g.equal(&number, &n.word("sequencer.number.q"));
    c.claim("the number of the bundle that is sent is its own", g.implies(t.busy, right));
    let active: Word = (0..t.remaining.len()).map(|j| g.any(t.columns.iter().map(|column| column[j]))).collect();
    let idle: Word = t.remaining.iter().zip(&active).map(|(remains, active)| g.and(*remains, !*active)).collect();
    let idle = g.any(idle);
    let (fresh, all) = (n.bit("sequencer.fresh.q"), g.equal(&t.remaining, &active));
    let differ = g.xor(fresh, all);
    let some = g.any(t.remaining.iter().copied());
    let goes_on = g.or(fresh, some);
    let right = g.all([!idle, !differ, goes_on]);
    c.claim("of a mask remain all bundles, or those behind the ones that were sent", g.implies(t.busy, right));
    let others: Vec<Lit> =
        (1..cfg.threads as usize).map(|j| t.columns[j % cfg.width as usize][j / cfg.width as usize]).collect();
    let (scalar, others) = (n.bit("instruction.is_scalar.q"), g.any(others));
    let wrong = g.all([t.busy, scalar, others]);
    c.claim("a scalar instruction is of thread 0 alone", !wrong);
    // its warp's own
    let (mut beyond, mut held) = (Lit::FALSE, Lit::TRUE);
    for (warp, allocated) in f.allocated.iter().enumerate() {
        let this = g.is(&n.word("instruction.of_warp.q"), warp as u64);
        let stride = n.word(&format!("launch_table.strides.words[{warp}]"));
        let right = g.implies(f.launched[warp], allocated[0]);
        held = g.and(held, right);
        for (thread, own) in allocated.iter().enumerate() {
            let (bundle, slot) = (thread / cfg.width as usize, thread % cfg.width as usize);
            let wrong = g.all([t.busy, this, t.columns[slot][bundle], !*own]);
            beyond = g.or(beyond, wrong);
            let number = g.number(bundle as u64, stride.len());
            let (mine, fits) = (g.and(f.launched[warp], *own), g.less(&number, &stride));
            let right = g.implies(mine, fits);
            held = g.and(held, right);
        }
    }
    c.claim("a warp that is launched has rows for all its threads", held);
    c.claim("threads of the mask are allocated", !beyond);
}

/// Claims of bundles: they agree with their instruction.
fn bundles(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, f: &Flights, t: &Table) {
    let mut same = Lit::TRUE;
    let held = Bundle {
        valid: t.busy,
        tag: t.tag.clone(),
        group: n.word("instruction.is_op.q")[6..].to_vec(),
        warp: n.word("instruction.of_warp.q"),
        scalar: n.bit("instruction.is_scalar.q"),
        writes: Some(n.bit("instruction.has_result.q")),
        ..Bundle::default()
    };
    for bundle in t.bundles().chain([&held]) {
        let of: Vec<Lit> = f
            .flights
            .iter()
            .enumerate()
            .map(|(tag, flight)| {
                let this = g.is(&bundle.tag, tag as u64);
                let (kind, warp) = (g.equal(&bundle.group, &flight.group), g.equal(&bundle.warp, &flight.warp));
                let writes = bundle.writes.map_or(Lit::FALSE, |writes| g.xor(writes, flight.writes));
                let launched = bit_at(g, &f.launched, &flight.warp);
                g.all([this, flight.live, launched, kind, warp, !writes])
            })
            .collect();
        let of = g.any(of);
        let right = g.implies(bundle.valid, of);
        same = g.and(same, right);
    }
    c.claim("a bundle in the lane is of an instruction in flight, of its class and its warp", same);
    let mut active = Lit::TRUE;
    for bundle in t.bundles() {
        let some = g.any(bundle.slots.iter().copied());
        let right = g.implies(bundle.valid, some);
        active = g.and(active, right);
    }
    c.claim("a bundle in the lane has an active thread", active);
    let mut lone = Lit::TRUE;
    for bundle in t.window.iter().chain(&t.stages) {
        let zero = g.is(&bundle.number, 0);
        let right = g.all([bundle.first, bundle.last, zero]);
        let scalar = g.and(bundle.valid, bundle.scalar);
        let right = g.implies(scalar, right);
        lone = g.and(lone, right);
    }
    c.claim("a scalar instruction is one bundle, the first and the last", lone);
    let mut inside = Lit::TRUE;
    let strides: Vec<Word> = (0..cfg.warps).map(|w| n.word(&format!("launch_table.strides.words[{w}]"))).collect();
    for bundle in t.bundles() {
        let stride = g.select(&strides, &bundle.warp);
        let fits = g.less(&bundle.number, &stride);
        let right = g.implies(bundle.valid, fits);
        inside = g.and(inside, right);
    }
    c.claim("a bundle lies within the rows of its warp's registers", inside);
}

/// Claims of scalar instructions: thread 0, in one of a row's slots.
fn scalars(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, f: &Flights, t: &Table) {
    let (mut lone, mut inside) = (Lit::TRUE, Lit::TRUE);
    let slot = |g: &mut Graph, used: Lit, slot: &str| {
        let fits = within(g, &n.word(slot), cfg.width);
        g.implies(used, fits)
    };
    for (tag, flight) in f.flights.iter().enumerate() {
        let differs = g.xor(n.bit(&format!("targets.scalars.words[{tag}]")), flight.scalar);
        let mut wrong = vec![differs];
        for bundle in t.bundles() {
            let this = g.is(&bundle.tag, tag as u64);
            let first = g.is(&bundle.number, 0);
            let others = g.any(bundle.slots[1..].iter().copied());
            let alone = g.and(first, !others);
            wrong.push(g.all([bundle.valid, this, flight.scalar, !alone]));
        }
        let this = g.is(&t.tag, tag as u64);
        let differs = g.xor(n.bit("instruction.is_scalar.q"), flight.scalar);
        wrong.push(g.all([t.busy, this, differs]));
        let others = g.any(flight.sent[1..].iter().copied());
        wrong.push(g.and(flight.scalar, others));
        let wrong = g.any(wrong);
        let right = g.implies(flight.live, !wrong);
        lone = g.and(lone, right);
        let right = slot(g, flight.live, &format!("targets.slots.words[{tag}]"));
        inside = g.and(inside, right);
    }
    c.claim("of a scalar instruction thread 0 alone is in the lane, or sent", lone);
    for source in ["a", "b", "c"] {
        let right = slot(g, t.busy, &format!("source_{source}.in_slot.q"));
        inside = g.and(inside, right);
        for (k, bundle) in t.window.iter().enumerate() {
            let fits = within(g, &n.word(&format!("operand_{source}.in_slots.q${k}")), cfg.width);
            let right = g.implies(bundle.valid, fits);
            inside = g.and(inside, right);
        }
    }
    c.claim("a scalar lies in a slot of its row", inside);
}

/// Claims of the possible operations and operands.
fn operations(g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    let op = n.word("instruction.is_op.q");
    let (native, flag, writes) = (class(g, &op[6..])[0], setp(g, &op[..6]), n.bit("instruction.has_result.q"));
    let mut wrong = vec![g.all([t.busy, native, flag, writes])];
    for bundle in t.window.iter().chain(&t.stages) {
        let Some(op) = &bundle.op else { continue };
        let (native, flag) = (class(g, &bundle.group)[0], setp(g, op));
        let banks = g.any(bundle.bank.iter().copied());
        let writes = bundle.writes.unwrap_or(banks);
        wrong.push(g.all([bundle.valid, native, flag, writes]));
    }
    c.claim("a `setp` writes no register", !g.any(wrong));
    let mut narrow = Lit::TRUE;
    for source in ["a", "b", "c"] {
        let [moves, word] = ["moves", "word"].map(|name| n.word(&format!("source_{source}.{name}.q")));
        let wide = g.any(word[16..].iter().copied());
        let wrong = g.all([t.busy, moves[0], wide]);
        narrow = g.and(narrow, !wrong);
    }
    c.claim("what a thread adds its position to has 16 bits", narrow);
}

/// Claims of order: the bundles of an instruction follow each other.
fn order(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, f: &Flights, t: &Table) {
    // those of a tag are in the stages, or in the queue
    let line: Vec<&Bundle> = t.stages.iter().chain(&t.queue).chain(&t.window).collect();
    let fresh = n.bit("sequencer.fresh.q");
    let (mut rising, mut ended) = (Lit::TRUE, Lit::TRUE);
    for (k, older) in line.iter().enumerate() {
        for younger in &line[k + 1..] {
            let same = g.equal(&older.tag, &younger.tag);
            let both = g.all([older.valid, younger.valid, same]);
            let rises = g.less(&older.number, &younger.number);
            let right = g.and(rises, !younger.first);
            let right = g.implies(both, right);
            rising = g.and(rising, right);
            let wrong = g.and(both, older.last);
            ended = g.and(ended, !wrong);
        }
        let same = g.equal(&older.tag, &t.tag);
        let both = g.all([older.valid, t.busy, same]);
        let passed: Vec<Lit> = (0..t.remaining.len())
            .map(|j| {
                let number = g.number(j as u64, older.number.len());
                let behind = g.less(&older.number, &number);
                g.and(t.remaining[j], !behind)
            })
            .collect();
        let passed = g.any(passed);
        let wrong = g.or(passed, fresh);
        let right = g.implies(both, !wrong);
        rising = g.and(rising, right);
        let wrong = g.and(both, older.last);
        ended = g.and(ended, !wrong);
    }
    c.claim("bundles of an instruction follow in the order of their threads", rising);
    c.claim("nothing of an instruction follows its last bundle", ended);
    let mut behind = Lit::TRUE;
    for (tag, flight) in f.flights.iter().enumerate() {
        for (thread, sent) in flight.sent.iter().enumerate() {
            let (at, slot) = (thread / cfg.width as usize, thread % cfg.width as usize);
            for bundle in t.bundles() {
                let this = g.is(&bundle.tag, tag as u64);
                let number = g.number(at as u64, bundle.number.len());
                let (before, same) = (g.less(&number, &bundle.number), g.equal(&number, &bundle.number));
                let granted = g.and(same, !bundle.slots[slot]);
                let right = g.or(before, granted);
                let both = g.all([*sent, this, bundle.valid]);
                let right = g.implies(both, right);
                behind = g.and(behind, right);
            }
            let this = g.is(&t.tag, tag as u64);
            let passed = g.any(t.remaining[..=at].iter().copied());
            let wrong = g.or(passed, fresh);
            let wrong = g.all([*sent, this, t.busy, wrong]);
            behind = g.and(behind, !wrong);
        }
    }
    c.claim("threads that were sent come before those in the lane", behind);
}

/// Claims of the banks: one access a bank and a cycle.
fn banks(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    let mut one = Lit::TRUE;
    let mut at_most_one = |g: &mut Graph, valid: Lit, bank: &[Lit]| {
        let alone = g.at_most_one(bank);
        let right = g.implies(valid, alone);
        one = g.and(one, right);
    };
    for bundle in t.window.iter().chain(&t.stages) {
        at_most_one(g, bundle.valid, &bundle.bank);
    }
    let mut twice = Lit::FALSE;
    for operand in ["operand_a", "operand_b", "operand_c"] {
        for (k, bundle) in t.window.iter().enumerate() {
            let word = |field: &str| n.word(&format!("{operand}.{field}.q${k}"));
            for bank in ["banks", "next_banks"] {
                at_most_one(g, bundle.valid, &word(bank));
            }
            let wrong = g.all([bundle.valid, word("more")[0], word("second")[0]]);
            twice = g.or(twice, wrong);
        }
    }
    c.claim("a bundle names one bank for each access", one);
    c.claim("the high word of a pair is asked for once, after the low one", !twice);
    let mut alone = Lit::TRUE;
    for bank in 0..cfg.banks as usize {
        let writers = ["execute.out_bank", "res.want", "rsp.want"].map(|writer| n.word(writer)[bank]);
        let mut users = vec![g.any(writers)];
        for (operand, port) in [("operand_a", "a"), ("operand_b", "b"), ("operand_c", "c")] {
            for k in 0..cfg.window {
                let grant = n.bit(&format!("{operand}.grant${k}"));
                users.push(g.and(grant, n.word(&format!("arbiter.bank_{port}${k}"))[bank]));
            }
        }
        let right = g.at_most_one(&users);
        alone = g.and(alone, right);
    }
    c.claim("a bank has one access in a cycle, a read or a write", alone);
}

/// Claims of where the responses go.
fn destinations(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, f: &Flights) {
    let (skew, bits) = (cfg.skew() as usize, cfg.banks.ilog2() as usize);
    let mut right = Lit::TRUE;
    for (tag, flight) in f.flights.iter().enumerate() {
        let this = g.is(&n.word("instruction.has_tag.q"), tag as u64);
        let coming = g.and(n.bit("targets.was_accepted.q"), this);
        let written = g.and(flight.live, !coming);
        for word in ["low", "high"] {
            let row = n.word(&format!("targets.{word}_rows.words[{tag}]"));
            let start = n.word(&format!("targets.{word}_starts.words[{tag}]"));
            let sum = g.sum(&row[..bits], &row[skew..skew + bits]);
            let same = g.equal(&sum[..bits], &start);
            let holds = g.implies(written, same);
            right = g.and(right, holds);
        }
    }
    c.claim("the banks of a response's bundles start at that of its first row", right);
}

/// Claims of the responses of two cycles.
fn responses(g: &mut Graph, n: &Netlist, c: &mut Claims, f: &Flights) {
    let mut right = Lit::TRUE;
    for (port, valid, of) in [("rsp", "rsp_valid", 1), ("res", "res_valid", 2)] {
        let tag = n.word(&format!("{port}_tag"));
        let whose: Vec<Lit> = f
            .flights
            .iter()
            .enumerate()
            .map(|(t, flight)| {
                let (this, class) = (g.is(&tag, t as u64), class(g, &flight.group)[of]);
                let wide = n.bit(&format!("targets.wides.words[{t}]"));
                g.all([this, flight.live, flight.responds, class, wide])
            })
            .collect();
        let whose = g.any(whose);
        let offered = g.and(n.bit(valid), whose);
        let half = g.and(n.bit(&format!("{port}.half.q")), !n.bit("reset"));
        let holds = g.implies(half, offered);
        right = g.and(right, holds);
    }
    c.claim("what is half written is wide, and is still on offer", right);
}

fn care(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    // a row that was read is taken in the next cycle
    for bank in 0..cfg.banks as usize {
        let mut coming = Word::new();
        for operand in ["operand_a", "operand_b", "operand_c"] {
            for (k, bundle) in t.window.iter().enumerate() {
                let word = |field: &str| n.word(&format!("{operand}.{field}.q${k}"));
                let from = g.mux(word("coming_high")[0], word("next_banks")[bank], word("banks")[bank]);
                coming.push(g.all([word("coming")[0], bundle.valid, from]));
            }
        }
        c.guards.push(g.any(coming));
    }
    let asks = g.any(n.word("shared_request"));
    let request = g.or(n.bit("req_valid"), asks);
    c.care(request, &["req_op", "req_tag", "req_warp", "req_bundle", "req_slots"]);
    let external = n.bit("ext_valid");
    c.care(external, &["ext_op", "ext_tag", "ext_warp", "ext_bundle", "ext_slots"]);
    for k in 0..cfg.width as usize {
        let (asked, sent) = (n.word("req_slots")[k], n.word("ext_slots")[k]);
        c.care(g.and(request, asked), &[&format!("req_addr${k}"), &format!("req_data${k}")]);
        c.care(g.and(external, sent), &[&format!("ext_a${k}"), &format!("ext_b${k}"), &format!("ext_c${k}")]);
    }
    c.care(n.bit("pred_valid"), &["pred_tag", "pred_warp", "pred_word"]);
}
