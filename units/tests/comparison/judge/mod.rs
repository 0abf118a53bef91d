//! The lane's FP32 before a third party: golden model and Verilated RTL against floating point that
//! somebody else wrote, for every operation and mode, corner classes crossed with corner classes.
//!
//! `HEDDLE_VECTORS=n` takes so many vectors an operation and mode (`make float`: ten million,
//! judged by Berkeley SoftFloat; else few, by LLVM's APFloat).

#[cfg(not(feature = "berkeley"))]
mod apfloat;
#[cfg(feature = "berkeley")]
mod berkeley;
#[cfg(feature = "berkeley")]
mod foreign;
mod ptx;

use crate::length::some;
use crate::planted;
use std::time::Instant;

use crate::planted::{faults, faulty};
use heddle_contract::lane::op;
use heddle_contract::primitive::fp32::{Config, In, Out};
use heddle_contract::{Block, Config as _, Ports};
use heddle_golden::lane::fpu;
use heddle_testbench::dut::{Dut, initial_seed};
use heddle_testbench::entropy::Entropy;
use heddle_testbench::faults::Edit;
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_testbench::lockstep::Slots;
use heddle_testbench::number::{self, CLASSES};
use heddle_testbench::target::{Hardware, ModelTools, build};
use heddle_testbench::verilator::Model;
use heddle_units::primitive::Fp32;
use heddle_units::units;
use ptx::{Arithmetic, judge};
use serde::Deserialize;

#[cfg(not(feature = "berkeley"))]
type Judge = apfloat::ApFloat;
#[cfg(feature = "berkeley")]
type Judge = berkeley::SoftFloat;

/// Vectors that the RTL takes in one go.
const BATCH: usize = 4096;
/// One place in so many holds no operation, but everything else that could be taken for one.
const APART: usize = 16;
/// An operation and mode, when nobody asks for more: the corner classes of three operands meet six
/// times.
const FEW: u64 = 40_000;

/// Something to be judged.
type Compute<'a> = &'a (dyn Fn(u8, u8, [u32; 3]) -> u32 + Sync);

fn golden(op: u8, mode: u8, [a, b, c]: [u32; 3]) -> u32 {
    if op::is_setp(op) { fpu::predicate(op, mode, a, b).into() } else { fpu::word(op, mode, a, b, c) }
}

/// How many differ, and the first one.
#[derive(Debug, Default, Clone)]
struct Differences {
    count: u64,
    first: Option<String>,
}

impl Differences {
    fn note(&mut self, op: u8, mode: u8, operands: [u32; 3], right: u32, found: u32) {
        if right != found {
            self.count += 1;
            self.first.get_or_insert_with(|| {
                let name = op::name(op).expect("it is one");
                let [a, b, c] = operands;
                format!("{name} mode {mode:#04b} of {a:#010x} {b:#010x} {c:#010x}: {found:#010x}, not {right:#010x}")
            });
        }
    }
}

/// Operands number `n`: every other time each combination of classes in turn, else as the stimulus
/// draws them.
fn operands(op: u8, n: u64, e: &mut Entropy) -> [u32; 3] {
    let classes = CLASSES.len() as u64;
    let words = if n.is_multiple_of(2) {
        let n = n / 2;
        [n % classes, n / classes % classes, n / classes / classes % classes]
            .map(|class| number::of_class(class as u32, e))
    } else {
        number::operands(e)
    };
    match op {
        // an integer of any length
        op::F_OF_S | op::F_OF_U if !n.is_multiple_of(4) => [(words[0] ^ e.word() as u32) >> e.below(32), 0, 0],
        _ => words,
    }
}

