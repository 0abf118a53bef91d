//! Claims of the partitioned renaming table about its RTL.

mod ahead;
mod entries;
mod partitions;
mod pending;

use crate::prt::Prt;
use entries::{Entering, Entry};
use heddle_contract::prt::{Config, Ranges, SOURCES, op};
use heddle_formal::{Graph, Lit, Netlist, Word};
use partitions::Partitions;
use pending::Pending;

use heddle_testbench::bench::Prove;
use heddle_testbench::claims::{Claims, bit_at, each, one_hot, within};

impl Prove for Prt {
    fn claims(cfg: &Config, g: &mut Graph, n: &Netlist) -> Claims {
        let mut c = Claims::default();
        let count = cfg.partitions as usize;
        let partitions = Partitions::new(cfg, g, n);
        let running = partitions.running.clone();
        let entering = Entering::new(cfg, g, n);
        let entries = entries::of(cfg, g, n, &entering);
        let pending = Pending::new(cfg, g, n, &partitions);
        let [starts, ends, done] = ["start_valid", "end_valid", "done_valid"].map(|name| n.bit(name));

        // the protocol
        c.quiet_reset(g, n, &["kernel_valid", "start_valid", "end_valid", "fetch", "done_valid", "issue_ready"]);
        let any_running = g.any(running.iter().copied());
        let bars = [any_running, starts, if cfg.ranges == Ranges::Static { Lit::FALSE } else { Lit::TRUE }];
        let barred = g.any(bars);
        let kernel = g.and(n.bit("kernel_valid"), barred);
        c.assume(!kernel);
        for (valid, name) in [(starts, "start_partition"), (ends, "end_partition")] {
            let inside = within(g, &n.word(name), cfg.partitions);
            c.assume(g.implies(valid, inside));
        }
        let (starting, ending) = (n.word("start_partition"), n.word("end_partition"));
        let again = bit_at(g, &running, &starting);
        c.assume(!g.and(starts, again));
        let fetch = n.word("fetch");
        for p in 0..count {
            c.assume(g.implies(fetch[p], running[p]));
            let mut busy = vec![fetch[p], !running[p]];
            busy.extend(entries.iter().map(|entry| entry.owner[p]));
            busy.extend(pending.own[p].iter().flatten());
            let busy = g.any(busy);
            let this = g.is(&ending, p as u64);
            let ends = g.all([ends, this, busy]);
            c.assume(!ends);
        }
        let done_kind: Vec<Lit> = (1..=3).map(|kind| g.is(&n.word("done_kind"), kind)).collect();
        let awaited: Vec<Lit> = (0..3)
            .map(|kind| {
                let bit = bit_at(g, &pending.physical[kind], &n.word("done_register"));
                g.and(done_kind[kind], bit)
            })
            .collect();
        let awaited = g.any(awaited);
        c.assume(g.implies(done, awaited));

        ranges(cfg, g, n, &mut c, &partitions);
        buffer(cfg, g, &mut c, &partitions, &entries);
        entries::rows(cfg, g, n, &mut c, &entries, &entering);
        ahead::order(cfg, g, n, &mut c, &partitions, &entries);
        ahead::ages(cfg, g, n, &mut c, &entries, &entering);
        ahead::waits(cfg, g, n, &mut c, &pending.physical);

        pending.claims(cfg, g, n, &mut c, &partitions, &done_kind);
        multiplexer(cfg, g, n, &mut c, &entries);
        issue(cfg, g, n, &mut c, &entries, &pending.physical);
        choice(cfg, g, n, &mut c, &entries, &pending);
        care(cfg, n, &mut c);
        c
    }
}

