//! Tests of warps of few threads in slices, in gangs and alone, on the whole GPU: memory is right,
//! invariants hold, and policies are equal where no event distinguishes them (VWS 6).

use crate::length::some;
use crate::support::{get, run};
use heddle_gpu::config::Config;
use heddle_gpu::config::spec::Spec;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Event, Options, Run, Watch, simulate};
use heddle_workloads::{Workload, regular};

/// Policies that each workload of the slice runs under.
const POLICIES: [&str; 8] = ["ws32", "ws16", "ws8", "ws4", "ivws", "evws", "ivws-impatient", "evws-impatient"];
/// The others, under each of which two workloads run.
const OTHERS: [&str; 12] = [
    "ivws-gto",
    "ivws-lrr",
    "ivws-lpc",
    "ivws-lgto",
    "ivws-1",
    "ivws-4",
    "ivws-group",
    "evws-sync10",
    "evws-sync50",
    "evws-sync100",
    "evws-sync250",
    "ivws8",
];
/// Workloads that are short at scale `test`: loops, barriers in loops, nested divergence, calls,
/// data-dependent branches, FP64, atomics.
const SLICE: [&str; 8] = ["va", "reduct", "bitonic", "bp", "dxtc", "eigen", "hi", "nw"];
/// Those whose warps never part within a set, or hardly.
const WHOLE: [&str; 5] = ["mm", "ft", "cp", "aes", "dc"];

fn spec(sets: &[&str]) -> Spec {
    Config::one_core("vws", sets)
}

/// What adds up in every run.
fn laws(policy: &str, name: &str, made: &Run, whole: &Run) {
    let what = format!("{name} under {policy}");
    let get = |counter: &str| get(made, counter);
    let classes = ["issued", "pipeline", "short", "fetch", "long", "barrier", "gather", "swap", "idle"];
    let slots: u64 = classes.iter().map(|class| get(&format!("slots.{class}"))).sum();
    assert_eq!(slots, 8 * made.cycles, "{what}: a slot is four lanes of a cycle");
    let slices: u64 = (1..=8).map(|size| size * get(&format!("gang.issued_{size}"))).sum();
    assert_eq!(slices, get("supply.filled"), "{what}: every issue takes what was fetched");
    // beside the loads there are stores and atomics
    let loads = get("l1.hits") + get("l1.misses") + get("l1.merged");
    assert!(loads <= get("l1.transactions"), "{what}");
    let dram = spec(&[]).dram;
    let bytes = get("dram.bursts") * u64::from(dram.burst * dram.bus);
    assert!(
        bytes <= 32 * made.cycles,
        "{what}: {bytes} bytes in {} cycles, and DRAM moves 32 a cycle (table 1)",
        made.cycles
    );
    let stalls = get("l1.stall_merge");
    assert!(
        stalls * 100 < made.cycles,
        "{what}: hardly ever too few places to wait for a line, and not {stalls} cycles"
    );
    for counter in ["core.thread_instructions", "core.accesses", "core.shared_accesses", "core.ctas"] {
        assert_eq!(get(counter), whole.get(counter).unwrap(), "{what}: {counter}");
    }
}

#[test]
fn memory_is_right_and_laws_hold() {
    let spec = spec(&[]);
    let mut formed = 0;
    for (n, name) in SLICE.into_iter().enumerate() {
        let whole = run(&spec, "ws32", name, true);
        let others = [OTHERS[n % OTHERS.len()], OTHERS[(n + 4) % OTHERS.len()]];
        for policy in some(5, POLICIES.into_iter().cycle().skip(n).take(POLICIES.len())).into_iter().chain(others) {
            let made = run(&spec, policy, name, true);
            laws(policy, name, &made, &whole);
            formed += get(&made, "gang.merges");
        }
    }
    assert!(formed > 100, "gangs were formed again: {formed}");
}

#[test]
fn skipping_idle_time_changes_nothing() {
    let spec = spec(&["fetch.l0_bytes=256", "fetch.ports=2"]);
    for (name, policy) in [
        ("bp", "ws32"),
        ("bitonic", "ws4"),
        ("eigen", "ivws"),
        ("dxtc", "evws"),
        ("reduct", "evws-impatient"),
        ("va", "evws-sync50"),
    ] {
        assert_eq!(run(&spec, policy, name, true), run(&spec, policy, name, false), "{name} under {policy}");
    }
}

/// Where no gang splits, gangs of eight are whole warps, but that their slices wake one by one
/// where their lines come so.
#[test]
fn gangs_of_whole_programs_are_whole_warps() {
    let spec =
        Config::shipped("vws").map(|mut vws| vws.set(&["slices.fetches=1"]).map(|()| vws.spec).unwrap()).unwrap();
    for name in WHOLE {
        let (whole, gangs) = (run(&spec, "ws32", name, true), run(&spec, "ivws", name, true));
        assert_eq!(get(&gangs, "gang.splits"), 0, "{name}");
        for counter in ["l1.transactions", "l1.loads", "l1.stores", "gang.issued_8", "supply.gang"] {
            assert_eq!(get(&whole, counter), get(&gangs, counter), "{name}: {counter}");
        }
        let apart = whole.cycles.abs_diff(gangs.cycles);
        assert!(apart * 50 <= whole.cycles, "{name}: {} cycles in warps, {} in gangs", whole.cycles, gangs.cycles);
        let alone = run(&spec, "ws4", name, true);
        assert!(get(&whole, "l1.transactions") <= get(&alone, "l1.transactions"), "{name}");
    }
}

