//! Tests of compaction: random programs take the same paths and leave the same memory under every
//! policy, invariants hold after each cycle, and forced predictions equal the policies that they
//! stand for. `HEDDLE_FUZZ_SECONDS` makes the random part longer, `HEDDLE_FUZZ_SEED` is its first
//! seed.

use std::collections::BTreeMap;

use heddle_contract::slp::{In, Out};
use heddle_golden::slp::Slp;
use heddle_golden::slp::permutation::Permutation;
use heddle_golden::{Device, Model};
use heddle_kernel::execute::{Image, Issue, Observer, Options as ExecOptions, Warp};

use super::watched::{Look, Verdict};
use super::*;
use crate::base::GridContext;
use crate::formation::compaction::seen::{Thread, WAYS, Way, further};
use crate::formation::compaction::{self, Predictor, Rules};
use crate::measure::profile::Gauge;
use crate::microop::Program;
use crate::system::Ended;
use crate::system::policy::compaction::{Compacting, CompactionKind, Waits, compacting, rules};

/// Checks the invariants after each cycle.
struct EachCycle;

impl<D: Device<Slp>> Look<Compacting<D>> for EachCycle {
    fn look(&mut self, core: &mut Compacting<D>, _: u64, _: &GridContext, _: &Program) -> Verdict {
        core.formation.check(&core.chassis.contexts)
    }
}

/// Runs a workload under these rules, with every cycle checked.
fn compacted(
    spec: &Spec,
    policy: &str,
    rules: impl Fn() -> Rules,
    session: &mut Session,
    options: &Options,
) -> Result<Run, SimError> {
    let policy = Policy::named(policy).unwrap();
    let CoreKind::Compaction(CompactionKind { permutation, .. }) = policy.core else { panic!("it compacts") };
    let cfg = compaction::config(spec).map_err(SimError::Unfit)?;
    let core = |n| {
        let unit = Model::<Slp>::new(cfg.clone());
        Watched(compacting(spec, n, &cfg, (permutation, rules()), unit, Gauge::default()), EachCycle)
    };
    on_cores(spec, &policy, spec.core.warp_size, (0..spec.core.count as usize).map(core).collect(), session, options)
}

/// Returns the rules by which the warps of a policy wait.
fn rules_of(spec: &Spec, policy: &str) -> Rules {
    let waits = match policy.split('-').next() {
        Some("tbc") => Waits::Always,
        Some("capri") => Waits::Predicted,
        _ => Waits::Never,
    };
    rules(spec, waits)
}

/// Observer of the instructions of each thread in a functional run.
struct Ways(BTreeMap<Thread, Way>);

impl Observer for Ways {
    fn issue(&mut self, issue: &Issue, _: &Warp, image: &Image) {
        let pc = image.instructions(issue.function).start + issue.instruction;
        for lane in (0..32).filter(|lane| issue.active >> lane & 1 == 1) {
            further(self.0.entry((issue.cta, issue.warp * 32 + lane)).or_default(), pc);
        }
    }
}

/// Returns the instructions of each thread, and the memory that is left, when warps run one after
/// the other.
fn functional(case: &Case) -> (BTreeMap<Thread, Way>, Buffers) {
    let mut ways = Ways(BTreeMap::new());
    let left = case.run(|session| {
        let registers = Policy::named("simt").unwrap().registers(&Config::shipped("slp").unwrap().spec);
        session.run(registers, &ExecOptions::default(), &mut ways)?;
        let (statistics, timeline, launches) = (vec![], vec![], vec![]);
        let (cycles, instructions, thread_instructions) = (0, 0, 0);
        Ok(Run {
            cycles,
            instructions,
            thread_instructions,
            ended: Ended::Whole,
            statistics,
            timeline,
            launches,
            profile: None,
            sampled: None,
        })
    });
    (ways.0, left.unwrap().1)
}

