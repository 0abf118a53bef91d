//! Tests of swaps of the virtual thread controller, worked by hand, with the cycle of every event.

use crate::vtc;
use crate::vtc::{Driver, assign, barrier, copied, demand, exit, issue, preset, stall, wake, write};
use heddle_contract::vtc::{Config, In};
use heddle_golden::vtc::Protocol;

/// One slot, two warps a CTA, contexts of three beats in rows 9-11, 6-8, 3-5. CTA 0 is active, the
/// others of `ctas` are ready.
fn tiny(ctas: u8) -> Driver {
    let mut unit = Driver::kernel(&preset("tiny"), 2, 3, 1);
    unit.assign(ctas);
    unit
}

/// Three slots and five CTAs of eight warps.
fn w8(barrier: bool, warps: u8, ctas: u8) -> Driver {
    let mut unit = Driver::kernel(&Config { barrier, ..preset("w8") }, warps, ctas, 3);
    unit.assign(ctas);
    unit
}

#[test]
fn a_first_activation_restores_nothing() {
    let mut unit = Driver::kernel(&preset("tiny"), 2, 3, 1);
    let first = unit.step(&assign());
    assert!(first.assign_ready && first.assign_cta == 0);
    // the handler finds it one cycle later, and shows it active in the next
    assert!(!unit.idle().activate_valid);
    let o = unit.idle();
    assert!(o.activate_valid && o.activate_fresh && !o.invalidate_valid && !o.restore_valid && !o.mem_valid);
    assert_eq!((o.activate_slot, o.activate_cta, o.activate_pwi, o.activate_vwi), (0, 0, 0, 0));
    assert!(unit.settle().iter().all(|o| !o.mem_valid && !o.restore_valid));
}

#[test]
fn a_swap_cycle_by_cycle() {
    let mut unit = tiny(2);
    unit.step(&stall(0));
    // the last warp stalls in cycle 0; the mark is seen there, and shows in cycle 1, which is the
    // first of the copy
    assert_eq!(unit.step(&stall(0)).marked, 0);
    let id = [0xaaaa_aaaa, 0xbbbb_bbbb, 0xcccc_cccc];
    let o = unit.step(&copied(|k| k as u64 + 1, id));
    assert_eq!((o.marked, o.copy_valid, o.copy_slot, o.copy_warp), (1, true, 0, 0));
    let o = unit.step(&copied(|k| k as u64 + 0x101, [0; 3]));
    assert_eq!((o.marked, o.copy_valid, o.copy_warp, o.invalidate_valid), (1, true, 1, false));
    // cycle 3: CTA 1 is fresh, and active at once; CTA 0 is written to the rows at the top, the
    // lowest word first
    let o = unit.idle();
    assert_eq!((o.marked, o.copy_valid, o.invalidate_valid, o.invalidate_slot), (0, false, true, 0));
    assert_eq!((o.activate_valid, o.activate_cta, o.activate_fresh, o.activate_vwi), (true, 1, true, 2));
    assert_eq!((o.mem_valid, o.mem_write, o.mem_row), (true, true, 9));
    let header = 1 << 8 | 0xaaaa_aaaa_u128 << 13 | 0xbbbb_bbbb_u128 << 45 | 0xcccc_cccc_u128 << 77;
    assert_eq!(&o.mem_data[..4], &[header as u64, (header >> 64) as u64, 1, 2]);
    let o = unit.idle();
    assert_eq!((o.mem_row, &o.mem_data[..4]), (10, &[3, 4, 5, 0x101][..]));
    let o = unit.idle();
    assert_eq!((o.mem_row, &o.mem_data[..4]), (11, &[0x102, 0x103, 0x104, 0x105][..]));
    assert!(!unit.idle().mem_valid);

    // back again: nothing was pending, so it is ready. Copy in cycles 1 and 2, three beats to read
    // in 3, 4, 5, the last one arrives in 6
    unit.step(&stall(0));
    unit.step(&stall(0));
    assert!(unit.idle().copy_valid && unit.idle().copy_valid);
    for beat in 0..4 {
        let o = unit.idle();
        assert_eq!((o.mem_valid, o.mem_write), (beat < 3, beat == 3 && o.mem_write), "beat {beat}");
        assert!(beat == 3 || o.mem_row == 9 + beat);
        assert_eq!((o.restore_valid, o.invalidate_valid), (beat > 0, beat == 0));
        assert!(beat == 0 || (o.restore_slot, o.restore_beat) == (0, beat - 1));
        assert!(!o.activate_valid && o.marked == 0);
    }
    // cycle 7: active, and the other one goes to its own rows
    let o = unit.idle();
    assert_eq!((o.activate_valid, o.activate_cta, o.activate_fresh, o.activate_vwi), (true, 0, false, 0));
    assert_eq!((o.mem_valid, o.mem_write, o.mem_row), (true, true, 6));
    assert_eq!((unit.idle().mem_row, unit.idle().mem_row, unit.idle().mem_valid), (7, 8, false));
    // its warps run again
    unit.step(&stall(0));
    unit.step(&stall(0));
    assert_eq!(unit.idle().marked, 1);
}

