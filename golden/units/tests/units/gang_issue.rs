//! What the ganging unit issues, cycle by cycle (VWS 4.1, 6.3).

use crate::gang::driver::{Cycle, Driver, Issued, crowd, cycle, fetched, gangs, issued, preset};
use heddle_contract::gang::{Config, Schedule};

fn cfg(schedule: Schedule, issue: u32) -> Config {
    Config { sets: 4, schedule, issue, ..preset("paper") }
}

#[test]
fn the_life_of_an_instruction() {
    let mut unit = Driver::new(cfg(Schedule::Bgto, 2));
    let quiet = |unit: &mut Driver, what: Cycle| {
        let o = unit.step(what);
        assert_eq!((o.issue_valid, o.gang_fetch), ([false; 4], [false; 4]));
    };
    quiet(&mut unit, cycle().launch(2, 0xff, 77));
    quiet(&mut unit, cycle()); // it is picked for a fetch
    assert_eq!(fetched(&unit.idle()), [(2, 0xff, 77)]);
    quiet(&mut unit, cycle().fill(2, 0x7f));
    quiet(&mut unit, cycle().fill(2, 0x80)); // one buffer was still empty
    quiet(&mut unit, cycle()); // it is picked for issue
    let o = unit.idle();
    assert_eq!((o.issue_valid[0], o.issue_id[0], o.issue_mask[0], o.issue_pc[0]), (true, 8, 0xff, 77));
    // the report and the wake may come at once; the wake may also come after any time
    quiet(&mut unit, cycle().report(2, 0xff, 78));
    quiet(&mut unit, cycle()); // the report acts
    assert_eq!(fetched(&unit.idle()), [(2, 0xff, 78)], "its name is still picked");
    quiet(&mut unit, cycle().fill(2, 0xff));
    // it is filled, and not ready
    (0..3).for_each(|_| quiet(&mut unit, cycle()));
    quiet(&mut unit, cycle().wake(2, 0xfe));
    quiet(&mut unit, cycle().wake(2, 0x01));
    quiet(&mut unit, cycle()); // the last wake acts
    assert_eq!(issued(&unit.idle()), gangs(&[8], 0), "its name is still picked");
    quiet(&mut unit, cycle());
}

/// What is issued in each cycle until nothing is left.
fn until_empty(unit: &mut Driver) -> Vec<Vec<u16>> {
    let mut order = Vec::new();
    loop {
        let Issued { gangs, alone } = issued(&unit.idle());
        if gangs.is_empty() && alone == 0 {
            return order;
        }
        order.push(gangs);
    }
}

#[test]
fn each_schedule_has_its_order() {
    // ids: set 0 has 0 (two), 1 (four), 2 (two); set 1 has 4 (eight); set 2 has 8 and 9 (three)
    let one_a_cycle = |schedule| until_empty(&mut crowd(schedule, 1)).into_iter().flatten().collect::<Vec<_>>();
    // set 1's gang was the last to be issued: 4 is held
    assert_eq!(one_a_cycle(Schedule::Bgto), [4, 1, 8, 9, 0, 2]);
    assert_eq!(one_a_cycle(Schedule::Gto), [4, 8, 9, 0, 1, 2]);
    assert_eq!(one_a_cycle(Schedule::Lgto), [4, 0, 2, 8, 9, 1]);
    // the launches went by PC, then id: 8 is held
    assert_eq!(one_a_cycle(Schedule::Lpc), [8, 2, 1, 0, 4, 9]);
    // by turns: 4, 8 and 0 went, in this order, since all begins after 0; 0 is held
    assert_eq!(one_a_cycle(Schedule::Lrr), [0, 1, 2, 4, 8, 9]);
}

