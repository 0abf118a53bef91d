//! Launches, splits and re-forming of gangs, case by case (VWS 4.1, 4.3-4.5, 6.4, 6.5).

use crate::gang::driver::{Driver, cycle, issued, parted, preset};
use heddle_contract::gang::{Config, Split};

fn cfg(split: Split, partners: u32) -> Config {
    Config { sets: 3, split, partners, ..preset("paper") }
}

#[test]
fn a_launch_makes_one_gang_or_singletons() {
    let mut unit = Driver::new(cfg(Split::Control, 0));
    unit.step(cycle().launch(0, 0b1011_0000, 5));
    assert_eq!(unit.table(0), (vec![0b1011_0000, 0, 0, 0], 0));
    unit.step(cycle().launch(1, 0b0000_1000, 5));
    assert_eq!(unit.table(1), (vec![0; 4], 0b0000_1000), "one warp is no gang");
    // slice-only mode (4.1)
    unit.step(cycle().launch(2, 0xff, 5).apart());
    assert_eq!(unit.table(2), (vec![0; 4], 0xff));
    assert_eq!((unit.set(2).ready, unit.set(2).known, unit.set(2).filled), (0xff, 0xff, 0));
    assert!(unit.illegal(cycle().launch(2, 1, 5)), "the set is not free");
}

#[test]
fn warps_at_one_pc_stay_together() {
    // PCs by slice; gangs by entry, singletons
    let table: [([u64; 8], [u8; 4], u8); 8] = [
        ([7; 8], [0xff, 0, 0, 0], 0),
        ([1, 1, 1, 1, 2, 2, 2, 2], [0x0f, 0xf0, 0, 0], 0),
        ([2, 2, 2, 2, 1, 1, 1, 1], [0x0f, 0xf0, 0, 0], 0),
        ([1, 2, 1, 2, 1, 2, 1, 2], [0x55, 0xaa, 0, 0], 0),
        ([1, 2, 2, 1, 3, 3, 4, 4], [0x09, 0x06, 0x30, 0xc0], 0),
        ([9, 1, 1, 1, 1, 1, 1, 1], [0xfe, 0, 0, 0], 0x01),
        ([1, 2, 3, 2, 4, 4, 5, 6], [0x0a, 0x30, 0, 0], 0xc5),
        ([0, 1, 2, 3, 4, 5, 6, 7], [0, 0, 0, 0], 0xff),
    ];
    for (pcs, gangs, alone) in table {
        for split in [Split::Control, Split::Impatient, Split::Group] {
            let mut unit = Driver::new(cfg(split, 0));
            unit.executing(0);
            unit.act(parted(0, &pcs));
            assert_eq!(unit.table(0), (gangs.to_vec(), alone), "{pcs:?}");
            assert_eq!(unit.set(0).pc, pcs);
        }
    }
}

#[test]
fn classes_without_an_entry_take_those_that_were_free() {
    let mut unit = Driver::new(cfg(Split::Control, 0));
    unit.executing(0);
    unit.part(0, &[1, 1, 1, 1, 2, 2, 2, 2]);
    unit.settle();
    unit.drain(0..1);
    // both gangs of the set split in one cycle: the lowest free entry goes to the class with the
    // lowest slice
    unit.act(parted(0, &[1, 1, 2, 2, 3, 3, 4, 4]));
    assert_eq!(unit.table(0), (vec![0x03, 0x30, 0x0c, 0xc0], 0));

    // an entry that a gang leaves is free from the next cycle on
    let mut unit = Driver::new(cfg(Split::Control, 0));
    unit.executing(0);
    unit.part(0, &[1, 1, 2, 2, 2, 2, 2, 2]);
    unit.settle();
    unit.drain(0..1);
    unit.act(parted(0, &[1, 2, 3, 3, 4, 4, 5, 5]));
    assert_eq!(unit.table(0), (vec![0, 0x0c, 0x30, 0xc0], 0x03));
}

#[test]
fn control_alone_has_patience() {
    let mut unit = Driver::new(cfg(Split::Control, 0));
    unit.executing(0);
    unit.act(cycle().report(0, 0xff, 1));
    unit.act(cycle().memory(0, 0x0f));
    assert_eq!(unit.table(0), (vec![0xff, 0, 0, 0], 0));
    assert_eq!(unit.set(0).ready, 0x0f);
}