/// Returns a core with awkward numbers, its settings, and the most threads of a CTA.
fn random_core(chance: &mut Chance) -> (Spec, Vec<String>, u32) {
    let mut sets = vec![];
    let mut set = |key: &str, value: &dyn std::fmt::Display| sets.push(format!("{key}={value}"));
    let mut of = |values: &[u32]| values[chance.below(values.len() as u32) as usize];
    let warps = of(&[2, 4, 8, 32, 32]);
    set("core.warps", &warps);
    set("core.schedulers", &of(&[1, 1, 2]));
    set("core.ctas", &of(&[1, 2, 8]));
    set("core.issue", &of(&[1, 1, 2]));
    set("core.scheduling", &["lrr", "gto", "two-level", "sticky", "sticky"][of(&[0, 1, 2, 3, 4]) as usize]);
    set("core.registers", &65536);
    set("core.cadence", &of(&[1, 1, 2]));
    set("pipeline.collector", &["none", "4"][of(&[0, 1]) as usize]);
    set("compaction.offer", &of(&[1, 1, 7]));
    set("compaction.entries", &of(&[1, 2, 64]));
    set("compaction.first", &["wait", "pass"][of(&[0, 1]) as usize]);
    set("l1.latency", &of(&[1, 30]));
    set("fetch.mshrs", &of(&[1, 4]));
    (Config::one_core("slp", &sets), sets, 32 * warps)
}

const ENDS: [&str; 9] =
    ["", "-odd-even", "-flip-odd", "-rotate-odd", "-half", "-random", "-wid", "-rev-wid", "-balanced"];

/// Checks one seed; returns the numbers of masks that were compacted into fewer warps, and of
/// refusals.
fn judge_one(seed: u64) -> [u64; 2] {
    let chance = &mut Chance(seed);
    let (spec, sets, most) = random_core(chance);
    let case = Case::random(chance, most, seed.is_multiple_of(2));
    let (ways, memory) = functional(&case);
    let (mut fewer, mut refused) = (0, 0);
    let end = ENDS[chance.below(9) as usize];
    for (n, policy) in ["no-tbc", "tbc", "capri"].into_iter().enumerate() {
        // the five XOR permutations that the unit is launched for under other ids need as many
        // warps as lanes
        let policy = format!("{policy}{end}");
        let what = || format!("seed {seed}, {policy}, {sets:?}, {}\n{}", case.launches, case.text);
        WAYS.set(Some(BTreeMap::new()));
        let act = |session: &mut Session| {
            compacted(&spec, &policy, || rules_of(&spec, &policy), session, &Options::default())
        };
        let (made, left) = match case.run(act) {
            Err(SimError::Unfit(why)) if why.contains("waits for threads that go on only when it has opened") => {
                refused += 1;
                continue;
            }
            made => made.unwrap_or_else(|why| panic!("{why}\n{}", what())),
        };
        let seen = WAYS.take().unwrap_or_default();
        assert_eq!(made.ended, Ended::Whole, "{}", what());
        assert!(left == memory, "other memory\n{}", what());
        let other = ways.iter().find(|(thread, way)| seen.get(*thread) != Some(way));
        assert!(
            other.is_none(),
            "{other:?} goes another way: {:?}\n{}",
            other.map(|(thread, _)| seen.get(thread)),
            what()
        );
        fewer += made.get("blocks.fewer").unwrap();
        if seed % 4 == n as u64 {
            let options = Options { skip: false, ..Options::default() };
            let again =
                case.run(|session| simulate(&spec, &Policy::named(&policy).unwrap(), session, &options, &mut ()));
            let again = again.unwrap_or_else(|why| panic!("{why}\n{}", what())).0;
            unchanged(&made, &again, &what());
        }
    }
    [fewer, refused]
}

#[test]
fn random_programs_go_the_same_way_compacted() {
    let (seed, [fewer, refused]) = judge_seeds(60, judge_one);
    println!("{seed} programs, {fewer} masks of fewer warps, {refused} runs refused");
    assert!(fewer > 2 * seed && refused < seed, "{fewer} masks of fewer warps, {refused} runs refused");
}

