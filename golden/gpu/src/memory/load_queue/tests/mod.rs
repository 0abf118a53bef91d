//! Tests of the queues of loads: a worked example to the cycle, invariants and a naive model on
//! random streams, and planted faults that these must find.

mod desk;
mod laws;
mod model;

use std::collections::VecDeque;

use desk::{Cycle, Do, Job, PLAIN, Script, Unit, mix, real, run, spec};
use model::{Fault, Model};

use super::LoadPath;
use crate::config::spec::{Allocate, L1, StoreHit};
use crate::length::at_length;
use crate::memory::{AccessKind, QueueCounters};

/// Lines of the worked example; only D is in L1.
const A: u64 = 10;
const B: u64 = 12;
const C: u64 = 14;
const D: u64 = 11;
const E: u64 = 16;
/// The cycle before the first one of the worked example.
const BEFORE: u64 = 100;

/// The result of a transaction at the tags, and the line that was requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    Hit,
    Miss(u64),
    Merged,
}
use Found::{Hit, Merged, Miss};

/// The worked example: loads a to e, or to f, one a cycle from cycle 1; with `leaves`, CTA 0
/// becomes inactive in cycle 7.
fn worked(path: LoadPath, f: bool, leaves: bool) -> Script {
    let loads = [(A, 0), (B, 2), (C, 0), (D, 2), (E, 2), (C, 2)];
    let load = |token: u32, line: u64, warp: u32| {
        Do::Push(Job { token, kind: AccessKind::Load, warp, lines: vec![line], answered: true })
    };
    let mut steps = VecDeque::from([(0, load(100, D, 2))]);
    for (n, &(line, warp)) in loads.iter().take(if f { 6 } else { 5 }).enumerate() {
        steps.push_back((BEFORE + n as u64, load(n as u32, line, warp)));
    }
    steps.extend(leaves.then_some((BEFORE + 7, Do::Demote(0))));
    Script { steps, path, spec: spec(2, 2, 1, PLAIN), latency: 20, room: 0 }
}

/// The accesses that succeed, by cycles of the example.
fn accesses(seen: &[Cycle]) -> Vec<(u64, Found)> {
    let found = seen.windows(2).filter(|pair| pair[1].now > BEFORE).filter_map(|pair| {
        let grown = |at: usize| pair[1].found[at] > pair[0].found[at];
        let what = match pair[1].sent.first() {
            Some(&(_, line)) => Miss(line),
            None if grown(0) => Hit,
            None if grown(2) => Merged,
            None => return None,
        };
        Some((pair[1].now - BEFORE, what))
    });
    found.collect()
}

/// The cycle in which each load was served, in the order of the loads.
fn served(seen: &[Cycle]) -> Vec<u64> {
    let mut served: Vec<(u32, u64)> =
        seen.iter().flat_map(|cycle| cycle.served.iter().map(|&(token, _)| (token, cycle.now))).collect();
    served.sort_unstable();
    served.iter().filter(|(token, _)| *token < 100).map(|(_, cycle)| cycle - BEFORE).collect()
}

/// Checks a row of the example: the accesses that succeed, the cycles in which loads are served,
/// and the counters.
fn row(script: &Script, wanted: &[(u64, Found)], when: &[u64], counts: QueueCounters) {
    let (seen, unit) = real(script, false).unwrap();
    assert_eq!((accesses(&seen), served(&seen), unit.queue_counters()), (wanted.to_vec(), when.to_vec(), counts));
    let (skipped, unit) = real(script, true).unwrap();
    assert_eq!((served(&skipped), unit.queue_counters()), (when.to_vec(), counts));
    let (modelled, _) = run(Model::new(script, None), script, false).unwrap();
    assert_eq!(modelled, seen);
}

#[test]
fn in_order_a_refused_load_stalls_all_behind_it() {
    let wanted = [(1, Miss(A)), (2, Miss(B)), (21, Miss(C)), (22, Hit), (23, Miss(E))];
    row(&worked(LoadPath::InOrder, false, false), &wanted, &[21, 22, 41, 23, 43], QueueCounters::default());
}

