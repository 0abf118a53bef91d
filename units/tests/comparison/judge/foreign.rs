//! FP32 beside a golden model in C around Berkeley SoftFloat: the verdicts are those beside the
//! golden model in Rust.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use heddle_contract::{Config as _, Ports};
use heddle_testbench::bench::Bench;
use heddle_testbench::dut::{Dut, initial_seed};
use heddle_testbench::lockstep::{Exactly, Lockstep, Run, record};
use heddle_testbench::segment::Segment;
use heddle_testbench::target::{Hardware, ModelTools, build};
use heddle_testbench::verilator::Model;
use heddle_testbench::verilator::block::{Block as Module, Clock, Reset};
use heddle_testbench::verilator::foreign::Foreign;
use heddle_testbench::words::{Bundle, Shape, Words, vet};
use heddle_units::primitive::Fp32;
use heddle_units::units;

use super::{Config, Fault, In, Out};
use crate::planted::{self, faults, faulty};

/// Cycles of a segment, and segments in which each fault is found.
const CYCLES: u64 = 1 << 14;
const SEGMENTS: u64 = 64;

/// The folders of SoftFloat's sources, which are those of the crate.
fn softfloat() -> [PathBuf; 4] {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--offline", "--format-version", "1", "--features", "berkeley"]);
    let listed = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let is_manifest = |word: &&str| word.contains("/softfloat-sys-") && word.ends_with("/Cargo.toml");
    let manifest = Path::new(listed.split('"').find(is_manifest).unwrap());
    ["build/Linux-x86_64-GCC", "source/include", "source/RISCV", "source"]
        .map(|folder| manifest.with_file_name("berkeley-softfloat-3").join(folder))
}

/// The ports of the datapath, with the model in C.
fn shape(tools: &ModelTools, cfg: &Config) -> Shape {
    let (inputs, outputs) = (In::shape(cfg), Out::shape(cfg));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/comparison/judge/fp32.c");
    let (preset, ports) = (cfg.latency.to_string(), (&*inputs, &*outputs));
    let model = Foreign::build(&tools.tools, &tools.cache, &source, &softfloat(), &preset, ports);
    let module = Module {
        values: Vec::new(),
        clock: Clock::None,
        reset: Reset::High("reset".into()),
        streams: Vec::new(),
        verilog: String::new(),
        inputs,
        outputs,
    };
    Shape::new(&module).with_model(model.unwrap())
}

/// Runs inputs beside a golden model, and returns for how long.
fn run<B: Bench>(cfg: &B::Config, model: &Model, inputs: &[B::In]) -> (Run, Duration) {
    let mut dut = Dut::<B>::new(cfg, model, initial_seed(1, 0)).unwrap();
    let (mut lockstep, started) = (Lockstep::<B>::new(cfg), Instant::now());
    (lockstep.run(&mut Exactly(inputs.iter()), &mut dut).unwrap(), started.elapsed())
}

/// The same inputs beside both golden models.
fn both(cfg: &Config, shape: &Shape, model: &Model, segment: u64) -> [(Run, Duration); 2] {
    let inputs = record::<Fp32>(cfg, &mut Segment::new(cfg, 1, segment, CYCLES));
    let mut slots = vec![0; In::shape(cfg).len()];
    let word = |i: &In| {
        i.pack(cfg, &mut slots);
        Bundle::unpack(shape, &slots)
    };
    let words: Vec<Bundle<false>> = inputs.iter().map(word).collect();
    [run::<Fp32>(cfg, model, &inputs), run::<Words>(shape, model, &words)]
}

#[test]
fn a_model_in_c_has_the_verdicts_of_the_golden_model() {
    let tools = ModelTools::open().unwrap();
    let cfg = Config::preset("paper").unwrap();
    let shape = shape(&tools, cfg);
    vet(&shape).unwrap();
    let model = build::<Fp32>(&tools, cfg, &Hardware::Emitted, false).unwrap();
    let mut times = [Duration::ZERO; 2];
    for segment in 0..SEGMENTS {
        let [(rust, by_rust), (c, by_c)] = both(cfg, &shape, &model, segment);
        assert_eq!((&rust, rust.mismatch.as_ref()), (&c, None), "segment {segment}");
        times = [times[0] + by_rust, times[1] + by_c];
    }
    let [rust, c] = times.map(|time| (SEGMENTS * CYCLES) as f64 / time.as_secs_f64() / 1e6);
    println!("fp32/paper: {rust:.2} M cycles/s beside the model in Rust, {c:.2} beside SoftFloat in C");
}

#[test]
fn a_model_in_c_finds_the_faults_that_the_golden_model_finds() {
    let tools = ModelTools::open().unwrap();
    let unit = units().into_iter().find(|unit| unit.name == "fp32").unwrap();
    for (name, fault) in faults::<Fault>("faults", "fp32") {
        let preset = planted::preset(&unit, &fault.preset);
        let cfg = Config::preset(preset).unwrap();
        let shape = shape(&tools, cfg);
        let hardware = faulty(&name, &fault.edit, &unit.emit(preset));
        let model = build::<Fp32>(&tools, cfg, &hardware, false).unwrap();
        let found = (0..SEGMENTS).find_map(|segment| {
            let [(rust, _), (c, _)] = both(cfg, &shape, &model, segment);
            assert_eq!(rust, c, "{name}, segment {segment}");
            c.mismatch
        });
        let found = found.unwrap_or_else(|| panic!("{name} is not found"));
        println!("{name}: {found:?}");
    }
}
