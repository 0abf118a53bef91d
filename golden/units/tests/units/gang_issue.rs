//! What the ganging unit issues, and what it fetches for, cycle by cycle (VWS 4.1, 4.6, 6.3).

use crate::gang;
use crate::gang::driver::{Driver, Issued, cycle, issued, parted, preset};
use heddle_contract::Config as _;
use heddle_contract::gang::{Config, Out, Schedule};

fn cfg(schedule: Schedule, issue: u32) -> Config {
    Config { sets: 4, schedule, issue, ..preset("paper") }
}

/// The gangs that fetch: set, buffers to fill, PC.
fn fetched(o: &Out) -> Vec<(u8, u8, u64)> {
    let fetches = (0..o.gang_fetch.len()).filter(|k| o.gang_fetch[*k]);
    fetches.map(|k| (o.gang_fetch_set[k], o.gang_fetch_mask[k], o.gang_fetch_pc[k])).collect()
}

fn gangs(ids: &[u16], alone: u8) -> Issued {
    Issued { gangs: ids.to_vec(), alone }
}

#[test]
fn the_life_of_an_instruction() {
    let mut unit = Driver::new(cfg(Schedule::Bgto, 2));
    let o = unit.step(cycle().launch(2, 0xff, 77));
    assert_eq!((o.gang_fetch[0], o.issue_valid[0]), (false, false));
    let o = unit.idle();
    assert_eq!(fetched(&o), [(2, 0xff, 77)]);
    assert!(!unit.step(cycle().fill(2, 0x7f)).gang_fetch[0], "it is being fetched");
    assert!(!unit.step(cycle().fill(2, 0x80)).issue_valid[0], "one buffer was still empty");
    let o = unit.idle();
    assert_eq!((o.issue_valid[0], o.issue_id[0], o.issue_mask[0], o.issue_pc[0]), (true, 8, 0xff, 77));
    // the report and the wake may come at once; the wake may also come after any time
    let o = unit.step(cycle().report(2, 0xff, 78));
    assert_eq!((o.issue_valid[0], o.gang_fetch[0]), (false, false));
    assert_eq!(fetched(&unit.idle()), [(2, 0xff, 78)]);
    unit.step(cycle().fill(2, 0xff));
    assert!(!unit.idle().issue_valid[0], "it is not ready");
    unit.step(cycle().wake(2, 0xfe));
    assert!(!unit.step(cycle().wake(2, 0x01)).issue_valid[0], "one was not ready");
    assert!(unit.idle().issue_valid[0]);
    assert!(!unit.idle().issue_valid[0]);
}

/// Gangs that are all ready: in set 0, two of two and four; in set 1, one of eight; in set 2, two of three and singletons; set 2 is
/// the oldest, then set 0, then set 1. PCs grow with the set, and fall with the entry.
fn crowd(schedule: Schedule, issue: u32) -> Driver {
    let mut unit = Driver::new(cfg(schedule, issue));
    for set in [2, 0, 1] {
        unit.step(cycle().launch(set, 0xff, 0).busy(0xff));
    }
    unit.settle();
    while (0..3).any(|set| unit.set(set).known != 0) {
        unit.idle();
    }
    unit.part(0, &[29, 29, 28, 28, 28, 28, 27, 27]);
    unit.part(1, &[33; 8]);
    unit.part(2, &[49, 49, 49, 41, 48, 48, 48, 42]);
    unit.settle();
    unit
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
    // set 1's gang was the last to be issued: 4 is greedy
    assert_eq!(one_a_cycle(Schedule::Bgto), [4, 1, 8, 9, 0, 2]);
    assert_eq!(one_a_cycle(Schedule::Gto), [4, 8, 9, 0, 1, 2]);
    assert_eq!(one_a_cycle(Schedule::Lgto), [0, 2, 8, 9, 1, 4]);
    assert_eq!(one_a_cycle(Schedule::Lpc), [2, 1, 0, 4, 9, 8]);
    // by turns: after the launches 4, 8 and 0 went, in this order, since all begins with 1
    assert_eq!(one_a_cycle(Schedule::Lrr), [1, 2, 4, 8, 9, 0]);
}

