//! The inputs that the contract allows (its section Protocol), and the nearest legal input to any.

use heddle_contract::gang::{Config, In};

use super::bits::each;
use super::state::{Set, State};
use crate::{Illegal, require};

type Verdict = Result<(), Illegal>;

/// Returns the set of this number, if there is one.
fn named(q: &State, set: u8) -> Option<&Set> {
    q.sets.get(usize::from(set))
}

fn names_a_set(cfg: &Config, set: u8, port: &'static str) -> Verdict {
    require(u32::from(set) < cfg.sets, port, || format!("{set}: there are {} sets", cfg.sets))
}

pub(super) fn legal(cfg: &Config, q: &State, i: &In) -> Verdict {
    names_a_set(cfg, i.read_set, "read_set")?;
    let masks = i.report | i.wake | i.fill | i.busy | i.l0;
    require(masks & !cfg.all_slices() == 0, "report", || format!("there are {} slices", cfg.slices))?;
    if i.reset {
        let quiet = !i.launch_valid && i.report | i.wake | i.fill == 0;
        require(quiet, "reset", || "no launch, report, wake or fill in its cycle".into())?;
    }
    if i.launch_valid {
        names_a_set(cfg, i.launch_set, "launch_set")?;
        let free = q.alive >> i.launch_set & 1 == 0;
        require(free, "launch_set", || format!("set {} is not free", i.launch_set))?;
        let some = i.launch_mask != 0 && i.launch_mask & !cfg.all_slices() == 0;
        require(some, "launch_mask", || format!("some of {} slices", cfg.slices))?;
    }
    let within = |part: u8, whole: u8, port| require(part & !whole == 0, port, || format!("lies within {whole:#b}"));
    within(i.report_end, i.report, "report_end")?;
    within(i.report_sync, i.report & !i.report_end, "report_sync")?;
    within(i.wake_memory, i.wake, "wake_memory")?;
    for s in each(i.report.into()) {
        names_a_set(cfg, i.report_set[s], "report_set")?;
        let set = i.report_set[s];
        require(may_report(q, set, s), "report", || {
            format!(
                "warp {set} of slice {s} does not exist, is ready, waits for its instruction, or has a pending event"
            )
        })?;
    }
    let alone = without_the_others(q, i);
    require(alone == 0, "report", || format!("slices {alone:#b} report without all members of their gang"))?;
    for s in each(i.wake.into()) {
        names_a_set(cfg, i.wake_set[s], "wake_set")?;
        let set = i.wake_set[s];
        require(may_wake(q, i, s), "wake", || {
            format!("warp {set} of slice {s} does not exist, is ready, has not reported, or ends or wakes already")
        })?;
    }
    for s in each(i.fill.into()) {
        names_a_set(cfg, i.fill_set[s], "fill_set")?;
        let fetching = q.sets[usize::from(i.fill_set[s])].fetching >> s & 1 == 1;
        require(fetching, "fill", || format!("warp {} of slice {s} is not being fetched", i.fill_set[s]))?;
    }
    Ok(())
}

fn may_report(q: &State, set: u8, s: usize) -> bool {
    let Some(row) = named(q, set) else { return false };
    let set = usize::from(set);
    let pending = q.pending.reports(set, s) || q.pending.wakes(set, s);
    (row.exists & !row.ready & !row.fetching & (row.filled | !row.known)) >> s & 1 == 1 && !pending
}

fn may_wake(q: &State, i: &In, s: usize) -> bool {
    let Some(row) = named(q, i.wake_set[s]) else { return false };
    let set = usize::from(i.wake_set[s]);
    let reports = (i.report & !i.report_end) >> s & 1 == 1 && i.report_set[s] == i.wake_set[s];
    let has_pc = row.known >> s & 1 == 1 || q.pending.reports(set, s) || reports;
    let pending = q.pending.wakes(set, s) || q.pending.ends(set, s);
    (row.exists & !row.ready) >> s & 1 == 1 && has_pc && !pending
}

/// Returns the slices whose warp executed in a gang, and reports while some member of the gang does
/// not.
fn without_the_others(q: &State, i: &In) -> u8 {
    let mut alone = 0;
    for s in each(i.report.into()) {
        let set = i.report_set[s];
        let row = &q.sets[usize::from(set)];
        let together = |other: usize| i.report >> other & 1 == 1 && i.report_set[other] == set;
        if row.known >> s & 1 == 0 && !each(row.unit(s).into()).all(together) {
            alone |= 1 << s;
        }
    }
    alone
}

pub(super) fn repair(cfg: &Config, q: &State, i: &mut In) {
    let all = cfg.all_slices();
    for mask in [&mut i.report, &mut i.wake, &mut i.fill, &mut i.busy, &mut i.l0] {
        *mask &= all;
    }
    if u32::from(i.read_set) >= cfg.sets {
        i.read_set = 0;
    }
    if i.reset {
        i.launch_valid = false;
        (i.report, i.wake, i.fill) = (0, 0, 0);
    }
    if i.launch_valid {
        let free = named(q, i.launch_set).is_some_and(|row| row.exists == 0);
        i.launch_mask &= all;
        i.launch_valid = free && i.launch_mask != 0;
    }
    let keep = |mask: u8, keeps: &dyn Fn(usize) -> bool| {
        each(mask.into()).filter(|s| keeps(*s)).fold(0, |mask, s| mask | 1 << s)
    };
    i.report = keep(i.report, &|s| may_report(q, i.report_set[s], s));
    // of a gang all report or none: taking one away takes no other gang's
    i.report &= !without_the_others(q, i);
    i.report_end &= i.report;
    i.report_sync &= i.report & !i.report_end;
    i.wake = keep(i.wake, &|s| may_wake(q, i, s));
    i.wake_memory &= i.wake;
    i.fill = keep(i.fill, &|s| named(q, i.fill_set[s]).is_some_and(|row| row.fetching >> s & 1 == 1));
}
