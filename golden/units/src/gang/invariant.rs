//! Invariants: what holds in every state of the ganging unit.

use heddle_contract::gang::{Config, Picks};

use super::bits::each;
use super::issue;
use super::pick::{place, share};
use super::split::Pending;
use super::state::{Set, State};
use crate::Violation;

type Verdict = Result<(), Violation>;

fn check_that(holds: bool, what: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(Violation(what())) }
}

pub(super) fn check(cfg: &Config, q: &State) -> Verdict {
    for (set, row) in q.sets.iter().enumerate() {
        of_a_set(cfg, row).map_err(|Violation(what)| Violation(format!("set {set}: {what}")))?;
    }
    ages(q)?;
    pending(cfg, q)?;
    picked(cfg, q)?;
    issued_together(cfg, q)?;
    fetched_together(cfg, q)?;
    worked_out(cfg, q)
}

fn of_a_set(cfg: &Config, row: &Set) -> Verdict {
    let Set { exists, known, ready, filled, fetching, alone, gangs, .. } = *row;
    check_that(exists & !cfg.all_slices() == 0, || format!("warps {exists:#b} in {} slices", cfg.slices))?;

    // a warp that exists is in exactly one unit
    let mut seen = alone;
    for (entry, gang) in gangs.into_iter().enumerate().filter(|(_, gang)| *gang != 0) {
        check_that(entry < cfg.entries() as usize, || format!("entry {entry} of {}", cfg.entries()))?;
        check_that(gang.count_ones() >= 2, || format!("a gang of {gang:#b}"))?;
        check_that(gang & seen == 0, || format!("gang {gang:#b} shares a warp with another unit"))?;
        seen |= gang;
        let agree = gang & known == 0 || gang & known == gang;
        check_that(agree, || format!("gang {gang:#b} does not agree that its PC is known: {known:#b}"))?;
        let first = row.pc[gang.trailing_zeros() as usize];
        let same = gang & known == 0 || each(gang.into()).all(|s| row.pc[s] == first);
        check_that(same, || format!("gang {gang:#b} is at several PCs"))?;
    }
    check_that(seen == exists, || format!("units {seen:#b} of warps {exists:#b}"))?;

    // a warp that does not exist is nothing
    let gone = !exists;
    let some = known | ready | filled | fetching | row.waiting();
    check_that(some & gone == 0, || format!("flags {some:#b} of warps {exists:#b}"))?;

    // the life of an instruction
    let later = ready | filled | fetching;
    check_that(later & !known == 0, || format!("warps {later:#b} go on, {known:#b} are known"))?;
    check_that(filled & fetching == 0, || format!("filled {filled:#b} and fetching {fetching:#b}"))?;
    check_that(row.waiting() & !known == 0, || format!("warps {:#b} wait, {known:#b} are known", row.waiting()))?;
    for s in 0..8 {
        check_that(u32::from(row.wait(s)) <= cfg.sync_wait, || format!("slice {s} waits {} cycles", row.wait(s)))?;
    }
    Ok(())
}

/// Checks that of two sets that are alive one is older.
fn ages(q: &State) -> Verdict {
    for set in each(q.alive) {
        let mut others = each(q.alive & !(1 << set));
        let same = others.find(|other| q.sets[*other].born == q.sets[set].born);
        check_that(same.is_none(), || format!("sets {set} and {same:?} are as old as each other"))?;
        check_that(q.sets[set].born <= q.launches, || format!("set {set} is not launched yet"))?;
    }
    Ok(())
}

/// Checks that a pending report or wake belongs to a warp that exists and is not ready, and is one
/// that may come.
fn pending(cfg: &Config, q: &State) -> Verdict {
    let Pending { report, end, sync, report_set, wake, memory, wake_set, .. } = q.pending;
    let others = (end | sync) & !report | memory & !wake | (report | wake) & !cfg.all_slices() | end & sync;
    check_that(others == 0, || {
        format!("events {report:#b} and {wake:#b} of kinds that do not fit in slices {others:#b}")
    })?;
    for (what, mask, of) in [("report", report, report_set), ("wake", wake, wake_set)] {
        for (s, set) in of.map(usize::from).into_iter().enumerate() {
            if mask >> s & 1 == 0 {
                let nothing = set == 0 && (what == "wake" || q.pending.report_pc[s] == 0);
                check_that(nothing, || format!("something is kept of no {what} in slice {s}"))?;
                continue;
            }
            let row = q.sets.get(set).ok_or_else(|| Violation(format!("a {what} of set {set} of {}", cfg.sets)))?;
            let waits = (row.exists & !row.ready) >> s & 1 == 1;
            check_that(waits, || {
                format!("a {what} is pending of warp {set} of slice {s}, which does not exist or is ready")
            })?;
        }
    }
    for s in each(report.into()) {
        let row = &q.sets[usize::from(report_set[s])];
        let executes = row.fetching >> s & 1 == 0 && (row.filled | !row.known) >> s & 1 == 1;
        check_that(executes, || format!("slice {s} reports of a warp without an instruction"))?;
        let together = row.unit(s) & !q.pending.reports_of(report_set[s]) == 0;
        check_that(row.known >> s & 1 == 1 || together, || {
            format!("slice {s} reports without all members of its gang")
        })?;
        check_that(end >> s & 1 == 0 || q.pending.report_pc[s] == 0, || format!("slice {s} reports an end and a PC"))?;
    }
    for s in each(wake.into()) {
        let set = usize::from(wake_set[s]);
        let has_pc = q.sets[set].known >> s & 1 == 1 || q.pending.reports(set, s) && !q.pending.ends(set, s);
        check_that(has_pc, || format!("slice {s} wakes a warp that has not reported"))?;
    }
    Ok(())
}