#[test]
fn a_wake_in_any_copy_cycle_stops_the_swap() {
    for last in 0..5 {
        let mut unit = w8(false, 5, 4);
        unit.stall_all(1);
        for warp in 0..last {
            assert_eq!(unit.idle().copy_warp, warp);
        }
        let before = unit.queue();
        assert_eq!(unit.step(&wake(1)).copy_warp, last);
        // the handler is idle, nothing has changed, and another stall marks it again
        let o = unit.step(&stall(1));
        assert!(!o.copy_valid && !o.invalidate_valid && o.marked == 0);
        assert_eq!((unit.queue(), unit.q.slots[1].owner), (before, Some(1)));
        let o = unit.idle();
        assert_eq!((o.copy_valid, o.copy_slot, o.copy_warp), (true, 1, 0));
    }
}

#[test]
fn a_wake_after_the_last_copy_cycle_is_too_late() {
    let mut unit = tiny(2);
    unit.stall_all(0);
    unit.idle();
    unit.idle();
    assert!(unit.idle().invalidate_valid && !unit.legal(&In { wake_slot: 0, ..wake(0) }));
}

#[test]
fn the_snapshot_counts_after_the_writeback_of_its_cycle() {
    // pending registers, those written in the snapshot's cycle, the counter
    for (pending, written, left) in [(0, 0, 0), (3, 0, 3), (3, 2, 1), (3, 3, 0)] {
        let mut unit = tiny(2);
        unit.step(&issue(0, pending));
        unit.stall_all(0);
        unit.idle();
        let o = unit.step(&In { writeback_valid: written != 0, ..write(0, 0, written) });
        assert_eq!((o.copy_warp, o.writeback_hit), (1, written != 0));
        assert_eq!((unit.q.ctas[0].counter, unit.q.slots[0].pending), (left, 0));
        assert_eq!(unit.queue(), if left == 0 { vec![0] } else { vec![] });
        assert!(unit.idle().invalidate_valid);
    }
}

#[test]
fn an_inactive_cta_waits_for_every_register() {
    let mut unit = Driver::kernel(&preset("w8"), 2, 2, 1);
    unit.assign(2);
    // a load of four and an instruction that writes one
    unit.step(&issue(0, 4));
    unit.step(&issue(0, 1));
    unit.stall_all(0);
    unit.settle();
    assert_eq!(unit.q.ctas[0].counter, 5);
    // the slot belongs to CTA 1 by now, whose scoreboard stays as it is
    unit.step(&issue(0, 2));
    for (written, left) in [(1, 4), (3, 1), (1, 0)] {
        assert!(unit.queue().is_empty());
        assert!(!unit.step(&write(0, 0, written)).writeback_hit);
        assert_eq!((unit.q.ctas[0].counter, unit.q.slots[0].pending), (left, 2));
    }
    assert_eq!(unit.queue(), [0]);
    assert!(unit.step(&write(0, 1, 2)).writeback_hit);
    assert_eq!(unit.q.slots[0].pending, 0);
    // only what is pending, and only from its slot
    assert!(!unit.legal(&write(0, 0, 1)) && !unit.legal(&write(0, 1, 1)));
}

