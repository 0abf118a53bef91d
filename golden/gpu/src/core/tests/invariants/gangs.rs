//! Cores in slices, cycle by cycle: the ganging unit gets legal input in every cycle and keeps its
//! invariants, further invariants hold between it and the core, and random programs leave the same
//! memory under every policy. `HEDDLE_FUZZ_SECONDS` makes the random part longer,
//! `HEDDLE_FUZZ_SEED` is its first seed.

use heddle_contract::gang::Split;
use heddle_golden::gang::Gang;

use super::watched::{Look, Verdict};
use super::*;
use crate::base::GridContext;
use crate::core::SlicedCore;
use crate::measure::profile::Gauge;
use crate::microop::Program;
use crate::system::Ended;
use crate::system::policy::build::HasUnit;
use crate::system::policy::slices::SlicedKind;

type Core = SlicedCore<Judge<Gang>>;

/// Checks the invariants after each cycle.
#[derive(Default)]
struct EachCycle {
    /// Slices of each set with a warp of the core at the end of the last cycle, with a warp of the
    /// unit at the start of this one, and the number of cycles in which the unit was stepped.
    last: Vec<u8>,
    living: Vec<u8>,
    steps: u64,
}

impl Look<Core> for EachCycle {
    fn look(&mut self, core: &mut Core, _: u64, _: &GridContext, _: &Program) -> Verdict {
        if let Some(wrong) = &core.unit.wrong {
            return Err(wrong.clone());
        }
        if core.unit.steps != std::mem::replace(&mut self.steps, core.unit.steps) {
            // the reading port shows the warps that live, each in one unit
            let (set, units) = core.reads();
            let living = self.living.get(set).copied().unwrap_or(0);
            let together = units.iter().fold(0, |all: u32, mask| all + mask.count_ones());
            if units.iter().fold(0, |all, mask| all | mask) != living || together != living.count_ones() {
                return Err(format!("set {set} has warps in slices {living:#010b}, and the unit shows {units:x?}"));
            }
            // a unit that is left alone until something crosses its ports is as it will be then
            // (DEVIATIONS, D214)
            if core.rests() && !core.unit.rests() {
                return Err("the unit is not stepped, and its state would change".into());
            }
        }
        // a warp that has ended is in the unit for one cycle more
        let now = core.living();
        self.last.resize(now.len(), 0);
        self.living = self.last.iter().zip(&now).map(|(last, now)| last | now).collect();
        self.last = now;
        Ok(())
    }
}

/// Returns the kind of core that a policy's name stands for.
fn kind(policy: &str) -> SlicedKind {
    let CoreKind::Sliced(kind) = Policy::named(policy).unwrap().core else { panic!("`{policy}` has slices") };
    kind
}

/// Runs a policy, with every cycle checked; `spoil` changes inputs on their way.
fn sliced(
    spec: &Spec,
    policy: &str,
    session: &mut Session,
    options: &Options,
    spoil: Spoil<Gang>,
) -> Result<Run, SimError> {
    let kind = kind(policy);
    let cfg = kind.unit(spec).map_err(SimError::Unfit)?;
    let core = |n| {
        let unit = (cfg.clone(), Judge::new(&cfg, spoil));
        Watched(SlicedCore::new(spec, n, Gauge::default(), unit, (kind.warp_size, kind.apart)), EachCycle::default())
    };
    let cores = (0..spec.core.count as usize).map(core).collect();
    on_cores(spec, &Policy::named(policy).unwrap(), kind.warp_size, cores, session, options)
}

fn every_policy() -> Vec<String> {
    let sliced = |name: &String| matches!(Policy::named(name).unwrap().core, CoreKind::Sliced(_));
    Policy::names().into_iter().filter(sliced).collect()
}