#[test]
fn gangs_that_are_issued_together_share_no_slice() {
    // the scheduler of port 0 has the gangs 0, 2, 4 and 8, that of port 1 has 1 and 9; gang 4 is
    // held
    let order = |schedule, issue| until_empty(&mut crowd(schedule, issue));
    // 8 finds slices of 1 taken, and makes way for 0
    assert_eq!(order(Schedule::Bgto, 2), [vec![4], vec![1], vec![0, 9], vec![8], vec![2]]);
    assert_eq!(order(Schedule::Lgto, 2), [vec![4], vec![0, 9], vec![2, 1], vec![8]]);
    // with four ports each entry has its own: 0, 4 and 8; 1 and 9; 2
    assert_eq!(order(Schedule::Bgto, 4), [vec![4], vec![1, 2], vec![0, 9], vec![8]]);
    // 2 finds a slice of 9 taken, and is held
    assert_eq!(order(Schedule::Gto, 4), [vec![4], vec![8, 9], vec![0, 1, 2]]);
    assert_eq!(order(Schedule::Lgto, 4), [vec![4], vec![0, 2], vec![8], vec![9], vec![1]]);
}

#[test]
fn singletons_fill_the_holes() {
    let mut unit = crowd(Schedule::Bgto, 4);
    assert_eq!(issued(&unit.idle()), gangs(&[4], 0));
    assert_eq!(issued(&unit.idle()), gangs(&[1, 2], 0));
    assert_eq!(issued(&unit.idle()), gangs(&[0, 9], 0x88));
    assert_eq!(issued(&unit.idle()), gangs(&[8], 0));
    assert_eq!(issued(&unit.idle()), gangs(&[], 0));
    // all for themselves
    let mut unit = Driver::new(cfg(Schedule::Bgto, 2));
    unit.step(cycle().launch(3, 0xff, 0).apart());
    unit.settle();
    let o = unit.idle();
    assert_eq!((issued(&o), o.alone_set), (gangs(&[], 0xff), [3; 8]));
}

#[test]
fn a_busy_slice_stops_its_units_and_no_others() {
    let mut unit = crowd(Schedule::Bgto, 2);
    assert_eq!(unit.picks(), [Some(4), None]);
    assert_eq!(issued(&unit.step(cycle().busy(0x01))), gangs(&[], 0));
    // of the gangs of port 0 only 2 has no slice that was busy
    assert_eq!(unit.picks(), [Some(2), Some(1)]);
    assert_eq!(issued(&unit.step(cycle().busy(0xff))), gangs(&[], 0));
    assert_eq!(unit.picks(), [Some(2), Some(1)], "there is no request");
    assert_eq!(issued(&unit.step(cycle().busy(0x40))), gangs(&[1], 0x80));
    assert_eq!(unit.picks(), [Some(8), Some(1)], "9 is the only other gang of port 1, and was busy");
    assert_eq!(issued(&unit.step(cycle().busy(0x01))), gangs(&[], 0x08));
    assert_eq!(unit.picks(), [Some(2), Some(9)]);
    assert_eq!(until_empty(&mut unit), [[9], [4], [8], [0], [2]]);
}

#[test]
fn the_greedy_gang_is_an_id() {
    let mut unit = Driver::new(cfg(Schedule::Gto, 1));
    for set in [1, 2] {
        unit.step(cycle().launch(set, 0xff, 0).busy(0xff));
    }
    unit.settle();
    assert_eq!(issued(&unit.idle()), gangs(&[4], 0), "the older");
    assert_eq!(issued(&unit.idle()), gangs(&[8], 0));
    unit.step(cycle().report(1, 0xff, 1).wake(1, 0xff).busy(0xff));
    unit.step(cycle().report(2, 0xff, 1).wake(2, 0xff).busy(0xff));
    unit.settle();
    assert_eq!(issued(&unit.idle()), gangs(&[8], 0), "it was held");
    assert_eq!(unit.picks()[0], Some(4));
    // the gang of that id ends, and a set that is younger still has it
    unit.act(cycle().end(2, 0xff).busy(0xff));
    unit.step(cycle().launch(3, 0xff, 0).busy(0xff));
    unit.step(cycle().launch(2, 0xff, 0).busy(0xff));
    unit.fill_all();
    assert_eq!(unit.q.greedy(0), 8);
    assert_eq!(issued(&unit.idle()), gangs(&[4], 0), "it was picked before");
    assert_eq!(until_empty(&mut unit), [[8], [12]], "the greedy one, before an older one");
}

