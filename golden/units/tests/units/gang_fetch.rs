//! What the ganging unit fetches for, cycle by cycle (VWS 4.1, 4.6).

use crate::gang::driver::{Cycle, Driver, crowd, cycle, fetched, parted, preset};
use heddle_contract::Config as _;
use heddle_contract::gang::{Config, Picks, Schedule};

fn cfg(schedule: Schedule, issue: u32) -> Config {
    Config { sets: 4, schedule, issue, ..preset("paper") }
}

#[test]
fn gangs_fetch_by_turns() {
    let mut unit = crowd(Schedule::Bgto, 4);
    unit.drain(0..3);
    // the last that fetched was 9, then singletons
    let all = |cycle: Cycle| cycle.busy(0xff);
    unit.step(all(parted(2, &[1, 1, 1, 9, 2, 2, 2, 8])));
    unit.step(all(parted(0, &[1, 1, 2, 2, 2, 2, 3, 3])));
    // set 0 reported a cycle later than set 2, of which 9 is held
    assert_eq!(fetched(&unit.idle()), [(2, 0x70, 2)]);
    assert_eq!(fetched(&unit.idle()), [(2, 0x07, 1)]);
    assert_eq!(fetched(&unit.idle()), [(0, 0x03, 1)]);
    assert_eq!(fetched(&unit.idle()), [(0, 0x3c, 2)]);
    assert_eq!(fetched(&unit.idle()), [(0, 0xc0, 3)]);
    assert_eq!(fetched(&unit.idle()), []);
}

/// Gangs that request a fetch in one cycle: set 0 in quarters at PCs 1 to 4, set 1 whole at PC 5.
/// Port 0 holds the pick of gang 0.
fn quarters_and_a_whole(fetches: u32) -> Driver {
    let mut unit = Driver::new(Config { fetches, ports: 8, ..cfg(Schedule::Bgto, 4) });
    unit.executing(0);
    unit.step(parted(0, &[1, 1, 2, 2, 3, 3, 4, 4]));
    unit.step(cycle().launch(1, 0xff, 5));
    unit
}

#[test]
fn gangs_that_fetch_together_share_no_slice() {
    // quarter 0 is held; after it come the quarters 1 to 3, and the whole gang of set 1
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
    assert_eq!(order(1), [vec![a], vec![b], vec![c], vec![d], vec![whole]]);
    // entries 0 and 2, 1 and 3: the last quarter finds slices taken, and is held
    assert_eq!(order(2), [vec![a], vec![c, b], vec![whole], vec![d]]);
    // entries 0 and 3, 1, 2
    assert_eq!(order(3), [vec![a], vec![d, b, c], vec![whole]]);
    // port 0 picks the whole gang, which is the biggest, though port 1 has its turn
    assert_eq!(order(4), [vec![a], vec![whole], vec![b, c, d]]);
}

#[test]
fn a_gang_that_finds_a_slice_taken_makes_way_for_one_cycle() {
    let mut unit = Driver::new(Config { fetches: 2, ports: 8, ..cfg(Schedule::Bgto, 4) });
    unit.executing(0);
    unit.executing(2);
    // two halves of each, and a whole set
    let halves = |set| parted(set, &[1, 1, 2, 2, 1, 1, 2, 2]);
    unit.step(halves(0));
    unit.step(halves(2).launch(3, 0xff, 5));
    // port 0 had set 2 last, and picks the whole set, which is bigger than the half at port 1
    unit.idle();
    assert_eq!((unit.q.fetch_pick(0), unit.q.fetch_pick(1)), (Some(12), Some(1)));
    assert_eq!(fetched(&unit.idle()), [(3, 0xff, 5)]);
    // the half makes way for another one
    assert_eq!((unit.q.fetch_pick(0), unit.q.fetch_pick(1)), (Some(0), Some(9)));
    assert_eq!(fetched(&unit.idle()), [(0, 0x33, 1), (2, 0xcc, 2)]);
    assert_eq!(fetched(&unit.idle()), [(2, 0x33, 1), (0, 0xcc, 2)]);
    assert_eq!(fetched(&unit.idle()), []);
}