/// Ranges of running partitions lie within their files and share no register.
fn ranges(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, partitions: &Partitions) {
    let files = [cfg.registers, cfg.masks, cfg.metas()];
    let (mut inside, mut apart, mut long) = (Lit::TRUE, Lit::TRUE, Lit::TRUE);
    for p in 0..cfg.partitions as usize {
        let runs = partitions.running[p];
        for (of_kind, file) in partitions.ranges.iter().zip(files) {
            let (base, size) = &of_kind[p];
            let end = g.sum(base, size);
            let fits = g.number(u64::from(file) + 1, 32);
            let fits = g.less(&end, &fits);
            let right = g.implies(runs, fits);
            inside = g.and(inside, right);
            for (other, (other_base, other_size)) in of_kind.iter().enumerate().skip(p + 1) {
                let other_end = g.sum(other_base, other_size);
                let (below, above) = (g.less(other_base, &end), g.less(base, &other_end));
                let (some, other_some) = (g.any(size.iter().copied()), g.any(other_size.iter().copied()));
                let meet = g.all([runs, partitions.running[other], below, above, some, other_some]);
                apart = g.and(apart, !meet);
            }
        }
        let length = &partitions.length[p];
        let (zero, most) = (g.is(length, 0), g.number(u64::from(cfg.lanes) + 1, 32));
        let legal = g.less(length, &most);
        let legal = g.and(legal, !zero);
        let right = g.implies(runs, legal);
        long = g.and(long, right);
    }
    if cfg.ranges == Ranges::Static {
        let any = g.any(partitions.running.iter().copied());
        c.claim("nothing runs without a kernel", g.implies(any, n.bit("partitions.of_kernel$0.has_kernel.q")));
        let accepted = n.bit("partitions.of_kernel$0.has_kernel.q");
        let mut shares = Lit::TRUE;
        let mut own = Lit::TRUE;
        for (k, (name, file)) in [("data", cfg.registers), ("mask", cfg.masks)].into_iter().enumerate() {
            let size = n.word(&format!("partitions.of_kernel$0.{name}.kept.q"));
            let most = g.number(u64::from(file / cfg.partitions) + 1, 32);
            let fits = g.less(&size, &most);
            shares = g.and(shares, fits);
            let mut base = g.number(0, 16);
            for (p, (its_base, its_size)) in partitions.ranges[k].iter().enumerate() {
                let (same, there) = (g.equal(its_size, &size), g.equal(its_base, &base));
                let right = g.and(same, there);
                let right = g.implies(partitions.running[p], right);
                own = g.and(own, right);
                base = g.sum(&base, &size);
            }
        }
        c.claim("a partition that runs has its share of what the kernel asked for", own);
        c.claim("a kernel that was accepted fits for every partition", g.implies(accepted, shares));
    }
    c.claim("the registers of a partition that runs are there", inside);
    c.claim("a partition that runs has a vector length of 1 to as many as there are lanes", long);
    c.claim("partitions that run share no register", apart);
}

/// Claims of the buffer's entries.
fn buffer(cfg: &Config, g: &mut Graph, c: &mut Claims, partitions: &Partitions, entries: &[Entry]) {
    let gaps: Vec<Lit> = entries.windows(2).map(|two| g.and(two[1].valid, !two[0].valid)).collect();
    let gaps = g.any(gaps);
    c.claim("the buffer has no gaps", !gaps);
    let (mut runs, mut own) = (Lit::TRUE, Lit::TRUE);
    for entry in entries {
        let mut somebodys = Lit::FALSE;
        for p in 0..cfg.partitions as usize {
            let here = g.and(entry.owner[p], partitions.running[p]);
            somebodys = g.or(somebodys, here);
            for (of_kind, register) in &entry.operands {
                for (kind, lit) in (1u8..).zip(of_kind) {
                    let owned = partitions.has(g, p, kind, register);
                    let wrong = g.all([entry.owner[p], *lit, !owned]);
                    own = g.and(own, !wrong);
                }
            }
        }
        let right = g.implies(entry.valid, somebodys);
        runs = g.and(runs, right);
    }
    c.claim("an entry belongs to a partition that runs", runs);
    c.claim("the registers of an entry are its partition's", own);
}

