//! Random programs on random cores.

use super::*;
use crate::system::Ended;

/// Returns a core with awkward numbers, its settings, and the most threads of a CTA.
fn random_core(chance: &mut Chance) -> (Spec, Vec<String>, u32) {
    let mut sets = vec![];
    let mut set = |key: &str, value: &dyn std::fmt::Display| sets.push(format!("{key}={value}"));
    let mut of = |values: &[u32]| values[chance.below(values.len() as u32) as usize];
    let schedulers = of(&[1, 2, 2]);
    let warps = schedulers * of(&[1, 2, 3, 4, 8, 24]);
    set("core.schedulers", &schedulers);
    set("core.warps", &warps);
    set("core.ctas", &of(&[1, 1, 2, 2, 3, 8, 16]));
    set("core.issue", &of(&[1, 1, 2]));
    set("core.sps", &of(&[1, 2]));
    set("core.cadence", &of(&[1, 2, 2, 3]));
    set("core.active_warps", &of(&[1, 2, 8]));
    set("core.scheduling", &["lrr", "gto", "two-level", "sticky"][of(&[0, 1, 2, 3]) as usize]);
    set("core.registers", &of(&[4096, 8192, 12000, 32768, 65536]));
    set("shared.bytes", &of(&[4096, 8192, 49152, 65536]));
    set("vt.warps", &of(&[3, 7, 19, 40, 64, 255, 256]).max(warps));
    set("vt.ctas", &of(&[2, 3, 5, 32, 64]));
    set("vt.depth", &of(&[2, 2, 4, 8, 16]));
    set("vt.beat", &of(&[256, 512, 1024]));
    set("vt.active_queue", &of(&[1, 2, 30]));
    set("vt.inactive_queue", &of(&[1, 2, 30]));
    set("mascar.queue", &of(&[1, 3, 60]));
    set("mascar.saturated", &of(&[1, 2, 56]));
    set("l1.mshrs", &of(&[1, 2, 8, 64]));
    set("l1.merges", &of(&[1, 2, 8]));
    set("l1.latency", &of(&[1, 5, 70]));
    set("l1.queue", &of(&[1, 8]));
    set("interconnect.queue", &of(&[1, 8]));
    set("shared.latency", &of(&[1, 52]));
    set("fetch.mshrs", &of(&[1, 2]));
    set("pipeline.collector", &["none", "1", "16"][of(&[0, 1, 2]) as usize]);
    set("l1.allocate", &["fill", "miss"][of(&[0, 1]) as usize]);
    set("l1.store_hit", &["keep", "evict"][of(&[0, 1]) as usize]);
    set("l1.miss_queue", &["none", "1", "8"][of(&[0, 1, 2]) as usize]);
    set("l1.lines", &of(&[1, 2]));
    let all: Vec<&str> = sets.iter().map(String::as_str).collect();
    (one_core(&all), sets, 32 * warps)
}

/// Checks one seed: memory, invariants, skipping. Returns the runs with virtual threads on, their
/// swaps, and loads in queues that went out with their CTAs.
fn judge_one(seed: u64) -> [u64; 3] {
    let chance = &mut Chance(seed);
    let (spec, sets, most) = random_core(chance);
    let case = Case::random(chance, most, false);
    let what = |policy: &str| format!("seed {seed}, {policy}, {sets:?}, {}\n{}", case.launches, case.text);
    let go = |policy: &str, skip| {
        let options = Options { skip, ..Options::default() };
        let act = |session: &mut Session| match skip {
            true => run(&spec, policy, session, &options),
            // every cycle of it would be checked
            false => simulate(&spec, &Policy::named(policy).unwrap(), session, &options, &mut ()),
        };
        match case.run(act) {
            Err(SimError::Unfit(_)) => None,
            Err(why) => panic!("{why}\n{}", what(policy)),
            Ok(made) => Some(made),
        }
    };
    let Some((simt, memory)) = go("simt", true) else { return [0; 3] };
    let [mut on, mut swaps, mut demoted] = [0; 3];
    let again = chance.below((VT.len() + OTHERS.len()) as u32 + 1) as usize;
    for (n, policy) in VT.into_iter().chain(OTHERS).enumerate() {
        let Some((made, left)) = go(policy, true) else { panic!("{} does not fit", what(policy)) };
        assert!(left == memory, "other memory\n{}", what(policy));
        assert_eq!(made.ended, Ended::Whole, "{}", what(policy));
        for counter in ["core.instructions", "core.steps", "core.thread_steps"] {
            assert_eq!(made.get(counter), simt.get(counter), "{counter}, {}", what(policy));
        }
        adds_up(&spec, &made, policy, &what);
        if VT.contains(&policy) {
            on += u64::from(made.get("vt.assigned") != Some(0));
            swaps += made.get("vt.swaps").unwrap();
            demoted += made.get("queue.demoted").unwrap();
        }
        if n == again {
            unchanged(&made, &go(policy, false).unwrap().0, &what(policy));
        }
    }
    if again == VT.len() + OTHERS.len() {
        unchanged(&simt, &go("simt", false).unwrap().0, &what("simt"));
    }
    [on, swaps, demoted]
}

/// Checks the sums of counters over a run.
fn adds_up(spec: &Spec, made: &Run, policy: &str, what: &dyn Fn(&str) -> String) {
    let get = |counter: &str| made.get(counter).unwrap();
    assert_eq!(get("vt.swaps"), get("vt.restored"), "{}", what(policy));
    let classes = ["issued", "pipeline", "short", "fetch", "long", "barrier", "swap", "idle"];
    let slots: u64 = classes.iter().map(|class| get(&format!("slots.{class}"))).sum();
    assert_eq!(slots, made.cycles * u64::from(spec.core.schedulers * spec.core.issue), "{}", what(policy));
    for launch in &made.launches {
        let get = |counter: &str| launch.get(counter).unwrap();
        let (swaps, assigned) = (get("vt.swaps"), get("vt.assigned"));
        if assigned == 0 {
            assert_eq!(swaps + get("vt.marks") + get("vt.fresh") + get("queue.demoted"), 0, "{}", what(policy));
            continue;
        }
        assert_eq!(get("vt.fresh"), get("core.ctas"), "{}", what(policy));
        assert_eq!(get("vt.restored"), swaps, "{}", what(policy));
        let beats =
            if policy == "vt-free" { 0 } else { swaps * (get("vt.contexts") / assigned) * 8 / u64::from(spec.vt.beat) };
        assert_eq!((get("vt.beats_read"), get("vt.beats_written")), (beats, beats), "{}", what(policy));
    }
}

#[test]
fn random_programs_leave_the_same_under_every_policy() {
    let (seed, [on, swaps, demoted]) = judge_seeds(32, judge_one);
    println!("{seed} programs, {on} runs with virtual threads, {swaps} swaps, {demoted} demoted");
    assert!(
        on > seed && swaps > 10 * seed && demoted > 0,
        "{on} runs with virtual threads, {swaps} swaps, {demoted} demoted"
    );
}