#[test]
fn gangs_that_are_issued_together_share_no_slice() {
    assert_eq!(until_empty(&mut crowd(Schedule::Bgto, 2)), [vec![4], vec![1, 0], vec![8, 9], vec![2]]);
    assert_eq!(until_empty(&mut crowd(Schedule::Bgto, 4)), [vec![4], vec![1, 0, 2], vec![8, 9]]);
    assert_eq!(until_empty(&mut crowd(Schedule::Gto, 4)), [vec![4], vec![8, 9], vec![0, 1, 2]]);
    // one that finds a slice taken is passed over
    assert_eq!(until_empty(&mut crowd(Schedule::Lgto, 2)), [vec![0, 2], vec![8, 9], vec![1], vec![4]]);
    assert_eq!(until_empty(&mut crowd(Schedule::Lgto, 4)), [vec![0, 2, 1], vec![8, 9], vec![4]]);
}

#[test]
fn singletons_fill_the_holes() {
    let mut unit = crowd(Schedule::Bgto, 4);
    assert_eq!(issued(&unit.idle()), gangs(&[4], 0));
    assert_eq!(issued(&unit.idle()), gangs(&[1, 0, 2], 0));
    assert_eq!(issued(&unit.idle()), gangs(&[8, 9], 0x88));
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
    assert_eq!(issued(&unit.step(cycle().busy(0x01))), gangs(&[1, 2], 0));
    assert_eq!(issued(&unit.step(cycle().busy(0xff))), gangs(&[], 0));
    assert_eq!(issued(&unit.step(cycle().busy(0x40))), gangs(&[8], 0x88));
    assert_eq!(issued(&unit.step(cycle().busy(0x01))), gangs(&[9], 0));
    assert_eq!(issued(&unit.idle()), gangs(&[4], 0));
    assert_eq!(issued(&unit.idle()), gangs(&[0], 0));
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
    assert_eq!(issued(&unit.idle()), gangs(&[8], 0), "the greedy one, before an older one");
    // the gang of that id ends, and a set that is younger still has it
    unit.step(cycle().end(2, 0xff).busy(0xff));
    unit.step(cycle().launch(3, 0xff, 0).busy(0xff));
    unit.step(cycle().launch(2, 0xff, 0).busy(0xff));
    unit.settle();
    assert_eq!(unit.q.greedy(), 8);
    assert_eq!(issued(&unit.idle()), gangs(&[8], 0));
    assert_eq!(issued(&unit.idle()), gangs(&[4], 0));
}

#[test]
fn a_slice_is_greedy_then_takes_the_oldest_or_goes_by_turns() {
    let order = |schedule| {
        let mut unit = Driver::new(cfg(schedule, 1));
        for (set, pc) in [(2, 5), (0, 9), (3, 1), (1, 7)] {
            unit.step(cycle().launch(set, 0x04, pc).busy(0xff));
        }
        unit.settle();
        let first = unit.idle().alone_set[2];
        // back it comes
        unit.step(cycle().report(first, 4, 11).wake(first, 4).busy(0xff));
        unit.settle();
        let then: Vec<u8> = (0..4).map(|_| unit.idle().alone_set[2]).collect();
        (first, then)
    };
    // 0 is greedy from the start, and 2 the oldest
    assert_eq!(order(Schedule::Bgto), (0, vec![0, 2, 3, 1]));
    assert_eq!(order(Schedule::Gto), (0, vec![0, 2, 3, 1]));
    assert_eq!(order(Schedule::Lgto), (0, vec![0, 2, 3, 1]));
    assert_eq!(order(Schedule::Lpc), (3, vec![2, 1, 0, 3]));
    assert_eq!(order(Schedule::Lrr), (1, vec![2, 3, 0, 1]));
}

#[test]
fn lower_entries_break_ties() {
    for schedule in [Schedule::Bgto, Schedule::Gto, Schedule::Lgto, Schedule::Lpc] {
        let mut unit = Driver::new(cfg(schedule, 1));
        unit.executing(3);
        unit.part(3, &[1, 1, 2, 2, 1, 2, 2, 1]);
        unit.settle();
        // nobody is greedy: a gang of set 0 was last
        unit.step(cycle().launch(0, 3, 0).busy(0xff));
        unit.settle();
        unit.step(cycle().busy(0xf0));
        assert_eq!(unit.q.greedy(), 0);
        assert_eq!(until_empty(&mut unit), [[12], [13]], "{schedule:?}");
    }
}

#[test]
fn gangs_fetch_by_turns() {
    let mut unit = crowd(Schedule::Bgto, 4);
    while (0..3).any(|set| unit.set(set).known != 0) {
        unit.idle();
    }
    // the last that fetched was 9, then singletons; four gangs ask
    let all = |cycle: gang::driver::Cycle| cycle.busy(0xff);
    unit.step(all(parted(2, &[1, 1, 1, 9, 2, 2, 2, 8])));
    // the cycle in which the next one reports is the cycle in which the first one fetches
    assert_eq!(fetched(&unit.step(all(parted(0, &[1, 1, 2, 2, 2, 2, 3, 3])))), [(2, 0x07, 1)]);
    assert_eq!(fetched(&unit.idle()), [(2, 0x70, 2)]);
    assert_eq!(fetched(&unit.idle()), [(0, 0x03, 1)]);
    assert_eq!(fetched(&unit.idle()), [(0, 0x3c, 2)]);
    assert_eq!(fetched(&unit.idle()), [(0, 0xc0, 3)]);
    assert_eq!(fetched(&unit.idle()), []);
}