/// Checks that every pick names a gang of its scheduler, or a set.
fn picked(cfg: &Config, q: &State) -> Verdict {
    for (what, ports, picks) in [("issue", cfg.issue, q.picks.issue), ("fetch", cfg.fetches, q.picks.fetch)] {
        for (port, id) in picks.into_iter().enumerate().filter_map(|(port, pick)| Some((port, pick?))) {
            let fits = port < ports as usize && u32::from(id) < cfg.ids();
            let fits = fits && share(ports, port) >> place(cfg, id).1 & 1 == 1;
            check_that(fits, || format!("gang {id} is picked for {what} port {port} of {ports}"))?;
        }
    }
    for (what, picks) in [("issued", q.picks.alone), ("fetched", q.picks.want)] {
        for s in 0..8 {
            let fits = match picks.get(s) {
                Some(set) => cfg.all_slices() >> s & 1 == 1 && u32::from(set) < cfg.sets,
                None => picks.set[s] == 0,
            };
            check_that(fits, || format!("set {} is picked to be {what} in slice {s}", picks.set[s]))?;
        }
    }
    let in_turn = u32::from(q.issue_turn) < cfg.issuers() && u32::from(q.fetch_turn) < cfg.fetchers();
    check_that(in_turn, || format!("it was the turn of ports {} and {}", q.issue_turn, q.fetch_turn))
}

/// Checks that the units issued in one cycle share no slice.
fn issued_together(cfg: &Config, q: &State) -> Verdict {
    // a word of slices that are busy, which is as good as any
    for busy in [0, 0x55 & cfg.all_slices(), 0x99 & cfg.all_slices()] {
        let issued = issue::gangs(cfg, q, busy);
        let mut taken = busy;
        for (_, gang) in issued.each() {
            check_that(gang.mask & taken == 0, || format!("gang {:#b} is issued to slices {taken:#b}", gang.mask))?;
            taken |= gang.mask;
        }
        let alone = issue::alone(cfg, q, busy | issued.taken).held;
        check_that(alone & taken == 0, || format!("singletons {alone:#b} are issued beside gangs {taken:#b}"))?;
    }
    Ok(())
}

/// Checks that gangs that fetch in one cycle share no slice, and that no pick is left out that
/// could fetch.
fn fetched_together(cfg: &Config, q: &State) -> Verdict {
    let mut taken = 0;
    for (port, gang) in q.next_fetch.each() {
        let (mask, fill) = (gang.mask, q.next_fill[port]);
        check_that(mask & taken == 0, || format!("gang {mask:#b} is fetched for in slices {taken:#b}"))?;
        check_that(fill != 0 && fill & !mask == 0, || format!("gang {mask:#b} fills {fill:#b}"))?;
        let picked = cfg.picks == Picks::Cycle || q.picks.fetch[port] == Some(gang.id);
        check_that(picked, || format!("port {port} fetches for another gang than its pick"))?;
        check_that(fill & q.want.held == 0, || format!("slices want {:#b} beside {fill:#b}", q.want.held))?;
        taken |= mask;
    }
    for port in (0..cfg.fetches as usize).filter(|port| q.next_fetch.ports >> port & 1 == 0) {
        let Some(id) = q.picks.fetch[port] else { continue };
        let (set, entry) = place(cfg, id);
        let row = &q.sets[set];
        let left = row.may_fetch >> entry & 1 == 1 && row.gangs[entry] & taken == 0;
        check_that(!left, || format!("gang {id} is picked, and its slices are free"))?;
    }
    Ok(())
}