#[test]
fn each_scheduler_has_a_greedy_gang_of_its_own() {
    let mut unit = Driver::new(cfg(Schedule::Gto, 2));
    let halves = |unit: &mut Driver, set| unit.part(set, &[1, 1, 1, 1, 2, 2, 2, 2]);
    (0..3).for_each(|set| unit.executing(set));
    (0..3).for_each(|set| halves(&mut unit, set));
    unit.fill_all();
    // gang 8 is held, from its launch
    assert_eq!(until_empty(&mut unit), [vec![8], vec![0, 1], vec![4, 5], vec![9]]);
    assert_eq!((unit.q.greedy(0), unit.q.greedy(1)), (4, 9));
    // set 0 comes back, and is picked; then the others
    halves(&mut unit, 0);
    unit.fill_all();
    unit.idle();
    assert_eq!(unit.picks(), [Some(0), Some(1)]);
    halves(&mut unit, 1);
    halves(&mut unit, 2);
    unit.fill_all();
    unit.idle();
    assert_eq!(unit.picks(), [Some(4), Some(9)], "of 4 and 8, and of 5 and 9");
}

#[test]
fn a_slice_is_greedy_then_takes_the_oldest_or_goes_by_turns() {
    let order = |schedule| {
        let mut unit = Driver::new(cfg(schedule, 1));
        for (set, pc) in [(2, 5), (3, 1), (0, 9), (1, 7)] {
            unit.step(cycle().launch(set, 0x04, pc).busy(0xff));
        }
        unit.settle();
        let first = unit.idle().alone_set[2];
        // back it comes, while the next one is picked
        unit.step(cycle().report(first, 4, 11).wake(first, 4).busy(0xff));
        unit.fill_all();
        let then: Vec<u8> = (0..4).map(|_| unit.idle().alone_set[2]).collect();
        (first, then)
    };
    // 0 is greedy from the start, and 2 the oldest
    assert_eq!(order(Schedule::Bgto), (0, vec![2, 0, 3, 1]));
    assert_eq!(order(Schedule::Gto), (0, vec![2, 0, 3, 1]));
    assert_eq!(order(Schedule::Lgto), (0, vec![2, 0, 3, 1]));
    assert_eq!(order(Schedule::Lpc), (3, vec![2, 1, 0, 3]));
    assert_eq!(order(Schedule::Lrr), (1, vec![2, 3, 0, 1]));
}

#[test]
fn lower_entries_break_ties() {
    for schedule in [Schedule::Bgto, Schedule::Gto, Schedule::Lgto, Schedule::Lpc] {
        let mut unit = Driver::new(cfg(schedule, 1));
        unit.executing(3);
        unit.part(3, &[1, 1, 2, 2, 1, 2, 2, 1]);
        // nobody is greedy: a gang of set 0 was last
        unit.step(cycle().launch(0, 3, 0).busy(0xff));
        unit.fill_all();
        unit.step(cycle().busy(0xf0));
        assert_eq!(issued(&unit.step(cycle().busy(0xf0))), gangs(&[0], 0));
        assert_eq!((unit.q.greedy(0), unit.picks()[0]), (0, Some(0)));
        unit.idle();
        assert_eq!(until_empty(&mut unit), [[12], [13]], "{schedule:?}");
    }
}

#[test]
fn a_reset_starts_all_orders_anew() {
    let mut unit = crowd(Schedule::Lrr, 2);
    unit.idle();
    let mut reset = cycle();
    reset.0.reset = true;
    unit.step(reset);
    assert_eq!(unit.q.alive(), 0);
    let o = unit.idle();
    assert_eq!((o.count_gang, o.count_slice, o.count_local), (0, 0, 0));
    for set in [0, 1] {
        unit.step(cycle().launch(set, 0x03, 0).busy(0xff));
    }
    unit.settle();
    // the greedy one is 0, so 1 would be first
    assert_eq!(issued(&unit.idle()).gangs, [4]);
    assert_eq!(issued(&unit.idle()).gangs, [0]);
}
