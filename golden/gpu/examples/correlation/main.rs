//! This project's GPU beside GPGPU-Sim 4.0.0: counts and cycles of ten kernels, and how well they
//! agree: `make correlation`.
//!
//! `cargo run --release -p heddle-gpu --example correlation -- [DIR...] [SECTION.KEY=VALUE...]`
//!
//! A kernel is a PTX file with a launch description beside it, both named after it. Four lie here;
//! the others are Rodinia's, which this project does not have: they are looked for in the folders
//! named. Those that are nowhere are left out, and named. A change of the configuration holds for
//! every variant.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Ended, Options, Run, simulate};
use heddle_kernel::launch::{Description, Session};
use toml::{Table, Value};

const TOLD: &str = include_str!("gpgpusim.toml");

/// A way to run the kernels.
struct Variant {
    name: String,
    set: Vec<String>,
}

/// A kernel, and what GPGPU-Sim made of it.
struct Kernel {
    name: String,
    warp_instructions: i64,
    thread_instructions: i64,
    cycles: i64,
    l2_reads: i64,
    dram_reads: i64,
    fp64: bool,
}

fn text(table: &Table, key: &str) -> Option<String> {
    table.get(key)?.as_str().map(String::from)
}

fn flag(table: &Table, key: &str) -> bool {
    table.get(key).and_then(Value::as_bool).unwrap_or(false)
}

fn tables(told: &Table, key: &str) -> Vec<Table> {
    let list = told.get(key).and_then(Value::as_array).expect("a list of tables");
    list.iter().map(|one| one.as_table().expect("a table").clone()).collect()
}

fn told() -> (Vec<Variant>, Vec<Kernel>) {
    let told: Table = TOLD.parse().expect("our own file");
    let variant = |table: Table| Variant {
        name: text(&table, "name").expect("a name"),
        set: table["set"].as_array().expect("a list").iter().filter_map(Value::as_str).map(String::from).collect(),
    };
    let kernel = |table: Table| {
        let number = |key: &str| table[key].as_integer().expect("a whole number");
        Kernel {
            name: text(&table, "name").expect("a name"),
            warp_instructions: number("warp_instructions"),
            thread_instructions: number("thread_instructions"),
            cycles: number("cycles"),
            l2_reads: number("l2_reads"),
            dram_reads: number("dram_reads"),
            fp64: flag(&table, "fp64"),
        }
    };
    (
        tables(&told, "variant").into_iter().map(variant).collect(),
        tables(&told, "kernel").into_iter().map(kernel).collect(),
    )
}

/// The kernel's PTX file in the first folder that has it with a launch description.
fn find(name: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    let files = folders.iter().map(|folder| folder.join(format!("{name}.ptx")));
    files.into_iter().find(|file| file.exists() && file.with_extension("toml").exists())
}

fn run(
    file: &Path,
    kernel: &Kernel,
    variant: &Variant,
    changes: &[String],
) -> Result<(Run, f64), Box<dyn std::error::Error>> {
    let mut config = Config::shipped("vt").expect("it comes along");
    config.set(&[&variant.set, changes].concat())?;
    let launch = file.with_extension("toml");
    let module = heddle_kernel::read(&file.to_string_lossy(), &std::fs::read_to_string(file)?)?;
    let description = Description::read(&launch.to_string_lossy(), &std::fs::read_to_string(&launch)?)?;
    let mut session = Session::new(&launch.to_string_lossy(), &module, &description, "test", None)?;
    let policy = Policy::named("simt").expect("a policy");
    let run = simulate(&config.spec, &policy, &mut session, &Options::default(), &mut ())?;
    assert_eq!(run.ended, Ended::Whole);
    let wrong = session.check()?;
    if !wrong.is_empty() {
        eprintln!("{}, {}: {wrong:?}", kernel.name, variant.name);
    }
    // GPGPU-Sim counts cycles of 700 MHz
    let cycles = run.cycles as f64 * 700.0 / f64::from(config.spec.core.clock);
    Ok((run, cycles))
}

