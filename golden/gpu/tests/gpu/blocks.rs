//! Tests of compaction on the whole GPU: memory is right, invariants hold, and where there is
//! nothing to compact, a run equals that under the policy without compaction.

use crate::support::{get, run};
use heddle_golden::slp::permutation::Permutation;
use heddle_gpu::config::Config;
use heddle_gpu::config::spec::Spec;
use heddle_gpu::policy::Policy;
use heddle_gpu::study::slp_profile::PERMUTATIONS;
use heddle_gpu::study::slp_profile::profile;
use heddle_gpu::system::{Options, Run, simulate};
use heddle_kernel::compile::{Allocated, Registers, Scalarization};
use heddle_kernel::execute;
use heddle_kernel::launch::Description;
use heddle_workloads::{Workload, regular};

/// The policies under which the slice runs.
const POLICIES: [&str; 5] = ["no-tbc", "tbc", "capri", "tbc-balanced", "capri-balanced"];
/// Permutations beside none and `balanced`.
const OTHERS: [&str; 7] = ["odd-even", "flip-odd", "rotate-odd", "half", "random", "wid", "rev-wid"];
/// Workloads of SLP's table 1 that are short at scale `test`: loops, barriers in loops, nested
/// divergence, calls, data-dependent branches.
const SLICE: [&str; 8] = ["reduct", "bitonic", "bp", "lps", "bfs", "dxtc", "eigen", "binom"];

/// The one of these whose threads race.
const RACY: &str = "bfs";
/// Workloads that rely on which threads are a warp's.
const RELY_ON_WARPS: [&str; 4] = ["bwc", "pr", "spmv_vector", "tf"];
/// Workloads that every permutation runs.
const FOUR: [&str; 4] = ["bitonic", "bp", "reduct", "eigen"];

/// Whether what a workload's threads do depends on which of them comes first.
fn is_racy(workload: &Workload) -> bool {
    Description::read(&workload.file(), workload.launch).unwrap().racy
}

/// Two cores of SLP's GPU, and a memory for them.
fn cores(sets: &[&str]) -> Spec {
    Config::one_core("slp", &[&["core.count=2"], sets].concat())
}

/// What adds up in every run; `plain` is that without compaction, of which counts are those of
/// every policy if threads do not race.
fn laws(spec: &Spec, policy: &str, name: &str, made: &Run, plain: Option<&Run>) {
    let what = format!("{name} under {policy}");
    let get = |counter: &str| get(made, counter);
    let classes = ["issued", "pipeline", "short", "fetch", "long", "barrier", "gather", "swap", "idle"];
    let slots: u64 = classes.iter().map(|class| get(&format!("slots.{class}"))).sum();
    assert_eq!(slots, made.cycles * u64::from(spec.core.count), "{what}: every issue slot is in one class");
    assert!(get("blocks.ideal") <= get("blocks.compacted"), "{what}");
    assert!(get("blocks.compacted") <= get("blocks.plain"), "{what}");
    let masks = get("blocks.taken") + get("blocks.not_taken") + get("blocks.reconverged");
    assert!(get("blocks.fewer") <= masks && get("blocks.declined") <= masks, "{what}");
    if policy.starts_with("no-tbc") {
        assert_eq!(masks + get("blocks.uniform") + get("slots.gather"), 0, "{what}");
    }
    if let Some(plain) = plain {
        for counter in ["core.thread_instructions", "blocks.active_threads", "core.accesses", "core.shared_accesses"] {
            assert_eq!(get(counter), plain.get(counter).unwrap(), "{what}: {counter}");
        }
        let least = if policy.starts_with("tbc") { plain.instructions } else { u64::MAX };
        assert!(
            made.instructions <= least,
            "{what}: {} warp instructions, without compaction {least}",
            made.instructions
        );
    }
}

#[test]
fn memory_is_right_and_laws_hold() {
    let spec = cores(&[]);
    let mut fewer = 0;
    for name in SLICE {
        let plain = run(&spec, "no-tbc", name, true);
        for policy in POLICIES {
            let made = run(&spec, policy, name, true);
            laws(&spec, policy, name, &made, Some(&plain).filter(|_| name != RACY));
            fewer += get(&made, "blocks.fewer");
        }
    }
    assert!(fewer > 1000, "masks were compacted: {fewer}");
}

#[test]
fn every_permutation_leaves_the_same_memory() {
    let spec = cores(&[]);
    for (n, other) in OTHERS.into_iter().enumerate() {
        for name in ["reduct", "bitonic"] {
            let plain = run(&spec, "no-tbc", name, true);
            for policy in ["no-tbc", "tbc", "capri"] {
                let policy = format!("{policy}-{other}");
                let made = run(&spec, &policy, name, true);
                laws(&spec, &policy, name, &made, Some(&plain));
                if n % 3 == 0 && name == "bitonic" {
                    assert_eq!(made, run(&spec, &policy, name, false), "{name} under {policy}");
                }
            }
        }
    }
}

