//! How much of the bare Verilated speed the lockstep keeps.
//!
//! In one run, alternating, one thread each, the same model object and flags: (a) a C++ `main` that
//! steps the model with recorded stimulus, reads every output and ends in a checksum; (b) the whole
//! lockstep: stimulus from the golden state, golden model, pack, compare every valid output, the
//! same checksum. And the golden model alone, busy and idle.
//!
//! `cargo bench -p heddle-units -- [UNIT[/PRESET]] [PAIRS] [--fpga]`; `make bench` runs `paper`
//! of every unit. With `--fpga`, the RTL has its FPGA variant.
//!
//! `--apart` measures another pair: the lockstep of the RTL as a user's file, in a process of its
//! own, and in this process, on one thread and on two.

use std::io::Write;
use std::num::NonZeroU32;
use std::process::Command;
use std::time::Instant;

use heddle_contract::{Config, Ports};
use heddle_golden::{Device, Illegal, Model as GoldenModel};
use heddle_testbench::bench::Bench;
use heddle_testbench::dut::Dut;
use heddle_testbench::lockstep::{Lockstep, Source, golden_run};
use heddle_testbench::segment::Segment;
use heddle_testbench::target::{Hardware, ModelTools, bare, build, model};
use heddle_testbench::unit::Visitor;
use heddle_testbench::verilator::fold;
use heddle_units::each;

const SEED: u64 = 1;
const INITIAL: NonZeroU32 = NonZeroU32::MIN;
/// Cycles of stimulus, and how often they are run in one measurement: the shorter it is, the more
/// the two of a pair have the same machine.
const CYCLES: u64 = 1 << 15;
const ROUNDS: u64 = 8;

/// A reset, then random stimulus: what makes one round follow another on the same device.
struct ResetThen<B: Bench> {
    reset: bool,
    random: Segment<B>,
}

impl<B: Bench> ResetThen<B> {
    fn new(cfg: &B::Config) -> Self {
        ResetThen { reset: true, random: Segment::new(cfg, SEED, 0, CYCLES - 1) }
    }
}

impl<B: Bench> Source<B> for ResetThen<B> {
    fn next(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) -> Result<bool, Illegal> {
        if std::mem::take(&mut self.reset) {
            let mut slots = vec![0; B::In::shape(cfg).len()];
            slots[0] = 1;
            *i = B::In::unpack(cfg, &slots);
            return Ok(true);
        }
        self.random.next(cfg, p, q, i)
    }
}

struct Benchmark {
    /// Every unit that is no primitive, if none is named.
    unit: Option<String>,
    preset: String,
    hardware: Hardware,
    pairs: usize,
    apart: bool,
    found: bool,
}

impl Visitor for Benchmark {
    fn visit<B: Bench>(&mut self) {
        if self.unit.as_ref().map_or(!B::PRIMITIVE, |unit| unit == B::NAME)
            && let Some(cfg) = B::Config::preset(&self.preset)
        {
            self.found = true;
            if self.apart {
                apart::<B>(cfg, &self.preset, self.pairs);
            } else {
                run::<B>(cfg, &self.preset, &self.hardware, self.pairs);
            }
        }
    }
}

fn main() {
    let flag = |flag: &str| std::env::args().any(|word| word == flag);
    let (hardware, apart) = (Hardware::variant(flag("--fpga")), flag("--apart"));
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let which = words.next();
    let pairs = words.next().and_then(|word| word.parse().ok()).unwrap_or(15);
    let (unit, preset) = match which.as_deref() {
        None => (None, "paper"),
        Some(which) => which.split_once('/').map_or((Some(which), "paper"), |(unit, preset)| (Some(unit), preset)),
    };
    let unit = unit.map(Into::into);
    let mut benchmark = Benchmark { unit, preset: preset.into(), hardware, pairs, apart, found: false };
    each(&mut benchmark);
    if !benchmark.found {
        eprintln!("no such preset: {}", which.unwrap_or_default());
        std::process::exit(2);
    }
}

