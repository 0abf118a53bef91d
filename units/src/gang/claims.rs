//! Claims of the ganging unit about its RTL.

use crate::gang::Gang;
use heddle_contract::gang::{Config, Picks, Schedule};
use heddle_formal::{Graph, Lit, Netlist, Word};

use heddle_testbench::bench::Prove;
use heddle_testbench::claims::{Claims, bit_at, each, one_hot, within};

/// State of the unit in the netlist: words of sets, one for each slice.
struct Table {
    exists: Vec<Word>,
    known: Vec<Word>,
    filled: Vec<Word>,
    fetching: Vec<Word>,
    ready: Vec<Word>,
    /// Reports and wakes that are pending; and the pending reports that are ends, and those of a
    /// new PC.
    reports: Vec<Word>,
    wakes: Vec<Word>,
    ends: Vec<Word>,
    moves: Vec<Word>,
    /// By entry, then slice.
    member: Vec<Vec<Word>>,
    /// By slice, then set.
    pc: Vec<Vec<Word>>,
}

impl Table {
    fn new(cfg: &Config, g: &mut Graph, n: &Netlist) -> Self {
        let (slices, sets) = (cfg.slices as usize, cfg.sets as usize);
        let flag = |name: &str| each(n, "warps", &format!(".{name}_q.q"), slices);
        let entry = |e: usize| (0..slices).map(|s| n.word(&format!("members.words${}.q", e * slices + s))).collect();
        let pcs = |s: usize| (0..sets).map(|w| pc(g, n, s, w)).collect();
        Table {
            exists: flag("exists"),
            known: flag("known"),
            filled: flag("filled"),
            fetching: flag("fetching"),
            ready: flag("ready"),
            reports: each(n, "events", ".report_q.q", slices),
            wakes: each(n, "events", ".wake_q.q", slices),
            ends: each(n, "events", ".ended_q.q", slices),
            moves: each(n, "events", ".moved_q.q", slices),
            member: (0..cfg.entries() as usize).map(entry).collect(),
            pc: (0..slices).map(pcs).collect(),
        }
    }
    /// The gang in an entry of a set, one bit a slice.
    fn gang(&self, e: usize, w: usize) -> Word {
        self.member[e].iter().map(|word| word[w]).collect()
    }
}

/// Returns the PC of a warp, as either form of the RTL keeps it: in one memory, or in the one of
/// two that was written last.
fn pc(g: &mut Graph, n: &Netlist, slice: usize, set: usize) -> Word {
    let word = |memory: &str| n.find(&format!("pcs${slice}.file.{memory}[{set}]"));
    let (Some(newer), Some(second)) = (word("newer"), word("words1")) else {
        return n.word(&format!("pcs${slice}.file.words[{set}]"));
    };
    let first = n.word(&format!("pcs${slice}.file.words0[{set}]"));
    second.iter().zip(first).map(|(second, first)| g.mux(newer[0], *second, first)).collect()
}

impl Prove for Gang {
    fn claims(cfg: &Config, g: &mut Graph, n: &Netlist) -> Claims {
        let mut c = Claims::default();
        let table = Table::new(cfg, g, n);
        protocol(cfg, g, n, &mut c, &table);
        gangs(cfg, g, &mut c, &table);
        life(cfg, g, n, &mut c, &table);
        pending(cfg, g, n, &mut c, &table);
        if cfg.picks == Picks::Ahead {
            picks(cfg, g, n, &mut c);
        }
        issue(cfg, g, n, &mut c, &table);
        fetch(cfg, g, n, &mut c, &table);
        care(cfg, n, &mut c);
        c
    }
}