/// Reports of gangs that wait for one of a slice would make a delay faster that is longer, but as
/// long as others (D410).
#[test]
fn longer_delays_make_no_run_faster() {
    let cycles = |next: u32, resolve: u32| {
        let spec = spec(&[&format!("slices.next={next}"), &format!("slices.resolve={resolve}")]);
        run(&spec, "ivws", "ray", true).cycles
    };
    let mut before = [0; 3];
    for next in 1..=4 {
        let mut last = 0;
        for (resolve, before) in [1, 4, 8].into_iter().zip(&mut before) {
            let now = cycles(next, resolve);
            let faster = |than: u64| now * 100 < than * 98;
            assert!(!faster(last) && !faster(*before), "{now} cycles with {next} and {resolve}, not {last}, {before}");
            (last, *before) = (now, now);
        }
    }
}

/// A loop around a barrier: a warp that has passed it stands where those go on that wait at it a
/// turn later.
#[test]
fn a_warp_is_not_ganged_with_those_that_wait_for_it() {
    for policy in ["evws", "evws-impatient"] {
        run(&spec(&["fetch.ports=1", "dram.channels=4"]), policy, "bitonic", true);
    }
}

/// When CTAs came, until the first one ended.
#[derive(Default)]
struct Came(Vec<u64>, bool);

impl Watch for Came {
    fn event(&mut self, event: &Event) {
        match *event {
            Event::Started { cycle, .. } if !self.1 => self.0.push(cycle),
            Event::Ended { .. } => self.1 = true,
            _ => {}
        }
    }
}

/// As many sets are on the core under every policy, until a CTA ends.
#[test]
fn ctas_come_alike_whatever_the_warps() {
    for (name, sets) in
        [("dxtc", "core.registers=32768"), ("mm", "core.registers=65536"), ("nw", "core.registers=4096")]
    {
        let spec = spec(&[sets]);
        let came = |policy: &str| {
            let mut came = Came::default();
            Workload::named(name).unwrap().with("test", |session| {
                simulate(&spec, &Policy::named(policy).unwrap(), session, &Options::default(), &mut came).unwrap();
            });
            came.0
        };
        let whole = came("ws32");
        for policy in some(2, ["ws16", "ivws8", "ws4", "ws8", "ivws", "evws-impatient"]) {
            assert_eq!(came(policy), whole, "{name} under {policy}");
        }
    }
}

/// The whole matrix: every workload under every policy, without skipping, too. A workload that
/// relies on its warps is refused where they are smaller.
#[test]
#[ignore = "hours"]
fn every_workload_under_every_policy() {
    let spec = spec(&[]);
    let only = std::env::var("HEDDLE_ONLY").unwrap_or_default();
    for workload in regular().filter(|workload| only.is_empty() || only.split(',').any(|it| it == workload.name)) {
        for policy in POLICIES.into_iter().chain(OTHERS) {
            let go = |skip| {
                workload.with("test", |session| {
                    let options = Options { skip, ..Options::default() };
                    let run = simulate(&spec, &Policy::named(policy).unwrap(), session, &options, &mut ())?;
                    assert_eq!(session.check().unwrap(), vec![], "{} under {policy}", workload.name);
                    Ok::<Run, heddle_gpu::system::SimError>(run)
                })
            };
            match go(true) {
                Err(why) => println!("{} {policy}: {}", workload.name, why.to_string().lines().next().unwrap_or("")),
                Ok(made) => {
                    assert_eq!(made, go(false).unwrap(), "{} under {policy}", workload.name);
                    println!(
                        "{} {policy}: {} cycles, {} units torn",
                        workload.name,
                        made.cycles,
                        get(&made, "gang.torn")
                    );
                }
            }
        }
    }
}

/// Warps with sizes of their own, emulated: the last warps of most sets have no threads, and are
/// never launched.
#[test]
fn lists_of_sizes_run_in_slices() {
    for policy in ["ws32", "ws8", "ws4", "ivws", "evws"] {
        run(&spec(&[]), policy, "bfs_warp", policy == "ivws");
    }
}

/// Gang sizes over time (VWS 6.6): warps of a program that never parts are in gangs of 8, warps
/// apart are alone, and gangs that are halved for good make room for gangs of 4.
#[test]
fn units_over_time_are_those_of_the_gang_table() {
    let spec = spec(&[]);
    let timeline = |name: &str, policy: &str| {
        Workload::named(name).unwrap().with("test", |session| {
            let options = Options { interval: 50, ..Options::default() };
            simulate(&spec, &Policy::named(policy).unwrap(), session, &options, &mut ()).unwrap().timeline
        })
    };
    let sums = |name: &str, policy: &str| {
        let timeline = timeline(name, policy);
        let most = timeline.iter().map(|sample| sample.units.iter().sum::<u64>()).max().unwrap();
        let all =
            timeline.iter().fold([0; 8], |all: [u64; 8], sample| std::array::from_fn(|n| all[n] + sample.units[n]));
        (most, all)
    };
    let (most, whole) = sums("mm", "ivws");
    assert_eq!((most, &whole[..7]), (256, &[0; 7][..]), "1024 threads in whole gangs");
    let (most, alone) = sums("mm", "ws4");
    assert_eq!((most, &alone[1..]), (256, &[0; 7][..]), "as many warps alone");
    let (most, parted) = sums("bp", "ivws");
    assert!(most <= 256 && parted[7] > 0 && parted[..7].iter().sum::<u64>() > 0, "{parted:?}");
    assert_eq!(parted.iter().zip(1..).filter(|(warps, size)| *warps % size != 0).count(), 0, "{parted:?}");
    assert!(timeline("va", "simt").iter().all(|sample| sample.units.is_empty()));
}
