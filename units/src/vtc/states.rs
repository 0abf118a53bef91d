//! Enumeration of the states of the virtual thread controller.

use crate::vtc::Vtc;
use heddle_contract::vtc::{Config, In};
use heddle_golden::vtc::{Handler, State, key};

use heddle_testbench::states::{Change, Plant, States, also};

pub const STATES: States<Vtc> = States {
    key,
    alphabet,
    without: "registers are issued and written in ones and fours; stacks and identifiers are zero",
    least: Some(|| {
        let most = Config {
            ctas: 2,
            active: 1,
            warps: 1,
            pwis: 1,
            vwis: 2,
            depth: 2,
            beat: 256,
            rows: 0,
            pending: 4,
            barrier: false,
        };
        Config { rows: 2 * most.beats(1), ..most }
    }),
    plants: &[
        Plant::Edge("a warp that wakes leaves its CTA marked", |_, before: &State, i: &In, after: &mut State| {
            if i.wake_valid {
                after.marked |= before.marked;
            }
        }),
        Plant::Claim("no CTA is marked while another context is written", |_, q: &State| {
            !matches!(q.handler, Handler::Drain { .. }) || q.marked == 0
        }),
    ],
};

/// Kernels of every size while no CTA is assigned; every set of events otherwise.
fn alphabet(cfg: &Config, q: &State) -> Vec<In> {
    let nothing = In::default();
    let mut letters = vec![In { reset: true, ..nothing.clone() }];
    if q.assigned == 0 {
        for warps in 0..=cfg.warps as u8 {
            for (ctas, active) in (1..=cfg.ctas as u8).flat_map(|c| (1..=cfg.active as u8).map(move |a| (c, a))) {
                let sizes = (warps, ctas, active);
                let (kernel_warps, kernel_ctas, kernel_active) = sizes;
                letters.push(In { kernel_valid: true, kernel_warps, kernel_ctas, kernel_active, ..nothing.clone() });
            }
        }
    }
    let on = |change: fn(&mut In, u8), slot: u8| [Box::new(move |i: &mut In| change(i, slot)) as Change<In>];
    let mut events = also(&[nothing], &on(|i, _| i.assign_valid = true, 0));
    events = also(&events, &on(|i, _| i.demand = true, 0));
    for slot in (0..q.kernel.active).filter(|slot| q.active(*slot).is_some()) {
        let issue = |count: u8| {
            Box::new(move |i: &mut In| (i.issue_valid, i.issue_slot, i.issue_count) = (true, slot, count)) as Change<In>
        };
        events = also(&events, &[0, 1, 4].map(issue));
        events = also(&events, &on(|i, slot| (i.stall_valid, i.stall_slot) = (true, slot), slot));
        events = also(&events, &on(|i, slot| (i.wake_valid, i.wake_slot) = (true, slot), slot));
        events = also(&events, &on(|i, slot| (i.barrier_valid, i.barrier_slot) = (true, slot), slot));
        events = also(&events, &on(|i, slot| (i.open_valid, i.open_slot) = (true, slot), slot));
        events = also(&events, &on(|i, slot| (i.exit_valid, i.exit_slot) = (true, slot), slot));
    }
    let assigned = (0..cfg.ctas as u8).filter(|cta| q.assigned >> cta & 1 == 1);
    let places = assigned.flat_map(|cta| (0..q.kernel.active).map(move |slot| (cta, slot)));
    let mut written = events.clone();
    for (cta, slot) in places {
        for count in [1, 4] {
            written.extend(events.iter().map(|i| In {
                writeback_valid: true,
                writeback_cta: cta,
                writeback_slot: slot,
                writeback_count: count,
                ..i.clone()
            }));
        }
    }
    letters.extend(written);
    letters
}
