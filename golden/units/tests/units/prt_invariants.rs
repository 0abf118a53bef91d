//! Tests that the invariants of the renaming table fail on corrupted states.

use crate::prt::{ADD, Driver, Instr, instr, offer, preset};
use heddle_contract::prt::{In, kind};

#[test]
fn the_invariants_can_fail() {
    use heddle_golden::prt::{Operand, State};
    let mut unit = Driver::running(&preset("figure2b"), 4, 1, 4);
    for instr in [instr(ADD, 0, 1, 2), instr(ADD, 3, 0, 0)] {
        assert_eq!(unit.fetch(&[(0, instr), (1, instr)]).take, 0b11);
    }
    (0..2).for_each(|_| assert!(unit.issue().is_some()));
    assert_eq!(unit.fetch(&[(0, instr(ADD, 1, 1, 1)), (1, instr(ADD, 1, 1, 1))]).take, 0b11);
    let sound = |wrong: &dyn Fn(&mut State)| {
        let mut q = unit.q.clone();
        wrong(&mut q);
        unit.check(&q).is_ok()
    };
    let data = |register| Operand { kind: kind::DATA, register };
    assert!(sound(&|_| ()));
    assert!(!sound(&|q| q.partitions.each[1].base[1] = 3), "ranges overlap");
    assert!(!sound(&|q| q.partitions.each[1].base[2] = 0), "masks overlap");
    assert!(!sound(&|q| q.partitions.each[1].size[1] = 7), "beyond the file");
    assert!(!sound(&|q| q.partitions.each[1].size[1] = 5), "not the kernel's size");
    assert!(!sound(&|q| q.partitions.running = 0b01), "an entry of a partition that is over");
    assert!(!sound(&|q| q.partitions.each[0].vl = 17));
    assert!(!sound(&|q| q.buffer.entries[0].operands[1] = data(4)), "a register of another partition");
    assert!(!sound(&|q| q.buffer.pending.insert(data(9))), "nobody's register is pending");
    assert!(!sound(&|q| q.buffer.pending.remove(data(0))), "what is free to go is not said to be");
    assert!(!sound(&|q| q.buffer.free |= 1), "what waits is free to go");
    assert!(!sound(&|q| q.buffer.entries.swap(0, 2)), "out of order within a partition");
    assert!(!sound(&|q| q.buffer.count -= 1), "an entry is lost");
    assert!(!sound(&|q| q.next = 2));
}

#[test]
fn unfair_multiplexers_are_noticed() {
    use heddle_golden::Golden;
    use heddle_golden::prt::Prt;
    // what the protocol sees of a multiplexer that always begins with stream 0
    let unit = Driver::running(&preset("paper"), 4, 1, 4);
    let mut i = In::default();
    (0..2).for_each(|p| offer(&mut i, p, Instr { op: ADD, ..Instr::default() }));
    let mut q = unit.q.clone();
    let mut p = unit.p.clone();
    let mut o = Default::default();
    for unfair in [false, true] {
        q.next = 0;
        Prt::comb(&unit.cfg, &q, &i, &mut o);
        Prt::observe(&unit.cfg, &mut p, &q, &i, &o);
        Prt::clock(&unit.cfg, &mut q, &i);
        assert_eq!(Prt::invariant(&unit.cfg, &p, &q).is_err(), unfair);
    }
    // and of one that takes nothing, or takes what is refused
    for take in [0, 0b11, 0b100] {
        let mut p = unit.p.clone();
        o.take = take;
        Prt::observe(&unit.cfg, &mut p, &unit.q, &i, &o);
        assert!(Prt::invariant(&unit.cfg, &p, &unit.q).is_err());
    }
}