fn protocol(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    let (slices, sets) = (cfg.slices as usize, cfg.sets as usize);
    c.quiet_reset(g, n, &["launch_valid", "report", "wake", "fill"]);
    c.assume(within(g, &n.word("read_set"), cfg.sets));
    let (launch, at) = (n.bit("launch_valid"), n.word("launch_set"));
    let alive: Vec<Lit> = (0..sets).map(|w| g.any(t.exists.iter().map(|word| word[w]))).collect();
    let (inside, taken) = (within(g, &at, cfg.sets), bit_at(g, &alive, &at));
    let some = g.any(n.word("launch_mask"));
    let right = g.all([inside, !taken, some]);
    c.assume(g.implies(launch, right));
    let [report, ends, syncs, wake, memory, fill] =
        ["report", "report_end", "report_sync", "wake", "wake_memory", "fill"].map(|name| n.word(name));
    let [report_set, wake_set, fill_set] = ["report_set", "wake_set", "fill_set"].map(|name| each(n, name, "", slices));
    // by slice: the sets whose warp reports, and ends
    let reports: Vec<Word> = (0..slices).map(|s| one_hot(g, report[s], &report_set[s], sets)).collect();
    for s in 0..slices {
        c.assume(g.implies(ends[s], report[s]));
        let (goes_on, both) = (g.and(report[s], !ends[s]), g.and(wake[s], memory[s]));
        c.assume(g.implies(syncs[s], goes_on));
        c.assume(g.implies(memory[s], both));
        for (valid, set) in [(report[s], &report_set[s]), (wake[s], &wake_set[s]), (fill[s], &fill_set[s])] {
            let inside = within(g, set, cfg.sets);
            c.assume(g.implies(valid, inside));
        }
        let wakes = one_hot(g, wake[s], &wake_set[s], sets);
        let fills = one_hot(g, fill[s], &fill_set[s], sets);
        for w in 0..sets {
            let waiting = g.and(t.exists[s][w], !t.ready[s][w]);
            let before = g.or(t.filled[s][w], !t.known[s][w]);
            let may = g.all([waiting, !t.fetching[s][w], before, !t.reports[s][w], !t.wakes[s][w]]);
            c.assume(g.implies(reports[s][w], may));
            let reports_pc = g.and(reports[s][w], goes_on);
            let reported_pc = g.and(t.reports[s][w], !t.ends[s][w]);
            let ends = g.and(t.reports[s][w], t.ends[s][w]);
            let has_pc = g.any([t.known[s][w], reports_pc, reported_pc]);
            let may = g.all([waiting, has_pc, !t.wakes[s][w], !ends]);
            c.assume(g.implies(wakes[w], may));
            let may = g.and(t.exists[s][w], t.fetching[s][w]);
            c.assume(g.implies(fills[w], may));
            // who executed in a gang reports with it
            let executed = g.and(reports[s][w], !t.known[s][w]);
            for entry in &t.member {
                for other in (0..slices).filter(|other| *other != s) {
                    let alone = g.all([executed, entry[s][w], entry[other][w], !reports[other][w]]);
                    c.assume(!alone);
                }
            }
        }
    }
}

/// Every warp is in one unit, and the members of a gang agree.
fn gangs(cfg: &Config, g: &mut Graph, c: &mut Claims, t: &Table) {
    let (slices, sets, entries) = (cfg.slices as usize, cfg.sets as usize, cfg.entries() as usize);
    let (mut there, mut once, mut two, mut agree, mut same) = (Lit::TRUE, Lit::TRUE, Lit::TRUE, Lit::TRUE, Lit::TRUE);
    for w in 0..sets {
        for s in 0..slices {
            let gangs: Vec<Lit> = (0..entries).map(|e| t.member[e][s][w]).collect();
            let in_one = g.at_most_one(&gangs);
            once = g.and(once, in_one);
            let in_some = g.any(gangs);
            let right = g.implies(in_some, t.exists[s][w]);
            there = g.and(there, right);
        }
        for e in 0..entries {
            let gang = t.gang(e, w);
            let count = g.count(&gang);
            let lone = g.is(&count, 1);
            two = g.and(two, !lone);
            for s in 0..slices {
                for other in s + 1..slices {
                    let both = g.and(gang[s], gang[other]);
                    let differ = g.xor(t.known[s][w], t.known[other][w]);
                    let wrong = g.and(both, differ);
                    agree = g.and(agree, !wrong);
                    let equal = g.equal(&t.pc[s][w], &t.pc[other][w]);
                    let settled = g.all([both, t.known[s][w], !t.reports[s][w], !t.reports[other][w]]);
                    let wrong = g.and(settled, !equal);
                    same = g.and(same, !wrong);
                }
            }
        }
    }
    c.claim("a member of a gang exists", there);
    if entries > 1 {
        c.claim("a warp is in one gang at most", once);
    }
    c.claim("a gang has two warps or more", two);
    c.claim("the members of a gang agree whether their PC is known", agree);
    c.claim("the members of a gang of which nothing is pending are at the same PC", same);
}

