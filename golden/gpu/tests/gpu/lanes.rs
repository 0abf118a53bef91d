//! Tests of cores of lanes: the memory that they leave, the lanes that warps use, skipped cycles,
//! and the report of a lane that is wrong.

use heddle_contract::Config as _;
use heddle_contract::lane::{self, In, Out};
use heddle_golden::lane::Lane;
use heddle_golden::{Device, Model};
use heddle_gpu::config::Config;
use heddle_gpu::config::spec::Spec;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Options, PolicyUnit, Run, SimError, list, simulate};
use heddle_workloads::Workload;

use crate::length::some;
use crate::support::{each_with_each, ended};

/// STSIMT's GPU with four cores, whose lanes multiply, and two channels.
fn spec() -> Spec {
    let mut config = Config::shipped("stsimt").unwrap();
    config.set(&["core.count=4", "core.products=sp", "dram.channels=2", "l2.bytes=262144"]).unwrap();
    config.spec
}

/// All policies that have lanes.
fn policies() -> Vec<Policy> {
    let all = Policy::names().into_iter().map(|name| Policy::named(&name).unwrap());
    all.filter(|policy| Lane::configured(policy, &spec()).is_some()).collect()
}

fn run(workload: &Workload, policy: &Policy, options: &Options) -> Result<Run, SimError> {
    ended(&spec(), workload, policy, options)
}

#[test]
fn every_workload_leaves_what_it_should() {
    for (workload, name) in some(5, each_with_each(["tsimt+", "stsimt4-scalar"])) {
        run(workload, &Policy::named(name).unwrap(), &Options::default())
            .unwrap_or_else(|error| panic!("{} under {name}: {error}", workload.name));
    }
}

/// Short workloads that between them have everything: barriers, shared memory, atomics, divergence,
/// constants, FP64, several grids.
const SHORT: [&str; 7] = ["va", "nn", "mm", "bitonic", "aes", "dw", "ft"];

#[test]
fn under_every_policy() {
    let policies = policies();
    assert_eq!(policies.len(), 36);
    for (policy, name) in some(5, policies.iter().flat_map(|policy| SHORT.map(|name| (policy, name)))) {
        let workload = Workload::named(name).unwrap();
        run(workload, policy, &Options::default()).unwrap_or_else(|t| panic!("{name} under {}: {t}", policy.name()));
    }
}

#[test]
fn late_release_keeps_a_ctas_registers_to_its_end() {
    // all CTAs are on the cores at once, so that release changes nothing but how long registers are
    // held
    let workload = Workload::named("bitonic").unwrap();
    for (early, late) in [("stsimt2", "stsimt2-late"), ("stsimt4-scalar", "stsimt4-late-scalar")] {
        let run = |policy| run(workload, &Policy::named(policy).unwrap(), &Options::default()).unwrap();
        let (early, late) = (run(early), run(late));
        assert_eq!(early.cycles, late.cycles);
        assert!(early.get("core.registers").unwrap() < late.get("core.registers").unwrap());
    }
}

#[test]
fn skipping_and_repeating_change_nothing() {
    let names = ["va", "mm", "bitonic", "nw", "ft", "aes"];
    let policies = ["tsimt", "tsimt+", "stsimt2-scalar", "stsimt4", "tsimt-free", "tsimt+-w16"];
    for (name, policy) in some(7, policies.iter().flat_map(|policy| names.map(|name| (name, policy)))) {
        let (workload, policy) = (Workload::named(name).unwrap(), Policy::named(policy).unwrap());
        let options = Options { interval: 1000, ..Options::default() };
        let skipped = run(workload, &policy, &options).unwrap();
        assert_eq!(skipped, run(workload, &policy, &options).unwrap(), "{name} under {}, twice", policy.name());
        let stepped = run(workload, &policy, &Options { skip: false, ..options }).unwrap();
        for ((counter, skipped), stepped) in list().iter().zip(&skipped.statistics).zip(&stepped.statistics) {
            assert_eq!(skipped, stepped, "{name} under {}: {}", policy.name(), counter.name);
        }
        assert_eq!(skipped, stepped, "{name} under {}", policy.name());
    }
}

#[test]
fn the_papers_lanes_are_the_presets() {
    let spec = Config::shipped("stsimt").unwrap().spec;
    for (policy, preset) in [("tsimt", "gpu"), ("tsimt+-scalar", "gpu"), ("stsimt2", "gpu2"), ("stsimt4", "gpu4")] {
        let lane = Lane::configured(&Policy::named(policy).unwrap(), &spec).unwrap().unwrap();
        assert_eq!(&lane, lane::Config::preset(preset).unwrap(), "{policy}");
    }
}

