//! The schedulers of the ganging unit pick in one cycle what goes in the next (VWS 4.6, 6.3).

use crate::gang::driver::{Driver, cycle, fetched, gangs, issued, parted, preset};
use heddle_contract::gang::{Config, Schedule, Split};

fn cfg(schedule: Schedule, issue: u32) -> Config {
    Config { sets: 4, schedule, issue, ..preset("paper") }
}

#[test]
fn what_is_picked_in_one_cycle_is_issued_in_the_next() {
    let mut unit = Driver::new(cfg(Schedule::Bgto, 2));
    unit.step(cycle().launch(1, 0x0f, 3));
    unit.step(cycle().launch(2, 0x10, 4));
    unit.fill_all();
    assert_eq!((unit.picks(), unit.q.alone_pick(4)), (vec![None, None], None));
    assert_eq!(issued(&unit.idle()), gangs(&[], 0));
    assert_eq!((unit.picks(), unit.q.alone_pick(4)), (vec![Some(4), None], Some(2)));
    assert_eq!(issued(&unit.idle()), gangs(&[4], 0x10));
    assert_eq!((unit.picks(), unit.q.alone_pick(4)), (vec![Some(4), None], Some(2)), "there is no other request");
    assert_eq!(issued(&unit.idle()), gangs(&[], 0), "they were issued");
}

#[test]
fn what_is_picked_in_one_cycle_is_fetched_in_the_next() {
    let mut unit = Driver::new(cfg(Schedule::Bgto, 2));
    unit.step(cycle().launch(1, 0x0f, 3));
    let o = unit.step(cycle().launch(2, 0x10, 4));
    assert_eq!((fetched(&o).len(), o.want, unit.q.fetch_pick(0)), (0, 0, Some(4)));
    let o = unit.idle();
    assert_eq!((fetched(&o), o.want, unit.q.want_pick(4)), (vec![(1, 0x0f, 3)], 0, Some(2)));
    let o = unit.idle();
    assert_eq!((fetched(&o).len(), o.want, unit.q.fetch_pick(0), unit.q.want_pick(4)), (0, 0x10, Some(4), Some(2)));
    let o = unit.idle();
    assert_eq!((fetched(&o).len(), o.want), (0, 0), "they were fetched");
}

#[test]
fn a_pick_that_was_issued_or_fetched_is_held_and_goes_again_at_once() {
    let mut unit = Driver::new(cfg(Schedule::Bgto, 2));
    unit.step(cycle().launch(0, 0x0f, 0));
    unit.step(cycle().launch(1, 0x10, 0));
    unit.settle();
    assert_eq!(issued(&unit.idle()), gangs(&[0], 0x10));
    for pc in 1..4 {
        unit.act(cycle().report(0, 0x0f, pc).wake(0, 0x0f).report(1, 0x10, pc).wake(1, 0x10));
        let o = unit.idle();
        assert_eq!((fetched(&o), o.want, o.grant), (vec![(0, 0x0f, pc)], 0x10, 0x10));
        unit.step(cycle().fill(0, 0x0f).fill(1, 0x10));
        assert_eq!(issued(&unit.idle()), gangs(&[0], 0x10));
    }
    // not so, if something else was picked meanwhile: each of two gangs finds the other one's pick
    unit.step(cycle().launch(2, 0x60, 0));
    unit.settle();
    assert_eq!(issued(&unit.idle()), gangs(&[8], 0));
    unit.act(cycle().report(0, 0x0f, 4).wake(0, 0x0f));
    assert_eq!(fetched(&unit.idle()), [], "it is picked");
    assert_eq!(fetched(&unit.idle()), [(0, 0x0f, 4)]);
    unit.step(cycle().fill(0, 0x0f));
    assert_eq!(issued(&unit.idle()), gangs(&[], 0), "it is picked");
    assert_eq!(issued(&unit.idle()), gangs(&[0], 0));
}

