//! Tests of the ganging unit with worked examples: the issue of each order, and how gangs split and
//! re-form (VWS 4.4, 4.5, 6.3, 6.5).

use crate::gang::driver::{Driver, cycle, issued, parted, preset};
use heddle_contract::gang::{Config, Schedule, Split};

/// Gangs that are all ready: 0 in slices 0 to 3 at PC 30, 4 in all slices at 20, 8 in slices 4 to 7
/// at 10, and 9 in slices 2 and 3 at 40. Set 0 is the oldest; gang 8 was issued last at port 0, and
/// is held there; so is gang 9, if there is a port 1.
fn four_gangs(schedule: Schedule, issue: u32) -> Driver {
    let mut unit = Driver::new(Config { sets: 3, schedule, issue, split: Split::Group, ..preset("paper") });
    for (set, mask, pc) in [(0, 0x0f, 30), (1, 0xff, 20), (2, 0xfc, 10)] {
        unit.step(cycle().launch(set, mask, pc));
    }
    let fetches = |unit: &mut Driver| (0..6).for_each(|_| _ = unit.idle());
    fetches(&mut unit);
    // buffers of the other sets stay empty meanwhile
    unit.step(cycle().fill(2, 0xfc));
    fetches(&mut unit);
    // slices 2 and 3 leave, and the others keep the entry
    unit.step(cycle().report(2, 0xfc, 10).memory(2, 0x0c));
    fetches(&mut unit);
    for (mask, pc) in [(0x0c, 40), (0xf0, 10)] {
        unit.step(cycle().wake(2, mask & !unit.set(2).ready).fill(2, mask));
        fetches(&mut unit);
        unit.step(cycle().report(2, mask, pc).wake(2, mask));
        fetches(&mut unit);
    }
    unit.fill_all();
    assert_eq!((unit.table(2), unit.q.greedy(0)), ((vec![0xf0, 0x0c, 0, 0], 0), 8));
    unit
}

#[test]
fn orders_choose_among_the_same_gangs() {
    // What goes after these, with one and with two gangs a cycle, and the slices that two ports
    // leave to singletons. Gang 9 is issued together with gang 8, where there is a port for it.
    for (schedule, one, two, left) in [
        (Schedule::Bgto, 4, 4, 0),
        (Schedule::Gto, 0, 0, 0xf0),
        (Schedule::Lgto, 9, 0, 0xf0),
        (Schedule::Lrr, 9, 0, 0xf0),
        (Schedule::Lpc, 4, 4, 0),
    ] {
        let goes = |issue: u32, held: &[u16]| {
            let mut unit = four_gangs(schedule, issue);
            assert_eq!(issued(&unit.idle()).gangs, held, "{schedule:?}");
            let o = unit.idle();
            let taken = (0..4).filter(|k| o.issue_valid[*k]).fold(0, |taken, k| taken | o.issue_mask[k]);
            (issued(&o).gangs, !taken)
        };
        assert_eq!(goes(1, &[8]).0, [one], "{schedule:?}");
        assert_eq!(goes(2, &[8, 9]), (vec![two], left), "{schedule:?}");
    }
}

/// A unit that executes all of set 0.
fn executing(split: Split, partners: u32) -> Driver {
    let mut unit = Driver::new(Config { sets: 1, split, partners, ..preset("paper") });
    unit.executing(0);
    unit
}

#[test]
fn control_divergence_makes_four_gangs_at_most() {
    for (places, gangs, alone) in [
        ("aabbccdd", [0x03, 0x0c, 0x30, 0xc0], 0),
        ("abbccdee", [0x06, 0x18, 0xc0, 0], 0x21),
        ("aaaaaaab", [0x7f, 0, 0, 0], 0x80),
        ("abcdefgh", [0; 4], 0xff),
    ] {
        let mut unit = executing(Split::Control, 0);
        let pcs: Vec<u64> = places.bytes().map(u64::from).collect();
        unit.act(parted(0, &pcs));
        assert_eq!(unit.table(0), (gangs.to_vec(), alone), "{places}");
    }
}

/// Data come for slices 0, 1, 2, 3 and 5 in one cycle, for 4 and 6 later, and for 7 at last.
#[test]
fn memory_divergence_waits_or_tears() {
    const WAKES: [u8; 3] = [0b0010_1111, 0b0101_0000, 0b1000_0000];
    let whole = || (vec![0xff, 0, 0, 0], 0);
    for (split, tables) in [
        (Split::Control, [whole(), whole(), whole()]),
        (Split::Impatient, [(vec![0; 4], 0xff), (vec![0; 4], 0xff), (vec![0; 4], 0xff)]),
        (Split::Group, [(vec![0xd0, 0x2f, 0, 0], 0), (vec![0x50, 0x2f, 0, 0], 0x80), (vec![0x50, 0x2f, 0, 0], 0x80)]),
    ] {
        let mut unit = executing(split, 0);
        unit.act(cycle().report(0, 0xff, 1));
        for (wake, table) in WAKES.into_iter().zip(tables) {
            unit.act(cycle().memory(0, wake));
            assert_eq!(unit.table(0), table, "{split:?} after {wake:#010b}");
        }
    }
}

/// Two gangs and a warp alone at one PC form one gang again, two partners at a look.
#[test]
fn three_units_form_a_gang_in_two_looks() {
    let mut unit = Driver::new(Config { sets: 1, partners: 2, ..preset("paper") });
    unit.step(cycle().launch(0, 0b0011_1011, 0));
    unit.settle();
    unit.idle();
    unit.step(cycle().report(0, 0b11, 1).report(0, 0b1000, 2).report(0, 0b11_0000, 3).wake(0, 0b0011_1011));
    unit.settle();
    unit.drain(0..1);
    assert_eq!(unit.table(0), (vec![0b11, 0b11_0000, 0, 0], 0b1000));
    unit.act(cycle().report(0, 0b0011_1011, 9));
    unit.idle();
    assert_eq!(unit.table(0), (vec![0b1011, 0b11_0000, 0, 0], 0));
    unit.idle();
    assert_eq!(unit.table(0), (vec![0b11_1011, 0, 0, 0], 0));
}

/// Cycles between two issues of a gang, at most, when eight gangs report, wake and are filled as
/// soon as they can.
fn longest_wait(schedule: Schedule) -> u64 {
    let cfg = Config { sets: 8, issue: 1, fetches: 4, ports: 8, schedule, ..preset("paper") };
    let mut unit = Driver::new(cfg);
    (0..8).for_each(|set| _ = unit.step(cycle().launch(set, 0xff, 0).busy(0xff)));
    unit.settle();
    let (mut last, mut longest, mut next) = ([0; 8], 0, cycle());
    for now in 0..400 {
        let o = unit.step(std::mem::take(&mut next));
        if o.gang_fetch[0] {
            next = next.fill(o.gang_fetch_set[0], 0xff);
        }
        if o.issue_valid[0] {
            let set = (o.issue_id[0] / 4) as u8;
            last[usize::from(set)] = now;
            next = next.report(set, 0xff, 0).wake(set, 0xff);
        }
        longest = last.iter().map(|at| now - at).max().unwrap_or(0).max(longest);
    }
    longest
}

#[test]
fn by_turns_no_gang_waits_longer_than_all_others_take() {
    assert_eq!(longest_wait(Schedule::Lrr), 7);
    // an order by age leaves the youngest behind while the others are enough
    assert!(longest_wait(Schedule::Gto) > 300);
}
