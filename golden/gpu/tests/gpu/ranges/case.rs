//! The runs of the tests of ranges: a key of a GPU at a value of its range, a policy, a program.

use std::fmt;

use heddle_gpu::config::Config;
use heddle_gpu::config::spec::{KEYS, Key, Kind, Spec, Value, ValueError};

/// A run: a program under a policy on a shipped GPU, of which one key may have another value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    pub gpu: &'static str,
    pub policy: &'static str,
    pub program: &'static str,
    pub change: Option<(&'static Key, u64)>,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {} {}", self.gpu, self.policy, self.program)?;
        self.change.map_or(Ok(()), |(key, value)| write!(f, " {key}={value}"))
    }
}

impl Case {
    /// Changes of the GPU that make it read every key: a vector machine's pipelines and memory
    /// count under one timing alone.
    pub fn sets(&self) -> Vec<String> {
        let timing = (self.gpu == "simt-simd").then(|| "vector.timing=pipes".to_string());
        timing.into_iter().chain(self.change.map(|(key, value)| format!("{key}={value}"))).collect()
    }
}

/// Number of a key on a shipped GPU; `None` if it has none.
pub fn number(gpu: &str, key: &Key) -> Option<u64> {
    let config = Config::shipped(gpu).unwrap();
    config.rows().find_map(|(known, value, _)| match value {
        Value::Number(number) if known == key => Some(number),
        _ => None,
    })
}

/// Values of a key: both ends of its range and three between, at equal ratios. The outer two of
/// these are powers of two where there is one, and the middle one is odd. Empty for a word, and
/// where the GPU lacks the section.
pub fn values(gpu: &str, key: &Key) -> Vec<u64> {
    let spec = Config::shipped(gpu).unwrap().spec;
    let of = KEYS.iter().zip(spec.values());
    let here = of.clone().any(|(known, value)| known == key && value != Value::Absent);
    if !here || matches!(key.kind, Kind::Word(_)) {
        return Vec::new();
    }
    // a number beyond every bound is refused with the bounds
    let tried = of.map(|(known, value)| if known == key { Value::Number(u32::MAX.into()) } else { value });
    let (_, beyond) = Spec::of(&tried.collect::<Vec<_>>()).unwrap_err();
    let ValueError::Bounds { least, most, .. } = beyond else { panic!("{key}: {beyond}") };
    let at = |quarters: i32| least.max(1) as f64 * (most as f64 / least.max(1) as f64).powf(f64::from(quarters) / 4.0);
    let power = |value: f64| (value.log2().round().exp2() as u64).clamp(least, most);
    let mut values = vec![least, power(at(1)), (at(2) as u64 | 1).clamp(least, most), power(at(3)), most];
    values.sort_unstable();
    values.dedup();
    values
}

/// GPUs, each with its policies: first the one of its paper that reads the most keys.
const POLICIES: [(&str, &[&str]); 5] = [
    ("stsimt", &["stsimt4-scalar", "simt"]),
    ("slp", &["capri-random", "simt"]),
    ("vws", &["evws", "simt"]),
    ("vt", &["vt", "simt", "max"]),
    ("simt-simd", &["simt-simd", "simt"]),
];

/// Policy of a GPU's paper that reads a key.
fn policy(gpu: &str, key: &Key) -> &'static str {
    let (_, policies) = POLICIES.iter().find(|(known, _)| *known == gpu).unwrap();
    if (gpu, key.section) == ("vt", "mascar") { "max" } else { policies[0] }
}

/// Programs that are short and differ. `bitonic`: barriers and shared memory, half of each warp at
/// a time. `reduct`: as many loads as memory answers. `ray`: long paths that diverge, constants,
/// special functions and quotients. A vector machine has `va`, loads and stores without barriers,
/// and `bfs_warp`, whose warps have sizes of their own.
fn programs(gpu: &str) -> [&'static str; 3] {
    if gpu == "simt-simd" { ["bitonic", "va", "bfs_warp"] } else { ["bitonic", "reduct", "ray"] }
}

/// Every run: of each key with a number on each GPU, at each value, under the paper's policy and
/// `simt`, of each program; and those of the GPUs as they are.
pub fn every() -> Vec<Case> {
    let mut cases = Vec::new();
    for n in 0..3 {
        for (gpu, policies) in POLICIES {
            let program = programs(gpu)[n];
            cases.extend(policies.iter().map(|policy| Case { gpu, policy, program, change: None }));
            for key in KEYS {
                for policy in [policy(gpu, key), "simt"] {
                    let case = |value| Case { gpu, policy, program, change: Some((key, value)) };
                    cases.extend(values(gpu, key).into_iter().map(case));
                }
            }
        }
    }
    cases
}

/// A slice of them for every test run: each key on one GPU under its paper's policy, that of its
/// section, or one in turn.
pub fn slice() -> Vec<Case> {
    let gpu = |n: usize, key: &Key| match key.section {
        "slices" => "vws",
        "vt" | "mascar" => "vt",
        "compaction" => "slp",
        "vector" => "simt-simd",
        _ => POLICIES[n % 4].0,
    };
    let of = |(n, key): (usize, &'static Key)| {
        let gpu = gpu(n, key);
        let (policy, program) = (policy(gpu, key), programs(gpu)[0]);
        values(gpu, key).into_iter().map(move |value| Case { gpu, policy, program, change: Some((key, value)) })
    };
    KEYS.iter().enumerate().flat_map(of).collect()
}