/// Gangs 0 and 4 in the lower and the upper slices, singletons of sets 2 and 3 in slice 7; the
/// older ones are picked.
fn pairs() -> Driver {
    let mut unit = Driver::new(cfg(Schedule::Gto, 1));
    for (set, mask) in [(0, 0x0f), (1, 0x30), (2, 0x80), (3, 0x80)] {
        unit.step(cycle().launch(set, mask, 0).busy(0xff));
    }
    unit.settle();
    assert_eq!((unit.picks(), unit.q.alone_pick(7)), (vec![Some(0)], Some(2)));
    unit
}

#[test]
fn a_pick_that_is_blocked_makes_way_for_one_cycle() {
    let mut unit = pairs();
    // slices 0 and 7 are busy: the gang in the other slices is picked; no singleton of slice 7 is a
    // request
    assert_eq!(issued(&unit.step(cycle().busy(0x81))), gangs(&[], 0));
    assert_eq!((unit.picks(), unit.q.alone_pick(7)), (vec![Some(4)], Some(2)));
    // now that one is blocked, and the first one is picked again
    assert_eq!(issued(&unit.step(cycle().busy(0x20))), gangs(&[], 0x80));
    assert_eq!((unit.picks(), unit.q.alone_pick(7)), (vec![Some(0)], Some(3)));
    assert_eq!(issued(&unit.idle()), gangs(&[0], 0x80));
    assert_eq!(issued(&unit.idle()), gangs(&[4], 0));
}

#[test]
fn a_singleton_makes_way_when_a_gang_takes_its_slice() {
    let mut unit = Driver::new(cfg(Schedule::Gto, 1));
    for (set, mask) in [(0, 0xff), (1, 0x80), (2, 0x80)] {
        unit.step(cycle().launch(set, mask, 0).busy(0xff));
    }
    unit.settle();
    assert_eq!((unit.picks(), unit.q.alone_pick(7)), (vec![Some(0)], Some(1)));
    assert_eq!(issued(&unit.idle()), gangs(&[0], 0));
    let sets: Vec<u8> = (0..2).map(|_| unit.idle().alone_set[7]).collect();
    assert_eq!(sets, [2, 1], "2 was picked while 1 was blocked");
}

#[test]
fn a_pick_is_held_if_there_is_no_other_request() {
    let mut unit = Driver::new(cfg(Schedule::Gto, 1));
    unit.step(cycle().launch(2, 0x0f, 0).busy(0xff));
    unit.step(cycle().launch(1, 0x10, 0).busy(0xff));
    unit.settle();
    for _ in 0..3 {
        assert_eq!(issued(&unit.step(cycle().busy(0x11))), gangs(&[], 0));
        assert_eq!((unit.picks(), unit.q.alone_pick(4)), (vec![Some(8)], Some(1)));
    }
    assert_eq!(issued(&unit.idle()), gangs(&[8], 0x10), "at once");

    // so with fetches: a slice that gets no port
    let mut unit = Driver::new(Config { ports: 1, ..cfg(Schedule::Gto, 1) });
    unit.step(cycle().launch(0, 0x0f, 0).apart());
    unit.idle();
    for grant in [0x01, 0x02, 0x04, 0x08] {
        assert_eq!(unit.q.want_pick(3), Some(0));
        assert_eq!(unit.idle().grant, grant);
    }
    assert_eq!((unit.idle().want, unit.q.want_pick(3)), (0, Some(0)));
}

#[test]
fn a_want_that_gets_no_port_makes_way_for_one_cycle() {
    let mut unit = Driver::new(Config { ports: 1, ..cfg(Schedule::Gto, 1) });
    unit.step(cycle().launch(0, 0x03, 0).apart());
    unit.step(cycle().launch(1, 0x02, 0));
    // slice 0 gets the port, then slice 1, which wants an instruction for the other set
    let o = unit.idle();
    assert_eq!((o.want, o.want_set[1], o.grant), (0x03, 0, 0x01));
    let o = unit.idle();
    assert_eq!((o.want, o.want_set[1], o.grant), (0x02, 1, 0x02));
    let o = unit.idle();
    assert_eq!((o.want, o.want_set[1], o.grant), (0x02, 0, 0x02));
}