/// Claims of the multiplexer's choice.
fn multiplexer(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, entries: &[Entry]) {
    let count = cfg.partitions as usize;
    let (fetch, take, refuse) = (n.word("fetch"), n.word("take"), n.word("refuse"));
    let willing: Word = (0..count).map(|p| g.and(fetch[p], !refuse[p])).collect();
    let unwilling: Vec<Lit> = (0..count).map(|p| g.and(take[p], !willing[p])).collect();
    c.claim("only what is offered and not refused is taken", !g.any(unwilling));
    let idle: Vec<Lit> = (0..count).map(|p| g.and(refuse[p], !fetch[p])).collect();
    c.claim("only what is offered is refused", !g.any(idle));
    let turns = n.word("multiplexer.turns");
    let (mut in_turn, mut kept) = (Word::new(), Lit::TRUE);
    for p in 0..count {
        let known = g.or(!refuse[p], n.bit(&format!("refuse_reason${p}")));
        in_turn.push(g.and(fetch[p], known));
        let right = g.and(turns[p], !refuse[p]);
        let differ = g.xor(right, take[p]);
        let idle = g.and(turns[p], !in_turn[p]);
        let wrong = g.or(differ, idle);
        kept = g.and(kept, !wrong);
    }
    c.claim(
        "a stream that has a turn offers an operation of the table, and is taken unless it is refused for a register",
        kept,
    );
    let free: Vec<Lit> = entries.iter().map(|entry| !entry.valid).collect();
    let (had, wanted, free) = (g.count(&turns), g.count(&in_turn), g.count(&free));
    let width = g.number(cfg.width.into(), 4);
    let mut most = wanted;
    for bound in [free, width] {
        let less = g.less(&bound, &most);
        let wide = most.len().max(bound.len());
        let at = |word: &Word, bit: usize| word.get(bit).copied().unwrap_or(Lit::FALSE);
        most = (0..wide).map(|bit| g.mux(less, at(&bound, bit), at(&most, bit))).collect();
    }
    c.claim("as many have a turn as offer an operation of the table, and as there is room for", g.equal(&had, &most));
    let later = n.word("multiplexer.later.q");
    let mut upward: Vec<Lit> = later.windows(2).map(|two| g.and(two[0], !two[1])).collect();
    upward.push(later[0]);
    c.claim("the multiplexer is at a stream", !g.any(upward));
    // fairness: while a stream waits, each other one has a turn once at most
    let mut unfair = Lit::FALSE;
    let mut history = Lit::TRUE;
    for p in 0..count {
        let waits = g.and(willing[p], !turns[p]);
        let overtaken = g.latch_word(count);
        for (other, latch) in overtaken.iter().enumerate() {
            let twice = g.all([waits, *latch, turns[other]]);
            unfair = g.or(unfair, twice);
            let seen = g.or(*latch, turns[other]);
            let next = g.and(waits, seen);
            g.monitor(*latch, n.bit("reset"), false, next);
            if other == p {
                history = g.and(history, !*latch);
            }
        }
        // those that overtook it since it offers lie between the stream that it waits behind and
        // the one that had the last turn
        for other in 0..count {
            // in cyclic order from `later` on, p comes before whoever overtook it
            let behind = match other.cmp(&p) {
                std::cmp::Ordering::Less => g.or(!later[p], later[other]),
                std::cmp::Ordering::Greater => g.and(later[other], !later[p]),
                std::cmp::Ordering::Equal => Lit::FALSE,
            };
            let wrong = g.and(overtaken[other], behind);
            history = g.and(history, !wrong);
        }
    }
    c.claim("a stream that overtook one that waits comes behind it", history);
    c.claim("no stream has two turns while another waits", !unfair);
}

/// Claims of the instruction that is issued.
fn issue(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, entries: &[Entry], pending: &[Word; 3]) {
    let (reset, issued) = (n.bit("reset"), n.bit("issue_valid"));
    let kinds: Vec<Word> = (0..SOURCES).map(|s| n.word(&format!("issue_src_kind${s}"))).collect();
    let mut operands: Vec<(Word, Word)> = kinds.into_iter().zip(each(n, "issue_src", "", SOURCES)).collect();
    operands.push((n.word("issue_dst_kind"), n.word("issue_dst")));
    let guarded = n.bit("issue_guarded");
    operands.push((vec![Lit::FALSE, guarded], n.word("issue_guard")));
    let mut waits = Lit::FALSE;
    for (of_kind, register) in &operands {
        for (kind, bits) in (1u64..).zip(pending) {
            let (this, bit) = (g.is(of_kind, kind), bit_at(g, bits, register));
            let wait = g.and(this, bit);
            waits = g.or(waits, wait);
        }
    }
    c.claim("what is issued waits for no register", !g.and(issued, waits));
    let begins = ready(g, n, &n.word("issue_op"));
    c.claim("what is issued has a pipeline that is ready", g.implies(issued, begins));

    // an instruction is watched from when it is taken: any one, since it is not determined which
    let (take, partition) = (n.word("take"), n.word("issue_partition"));
    let leaves = one_hot(g, issued, &partition, cfg.partitions as usize);
    let (mut in_order, mut kept) = (Lit::TRUE, Lit::TRUE);
    for p in 0..cfg.partitions as usize {
        let watch = g.input();
        let watched = g.latch();
        let imm = n.word(&format!("fetch_imm${p}"));
        let copy = g.latch_word(imm.len());
        let begins = g.all([watch, take[p], !watched]);
        for (latch, bit) in copy.iter().zip(&imm) {
            let next = g.mux(begins, *bit, *latch);
            g.drive(*latch, next);
        }
        // how many of its partition are before it
        let own: Vec<Lit> = entries.iter().map(|entry| entry.owner[p]).collect();
        let there = g.count(&own);
        let before = g.latch_word(there.len());
        let minus_one = vec![Lit::TRUE; there.len()];
        let from: Word = (0..there.len()).map(|bit| g.mux(begins, there[bit], before[bit])).collect();
        let less = g.sum(&from, &minus_one);
        for bit in 0..there.len() {
            let next = g.mux(leaves[p], less[bit], from[bit]);
            g.drive(before[bit], next);
        }
        let first = g.is(&before, 0);
        let its = g.all([watched, first, leaves[p]]);
        let stays = g.and(watched, !its);
        let next = g.or(begins, stays);
        g.monitor(watched, reset, false, next);
        let shown = g.all([watched, first, issued]);
        let its_turn = g.is(&partition, p as u64);
        let shown = g.and(shown, its_turn);
        let same = g.equal(&copy, &n.word("issue_imm"));
        let right = g.implies(shown, same);
        in_order = g.and(in_order, right);
        // so it lies in the buffer
        let mut here = Lit::FALSE;
        for (k, entry) in entries.iter().enumerate() {
            let older = g.count(&own[..k]);
            let (place, same) = (g.equal(&older, &before), g.equal(&entry.imm, &copy));
            let this = g.all([entry.owner[p], place, same]);
            here = g.or(here, this);
        }
        let right = g.implies(watched, here);
        kept = g.and(kept, right);
    }
    c.claim("what was taken lies in the buffer, behind those of its partition that came before it", kept);
    c.claim("a partition's instructions are issued in order, none twice and none lost", in_order);
}

