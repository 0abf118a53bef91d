//! Every key at odd values, one at a time: what a configuration admits runs, and leaves in memory what it should.

use heddle_gpu::config::Config;
use heddle_gpu::config::spec::{KEYS, Kind};
use heddle_gpu::policy::Policy;
use heddle_gpu::system::SimError;
use heddle_gpu::system::{Ended, Options, simulate};
use heddle_workloads::Workload;

/// Where few bounds lie, and many powers of two do not.
const ODD: [u64; 6] = [1, 2, 3, 40, 4096, 12_288];

/// GPUs, policies, and the sections whose keys they are tried with; all, if none is named.
const TRIED: [(&str, &str, &[&str]); 3] = [
    ("stsimt", "simt", &[]),
    ("vws", "ivws", &["core", "pipeline", "fetch", "slices", "l1", "constant", "texture", "shared"]),
    ("vws", "evws-impatient", &["fetch", "slices"]),
];

#[test]
fn what_is_admitted_runs() {
    let options = Options { limit: Some(2_000_000), ..Options::default() };
    let (mut ran, mut refused, mut unfit) = (0, 0, 0);
    let keys = TRIED.iter().flat_map(|tried| KEYS.iter().map(move |key| (tried, key)));
    for ((gpu, policy, sections), key) in keys {
        if !sections.is_empty() && !sections.contains(&key.section) {
            continue;
        }
        let policy = Policy::named(policy).unwrap();
        let values: Vec<String> = match key.kind {
            Kind::Number => ODD.iter().map(u64::to_string).collect(),
            Kind::Optional => ODD.iter().map(u64::to_string).chain(["none".into()]).collect(),
            Kind::Word(words) => words.iter().map(ToString::to_string).collect(),
        };
        for value in values {
            let change = format!("{key}={value}");
            let mut config = Config::shipped(gpu).unwrap();
            if let Err(error) = config.set(&[&change]) {
                assert!(error.to_string().contains(&key.to_string()), "{error}");
                refused += 1;
                continue;
            }
            let outcome = Workload::named("bitonic").unwrap().with("test", |session| {
                let run = simulate(&config.spec, &policy, session, &options, &mut ())?;
                assert_eq!(run.ended, Ended::Whole, "{change}");
                assert!(session.check().unwrap().is_empty(), "{change}");
                Ok(())
            });
            match outcome {
                Ok(()) => ran += 1,
                Err(SimError::Unfit(_) | SimError::Room { .. }) => unfit += 1,
                Err(trouble) => panic!("{change}: {trouble}"),
            }
        }
    }
    assert!(ran > 200 && refused > 50 && unfit > 3, "{ran} ran, {refused} refused, {unfit} too small");
}