/// Set 0 in quarters that may all be issued, and are picked.
fn quarters(issue: u32) -> Driver {
    let mut unit = Driver::new(cfg(Schedule::Bgto, issue));
    unit.executing(0);
    unit.distract(3);
    unit.part(0, &[1, 1, 2, 2, 3, 3, 4, 4]);
    unit.settle();
    unit
}

#[test]
fn a_scheduler_picks_among_its_own_entries_only() {
    let order = |issue| {
        let mut unit = quarters(issue);
        let ids: Vec<Vec<u16>> = (0..4).map(|_| issued(&unit.idle()).gangs).collect();
        ids.into_iter().filter(|ids| !ids.is_empty()).collect::<Vec<_>>()
    };
    // entry e is of port e mod `issue`
    assert_eq!(order(1), [[0], [1], [2], [3]]);
    assert_eq!(order(2), [[0, 1], [2, 3]]);
    assert_eq!(order(3), [vec![0, 1, 2], vec![3]]);
    assert_eq!(order(4), [vec![0, 1, 2, 3]]);
    // where all are of one port, one goes at a time
    let mut unit = quarters(2);
    unit.idle();
    unit.drain(0..1);
    unit.act(parted(0, &[1, 1, 2, 2, 3, 3, 4, 4]).wake(0, 0x33));
    unit.settle();
    assert_eq!(unit.picks(), [Some(2), Some(3)], "they are held");
    assert_eq!(issued(&unit.idle()), gangs(&[2], 0));
    assert_eq!(issued(&unit.idle()), gangs(&[0], 0));
}

/// Two gangs that may be issued and share slices, both picked: gang 4, some slices of set 1, and
/// gang 1, some of set 0; each with a PC. The last gang that was issued was at port 0.
fn rivals(schedule: Schedule, older: u8, four: (u8, u64), one: (u8, u64)) -> Driver {
    let mut unit = Driver::new(cfg(schedule, 2));
    for set in [older, 1 - older] {
        unit.step(if set == 0 { cycle().launch(0, 0xff, 0) } else { cycle().launch(1, four.0, four.1) });
    }
    (0..4).for_each(|_| _ = unit.idle());
    // the buffers of set 1 stay empty meanwhile
    unit.step(cycle().fill(0, 0xff));
    unit.idle();
    assert_eq!(issued(&unit.idle()), gangs(&[0], 0));
    let pc = |s: u64| if one.0 >> s & 1 == 1 { one.1 } else { 50 + s / 2 * s };
    unit.act(parted(0, &[0, 1, 2, 3, 4, 5, 6, 7].map(pc)).wake(0, one.0));
    unit.settle();
    assert_eq!(unit.picks(), [Some(4), Some(1)]);
    unit
}

#[test]
fn the_arbiter_has_an_order_by_schedule() {
    use Schedule::{Bgto, Gto, Lgto, Lpc, Lrr};
    let (big, middle, small) = (0xff, 0x3c, 0x0c);
    // the older set; slices and PC of gang 4, and of gang 1; what goes first
    for (schedule, older, four, one, first) in [
        (Bgto, 0, (big, 1), (middle, 2), 4),
        (Bgto, 1, (small, 1), (middle, 2), 1),
        (Bgto, 0, (middle, 1), (middle, 2), 1),
        (Bgto, 1, (middle, 1), (middle, 2), 4),
        (Lgto, 1, (big, 1), (middle, 2), 1),
        (Lgto, 0, (small, 1), (middle, 2), 4),
        (Lgto, 0, (middle, 1), (middle, 2), 1),
        (Lgto, 1, (middle, 1), (middle, 2), 4),
        (Gto, 0, (big, 1), (small, 2), 1),
        (Gto, 1, (small, 1), (middle, 2), 4),
        (Lpc, 0, (small, 1), (middle, 2), 4),
        (Lpc, 1, (big, 2), (middle, 1), 1),
        (Lpc, 1, (big, 2), (middle, 2), 1),
        // the turn is that of port 1
        (Lrr, 1, (big, 1), (middle, 2), 1),
        (Lrr, 0, (small, 1), (middle, 2), 1),
    ] {
        let mut unit = rivals(schedule, older, four, one);
        let case = format!("{schedule:?}, {older} is older, {four:x?} {one:x?}");
        assert_eq!(issued(&unit.idle()).gangs, [first], "{case}");
        assert_eq!(issued(&unit.idle()).gangs, [5 - first], "{case}: the other one was held");
    }
}

