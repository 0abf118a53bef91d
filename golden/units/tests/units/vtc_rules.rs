//! Tests of the virtual thread controller: the inputs that it accepts, the numbers that it assigns,
//! and that its invariants fail on corrupted states.

use crate::vtc;
use crate::vtc::{Driver, assign, exit, issue, kernel, preset, stall, wake, write};
use heddle_contract::Config as _;
use heddle_contract::vtc::{Config, In};
use heddle_golden::Golden;
use heddle_golden::vtc::Vtc;

#[test]
fn beats_are_equation_2_rounded_up() {
    for depth in [2, 4, 8, 16] {
        for beat in [256, 512, 1024] {
            for warps in 1..=32 {
                let cfg = Config { depth, beat, warps: 32, ..preset("paper") };
                let cycles = f64::from(8 + 5 + 96 + 160 * depth * warps) / f64::from(beat);
                assert_eq!(f64::from(cfg.beats(warps)), cycles.ceil(), "W {warps}, D {depth}, B {beat}");
                // and so it is with the header as it stands: 13 and 96 bits, or 128
                assert_eq!(
                    f64::from(cfg.beats(warps)),
                    (f64::from(128 + 160 * depth * warps) / f64::from(beat)).ceil()
                );
            }
        }
    }
    // 10.21 cycles by the paper's formula
    assert_eq!(preset("paper").beats(8), 11);
}

#[test]
fn kernels_that_do_not_fit_are_refused() {
    let paper = preset("paper");
    let refused =
        |cfg: &Config, warps, ctas, active| Driver::new(cfg).step(&kernel(warps, ctas, active)).kernel_refused;
    for (warps, ctas, active) in [(0, 1, 1), (33, 1, 1), (1, 0, 1), (1, 33, 1), (1, 1, 0), (1, 1, 9)] {
        assert!(refused(&paper, warps, ctas, active), "{warps} {ctas} {active}");
    }
    // 48 physical and 256 virtual warps
    assert!(!refused(&paper, 6, 32, 8) && refused(&paper, 7, 32, 8) && !refused(&paper, 8, 32, 6));
    assert!(!refused(&paper, 8, 32, 1) && refused(&paper, 9, 32, 1) && !refused(&paper, 9, 28, 1));
    // contexts: 21 beats of 16 warps, 12 rows
    let small = Config { rows: 62, ..paper.clone() };
    assert_eq!(small.beats(16), 21);
    assert!(refused(&small, 16, 3, 1) && !refused(&Config { rows: 63, ..paper.clone() }, 16, 3, 1));

    // a kernel that is refused changes nothing, and one may follow another when no CTA is left
    let mut unit = Driver::kernel(&preset("tiny"), 1, 2, 1);
    assert!(unit.step(&kernel(0, 1, 1)).kernel_refused && unit.idle().assign_ready);
    assert!(!unit.legal(&In { assign_valid: true, ..kernel(1, 1, 1) }));
    unit.assign(1);
    assert!(!unit.legal(&kernel(2, 3, 1)));
    unit.step(&exit(0));
    assert!(!unit.step(&kernel(2, 3, 1)).kernel_refused);
    unit.assign(3);
    assert!(!unit.idle().assign_ready && unit.q.ctas[0].live == 2);
}

#[test]
fn nothing_is_assigned_before_a_kernel_nor_beyond_its_limit() {
    let mut unit = Driver::new(&preset("w8"));
    assert!(!unit.idle().assign_ready && !unit.legal(&assign()));
    unit.step(&kernel(2, 3, 1));
    for cta in 0..3 {
        let o = unit.step(&assign());
        assert_eq!((o.assign_ready, o.assign_cta), (true, cta));
    }
    assert!(!unit.idle().assign_ready && !unit.legal(&assign()));
}

