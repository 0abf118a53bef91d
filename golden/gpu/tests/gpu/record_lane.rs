//! Tests of a lane under real programs: they leave the right memory, every cycle is legal, and
//! wrong results of the lane are detected.

use heddle_contract::Config as _;
use heddle_contract::lane::{Config, In, Out, kind, op};
use heddle_golden::lane::Lane;
use heddle_golden::{Device, Model};
use heddle_gpu::record::{Traffic, record};
use heddle_gpu::system::SimError;
use heddle_kernel::compile::Registers;
use heddle_kernel::execute::{Options, Unobserved};
use heddle_kernel::launch::{Description, Host, Session};
use heddle_kernel::program::Module;
use heddle_workloads::WORKLOADS;

/// A workload by its folder, or the text of this test.
struct Work {
    file: String,
    module: Module,
    description: Description,
    host: Option<Host>,
}

impl Work {
    fn of(name: &str) -> Work {
        let workload = WORKLOADS.iter().find(|workload| workload.name == name).expect("the workload is there");
        let (file, module) = (workload.file(), heddle_kernel::read(&workload.module(), workload.ptx).unwrap());
        let description = Description::read(&file, workload.launch).unwrap();
        Work { file, module, description, host: Some(workload.host) }
    }

    fn text(ptx: &str, launch: &str) -> Work {
        let description = Description::read("test.toml", launch).unwrap();
        Work {
            file: "test.toml".into(),
            module: heddle_kernel::read("test.ptx", ptx).unwrap(),
            description,
            host: None,
        }
    }

    fn session(&self) -> Session<'_> {
        Session::new(&self.file, &self.module, &self.description, "test", self.host).unwrap()
    }
}

fn preset(name: &str) -> Config {
    Config::preset(name).unwrap().clone()
}

fn drive(preset_name: &str, work: &mut Session, unit: &mut impl Device<Lane>) -> Result<(), SimError> {
    Lane::drive(&preset(preset_name), work, unit, &|_| false)
}

#[test]
fn workloads_end_as_they_should() {
    for (name, presets) in [
        ("nn", &["paper", "st2", "st4", "t24w4", "t5w2", "tiny", "one"][..]),
        ("va", &["paper", "st4", "t24w4", "t5w2"]),
        ("bitonic", &["paper", "st2", "st4"]),
        ("dw", &["paper", "st2"]),
        ("aes", &["st4"]),
    ] {
        let work = Work::of(name);
        for preset_name in presets {
            let mut session = work.session();
            drive(preset_name, &mut session, &mut Model::new(preset(preset_name)))
                .unwrap_or_else(|trouble| panic!("{name} on {preset_name}: {trouble}"));
            assert_eq!(session.check().unwrap(), vec![], "{name} on {preset_name}");
        }
    }
}

/// What a recording holds.
#[derive(Debug, Default)]
struct Counts {
    issued: usize,
    scalar: usize,
    chained: usize,
    partial: usize,
    native: usize,
    external: usize,
    global: usize,
    shared: usize,
    wide: usize,
    launches: usize,
    refused: usize,
    answers: usize,
}

fn counts(cfg: &Config, inputs: &[In]) -> Counts {
    let mut n = Counts::default();
    let (mut unit, mut o) = (Model::<Lane>::new(cfg.clone()), Out::default());
    for i in inputs {
        unit.step(i, &mut o);
        n.launches += usize::from(i.launch_valid);
        n.answers += usize::from(i.res_valid && o.res_ready) + usize::from(i.rsp_valid && o.rsp_ready);
        n.refused += usize::from((o.ext_valid && !i.ext_ready) || o.shared_request & !i.shared_grant != 0);
        if !i.issue_valid {
            continue;
        }
        n.issued += 1;
        n.scalar += usize::from(i.issue_scalar);
        n.chained += usize::from(i.issue_chained);
        n.partial += usize::from(i.issue_mask & i.issue_guard != cfg.full_mask());
        n.wide += usize::from(i.issue_wide.contains(&true) || i.issue_dst_wide);
        match op::class(i.issue_op) {
            op::Class::Native => n.native += 1,
            op::Class::External => n.external += 1,
            op::Class::Memory if i.issue_op & op::SHARED != 0 => n.shared += 1,
            op::Class::Memory => n.global += 1,
        }
    }
    n
}

#[test]
fn a_recording_is_a_program() {
    for preset_name in ["paper", "st4"] {
        let cfg = preset(preset_name);
        let mut all = Vec::new();
        for name in ["bfs", "bitonic", "mandel"] {
            let inputs = record::<Lane>(&cfg, &mut Work::of(name).session(), 20_000).unwrap();
            assert_eq!(inputs.len(), 20_000, "{name}");
            all.push(counts(&cfg, &inputs));
        }
        let [bfs, bitonic, mandel] = &all[..] else { panic!("three") };
        for n in &all {
            assert!(n.issued > 300 && n.native > n.issued / 5 && n.external > 5, "{preset_name}: {n:?}");
            assert!(n.scalar > 10 && n.chained > 10 && n.wide > 10 && n.launches > 0, "{preset_name}: {n:?}");
            assert!(n.answers > 200, "{preset_name}: {n:?}");
        }
        assert!(bitonic.shared > 50 && bitonic.partial > 20, "{preset_name}: {bitonic:?}");
        assert!(all.iter().any(|n| n.refused > 20), "{preset_name}: {all:?}");
        assert!(bfs.global > 20 && bfs.shared == 0, "{preset_name}: {bfs:?}");
        assert!(mandel.partial > 100, "{preset_name}: {mandel:?}");
    }
}

