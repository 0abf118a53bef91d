//! Reports and wakes of the ganging unit are pending for a cycle, and act at the end of the next
//! (VWS 4.3, 4.4).

use crate::gang::driver::{Cycle, Driver, crowd, cycle, parted, preset};
use heddle_contract::gang::{Config, Schedule, Split};

fn cfg(split: Split, partners: u32) -> Config {
    Config { sets: 3, split, partners, ..preset("paper") }
}

/// All of set 0 executes.
fn executing(split: Split, partners: u32) -> Driver {
    let mut unit = Driver::new(cfg(split, partners));
    unit.executing(0);
    unit
}

/// All of set 0 is known and filled, and not ready.
fn filled() -> Driver {
    let mut unit = executing(Split::Control, 0);
    unit.act(cycle().report(0, 0xff, 5));
    unit.settle();
    unit
}

#[test]
fn a_report_and_a_wake_act_a_cycle_later() {
    let mut unit = executing(Split::Control, 0);
    unit.step(parted(0, &[1, 1, 1, 1, 1, 1, 9, 9]).wake(0, 0x0f));
    let pending = unit.q.pending();
    assert_eq!((pending.report, pending.wake, pending.report_pc[7]), (0xff, 0x0f, 9));
    assert_eq!((unit.set(0).known, unit.set(0).ready, unit.set(0).pc), (0, 0, [0; 8]), "nothing has changed");
    assert_eq!(unit.table(0), (vec![0xff, 0, 0, 0], 0));
    unit.step(cycle().wake(0, 0x30));
    assert_eq!((unit.set(0).known, unit.set(0).ready, unit.set(0).pc[7]), (0xff, 0x0f, 9));
    assert_eq!(unit.table(0), (vec![0x3f, 0xc0, 0, 0], 0));
    assert_eq!((unit.q.pending().report, unit.q.pending().wake), (0, 0x30), "this came a cycle later");
    unit.idle();
    assert_eq!((unit.set(0).ready, unit.is_pending()), (0x3f, false));
}

#[test]
fn an_end_acts_a_cycle_later() {
    let mut unit = executing(Split::Control, 0);
    unit.step(cycle().report(0, 0x03, 7).end(0, 0xfc));
    assert_eq!((unit.set(0).exists, unit.table(0).0[0]), (0xff, 0xff));
    unit.idle();
    assert_eq!((unit.set(0).exists, unit.table(0).0[0]), (0x03, 0x03));
    // the set is free when the last ones are gone
    unit.settle();
    unit.step(cycle().end(0, 0x03));
    assert!(unit.illegal(cycle().launch(0, 1, 0)));
    unit.idle();
    assert!(!unit.illegal(cycle().launch(0, 1, 0)));
}

#[test]
fn no_report_comes_while_a_report_or_a_wake_is_pending() {
    let again = || cycle().report(0, 0x02, 6);
    let mut unit = filled();
    assert!(!unit.illegal(again()));
    for first in [cycle().report(0, 0x02, 5), cycle().wake(0, 0x02), cycle().end(0, 0x02)] {
        let mut unit = filled();
        unit.step(first);
        assert!(unit.illegal(again()));
        assert!(unit.illegal(cycle().end(0, 0x02)));
        assert!(!unit.illegal(cycle().report(0, 0x04, 6)), "another warp may");
    }
    // it may in the cycle after the one in which the first report acted, when it is filled again
    unit.act(again());
    assert!(unit.illegal(again()));
    unit.settle();
    assert!(!unit.illegal(again()));
}

#[test]
fn a_wake_may_follow_a_report_that_is_pending_but_no_end_and_no_wake() {
    let wakes = |first: Cycle| {
        let mut unit = filled();
        unit.step(first);
        !unit.illegal(cycle().wake(0, 0x02))
    };
    assert!(wakes(cycle()));
    assert!(wakes(cycle().report(0, 0x02, 6)));
    assert!(!wakes(cycle().wake(0, 0x02)));
    assert!(!wakes(cycle().report(0, 0x02, 6).wake(0, 0x02)));
    assert!(!wakes(cycle().end(0, 0x02)));
    assert!(wakes(cycle().end(0, 0x04).wake(0, 0x08)), "those of others do not matter");
    // nor does one come before the report
    let mut unit = executing(Split::Control, 0);
    assert!(unit.illegal(cycle().wake(0, 0x02)));
    assert!(!unit.illegal(cycle().report(0, 0xff, 1).wake(0, 0x02)), "in the same cycle it may");
    assert!(unit.illegal(cycle().end(0, 0xff).wake(0, 0x02)), "an end reports no PC");
    unit.step(cycle().report(0, 0xff, 1));
    assert!(!unit.illegal(cycle().wake(0, 0x02)));
    unit.step(cycle().wake(0, 0x02));
    assert_eq!((unit.set(0).known, unit.set(0).ready), (0xff, 0), "one after the other they act");
    unit.idle();
    assert_eq!(unit.set(0).ready, 0x02);
    assert!(unit.illegal(cycle().wake(0, 0x02)), "it is ready");
}

