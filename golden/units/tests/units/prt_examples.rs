//! Tests of the renaming table with worked examples: the paper's figure 2b, first fit, refusal,
//! hazards, order.

use crate::prt;
use crate::prt::{ADD, ALL, DIV, Driver, Instr, NOTHING, STORE, instr, offer, preset, v};
use heddle_contract::prt::op::Class;
use heddle_contract::prt::{Config, In, Ranges, kind, meta, op, reason};

const DYNAMIC: Config =
    Config { partitions: 4, registers: 16, masks: 4, lanes: 8, entries: 8, width: 1, ranges: Ranges::Dynamic };

#[test]
fn registers_of_figure_2b() {
    let mut unit = Driver::running(&preset("figure2b"), 5, 2, 16);
    // partition 0 has v0 to v4, partition 1 v5 to v9
    assert_eq!([unit.range(0, kind::DATA), unit.range(1, kind::DATA)], [(0, 5), (5, 5)]);
    assert_eq!([unit.range(0, kind::MASK), unit.range(1, kind::MASK)], [(0, 2), (2, 2)]);
    // the same instruction in both streams: from one buffer, on registers of their own
    let o = unit.fetch(&[(0, instr(ADD, 0, 1, 4)), (1, instr(ADD, 0, 1, 4))]);
    assert_eq!(o.take, 0b11);
    assert_eq!(unit.issue(), Some((0, 0x20, v(0), [v(1), v(4), NOTHING])));
    assert_eq!(unit.issue(), Some((1, 0x20, v(5), [v(6), v(9), NOTHING])));
    assert_eq!(unit.issue(), None);
    // metadata registers are four a partition, guards are renamed as masks are
    let tid = Instr { src: [(kind::META, meta::TID), (kind::META, meta::PC), NOTHING], ..instr(ADD, 1, 0, 0) };
    unit.fetch(&[(0, Instr { guard: Some(1), ..tid }), (1, Instr { guard: Some(1), imm: 7, ..tid })]);
    assert_eq!(unit.issue(), Some((0, 0x20, v(1), [(kind::META, 0), (kind::META, 3), NOTHING])));
    let o = unit.step(&In { issue_ready: ALL, ..In::default() });
    assert_eq!(prt::issued(&o), (1, 0x20, v(6), [(kind::META, 4), (kind::META, 7), NOTHING]));
    assert_eq!((o.issue_guarded, o.issue_guard, o.issue_imm, o.issue_vl), (true, 3, 7, 16));
}

#[test]
fn kernels_that_do_not_fit_change_nothing() {
    let mut unit = Driver::new(&preset("figure2b"));
    // no kernel, no start
    assert!(unit.start(0, 4, 0, 0).start_refused);
    for (registers, masks, refused) in [(6, 0, true), (0, 3, true), (6, 3, true), (5, 2, false), (6, 1, true)] {
        assert_eq!(unit.kernel(registers, masks).kernel_refused, refused, "{registers} and {masks}");
    }
    // the one that was accepted holds
    assert!(unit.start(1, 4, 0, 0).start_taken);
    assert_eq!((unit.range(1, kind::DATA), unit.range(1, kind::MASK)), ((5, 5), (2, 2)));
    // and no other comes while a partition runs, or with a start
    let kernel = In { kernel_valid: true, ..In::default() };
    assert!(!unit.legal(&kernel));
    unit.end(1);
    assert!(unit.legal(&kernel) && !unit.legal(&In { start_valid: true, ..kernel.clone() }));
    // a reset forgets it
    unit.step(&In { reset: true, ..In::default() });
    assert!(unit.start(0, 4, 0, 0).start_refused);
    assert!(!Driver::new(&DYNAMIC).legal(&kernel), "ranges are dynamic");
}

#[test]
fn kernels_without_registers_run() {
    let mut unit = Driver::running(&preset("paper"), 0, 0, 256);
    assert_eq!(unit.fetch(&[(3, instr(ADD, 0, 0, 0))]).refuse, 0b1000);
    let only_meta = Instr { op: ADD, dst: (kind::META, 3), src: [(kind::META, 0); 3], ..Instr::default() };
    assert_eq!(unit.fetch(&[(3, only_meta)]).take, 0b1000);
    assert_eq!(unit.issue(), Some((3, 0x20, (kind::META, 15), [(kind::META, 12); 3])));
}