/// Each thread of a workload executes the instructions that it executes when warps run one after
/// the other, in that order.
#[test]
fn threads_of_workloads_go_the_same_way_compacted() {
    let spec = Config::one_core::<&str>("slp", &[]);
    for name in ["reduct", "bitonic", "lps", "dxtc", "binom"] {
        let workload = heddle_workloads::Workload::named(name).unwrap();
        let mut ways = Ways(BTreeMap::new());
        let registers = Policy::named("simt").unwrap().registers(&spec);
        workload.with("test", |session| session.run(registers, &ExecOptions::default(), &mut ways)).unwrap();
        for policy in ["no-tbc", "tbc-balanced", "capri-balanced"] {
            WAYS.set(Some(BTreeMap::new()));
            let rules = || rules_of(&spec, policy);
            workload.with("test", |session| compacted(&spec, policy, rules, session, &Options::default())).unwrap();
            assert!(WAYS.take().unwrap_or_default() == ways.0, "{name} under {policy}");
        }
    }
}

/// CAPRI that never waits equals the policy without compaction; CAPRI that always waits and never
/// declines equals TBC: to the cycle.
#[test]
fn forced_predictions_are_other_policies() {
    let spec = Config::one_core::<&str>("slp", &[]);
    let forced = |waits, declines| move || Rules { predictor: Some(Predictor::Always(waits)), declines };
    let run = |name: &str, rules: &dyn Fn() -> Rules| {
        heddle_workloads::Workload::named(name)
            .unwrap()
            .with("test", |session| compacted(&spec, "capri-balanced", rules, session, &Options::default()).unwrap())
    };
    for name in ["bitonic", "reduct", "eigen"] {
        let plain = run(name, &|| rules(&spec, Waits::Never));
        assert_eq!(run(name, &forced(false, true)).cycles, plain.cycles, "{name}: passed");
        let tbc = run(name, &|| rules(&spec, Waits::Always));
        assert_eq!(run(name, &forced(true, false)).cycles, tbc.cycles, "{name}: waited");
    }
}

/// A CTA of one warp has nothing to compact with.
#[test]
fn a_cta_of_one_warp_is_never_compacted() {
    for seed in 0..8 {
        let chance = &mut Chance(seed);
        let case = Case::random(chance, 32, true);
        let spec = Config::one_core::<&str>("slp", &[]);
        let act = |session: &mut Session| {
            compacted(&spec, "tbc-balanced", || rules(&spec, Waits::Always), session, &Options::default())
        };
        assert_eq!(case.run(act).unwrap().0.get("blocks.fewer"), Some(0));
    }
}

/// Every permutation has policies named after it.
#[test]
fn policies_are_named_by_permutation() {
    for end in ENDS {
        let policy = Policy::named(&format!("tbc{end}")).unwrap();
        let CoreKind::Compaction(kind) = policy.core else { panic!("it compacts") };
        assert_eq!(kind.permutation == Permutation::None, end.is_empty());
    }
}

/// Returns a kernel of 64 threads: `body` computes with its thread's number in `%r20`, then the
/// registers are stored.
fn small(body: &str) -> Case {
    let text = format!(
        ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 in, .param .u64 sums)
{{
.reg .pred %p<4>; .reg .b32 %r<24>; .reg .b64 %d<4>;
ld.param.u64 %d0, [out]; mov.u32 %r20, %tid.x; mul.wide.u32 %d3, %r20, 64; add.u64 %d3, %d0, %d3; mov.u32 %r0, 0;
and.b32 %r1, %r20, 1; setp.eq.u32 %p0, %r1, 1;
{body}
st.global.u32 [%d3], %r0; ret;
}}
"
    );
    Case::new(text, &[(1, 64)])
}

/// Runs a case under TBC, with every cycle checked.
fn tbc(case: &Case) -> Result<(Run, Buffers), SimError> {
    let spec = Config::one_core::<&str>("slp", &[]);
    case.run(|session| compacted(&spec, "tbc", || rules(&spec, Waits::Always), session, &Options::default()))
}

