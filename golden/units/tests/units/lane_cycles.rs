//! The lane's cycle counts, against models of a few lines and against numbers derived by hand.

use crate::driver::{Driver, Instr, instr, preset};
use heddle_contract::Config as _;
use heddle_contract::lane::{Config, kind, op};

/// STSIMT 3.2: as many cycles as aligned bundles with an active thread.
fn bundles(mask: u64, width: u32) -> u64 {
    (0..16).step_by(width as usize).filter(|t| mask >> t & ((1 << width) - 1) != 0).count() as u64
}

#[test]
fn every_mask_takes_as_many_cycles_as_it_has_active_bundles() {
    for width in [1, 2, 4] {
        let cfg = Config { threads: 16, width, queue: 16, lines: 32, ..preset("tiny") };
        cfg.check().unwrap();
        let mut lane = Driver::new(&cfg);
        for mask in 0..1u64 << 16 {
            let taken = lane.cycles_in_register(instr(op::MOV).dst(0).mask(mask));
            // an empty mask still spends one cycle in the instruction register
            assert_eq!(taken, bundles(mask, width).max(1), "mask {mask:#018b}, width {width}");
        }
    }
}

#[test]
fn worked_masks() {
    // 16 threads, width 4; thread 0 is the leftmost
    let table = [("1111000011110000", 2), ("1010101010101010", 4), ("1000011110000000", 3), ("1000011110000111", 4)];
    for (text, cycles) in table {
        let mask = text.chars().rev().fold(0, |mask, bit| mask << 1 | u64::from(bit == '1'));
        assert_eq!(bundles(mask, 4), cycles, "{text}");
    }
}

#[test]
fn guarded_threads_cost_no_cycle() {
    let mut lane = Driver::new(&preset("paper"));
    assert_eq!(lane.cycles_in_register(instr(op::MOV).dst(0).guard(0xff)), 8);
    assert_eq!(lane.cycles_in_register(instr(op::MOV).dst(0).guard(0)), 1);
}

#[test]
fn a_scalar_instruction_runs_as_one_thread() {
    let mut lane = Driver::new(&preset("paper"));
    assert_eq!(lane.cycles_in_register(instr(op::MOV).scalar().dst(0)), 1);
}

/// Registers 0 to 7 lie in different banks for every thread.
fn spread(d: u8, a: u8, b: u8, c: u8) -> Instr {
    instr(op::MAD).dst(d).source(0, kind::VECTOR, a).source(1, kind::VECTOR, b).source(2, kind::VECTOR, c)
}

#[test]
fn conflict_free_registers_run_at_full_rate() {
    let mut lane = Driver::new(&preset("paper"));
    for register in 0..32 {
        lane.run(instr(op::MOV).dst(register));
    }
    for mask in [u64::from(u32::MAX), 0x0101_0101, 0x8080_8080, 0xffff_0000, 0x5555_5555] {
        // independent instructions, one after the other
        let start = lane.cycle();
        let count = 64;
        for n in 0..count {
            let d = [3, 4, 5, 6, 7, 11, 12, 13][n % 8];
            lane.issue(spread(d, 0, 1, 2).mask(mask));
        }
        lane.drain();
        let threads = count as f64 * f64::from(mask.count_ones());
        let rate = threads / (lane.cycle() - start) as f64;
        assert!(rate >= 0.95, "mask {mask:#x}: {rate:.3} threads a cycle");
    }
}

#[test]
fn one_bank_for_every_read_stalls_by_hand() {
    // Threads 0, 8, 16, 24 of registers 0, 8, 16 all lie in bank 0: 12 reads, one a cycle, from
    // cycle 2 to 13. The last is captured in 14, complete in 15, written 6 stages later in 21, and
    // `done` shows in 22.
    let mut lane = Driver::new(&preset("paper"));
    for register in [0, 1, 2, 8, 16] {
        lane.run(instr(op::MOV).dst(register));
    }
    assert_eq!(lane.run(spread(3, 0, 8, 16).mask(0x0101_0101)), 22);
    // Registers 0, 1, 2: each thread's three reads in one cycle. The last thread reads in cycle 5
    // and is written in 13.
    assert_eq!(lane.run(spread(3, 0, 1, 2).mask(0x0101_0101)), 14);
}