#[test]
fn lengths_beyond_the_lanes_are_refused() {
    for (preset_name, lanes) in [("paper", 256), ("t3", 100), ("one", 1), ("tiny", 4)] {
        let mut unit = Driver::new(&preset(preset_name));
        if unit.cfg.ranges == Ranges::Static {
            unit.kernel(1, 0);
        }
        assert!(unit.start(0, 0, 0, 0).start_refused);
        assert!(unit.start(0, lanes + 1, 0, 0).start_refused);
        assert!(unit.start(0, lanes, 0, 0).start_taken);
        assert_eq!(unit.q.partitions.running, 1);
    }
}

#[test]
fn ranges_are_the_first_that_fit() {
    let mut unit = Driver::new(&DYNAMIC);
    for (p, registers, base) in [(0, 4, 0), (1, 5, 4), (2, 3, 9)] {
        assert!(unit.start(p, 1, registers, 1).start_taken);
        assert_eq!(unit.range(p, kind::DATA), (base, registers));
        assert_eq!(unit.range(p, kind::MASK), (p, 1));
    }
    // four are left at the end: five do not fit, and neither do two masks
    assert!(unit.start(3, 1, 5, 0).start_refused);
    assert!(unit.start(3, 1, 4, 2).start_refused);
    // the hole of partition 1 fits exactly
    unit.end(1);
    assert!(unit.start(3, 1, 5, 1).start_taken);
    assert_eq!((unit.range(3, kind::DATA), unit.range(3, kind::MASK)), ((4, 5), (1, 1)));
    // smaller ones begin where the hole does; what is left of it is still one
    unit.end(3);
    assert!(unit.start(1, 1, 2, 0).start_taken);
    // masks 1 and 3 are free, which do not lie together
    assert!(unit.start(3, 1, 3, 2).start_refused);
    assert!(unit.start(3, 1, 3, 1).start_taken);
    assert_eq!((unit.range(1, kind::DATA), unit.range(3, kind::DATA)), ((4, 2), (6, 3)));
    assert_eq!(unit.range(3, kind::MASK), (1, 1));
}

#[test]
fn a_range_that_does_not_fit_refuses_the_other_one_too() {
    let mut unit = Driver::new(&DYNAMIC);
    assert!(unit.start(0, 1, 16, 1).start_taken);
    assert!(unit.start(1, 1, 1, 1).start_refused);
    assert!(unit.start(1, 1, 0, 4).start_refused);
    assert!(unit.start(1, 1, 0, 3).start_taken);
    assert_eq!((unit.range(1, kind::DATA), unit.range(1, kind::MASK)), ((0, 0), (1, 3)));
}

#[test]
fn a_range_of_nothing_fits_anywhere() {
    let mut unit = Driver::new(&DYNAMIC);
    for p in 0..3 {
        assert!(unit.start(p, 1, 0, 0).start_taken);
        assert_eq!((unit.range(p, kind::DATA), unit.range(p, kind::MASK)), ((0, 0), (0, 0)));
    }
    // and is in nobody's way
    assert!(unit.start(3, 1, 16, 4).start_taken);
    assert_eq!((unit.range(3, kind::DATA), unit.range(3, kind::MASK)), ((0, 16), (0, 4)));
}

#[test]
fn what_ends_is_free_in_the_next_cycle() {
    let mut unit = Driver::new(&DYNAMIC);
    unit.start(0, 1, 16, 0);
    let start = In { start_valid: true, start_partition: 1, start_vl: 1, start_registers: 1, ..In::default() };
    let o = unit.step(&In { end_valid: true, end_partition: 0, ..start.clone() });
    assert!(o.start_refused);
    assert!(unit.step(&start).start_taken);
}

#[test]
fn static_ranges_are_not_those_that_a_start_names() {
    let mut unit = Driver::running(&preset("figure2b"), 3, 1, 4);
    unit.end(1);
    assert!(unit.start(1, 4, 10, 4).start_taken);
    assert_eq!((unit.range(1, kind::DATA), unit.range(1, kind::MASK)), ((3, 3), (1, 1)));
}