const CORNERS: &str = include_str!("traffic/lane-corners.ptx");
const LAUNCH: &str = r#"
name = "CORNERS"
[size.test]
n = 1000
[[buffer]]
name = "words"
type = "s32"
count = "2 * n"
fill = { seed = 5, low = -2147483648, high = 2147483647 }
[[buffer]]
name = "longs"
type = "u64"
count = "n"
[[run]]
[[run.launch]]
kernel = "corners"
grid = ["ceil_div(n, 100)"]
block = [100]
args = [{ buffer = "words" }, { buffer = "longs" }, { u32 = "n" }]
"#;

#[test]
fn what_takes_several_instructions() {
    let work = Work::text(CORNERS, LAUNCH);
    for preset_name in ["paper", "st2", "st4"] {
        let (mut alone, mut core) = (work.session(), work.session());
        alone.run(Registers::default(), &Options::default(), &mut Unobserved).unwrap();
        drive(preset_name, &mut core, &mut Model::new(preset(preset_name))).unwrap();
        assert_eq!(core.contents(), alone.contents(), "{preset_name}");
        assert_ne!(core.contents(), work.session().contents());
        record::<Lane>(&preset(preset_name), &mut work.session(), 20_000).unwrap();
    }
}

#[test]
fn fp32_is_the_lanes_own() {
    let work = Work::text(CORNERS, LAUNCH);
    let cfg = preset("paper");
    let inputs = record::<Lane>(&cfg, &mut work.session(), 20_000).unwrap();
    let count = |wanted: &dyn Fn(&In) -> bool| inputs.iter().filter(|i| i.issue_valid && wanted(i)).count();
    // a conversion, a multiply-add and a comparison a warp
    let of = |op: u8| count(&|i| i.issue_op == op);
    let [converted, fused, compared] = [op::F_OF_S, op::FMA_F, op::SETP_LT_F].map(of);
    assert!(converted > 3, "{converted}");
    assert!(converted - fused <= 1 && fused - compared <= 1, "{converted} {fused} {compared}");
    assert_eq!(count(&|i| op::is_float(i.issue_op)), converted + fused + compared);
}

/// A lane that does something else where the condition holds.
struct Other<F> {
    lane: Model<Lane>,
    change: F,
}

impl<F: Fn(&mut In) + Send> Device<Lane> for Other<F> {
    fn peek(&mut self, o: &mut Out) {
        self.lane.peek(o);
    }
    fn step(&mut self, i: &In, o: &mut Out) {
        let mut i = i.clone();
        (self.change)(&mut i);
        self.lane.step(&i, o);
    }
}

#[test]
fn what_a_lane_computes_wrongly_is_seen() {
    type Change = fn(&mut In);
    let changes: [(&str, Change); 4] = [
        ("an and is an or", |i| {
            if i.issue_op == op::AND {
                i.issue_op = op::OR;
            }
        }),
        ("a comparison is another", |i| {
            if i.issue_op == op::SETP_GE_S {
                i.issue_op = op::SETP_GT_S;
            }
        }),
        ("an immediate loses a bit", |i| {
            if i.issue_kind[1] == kind::IMMEDIATE {
                i.issue_imm &= !4;
            }
        }),
        ("a result goes astray", |i| i.issue_dst ^= u8::from(i.issue_op == op::SHR_U)),
    ];
    let work = Work::of("bitonic");
    let sound = |i: &mut In| i.issue_tag += 0;
    let mut unit = Other { lane: Model::new(preset("paper")), change: sound };
    drive("paper", &mut work.session(), &mut unit).unwrap();
    let mut seen = 0;
    for (what, change) in changes {
        let mut unit = Other { lane: Model::new(preset("paper")), change };
        match drive("paper", &mut work.session(), &mut unit) {
            Err(SimError::Wrong { what: report, .. }) => {
                assert!(
                    report.contains("kernel `") && report.contains(".ptx:") && report.contains("thread"),
                    "{report}"
                );
                seen += 1;
            }
            other => println!("{what}: {other:?}"),
        }
    }
    assert_eq!(seen, changes.len());
}

#[test]
fn what_does_not_fit_is_told() {
    let unfit = |name: &str, preset_name: &str| {
        let work = Work::of(name);
        let mut session = work.session();
        drive(preset_name, &mut session, &mut Model::new(preset(preset_name))).unwrap_err()
    };
    let SimError::Unfit(why) = unfit("ray", "tiny") else { panic!("it has more than 32 rows of registers") };
    assert!(why.contains("`ray") && why.contains("of 136 rows") && why.contains("32 rows each"), "{why}");
    let synchronous = unfit("pr", "tiny").to_string();
    assert!(synchronous.contains("warp-synchronous") && synchronous.contains('4'), "{synchronous}");
}

#[test]
fn a_barrier_that_not_all_reach_ends_the_run() {
    let ptx = "
.version 7.0
.target sm_70
.address_size 64
.visible .entry half (.param .u64 words)
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    mov.u32 %r1, %tid.x;
    setp.ge.u32 %p1, %r1, 32;
    @%p1 bra OVER;
    bar.sync 0, 64;
OVER:
    bar.sync 1;
    exit;
}";
    let launch = LAUNCH.replace("\"corners\"", "\"half\"").replace("block = [100]", "block = [64]");
    let args = launch.find("args =").unwrap();
    let work = Work::text(ptx, &format!("{}args = [{{ buffer = \"words\" }}]\n", &launch[..args]));
    let trouble = drive("paper", &mut work.session(), &mut Model::new(preset("paper"))).unwrap_err();
    assert!(trouble.to_string().contains("barrier"), "{trouble}");
}