/// Claims of an instruction's life; and of two sets one is older.
fn life(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    let sets = cfg.sets as usize;
    let (mut known, mut either) = (Lit::TRUE, Lit::TRUE);
    for s in 0..cfg.slices as usize {
        for w in 0..sets {
            let goes_on = g.any([t.ready[s][w], t.filled[s][w], t.fetching[s][w]]);
            let wrong = g.all([t.exists[s][w], goes_on, !t.known[s][w]]);
            known = g.and(known, !wrong);
            let both = g.all([t.exists[s][w], t.filled[s][w], t.fetching[s][w]]);
            either = g.and(either, !both);
        }
    }
    c.claim("a warp that is ready, filled or being fetched has a PC that is known", known);
    c.claim("what is filled is not being fetched", either);
    if !matches!(cfg.schedule, Schedule::Lrr | Schedule::Lpc) {
        let after: Vec<Word> = (0..).map_while(|w| n.find(&format!("ages.after${w}"))).collect();
        let mut older = Lit::TRUE;
        for (w, behind_w) in after.iter().enumerate() {
            for (other, behind_other) in after.iter().enumerate().skip(w + 1) {
                let one = g.xor(behind_w[other], behind_other[w]);
                older = g.and(older, one);
            }
        }
        c.claim("of two sets one is older", older);
    }
}

/// Claims of reports and wakes that act at the end of this cycle. The PCs of the reports are stored
/// already.
fn pending(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    let (slices, sets) = (cfg.slices as usize, cfg.sets as usize);
    let (mut waits, mut once, mut known, mut together, mut right) =
        (Lit::TRUE, Lit::TRUE, Lit::TRUE, Lit::TRUE, Lit::TRUE);
    for s in 0..slices {
        for events in [&t.reports[s], &t.wakes[s]] {
            let one = g.at_most_one(events);
            once = g.and(once, one);
        }
        for w in 0..sets {
            let (report, wake) = (t.reports[s][w], t.wakes[s][w]);
            let some = g.or(report, wake);
            let unready = g.and(t.exists[s][w], !t.ready[s][w]);
            let fits = g.implies(some, unready);
            waits = g.and(waits, fits);
            let loaded = g.or(t.filled[s][w], !t.known[s][w]);
            let may = g.and(!t.fetching[s][w], loaded);
            let fits = g.implies(report, may);
            waits = g.and(waits, fits);
            let part = g.or(t.ends[s][w], t.moves[s][w]);
            let fits = g.implies(part, report);
            waits = g.and(waits, fits);
            let reports_pc = g.and(report, !t.ends[s][w]);
            let has_pc = g.or(t.known[s][w], reports_pc);
            let fits = g.implies(wake, has_pc);
            known = g.and(known, fits);
            for entry in &t.member {
                for other in (0..slices).filter(|other| *other != s) {
                    let both = g.and(entry[s][w], entry[other][w]);
                    let alone = g.all([both, report, !t.known[s][w], !t.reports[other][w]]);
                    together = g.and(together, !alone);
                    let equal = g.equal(&t.pc[s][w], &t.pc[other][w]);
                    let goes_on = g.all([both, report, !t.ends[s][w], t.known[s][w], !t.reports[other][w]]);
                    let agree = g.xor(equal, t.moves[s][w]);
                    let wrong = g.and(goes_on, !agree);
                    right = g.and(right, !wrong);
                    if s < other {
                        let differ = n.bit(&format!("divide.differ.q${}", s * slices + other));
                        let both = g.all([report, t.reports[other][w], !t.ends[s][w], !t.ends[other][w]]);
                        let agree = g.xor(equal, differ);
                        let wrong = g.and(both, !agree);
                        right = g.and(right, !wrong);
                    }
                }
            }
        }
    }
    c.claim("one report and one wake of a slice are pending at most", once);
    c.claim("what is pending is of a warp that exists, waits, and has no fetch under way if it reports", waits);
    c.claim("a wake that is pending is of a warp that is known after it", known);
    c.claim("the members of a gang that executes report together", together);
    c.claim("a report that is pending moves if its PC is another one", right);
}