#[test]
fn a_scalar_source_is_read_once() {
    let mut lane = Driver::new(&preset("paper"));
    lane.run(instr(op::MOV).scalar().dst(0));
    let add = |lane: &mut Driver, sources: u8| {
        let mut add = instr(op::ADD).dst(1);
        for s in 0..sources {
            add = add.source(s.into(), kind::SCALAR, 0);
        }
        lane.run(add)
    };
    // one scalar read in cycle 2; the same register three times takes two cycles more, not two more
    // a thread
    assert_eq!((add(&mut lane, 1), add(&mut lane, 3)), (42, 44));
}

#[test]
fn what_of_floating_point_is_native() {
    // DEVIATIONS, D6: what is exact or rounded to the nearest, and conversions to integers; no
    // other rounding, no division, root or approximation
    let names = || op::native().filter(|op| op::is_float(*op)).filter_map(op::name);
    assert_eq!(names().count(), 28);
    for other in [".rz.", ".rm", ".rp", "div", "rcp", "sqrt", "approx", "f64", "f16"] {
        assert!(names().all(|name| !name.contains(other)), "{other}");
    }
    // as deep as the integers: `first` of an fma shows when an addition's does
    let first = |op: u8| {
        let mut lane = Driver::new(&preset("paper"));
        lane.run(instr(op::MOV).dst(0));
        let tag = lane.issue(instr(op).dst(1).source(0, kind::VECTOR, 0));
        lane.until(|o| o.first >> tag & 1 == 1)
    };
    assert_eq!(first(op::FMA_F), first(op::ADD));
}

#[test]
fn a_whole_warp_of_addresses_waits_in_the_lane() {
    // DEVIATIONS, D7: with memory blocked, a load's 32 addresses leave the instruction register all
    // the same
    let mut lane = Driver::new(&preset("paper"));
    lane.run(instr(op::MOV).dst(0));
    lane.block_memory();
    assert_eq!(lane.cycles_in_register(instr(op::MEMORY).dst(1).source(0, kind::VECTOR, 0)), 32);
}

#[test]
fn events_of_an_idle_lane() {
    let mut lane = Driver::new(&preset("paper"));
    lane.run(instr(op::MOV).dst(0));
    // contract, Cycles: `first` shows in 5 + latency = 11, `done` 31 threads later
    let add = || instr(op::ADD).dst(1).source(0, kind::VECTOR, 0);
    let tag = lane.issue(add());
    let start = lane.cycle() - 1;
    let first = lane.until(|o| o.first >> tag & 1 == 1) - start;
    let done = lane.until(|o| o.done >> tag & 1 == 1) - start;
    assert_eq!((first, done), (11, 42));
    // nothing to read: complete one cycle after it was sequenced
    assert_eq!(lane.run(instr(op::MOV).dst(1).mask(1)), 9);
    assert_eq!(lane.run(instr(op::MOV).dst(1).mask(0)), 2);
}

#[test]
fn arithmetic_finishes_between_a_load_and_its_response() {
    let mut lane = Driver::new(&preset("paper"));
    lane.run(instr(op::MOV).dst(0));
    let load = lane.issue(instr(op::MEMORY).dst(1).source(0, kind::VECTOR, 0));
    lane.run(instr(op::ADD).warp(1).dst(0));
    assert!(lane.in_flight(load), "no response came, so the load is not done");
    // and with the memory side blocked altogether, a second load is refused, arithmetic is not
    lane.block_memory();
    lane.issue(instr(op::MEMORY).dst(2).source(0, kind::VECTOR, 0));
    lane.run(instr(op::ADD).warp(1).dst(0));
    assert!(!lane.memory_ready());
}

#[test]
fn a_short_last_bundle() {
    let mut lane = Driver::new(&preset("t5w2"));
    assert_eq!(lane.cycles_in_register(instr(op::MOV).dst(0)), 3);
    assert_eq!(lane.cycles_in_register(instr(op::MOV).dst(0).mask(0b10000)), 1);
}