#[test]
fn a_queued_load_lets_others_go_and_goes_when_a_line_comes() {
    let wanted = [(1, Miss(A)), (2, Miss(B)), (4, Hit), (21, Miss(C)), (22, Miss(E))];
    let counts = QueueCounters { entries: (21 - 3) + (22 - 5), queued: 2, retries: 2, ..QueueCounters::default() };
    row(&worked(LoadPath::Queue { entries: 60 }, false, false), &wanted, &[21, 22, 41, 5, 42], counts);
    // demotion means nothing where there is one class
    row(&worked(LoadPath::Queue { entries: 60 }, false, true), &wanted, &[21, 22, 41, 5, 42], counts);
}

#[test]
fn a_load_of_an_inactive_cta_goes_last() {
    let two = LoadPath::TwoQueues { active: 30, inactive: 30 };
    let wanted = [(1, Miss(A)), (2, Miss(B)), (4, Hit), (21, Miss(E)), (22, Miss(C))];
    let counts = QueueCounters {
        entries: (7 - 3) + (21 - 5),
        inactive_entries: 22 - 7,
        queued: 2,
        retries: 2,
        demoted: 1,
        full: 0,
    };
    row(&worked(two, false, true), &wanted, &[21, 22, 42, 5, 41], counts);
    // behind a younger load of the same line, with whose miss it merges
    let wanted = [(1, Miss(A)), (2, Miss(B)), (4, Hit), (21, Miss(E)), (22, Miss(C)), (23, Merged)];
    let counts =
        QueueCounters { entries: counts.entries + (22 - 6), inactive_entries: 23 - 7, queued: 3, retries: 3, ..counts };
    row(&worked(two, true, true), &wanted, &[21, 22, 42, 5, 41, 42], counts);
}

#[test]
fn a_load_that_finds_the_queue_full_waits_at_the_head() {
    let wanted = [(1, Miss(A)), (2, Miss(B)), (4, Hit), (21, Miss(C)), (22, Miss(E))];
    let counts = QueueCounters { entries: 21 - 3, queued: 1, retries: 1, full: 22 - 5, ..QueueCounters::default() };
    row(&worked(LoadPath::Queue { entries: 1 }, false, false), &wanted, &[21, 22, 41, 5, 42], counts);
    // both queues are full as soon as c has become inactive and left its place to e
    let two = LoadPath::TwoQueues { active: 1, inactive: 1 };
    let wanted = [(1, Miss(A)), (2, Miss(B)), (4, Hit), (21, Miss(E)), (22, Miss(C))];
    let counts = QueueCounters {
        entries: (7 - 3) + (21 - 7),
        inactive_entries: 22 - 7,
        queued: 2,
        retries: 2,
        demoted: 1,
        full: 7 - 5,
    };
    row(&worked(two, false, true), &wanted, &[21, 22, 42, 5, 41], counts);
}

#[test]
fn a_load_that_does_not_hit_is_recorded_once() {
    let told = |path| {
        let (seen, _) = real(&worked(path, true, true), false).unwrap();
        let told = seen.iter().flat_map(|cycle| cycle.missed.iter().map(|&token| (token, cycle.now)));
        told.filter(|(_, now)| *now > BEFORE).map(|(token, now)| (token, now - BEFORE)).collect::<Vec<_>>()
    };
    // d hits; c, and e and f in the queue, are refused at first
    assert_eq!(told(LoadPath::InOrder), [(0, 1), (1, 2), (2, 3), (4, 23), (5, 24)]);
    assert_eq!(told(LoadPath::Queue { entries: 60 }), [(0, 1), (1, 2), (2, 3), (4, 5), (5, 6)]);
    assert_eq!(told(LoadPath::Queue { entries: 1 }), [(0, 1), (1, 2), (2, 3), (4, 5), (5, 23)]);
}