#[test]
fn first_ready_first_served() {
    // five CTAs, three slots: 3 and 4 wait, fresh; what goes out stands behind them
    let mut unit = w8(false, 2, 5);
    assert_eq!(unit.queue(), [3, 4]);
    unit.step(&issue(0, 1));
    unit.stall_all(0);
    unit.settle();
    unit.stall_all(1);
    unit.settle();
    // CTA 1 had nothing pending, CTA 0 has: 1 is ready before it
    assert_eq!(unit.queue(), [1]);
    unit.step(&write(0, 0, 1));
    assert_eq!(unit.queue(), [1, 0]);
    unit.stall_all(2);
    unit.settle();
    assert_eq!((unit.queue(), unit.q.slots[2].owner), (vec![0, 2], Some(1)));
}

#[test]
fn three_join_in_one_cycle_in_order() {
    let mut unit = Driver::kernel(&preset("w8"), 2, 5, 1);
    unit.assign(2);
    // CTA 0 goes out with a register pending; then, in the last cycle of CTA 1's copy, it is
    // written, CTA 1 goes out, and CTA 3 comes
    unit.step(&issue(0, 1));
    unit.stall_all(0);
    unit.settle();
    unit.step(&assign());
    unit.stall_all(0);
    unit.idle();
    let o = unit.step(&In { assign_valid: true, ..write(0, 0, 1) });
    assert_eq!((o.copy_valid, o.copy_warp, o.assign_cta, o.writeback_hit), (true, 1, 3, false));
    assert_eq!((unit.queue(), unit.q.slots[0].owner), (vec![0, 1, 3], Some(2)));
}

#[test]
fn what_becomes_ready_in_a_cycle_is_not_found_in_it() {
    let mut unit = tiny(2);
    unit.step(&issue(0, 1));
    unit.stall_all(0);
    unit.settle();
    unit.stall_all(0);
    // marked, but nobody is ready
    assert!(unit.settle().iter().all(|o| o.marked == 1 && !o.copy_valid));
    assert!(!unit.step(&write(0, 0, 1)).copy_valid);
    assert!(!unit.idle().copy_valid && unit.idle().copy_valid);
}

#[test]
fn a_second_swap_waits_for_the_buffer() {
    let mut unit = w8(false, 8, 5);
    // both marked while the first one drains: 128 + 160 * 2 * 8 bits are three beats of 1024
    unit.stall_all(0);
    for _ in 0..8 {
        assert_eq!(unit.step(&In { demand: true, ..stall(1) }).copy_slot, 0);
    }
    for _ in 0..5 {
        let o = unit.step(&demand());
        assert!(!o.copy_valid && !o.mem_valid && o.marked == 0b10);
    }
    for _ in 0..3 {
        let o = unit.idle();
        assert!(o.mem_valid && o.mem_write && !o.copy_valid);
    }
    assert!(!unit.idle().copy_valid);
    let o = unit.idle();
    assert_eq!((o.copy_valid, o.copy_slot), (true, 1));
}

#[test]
fn demand_is_never_delayed() {
    // every pattern of demand over a restore and a drain: the beats are the same, and none meets a
    // demand
    for pattern in 0u32..1 << 9 {
        let mut unit = tiny(2);
        unit.stall_all(0);
        unit.settle();
        unit.stall_all(0);
        let mut rows = Vec::new();
        for cycle in 0..24 {
            let i = In { demand: pattern >> cycle & 1 == 1, ..In::default() };
            let o = unit.step(&i);
            assert!(!(o.mem_valid && i.demand));
            if o.mem_valid {
                rows.push((o.mem_write, o.mem_row));
            }
        }
        assert_eq!(rows, [(false, 9), (false, 10), (false, 11), (true, 6), (true, 7), (true, 8)], "{pattern:#b}");
    }
}

#[test]
fn a_free_slot_comes_before_a_marked_one() {
    let mut unit = Driver::kernel(&preset("w8"), 1, 5, 3);
    unit.assign(2);
    // slot 0 is marked, and slot 2 free, when CTA 2 comes
    unit.step(&stall(0));
    unit.step(&assign());
    unit.idle();
    let o = unit.idle();
    assert_eq!((o.activate_valid, o.activate_slot, o.activate_cta, o.marked), (true, 2, 2, 1));
    unit.step(&assign());
    unit.idle();
    assert_eq!(unit.idle().copy_slot, 0);
}