#[test]
fn the_arbiter_of_lrr_goes_by_turns_of_ports() {
    let mut unit = rivals(Schedule::Lrr, 0, (0xff, 1), (0x3c, 2));
    let back = |set, mask| cycle().report(set, mask, 3).wake(set, mask).busy(0xff);
    // port 0 was the last that came first
    assert_eq!(issued(&unit.idle()).gangs, [1]);
    assert_eq!(issued(&unit.idle()).gangs, [4]);
    // now port 1 is, where gang 1 is issued alone
    unit.step(back(0, 0x3c));
    unit.settle();
    assert_eq!(issued(&unit.idle()).gangs, [1]);
    assert_eq!(unit.q.issue_turn(), 1);
    unit.step(back(0, 0x3c));
    unit.step(back(1, 0xff));
    unit.settle();
    assert_eq!(unit.picks(), [Some(4), Some(1)]);
    assert_eq!(issued(&unit.idle()).gangs, [4]);
    assert_eq!(issued(&unit.idle()).gangs, [1]);
}

/// The pairs 0x03 and 0x0c of a set, ready, at one PC and with these buffers filled: in this cycle
/// they meet, and those that may be issued are picked.
fn meeting(filled: u8) -> Driver {
    let wide = Config { sets: 2, partners: 2, fetches: 4, ports: 8, ..cfg(Schedule::Bgto, 2) };
    let mut unit = Driver::new(wide);
    unit.executing(0);
    unit.act(parted(0, &[1, 1, 2, 2, 3, 3, 3, 3]).wake(0, 0xff));
    unit.settle();
    unit.drain(0..1);
    unit.distract(1);
    unit.step(parted(0, &[5, 5, 5, 5, 7, 7, 7, 7]).wake(0, 0x0f));
    // as long as wakes act, nothing meets
    for wake in [0x10, 0x20, 0x40] {
        unit.step(cycle().wake(0, wake));
    }
    unit.step(cycle().fill(0, filled));
    assert_eq!((unit.table(0), unit.set(0).ready), ((vec![0x03, 0x0c, 0xf0, 0], 0), 0x7f));
    unit
}

#[test]
fn a_pick_that_meets_others_is_checked_again() {
    // both were picked: the first one's name has all, the other's has none
    let mut unit = meeting(0x0f);
    unit.idle();
    assert_eq!((unit.picks(), unit.table(0).0), (vec![Some(0), Some(1)], vec![0x0f, 0, 0xf0, 0]));
    let o = unit.idle();
    assert_eq!((issued(&o), o.issue_mask[0], unit.set(0).known), (gangs(&[0], 0), 0x0f, 0xf0));
    // one that meets another, whose buffers are empty, is not valid any more
    let mut unit = meeting(0x03);
    unit.idle();
    assert_eq!((unit.picks()[0], unit.table(0).0), (Some(0), vec![0x0f, 0, 0xf0, 0]));
    assert_eq!(issued(&unit.idle()), gangs(&[], 0));
    assert_eq!(unit.picks()[0], Some(0), "it is held");
    unit.step(cycle().fill(0, 0x0c));
    let o = unit.idle();
    assert_eq!((issued(&o), o.issue_mask[0]), (gangs(&[0], 0), 0x0f));
}

