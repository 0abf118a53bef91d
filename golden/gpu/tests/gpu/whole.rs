//! Tests of the whole GPU: every workload leaves the right memory under every policy, whether idle
//! cycles are skipped or simulated.

use heddle_gpu::config::Config;
use heddle_gpu::config::spec::Spec;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::SimError;
use heddle_gpu::system::{Ended, Options, Run, list, simulate};
use heddle_kernel::launch::{Description, Session};
use heddle_workloads::Workload;

use crate::length::some;
use crate::support::{each_with_each, ended};

/// A shipped GPU with four cores and two channels, changed by `sets`.
fn small(config: &str, sets: &[&str]) -> Spec {
    let mut config = Config::shipped(config).unwrap();
    config.set(&["core.count=4", "dram.channels=2", "l2.bytes=262144"]).unwrap();
    config.set(sets).unwrap();
    config.spec
}

/// STSIMT's, smaller.
fn spec() -> Spec {
    small("stsimt", &[])
}

/// Those whose runs are compared.
const POLICIES: [&str; 2] = ["simt", "simt-scalar"];

fn run(workload: &Workload, policy: &str, options: &Options) -> Result<Run, SimError> {
    run_on(&spec(), workload, policy, options)
}

fn run_on(spec: &Spec, workload: &Workload, policy: &str, options: &Options) -> Result<Run, SimError> {
    ended(spec, workload, &Policy::named(policy).unwrap(), options)
}

#[test]
fn every_workload_leaves_what_it_should() {
    let mut objections = Vec::new();
    for (workload, policy) in some(5, each_with_each(POLICIES)) {
        let ended = run(workload, policy, &Options::default());
        objections.extend(ended.err().map(|why| format!("{} under {policy}: {why}", workload.name)));
    }
    assert!(objections.is_empty(), "{objections:#?}");
}

#[test]
fn half_warps_keep_all_threads_of_a_core() {
    let spec = Config::shipped("vt").unwrap().spec;
    let policy = |name| Policy::named(name).unwrap();
    let halves = policy("simt-w16").applied(&spec).unwrap().core;
    assert_eq!((halves.warps, halves.warp_size), (96, 16));
    assert_eq!(halves.warps * halves.warp_size, spec.core.warps * spec.core.warp_size);
    // more than 64 warps are on a core at once, and the memory is right
    let workload = Workload::named("hi").unwrap();
    let mut config = Config::shipped("vt").unwrap();
    config.set(&["core.count=2", "dram.channels=2", "l2.bytes=262144"]).unwrap();
    let run = workload.with("test", |session| {
        let run = simulate(&config.spec, &policy("simt-w16"), session, &Options::default(), &mut ()).unwrap();
        assert_eq!(session.check().unwrap(), vec![]);
        run
    });
    let (warps, busy) = (run.get("core.warps").unwrap(), run.get("core.busy").unwrap());
    assert!(warps > 64 * busy, "{warps} warp cycles in {busy} core cycles");
    // lanes hold 64, and say so
    let refused = workload.with("test", |session| {
        simulate(&spec, &policy("tsimt-w16"), session, &Options::default(), &mut ()).unwrap_err()
    });
    let why = refused.to_string();
    assert!(matches!(refused, SimError::Unfit(_)) && why.contains("96") && why.contains("64"), "{why}");
    let mut config = Config::shipped("vt").unwrap();
    config.set(&["core.warps=256"]).unwrap();
    let why = policy("simt-w16").applied(&config.spec).unwrap_err().to_string();
    assert!(why.contains("512 warps") && why.contains("256 at most"), "{why}");
}

/// Short workloads that between them have everything: barriers, shared memory, atomics, divergence,
/// calls, several grids.
const SHORT: [&str; 8] = ["va", "nn", "mm", "bitonic", "hi", "nw", "bfs", "tf"];

/// GPUs whose conventional cores differ: as in the paper's table; without register banks, with few
/// collectors, one instruction at a time; in order, without an I-cache; several SP pipelines and
/// schedulers that have their turn every second cycle.
fn gpus() -> [Spec; 5] {
    [
        spec(),
        small("stsimt", &["pipeline.collector=none", "core.overlap=none", "shared.threads=32"]),
        small("stsimt", &["pipeline.collector=1", "pipeline.banks=2", "shared.threads=16"]),
        small("stsimt", &["core.overlap=in-order", "fetch.bytes=none", "shared.ports=2"]),
        small("vt", &[]),
    ]
}

#[test]
fn skipping_idle_time_changes_nothing() {
    let gpus = gpus();
    let runs = (0..gpus.len()).flat_map(|gpu| POLICIES.map(|policy| (gpu, policy)));
    for ((gpu, policy), name) in some(3, runs.flat_map(|run| SHORT.map(|name| (run, name)))) {
        let workload = Workload::named(name).unwrap();
        let run = |options: &Options| run_on(&gpus[gpu], workload, policy, options).unwrap();
        let options = Options { interval: 1000, ..Options::default() };
        let skipped = run(&options);
        assert_eq!(skipped, run(&options), "{name} under {policy} on GPU {gpu}, run twice");
        let stepped = run(&Options { skip: false, ..options });
        for ((counter, skipped), stepped) in list().iter().zip(&skipped.statistics).zip(&stepped.statistics) {
            assert_eq!(skipped, stepped, "{name} under {policy} on GPU {gpu}: {}", counter.name);
        }
        assert_eq!(skipped, stepped, "{name} under {policy} on GPU {gpu}");
    }
}