/// Returns a core with awkward numbers, its settings, and the most threads of a CTA.
fn random_core(chance: &mut Chance) -> (Spec, Vec<String>, u32) {
    let mut sets = vec![];
    let mut set = |key: &str, value: &dyn std::fmt::Display| sets.push(format!("{key}={value}"));
    let mut of = |values: &[u32]| values[chance.below(values.len() as u32) as usize];
    let warps = of(&[1, 2, 5, 8, 32, 32, 64]);
    set("core.warps", &warps);
    set("core.ctas", &of(&[1, 2, 8]));
    set("core.registers", &65536);
    set("core.sfus", &of(&[1, 8, 32]));
    set("core.doubles", &of(&[1, 4]));
    set("pipeline.execute", &of(&[1, 3, 10]));
    set("fetch.ports", &of(&[1, 2, 5, 8]));
    set("fetch.l0_bytes", &of(&[0, 32, 256]));
    set("fetch.l0_latency", &of(&[1, 2]));
    set("fetch.latency", &of(&[1, 2, 5]));
    set("fetch.mshrs", &of(&[1, 4]));
    set("slices.next", &of(&[1, 3]));
    set("slices.resolve", &of(&[1, 4, 9]));
    set("slices.queue", &of(&[1, 2]));
    set("slices.fetches", &of(&[1, 2, 4]));
    set("slices.stage", &of(&[1, 3, 64]));
    set("constant.words", &of(&[1, 8]));
    set("constant.latency", &of(&[1, 8]));
    set("l1.latency", &of(&[1, 30]));
    set("l1.mshrs", &of(&[1, 32]));
    set("l1.merges", &of(&[1, 64]));
    set("l1.queue", &of(&[1, 8]));
    set("shared.latency", &of(&[1, 20]));
    (Config::one_core("vws", &sets), sets, 32 * warps)
}

/// Checks the sums of counters over a run.
fn adds_up(made: &Run, policy: &str, what: &str) {
    let get = |counter: &str| made.get(counter).unwrap();
    let classes = ["issued", "pipeline", "short", "fetch", "long", "barrier", "gather", "swap", "idle"];
    let slots: u64 = classes.iter().map(|class| get(&format!("slots.{class}"))).sum();
    assert_eq!(slots, 8 * made.cycles, "a slot is four lanes of a cycle: {what}");
    let units: Vec<u64> = (1..=8).map(|size| get(&format!("gang.issued_{size}"))).collect();
    let slices: u64 = units.iter().zip(1..).map(|(units, size)| units * size).sum();
    assert_eq!(slices, get("supply.filled"), "every issue takes what was fetched: {what}");
    let fetches = get("supply.gang") + get("supply.slice") + get("supply.local");
    let units: u64 = units.iter().sum();
    let kind = kind(policy);
    match (kind.split, kind.partners) {
        (Split::Control, 0) => {
            assert_eq!((fetches, get("gang.torn"), get("gang.merges")), (units, 0, 0), "a fetch a unit: {what}");
        }
        (Split::Control, _) => assert!(fetches >= units, "{what}"),
        (_, 0) => assert_eq!(get("gang.merges"), 0, "{what}"),
        _ => {}
    }
}

/// Checks one seed; returns how often gangs split, were torn and formed again.
fn judge_one(seed: u64) -> [u64; 3] {
    let chance = &mut Chance(seed);
    let (spec, sets, most) = random_core(chance);
    let case = Case::random(chance, most, seed.is_multiple_of(2));
    let run = |policy: &str, options: &Options| {
        let act = |session: &mut Session| match Policy::named(policy).unwrap().core {
            CoreKind::Sliced(_) => sliced(&spec, policy, session, options, |_, _| {}),
            _ => simulate(&spec, &Policy::named(policy).unwrap(), session, options, &mut ()),
        };
        case.run(act)
    };
    let what = |policy: &str| format!("seed {seed}, {policy}, {sets:?}, {}\n{}", case.launches, case.text);
    let Ok((simt, memory)) = run("simt", &Options::default()) else { return [0; 3] };
    let all = every_policy();
    let mut seen = [0; 3];
    for n in 0..5 {
        let policy = &all[chance.below(all.len() as u32) as usize];
        let what = what(policy);
        let (made, left) = run(policy, &Options::default()).unwrap_or_else(|why| panic!("{why}\n{what}"));
        assert_eq!(made.ended, Ended::Whole, "{what}");
        assert!(left == memory, "other memory\n{what}");
        assert_eq!(made.thread_instructions, simt.thread_instructions, "{what}");
        adds_up(&made, policy, &what);
        let counters = ["gang.splits", "gang.torn", "gang.merges"].map(|counter| made.get(counter).unwrap());
        seen.iter_mut().zip(counters).for_each(|(seen, more)| *seen += more);
        if n == 0 {
            let again = run(policy, &Options { skip: false, ..Options::default() });
            let again = again.unwrap_or_else(|why| panic!("{why}\n{what}")).0;
            unchanged(&made, &again, &what);
        }
    }
    seen
}

