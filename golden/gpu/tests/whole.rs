//! The whole GPU: what every workload leaves in memory is what it should, under every policy, however idle time is passed.

use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::simulate::{Ended, Options, Run, simulate};
use heddle_gpu::spec::Spec;
use heddle_gpu::traffic::Trouble;
use heddle_workloads::{WORKLOADS, Workload};

/// STSIMT's GPU with four cores and two channels.
fn spec() -> Spec {
    let mut config = Config::shipped("stsimt").unwrap();
    config.set(&["core.count=4", "dram.channels=2", "l2.bytes=262144"]).unwrap();
    config.spec
}

fn run(workload: &Workload, policy: &str, options: &Options) -> Result<Run, Trouble> {
    let policy = Policy::named(policy).unwrap();
    workload.with("test", |session| {
        let run = simulate(&spec(), &policy, session, options, &mut ())?;
        assert_eq!(run.ended, Ended::Whole);
        let wrong = session.check().unwrap();
        assert!(wrong.is_empty(), "{} under {}: {wrong:?}", workload.name, policy.name());
        Ok(run)
    })
}

#[test]
fn every_workload_leaves_what_it_should() {
    for policy in ["simt", "simt-scalar"] {
        for workload in WORKLOADS {
            let begun = std::time::Instant::now();
            match run(workload, policy, &Options::default()) {
                Ok(run) => println!(
                    "{policy:12} {:12} {:9} cycles {:9} instructions {:7.0} KIPS",
                    workload.name,
                    run.cycles,
                    run.instructions,
                    run.instructions as f64 / begun.elapsed().as_secs_f64() / 1e3
                ),
                Err(trouble) => println!("{policy:12} {:12} {trouble}", workload.name),
            }
        }
    }
}
