//! Sampled runs: memory is right whatever is left out, and the whole run's cycles are near the
//! estimate.

use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Options, Run, Sampled, simulate};
use heddle_workloads::Workload;

/// A run on a small GPU, with its memory checked.
fn run(config: &str, policy: &str, (name, scale): (&str, &str), options: &Options) -> Run {
    let mut config = Config::shipped(config).unwrap();
    config.set(&["core.count=2", "dram.channels=2", "l2.bytes=262144"]).unwrap();
    let (policy, workload) = (Policy::named(policy).unwrap(), Workload::named(name).unwrap());
    workload.with(scale, |session| {
        let run = simulate(&config.spec, &policy, session, options, &mut ()).unwrap();
        assert_eq!(session.check().unwrap(), vec![], "{name}");
        run
    })
}

fn sample(threads: usize) -> Options {
    Options { sample: true, threads, always: threads > 1, ..Options::default() }
}

#[test]
fn what_is_left_out_is_executed_and_estimated() {
    // many launches, many CTAs, both, launches unlike each other
    for (name, scale, launches, ctas, error) in [
        ("gau", "test", true, false, 0.1),
        ("nw", "test", true, false, 0.15),
        ("conv2d", "study", false, true, 0.1),
        ("bfs", "test", true, false, 0.3),
    ] {
        let workload = (name, scale);
        let whole = run("stsimt", "simt", workload, &Options::default());
        let part = run("stsimt", "simt", workload, &sample(1));
        let Sampled { launches: [timed, all], ctas: [some, every], estimate } = part.sampled.unwrap();
        assert!((timed < all) == launches && (some < every) == (launches || ctas), "{name}: {part:?}");
        assert_eq!(all, whole.launches.len() as u64, "{name}");
        assert_eq!(every, whole.get("core.ctas").unwrap(), "{name}");
        assert!(part.instructions == whole.instructions || name == "bfs", "{name}: {}", part.instructions);
        let off = (estimate.cycles - whole.cycles as f64).abs() / whole.cycles as f64;
        assert!(off < error, "{name}: {estimate:?} is not {}", whole.cycles);
        assert_eq!(part.cycles, estimate.cycles.round() as u64);
        assert_eq!(part, run("stsimt", "simt", workload, &sample(2)), "{name}: on two threads");
    }
}

#[test]
fn a_run_of_which_nothing_can_be_left_out_is_exact() {
    let of = |options| run("stsimt", "simt", ("mm", "test"), &options);
    let (whole, part) = (of(Options::default()), of(sample(1)));
    let Sampled { launches, estimate, .. } = part.sampled.unwrap();
    assert_eq!((launches, estimate.margin, part.cycles), ([1, 1], 0.0, whole.cycles));
    assert_eq!(part.statistics, whole.statistics);
}

/// Every kind of core; the memory is checked.
#[test]
fn every_kind_of_core_is_sampled() {
    for (config, policy) in [
        ("stsimt", "tsimt+"),
        ("stsimt", "stsimt4-scalar"),
        ("vt", "vt"),
        ("vt", "simt-w16"),
        ("slp", "tbc-balanced"),
        ("vws", "ivws"),
    ] {
        for name in ["nw", "va"] {
            run(config, policy, (name, "test"), &sample(1));
        }
    }
}