/// While the odd threads wait at their barrier the even ones run, reach theirs, and both go on.
#[test]
fn a_barrier_in_both_sides_of_a_branch_opens() {
    let case =
        small("@%p0 bra ODD; add.u32 %r0, %r0, 3; bar.sync 0; bra END; ODD: add.u32 %r0, %r0, 5; bar.sync 0; END:");
    let (run, left) = tbc(&case).unwrap();
    assert_eq!((run.get("blocks.taken"), run.get("blocks.not_taken")), (Some(1), Some(1)));
    let words: Vec<u32> = left.u32("out").iter().step_by(OWN as usize).copied().collect();
    assert!(words.iter().enumerate().all(|(thread, word)| *word == [3, 5][thread % 2]), "{words:?}");
}

/// The side that takes the branch runs first (D173): the values that the other side stores remain.
#[test]
fn the_taken_side_runs_first() {
    let case = small(
        "ld.param.u64 %d1, [sums]; @%p0 bra ODD; mov.u32 %r0, 2; st.global.u32 [%d1], %r0; bra END; ODD: mov.u32 %r0, 1; st.global.u32 [%d1], %r0; END:",
    );
    assert_eq!(tbc(&case).unwrap().1.u32("sums")[0], 2);
}

/// Both sides come to one barrier, and each side executes the code behind it in its own two warps,
/// whose threads lie in the same lanes.
#[test]
fn sides_at_one_barrier_stay_apart() {
    let run = |times: usize| {
        let sides =
            "@%p0 bra ODD; add.u32 %r0, %r0, 3; @%p1 exit; bra B; ODD: add.u32 %r0, %r0, 5; @%p1 exit; B: bar.sync 0;";
        let behind = "add.u32 %r0, %r0, 7;".repeat(times);
        tbc(&small(&format!("setp.eq.u32 %p1, %r20, 63; {sides} {behind}"))).unwrap().0.instructions
    };
    assert_eq!(run(9) - run(8), 4);
}

/// The odd threads wait for the even ones, which come to no barrier before the point where they
/// reconverge with the odd ones.
#[test]
fn a_barrier_that_cannot_open_is_refused() {
    let case = small("@!%p0 bra END; bar.sync 0; END: add.u32 %r0, %r0, 1; @%p0 bra LAST; bar.sync 0; LAST:");
    let SimError::Unfit(why) = tbc(&case).unwrap_err() else { panic!("it is no deadlock") };
    assert!(why.contains("k.ptx:") && why.contains("barrier 0 waits for threads that go on only"), "{why}");
}

/// CAPRI lets warps pass a branch that is not in its table. Warps wait there from the time at which
/// one of its sides was counted to fit in fewer warps: 16 threads of each of two warps.
#[test]
fn a_branch_is_waited_for_once_a_side_of_it_could_be_compacted() {
    let case = small(
        "shr.u32 %r2, %r20, 1; xor.b32 %r2, %r2, %r20; and.b32 %r2, %r2, 16; setp.eq.u32 %p1, %r2, 0; mov.u32 %r3, 0;
LOOP: @%p1 bra TAKEN; add.u32 %r0, %r0, 3; bra.uni MEET; TAKEN: add.u32 %r0, %r0, 5; MEET: add.u32 %r3, %r3, 1;
setp.lt.u32 %p2, %r3, 8; @%p2 bra LOOP;",
    );
    let spec = Config::one_core("slp", &["compaction.first=pass"]);
    let act = |session: &mut Session| {
        compacted(&spec, "capri", || rules(&spec, Waits::Predicted), session, &Options::default())
    };
    let run = case.run(act).unwrap().0;
    let count = |counter: &str| run.get(counter).unwrap();
    assert!(count("blocks.passes") > 0 && count("blocks.waits") > 0 && count("blocks.fewer") > 0, "{run:?}");
}