#[test]
fn the_arbiter_of_fetches_goes_by_turns_of_ports() {
    // a quarter of set 0 in entry 1, and a set in the same slices at port 0, after a fetch of the
    // one port or the other
    for (last, first) in [(0, (0, 0x0c, 2)), (1, (1, 0x0c, 5))] {
        let mut unit = Driver::new(Config { fetches: 2, ports: 8, ..cfg(Schedule::Bgto, 4) });
        unit.executing(0);
        unit.part(0, &[1, 1, 2, 2, 3, 4, 5, 6]);
        unit.settle();
        unit.drain(0..1);
        for entry in if last == 0 { [1, 0] } else { [0, 1] } {
            unit.step(cycle().report(0, [0x03, 0x0c][entry], 9).wake(0, [0x03, 0x0c][entry]));
            unit.settle();
            unit.idle();
        }
        assert_eq!(unit.q.fetch_turn() as usize, last, "the port that came first");
        // port 1 holds its pick, which may be fetched when the report has acted
        unit.step(cycle().report(0, 0x0c, 2).launch(1, 0x0c, 5));
        unit.idle();
        assert_eq!((unit.q.fetch_pick(0), unit.q.fetch_pick(1)), (Some(4), Some(1)));
        assert_eq!(fetched(&unit.idle()), [first]);
        assert_eq!(fetched(&unit.idle()).len(), 1, "the other one was held");
    }
}

#[test]
fn as_many_gangs_as_ports_leave_none_to_a_slice() {
    for (ports, grant) in [(2, 0x00), (3, 0x10), (4, 0x30), (8, 0xf0)] {
        let mut unit = Driver::new(Config { fetches: 2, ports, ..cfg(Schedule::Bgto, 4) });
        unit.executing(0);
        // gang 0, which is held, makes way for another one while its report acts: so it is picked
        // together with gang 1
        unit.step(parted(0, &[1, 1, 2, 2, 3, 4, 5, 6]).launch(2, 0x0f, 7));
        unit.step(cycle().launch(1, 0xff, 5).apart());
        assert_eq!(fetched(&unit.idle()), [(2, 0x0f, 7)]);
        let o = unit.idle();
        assert_eq!((fetched(&o).len(), o.want, o.grant), (2, 0xf0, grant), "{ports} ports");
        unit.idle();
        let o = unit.idle();
        assert_eq!((o.count_gang, o.count_slice), (4, grant.count_ones()), "{ports} ports");
    }
}

#[test]
fn a_slice_for_which_a_gang_fetches_wants_nothing() {
    for picks in [Picks::Cycle, Picks::Ahead] {
        let mut unit = Driver::new(Config { picks, ports: 1, ..cfg(Schedule::Bgto, 2) });
        unit.step(cycle().launch(0, 0xff, 5).apart());
        let mut seen = Vec::new();
        for cycle in [cycle().launch(1, 0x3c, 7), cycle(), cycle(), cycle()] {
            let o = unit.step(cycle);
            seen.push((fetched(&o).len(), o.want, o.grant));
        }
        if picks == Picks::Ahead {
            assert_eq!(seen.remove(0), (0, 0, 0), "they are picked");
        } else {
            seen.pop();
        }
        assert_eq!(seen, [(0, 0xff, 0x01), (1, 0xc2, 0), (0, 0xfe, 0x02)], "{picks:?}");
    }
    // a member that is filled does not hold up its slice
    let mut unit = Driver::new(Config { picks: Picks::Cycle, ports: 8, ..cfg(Schedule::Bgto, 2) });
    unit.executing(0);
    unit.act(cycle().report(0, 0xff, 1));
    unit.fill_all();
    unit.act(cycle().end(0, 0xfc));
    unit.step(cycle().report(0, 0x01, 1));
    unit.step(cycle().launch(1, 0x03, 9).apart());
    let o = unit.idle();
    assert_eq!((fetched(&o), o.want), (vec![(0, 0x01, 1)], 0x02));
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
    unit.step(cycle().launch(0, 0x03, 6));
    unit.settle();
    unit.idle();
    unit.act(cycle().report(0, 0x01, 7).report(0, 0x02, 8).wake(0, 0x03));
    unit.settle();
    assert_eq!(unit.idle().alone, 0x03);
    // two units at one PC, whose picks are held: they meet in the cycle in which they are fetched
    unit.act(cycle().report(0, 0x03, 6).wake(0, 0x03));
    let o = unit.step(cycle().l0(0x01));
    assert_eq!((o.want, o.grant), (0x03, 0x03));
    assert_eq!(unit.table(0).0[0], 0x03);
    unit.step(cycle().fill(0, 0x01));
    (0..3).for_each(|_| assert!(!unit.idle().gang_fetch[0]));
    unit.step(cycle().fill(0, 0x02));
    assert_eq!(unit.idle().issue_mask[0], 0x03);
}

#[test]
fn the_ports_go_round() {
    for ports in [1, 2, 3, 8] {
        let mut unit = Driver::new(Config { ports, ..cfg(Schedule::Bgto, 2) });
        // one of each set in each slice, none of which is ever filled; they are wanted two cycles
        // after their launch
        let mut next = 0;
        for now in 0..6 {
            let o = unit.step(if now < 4 { cycle().launch(now, 0xff, 0).apart() } else { cycle() });
            if now < 2 {
                assert_eq!(o.want, 0);
                continue;
            }
            assert_eq!(o.want, 0xff);
            let expected = (0..ports as usize).fold(0u8, |grant, n| grant | 1 << ((next + n) % 8));
            assert_eq!(o.grant, expected, "{ports} ports");
            next = (next + ports as usize) % 8;
        }
    }
}