#[test]
fn an_impatient_gang_falls_apart() {
    let mut unit = Driver::new(cfg(Split::Impatient, 0));
    unit.executing(0);
    unit.act(cycle().report(0, 0xff, 1));
    // not on arithmetic
    unit.act(cycle().wake(0, 0x01));
    assert_eq!(unit.table(0).0[0], 0xff);
    unit.act(cycle().memory(0, 0x06));
    assert_eq!(unit.table(0), (vec![0; 4], 0xff));
}

#[test]
fn a_gang_that_is_ready_as_a_whole_is_not_torn() {
    for split in [Split::Impatient, Split::Group] {
        let mut unit = Driver::new(cfg(split, 0));
        unit.executing(0);
        unit.act(cycle().report(0, 0xff, 1));
        unit.act(cycle().memory(0, 0xff));
        assert_eq!(unit.table(0).0[0], 0xff, "all at once");
        unit.settle();
        unit.idle();
        unit.act(cycle().report(0, 0xff, 2));
        unit.act(cycle().wake(0, 0xf0));
        unit.act(cycle().memory(0, 0x0f));
        assert_eq!(unit.table(0).0[0], 0xff, "the last of them");
    }
}

#[test]
fn a_group_that_is_ready_leaves_and_the_rest_keeps_the_entry() {
    // who was ready before, who wakes from memory; gangs by entry, singletons
    let table: [(u8, u8, [u8; 4], u8); 6] = [
        (0x00, 0x0f, [0xf0, 0x0f, 0, 0], 0),
        (0x00, 0xf0, [0x0f, 0xf0, 0, 0], 0),
        (0x03, 0x0c, [0xf0, 0x0f, 0, 0], 0),
        (0x00, 0x01, [0xfe, 0, 0, 0], 0x01),
        // one that is not ready is no gang: the entry goes to those that are
        (0x00, 0x7f, [0x7f, 0, 0, 0], 0x80),
        (0x3f, 0x40, [0x7f, 0, 0, 0], 0x80),
    ];
    for (before, wakes, gangs, alone) in table {
        let mut unit = Driver::new(cfg(Split::Group, 0));
        unit.executing(0);
        unit.act(cycle().report(0, 0xff, 1));
        unit.act(cycle().wake(0, before));
        assert_eq!(unit.table(0).0[0], 0xff, "not on arithmetic");
        unit.act(cycle().memory(0, wakes));
        assert_eq!(unit.table(0), (gangs.to_vec(), alone), "{before:#x} {wakes:#x}");
    }
    // two that part
    let mut unit = Driver::new(Config { slices: 2, issue: 1, ..cfg(Split::Group, 0) });
    let mut unit_of_two = || {
        unit.executing(0);
        unit.act(cycle().report(0, 3, 1));
        unit.act(cycle().memory(0, 1));
        unit.table(0)
    };
    assert_eq!(unit_of_two(), (vec![0], 3));
}

#[test]
fn memory_and_control_divergence_in_one_cycle() {
    let pcs = [1, 1, 2, 2, 1, 1, 2, 3];
    let mut unit = Driver::new(cfg(Split::Group, 0));
    unit.executing(0);
    // ready: 0 to 3, at PCs 1 and 2; not ready: 4 and 5 at PC 1, two others
    unit.act(parted(0, &pcs).memory(0, 0x0f));
    assert_eq!(unit.table(0), (vec![0x30, 0x03, 0x0c, 0], 0xc0));

    let mut unit = Driver::new(cfg(Split::Impatient, 0));
    unit.executing(0);
    unit.act(parted(0, &pcs).memory(0, 0x0f));
    assert_eq!(unit.table(0), (vec![0; 4], 0xff));
}

#[test]
fn warps_end_together_or_one_by_one() {
    let mut unit = Driver::new(cfg(Split::Control, 0));
    unit.executing(0);
    unit.act(cycle().report(0, 0x7c, 1).end(0, 0x83));
    assert_eq!(unit.table(0), (vec![0x7c, 0, 0, 0], 0));
    unit.act(cycle().wake(0, 0x7c));
    unit.settle();
    unit.idle();
    unit.act(cycle().report(0, 0x40, 1).end(0, 0x3c));
    assert_eq!(unit.table(0), (vec![0; 4], 0x40), "one is no gang");
    unit.act(cycle().wake(0, 0x40));
    unit.settle();
    unit.idle();
    assert!(unit.illegal(cycle().launch(0, 1, 0)));
    unit.act(cycle().end(0, 0x40));
    assert_eq!((unit.set(0).exists, unit.q.alive()), (0, 0));
    unit.step(cycle().launch(0, 0x18, 3));
    assert_eq!(unit.table(0), (vec![0x18, 0, 0, 0], 0));

    let mut unit = Driver::new(cfg(Split::Control, 0));
    unit.executing(0);
    unit.act(cycle().end(0, 0xff));
    assert_eq!(unit.table(0), (vec![0; 4], 0));
}

