//! Invariants: what holds in every state of the ganging unit.

use heddle_contract::gang::Config;

use super::bits::each;
use super::issue;
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

/// Checks that the units issued in one cycle share no slice.
fn issued_together(cfg: &Config, q: &State) -> Verdict {
    // a word of slices that are busy, which is as good as any
    for busy in [0, 0x55 & cfg.all_slices(), 0x99 & cfg.all_slices()] {
        let issued = issue::gangs(cfg, q, busy);
        let mut taken = busy;
        for gang in issued.gangs() {
            check_that(gang.mask & taken == 0, || format!("gang {:#b} is issued to slices {taken:#b}", gang.mask))?;
            taken |= gang.mask;
        }
        let alone = issue::alone(q, busy | issued.taken);
        check_that(alone & taken == 0, || format!("singletons {alone:#b} are issued beside gangs {taken:#b}"))?;
    }
    Ok(())
}

/// Checks that gangs that fetch in one cycle share no slice, and that none is left out that could fetch.
fn fetched_together(cfg: &Config, q: &State) -> Verdict {
    let mut taken = 0;
    for (gang, fill) in q.next_fetch.gangs().iter().zip(q.next_fill) {
        check_that(gang.mask & taken == 0, || format!("gang {:#b} is fetched for in slices {taken:#b}", gang.mask))?;
        check_that(fill != 0 && fill & !gang.mask == 0, || format!("gang {:#b} fills {fill:#b}", gang.mask))?;
        taken |= gang.mask;
    }
    let count = q.next_fetch.count as u32;
    check_that(count <= cfg.fetches, || format!("{count} gangs fetch, {} may", cfg.fetches))?;
    if count == cfg.fetches {
        return Ok(());
    }
    for (set, row) in q.sets.iter().enumerate() {
        let left = each(row.may_fetch.into()).find(|entry| row.gangs[*entry] & taken == 0);
        check_that(left.is_none(), || format!("gang {left:?} of set {set} asks, and its slices are free"))?;
    }
    Ok(())
}

/// Checks that the summaries computed at the edge follow from the state.
fn worked_out(cfg: &Config, q: &State) -> Verdict {
    let mut again = q.clone();
    for set in 0..again.sets.len() {
        again.refresh(cfg, set);
    }
    again.stale = cfg.all_slices();
    again.plan(cfg);
    let of = |q: &State| {
        let fills = |q: &State| q.next_fill[..q.next_fetch.count].to_vec();
        let chosen = |some: u8, sets: [u8; 8]| each(some.into()).map(|s| sets[s]).collect::<Vec<_>>();
        (
            (q.alive, q.parted, q.waiting, q.may_issue, q.may_fetch, q.alone_issue, q.alone_fetch),
            (q.may_go, chosen(q.may_go, q.next_issue), q.want, chosen(q.want, q.next_want), fills(q)),
        )
    };
    check_that(of(q) == of(&again), || "what follows from the state was not worked out again".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Golden;
    use heddle_contract::Config as _;
    use heddle_contract::gang::{Gang, In};

    use super::super::state::Chosen;

    /// A state with two whole gangs, one of them filled.
    fn sound(cfg: &Config) -> State {
        let mut q = Gang::reset(cfg);
        let launch = |set| In { launch_valid: true, launch_set: set, launch_mask: cfg.all_slices(), ..In::default() };
        Gang::clock(cfg, &mut q, &launch(0));
        Gang::clock(cfg, &mut q, &launch(1));
        let fill = In { fill: cfg.all_slices(), ..In::default() };
        Gang::clock(cfg, &mut q, &fill);
        q
    }

    #[test]
    fn every_invariant_can_fail() {
        let cfg = Config::preset("evws-sync").expect("a preset");
        check(cfg, &sound(cfg)).expect("a sound state");
        type Break = fn(&mut State);
        let breaks: [(&str, Break); 16] = [
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
            ("not worked out", |q| q.may_issue = 0),
            ("not worked out", |q| (q.sets[0].filled, q.next_fill[0]) = (0x7f, 1)),
        ];
        for (what, broken) in breaks {
            let mut q = sound(cfg);
            broken(&mut q);
            let Err(Violation(said)) = check(cfg, &q) else { panic!("nothing notices: {what}") };
            assert!(said.contains(what), "{what}: {said}");
        }
    }

    #[test]
    fn what_is_wrong_with_fetches_is_noticed() {
        let cfg = Config::preset("fetch4").expect("a preset");
        let mut sound = Gang::reset(cfg);
        // set 0 in quarters, of which two go on; set 1 whole
        let whole = |set| In { launch_valid: true, launch_set: set, launch_mask: 0xff, ..In::default() };
        Gang::clock(cfg, &mut sound, &whole(0));
        Gang::clock(cfg, &mut sound, &In::default());
        Gang::clock(cfg, &mut sound, &In { fill: 0xff, ..In::default() });
        Gang::clock(cfg, &mut sound, &In::default());
        let parts = In { report: 0xff, report_pc: [0, 0, 1, 1, 2, 2, 3, 3], ..whole(1) };
        Gang::clock(cfg, &mut sound, &parts);
        check(cfg, &sound).expect("a sound state");
        assert_eq!(sound.next_fetch.count, 4);
        type Break = fn(&mut State);
        let breaks: [(&str, Break); 4] = [
            ("is fetched for in slices", |q| q.next_fetch = twice(q)),
            ("fills 0b0", |q| q.next_fill[1] = 0),
            ("fills 0b11", |q| q.next_fill[1] = 3),
            ("its slices are free", |q| q.next_fetch.count = 3),
        ];
        for (what, broken) in breaks {
            let mut q = sound.clone();
            broken(&mut q);
            let Err(Violation(said)) = fetched_together(cfg, &q) else { panic!("nothing notices: {what}") };
            assert!(said.contains(what), "{what}: {said}");
        }
        let fewer = Config { fetches: 3, ..cfg.clone() };
        let Err(Violation(said)) = fetched_together(&fewer, &sound) else { panic!("nothing counts fetches") };
        assert!(said.contains("4 gangs fetch, 3 may"), "{said}");
    }

    /// The first gang fetches twice.
    fn twice(q: &State) -> Chosen {
        let first = q.next_fetch.gangs()[0];
        let mut chosen = Chosen::default();
        (0..2).for_each(|_| chosen.push(first));
        chosen
    }
}
