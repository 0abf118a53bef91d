//! Helpers of several tests: a run of a workload to its end, and of one CTA of a small program.
#![allow(dead_code, reason = "each test uses some of these")]

use heddle_gpu::config::spec::Spec;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Ended, Options, Run, SimError, simulate};
use heddle_kernel::launch::{Description, Session};
use heddle_workloads::{Workload, regular};

/// A workload's run at scale `test`, if it is not refused: it has ended and left the memory that it
/// should.
pub fn ended(spec: &Spec, workload: &Workload, policy: &Policy, options: &Options) -> Result<Run, SimError> {
    workload.with("test", |session| {
        let run = simulate(spec, policy, session, options, &mut ())?;
        let what = format!("{} under {}", workload.name, policy.name());
        assert_eq!(run.ended, Ended::Whole, "{what}");
        assert_eq!(session.check().unwrap(), vec![], "{what}");
        Ok(run)
    })
}

/// The same, which is not refused. `skip`: cycles in which nothing happens are skipped.
pub fn run(spec: &Spec, policy: &str, name: &str, skip: bool) -> Run {
    let options = Options { skip, ..Options::default() };
    let run = ended(spec, Workload::named(name).unwrap(), &Policy::named(policy).unwrap(), &options);
    run.unwrap_or_else(|why| panic!("{name} under {policy}: {why}"))
}

/// Every regular workload with each of these policies. A workload's first pair has the policy after
/// that of the first pair of the workload before it.
pub fn each_with_each<const N: usize>(policies: [&str; N]) -> impl Iterator<Item = (&'static Workload, &str)> {
    regular().enumerate().flat_map(move |(n, workload)| (0..N).map(move |k| (workload, policies[(n + k) % N])))
}

/// A statistic of a run.
pub fn get(run: &Run, counter: &str) -> u64 {
    run.get(counter).unwrap_or_else(|| panic!("no statistic {counter}"))
}

/// Runs the only kernel of `ptx` with one CTA of `threads` threads, to its end. Its parameters are
/// the address of a buffer of 2 MiB and then `numbers`.
pub fn one_cta(spec: &Spec, policy: &str, ptx: &str, threads: usize, numbers: &[u32]) -> Run {
    one_cta_with(spec, policy, ptx, threads, numbers, &Options::default())
}

/// The same, made in another way.
pub fn one_cta_with(spec: &Spec, policy: &str, ptx: &str, threads: usize, numbers: &[u32], options: &Options) -> Run {
    one_cta_bound(spec, policy, ptx, threads, numbers, options, "")
}

/// The same, with further tables of the launch description, such as a texture of the buffer `out`.
pub fn one_cta_bound(
    spec: &Spec,
    policy: &str,
    ptx: &str,
    threads: usize,
    numbers: &[u32],
    options: &Options,
    tables: &str,
) -> Run {
    let module = heddle_kernel::read("test.ptx", ptx).unwrap_or_else(|why| panic!("{why}\n{ptx}"));
    let (_, kernel) = module.kernels().next().expect("a kernel");
    let numbers: String = numbers.iter().map(|number| format!(", {{ u32 = {number} }}")).collect();
    let text = format!(
        r#"
name = "TEST"
[[buffer]]
name = "out"
type = "u32"
count = 524288
{tables}
[[run]]
[[run.launch]]
kernel = "{}"
grid = [1]
block = [{threads}]
args = [{{ buffer = "out" }}{numbers}]
"#,
        kernel.name
    );
    let description = Description::read("test.toml", &text).unwrap_or_else(|why| panic!("{why}\n{text}"));
    let mut session = Session::new("test.toml", &module, &description, "test", None).unwrap();
    let policy = Policy::named(policy).unwrap();
    let run = simulate(spec, &policy, &mut session, options, &mut ()).unwrap();
    assert_eq!(run.ended, Ended::Whole);
    run
}