#[test]
fn every_issue_slot_is_in_one_class() {
    for spec in gpus() {
        for (policy, name) in some(3, POLICIES.into_iter().flat_map(|policy| SHORT.map(|name| (policy, name)))) {
            let run = run_on(&spec, Workload::named(name).unwrap(), policy, &Options::default()).unwrap();
            let slots: u64 = list()
                .iter()
                .zip(&run.statistics)
                .filter(|(counter, _)| counter.name.starts_with("slots."))
                .map(|(_, value)| value)
                .sum();
            let each = u64::from(spec.core.count * spec.core.schedulers * spec.core.issue);
            assert_eq!(slots, run.cycles * each, "{name} under {policy}");
            // an instruction is issued step by step; one without steps takes a slot, too
            assert!(run.get("slots.issued") >= run.get("core.instructions"), "{name} under {policy}");
        }
    }
}

#[test]
fn a_budget_of_cycles_ends_a_run() {
    let workload = Workload::named("bfs").unwrap();
    let policy = Policy::named("simt").unwrap();
    for skip in [true, false] {
        let options = Options { limit: Some(1234), skip, ..Options::default() };
        let run = workload.with("test", |session| simulate(&spec(), &policy, session, &options, &mut ())).unwrap();
        assert_eq!((run.ended, run.cycles), (Ended::Limit, 1234));
        assert!(run.instructions > 0);
    }
}

/// Even warps come to barrier 0, odd ones to barrier 1, and both wait for all.
const DEADLOCK: &str = "
.version 6.4
.target sm_30
.address_size 64
.visible .entry apart()
{
    .reg .u32 %t;
    .reg .pred %odd;
    mov.u32 %t, %tid.x;
    and.b32 %t, %t, 32;
    setp.ne.u32 %odd, %t, 0;
    @%odd bra ODD;
    bar.sync 0;
    ret;
ODD:
    bar.sync 1;
    ret;
}
";

#[test]
fn a_deadlock_names_every_warp_and_what_it_waits_for() {
    let module = heddle_kernel::read("apart.ptx", DEADLOCK).unwrap();
    let text = "name = \"apart\"\n[[run]]\n[[run.launch]]\nkernel = \"apart\"\ngrid = [2]\nblock = [128]\n";
    let description = Description::read("apart.toml", text).unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::new("apart.toml", &module, &description, "test", None).unwrap();
    let policy = Policy::named("simt").unwrap();
    let trouble = simulate(&spec(), &policy, &mut session, &Options::default(), &mut ()).unwrap_err();
    let SimError::Deadlock { warps, fault, .. } = &trouble else { panic!("{trouble}") };
    assert!(fault.is_some());
    assert_eq!(warps.len(), 8, "{trouble}");
    for (barrier, line) in [(0, 13), (1, 16)] {
        let told = warps.iter().filter(|warp| {
            warp.contains(&format!("apart.ptx:{line}")) && warp.contains(&format!("waits for barrier {barrier}"))
        });
        assert_eq!(told.count(), 4, "{trouble}");
    }
}

#[test]
fn policies_issue_the_same_steps() {
    for name in ["va", "nn", "mm", "bitonic", "nw"] {
        let workload = Workload::named(name).unwrap();
        for (one, other) in [("simt", "tsimt+"), ("simt-scalar", "stsimt4-scalar")] {
            let [one, other] = [one, other].map(|policy| run(workload, policy, &Options::default()).unwrap());
            for count in ["core.instructions", "core.thread_instructions", "core.scalar_instructions"] {
                assert_eq!(one.get(count), other.get(count), "{name}: {count}");
            }
            // lanes clear what a program reads before it writes it, and the register that holds
            // zero once a warp
            let [one, other] = [one, other].map(|run| run.get("core.steps").unwrap());
            assert!(one <= other && other <= one + one / 20, "{name}: {one} steps, {other} in lanes");
        }
    }
}

#[test]
fn what_does_not_fit_names_the_key_that_would_make_it_fit() {
    let workload = Workload::named("mm").unwrap();
    let refused = |config: &str, policy: &str, sets: &[&str]| {
        run_on(&small(config, sets), workload, policy, &Options::default()).unwrap_err().to_string()
    };
    for (config, policy, sets, words) in [
        ("stsimt", "simt", ["core.registers=64", "core.warps=32"], "set core.registers to "),
        ("vws", "ws4", ["core.registers=64", "core.warps=32"], "set core.registers to "),
        ("stsimt", "stsimt4", ["core.registers=256", "core.warps=32"], "core.registers is too small"),
    ] {
        let why = refused(config, policy, &sets);
        assert!(why.contains("does not fit") && why.contains(words), "{policy}: {why}");
    }
}