#[test]
fn identifiers_are_in_sequence() {
    let mut unit = Driver::kernel(&preset("paper"), 6, 32, 8);
    let mut seen = Vec::new();
    for cta in 0..34 {
        let o = unit.step(&In { assign_valid: cta < 32, ..In::default() });
        if o.activate_valid {
            seen.push((o.activate_slot, o.activate_pwi, o.activate_cta, o.activate_vwi));
        }
    }
    assert_eq!(seen, (0..8).map(|n| (n, n * 6, n, n * 6)).collect::<Vec<_>>());
    // CTA 8 takes over the physical ids of slot 3, and keeps its own virtual ones
    unit.stall_all(3);
    let o = unit.settle().into_iter().find(|o| o.activate_valid).unwrap();
    assert_eq!((o.activate_slot, o.activate_pwi, o.activate_cta, o.activate_vwi), (3, 18, 8, 48));
}

#[test]
fn contexts_lie_from_the_top_down() {
    // 3 beats of a CTA of 2 warps, 12 rows: CTA c at 9 - 3 c and up; each goes out as the next
    // comes in
    let mut unit = Driver::kernel(&preset("tiny"), 2, 3, 1);
    unit.assign(3);
    for cta in 0..3 {
        unit.stall_all(0);
        let written: Vec<u16> =
            unit.settle().iter().filter(|o| o.mem_valid && o.mem_write).map(|o| o.mem_row).collect();
        let first = 12 - 3 * (cta + 1);
        assert_eq!(written, [first, first + 1, first + 2]);
    }
}

#[test]
fn the_last_beat_ends_with_zeros_whatever_the_buffer_held() {
    // two warps fill the buffer, then a kernel of one warp uses a part of it
    let cfg = Config { beat: 1024, ..preset("tiny") };
    let mut unit = Driver::kernel(&cfg, 2, 2, 1);
    unit.assign(2);
    unit.stall_all(0);
    let all = vtc::copied(|_| u64::MAX, [u32::MAX; 3]);
    assert!(unit.step(&all).copy_valid && unit.step(&all).copy_valid);
    unit.settle();
    for _ in 0..2 {
        unit.step(&exit(0));
        unit.step(&exit(0));
        unit.settle();
    }
    unit.step(&kernel(1, 2, 1));
    unit.assign(2);
    unit.stall_all(0);
    assert!(unit.step(&all).copy_valid);
    let o = unit.idle();
    assert_eq!((o.mem_valid, o.mem_row), (true, 11));
    let header = (u128::from(u64::MAX) << 45 | u128::from(u64::MAX) << 13) & ((1 << 109) - (1 << 13));
    let mut expected = [0; 16];
    (expected[0], expected[1]) = (header as u64, (header >> 64) as u64);
    expected[2..7].fill(u64::MAX);
    assert_eq!(o.mem_data, expected);
}

#[test]
fn the_last_exit_frees_cta_and_slot() {
    let mut unit = Driver::kernel(&preset("w8"), 2, 5, 2);
    unit.assign(3);
    unit.step(&exit(0));
    // a register that is pending keeps it, and so does an instruction in the same cycle
    unit.step(&issue(0, 1));
    assert!(!unit.legal(&exit(0)));
    unit.step(&write(0, 0, 1));
    assert!(unit.legal(&exit(0)) && !unit.legal(&In { issue_valid: true, issue_count: 0, ..exit(0) }));
    assert_eq!(
        unit.step(&In { assign_valid: true, ..exit(0) }).assign_cta,
        3,
        "a place is free from the next cycle on"
    );
    assert_eq!(unit.step(&assign()).assign_cta, 0);
    // CTA 2, the first that was ready, gets the slot
    let o = unit.idle();
    assert_eq!((o.activate_valid, o.activate_slot, o.activate_cta, o.activate_fresh), (true, 0, 2, true));
    assert_eq!(unit.queue(), [3, 0]);
}

