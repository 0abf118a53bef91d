//! A ganging unit that picks in the cycle in which it issues and fetches (VWS 4.6, 6.1).

use crate::gang::driver::{Cycle, Driver, crowd_in, cycle, fetched, gangs, issued, parted, preset};
use heddle_contract::gang::{Config, Picks, Schedule};

fn cfg(schedule: Schedule, issue: u32) -> Config {
    Config { sets: 4, schedule, issue, picks: Picks::Cycle, ..preset("paper") }
}

#[test]
fn what_can_go_goes_in_the_cycle() {
    let mut unit = Driver::new(cfg(Schedule::Bgto, 2));
    unit.step(cycle().launch(1, 0x0f, 3));
    assert_eq!(fetched(&unit.step(cycle().launch(2, 0x10, 4))), [(1, 0x0f, 3)]);
    let o = unit.step(cycle().fill(1, 0x0f));
    assert_eq!((o.want, o.grant, issued(&o)), (0x10, 0x10, gangs(&[], 0)));
    assert_eq!(issued(&unit.step(cycle().fill(2, 0x10))), gangs(&[4], 0));
    assert_eq!(issued(&unit.idle()), gangs(&[], 0x10));
    // a report and a wake act in the cycle after theirs
    unit.act(cycle().report(1, 0x0f, 5).wake(1, 0x0f));
    assert_eq!(fetched(&unit.idle()), [(1, 0x0f, 5)]);
    unit.step(cycle().fill(1, 0x0f));
    assert_eq!(issued(&unit.idle()), gangs(&[4], 0));
    assert_eq!(issued(&unit.idle()), gangs(&[], 0), "it was issued");
}

#[test]
fn the_second_is_the_first_of_those_that_fit_beside_the_first() {
    let order = |schedule, issue| {
        let mut unit = crowd_in(cfg(schedule, issue));
        let cycles = (0..7).map(|_| issued(&unit.idle())).map(|issued| (issued.gangs, issued.alone));
        cycles.filter(|(gangs, alone)| !gangs.is_empty() || *alone != 0).collect::<Vec<_>>()
    };
    // gang 1 has four slices, beside which there is room for 0 and 2; 8 and 9 have three each.
    // Singletons in slices 3 and 7 take what is left
    let [whole, eights] = [(vec![4], 0), (vec![8, 9], 0x88)];
    assert_eq!(order(Schedule::Bgto, 2), [whole.clone(), (vec![1, 0], 0x80), (vec![8, 9], 0x08), (vec![2], 0)]);
    assert_eq!(order(Schedule::Bgto, 4), [whole.clone(), (vec![1, 0, 2], 0), eights.clone()]);
    assert_eq!(order(Schedule::Gto, 2), [whole.clone(), eights.clone(), (vec![0, 1], 0), (vec![2], 0)]);
    assert_eq!(order(Schedule::Lgto, 2), [(vec![0, 2], 0x08), (vec![8, 9], 0x80), (vec![1], 0), (vec![4], 0)]);
}

#[test]
fn a_whole_gang_that_gets_ready_loses_no_cycle_to_smaller_units() {
    let mut unit = crowd_in(cfg(Schedule::Bgto, 2));
    unit.step(cycle());
    // gang 4 comes back, filled, while smaller ones could go on for three cycles more
    unit.act(cycle().report(1, 0xff, 7).busy(0xff));
    unit.fill_all();
    unit.act(cycle().wake(1, 0xff).busy(0xff));
    assert_eq!(issued(&unit.idle()), gangs(&[4], 0));
    assert_eq!(issued(&unit.idle()), gangs(&[1, 0], 0x80));
}

#[test]
fn a_busy_slice_stops_its_units_and_no_others() {
    let mut unit = crowd_in(cfg(Schedule::Bgto, 2));
    assert_eq!(issued(&unit.step(cycle().busy(0xff))), gangs(&[], 0));
    // of the gangs only 2 and 9 have neither of the slices 0 and 3
    assert_eq!(issued(&unit.step(cycle().busy(0x09))), gangs(&[9], 0x80));
    assert_eq!(issued(&unit.step(cycle().busy(0x01))), gangs(&[1, 2], 0));
    assert_eq!(issued(&unit.idle()), gangs(&[4], 0));
}