/// Gangs that ask in one cycle: set 0 in quarters at PCs 1 to 4, set 1 whole at PC 5.
fn quarters_and_a_whole(fetches: u32) -> Driver {
    let mut unit = Driver::new(Config { fetches, ports: 8, ..cfg(Schedule::Bgto, 4) });
    unit.executing(0);
    unit.step(parted(0, &[1, 1, 2, 2, 3, 3, 4, 4]).launch(1, 0xff, 5));
    unit
}

#[test]
fn gangs_that_fetch_together_share_no_slice() {
    // the last turn was that of id 0: the quarters 1 to 3, then the whole gang of set 1, then quarter 0
    let [a, b, c, d, whole] = [(0, 0x03, 1), (0, 0x0c, 2), (0, 0x30, 3), (0, 0xc0, 4), (1, 0xff, 5)];
    let order = |fetches| {
        let mut unit = quarters_and_a_whole(fetches);
        let mut cycles = Vec::new();
        while let Some(fetches) = Some(fetched(&unit.idle())).filter(|fetches| !fetches.is_empty()) {
            cycles.push(fetches);
        }
        assert_eq!(unit.idle().count_gang, 6, "these, and the launch of set 0");
        cycles
    };
    assert_eq!(order(1), [vec![b], vec![c], vec![d], vec![whole], vec![a]]);
    assert_eq!(order(2), [vec![b, c], vec![d, a], vec![whole]]);
    assert_eq!(order(3), [vec![b, c, d], vec![whole], vec![a]]);
    assert_eq!(order(4), [vec![b, c, d, a], vec![whole]]);
}

#[test]
fn a_gang_that_finds_a_slice_taken_keeps_its_turn() {
    let mut unit = Driver::new(Config { fetches: 2, ports: 8, ..cfg(Schedule::Bgto, 4) });
    // half a set each, and a whole one
    for (set, mask) in [(0, 0x0f), (2, 0xf0), (3, 0xff)] {
        unit.step(cycle().launch(set, mask, 0));
        unit.settle();
        unit.idle();
    }
    unit.step(cycle().report(0, 0x0f, 1).report(2, 0xf0, 2).launch(1, 0xff, 5));
    // set 1 finds slices of set 0 taken; set 2 does not
    assert_eq!(fetched(&unit.step(cycle().report(3, 0xff, 9))), [(0, 0x0f, 1), (2, 0xf0, 2)]);
    // the next turn begins after set 0, which fetched first, and not after set 2
    assert_eq!(fetched(&unit.idle()), [(1, 0xff, 5)]);
    assert_eq!(fetched(&unit.idle()), [(3, 0xff, 9)]);
}

#[test]
fn as_many_gangs_as_ports_leave_none_to_a_slice() {
    for (ports, grant) in [(2, 0x00), (3, 0x01), (4, 0x03), (8, 0x3f)] {
        let mut unit = Driver::new(Config { fetches: 2, ports, ..cfg(Schedule::Bgto, 4) });
        unit.executing(0);
        unit.step(parted(0, &[1, 1, 1, 1, 2, 2, 2, 2]).launch(1, 0xff, 5).apart());
        let o = unit.idle();
        assert_eq!((fetched(&o).len(), o.want, o.grant), (2, 0xff, grant), "{ports} ports");
        let o = unit.idle();
        assert_eq!((o.count_gang, o.count_slice), (3, grant.count_ones()), "{ports} ports");
    }
}

#[test]
fn more_fetches_than_ports_are_refused() {
    let refused = |slices, ports, fetches| {
        let cfg = Config { slices, issue: 1, partners: 0, ports, fetches, ..preset("paper") };
        cfg.check().err().map(|error| error.to_string())
    };
    for (slices, ports, most) in [(8, 1, 1), (8, 3, 3), (8, 8, 4), (4, 8, 2), (2, 8, 1)] {
        assert_eq!(refused(slices, ports, most), None);
        for fetches in [0, most + 1] {
            let why = refused(slices, ports, fetches).unwrap_or_else(|| panic!("{fetches} of {most} are taken"));
            assert!(why.contains("fetches") && why.contains(&format!("1 to {most}")), "{why}");
        }
    }
}