#[test]
fn operations_and_registers_are_refused() {
    let mut unit = Driver::running(&preset("figure2b"), 5, 2, 4);
    let add = instr(ADD, 4, 4, 4);
    let masks = Instr { dst: (kind::MASK, 1), guard: Some(1), ..add };
    let none = Instr { dst: (kind::NONE, 15), src: [(kind::NONE, 15); 3], ..add };
    for (why, fetched) in [
        (None, add),
        (None, masks),
        (None, none),
        (Some(reason::OPERATION), instr(22, 0, 0, 0)),
        (Some(reason::OPERATION), instr(63, 9, 0, 0)),
        (Some(reason::REGISTER), instr(ADD, 5, 4, 4)),
        (Some(reason::REGISTER), instr(ADD, 4, 5, 4)),
        (Some(reason::REGISTER), Instr { src: [NOTHING, NOTHING, v(5)], ..add }),
        (Some(reason::REGISTER), Instr { dst: (kind::MASK, 2), ..add }),
        (Some(reason::REGISTER), Instr { dst: (kind::META, 4), ..add }),
        (Some(reason::REGISTER), Instr { guard: Some(2), ..add }),
    ] {
        for p in [0, 1] {
            let o = unit.fetch(&[(p, fetched)]);
            let (take, refuse) = if why.is_none() { (1 << p, 0) } else { (0, 1 << p) };
            assert_eq!((o.take, o.refuse), (take, refuse), "{fetched:?}");
            assert!(why.is_none_or(|why| o.refuse_reason[usize::from(p)] == why), "{fetched:?}");
            // nothing pending stays, so that the next one is not held
            while let Some((_, _, (kind, register), _)) = unit.issue() {
                if kind != kind::NONE {
                    unit.done(kind, register);
                }
            }
        }
    }
}

#[test]
fn every_operation_is_looked_up() {
    let mut unit = Driver::running(&preset("one"), 1, 1, 1);
    for code in 0..64 {
        let o = unit.fetch(&[(0, Instr { op: code, ..Instr::default() })]);
        let row = op::TABLE.iter().find(|row| row.0 == code);
        assert_eq!((o.take, o.refuse), (u8::from(row.is_some()), u8::from(row.is_none())), "operation {code}");
        assert_eq!(unit.issue().map(|issued| issued.1), row.map(|row| row.2));
    }
}

#[test]
fn complex_operations_and_stores_take_the_vector_length() {
    let mut unit = Driver::running(&preset("paper"), 16, 4, 200);
    for (operation, latency) in [(ADD, 1), (DIV, 200), (STORE, 200), (25, 200), (24, 1), (40, 200)] {
        unit.fetch(&[(2, Instr { op: operation, ..Instr::default() })]);
        let o = unit.step(&In { issue_ready: ALL, ..In::default() });
        assert_eq!((o.issue_valid, o.issue_vl, o.issue_latency), (true, 200, latency), "operation {operation}");
    }
}

#[test]
fn what_reads_or_writes_a_pending_register_waits() {
    let add = instr(ADD, 1, 2, 3);
    let nothing = Instr { op: ADD, ..Instr::default() };
    for (second, waits) in [
        (instr(ADD, 4, 1, 2), true),
        (instr(ADD, 4, 2, 1), true),
        (Instr { src: [v(0), v(0), v(1)], ..add }, true),
        // write after write
        (instr(ADD, 1, 4, 4), true),
        // write after read: operands are read when the first one leaves
        (instr(ADD, 2, 4, 4), false),
        (instr(ADD, 4, 2, 3), false),
        (nothing, false),
        // numbers are those of other kinds
        (Instr { src: [(kind::MASK, 1), (kind::META, 1), NOTHING], guard: Some(1), ..nothing }, false),
    ] {
        let mut unit = Driver::running(&preset("figure2b"), 5, 2, 4);
        unit.fetch(&[(0, add)]);
        unit.fetch(&[(0, second)]);
        assert!(unit.issue().is_some());
        // what is taken is free to go in the next cycle, unless it waits; and when the write is
        // done it is free in the next cycle
        assert_eq!(unit.q.buffer.issued(ALL).is_some(), !waits, "{second:?}");
        unit.done(kind::DATA, 1);
        assert!(unit.issue().is_some());
    }
    // a guard that is being written
    let mut unit = Driver::running(&preset("figure2b"), 5, 2, 4);
    unit.fetch(&[(1, Instr { dst: (kind::MASK, 1), ..nothing })]);
    unit.fetch(&[(1, Instr { guard: Some(1), ..nothing })]);
    assert_eq!(unit.issue().map(|issued| issued.2), Some((kind::MASK, 3)));
    assert_eq!(unit.issue(), None);
    unit.done(kind::MASK, 3);
    assert!(unit.issue().is_some());
}