#[test]
fn skipping_idle_time_changes_nothing() {
    let spec = cores(&[]);
    for (name, policy) in [("bp", "no-tbc"), ("bitonic", "tbc"), ("eigen", "capri"), ("dxtc", "tbc-balanced")] {
        assert_eq!(run(&spec, policy, name, true), run(&spec, policy, name, false), "{name} under {policy}");
    }
}

/// A functional pass, which shares nothing with the cores but the unit's functions, judges how many
/// warps issue.
#[test]
fn warps_that_issue_are_those_that_the_profile_counts() {
    let spec = cores(&["core.registers=32768"]);
    let registers = Registers { scalars: Scalarization::None, allocated: Allocated::Rewritten };
    for name in SLICE.into_iter().filter(|name| *name != RACY) {
        let counted = Workload::named(name).unwrap().with("test", |session| {
            profile(session, registers, &execute::Options::default(), &mut |_| {})
                .unwrap_or_else(|why| panic!("{name}: {why}"))
        });
        let judged = |policy: &str, wanted: u64| {
            assert_eq!(get(&run(&spec, policy, name, true), "core.instructions"), wanted, "{name} under {policy}");
        };
        judged("no-tbc", counted.issued.plain);
        judged("tbc", counted.issued.under(Permutation::None));
        judged("tbc-balanced", counted.issued.under(Permutation::Balanced));
        if ["bitonic", "reduct"].contains(&name) {
            for (end, permutation) in OTHERS.iter().zip(&PERMUTATIONS[1..]) {
                judged(&format!("tbc-{end}"), counted.issued.under(*permutation));
            }
        }
    }
}

/// Identity: whole warps that wait for nobody are `simt`'s, but for the cycles that launching
/// takes.
#[test]
fn without_compaction_it_is_simt() {
    let spec = cores(&[]);
    for name in SLICE {
        let (simt, plain) = (run(&spec, "simt", name, true), run(&spec, "no-tbc", name, true));
        for counter in [
            "core.instructions",
            "core.thread_instructions",
            "core.steps",
            "core.thread_steps",
            "core.accesses",
            "core.shared_accesses",
            "l1.transactions",
        ] {
            if name != RACY {
                assert_eq!(get(&simt, counter), get(&plain, counter), "{name}: {counter}");
            }
        }
    }
}

/// Permuting lanes alone changes no count of what is executed and moved.
#[test]
fn permutation_alone_moves_threads_and_nothing_else() {
    let spec = cores(&[]);
    for name in ["reduct", "bp", "bitonic"] {
        let (plain, permuted) = (run(&spec, "no-tbc", name, true), run(&spec, "no-tbc-balanced", name, true));
        for counter in ["core.instructions", "core.thread_instructions", "core.steps", "l1.transactions"] {
            assert_eq!(get(&plain, counter), get(&permuted, counter), "{name}: {counter}");
        }
    }
}

/// Without conditional branches nothing waits: all take the same time.
#[test]
fn kernels_that_never_branch_take_equal_cycles() {
    let spec = cores(&[]);
    let name = "ft";
    let plain = run(&spec, "no-tbc", name, true);
    for policy in ["tbc", "capri"] {
        let made = run(&spec, policy, name, true);
        assert_eq!(get(&made, "blocks.waits") + get(&made, "blocks.passes"), 0, "{name} under {policy}");
        assert_eq!(made.cycles, plain.cycles, "{name} under {policy}");
    }
}

/// The whole matrix, which `make slp-matrix` runs: every workload that compaction admits, with idle
/// cycles skipped and not.
#[test]
#[ignore = "minutes"]
fn every_workload_under_every_policy() {
    let spec = cores(&["core.registers=32768"]);
    let permuted: Vec<String> =
        OTHERS.iter().flat_map(|end| ["no-tbc", "tbc", "capri"].map(|policy| format!("{policy}-{end}"))).collect();
    let mut runs = 0;
    for workload in regular().filter(|it| !RELY_ON_WARPS.contains(&it.name)) {
        let name = workload.name;
        let racy = is_racy(workload);
        let plain = run(&spec, "no-tbc", name, true);
        let others = if FOUR.contains(&name) { &permuted[..] } else { &[] };
        for policy in POLICIES.into_iter().chain(others.iter().map(String::as_str)) {
            let made = run(&spec, policy, name, true);
            laws(&spec, policy, name, &made, if racy { None } else { Some(&plain) });
            assert_eq!(made, run(&spec, policy, name, false), "{name} under {policy}");
            runs += 2;
        }
        println!("{name}: {runs} runs so far");
    }
}

/// Threads of a workload that relies on which of them are a warp's are not regrouped.
#[test]
fn workloads_that_rely_on_warps_are_refused() {
    let spec = cores(&[]);
    for name in RELY_ON_WARPS {
        for policy in ["tbc", "capri-balanced", "no-tbc-wid"] {
            let refused = Workload::named(name).unwrap().with("test", |session| {
                simulate(&spec, &Policy::named(policy).unwrap(), session, &Options::default(), &mut ()).unwrap_err()
            });
            assert!(refused.to_string().contains("which threads form a warp"), "{name} under {policy}: {refused}");
        }
    }
}