#[test]
fn a_gang_with_a_fetch_under_way_waits_for_it() {
    let mut unit = Driver::new(Config { partners: 2, ..cfg(Schedule::Bgto, 2) });
    unit.step(cycle().launch(0, 0x03, 6).apart());
    // the two meet at once, one of them already on its way
    let o = unit.step(cycle().l0(0x01));
    assert_eq!((o.want, o.grant), (0x03, 0x03));
    assert_eq!(unit.table(0).0[0], 0x03);
    unit.step(cycle().fill(0, 0x01));
    assert!(!unit.idle().gang_fetch[0]);
    unit.step(cycle().fill(0, 0x02));
    assert_eq!(unit.idle().issue_mask[0], 0x03);
}

#[test]
fn the_ports_go_round() {
    for ports in [1, 2, 3, 8] {
        let mut unit = Driver::new(Config { ports, ..cfg(Schedule::Bgto, 2) });
        // one of each set in each slice, none of which is ever filled
        let mut next = 0;
        for set in 0..4 {
            let o = unit.step(cycle().launch(set, 0xff, 0).apart());
            if o.want != 0xff {
                assert_eq!((set, o.want), (0, 0));
                continue;
            }
            let expected = (0..ports as usize).fold(0u8, |grant, n| grant | 1 << ((next + n) % 8));
            assert_eq!(o.grant, expected, "{ports} ports");
            next = (next + ports as usize) % 8;
        }
        assert_eq!(next, 3 * ports as usize % 8, "every slice wanted in three cycles");
    }
}

#[test]
fn each_slice_gets_as_many_ports_as_any() {
    for ports in [1, 2, 3] {
        let mut unit = Driver::new(Config { ports, ..cfg(Schedule::Bgto, 2) });
        unit.step(cycle().launch(1, 0xff, 0).apart().busy(0xff));
        let mut grants = [0; 8];
        let mut fetching = 0;
        for _ in 0..800 {
            // what is filled is issued, reports and wants again
            let ready = unit.set(1).filled;
            let executing = unit.set(1).exists & !unit.set(1).known;
            let o = unit.step(cycle().fill(1, fetching).report(1, executing, 0).wake(1, executing));
            fetching = o.grant;
            (0..8).for_each(|s| grants[s] += o.grant >> s & 1);
            assert_eq!(o.alone, ready);
            if grants.contains(&200) {
                break;
            }
        }
        let (fewest, most) = (grants.iter().min().unwrap(), grants.iter().max().unwrap());
        assert!(*fewest > 10 && most - fewest <= 1, "{ports} ports: {grants:?}");
    }
}

#[test]
fn the_gang_comes_first_and_l0_needs_no_port() {
    let mut unit = Driver::new(Config { ports: 1, ..cfg(Schedule::Bgto, 2) });
    unit.step(cycle().launch(1, 0xf0, 0).apart());
    unit.step(cycle().launch(0, 0x0f, 0).l0(0x00));
    let o = unit.step(cycle().l0(0x40));
    assert_eq!((o.gang_fetch[0], o.want, o.grant), (true, 0xe0, 0x40), "the port is the gang's; slice 6 needs none");
    let o = unit.idle();
    assert_eq!((o.gang_fetch[0], o.want, o.grant), (false, 0xa0, 0x20));
    assert_eq!((o.count_gang, o.count_slice, o.count_local), (1, 1, 1));
    // an answer where nothing is wanted is none
    let o = unit.step(cycle().l0(0x0f));
    assert_eq!((o.want, o.grant), (0x80, 0x80));
    let o = unit.idle();
    assert_eq!((o.want, o.grant, o.count_gang, o.count_slice, o.count_local), (0, 0, 1, 3, 1));
}

#[test]
fn a_slice_fetches_for_its_sets_by_turns() {
    let mut unit = Driver::new(cfg(Schedule::Bgto, 2));
    for set in [3, 1, 0, 2] {
        unit.step(cycle().launch(set, 0x01, u64::from(10 + set)));
    }
    // 3 was granted while 1 was launched, and so on
    let o = unit.idle();
    assert_eq!((o.want, o.want_set[0], o.want_pc[0], o.grant), (1, 2, 12, 1));
    unit.step(cycle().fill(0, 1));
    unit.step(cycle().fill(1, 1));
    unit.step(cycle().report(0, 1, 20));
    unit.step(cycle().report(1, 1, 21));
    assert_eq!(unit.idle().want_set[0], 1, "0 was granted in the cycle before");
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