#[test]
fn partitions_do_not_wait_for_each_other() {
    let mut unit = Driver::running(&preset("figure2b"), 5, 2, 4);
    // 0: v0 = .., then v1 = v0, then an independent one that is behind it; 1: the same registers,
    // its own
    for first in [instr(DIV, 0, 1, 2), instr(ADD, 1, 0, 0), instr(ADD, 3, 4, 4)] {
        unit.fetch(&[(0, first)]);
    }
    assert_eq!(unit.issue().map(|issued| issued.2), Some(v(0)));
    assert_eq!(unit.issue(), None, "in order within a partition");
    unit.fetch(&[(1, instr(ADD, 1, 0, 0))]);
    assert_eq!(unit.issue().map(|issued| (issued.0, issued.2)), Some((1, v(6))));
    // an older entry that becomes free to go goes before a younger one
    unit.fetch(&[(1, instr(ADD, 2, 3, 3))]);
    assert_eq!(unit.issue_to(0), None);
    unit.done(kind::DATA, 0);
    assert_eq!(unit.issue().map(|issued| issued.2), Some(v(1)));
    assert_eq!(unit.issue().map(|issued| issued.2), Some(v(3)), "the oldest first");
    assert_eq!(unit.issue().map(|issued| issued.2), Some(v(7)));
}

#[test]
fn the_oldest_entry_whose_pipeline_is_ready_is_issued() {
    let (load, fma) = (instr(40, 0, 1, 1), instr(19, 0, 1, 1));
    let ready = |class: Class| 1 << class as u8;
    let mut unit = Driver::running(&preset("paper"), 16, 4, 4);
    for (p, instr) in [(2, load), (0, instr(DIV, 0, 1, 1)), (3, fma), (1, Instr { op: STORE, ..load })] {
        unit.fetch(&[(p, instr)]);
    }
    // the one behind a load in its own stream waits for it, though its pipeline is ready
    unit.fetch(&[(2, instr(ADD, 4, 5, 5))]);
    assert_eq!(unit.issue_to(0), None);
    assert_eq!(unit.issue_to(ready(Class::Alu) | ready(Class::Exchange)), None);
    // the youngest, since it alone has its pipeline
    assert_eq!(unit.issue_to(ready(Class::Store)).map(|issued| issued.0), Some(1));
    // the older of two
    assert_eq!(unit.issue_to(ready(Class::Fma) | ready(Class::Divide)).map(|issued| issued.0), Some(0));
    assert_eq!(unit.issue_to(ALL & !ready(Class::Load)).map(|issued| issued.0), Some(3));
    assert_eq!(unit.issue_to(ALL).map(|issued| issued.0), Some(2));
    assert_eq!(unit.issue_to(ready(Class::Alu)).map(|issued| (issued.0, issued.1)), Some((2, 0x20)));
}

#[test]
fn every_operation_waits_for_the_pipelines_of_its_class_alone() {
    let of = |name: &str, code: u8| match (name, code >> 4) {
        ("shfl" | "join", _) => 2,
        (_, 0x6) => 1,
        (_, 0x7) => 3,
        (_, 0x8) => 4,
        (_, 0xc) => 5,
        _ => 0,
    };
    let mut unit = Driver::running(&preset("one"), 1, 1, 1);
    for &(op, name, code, _) in op::TABLE {
        unit.fetch(&[(0, Instr { op, ..Instr::default() })]);
        assert_eq!(unit.issue_to(ALL & !(1 << of(name, code))), None, "{name}");
        assert_eq!(unit.issue_to(1 << of(name, code)).map(|issued| issued.1), Some(code), "{name}");
    }
}

#[test]
fn streams_take_turns() {
    let mut unit = Driver::running(&preset("paper"), 16, 4, 4);
    let all: Vec<(u8, Instr)> = (0..4).map(|p| (p, instr(ADD, 0, 1, 2))).collect();
    let some = [all[1], all[2]];
    let take = |unit: &mut Driver, offers: &[(u8, Instr)]| unit.fetch(offers).take;
    for expected in [0b0001, 0b0010, 0b0100, 0b1000, 0b0001, 0b0010] {
        assert_eq!(take(&mut unit, &all), expected);
    }
    assert_eq!(take(&mut unit, &some), 0b0100);
    assert_eq!(take(&mut unit, &some), 0b0010);
    // one that is refused for its operation has no turn, one that is refused for a register uses
    // its turn up
    let unmapped = [all[0], (2, Instr { op: 22, ..Instr::default() }), all[3]];
    assert_eq!(take(&mut unit, &unmapped), 0b1000);
    assert_eq!(take(&mut unit, &all[..2]), 0b0001);
    assert_eq!(take(&mut unit, &[all[1], all[0]]), 0b0010);
    let refused = [all[0], (2, instr(ADD, 0, 1, 16)), all[3]];
    assert_eq!(take(&mut unit, &refused), 0);
    assert_eq!(take(&mut unit, &refused), 0b1000);
    // a cycle without offers does not move it
    assert_eq!(take(&mut unit, &[]), 0);
    assert_eq!(take(&mut unit, &all), 0b0001);
    // a reset begins with stream 0 again
    unit.step(&In { reset: true, ..In::default() });
    let mut again = Driver { p: unit.p.clone(), ..unit };
    again.kernel(16, 4);
    (0..4).for_each(|p| assert!(again.start(p, 1, 0, 0).start_taken));
    assert_eq!(take(&mut again, &all), 0b0001);
}