/// Correlation of the logarithms, mean absolute relative error, geometric mean of ours over theirs.
fn agreement(pairs: &[(f64, f64)]) -> [f64; 3] {
    let count = pairs.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|pair| pair.0.ln()), mean(&|pair| pair.1.ln()));
    let product = |of: &dyn Fn(f64, f64) -> f64| mean(&|pair| of(pair.0.ln() - x, pair.1.ln() - y));
    let correlation = product(&|a, b| a * b) / (product(&|a, _| a * a) * product(&|_, b| b * b)).sqrt();
    [correlation, mean(&|pair| (pair.0 / pair.1 - 1.0).abs()), (x - y).exp()]
}

fn percent(ours: u64, theirs: i64) -> String {
    format!("{:+.1}", (ours as f64 / theirs as f64 - 1.0) * 100.0)
}

fn report(folders: &[PathBuf], changes: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let (variants, kernels) = told();
    let (mut left_out, mut pairs) = (vec![], vec![vec![]; variants.len()]);
    let names: Vec<_> = variants.iter().map(|variant| variant.name.as_str()).collect();
    println!("| kernel | thread insn | warp insn | cycles | {} | L2 reads | DRAM reads |", names.join(" | "));
    println!("|---|---|---|---|{}---|---|", "---|".repeat(variants.len()));
    for kernel in &kernels {
        let Some(file) = find(&kernel.name, folders) else {
            left_out.push(kernel.name.as_str());
            continue;
        };
        let mut ratios = vec![];
        let mut counted = None;
        for (variant, pairs) in variants.iter().zip(&mut pairs) {
            let (run, cycles) = run(&file, kernel, variant, changes)?;
            pairs.push((kernel.fp64, (cycles, kernel.cycles as f64)));
            ratios.push(format!("{:.2}", cycles / kernel.cycles as f64));
            counted.get_or_insert(run);
        }
        let run = counted.expect("a variant");
        let get = |name: &str| run.get(name).unwrap_or(0);
        println!(
            "| {} | {} ({}) | {} ({}) | {} | {} | {} / {} | {} / {} |",
            kernel.name,
            kernel.thread_instructions,
            percent(get("core.text_instructions"), kernel.thread_instructions),
            kernel.warp_instructions,
            percent(run.instructions, kernel.warp_instructions),
            kernel.cycles,
            ratios.join(" | "),
            kernel.l2_reads,
            get("l2.reads"),
            kernel.dram_reads,
            get("dram.reads"),
        );
    }
    println!("\n| kernels | | {} |\n|---|---|{}", names.join(" | "), "---|".repeat(variants.len()));
    for (what, doubles) in [("all", true), ("without FP64", false)] {
        let of = |pairs: &Vec<(bool, (f64, f64))>| {
            let some: Vec<_> = pairs.iter().filter(|(fp64, _)| doubles || !fp64).map(|(_, pair)| *pair).collect();
            (agreement(&some), some.len())
        };
        let all: Vec<_> = pairs.iter().map(of).collect();
        let row = |number: usize, show: &dyn Fn(f64) -> String| {
            all.iter().map(|(values, _)| show(values[number])).collect::<Vec<_>>().join(" | ")
        };
        let what = format!("{what}, {}", all.first().map_or(0, |(_, count)| *count));
        println!("| {what} | correlation of log cycles | {} |", row(0, &|value| format!("{value:.3}")));
        println!("| | mean absolute relative error | {} |", row(1, &|value| format!("{:.1} %", value * 100.0)));
        println!("| | geometric mean | {} |", row(2, &|value| format!("{value:.2}")));
    }
    if !left_out.is_empty() {
        println!("\nLeft out, as no folder has NAME.ptx and NAME.toml: {}.", left_out.join(", "));
    }
    Ok(())
}

fn main() -> ExitCode {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/correlation");
    let (changes, folders): (Vec<_>, Vec<_>) = std::env::args().skip(1).partition(|word| word.contains('='));
    let folders: Vec<_> = std::iter::once(own).chain(folders.into_iter().map(PathBuf::from)).collect();
    match report(&folders, &changes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