#[test]
fn random_programs_leave_the_same_in_slices() {
    let (seed, [splits, torn, merges]) = judge_seeds(24, judge_one);
    println!("{seed} programs, {splits} splits, {torn} units torn, {merges} formed again");
    assert!(splits > 100 && torn > 10 && merges > 10, "{splits} splits, {torn} units torn, {merges} formed again");
}

/// A set is free in the second cycle after the report of its last end. A CTA that does nothing is
/// launched in cycle 0; its only set is picked already, so that it is fetched for in 1, filled in
/// 3, issued in 4, and reports its end in 8; the next one is admitted in 9, and launched in 10.
#[test]
fn a_set_is_launched_again_when_its_end_has_acted() {
    let spec = Config::one_core("vws", &["core.warps=1", "core.ctas=1"]);
    for policy in ["ws32", "ws4", "ivws", "evws", "ivws-impatient"] {
        let cycles = |ctas| {
            let run = gangs_worked::case("", &[(ctas, 32)])
                .run(|session| sliced(&spec, policy, session, &Options::default(), |_, _| {}));
            run.unwrap_or_else(|why| panic!("{policy}: {why}")).0.cycles
        };
        assert_eq!(cycles(9) - cycles(4), 5 * 10, "{policy}");
    }
}

/// Eight sets are in quarters, in entries 0 to 3. Quarters 0 and 2 end, and open the barrier at
/// which the others wait; a set a cycle reports them, in entries 1 and 3, and of two fetch ports
/// only the second one fetches, one of the 16 a cycle: a dozen cycles in which nothing else crosses
/// the unit's ports.
#[test]
fn a_fetch_at_any_port_is_an_event() {
    let mut body = "mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 3; and.b32 %r2, %r2, 3;\n".to_string();
    for part in 0..4 {
        body += &format!("setp.eq.u32 %p1, %r2, {part}; @%p1 bra PART{part};\n");
    }
    for part in 0..4 {
        let (ends, waits) = (gangs_worked::adds(40, |n| 4 + n % 8), "bar.sync 0; add.u32 %r3, %r1, 1;".to_string());
        body += &format!("PART{part}:\n{}\nret;\n", if part % 2 == 0 { ends } else { waits });
    }
    let spec = Config::one_core("vws", &["slices.fetches=2", "fetch.latency=64"]);
    let run = gangs_worked::case(&body, &[(1, 256)])
        .run(|session| sliced(&spec, "ivws", session, &Options::default(), |_, _| {}));
    let run = run.unwrap_or_else(|why| panic!("{why}")).0;
    assert!(run.get("gang.fetch_waits") > Some(8 + 7), "{:?}", run.get("gang.fetch_waits"));
}

/// Each fault in the core's inputs to the unit is detected, by the unit's contract or by the core's
/// own checks.
#[test]
fn a_driver_that_breaks_the_protocol_is_noticed() {
    let spec = Config::one_core::<&str>("vws", &[]);
    let faults: [(&str, Spoil<Gang>); 9] = [
        ("without all members", |i, _| i.report &= i.report.wrapping_sub(1)),
        ("is not being fetched", |i, _| i.fill_set = [31; 8]),
        ("is not being fetched", |i, _| (i.fill, i.fill_set) = (1, [0; 8])),
        ("has not reported", |i, _| (i.wake, i.wake_set) = (255, [0; 8])),
        ("is not free", |i, _| i.launch_set = 0),
        ("some of 8 slices", |i, _| i.launch_mask = 0),
        ("lies within", |i, _| i.wake_memory = 255),
        ("at another PC than its own", |i, _| i.report_pc = i.report_pc.map(|pc| pc ^ 16)),
        ("and the unit shows", |i, _| i.launch_mask &= 127),
    ];
    for (what, spoil) in faults {
        let why = heddle_workloads::Workload::named("bitonic")
            .unwrap()
            .with("test", |session| sliced(&spec, "ivws", session, &Options::default(), spoil));
        let Err(why) = why else { panic!("{what}: nothing is noticed") };
        assert!(matches!(why, SimError::Wrong { .. }) && why.to_string().contains(what), "{what}: {why}");
    }
}