/// Checks that the summaries computed at the edge follow from the state.
fn worked_out(cfg: &Config, q: &State) -> Verdict {
    let mut again = q.clone();
    for set in 0..again.sets.len() {
        again.refresh(cfg, set);
    }
    again.plan(cfg);
    let of = |q: &State| {
        let fetches = q.next_fetch.each().map(|(port, gang)| (port, gang.id, gang.mask, q.next_fill[port]));
        (
            (q.alive, q.parted, q.waiting, q.may_issue, q.may_fetch, q.alone_issue, q.alone_fetch),
            (q.may_go, (q.want.held, q.want.set), q.next_fetch.first, fetches.collect::<Vec<_>>()),
        )
    };
    check_that(of(q) == of(&again), || "what follows from the state was not worked out again".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Golden;
    use crate::gang::Gang;
    use heddle_contract::Config as _;
    use heddle_contract::gang::In;

    use super::super::pick::Chosen;

    /// A state with two whole gangs, one of them filled. The other is picked to be fetched.
    fn sound(cfg: &Config) -> State {
        let mut q = Gang::reset(cfg);
        let launch = |set| In { launch_valid: true, launch_set: set, launch_mask: cfg.all_slices(), ..In::default() };
        Gang::clock(cfg, &mut q, &launch(0));
        Gang::clock(cfg, &mut q, &launch(1));
        let fill = In { fill: cfg.all_slices(), ..In::default() };
        Gang::clock(cfg, &mut q, &fill);
        q
    }

    /// A state in which the gang of set 0 is issued: all of its warps report, and wake.
    fn reported(cfg: &Config) -> State {
        let mut q = sound(cfg);
        Gang::clock(cfg, &mut q, &In::default());
        Gang::clock(cfg, &mut q, &In::default());
        Gang::clock(cfg, &mut q, &In { report: 0xff, report_end: 1, wake: 0xf0, wake_memory: 0x30, ..In::default() });
        q
    }

    type Break = fn(&mut State);

    fn all_are_noticed(cfg: &Config, sound: &State, breaks: &[(&str, Break)], check: fn(&Config, &State) -> Verdict) {
        check(cfg, sound).expect("a sound state");
        for (what, broken) in breaks {
            let mut q = sound.clone();
            broken(&mut q);
            let Err(Violation(said)) = check(cfg, &q) else { panic!("nothing notices: {what}") };
            assert!(said.contains(what), "{what}: {said}");
        }
    }

    #[test]
    fn every_invariant_can_fail() {
        let cfg = Config::preset("evws-sync").expect("a preset");
        let breaks: [(&str, Break); 17] = [
            ("shares a warp", |q| q.sets[0].alone = 1),
            ("shares a warp", |q| q.sets[0].gangs[1] = 3),
            ("of warps", |q| q.sets[0].gangs[0] = 0xfe),
            ("a gang of", |q| (q.sets[0].gangs[0], q.sets[0].gangs[1], q.sets[0].alone) = (1, 0, 0xfe)),
            ("does not agree", |q| q.sets[1].known = 0x7f),
            ("several PCs", |q| q.sets[1].pc[3] = 1),
            ("flags", |q| q.sets[2].ready = 1),
            ("flags", |q| q.sets[2].wait = 1),
            ("are known", |q| (q.sets[1].known, q.sets[1].ready) = (0, 1)),
            ("and fetching", |q| q.sets[0].fetching = 1),
            ("wait,", |q| (q.sets[1].known, q.sets[1].ready, q.sets[1].fetching, q.sets[1].wait) = (0, 0, 0, 1)),
            ("waits 51 cycles", |q| q.sets[1].wait = 51 << 16),
            ("as old", |q| q.sets[1].born = q.sets[0].born),
            ("not launched", |q| q.sets[1].born = 100),
            ("not worked out", |q| q.may_issue[0] = 0),
            ("not worked out", |q| q.may_go = 1),
            ("not worked out", |q| (q.sets[1].filled, q.next_fill[0]) = (1, 1)),
        ];
        all_are_noticed(cfg, &sound(cfg), &breaks, check);
    }

    #[test]
    fn what_is_wrong_with_events_is_noticed() {
        let cfg = Config::preset("evws-sync").expect("a preset");
        let breaks: [(&str, Break); 17] = [
            ("do not fit in slices 0b1", |q| q.pending.sync = 1),
            ("do not fit in slices 0b10", |q| (q.pending.report, q.pending.end) = (0xfd, 2)),
            ("do not fit in slices 0b1", |q| q.pending.memory |= 1),
            ("kept of no wake in slice 1", |q| q.pending.wake_set[1] = 1),
            ("kept of no report in slice 1", |q| (q.pending.report, q.pending.report_set[1]) = (0xfd, 1)),
            ("kept of no report in slice 1", |q| (q.pending.report, q.pending.report_pc[1]) = (0xfd, 1)),
            ("a report of set 32 of 32", |q| q.pending.report_set[3] = 32),
            ("a wake of set 32 of 32", |q| q.pending.wake_set[4] = 32),
            ("a report is pending of warp 1 of slice 3", |q| q.pending.report_set[3] = 1),
            ("a report is pending of warp 2 of slice 3", |q| q.pending.report_set[3] = 2),
            ("a wake is pending of warp 1 of slice 4", |q| q.pending.wake_set[4] = 1),
            ("a wake is pending of warp 2 of slice 4", |q| q.pending.wake_set[4] = 2),
            ("without an instruction", |q| (q.sets[0].known, q.sets[0].fetching) = (0xff, 0xff)),
            ("without an instruction", |q| q.sets[0].known = 0xff),
            ("without all members", |q| (q.pending.report, q.pending.wake, q.pending.memory) = (0x7f, 0x70, 0x30)),
            ("an end and a PC", |q| q.pending.report_pc[0] = 1),
            ("has not reported", |q| q.pending.wake |= 1),
        ];
        all_are_noticed(cfg, &reported(cfg), &breaks, pending);
    }

    #[test]
    fn what_is_wrong_with_picks_is_noticed() {
        // two ports of issue, one of fetch
        let cfg = Config::preset("evws-sync").expect("a preset");
        let breaks: [(&str, Break); 11] = [
            ("gang 128 is picked for issue port 0", |q| q.picks.issue[0] = Some(128)),
            ("gang 1 is picked for issue port 0", |q| q.picks.issue[0] = Some(1)),
            ("gang 6 is picked for issue port 1", |q| q.picks.issue[1] = Some(6)),
            ("gang 2 is picked for issue port 2", |q| q.picks.issue[2] = Some(2)),
            ("gang 128 is picked for fetch port 0", |q| q.picks.fetch[0] = Some(128)),
            ("gang 1 is picked for fetch port 1", |q| q.picks.fetch[1] = Some(1)),
            ("set 32 is picked to be issued in slice 2", |q| q.picks.alone.hold(2, 32)),
            ("set 1 is picked to be issued in slice 0", |q| q.picks.alone.set[0] = 1),
            ("set 32 is picked to be fetched in slice 2", |q| q.picks.want.hold(2, 32)),
            ("the turn of ports 2", |q| q.issue_turn = 2),
            ("the turn of ports 1 and 1", |q| q.fetch_turn = 1),
        ];
        all_are_noticed(cfg, &sound(cfg), &breaks, picked);
        let fewer = Config { slices: 4, issue: 1, ..cfg.clone() };
        let mut q = Gang::reset(&fewer);
        q.picks.alone.hold(4, 0);
        let Err(Violation(said)) = picked(&fewer, &q) else { panic!("nothing counts slices") };
        assert!(said.contains("issued in slice 4"), "{said}");
    }

    #[test]
    fn what_is_wrong_with_fetches_is_noticed() {
        let cfg = Config::preset("fetch4").expect("a preset");
        let mut sound = Gang::reset(cfg);
        // set 0 whole, which goes on in quarters; the first one has its name, which is picked
        // already, and is fetched for a cycle before the others
        Gang::clock(cfg, &mut sound, &In { launch_valid: true, launch_mask: 0xff, ..In::default() });
        for i in [In::default(), In::default(), In { fill: 0xff, ..In::default() }, In::default(), In::default()] {
            Gang::clock(cfg, &mut sound, &i);
        }
        let parts = In { report: 0xff, report_pc: [0, 0, 1, 1, 2, 2, 3, 3], ..In::default() };
        for i in [parts, In::default(), In::default()] {
            Gang::clock(cfg, &mut sound, &i);
        }
        check(cfg, &sound).expect("a sound state");
        assert_eq!(sound.next_fetch.ports, 0xe);
        let breaks: [(&str, Break); 5] = [
            ("is fetched for in slices", |q| q.next_fetch = twice(q)),
            ("fills 0b0", |q| q.next_fill[1] = 0),
            ("fills 0b11", |q| q.next_fill[1] = 3),
            ("another gang than its pick", |q| q.picks.fetch[1] = None),
            ("its slices are free", |q| (q.next_fetch.ports, q.next_fetch.taken) = (0x6, 0x3c)),
        ];
        all_are_noticed(cfg, &sound, &breaks, fetched_together);
    }

    /// The gang at port 1 fetches twice.
    fn twice(q: &State) -> Chosen {
        let gang = q.next_fetch.gangs[1];
        let mut chosen = Chosen::default();
        (1..3).for_each(|port| chosen.push(port, gang));
        chosen
    }
}
