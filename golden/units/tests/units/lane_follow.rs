//! Tests of chaining: which instructions can be followed bundle by bundle, and the rules that
//! environment and front end keep for it (DEVIATIONS, D4 and D81).

use crate::driver::{Driver, Instr, instr, preset};
use heddle_contract::lane::{In, kind, op};

/// An external operation that gives register 1.
fn external() -> Instr {
    instr(op::EXTERNAL).dst(1)
}

/// Register 1 leaves on `ext`, bundle by bundle.
fn reader() -> Instr {
    instr(op::EXTERNAL).source(0, kind::VECTOR, 1)
}

#[test]
fn a_bundle_follows_its_response_however_late_it_is() {
    for name in ["paper", "st4"] {
        let cfg = preset(name);
        let mut lane = Driver::new(&cfg);
        lane.run(instr(op::MOV).dst(1));
        let producer = lane.issue(external());
        lane.issue(reader().after(producer));
        for bundle in 0..cfg.bundles() as u8 {
            // what is late holds the follower, for as long as it is late
            for _ in 0..40 {
                lane.step(In::default());
            }
            assert_eq!(lane.sent.len(), (cfg.bundles() + u32::from(bundle)) as usize);
            lane.result(producer, bundle, (1 << cfg.width) - 1, [u64::from(bundle) + 7; 4]);
        }
        lane.drain();
        let values: Vec<u64> = lane.sent[cfg.bundles() as usize..].iter().map(|sent| sent.a[0]).collect();
        assert_eq!(values, (7..7 + u64::from(cfg.bundles())).collect::<Vec<_>>());
    }
}

#[test]
fn first_shows_after_the_first_response() {
    let mut lane = Driver::new(&preset("paper"));
    lane.run(instr(op::MOV).dst(1));
    let producer = lane.issue(external());
    lane.until(|o| o.ext_valid && o.ext_bundle == 31);
    for bundle in 0..31 {
        lane.result(producer, bundle, 1, [0; 4]);
        let o = lane.step(In::default());
        assert_eq!((o.first >> producer & 1 == 1, o.done), (bundle == 0, 0), "bundle {bundle}");
    }
    lane.result(producer, 31, 1, [0; 4]);
    assert_eq!(lane.step(In::default()).done, 1 << producer);
}

/// The input that offers a bundle's result.
fn offer(tag: u8, bundle: u8) -> In {
    In { res_valid: true, res_tag: tag, res_bundle: bundle, res_slots: 1, ..In::default() }
}

#[test]
fn responses_of_an_instruction_that_is_followed_come_in_order() {
    let mut lane = Driver::new(&preset("paper"));
    lane.run(instr(op::MOV).dst(1));
    let producer = lane.issue(external());
    lane.until(|o| o.ext_valid && o.ext_bundle == 31);
    lane.step(In::default());
    assert_eq!(lane.wrong(&offer(producer, 3)), None, "nobody follows it");
    lane.issue(reader().after(producer));
    assert_eq!(lane.wrong(&offer(producer, 0)), None);
    assert_eq!(lane.wrong(&offer(producer, 3)), Some("res"));
}

#[test]
fn what_was_answered_out_of_order_is_not_followed() {
    let mut lane = Driver::new(&preset("paper"));
    lane.run(instr(op::MOV).dst(1));
    let producer = lane.issue(external());
    lane.until(|o| o.ext_valid && o.ext_bundle == 31);
    lane.step(In::default());
    let follows = |lane: &Driver| lane.wrong(&lane.offered(reader().after(producer)));
    lane.result(producer, 0, 1, [0; 4]);
    assert_eq!(follows(&lane), None, "in order so far");
    lane.result(producer, 2, 1, [0; 4]);
    assert_eq!(follows(&lane), Some("issue_after"));
}

#[test]
fn a_response_is_followed_under_the_same_mask_and_stands_for_itself_alone() {
    let mut lane = Driver::new(&preset("paper"));
    for register in 0..3 {
        lane.run(instr(op::MOV).dst(register));
    }
    let few = |instr: Instr| instr.mask(0b11);
    let older = lane.issue(few(instr(op::ADD).dst(2)));
    let producer = lane.issue(few(external()));
    while !lane.accepts() {
        lane.step(In::default());
    }
    assert!(lane.in_flight(older) && lane.in_flight(producer));
    let wrong = |instr: Instr| lane.wrong(&lane.offered(instr));
    assert_eq!(wrong(few(reader())), Some("issue_src"), "it would wait for nothing");
    assert_eq!(wrong(few(reader().after(producer))), None);
    for mask in [1, 0b10, 0b111] {
        assert_eq!(wrong(reader().mask(mask).after(producer)), Some("issue_src"), "mask {mask:#b}");
    }
    // the producer's response may come before the older instruction's writeback
    let both = || few(reader().source(1, kind::VECTOR, 2));
    assert_eq!(wrong(both().after(producer)), Some("issue_src"));
    assert_eq!(wrong(both().after(older)), Some("issue_src"));
    assert_eq!(wrong(few(instr(op::EXTERNAL).source(0, kind::VECTOR, 2).after(older))), None);
}