#[test]
fn the_greedy_gang_is_the_first_of_the_last_cycle() {
    let mut unit = Driver::new(cfg(Schedule::Gto, 2));
    for set in [1, 2] {
        unit.step(cycle().launch(set, 0x0f << (4 * (set - 1)), 0).busy(0xff));
    }
    unit.fill_all();
    assert_eq!(issued(&unit.idle()), gangs(&[4, 8], 0), "the older one first");
    assert_eq!(unit.q.greedy(0), 4);
    // an older set that comes back does not go before the greedy one
    unit.step(cycle().launch(0, 0xff, 0).busy(0xff));
    unit.step(cycle().report(2, 0xf0, 1).wake(2, 0xf0).busy(0xff));
    unit.fill_all();
    assert_eq!(issued(&unit.step(cycle().busy(0x01))), gangs(&[8], 0));
    assert_eq!(unit.q.greedy(0), 8);
    unit.step(cycle().report(1, 0x0f, 1).wake(1, 0x0f).busy(0xff));
    unit.step(cycle().report(2, 0xf0, 1).wake(2, 0xf0).busy(0xff));
    unit.fill_all();
    assert_eq!(issued(&unit.idle()), gangs(&[8, 4], 0));
    assert_eq!(issued(&unit.idle()), gangs(&[0], 0));
}

#[test]
fn by_turns_the_first_comes_after_the_first_of_the_last_cycle() {
    let mut unit = crowd_in(cfg(Schedule::Lrr, 2));
    let ids: Vec<Vec<u16>> = (0..4).map(|_| issued(&unit.idle()).gangs).collect();
    // after the launches, of which 0 was the last; 4 is the first after 1, and 9 waits for its turn
    // after 8
    assert_eq!(ids, [vec![1, 2], vec![4], vec![8, 9], vec![0]]);
}

#[test]
fn gangs_fetch_by_size_then_by_id_in_turn() {
    let mut unit = Driver::new(Config { fetches: 2, ports: 8, ..cfg(Schedule::Bgto, 2) });
    unit.executing(0);
    unit.executing(2);
    assert_eq!(unit.q.fetched(0), 8);
    unit.step(parted(0, &[1, 1, 2, 2, 1, 1, 2, 2]));
    unit.step(parted(2, &[1, 1, 2, 2, 1, 1, 2, 2]).launch(3, 0xff, 5));
    // the whole set is bigger than the halves that could be fetched in this cycle
    assert_eq!(fetched(&unit.idle()), [(3, 0xff, 5)]);
    // of equal ones the turn goes on after 12: from 0; 9 is the first that fits beside it
    assert_eq!(fetched(&unit.idle()), [(0, 0x33, 1), (0, 0xcc, 2)]);
    assert_eq!(unit.q.fetched(0), 0);
    assert_eq!(fetched(&unit.idle()), [(2, 0x33, 1), (2, 0xcc, 2)]);
    assert_eq!(fetched(&unit.idle()), []);
}

#[test]
fn whole_gangs_of_one_entry_fetch_and_issue_side_by_side() {
    let mut unit = Driver::new(Config { fetches: 4, ports: 8, ..cfg(Schedule::Bgto, 4) });
    for set in 0..4 {
        unit.step(cycle().launch(set, 0x03 << (2 * set), 0).busy(0xff));
    }
    unit.fill_all();
    assert_eq!(issued(&unit.idle()), gangs(&[0, 4, 8, 12], 0));
    let back = |event: Cycle, set: u8| event.report(set, 0x03 << (2 * set), 1).wake(set, 0x03 << (2 * set));
    unit.act((0..4).fold(cycle(), back));
    assert_eq!(fetched(&unit.idle()).len(), 4);
}

#[test]
fn a_slice_issues_the_first_of_its_singletons_in_the_cycle() {
    let mut unit = Driver::new(cfg(Schedule::Gto, 1));
    for (set, mask) in [(0, 0xff), (1, 0x80), (2, 0x80)] {
        unit.step(cycle().launch(set, mask, 0).busy(0xff));
    }
    unit.fill_all();
    assert_eq!(issued(&unit.idle()), gangs(&[0], 0));
    let sets: Vec<u8> = (0..2).map(|_| unit.idle().alone_set[7]).collect();
    assert_eq!(sets, [1, 2], "the gang held up both, and the older one goes first");
    assert_eq!((unit.q.alone_pick(7), unit.q.issue_pick(0)), (None, None), "nothing is picked ahead");
}
