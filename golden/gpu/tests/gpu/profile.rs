//! The profile of a run: its counters by instruction add up to the statistics, and nothing else
//! changes.

use crate::length::some;
use crate::support::one_cta_with;
use heddle_gpu::config::Config;
use heddle_gpu::measure::kernel_lines::{KernelProfile, Profile};
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Options, Run, simulate};
use heddle_workloads::Workload;

fn run(config: &str, policy: &str, workload: &str, options: &Options) -> Run {
    let spec = Config::one_core::<&str>(config, &[]);
    let policy = Policy::named(policy).unwrap();
    let workload = Workload::named(workload).unwrap();
    workload.with("test", |session| simulate(&spec, &policy, session, options, &mut ()).unwrap())
}

fn profile(run: &Run) -> &Profile {
    run.profile.as_deref().expect("one was wanted")
}

fn sum(profile: &Profile, of: impl Fn(&heddle_gpu::measure::lines::LineCounters) -> u64) -> u64 {
    profile.kernels.iter().flat_map(|kernel| &kernel.lines).map(|line| of(&line.counters)).sum()
}

const CASES: [(&str, &str); 9] = [
    ("stsimt", "simt"),
    ("stsimt", "stsimt4"),
    ("stsimt", "stsimt4-scalar"),
    ("vt", "vt"),
    ("vt", "mascar"),
    ("slp", "tbc-balanced"),
    ("vws", "ws32"),
    ("vws", "ivws"),
    ("vws", "evws"),
];

/// Holds the sums over all lines of a profiled run against its statistics, and the last snapshot
/// against the run; `transactions` names the statistic that counts transactions.
fn adds_up(config: &str, policy: &str, workload: &str, transactions: &str) {
    let run = run(config, policy, workload, &Options { profile: true, ..Options::default() });
    let profile = profile(&run);
    let same = |what: &str, lines: u64| {
        assert_eq!(Some(lines), run.get(what), "{what} of {workload} under {policy}");
    };
    same("core.instructions", sum(profile, |line| line.issued));
    same("core.thread_instructions", sum(profile, |line| line.threads));
    same(transactions, sum(profile, |line| line.transactions));
    let time = Policy::named(policy).unwrap().time_classes();
    for (class, name) in time.lost.iter().enumerate() {
        let ending: u64 = profile.kernels.iter().map(|kernel| kernel.ending[class]).sum();
        same(&format!("{}{name}", time.prefix), ending + sum(profile, |line| line.lost[class]));
    }
    let last = profile.history.snapshots.last().unwrap();
    assert_eq!((last.cycle, &last.statistics), (run.cycles, &run.statistics));
    assert_eq!(last.issued, [run.instructions]);
    assert!(profile.history.snapshots.is_sorted_by_key(|snapshot| snapshot.cycle));
}

#[test]
fn lines_add_up_to_the_statistics() {
    let workloads = ["reduct", "bfs", "bitonic", "mandel"];
    for ((config, policy), workload) in some(3, workloads.into_iter().flat_map(|w| CASES.map(|case| (case, w)))) {
        adds_up(config, policy, workload, "l1.transactions");
    }
}

#[test]
fn lines_of_a_vector_core_add_up_to_its_statistics() {
    for (policy, workload) in
        [("simt-simd", "spmv_warp"), ("simt-simd-1", "spmv_warp"), ("simt-simd", "va"), ("simt-simd", "bfs")]
    {
        adds_up("simt-simd", policy, workload, "vector_memory.lines");
    }
}

#[test]
fn branches_that_diverge_are_the_same_lines_on_a_vector_core() {
    let diverged = |config: &str, policy: &str| {
        let run = run(config, policy, "bitonic", &Options { profile: true, ..Options::default() });
        let lines = profile(&run).kernels.iter().flat_map(|kernel| kernel.lines.clone());
        lines.filter(|line| line.counters.diverged > 0).map(|line| line.line).collect::<Vec<_>>()
    };
    let lines = diverged("stsimt", "simt");
    assert!(!lines.is_empty());
    assert_eq!(diverged("simt-simd", "simt-simd"), lines);
}

#[test]
fn a_profile_changes_nothing_and_does_not_depend_on_skipping() {
    for (config, policy) in some(2, CASES) {
        let plain = run(config, policy, "bfs", &Options::default());
        let mut profiled = run(config, policy, "bfs", &Options { profile: true, ..Options::default() });
        let stepped = run(config, policy, "bfs", &Options { profile: true, skip: false, ..Options::default() });
        assert_eq!(profile(&profiled).kernels, profile(&stepped).kernels, "{policy}");
        profiled.profile = None;
        assert_eq!(profiled, plain, "{policy}");
    }
}

/// The line of a kernel that says something, and what it counted.
fn line<'k>(kernel: &'k KernelProfile, text: &str) -> &'k heddle_gpu::measure::lines::LineCounters {
    let mut found = kernel.lines.iter().filter(|line| line.text == text);
    let line = found.next().unwrap_or_else(|| panic!("`{text}` is not among {:?}", kernel.lines));
    assert!(found.next().is_none(), "`{text}` stands twice");
    &line.counters
}

#[test]
fn each_line_has_what_its_instruction_did() {
    let ptx = ".version 6.4\n.target sm_30\n.address_size 64\n.file 1 \"k.cu\"\n.visible .entry k(.param .u64 out)\n{\n\
               .reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p<9>;\n.loc 1 3 1\nmov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 8;\n\
               @%p1 bra SMALL;\n.loc 1 5 1\nadd.u32 %r2, %r1, 1;\nbra JOIN;\nSMALL:\nadd.u32 %r2, %r1, 2;\nJOIN:\n.loc 1 9 1\n\
               ld.param.u64 %rd1, [out];\nmul.wide.u32 %rd2, %r1, 128;\nadd.u64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r2;\nret;\n}\n";
    let spec = Config::one_core::<&str>("stsimt", &[]);
    let run = one_cta_with(&spec, "simt", ptx, 64, &[], &Options { profile: true, ..Options::default() });
    let [kernel] = &profile(&run).kernels[..] else { panic!("one kernel was launched") };
    assert_eq!((kernel.kernel.as_str(), kernel.launches), ("k", 1));
    let did = |text: &str| {
        let line = line(kernel, text);
        (line.issued, line.threads, line.transactions, line.diverged)
    };
    assert_eq!(did("@%p1 bra SMALL;"), (2, 8, 0, 1), "threads of the first warp part");
    assert_eq!(did("add.u32 %r2, %r1, 1;"), (2, 56, 0, 0));
    assert_eq!(did("add.u32 %r2, %r1, 2;"), (1, 8, 0, 0));
    assert_eq!(did("st.global.u32 [%rd3], %r2;"), (2, 64, 64, 0), "each thread writes to a line of its own");
    let from = |text: &str| {
        let line = kernel.lines.iter().find(|line| line.text == text).and_then(|line| line.from.clone());
        line.map(|from| (from.file, from.line))
    };
    assert_eq!(from("bra JOIN;"), Some(("k.cu".into(), 5)));
    assert_eq!(from("ret;"), Some(("k.cu".into(), 9)));
    // the store waits for its address, and what comes before it for the parameter
    assert!(line(kernel, "st.global.u32 [%rd3], %r2;").lost[1] > 0, "{kernel:?}");
}