#[test]
fn memory_is_saturated_while_lines_are_out_or_the_queue_is_full() {
    // at the beginning of each cycle, from 1 on: two lines are out after cycle 2, one between the
    // answer of 21 and its tag access
    let saturated = |path, cycles: &[u64]| {
        let (seen, _) = real(&worked(path, false, false), false).unwrap();
        cycles.iter().map(|cycle| seen[(BEFORE + cycle) as usize].saturated).collect::<Vec<_>>()
    };
    let cycles = [1, 2, 3, 20, 21, 22, 23, 24, 41, 42];
    let order = [false, false, true, true, false, false, false, true, false, false];
    assert_eq!(saturated(LoadPath::InOrder, &cycles), order);
    // one place: c has it from cycle 3 to 21
    let full = [false, false, true, true, true, false, true, true, false, false];
    assert_eq!(saturated(LoadPath::Queue { entries: 1 }, &cycles), full);
}

/// A random stream with small queues, MSHRs, merges, and, in some, cycles without room to send.
fn random(seed: u64) -> Script {
    let mut count = 0;
    let mut next = |end: u64| {
        count += 1;
        mix(seed, count) % end
    };
    let small = |n: u64| n as u32 + 1;
    let path = match next(8) {
        0 => LoadPath::InOrder,
        1 => LoadPath::Queue { entries: 0 },
        2 => LoadPath::Queue { entries: small(next(4)) },
        _ => LoadPath::TwoQueues { active: small(next(4)), inactive: small(next(4)) },
    };
    let more = [
        ("allocate", ["fill", "miss"][next(2) as usize]),
        ("store_hit", ["keep", "evict"][next(2) as usize]),
        ("lines", ["1", "2"][next(2) as usize]),
        ("miss_queue", ["none", "1", "2", "8"][next(4) as usize]),
    ];
    let spec = spec(1 + next(3), 1 + next(2), 1 + next(3), more);
    let (room, latency) = (if next(2) == 0 { 0 } else { 1 + next(1 << 20) }, if next(2) == 0 { 0 } else { 20 });
    let (mut steps, mut cycle) = (VecDeque::new(), 0);
    for token in 0..40 {
        cycle += if next(12) == 0 { next(200) } else { next(4) };
        let kind = [AccessKind::Load, AccessKind::Load, AccessKind::Load, AccessKind::Store, AccessKind::Atomic];
        let kind = kind[next(if seed.is_multiple_of(2) { 3 } else { 5 }) as usize];
        let (first, stride, count) = (next(8), 1 + next(3), 1 + next(3));
        let lines = (0..count).map(|n| 64 + first + n * stride).collect();
        let answered = kind != AccessKind::Store && next(8) != 0;
        steps.push_back((cycle, Do::Push(Job { token, kind, warp: next(8) as u32, lines, answered })));
        let cta = next(4) as u32;
        match next(6) {
            0 => steps.push_back((cycle + next(3), Do::Demote(cta))),
            1 => steps.push_back((cycle + next(3), Do::Promote(cta))),
            _ => {}
        }
    }
    Script { steps, path, spec, latency, room }
}

/// Returns the number of random streams.
fn streams() -> u64 {
    if at_length() { 10_000 } else { 3_000 }
}

#[test]
fn random_streams_keep_the_laws_and_are_as_the_naive_model_has_them() {
    let mut all = QueueCounters::default();
    for seed in 0..streams() {
        let script = random(seed);
        let (seen, unit) = real(&script, false).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
        let (modelled, model) =
            run(Model::new(&script, None), &script, false).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
        for (seen, modelled) in seen.iter().zip(&modelled) {
            assert_eq!(seen, modelled, "seed {seed}");
        }
        assert_eq!((seen.len(), unit.queue_counters()), (modelled.len(), model.counted()), "seed {seed}");
        all += &unit.queue_counters();
    }
    let QueueCounters { entries, inactive_entries, queued, retries, demoted, full } = all;
    assert!(entries > 0 && inactive_entries > 0 && retries > queued && queued > 0 && demoted > 0 && full > 0);
}