#[test]
fn events_need_warps_that_run() {
    let mut unit = Driver::kernel(&preset("w8"), 2, 5, 2);
    unit.assign(1);
    // two warps: two of these at once, not three
    let two = In { barrier_valid: true, barrier_slot: 0, ..stall(0) };
    assert!(unit.legal(&two) && !unit.legal(&In { exit_valid: true, exit_slot: 0, ..two.clone() }));
    // one that stalls can issue in the same cycle, one that has stalled cannot
    assert!(unit.legal(&In { issue_valid: true, issue_count: 4, ..two.clone() }));
    assert!(!unit.legal(&wake(0)) && !unit.legal(&vtc::open(0)) && !unit.legal(&stall(1)) && !unit.legal(&stall(2)));
    unit.step(&two);
    assert!(!unit.legal(&issue(0, 1)) && !unit.legal(&stall(0)) && unit.legal(&wake(0)) && unit.legal(&vtc::open(0)));
    assert!(!unit.legal(&issue(0, 5)) && !unit.legal(&In { reset: true, ..wake(0) }));
    assert!(unit.legal(&In { reset: true, ..vtc::demand() }));
}

#[test]
fn registers_in_a_slot_are_limited() {
    // nine of them
    let mut unit = Driver::kernel(&preset("w3"), 2, 2, 1);
    unit.assign(1);
    unit.step(&issue(0, 4));
    unit.step(&issue(0, 4));
    assert!(unit.legal(&issue(0, 1)) && !unit.legal(&issue(0, 2)));
    // what is written in the same cycle makes room
    assert!(unit.legal(&In { issue_valid: true, issue_count: 3, ..write(0, 0, 2) }));
    assert!(!unit.legal(&write(0, 0, 5)) && !unit.legal(&write(0, 0, 0)) && !unit.legal(&write(1, 0, 1)));
}

#[test]
fn reset_forgets_kernel_and_all() {
    let mut unit = Driver::kernel(&preset("tiny"), 2, 3, 1);
    unit.assign(3);
    unit.stall_all(0);
    unit.idle();
    unit.step(&In { reset: true, ..vtc::demand() });
    let o = unit.idle();
    assert!(!o.copy_valid && !o.assign_ready && o.marked == 0 && !o.activate_valid);
    assert_eq!(unit.q.assigned, 0);
}

#[test]
fn the_invariants_can_fail() {
    let mut unit = Driver::kernel(&preset("w8"), 2, 5, 2);
    unit.assign(4);
    unit.step(&issue(0, 3));
    let check = |q: &_| Vtc::invariant(&unit.cfg, &unit.p, q);
    assert!(check(&unit.q).is_ok());
    let broken = |what: &str, change: &dyn Fn(&mut heddle_golden::vtc::State)| {
        let mut q = unit.q.clone();
        change(&mut q);
        assert!(check(&q).is_err(), "{what}");
    };
    broken("in two slots", &|q| q.slots[1].owner = Some(0));
    broken("beyond the limit of active ones", &|q| q.slots[2].owner = q.slots[1].owner.take());
    broken("too many warps stopped", &|q| q.ctas[0].counter = 3);
    broken("ready and active", &|q| q.ctas[2].active = true);
    broken("lost", &|q| q.slots[1].owner = None);
    broken("a mark without reason", &|q| q.marked = 1);
    broken("registers lost", &|q| q.slots[0].pending = 2);
    broken("ready too early", &|q| q.ctas[2].counter = 1);
    broken("no kernel", &|q| q.kernel.ctas = 1);
    broken("drains what is active", &|q| q.handler = heddle_golden::vtc::Handler::Drain { beat: 0 });
    let mut p = unit.p.clone();
    p.waited = 100;
    assert!(Vtc::invariant(&unit.cfg, &p, &unit.q).is_err());
}

#[test]
fn every_preset_is_sound() {
    for (name, cfg) in Config::presets() {
        cfg.check().unwrap_or_else(|error| panic!("{name}: {error}"));
        // the largest CTA can be swapped, or the preset shows nothing
        let least = kernel(cfg.warps as u8, 2, 1);
        assert!(!Driver::new(cfg).step(&least).kernel_refused, "{name}");
    }
    let refused = |cfg: Config| cfg.check().unwrap_err().parameter;
    assert_eq!(refused(Config { ctas: 65, ..preset("paper") }), "ctas");
    assert_eq!(refused(Config { depth: 5, ..preset("paper") }), "depth");
    assert_eq!(refused(Config { beat: 128, ..preset("paper") }), "beat");
    assert_eq!(refused(Config { pending: 3, ..preset("paper") }), "pending");
}
