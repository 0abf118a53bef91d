//! Tests of virtual threads, Mascar and MAX on the whole GPU: memory is right, invariants hold, and
//! where a policy has nothing to do, its run equals that of the policy that it extends, to the
//! cycle.

use crate::length::some;
use crate::support::{one_cta, run};
use heddle_gpu::config::Config;
use heddle_gpu::config::spec::Spec;
use heddle_gpu::system::Run;
use heddle_kernel::launch::Description;
use heddle_workloads::regular;

const VT: [&str; 5] = ["vt", "vt-plain", "vt-free", "vt-barrier", "vt-load"];
const OTHERS: [&str; 4] = ["mascar", "mascar-queue", "max", "max-plain"];

/// One core of VT's GPU, and a memory for it.
fn one_core(sets: &[&str]) -> Spec {
    Config::one_core("vt", sets)
}

/// Checks the sums of counters that hold in every run.
fn laws(spec: &Spec, policy: &str, name: &str, run: &Run) {
    let get = |counter: &str| run.get(counter).unwrap();
    let what = format!("{name} under {policy}");
    assert_eq!(get("vt.swaps"), get("vt.restored"), "{what}: every CTA that went out came back");
    assert!(get("vt.fresh") <= get("core.ctas"), "{what}");
    if policy == "vt-free" {
        assert_eq!(get("vt.beats_read") + get("vt.beats_written"), 0, "{what}");
    } else {
        assert_eq!(get("vt.beats_read"), get("vt.beats_written"), "{what}: what is written is read");
    }
    assert!(get("vt.active") <= get("vt.assigned"), "{what}");
    let slots: u64 = ["issued", "pipeline", "short", "fetch", "long", "barrier", "swap", "idle"]
        .iter()
        .map(|class| get(&format!("slots.{class}")))
        .sum();
    let turns = u64::from(spec.core.schedulers * spec.core.issue) * u64::from(spec.core.count);
    assert_eq!(slots, run.cycles * turns, "{what}: every issue slot is in one class");
    assert!(get("core.registers") <= run.cycles * u64::from(spec.core.registers * spec.core.count), "{what}");
    let shared = get("core.shared") + get("vt.contexts");
    assert!(shared <= run.cycles * u64::from(spec.shared.bytes * spec.core.count), "{what}: contexts and data fit");
    for launch in &run.launches {
        let of = |counter| launch.get(counter).unwrap();
        if of("vt.assigned") != 0 {
            assert_eq!(of("vt.fresh"), of("core.ctas"), "{what}: each CTA is fresh once");
        }
    }
}

/// Workloads of VT's table II whose grids at scale `test` are more than a core holds, with
/// barriers, divergence, several grids, shared and local memory.
const SLICE: [&str; 8] = ["bp", "reduct", "dc", "hi", "bfs", "gau", "cp", "tf"];

#[test]
fn memory_is_right_and_laws_hold() {
    let spec = one_core(&[]);
    let mut swaps = 0;
    for (n, name) in SLICE.into_iter().enumerate() {
        let simt = run(&spec, "simt", name, true);
        for policy in some(2, VT.into_iter().chain(OTHERS).cycle().skip(n).take(VT.len() + OTHERS.len())) {
            let made = run(&spec, policy, name, true);
            laws(&spec, policy, name, &made);
            if !["bfs", "tf", "hi"].contains(&name) {
                assert_eq!(made.instructions, simt.instructions, "{name} under {policy}");
            }
            swaps += made.get("vt.swaps").unwrap();
        }
    }
    assert!(swaps > 1000, "CTAs went out: {swaps}");
}

#[test]
fn skipping_idle_time_changes_nothing() {
    let spec = one_core(&[]);
    for (name, policy) in
        [("bp", "simt"), ("bp", "vt"), ("reduct", "vt-plain"), ("dc", "vt-free"), ("bp", "mascar"), ("reduct", "max")]
    {
        assert_eq!(run(&spec, policy, name, true), run(&spec, policy, name, false), "{name} under {policy}");
    }
}