/// `%laneid` is the lane that a thread is in; the thread's own number, by which it stores, is its
/// place in the CTA (DEVIATIONS, D180).
#[test]
fn a_permuted_thread_reads_the_number_of_its_lane() {
    let (spec, case) = (Config::one_core::<&str>("slp", &[]), small("mov.u32 %r0, %laneid;"));
    let act = |session: &mut Session| {
        compacted(&spec, "no-tbc-balanced", || rules(&spec, Waits::Never), session, &Options::default())
    };
    let left = case.run(act).unwrap().1;
    let words = left.u32("out").iter().step_by(OWN as usize).copied();
    let lanes = (0..2).flat_map(|warp| Permutation::Balanced.lanes(32, warp));
    assert!(words.eq(lanes));
}

/// Kernels with instructions that name threads by their places in a warp are refused.
#[test]
fn kernels_that_exchange_within_warps_are_refused() {
    let spec = Config::one_core::<&str>("slp", &[]);
    for (body, what) in [
        ("vote.ballot.b32 %r0, %p0;", "a vote"),
        ("shfl.sync.bfly.b32 %r0, %r20, 1, 31, -1;", "a shuffle"),
        ("activemask.b32 %r0;", "`activemask`"),
        ("bar.warp.sync -1;", "a barrier of a warp"),
        ("bar.sync 0, 64;", "a barrier that counts threads"),
    ] {
        for (policy, admitted) in [("no-tbc", true), ("no-tbc-wid", false), ("tbc", false), ("capri-balanced", false)] {
            let policy = Policy::named(policy).unwrap();
            let run = small(body).run(|session| simulate(&spec, &policy, session, &Options::default(), &mut ()));
            match run {
                Ok(_) => assert!(admitted, "{what} under {}", policy.name()),
                Err(why) => assert!(!admitted && why.to_string().contains(what), "{}: {why}", policy.name()),
            }
        }
    }
}

/// A unit with one fault.
struct Broken(Model<Slp>, Fault);

/// Change of the ports by a fault.
type Fault = fn(&mut In, &mut Out);

impl Device<Slp> for Broken {
    fn peek(&mut self, o: &mut Out) {
        self.0.peek(o);
        (self.1)(&mut In::default(), o);
    }
    fn step(&mut self, i: &In, o: &mut Out) {
        let mut i = i.clone();
        (self.1)(&mut i, o);
        self.0.step(&i, o);
        (self.1)(&mut i, o);
    }
}

/// Every fault of the unit is detected where it shows.
#[test]
fn a_broken_unit_is_noticed() {
    let spec = Config::one_core::<&str>("slp", &[]);
    let cfg = compaction::config(&spec).unwrap();
    let policy = Policy::named("tbc-balanced").unwrap();
    let faults: [(&str, Fault); 8] = [
        ("in lanes", |_, o| o.launch_lanes ^= 3),
        ("XOR mask", |i, _| i.launch_warp = 0),
        ("XOR mask", |i, _| i.read_slot = 0),
        ("counts", |_, o| o.counted_warps += u8::from(o.counted_valid)),
        ("counts", |_, o| o.counted_tag = 0),
        ("counts", |i, _| i.accept_mask[1] = 0),
        ("a thread of warp", |_, o| o.warp_source = [7; 32]),
        ("a warp leaves with", |_, o| o.warp_last = false),
    ];
    for (what, fault) in faults {
        let why = heddle_workloads::Workload::named("bitonic").unwrap().with("test", |session| {
            let core = compacting(
                &spec,
                0,
                &cfg,
                (Permutation::Balanced, rules(&spec, Waits::Always)),
                Broken(Model::new(cfg.clone()), fault),
                Gauge::default(),
            );
            on_cores(&spec, &policy, spec.core.warp_size, vec![core], session, &Options::default()).unwrap_err()
        });
        assert!(matches!(&why, SimError::Wrong { .. }) && why.to_string().contains(what), "{what}: {why}");
    }
}
