//! One run on several threads: every statistic, sample, grid, profile and byte of memory is that of
//! one thread, whatever the number of threads.

use heddle_gpu::config::Config;
use heddle_gpu::config::spec::Spec;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Event, Options, Run, SimError, Watch, simulate};
use heddle_kernel::launch::{Description, Session};
use heddle_workloads::Workload;

use crate::length::some;

/// Policies of every kind of core and of formation, on the GPUs of their papers.
const MACHINES: [(&str, &[&str]); 5] = [
    ("stsimt", &["simt", "simt-scalar", "tsimt+", "stsimt4-scalar"]),
    ("vt", &["simt", "vt", "simt-w16"]),
    ("slp", &["no-tbc", "tbc-balanced", "capri"]),
    ("vws", &["ws32", "ws4", "ivws", "evws"]),
    ("simt-simd", &["simt-simd"]),
];
/// Barriers, shared memory, atomics, races, calls, several grids.
const WORKLOADS: [&str; 9] = ["va", "mm", "bitonic", "hi", "nw", "bfs", "sssp", "tf", "reduct"];
const THREADS: [usize; 3] = [2, 3, 8];

fn gpu(config: &str) -> Spec {
    let mut config = Config::shipped(config).unwrap();
    config.set(&["core.count=6", "dram.channels=2", "l2.bytes=262144"]).unwrap();
    config.spec
}

fn options(threads: usize) -> Options {
    Options { threads, always: true, interval: 1000, profile: true, ..Options::default() }
}

/// The events of a run, in order.
#[derive(Debug, Default, PartialEq)]
struct Events(Vec<Event>);

impl Watch for Events {
    fn event(&mut self, event: &Event) {
        self.0.push(*event);
    }
}

/// A run, what its observer saw, and all buffers after it.
type Seen = (Result<Run, SimError>, Events, String);

fn seen(spec: &Spec, policy: &str, session: &mut Session, threads: usize) -> Seen {
    let mut events = Events::default();
    let run = simulate(spec, &Policy::named(policy).unwrap(), session, &options(threads), &mut events);
    (run, events, format!("{:?}", session.contents()))
}

#[test]
fn any_number_of_threads_has_the_same_result() {
    let pairs = MACHINES.iter().flat_map(|(gpu, policies)| policies.iter().map(move |policy| (*gpu, *policy)));
    let runs = pairs.flat_map(|pair| WORKLOADS.map(|name| (pair, name)));
    for (n, ((config, policy), name)) in some(9, runs).into_iter().enumerate() {
        let (spec, workload) = (gpu(config), Workload::named(name).unwrap());
        let run = |threads| workload.with("test", |session| seen(&spec, policy, session, threads));
        let one = run(1);
        for threads in if n % 2 == 0 { [2, 8] } else { [3, 2] } {
            assert!(run(threads) == one, "{name} under {policy} on {config}: {threads} threads differ from one");
        }
    }
}

/// A program in which the order of cores is seen: each thread takes a ticket and leaves it in its
/// place, and stores to a word that all share.
const RACE: &str = "
.version 7.0
.target sm_70
.address_size 64
.visible .entry race(.param .u64 out)
{
    .reg .pred %p, %q;
    .reg .b32 %r<9>;
    .reg .b64 %d<9>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mad.lo.u32 %r3, %r2, 64, %r1;
    mul.wide.u32 %d2, %r3, 4;
    add.u64 %d2, %d1, %d2;
    mov.u32 %r5, 0;
LOOP:
    atom.global.add.u32 %r4, [%d1], 1;
    st.global.u32 [%d1+4], %r3;
    ld.global.u32 %r6, [%d1+4];
    xor.b32 %r4, %r4, %r6;
    st.global.u32 [%d2+64], %r4;
    STOP
    add.u32 %r5, %r5, 1;
    setp.lt.u32 %p, %r5, 20;
    @%p bra LOOP;
    ret;
}";

/// Runs the race; `stop` stands at the end of its loop's body.
fn race(policy: &str, threads: usize, stop: &str) -> Seen {
    let module = heddle_kernel::read("race.ptx", &RACE.replace("STOP", stop)).unwrap();
    let text = "
name = 'RACE'
[[buffer]]
name = 'out'
type = 'u32'
count = 4096
[[run]]
[[run.launch]]
kernel = 'race'
grid = [24]
block = [64]
args = [{ buffer = 'out' }]
";
    let description = Description::read("race.toml", text).unwrap();
    let mut session = Session::new("race.toml", &module, &description, "test", None).unwrap();
    let config = match policy {
        "ivws" => "vws",
        "simt-simd" => policy,
        _ => "stsimt",
    };
    seen(&gpu(config), policy, &mut session, threads)
}

#[test]
fn racing_cores_race_alike() {
    for policy in ["simt", "ivws", "simt-simd"] {
        let one = race(policy, 1, "");
        assert!(one.0.is_ok());
        for n in 0..if crate::length::at_length() { 100 } else { 12 } {
            let threads = THREADS[n % 3];
            assert!(race(policy, threads, "") == one, "{policy}: {threads} threads, run {n}");
        }
    }
}

/// A store out of bounds by the threads of a CTA, in a round of the race.
fn fails(cta: u32, round: u32) -> String {
    format!("setp.eq.u32 %p, %r2, {cta}; setp.eq.and.u32 %q, %r5, {round}, %p; @%q st.global.u32 [%d2+1048576], %r4;")
}

/// Every core comes to a store that fails, or one does amid the stores of others: none may go on
/// behind the first.
#[test]
fn the_first_core_that_fails_is_reported() {
    let every = "setp.eq.u32 %p, %r5, 19; @%p st.global.u32 [%d2+1048576], %r4;".to_string();
    let rounds = if crate::length::at_length() { 20 } else { 5 };
    let amid = (0..6).flat_map(|cta| (0..rounds).map(move |round| fails(cta, round)));
    for stop in std::iter::once(every).chain(amid) {
        let one = race("simt", 1, &stop);
        assert!(matches!(one.0, Err(SimError::Run(_))), "{:?}", one.0);
        for threads in THREADS {
            let several = race("simt", threads, &stop);
            assert_eq!(several.0, one.0, "{threads} threads: {stop}");
            assert!(several == one, "{threads} threads: {stop}");
        }
    }
}