fn run<B: Bench>(cfg: &B::Config, preset: &str, hardware: &Hardware, pairs: usize) {
    let tools = ModelTools::open().expect("tools and cache");
    let model = build::<B>(&tools, cfg, hardware, false).expect("model");
    let program = bare::<B>(&tools, cfg, hardware, include_str!("bare.cpp")).expect("bare program");

    let n_in = B::In::shape(cfg).len();
    let mut slots = vec![0; n_in];
    let mut inputs = Vec::new();
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    golden_run::<B>(cfg, &mut ResetThen::new(cfg), |_, _, i, _| {
        i.pack(cfg, &mut slots);
        let bytes: Vec<u8> = slots.iter().flat_map(|slot| slot.to_ne_bytes()).collect();
        file.write_all(&bytes).expect("room for the recording");
        inputs.push(i.clone());
    })
    .expect("legal stimulus");
    let total = CYCLES * ROUNDS;

    let bare = || {
        let output = Command::new(&program)
            .arg(file.path())
            .args([CYCLES.to_string(), ROUNDS.to_string(), INITIAL.to_string()])
            .output()
            .expect("the bare program runs");
        assert!(output.status.success(), "the bare program failed: {}", output.status);
        let text = String::from_utf8(output.stdout).expect("text");
        let (seconds, checksum) = text.trim().split_once(' ').expect("seconds and checksum");
        (seconds.parse::<f64>().expect("seconds"), u64::from_str_radix(checksum, 16).expect("checksum"))
    };
    let lockstep = || {
        let mut dut = Dut::<B>::unreset(cfg, &model, INITIAL);
        let mut lockstep = Lockstep::<B>::new(cfg);
        let mut state = 0;
        let start = Instant::now();
        for _ in 0..ROUNDS {
            let mut source = ResetThen::new(cfg);
            let mut first = true;
            let run = lockstep.run_and(&mut source, &mut dut, |slots| {
                state = slots.iter().fold(state, |state, slot| fold(state, *slot));
                // in the first cycle of all, the device has not seen a reset: nothing is defined
                !std::mem::take(&mut first)
            });
            assert_eq!(run.expect("a legal run").mismatch, None, "golden model and RTL disagree");
        }
        (start.elapsed().as_secs_f64(), state)
    };

    println!("{}/{preset}: {total} cycles a measurement", B::NAME);
    let [ratio] = medians(pairs, |warm_up| {
        let (bare, bare_checksum) = bare();
        let (both, both_checksum) = lockstep();
        assert_eq!(bare_checksum, both_checksum, "the two did not run the same thing");
        let rate = |seconds: f64| total as f64 / seconds / 1e6;
        println!(
            "  (a) bare {:6.3} M cycles/s   (b) lockstep {:6.3} M cycles/s   (b)/(a) {:.3}   checksum {bare_checksum:016x}{warm_up}",
            rate(bare),
            rate(both),
            bare / both
        );
        [bare / both]
    });
    println!("median of {pairs}: (b)/(a) = {ratio:.3}");
    golden_alone::<B>(cfg, &inputs);
}

/// The lockstep of a user's file apart from this process and in it, in turn, by time and by
/// processor time.
fn apart<B: Bench>(cfg: &B::Config, preset: &str, pairs: usize) {
    let tools = ModelTools::open().expect("tools and cache");
    let verilog = B::verilog(cfg).expect("every preset has RTL");
    let file = Hardware::File { path: format!("{}.v", B::NAME).into(), verilog, module: None };
    for threads in [1, 2] {
        let measured = |confined: bool| {
            let (start, before) = (Instant::now(), processor());
            let model = model::<B>(&tools, cfg, &file, false, confined).expect("model");
            std::thread::scope(|scope| {
                for thread in 0..threads {
                    let model = &model;
                    scope.spawn(move || {
                        let mut dut = Dut::<B>::new(cfg, model, INITIAL).expect("a device");
                        let mut source = Segment::<B>::new(cfg, SEED, thread, 8 * CYCLES * ROUNDS);
                        let run = Lockstep::<B>::new(cfg).run(&mut source, &mut dut);
                        assert_eq!(run.expect("a legal run").mismatch, None, "golden model and RTL disagree");
                    });
                }
            });
            // the processes have ended, and their time is known
            drop(model);
            [start.elapsed().as_secs_f64(), processor() - before]
        };
        let [time, processors] = medians(pairs, |warm_up| {
            let (apart, within) = (measured(true), measured(false));
            println!(
                "{}/{preset}, {threads} threads: apart {:.2} s, {:.2} s of processors; within {:.2} s, {:.2} s{warm_up}",
                B::NAME,
                apart[0],
                apart[1],
                within[0],
                within[1]
            );
            [apart[0] / within[0], apart[1] / within[1]]
        });
        println!("median of {pairs}: apart/within {time:.3} of time, {processors:.3} of processor time");
    }
}

/// Measures pairs, the first to warm up, and returns the medians of the quotients that the others
/// give. What `pair` prints ends with the words that it is given.
fn medians<const N: usize>(pairs: usize, mut pair: impl FnMut(&str) -> [f64; N]) -> [f64; N] {
    pair("  (warm-up, not counted)");
    let measured: Vec<[f64; N]> = (0..pairs).map(|_| pair("")).collect();
    std::array::from_fn(|k| {
        let mut quotients: Vec<f64> = measured.iter().map(|pair| pair[k]).collect();
        quotients.sort_by(f64::total_cmp);
        quotients[quotients.len() / 2]
    })
}

/// Seconds of processor time that this process has taken, and those of its processes that have
/// ended.
fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let fields = text.rsplit_once(')').expect("a name").1.split_whitespace().skip(11).take(4);
    fields.map(|ticks| ticks.parse::<f64>().expect("ticks")).sum::<f64>() / 100.0
}

/// The golden model without any hardware, under recorded inputs and under none.
fn golden_alone<B: Bench>(cfg: &B::Config, inputs: &[B::In]) {
    let mut golden = GoldenModel::<B>::new(cfg.clone());
    let mut o = B::Out::default();
    let rounds = 12 * ROUNDS;
    let start = Instant::now();
    for _ in 0..rounds {
        for i in inputs {
            golden.step(std::hint::black_box(i), &mut o);
            std::hint::black_box(&o);
        }
    }
    let busy = start.elapsed().as_secs_f64() / (rounds * CYCLES) as f64;
    let mut idle_model = GoldenModel::<B>::new(cfg.clone());
    let nothing = B::In::default();
    let idle_cycles = 20_000_000u64;
    let start = Instant::now();
    for _ in 0..idle_cycles {
        idle_model.step(std::hint::black_box(&nothing), &mut o);
        std::hint::black_box(&o);
    }
    let idle = start.elapsed().as_secs_f64() / idle_cycles as f64;
    println!("golden alone: {:.1} M cycles/s busy, {:.2} ns a cycle idle", 1e-6 / busy, idle * 1e9);
}