/// One operation and mode: the differences of the golden model, and of the RTL.
fn compare(
    cfg: &Config,
    model: &Model,
    compute: Compute,
    (op, mode): (u8, u8),
    vectors: u64,
) -> (Differences, Differences) {
    let mut e = Entropy::new(1, u64::from(op) << 8 | u64::from(mode));
    let mut dut = Dut::<Fp32>::new(cfg, model, initial_seed(1, 0)).expect("the RTL never stops a simulation");
    let (width, wide) = (In::shape(cfg).len(), Out::shape(cfg).len());
    let latency = cfg.latency as usize;
    // what is on its way at the end of a batch shows at the start of the next one
    let mut inputs = vec![0; BATCH * width];
    let mut outputs = vec![0; BATCH * wide];
    let mut waiting: Vec<([u32; 3], u32)> = Vec::new();
    let (mut by_golden, mut by_rtl) = (Differences::default(), Differences::default());
    let (mut sent, mut seen) = (0, 0);
    while seen < vectors {
        for (k, slots) in inputs.chunks_mut(width).enumerate() {
            if k % APART == 0 {
                let [a, b, c] = number::operands(&mut e);
                In { reset: false, valid: false, op: op ^ 1, mode: mode ^ 3, a, b, c }.pack(cfg, slots);
                continue;
            }
            let [a, b, c] = operands(op, sent, &mut e);
            let right = judge::<Judge>(op, mode, [a, b, c]);
            by_golden.note(op, mode, [a, b, c], right, compute(op, mode, [a, b, c]));
            waiting.push(([a, b, c], right));
            In { reset: false, valid: true, op, mode, a, b, c }.pack(cfg, slots);
            sent += 1;
        }
        dut.run(&inputs, &mut outputs).expect("the RTL never stops a simulation");
        let mut at = 0;
        for slots in outputs.chunks(wide) {
            let o = Out::unpack(cfg, slots);
            if o.done {
                let (operands, right) = waiting[at];
                at += 1;
                by_rtl.note(op, mode, operands, right, if o.setp { o.flag.into() } else { o.result });
            }
        }
        waiting.drain(..at);
        assert!(waiting.len() <= latency, "{} operations are lost in the pipeline", waiting.len());
        seen += at as u64;
    }
    (by_golden, by_rtl)
}

/// Every operation with every mode that it has.
fn everything() -> Vec<(u8, u8)> {
    let modes = |op: u8| (0..4).filter(move |mode| mode & !op::modes(op) == 0).map(move |mode| (op, mode));
    op::native().filter(|op| op::is_float(*op)).flat_map(modes).collect()
}

fn preset() -> (&'static str, &'static Config) {
    ("paper", Config::preset("paper").expect("there is one"))
}