/// Whether the pipelines of an instruction with this code are ready: by the contract's table.
fn ready(g: &mut Graph, n: &Netlist, code: &[Lit]) -> Lit {
    let ready = n.word("issue_ready");
    let rows: Vec<Lit> = op::TABLE
        .iter()
        .map(|&(.., its, class)| {
            let this = g.is(code, its.into());
            g.and(this, ready[class as usize])
        })
        .collect();
    g.any(rows)
}

/// Claims of the choice among the entries: by age, and by the classes whose pipelines are ready.
fn choice(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, entries: &[Entry], pending: &Pending) {
    let (partition, imm) = (n.word("issue_partition"), n.word("issue_imm"));
    let (mut right, mut classed, mut any) = (Lit::TRUE, Lit::TRUE, Lit::FALSE);
    for (k, entry) in entries.iter().enumerate() {
        let of_code: Vec<Lit> = op::TABLE
            .iter()
            .map(|&(.., code, class)| {
                let (code, class) = (g.is(entry.code(), code.into()), g.is(entry.class(), class as u64));
                g.and(code, class)
            })
            .collect();
        let known = g.any(of_code);
        let known = g.implies(entry.valid, known);
        classed = g.and(classed, known);
        let begins = ready(g, n, entry.code());
        for p in 0..cfg.partitions as usize {
            let mut waits: Vec<Lit> = entries[..k].iter().map(|older| older.owner[p]).collect();
            for (of_kind, register) in &entry.operands {
                for (kind, bits) in of_kind.iter().zip(&pending.own[p]) {
                    let bit = bit_at(g, bits, register);
                    waits.push(g.and(*kind, bit));
                }
            }
            let waits = g.any(waits);
            let could = g.all([entry.owner[p], begins, !waits]);
            let first = g.and(could, !any);
            let (its, same) = (g.is(&partition, p as u64), g.equal(&imm, &entry.imm));
            let shown = g.all([n.bit("issue_valid"), its, same]);
            let shown = g.implies(first, shown);
            right = g.and(right, shown);
            any = g.or(any, could);
        }
    }
    let only = g.implies(n.bit("issue_valid"), any);
    c.claim("an entry has the class of its code", classed);
    c.claim("the oldest entry that is free to go and whose pipeline is ready is issued", g.and(right, only));
}

/// The contract's conditions under which outputs are meaningful.
fn care(cfg: &Config, n: &Netlist, c: &mut Claims) {
    for (p, refused) in n.word("refuse").into_iter().enumerate().take(cfg.partitions as usize) {
        c.care(refused, &[&format!("refuse_reason${p}")]);
    }
    let issued = n.bit("issue_valid");
    c.care(
        issued,
        &[
            "issue_partition",
            "issue_op",
            "issue_vl",
            "issue_latency",
            "issue_dst_kind",
            "issue_dst",
            "issue_guarded",
            "issue_guard",
            "issue_imm",
        ],
    );
    for s in 0..SOURCES {
        c.care(issued, &[&format!("issue_src_kind${s}"), &format!("issue_src${s}")]);
    }
}