#[test]
fn every_scheduler_runs_virtual_threads() {
    for how in ["lrr", "gto", "two-level"] {
        let spec = one_core(&[&format!("core.scheduling={how}")]);
        for policy in ["simt", "vt", "mascar", "max"] {
            for name in ["bp", "reduct"] {
                let made = run(&spec, policy, name, true);
                laws(&spec, policy, name, &made);
                assert_eq!(made, run(&spec, policy, name, false), "{name} under {policy}, {how}");
            }
        }
    }
}

#[test]
fn where_contexts_or_capacity_leave_nothing_to_gain_virtual_threads_are_off() {
    let spec = one_core(&["core.registers=8192"]);
    let mut off = 0;
    for name in ["bp", "reduct", "hotsp", "mm"] {
        let simt = run(&spec, "simt", name, true);
        for policy in VT {
            let made = run(&spec, policy, name, true);
            if made.get("vt.assigned") == Some(0) {
                assert_eq!(made, simt, "{name} under {policy}");
                off += 1;
            }
        }
    }
    assert!(off >= 10, "{off} runs without virtual threads");
}

#[test]
fn max_is_mascar_where_capacity_binds() {
    let spec = one_core(&["core.registers=8192"]);
    for name in ["hotsp", "mm"] {
        assert_eq!(run(&spec, "max", name, true), run(&spec, "mascar", name, true), "{name}");
        assert_eq!(run(&spec, "max-plain", name, true), run(&spec, "simt", name, true), "{name}");
    }
}

#[test]
fn mascar_is_simt_where_nothing_is_refused_and_memory_is_never_saturated() {
    let all = ["l1.mshrs", "l1.merges", "l1.miss_queue", "interconnect.queue", "mascar.queue"];
    let mut sets = all.map(|key| format!("{key}=1024")).to_vec();
    sets.extend(["mascar.saturated=2048", "l1.allocate=fill"].map(str::to_string));
    let spec = one_core(&sets.iter().map(String::as_str).collect::<Vec<_>>());
    for name in ["bp", "reduct", "bfs"] {
        let simt = run(&spec, "simt", name, true);
        let mascar = run(&spec, "mascar", name, true);
        assert_eq!(mascar.get("queue.queued"), Some(0), "{name}");
        assert_eq!(mascar.get("mascar.saturated"), Some(0), "{name}");
        assert_eq!(mascar, simt, "{name}");
    }
}

#[test]
fn a_program_without_loads_never_swaps() {
    let ptx = "
.version 7.0
.target sm_70
.address_size 64
.visible .entry busy(.param .u64 out, .param .u32 rounds)
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    ld.param.u32 %r1, [rounds];
LOOP:
    add.s32 %r2, %r2, %r1;
    sub.s32 %r1, %r1, 1;
    setp.ne.s32 %p1, %r1, 0;
    @%p1 bra LOOP;
    exit;
}
";
    let made = one_cta(&one_core(&["core.ctas=1", "core.warps=2"]), "vt", ptx, 64, &[40]);
    assert_eq!((made.get("vt.swaps"), made.get("vt.marks")), (Some(0), Some(0)));
}

/// Every workload of VT's table II under every policy, whose order of CTAs or of accesses differs.
/// Long: `make vt-matrix`.
#[test]
#[ignore = "long: make vt-matrix"]
fn every_workload_of_table_ii() {
    let spec = one_core(&[]);
    for workload in regular() {
        let description = Description::read(&workload.file(), workload.launch).unwrap();
        if !description.papers.iter().any(|paper| paper.starts_with("VT")) {
            continue;
        }
        for policy in VT.into_iter().chain(OTHERS) {
            let made = run(&spec, policy, workload.name, true);
            laws(&spec, policy, workload.name, &made);
        }
    }
}