#[test]
fn a_split_empties_the_buffers_of_those_whose_pc_moved() {
    let mut unit = Driver::new(cfg(Split::Control, 0));
    unit.executing(0);
    unit.act(cycle().report(0, 0xff, 5));
    unit.settle();
    assert_eq!(unit.set(0).filled, 0xff);
    unit.act(cycle().report(0, 0x0c, 6));
    assert_eq!(unit.table(0), (vec![0xf3, 0x0c, 0, 0], 0));
    assert_eq!((unit.set(0).filled, unit.set(0).known), (0xf3, 0xff));
    // to where it was: it stays, and is fetched again, alone
    unit.act(cycle().report(0, 0x02, 5));
    assert_eq!(unit.table(0).0[0], 0xf3);
    assert!(!unit.idle().gang_fetch[0], "it is picked");
    let o = unit.idle();
    assert_eq!((o.gang_fetch[0], o.gang_fetch_mask[0], o.gang_fetch_pc[0]), (true, 0x02, 5));
}

#[test]
fn a_gang_reports_as_one() {
    let mut unit = Driver::new(cfg(Split::Control, 0));
    unit.executing(0);
    assert!(unit.illegal(cycle().report(0, 0x7f, 1)), "one is missing");
    assert!(unit.illegal(cycle().wake(0, 0xff)), "a wake before the report");
    unit.act(cycle().report(0, 0xff, 1).wake(0, 0xff));
    assert!(unit.illegal(cycle().report(0, 0x01, 2)), "it is ready");
    assert!(unit.illegal(cycle().fill(0, 0x01)), "it is not being fetched");
}

/// A set in these units, known and at these PCs, that is looked at once: what became of it. The
/// entries are those of a split from one gang: in order of lowest slices.
fn meet(partners: u32, from: &[u64; 8], to: &[u64; 8]) -> (Vec<u8>, u8) {
    let mut unit = Driver::new(cfg(Split::Control, partners));
    unit.executing(0);
    unit.step(parted(0, from).wake(0, 0xff));
    unit.settle();
    unit.drain(0..1);
    unit.act(parted(0, to));
    unit.idle();
    unit.table(0)
}