/// A model that does not have a key of L1 behaves otherwise in some stream, for each key.
#[test]
fn a_model_without_a_key_of_l1_is_found() {
    type Without = fn(&mut L1);
    let all: [Without; 4] = [
        |l1| l1.allocate = Allocate::Fill,
        |l1| l1.store_hit = StoreHit::Keep,
        |l1| l1.lines = 1,
        |l1| l1.miss_queue = None,
    ];
    for (key, without) in all.into_iter().enumerate() {
        let differs = |seed| {
            let (script, mut other) = (random(seed), random(seed));
            without(&mut other.spec.l1);
            let modelled = run(Model::new(&other, None), &script, false);
            modelled.map_or(true, |modelled| modelled.0 != real(&script, false).unwrap().0)
        };
        assert!((0..60).any(differs), "key {key}");
    }
}

#[test]
fn a_core_that_sleeps_sees_the_same() {
    let (mut cycles, mut ticks) = (0, 0);
    for seed in 0..streams() {
        let script = random(seed);
        let [(stepped, all), (skipped, some)] = [false, true]
            .map(|skip| real(&script, skip).unwrap_or_else(|wrong| panic!("seed {seed}, skipping {skip}: {wrong}")));
        let events = |seen: &[Cycle]| seen.iter().filter(|cycle| cycle.event()).cloned().collect::<Vec<_>>();
        assert_eq!(events(&stepped), events(&skipped), "seed {seed}");
        assert_eq!((all.counters(), all.queue_counters()), (some.counters(), some.queue_counters()), "seed {seed}");
        (cycles, ticks) = (cycles + stepped.len(), ticks + skipped.len());
    }
    assert!(ticks * 3 < cycles * 2, "{ticks} of {cycles} cycles are not skipped");
}

#[test]
fn a_queue_without_places_is_in_order() {
    for seed in 0..streams() / 4 {
        let [order, none] = [LoadPath::InOrder, LoadPath::Queue { entries: 0 }].map(|path| {
            let mut script = Script { path, ..random(seed) };
            // queues take one lookup a cycle
            script.spec.l1.lines = 1;
            real(&script, true).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"))
        });
        assert_eq!((served(&order.0), order.1.counters()), (served(&none.0), none.1.counters()), "seed {seed}");
    }
}

/// Checks that a model with a fault breaks an invariant, with these words in its message, in some
/// random stream.
fn found(fault: Fault, words: &str) {
    let (mut broken, mut other) = (0, 0);
    for seed in 0..60 {
        let script = random(seed);
        let real = real(&script, false).unwrap().0;
        match run(Model::new(&script, Some(fault)), &script, false) {
            Ok((seen, _)) => other += u32::from(seen != real),
            Err(wrong) => {
                assert!(wrong.contains(words), "{wrong}");
                broken += 1;
            }
        }
    }
    assert!(broken > 0, "no law is broken; {other} streams differ");
}

#[test]
fn a_forgotten_demotion_is_found() {
    found(Fault::DemotionForgotten, "an entry of an inactive CTA counts as active");
}

#[test]
fn an_inactive_entry_before_an_active_one_is_found() {
    found(Fault::InactiveFirst, "an inactive entry went before an active one");
}

#[test]
fn an_inactive_entry_before_the_head_is_found() {
    found(Fault::InactiveBeforeHead, "an inactive entry went before the head");
}

#[test]
fn an_entry_that_never_retries_is_found() {
    found(Fault::NeverRetries, "not everything is served");
}

#[test]
fn a_full_queue_that_drops_is_found() {
    found(Fault::FullDrops, "not everything is served");
}

#[test]
fn an_entry_before_an_older_one_is_found() {
    found(Fault::YoungestFirst, "not the oldest");
}