/// A scheduler has one pick at most.
fn picks(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims) {
    let (slices, entries) = (cfg.slices as usize, cfg.entries() as usize);
    let mut one = Lit::TRUE;
    let schedulers = [
        ("picks", cfg.issue as usize, entries),
        ("fetch_picks", cfg.fetches as usize, entries),
        ("alone_picks", slices, slices),
        ("want_picks", slices, slices),
    ];
    for (name, count, words) in schedulers {
        for k in 0..count {
            let words = (k..words).step_by(count).map(|w| n.word(&format!("{name}$0.picks${w}.q")));
            let pick: Word = words.flatten().collect();
            let single = g.at_most_one(&pick);
            one = g.and(one, single);
        }
    }
    c.claim("a scheduler has one pick at most", one);
}

/// Claims of issued gangs and singletons.
fn issue(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    let (slices, sets, entries) = (cfg.slices as usize, cfg.sets as usize, cfg.entries() as usize);
    let count = cfg.issue as usize;
    let valid: Vec<Lit> = each(n, "issue_valid", "", count).iter().map(|word| word[0]).collect();
    let [masks, ids, pcs] = ["issue_mask", "issue_id", "issue_pc"].map(|name| each(n, name, "", count));
    let (alone, busy) = (n.word("alone"), n.word("busy"));
    let alone_set = each(n, "alone_set", "", slices);
    let (mut apart, mut whole, mut fit, mut at, mut single) = (Lit::TRUE, Lit::TRUE, Lit::TRUE, Lit::TRUE, Lit::TRUE);
    for s in 0..slices {
        let mut takers: Vec<Lit> = (0..count).map(|k| g.and(valid[k], masks[k][s])).collect();
        takers.extend([alone[s], busy[s]]);
        let one = g.at_most_one(&takers);
        apart = g.and(apart, one);
        let go = |w: usize| [t.exists[s][w], t.known[s][w], t.filled[s][w], t.ready[s][w]];
        for k in 0..count {
            for w in 0..sets {
                for e in 0..entries {
                    let this = g.is(&ids[k], (w * entries + e) as u64);
                    let this = g.and(valid[k], this);
                    let differ = g.xor(masks[k][s], t.member[e][s][w]);
                    let wrong = g.and(this, differ);
                    whole = g.and(whole, !wrong);
                    let fits = g.all(go(w));
                    let wrong = g.all([this, t.member[e][s][w], !fits]);
                    fit = g.and(fit, !wrong);
                    let equal = g.equal(&pcs[k], &t.pc[s][w]);
                    let wrong = g.all([this, t.member[e][s][w], !equal]);
                    at = g.and(at, !wrong);
                }
            }
        }
        for (w, this) in one_hot(g, alone[s], &alone_set[s], sets).into_iter().enumerate() {
            let fits = g.all(go(w));
            let ganged = g.any((0..entries).map(|e| t.member[e][s][w]));
            let right = g.and(fits, !ganged);
            let right = g.implies(this, right);
            single = g.and(single, right);
        }
    }
    let some: Vec<Lit> = (0..count)
        .map(|k| {
            let empty = !g.any(masks[k].iter().copied());
            g.and(valid[k], empty)
        })
        .collect();
    c.claim("a slice gets one instruction at most, and none while it is busy", apart);
    c.claim("what is issued has members", !g.any(some));
    c.claim("what is issued is the gang that it names, whole", whole);
    c.claim("every member of an issued gang is filled and ready", fit);
    c.claim("a gang is issued at the PC of its members", at);
    c.claim("a singleton that is issued is filled, ready and in no gang", single);
}