#[test]
fn a_cta_that_left_waits_for_a_free_slot_too() {
    let mut unit = tiny(2);
    unit.stall_all(0);
    unit.settle();
    // CTA 1 ends, and CTA 0 is restored to the slot that it leaves, with nothing to save
    unit.step(&exit(0));
    unit.step(&exit(0));
    assert!(!unit.idle().mem_valid);
    let seen = unit.settle();
    let beats = seen.iter().filter(|o| o.mem_valid).map(|o| (o.mem_write, o.mem_row)).collect::<Vec<_>>();
    assert_eq!(beats, [(false, 9), (false, 10), (false, 11)]);
    assert!(seen.iter().any(|o| o.activate_valid && o.activate_cta == 0 && !o.activate_fresh));
    assert!(seen.iter().all(|o| !o.invalidate_valid));
}

#[test]
fn marked_slots_take_turns() {
    let mut unit = Driver::kernel(&preset("w8"), 1, 5, 3);
    unit.assign(3);
    (0..3).for_each(|slot| unit.stall_all(slot));
    unit.step(&assign());
    unit.step(&assign());
    // each one stalls as soon as it is there
    let mut order = Vec::new();
    while order.len() < 7 {
        let runs = (0..3).find(|slot| unit.legal(&stall(*slot)));
        let o = unit.step(&runs.map_or_else(In::default, stall));
        if o.copy_valid {
            order.push(o.copy_slot);
        }
    }
    assert_eq!(order, [0, 1, 2, 0, 1, 2, 0]);
}

#[test]
fn warps_that_ended_do_not_count() {
    let mut unit = w8(false, 4, 4);
    unit.step(&exit(0));
    unit.step(&stall(0));
    unit.step(&stall(0));
    assert_eq!(unit.idle().marked, 0);
    // the last that runs ends: the others are all that live
    unit.step(&exit(0));
    assert_eq!(unit.idle().marked, 1);
    unit.settle();
    assert_eq!((unit.q.ctas[0].live, unit.q.ctas[0].active), (2, false));
}

#[test]
fn warps_at_a_barrier() {
    for counts in [false, true] {
        let mut unit = w8(counts, 3, 4);
        // nobody waits for memory
        for _ in 0..3 {
            unit.step(&barrier(0));
        }
        assert_eq!(unit.idle().marked, 0);
        unit.step(&vtc::open(0));
        unit.step(&barrier(0));
        unit.step(&stall(0));
        unit.step(&barrier(0));
        assert_eq!(unit.idle().marked, u16::from(counts));
        assert!(unit.idle().copy_valid == counts);
        // the barrier opens in the copy's last cycle: they run
        let o = unit.step(&vtc::open(0));
        assert_eq!((o.copy_valid, o.copy_warp), if counts { (true, 2) } else { (false, 0) });
        assert_eq!(unit.idle().marked, 0);
        assert_eq!(unit.q.ctas[0].running(), 2);
    }
}

#[test]
fn a_warp_that_arrives_as_the_barrier_opens_waits_for_the_next() {
    let mut unit = w8(true, 3, 3);
    unit.step(&barrier(0));
    unit.step(&In { barrier_valid: true, barrier_slot: 0, ..vtc::open(0) });
    assert_eq!(unit.q.ctas[0].waiting, 1);
}

#[test]
fn warps_at_a_barrier_stay_there_across_a_swap() {
    let mut unit = w8(true, 3, 4);
    unit.step(&barrier(0));
    unit.stall_all(0);
    unit.settle();
    assert_eq!((unit.q.ctas[0].waiting, unit.q.ctas[0].active), (1, false));
    unit.stall_all(0);
    unit.settle();
    let cta = unit.q.ctas[0];
    assert_eq!((cta.active, cta.waiting, cta.counter, cta.running()), (true, 1, 0, 2));
}

#[test]
fn an_activation_is_due_for_as_long_as_stated_and_no_longer() {
    let mut unit = tiny(2);
    unit.stall_all(0);
    unit.settle();
    unit.stall_all(0);
    let mut longest = 0;
    // from one activation to the next, with the slot marked again before the drain is over
    while !unit.idle().activate_valid {}
    let patience = Protocol::patience(&unit.q);
    assert_eq!((patience, unit.p.waited), (2 * 3 + 2 + 2, 1));
    unit.stall_all(0);
    loop {
        longest = longest.max(unit.p.waited);
        if unit.idle().activate_valid {
            break;
        }
    }
    assert_eq!(longest, patience);
}