#[test]
fn lanes_of_the_gpu_have_rows_for_constants_beside_the_papers() {
    // DEVIATIONS, D95: eight words a warp, four lines of eight rows
    for (gpu, paper) in [("gpu", "paper"), ("gpu2", "st2"), ("gpu4", "st4")] {
        let [gpu, paper] = [gpu, paper].map(|name| lane::Config::preset(name).unwrap());
        assert_eq!(*gpu, lane::Config { lines: paper.lines + 4, ..paper.clone() });
        assert_eq!(4 * gpu.banks * gpu.width, 8 * gpu.warps);
    }
}

#[test]
fn what_can_not_be_is_refused() {
    let refused = |policy: &str, sets: &[&str]| {
        let mut config = Config::shipped("stsimt").unwrap();
        config.set(sets).unwrap();
        let policy = Policy::named(policy).unwrap();
        let why = Lane::configured(&policy, &config.spec).unwrap().unwrap_err().to_string();
        let workload = Workload::named("va").unwrap();
        let trouble = workload.with("test", |session| {
            simulate(&config.spec, &policy, session, &Options::default(), &mut ()).unwrap_err()
        });
        assert!(matches!(&trouble, SimError::Unfit(told) if told.contains(&why)), "{trouble}");
        why
    };
    let why = refused("stsimt4", &["core.width=2"]);
    assert!(why.contains("core.width = 2") && why.contains('4'), "{why}");
    let why = refused("tsimt", &["core.warps=12"]);
    assert!(why.contains("core.warps = 12") && why.contains('8'), "{why}");
    let why = refused("tsimt", &["core.registers=1000"]);
    assert!(why.contains("core.registers = 1000") && why.contains("64"), "{why}");
    let why = refused("tsimt", &["core.registers=1048576"]);
    assert!(why.contains("lines"), "{why}");
}

/// A lane behind which nothing is seen; some of what it shows is wrong.
struct Wrong<F> {
    lane: Model<Lane>,
    change: F,
}

impl<F: Fn(&mut In, &mut Out) + Send> Device<Lane> for Wrong<F> {
    fn peek(&mut self, o: &mut Out) {
        self.lane.peek(o);
        (self.change)(&mut In::default(), o);
    }
    fn step(&mut self, i: &In, o: &mut Out) {
        let mut i = i.clone();
        (self.change)(&mut i, &mut Out::default());
        self.lane.step(&i, o);
        (self.change)(&mut In::default(), o);
    }
}

fn with(policy: &str, name: &str, change: impl Fn(&mut In, &mut Out) + Copy + Send + 'static) -> Result<Run, SimError> {
    let policy = Policy::named(policy).unwrap();
    Workload::named(name).unwrap().with("test", |session| {
        let made = &mut |cfg: &lane::Config| {
            Ok(Box::new(Wrong { lane: Model::new(cfg.clone()), change }) as Box<dyn Device<Lane>>)
        };
        Lane::simulate(&spec(), &policy, session, &Options::default(), &mut (), made)
    })
}

#[test]
fn lanes_from_elsewhere_take_as_long() {
    for policy in ["tsimt+", "stsimt4"] {
        let golden = run(Workload::named("bitonic").unwrap(), &Policy::named(policy).unwrap(), &Options::default());
        assert_eq!(with(policy, "bitonic", |_, _| {}).unwrap(), golden.unwrap(), "{policy}");
    }
    let Err(SimError::Unfit(why)) = with("simt", "va", |_, _| {}) else { panic!("it has no lanes") };
    assert!(why.contains("simt"), "{why}");
}

#[test]
fn a_wrong_lane_is_reported() {
    type Change = fn(&mut In, &mut Out);
    let changes: [(&str, Change, &str); 6] = [
        ("bitonic", |_, o| o.req_addr[0] ^= 4, "an address"),
        ("bitonic", |_, o| o.req_data[0] ^= 1 << 31, "operand"),
        ("bitonic", |_, o| o.pred_word ^= 1, "a comparison"),
        ("va", |_, o| o.ext_a[0] ^= 1, "a constant"),
        // what is written wrongly is seen when it leaves
        ("bitonic", |i, _| i.issue_op = if i.issue_op == lane::op::AND { lane::op::OR } else { i.issue_op }, ""),
        ("va", |i, _| i.issue_dst ^= u8::from(i.issue_op == lane::op::MAD), ""),
    ];
    for (name, change, what) in changes {
        let Err(SimError::Wrong { what: report, .. }) = with("tsimt", name, change) else { panic!("{name}: {what}") };
        for part in ["kernel `", ".ptx:", "CTA [", "thread ", "lane ", "the lane has 0x", "the program 0x", what] {
            assert!(report.contains(part), "{report}: {part}");
        }
    }
}