/// Claims of fetches.
fn fetch(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    let (slices, sets, count) = (cfg.slices as usize, cfg.sets as usize, cfg.fetches as usize);
    let (want, grant, l0) = (n.word("want"), n.word("grant"), n.word("l0"));
    let want_set = each(n, "want_set", "", slices);
    let gangs: Vec<Lit> = each(n, "gang_fetch", "", count).iter().map(|word| word[0]).collect();
    let [at, masks, pcs] = ["gang_fetch_set", "gang_fetch_mask", "gang_fetch_pc"].map(|name| each(n, name, "", count));
    let (mut wanted, mut needed, mut one, mut right_pc) = (Lit::TRUE, Lit::TRUE, Lit::TRUE, Lit::TRUE);
    let mut overridden = Lit::TRUE;
    let mut from_l1 = gangs.clone();
    for s in 0..slices {
        let right = g.implies(grant[s], want[s]);
        wanted = g.and(wanted, right);
        from_l1.push(g.and(grant[s], !l0[s]));
        let by_gang: Vec<Lit> = (0..count).map(|k| g.and(gangs[k], masks[k][s])).collect();
        let alone = g.at_most_one(&by_gang);
        one = g.and(one, alone);
        let by_some = g.any(by_gang.iter().copied());
        let both = g.and(by_some, want[s]);
        overridden = g.and(overridden, !both);
        for (valid, at) in by_gang.iter().zip(&at).chain([(&want[s], &want_set[s])]) {
            for (w, this) in one_hot(g, *valid, at, sets).into_iter().enumerate() {
                let needs = g.all([t.exists[s][w], t.known[s][w], !t.filled[s][w], !t.fetching[s][w]]);
                let right = g.implies(this, needs);
                needed = g.and(needed, right);
            }
        }
        for k in 0..count {
            for (w, this) in one_hot(g, by_gang[k], &at[k], sets).into_iter().enumerate() {
                let equal = g.equal(&pcs[k], &t.pc[s][w]);
                let right = g.implies(this, equal);
                right_pc = g.and(right_pc, right);
            }
        }
    }
    c.claim("only what is wanted is granted", wanted);
    c.claim("what is fetched is known, not filled and not on its way", needed);
    c.claim("a gang is fetched for at the PC of its members", right_pc);
    c.claim("a slice for which a gang is fetched wants nothing", overridden);
    if count > 1 {
        c.claim("a slice fetches for one gang at most", one);
    }
    let ports = g.number(u64::from(cfg.ports) + 1, 8);
    let used = g.count(&from_l1);
    c.claim("no more is fetched than there are ports", g.less(&used, &ports));
}

/// The contract's conditions under which outputs are meaningful.
fn care(cfg: &Config, n: &Netlist, c: &mut Claims) {
    for k in 0..cfg.issue {
        let valid = n.bit(&format!("issue_valid${k}"));
        c.care(valid, &[&format!("issue_id${k}"), &format!("issue_mask${k}"), &format!("issue_pc${k}")]);
    }
    let (alone, want) = (n.word("alone"), n.word("want"));
    for s in 0..cfg.slices as usize {
        c.care(alone[s], &[&format!("alone_set${s}")]);
        c.care(want[s], &[&format!("want_set${s}"), &format!("want_pc${s}")]);
    }
    for k in 0..cfg.fetches {
        let valid = n.bit(&format!("gang_fetch${k}"));
        c.care(
            valid,
            &["set", "mask", "pc"].map(|name| format!("gang_fetch_{name}${k}")).each_ref().map(String::as_str),
        );
    }
}