#[test]
fn a_gang_is_torn_by_the_wakes_that_act_and_not_by_those_that_are_pending() {
    for (split, first, second) in [
        (Split::Group, (vec![0xf0, 0x0f, 0, 0], 0), (vec![0xf0, 0x0f, 0, 0], 0)),
        (Split::Impatient, (vec![0; 4], 0xff), (vec![0; 4], 0xff)),
        (Split::Control, (vec![0xff, 0, 0, 0], 0), (vec![0xff, 0, 0, 0], 0)),
    ] {
        let mut unit = executing(split, 0);
        unit.act(cycle().report(0, 0xff, 1));
        unit.step(cycle().memory(0, 0x0f));
        assert_eq!(unit.table(0), (vec![0xff, 0, 0, 0], 0), "they are pending");
        unit.step(cycle().memory(0, 0xf0));
        assert_eq!((unit.table(0), unit.set(0).ready), (first, 0x0f), "the first ones act");
        unit.idle();
        assert_eq!((unit.table(0), unit.set(0).ready), (second, 0xff), "{split:?}");
    }
}

/// Two pairs at PC 1 that are filled and not ready, and not yet merged: a wake of another warp acts
/// in this cycle.
fn about_to_meet() -> Driver {
    let mut unit = Driver::new(Config { sets: 1, ..cfg(Split::Control, 2) });
    unit.executing(0);
    unit.act(parted(0, &[1, 1, 2, 2, 3, 3, 4, 4]).wake(0, 0x0c));
    unit.settle();
    assert_eq!(unit.idle().issue_mask[1], 0x0c);
    unit.step(cycle().report(0, 0x0c, 1));
    unit.step(cycle().wake(0, 0x80));
    unit
}

#[test]
fn units_meet_while_a_report_is_pending_and_not_when_it_acts() {
    // the report comes with the wake's edge, at which nothing moves; so it acts at the next edge,
    // at which they would meet
    let mut unit = about_to_meet();
    unit.step(cycle().report(0, 0x01, 9));
    let apart = (vec![0x03, 0x0c, 0x30, 0xc0], 0);
    assert_eq!(unit.table(0), apart);
    unit.idle();
    assert_eq!(unit.table(0), (vec![0, 0x0c, 0x30, 0xc0], 0x03), "the report acts");
    unit.idle();
    assert_eq!(unit.table(0), (vec![0, 0x0e, 0x30, 0xc0], 0x01));
    // the report comes a cycle later: they meet, and part again
    let mut unit = about_to_meet();
    unit.idle();
    assert_eq!(unit.table(0), apart, "the wake acts");
    unit.step(cycle().report(0, 0x01, 9));
    assert_eq!(unit.table(0), (vec![0x0f, 0, 0x30, 0xc0], 0));
    unit.idle();
    assert_eq!(unit.table(0), (vec![0x0e, 0, 0x30, 0xc0], 0x01));
}

#[test]
fn a_reset_forgets_what_is_pending_and_picked() {
    let reset = || {
        let mut reset = cycle();
        reset.0.reset = true;
        reset
    };
    let mut unit = executing(Split::Control, 0);
    unit.step(cycle().report(0, 0xff, 1).wake(0, 0xff));
    unit.step(reset());
    assert!(!unit.is_pending());
    unit.step(cycle().launch(0, 0xff, 7));
    unit.idle();
    assert_eq!((unit.set(0).pc, unit.set(0).known), ([7; 8], 0xff));

    // each scheduler has a pick, and none after the reset
    let mut unit = crowd(Schedule::Bgto, 2);
    unit.idle();
    assert!(unit.picks().iter().all(Option::is_some));
    assert_eq!((unit.q.alone_pick(3), unit.q.alone_pick(7)), (Some(2), Some(2)));
    unit.step(cycle().launch(3, 0xff, 7).apart().busy(0xff));
    unit.step(cycle().busy(0xff));
    assert!((0..8).any(|s| unit.q.want_pick(s).is_some()));
    unit.step(reset());
    assert_eq!(unit.picks(), [None, None]);
    assert!((0..8).all(|s| unit.q.alone_pick(s).is_none() && unit.q.want_pick(s).is_none()));
    // a gang at the place of the one that was picked is issued as any other
    unit.step(cycle().launch(1, 0xff, 0));
    unit.fill_all();
    assert!(!unit.idle().issue_valid[0]);
    assert!(unit.idle().issue_valid[0]);

    // so with what was to be fetched
    let mut unit = Driver::new(cfg(Split::Control, 0));
    unit.step(cycle().launch(1, 0xff, 0));
    unit.idle();
    assert_eq!(unit.q.fetch_pick(0), Some(4));
    unit.step(reset());
    assert_eq!(unit.q.fetch_pick(0), None);
    unit.step(cycle().launch(1, 0xff, 0));
    assert!(!unit.idle().gang_fetch[0]);
    assert!(unit.idle().gang_fetch[0]);
}