#[test]
fn golden_and_rtl_agree_with_a_third_party() {
    let vectors = std::env::var("HEDDLE_VECTORS").map_or(FEW, |n| n.parse().expect("HEDDLE_VECTORS is a whole number"));
    let tools = ModelTools::open().expect("tools and cache");
    let (name, cfg) = preset();
    let model = build::<Fp32>(&tools, cfg, &Hardware::Emitted, false).expect("it builds");
    let (cases, started) = (everything(), Instant::now());
    let done = std::sync::atomic::AtomicUsize::new(0);
    let verdicts = in_parallel(processors(), &cases, |case| {
        let verdict = compare(cfg, &model, &golden, *case, vectors);
        let done = 1 + done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        if vectors > FEW {
            eprintln!("{done} of {} operations and modes, {:.0} s", cases.len(), started.elapsed().as_secs_f64());
        }
        verdict
    });
    println!("judged by {}, {vectors} vectors an operation and mode, {}/{name}", Judge::NAME, Fp32::NAME);
    println!("{:<16} {:>5} {:>12} {:>8} {:>8}", "operation", "modes", "vectors", "golden", "RTL");
    let mut wrong = Vec::new();
    for op in op::native().filter(|op| op::is_float(*op)) {
        let of_op: Vec<_> = cases.iter().zip(&verdicts).filter(|((of, _), _)| *of == op).map(|(_, v)| v).collect();
        let golden: u64 = of_op.iter().map(|(golden, _)| golden.count).sum();
        let rtl: u64 = of_op.iter().map(|(_, rtl)| rtl.count).sum();
        let modes = of_op.len();
        println!("{:<16} {modes:>5} {:>12} {golden:>8} {rtl:>8}", op::name(op).unwrap(), vectors * modes as u64);
        wrong.extend(of_op.iter().filter_map(|(golden, _)| golden.first.clone()).map(|what| format!("golden: {what}")));
        wrong.extend(of_op.iter().filter_map(|(_, rtl)| rtl.first.clone()).map(|what| format!("RTL: {what}")));
    }
    println!("{} vectors in {:.0} s", vectors * cases.len() as u64, started.elapsed().as_secs_f64());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// An operation, a mode, operands: a result.
type Answer = Box<dyn Fn(u8, u8, [u32; 3]) -> u32 + Sync>;

/// Ways in which a model can be wrong by little, each with the operation that shows it.
fn wrong_models() -> Vec<(&'static str, u8, u8, Answer)> {
    let number = |words: [u32; 3]| words.map(f32::from_bits);
    vec![
        (
            "fma rounds twice",
            op::FMA_F,
            0,
            Box::new(move |_, _, words| {
                let [a, b, c] = number(words);
                let result = a * b + c;
                if result.is_nan() { op::NAN } else { result.to_bits() }
            }),
        ),
        (
            "a NaN keeps its payload",
            op::ADD_F,
            0,
            Box::new(|op, mode, [a, b, c]| if a & 0x7fff_ffff > 0x7f80_0000 { a } else { golden(op, mode, [a, b, c]) }),
        ),
        (
            "ftz flushes before it rounds",
            op::MUL_F,
            op::FLUSH,
            Box::new(move |op, mode, words| {
                let [a, b, _] = number(words);
                let exact = f64::from(a) * f64::from(b);
                let tiny = exact != 0.0 && exact.abs() < f64::from(f32::MIN_POSITIVE);
                let result = golden(op, mode, words);
                if tiny && result & 0x7fff_ffff == 0x0080_0000 { result & 0x8000_0000 } else { result }
            }),
        ),
        (
            "sat leaves the sign of a zero",
            op::MUL_F,
            op::SATURATE,
            Box::new(
                move |op, mode, words| {
                    if golden(op, 0, words) == 0x8000_0000 { 0x8000_0000 } else { golden(op, mode, words) }
                },
            ),
        ),
        (
            "ties go away from zero",
            op::S_OF_F_NEAREST,
            0,
            Box::new(move |op, mode, words| {
                let a = f32::from_bits(words[0]);
                if a.fract().abs() == 0.5 { a.round() as i32 as u32 } else { golden(op, mode, words) }
            }),
        ),
        (
            "min takes zeros for the same",
            op::MIN_F,
            0,
            Box::new(|op, mode, [a, b, c]| if (a | b) << 1 == 0 { b } else { golden(op, mode, [a, b, c]) }),
        ),
        ("ne holds for NaN", op::SETP_NE_F, 0, Box::new(|_, mode, words| golden(op::SETP_NEU_F, mode, words))),
    ]
}

#[test]
fn a_wrong_model_is_found() {
    let tools = ModelTools::open().expect("tools and cache");
    let (_, cfg) = preset();
    let model = build::<Fp32>(&tools, cfg, &Hardware::Emitted, false).expect("it builds");
    for (what, op, mode, compute) in wrong_models() {
        let (model_differs, rtl_differs) = compare(cfg, &model, &compute, (op, mode), FEW);
        assert!(model_differs.count > 0, "{what}: not found");
        assert_eq!(rtl_differs.count, 0, "{what}: {:?}", rtl_differs.first);
        println!("{what:<32} {} of {FEW}: {}", model_differs.count, model_differs.first.unwrap());
    }
}

#[derive(Debug, Deserialize)]
struct Fault {
    preset: String,
    what: String,
    edit: Vec<Edit>,
}

/// The faults that the lockstep must find, before this judge.
#[test]
fn a_wrong_datapath_is_found() {
    let tools = ModelTools::open().expect("tools and cache");
    let unit = units().into_iter().find(|unit| unit.name == Fp32::NAME).expect("it is in the list");
    let faults: Vec<(String, Fault)> = faults("faults", Fp32::NAME);
    assert!(faults.len() >= 12, "{} faults", faults.len());
    let faults = some(3, faults);
    let found = in_parallel(processors(), &faults, |(name, fault)| {
        let preset = planted::preset(&unit, &fault.preset);
        let cfg = Config::preset(preset).expect("it is one of the list");
        let hardware = faulty(name, &fault.edit, &unit.emit(preset));
        let model = build::<Fp32>(&tools, cfg, &hardware, false).expect("it builds");
        let differ = |case: &(u8, u8)| {
            let (right, wrong) = compare(cfg, &model, &golden, *case, FEW / 10);
            assert_eq!(right.count, 0, "{:?}", right.first);
            wrong.first
        };
        let first = everything().iter().find_map(differ);
        println!("{name}: {}: {}", fault.what, first.as_deref().unwrap_or("not found"));
        first.is_some()
    });
    let missed: Vec<_> = faults.iter().zip(found).filter(|(_, found)| !found).map(|((name, _), _)| name).collect();
    assert!(missed.is_empty(), "not found: {missed:?}");
}
