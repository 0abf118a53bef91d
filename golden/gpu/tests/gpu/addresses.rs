//! Tests of workloads that were compiled for 32-bit addresses: they leave the same memory as with
//! 64-bit addresses.

use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Ended, Options, Run, simulate};
use heddle_kernel::launch::Description;
use heddle_workloads::{Address, WORKLOADS, Workload};

/// A whole run on a GPU with four cores and two channels, with the memory that is expected.
fn run(workload: &Workload, policy: &str, address: Address) -> Run {
    let mut config = Config::shipped("stsimt").unwrap();
    config.set(&["core.count=4", "dram.channels=2", "l2.bytes=262144"]).unwrap();
    let policy = Policy::named(policy).unwrap();
    workload.with_addresses(address, "test", |session| {
        let run = simulate(&config.spec, &policy, session, &Options::default(), &mut ());
        let run = run.unwrap_or_else(|trouble| panic!("{}: {trouble}", workload.name));
        assert_eq!(run.ended, Ended::Whole, "{}", workload.name);
        let wrong = session.check().unwrap();
        assert!(session.expects() && wrong.is_empty(), "{}, {address} addresses: {wrong:?}", workload.name);
        run
    })
}

#[test]
fn every_workload_of_the_paper_leaves_what_it_should_with_32_bit_addresses() {
    let of_paper = |workload: &&Workload| {
        let description = Description::read(&workload.file(), workload.launch).unwrap();
        description.papers.iter().any(|paper| paper.starts_with("STSIMT"))
    };
    let workloads: Vec<&Workload> = WORKLOADS.iter().filter(of_paper).collect();
    // table II
    assert_eq!(workloads.len(), 21);
    for workload in workloads {
        run(workload, "simt", Address::Bits32);
    }
}

#[test]
fn sums_of_addresses_are_one_step_each_with_32_bits() {
    for name in ["va", "nn", "mm"] {
        let workload = Workload::named(name).unwrap();
        // every word that leaves a lane is held to the executor's as well
        for policy in ["simt", "tsimt+", "stsimt4-scalar"] {
            let [wide, narrow] = Address::EACH.map(|address| run(workload, policy, address));
            let steps = |run: &Run| run.get("core.steps").unwrap();
            assert!(steps(&narrow) < steps(&wide), "{name} under {policy}");
        }
    }
}