#[test]
fn several_enter_in_cyclic_order() {
    let mut unit = Driver::running(&preset("t8"), 8, 2, 4);
    let all: Vec<(u8, Instr)> = (0..8).map(|p| (p, Instr { op: STORE, ..Instr::default() })).collect();
    assert_eq!(unit.fetch(&all[..7]).take, 0b0000_0011);
    // from stream 2 on, and round again: 7 before 0
    assert_eq!(unit.fetch(&[all[7], all[0]]).take, 0b1000_0001);
    assert_eq!(unit.fetch(&all).take, 0b0000_0110);
    let order: Vec<u8> = std::iter::from_fn(|| unit.issue()).map(|issued| issued.0).collect();
    assert_eq!(order, [0, 1, 7, 0, 1, 2]);
}

#[test]
fn a_full_buffer_takes_nothing_and_an_entry_that_leaves_is_free_in_the_next_cycle() {
    let mut unit = Driver::running(&preset("figure2b"), 5, 2, 4);
    let both = [(0, Instr { op: ADD, ..Instr::default() }), (1, Instr { op: ADD, ..Instr::default() })];
    // five entries: two, two, one
    assert_eq!([0; 4].map(|_| unit.fetch(&both).take), [0b11, 0b11, 0b01, 0]);
    let mut i = In { issue_ready: ALL, ..In::default() };
    both.iter().for_each(|(p, instr)| offer(&mut i, *p, *instr));
    assert_eq!(unit.step(&i).take, 0);
    assert_eq!(unit.step(&i).take, 0b10);
    assert_eq!(unit.fetch(&both).take, 0b01);
    // refused or not is said all the same
    assert_eq!(unit.fetch(&[(0, instr(ADD, 5, 0, 0)), both[1]]).refuse, 0b01);
}

#[test]
fn the_buffer_is_shared_by_all_streams() {
    // as many entries for four partitions as for eight, and one stream can have them all
    for (preset_name, last) in [("paper", 3), ("t8", 7)] {
        let mut unit = Driver::running(&preset(preset_name), 8, 2, 4);
        let store = Instr { op: STORE, ..Instr::default() };
        let taken: u32 = (0..20).map(|_| unit.fetch(&[(last, store)]).take.count_ones()).sum();
        assert_eq!(taken, 16);
        assert_eq!(unit.fetch(&[(0, store)]).take, 0, "no entry is kept for another");
    }
}

#[test]
fn a_partition_ends_when_it_has_nothing_left() {
    let mut unit = Driver::running(&preset("figure2b"), 5, 2, 4);
    let end = In { end_valid: true, end_partition: 1, ..In::default() };
    assert!(unit.legal(&end));
    let mut both = end.clone();
    offer(&mut both, 1, instr(ADD, 4, 0, 0));
    assert!(!unit.legal(&both), "it offers");
    unit.fetch(&[(1, instr(ADD, 4, 0, 0))]);
    assert!(!unit.legal(&end), "it has an entry");
    assert!(!unit.legal(&In { issue_ready: ALL, ..end.clone() }), "it has an entry, which leaves");
    unit.issue();
    assert!(!unit.legal(&end), "a register is pending");
    let done = In { done_valid: true, done_kind: kind::DATA, done_register: 9, ..In::default() };
    assert!(!unit.legal(&In { done_valid: true, ..end.clone() }));
    assert!(!unit.legal(&In { done_register: 8, ..done.clone() }), "it is another one");
    assert!(!unit.legal(&In { done_kind: kind::MASK, ..done.clone() }), "it is one of another kind");
    unit.step(&done);
    assert!(!unit.legal(&done), "it is done");
    unit.step(&end);
    assert!(!unit.legal(&end), "it is over");
    offer(&mut both, 1, instr(ADD, 4, 0, 0));
    both.end_valid = false;
    assert!(!unit.legal(&both), "and offers nothing any more");
}

#[test]
fn nothing_goes_on_during_a_reset() {
    let unit = Driver::running(&preset("figure2b"), 5, 2, 4);
    let reset = In { reset: true, ..In::default() };
    assert!(unit.legal(&reset));
    assert!(!unit.legal(&In { issue_ready: ALL, ..reset.clone() }));
    assert!(!unit.legal(&In { fetch: 1, ..reset.clone() }));
    assert!(!unit.legal(&In { end_valid: true, ..reset.clone() }));
}