#[test]
fn singletons_that_meet_are_not_issued_or_fetched_alone() {
    let mut unit = Driver::new(Config { partners: 2, ..cfg(Schedule::Bgto, 2) });
    unit.step(cycle().launch(0, 0x03, 6).apart());
    unit.idle();
    assert_eq!((unit.q.want_pick(0), unit.q.want_pick(1), unit.table(0).0[0]), (Some(0), Some(0), 0x03));
    let o = unit.idle();
    assert_eq!((o.want, o.gang_fetch[0]), (0, false), "what was picked is a gang now");
    assert_eq!(fetched(&unit.idle()), [(0, 0x03, 6)]);

    // picked for issue, as the gang's other warp comes
    let mut unit = Driver::new(Config { sets: 1, partners: 2, ..cfg(Schedule::Bgto, 2) });
    unit.step(cycle().launch(0, 0x03, 6));
    unit.settle();
    unit.idle();
    unit.act(cycle().report(0, 0x01, 7).report(0, 0x02, 8).wake(0, 0x03));
    unit.fill_all();
    unit.step(cycle().busy(0x02));
    assert_eq!(issued(&unit.step(cycle().busy(0x02))), gangs(&[], 0x01));
    // slice 1 is filled and ready at PC 8, and slice 0 comes there
    unit.act(cycle().report(0, 0x01, 8).busy(0x02));
    assert_eq!(unit.idle().want, 0x01);
    assert_eq!((unit.q.alone_pick(1), unit.table(0).0[0]), (Some(0), 0x03));
    assert_eq!(issued(&unit.idle()), gangs(&[], 0));
    unit.act(cycle().wake(0, 0x01).fill(0, 0x01));
    assert_eq!(issued(&unit.idle()), gangs(&[0], 0), "the gang's name was picked from its launch on");
}

#[test]
fn a_gang_that_was_picked_and_split_is_fetched_for_what_is_left() {
    for (split, left) in [(Split::Group, vec![(0, 0xf0, 1)]), (Split::Impatient, vec![])] {
        let mut unit = Driver::new(Config { sets: 2, split, ports: 8, ..cfg(Schedule::Bgto, 2) });
        unit.executing(0);
        unit.step(cycle().report(0, 0xff, 1).launch(1, 0x03, 7));
        // another gang is picked, as the report acts
        unit.step(cycle().memory(0, 0x0f));
        // it is picked, and torn at the same edge
        unit.idle();
        assert_eq!((unit.q.fetch_pick(0), unit.set(0).gangs[0] == 0), (Some(0), left.is_empty()));
        assert_eq!(fetched(&unit.idle()), left, "{split:?}");
        let o = unit.idle();
        let rest = if left.is_empty() { (vec![], 0xff) } else { (vec![(0, 0x0f, 1)], 0) };
        assert_eq!((fetched(&o), o.want), rest, "{split:?}");
    }
}

#[test]
fn a_pick_whose_warps_end_is_not_fetched_for() {
    // a gang that waits for one of its buffers: the others, which are filled, end
    let mut unit = Driver::new(Config { sets: 2, ports: 1, ..cfg(Schedule::Bgto, 2) });
    unit.executing(0);
    unit.act(cycle().report(0, 0xff, 1));
    unit.settle();
    unit.distract(1);
    unit.act(cycle().report(0, 0x01, 1).end(0, 0xfc));
    // it is picked as its other warp's end comes: at the next edge there is no gang
    unit.step(cycle().end(0, 0x02));
    assert_eq!((unit.q.fetch_pick(0), unit.table(0)), (Some(0), (vec![0x03, 0, 0, 0], 0)));
    let o = unit.idle();
    assert_eq!((fetched(&o), unit.table(0)), (vec![(0, 0x01, 1)], (vec![0; 4], 0x01)), "it was one in this cycle");
    // a cycle earlier: it is no gang any more
    let mut unit = Driver::new(Config { sets: 2, ports: 1, ..cfg(Schedule::Bgto, 2) });
    unit.executing(0);
    unit.act(cycle().report(0, 0xff, 1));
    unit.settle();
    unit.distract(1);
    unit.step(cycle().report(0, 0x01, 1).end(0, 0xfc));
    unit.step(cycle().end(0, 0x02));
    unit.idle();
    assert_eq!((unit.q.fetch_pick(0), unit.table(0)), (Some(0), (vec![0; 4], 0x01)));
    let o = unit.idle();
    assert_eq!((fetched(&o), o.want), (vec![], 0));
    assert_eq!(unit.idle().want, 0x01);
}
