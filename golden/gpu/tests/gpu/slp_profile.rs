//! The profile of SLP's compaction over all workloads: memory, thread instructions, warp
//! instructions without compaction, and what holds of every count.

use heddle_gpu::study::slp_profile::{Profile, profile};
use heddle_gpu::system::SimError;
use heddle_kernel::compile::{Allocated, Registers, Scalarization};
use heddle_kernel::execute::{Options, Statistics, Unobserved};
use heddle_kernel::launch::Description;
use heddle_workloads::{Workload, regular};

/// The program that cores execute.
const CORES: Registers = Registers { scalars: Scalarization::None, allocated: Allocated::Rewritten };

fn executed(workload: &Workload) -> Statistics {
    workload.with("test", |session| session.run(CORES, &Options::default(), &mut Unobserved).unwrap())
}

fn profiled(workload: &Workload) -> Result<Profile, SimError> {
    workload.with("test", |session| {
        let profile = profile(session, CORES, &Options::default(), &mut |_| {})?;
        let wrong = session.check().unwrap();
        assert!(wrong.is_empty(), "{}: {wrong:?}", workload.name);
        Ok(profile)
    })
}

/// Workloads that rely on which threads make a warp.
const REFUSED: [&str; 4] = ["bwc", "pr", "spmv_vector", "tf"];

/// Whether what its threads do depends on which of them comes first.
fn is_racy(workload: &Workload) -> bool {
    Description::read(&workload.file(), workload.launch).unwrap().racy
}

#[test]
fn every_workload_leaves_what_it_should_and_counts_what_the_executor_counts() {
    let mut refused = Vec::new();
    for workload in regular() {
        let profile = match profiled(workload) {
            Ok(profile) => profile,
            Err(why) => {
                assert!(why.to_string().contains("warp"), "{}: {why}", workload.name);
                refused.push(workload.name);
                continue;
            }
        };
        if !is_racy(workload) {
            let run = executed(workload);
            let counted = (profile.issued.plain, profile.effective, profile.ctas, profile.threads);
            assert_eq!(
                counted,
                (run.warp_instructions, run.thread_instructions, run.ctas, run.threads),
                "{}",
                workload.name
            );
        }
        for compacted in profile.issued.compacted {
            assert!(profile.issued.ideal <= compacted && compacted <= profile.issued.plain, "{}", workload.name);
        }
    }
    assert_eq!(refused, REFUSED);
}