const PAIRS: [u64; 8] = [1, 1, 2, 2, 3, 3, 4, 4];
const ALL: [u64; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

#[test]
fn units_that_meet_are_merged() {
    // two gangs: the first one's entry
    assert_eq!(meet(2, &PAIRS, &[9, 9, 5, 5, 9, 9, 6, 6]), (vec![0x33, 0x0c, 0, 0xc0], 0));
    // as many as may be, in order of place
    assert_eq!(meet(2, &PAIRS, &[9; 8]), (vec![0x0f, 0, 0x30, 0xc0], 0));
    assert_eq!(meet(3, &PAIRS, &[9; 8]), (vec![0x3f, 0, 0, 0xc0], 0));
    assert_eq!(meet(8, &PAIRS, &[9; 8]), (vec![0xff, 0, 0, 0], 0));
    assert_eq!(meet(8, &ALL, &[9; 8]), (vec![0xff, 0, 0, 0], 0));
    // singletons: the lowest free entry
    assert_eq!(meet(2, &ALL, &[1, 9, 3, 9, 5, 9, 7, 9]), (vec![0x0a, 0, 0, 0], 0xf5));
    assert_eq!(meet(2, &[1, 1, 2, 3, 4, 5, 6, 6], &[1, 1, 9, 3, 9, 5, 6, 6]), (vec![0x03, 0xc0, 0x14, 0], 0x28));
    // a singleton below a gang joins the gang's entry
    assert_eq!(meet(2, &[1, 2, 3, 3, 4, 4, 4, 4], &[9, 1, 2, 2, 9, 9, 9, 9]), (vec![0x0c, 0xf1, 0, 0], 0x02));
    // the group with the lowest place alone
    assert_eq!(meet(8, &PAIRS, &[7, 7, 5, 5, 5, 5, 7, 7]), (vec![0xc3, 0x0c, 0x30, 0], 0));
    // nobody meets
    assert_eq!(meet(8, &PAIRS, &PAIRS), (vec![0x03, 0x0c, 0x30, 0xc0], 0));
    assert_eq!(meet(0, &PAIRS, &[9; 8]), (vec![0x03, 0x0c, 0x30, 0xc0], 0), "I-VWS never re-forms");
}

#[test]
fn one_set_a_cycle_by_turns() {
    let mut unit = Driver::new(cfg(Split::Control, 8));
    let apart = |unit: &Driver| (0..3).filter(|set| unit.set(*set).alone != 0).collect::<Vec<_>>();
    // set 1 was looked at last
    unit.step(cycle().launch(1, 0x03, 9).apart());
    unit.idle();
    assert_eq!(apart(&unit), []);
    let all = cycle().busy(0xff);
    unit.step(all.clone().launch(0, 0xff, 9).apart());
    unit.step(all.clone().launch(2, 0xff, 9).apart());
    assert_eq!(apart(&unit), [2], "set 0 alone was there");
    unit.step(all);
    assert_eq!(apart(&unit), []);
}

#[test]
fn nothing_is_reformed_in_a_set_that_moves() {
    let mut unit = Driver::new(Config { sets: 1, ..cfg(Split::Control, 2) });
    unit.executing(0);
    unit.step(parted(0, &[1, 1, 2, 2, 3, 3, 4, 4]).wake(0, 0xf0));
    unit.settle();
    // the last two pairs are issued and report that they are where the others are
    assert_eq!(unit.idle().issue_mask[..2], [0x30, 0xc0]);
    unit.step(cycle().report(0, 0xf0, 1));
    let before = unit.table(0);
    unit.step(cycle().wake(0, 0x80).busy(0xff));
    assert_eq!((unit.table(0), unit.set(0).known), (before.clone(), 0xff), "a report acts");
    unit.step(cycle().report(0, 0x04, 7).busy(0xff));
    assert_eq!((unit.table(0), unit.set(0).ready), (before, 0x80), "a wake acts");
    unit.step(cycle().busy(0xff));
    assert_eq!(unit.table(0), (vec![0x03, 0, 0x30, 0xc0], 0x0c), "a report acts");
    unit.idle();
    assert_eq!(unit.table(0), (vec![0x33, 0, 0, 0xc0], 0x0c));
}

#[test]
fn a_warp_waits_at_a_sync_point_until_its_set_is_whole_or_time_is_over() {
    let waiting = |wait: u32| Config { sets: 1, sync_wait: wait, ..cfg(Split::Control, 2) };
    // cycles from the report to the issue of the second half, whose turn to fetch comes first; the
    // other half is not ready
    let alone = |wait: u32| {
        let mut unit = Driver::new(waiting(wait));
        unit.executing(0);
        unit.step(parted(0, &[1, 1, 1, 1, 2, 2, 2, 2]).sync(0xf0).wake(0, 0xf0));
        (0..3).for_each(|_| _ = unit.idle());
        unit.step(cycle().fill(0, 0xf0));
        let mut cycles = 5;
        while issued(&unit.idle()).gangs.is_empty() {
            cycles += 1;
        }
        cycles
    };
    // The report acts in cycle 1; picked in 2, fetched in 3, filled in 4, picked in 5, issued in 6.
    // Or, as soon as it has waited, picked and issued: it waits from cycle 2 on.
    for (wait, cycles) in [(0, 6), (1, 6), (2, 6), (3, 6), (4, 7), (10, 13), (255, 258)] {
        assert_eq!(alone(wait), cycles, "wait {wait}");
    }
    // whole again: it goes on at once
    let mut unit = Driver::new(waiting(100));
    unit.executing(0);
    unit.step(parted(0, &[1, 1, 1, 1, 2, 2, 2, 2]).sync(0x0f).wake(0, 0xff));
    unit.settle();
    let o = unit.idle();
    assert_eq!(
        (o.issue_valid[..2].to_vec(), o.issue_mask[1]),
        (vec![false, true], 0xf0),
        "the other half does not wait"
    );
    unit.act(cycle().report(0, 0xf0, 1).sync(0xf0).wake(0, 0xf0));
    unit.idle();
    assert_eq!(unit.table(0).0[0], 0xff, "it met the first half");
    unit.settle();
    let o = unit.idle();
    assert_eq!((o.issue_valid[0], o.issue_mask[0]), (true, 0xff));
    assert!(unit.set(0).waiting() == 0, "what is issued waits for nothing");
}

#[test]
fn a_singleton_that_is_all_of_its_set_does_not_wait() {
    let mut unit = Driver::new(Config { sync_wait: 100, ..cfg(Split::Control, 2) });
    unit.step(cycle().launch(1, 0x10, 3));
    unit.settle();
    unit.idle();
    unit.step(cycle().report(1, 0x10, 4).sync(0x10).wake(1, 0x10));
    unit.settle();
    assert_eq!(unit.idle().alone, 0x10);
}