#[test]
fn each_slice_gets_as_many_ports_as_any() {
    for ports in [1, 2, 3] {
        let mut unit = Driver::new(Config { ports, ..cfg(Schedule::Bgto, 2) });
        unit.step(cycle().launch(1, 0xff, 0).apart().busy(0xff));
        let mut grants = [0; 8];
        let (mut fetching, mut picked) = (0, 0);
        for _ in 0..800 {
            // what is filled is issued, reports and wants again
            let ready = unit.set(1).filled;
            let executing = unit.set(1).exists & !unit.set(1).known & !unit.q.pending().report;
            let o = unit.step(cycle().fill(1, fetching).report(1, executing, 0).wake(1, executing));
            fetching = o.grant;
            (0..8).for_each(|s| grants[s] += o.grant >> s & 1);
            assert_eq!(o.alone, ready & picked);
            // each has one singleton, whose pick it holds
            picked |= ready;
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
    assert_eq!(unit.idle().grant, 0x10);
    let o = unit.step(cycle().l0(0x40));
    assert_eq!((o.gang_fetch[0], o.want, o.grant), (true, 0xe0, 0x40), "the port is the gang's; slice 6 needs none");
    let o = unit.idle();
    assert_eq!((o.gang_fetch[0], o.want, o.grant), (false, 0xa0, 0x20));
    assert_eq!((o.count_gang, o.count_slice, o.count_local), (0, 1, 0), "they are counted later");
    // an answer where nothing is wanted is none
    let o = unit.step(cycle().l0(0x0f));
    assert_eq!((o.want, o.grant), (0x80, 0x80));
    let o = unit.idle();
    assert_eq!((o.want, o.grant, o.count_gang, o.count_slice, o.count_local), (0, 0, 1, 2, 1));
    assert_eq!(unit.idle().count_slice, 3);
}

#[test]
fn a_slice_fetches_for_its_sets_by_turns() {
    let mut unit = Driver::new(cfg(Schedule::Bgto, 2));
    for set in [3, 1, 0, 2] {
        unit.step(cycle().launch(set, 0x01, u64::from(10 + set)));
    }
    // each is picked in the cycle after its launch, and granted in the next
    assert_eq!(unit.idle().want_set[0], 0);
    let o = unit.idle();
    assert_eq!((o.want, o.want_set[0], o.want_pc[0], o.grant), (1, 2, 12, 1));
    // a report acts as another set is launched: the turn is that of the first one after that which
    // was granted last
    for (reports, last, launched, first, second) in [(1, 2, 3, 3, 1), (1, 3, 2, 1, 2), (3, 0, 1, 1, 3), (1, 3, 0, 0, 1)]
    {
        let mut unit = Driver::new(cfg(Schedule::Bgto, 2));
        for set in [reports, last] {
            unit.step(cycle().launch(set, 1, 0));
            unit.settle();
            unit.idle();
        }
        unit.step(cycle().report(reports, 1, 20));
        unit.step(cycle().launch(launched, 1, 30));
        assert_eq!(unit.idle().want, 0);
        assert_eq!(unit.q.want_pick(0), Some(first));
        assert_eq!([unit.idle().want_set[0], unit.idle().want_set[0]], [first, second]);
    }
}

#[test]
fn a_fetch_is_counted_at_the_end_of_the_cycle_after_it() {
    let mut unit = Driver::new(cfg(Schedule::Bgto, 2));
    unit.step(cycle().launch(0, 0x0f, 0));
    unit.step(cycle().launch(1, 0x30, 0).apart());
    let counts = |unit: &mut Driver, l0| {
        let o = unit.step(cycle().l0(l0));
        ((fetched(&o).len(), o.grant), (o.count_gang, o.count_slice, o.count_local))
    };
    assert_eq!(counts(&mut unit, 0), ((1, 0), (0, 0, 0)));
    assert_eq!(counts(&mut unit, 0x10), ((0, 0x30), (0, 0, 0)));
    assert_eq!(counts(&mut unit, 0), ((0, 0), (1, 0, 0)));
    assert_eq!(counts(&mut unit, 0), ((0, 0), (1, 1, 1)));
    // a reset forgets those that are not counted yet
    unit.step(cycle().launch(2, 0x0f, 0));
    unit.idle();
    assert_eq!(counts(&mut unit, 0).0, (1, 0));
    let mut reset = cycle();
    reset.0.reset = true;
    unit.step(reset);
    (0..3).for_each(|_| assert_eq!(counts(&mut unit, 0), ((0, 0), (0, 0, 0))));
}
