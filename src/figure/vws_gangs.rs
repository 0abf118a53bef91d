//! The study of VWS 6: gang sizes over time (figure 18), and the fetches of each policy (figures 9,
//! 15, 17), of the paper's machines under synthetic programs.

use std::collections::HashMap;

use comfy_table::CellAlignment;
use heddle_contract::Config as _;
use heddle_contract::gang::{Config, Gang};
use heddle_golden::Model;
use heddle_gpu::study::vws_gangs::{MACHINES, Machine, Measure, Program, measure, programs};
use heddle_testbench::dut::{Dut, initial_seed};
use heddle_testbench::interrupt;
use heddle_testbench::verilator::Model as Verilated;
use serde_json::json;

use super::Plot;
use crate::cli::Figure;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::models::verilated;
use crate::plot::{Form, Panel};
use crate::progress::{Task, Work};
use crate::table::{right_from, table};

/// The measurements of one machine with one program.
struct Run<'a> {
    program: &'a Program,
    machine: Machine,
    measure: Measure,
}

/// Makes figure `vws/gangs`: measures all machines with all programs, prints tables, and draws gang
/// sizes.
pub fn run(args: &Figure) -> Result<Outcome, Error> {
    let plot = Plot::wanted(args, "vws-gangs.svg")?;
    let programs = programs();
    let runs = measure_all(args, &programs)?;
    if args.json {
        runs.iter().for_each(|run| say!("{}", line(run, args.rtl)));
    } else {
        print(&programs, &runs, args.rtl);
    }
    plot.draw(args, &panels(&runs), DRAWN.len(), "cycles")?;
    Ok(Outcome::Equal)
}

fn preset(machine: &Machine) -> &'static Config {
    Config::preset(machine.preset).expect("every machine is a preset of the unit")
}

fn measure_all<'a>(args: &Figure, programs: &'a [Program]) -> Result<Vec<Run<'a>>, Error> {
    // two machines may share one preset
    let presets: HashMap<&str, &Config> = MACHINES.iter().map(|machine| (machine.preset, preset(machine))).collect();
    let (names, cfgs): (Vec<&str>, Vec<&Config>) = presets.into_iter().unzip();
    let built = if args.rtl { verilated::<Gang>(&cfgs)? } else { Vec::new() };
    let models: HashMap<&str, Verilated> = names.into_iter().zip(built).collect();
    let task = Task::start("figure vws/gangs", Work::Pieces((programs.len() * MACHINES.len()) as u64));
    let mut runs = Vec::new();
    for program in programs {
        for machine in MACHINES {
            task.say(format!("{}, {}", program.name, machine.name));
            let (cfg, apart) = (preset(&machine), machine.apart);
            let done = match models.get(machine.preset) {
                None => measure(cfg, Model::<Gang>::new(cfg.clone()), program, apart, interrupt::asked),
                Some(model) => {
                    let unit = Dut::<Gang>::new(cfg, model, initial_seed(1, runs.len() as u64));
                    let unit = unit.expect("the emitted RTL never stops a simulation");
                    measure(cfg, unit, program, apart, interrupt::asked)
                }
            };
            let measure = done.map_err(|trouble| {
                let help = "the unit breaks its contract; heddle check gang finds out where";
                Error::input(format!("{}, {}: {trouble}", program.name, machine.name), help)
            })?;
            runs.push(Run { program, machine, measure: measure.ok_or_else(Error::interrupted)? });
            task.add(1);
        }
    }
    Ok(runs)
}

fn line(run: &Run, rtl: bool) -> serde_json::Value {
    let m = &run.measure;
    json!({
        "figure": "vws/gangs", "unit": if rtl { "rtl" } else { "golden" },
        "program": run.program.name, "machine": run.machine.name, "preset": run.machine.preset,
        "cycles": m.cycles, "instructions": m.instructions, "ganged": m.ganged, "gangs": m.gangs,
        "fetched_gang": m.fetched_gang, "fetched_slice": m.fetched_slice, "fetched_local": m.fetched_local,
        // cycle, then warps in units of 1, 2, ... warps
        "sizes": m.samples.iter().map(|sample| (sample.cycle, sample.warps)).collect::<Vec<_>>(),
    })
}

fn print(programs: &[Program], runs: &[Run], rtl: bool) {
    type Value = fn(&Measure) -> String;
    let columns: [(&str, Value); 8] = [
        ("cycles", |m| m.cycles.to_string()),
        ("instructions a cycle", |m| format!("{:.2}", m.instructions as f64 / m.cycles as f64)),
        ("by gangs", |m| format!("{:.0} %", 100.0 * m.ganged as f64 / m.instructions as f64)),
        ("mean size", |m| format!("{:.2}", mean_size(m))),
        ("fetches an instruction", |m| format!("{:.3}", m.fetches() as f64 / m.instructions as f64)),
        ("an issue", |m| format!("{:.3}", m.fetches() as f64 / m.issues() as f64)),
        ("a cycle", |m| format!("{:.3}", per_cycle(m))),
        ("from L1 a cycle", |m| format!("{:.3}", m.l1() as f64 / m.cycles as f64)),
    ];
    let cfg = preset(&MACHINES[0]);
    let unit = if rtl { "Verilated" } else { "golden" };
    say!("VWS 6: {} warps in {} original gangs; {unit} unit", cfg.sets * cfg.slices, cfg.sets);
    for program in programs {
        let mut table = table();
        table.set_header(std::iter::once("").chain(columns.iter().map(|(name, _)| *name)));
        for run in runs.iter().filter(|run| run.program.name == program.name) {
            let values = columns.iter().map(|(_, value)| value(&run.measure));
            table.add_row(std::iter::once(run.machine.name.to_string()).chain(values));
        }
        right_from(&mut table, 1);
        say!("\n{}: {}\n{table}", program.name, program.about);
    }
    claims(programs, runs);
}

fn per_cycle(m: &Measure) -> f64 {
    m.fetches() as f64 / m.cycles as f64
}

/// Returns the mean size of the gang that a warp is in, over all samples.
fn mean_size(m: &Measure) -> f64 {
    let sum = |weight: fn(usize) -> u64| -> u64 {
        let warps = m.samples.iter().flat_map(|sample| sample.warps.iter().enumerate());
        warps.map(|(n, warps)| weight(n + 1) * warps).sum()
    };
    sum(|size| size as u64) as f64 / sum(|_| 1) as f64
}

/// Prints the paper's statements beside ours: the change of a mean over programs from one machine
/// to another.
fn claims(programs: &[Program], runs: &[Run]) {
    let mean = |machine: &str, diverge: bool, value: fn(&Measure) -> f64| -> f64 {
        let of = |run: &&Run| run.machine.name == machine && run.program.diverges() == diverge;
        let programs = programs.iter().filter(|program| program.diverges() == diverge).count();
        runs.iter().filter(of).map(|run| value(&run.measure)).sum::<f64>() / programs as f64
    };
    let cycles: (&str, fn(&Measure) -> f64) = ("cycles", |m| m.cycles as f64);
    let fetches: (&str, fn(&Measure) -> f64) = ("fetches a cycle", per_cycle);
    let mut table = table();
    table.set_header(["mean of", "from", "to", "", "here", "paper"]);
    for (diverge, from, to, (what, value), paper) in [
        (true, "WS 4", "I-VWS", fetches, "-57 % (6.2)"),
        (true, "I-VWS", "E-VWS", fetches, "-55 % (6.2)"),
        (true, "I-VWS", "E-VWS", cycles, "a little more (6.1)"),
        (true, "I-VWS", "I-VWS-GroupMem", fetches, "+41 % (6.5)"),
        (true, "I-VWS", "I-VWS-ImpatientMem", fetches, "+69 % (6.5)"),
        (true, "E-VWS", "E-VWS-ImpatientMem", fetches, "more, but less than I-VWS (6.2)"),
        (true, "E-VWS", "E-VWS-Sync50", fetches, "hardly less (6.4)"),
        (true, "E-VWS", "E-VWS-Sync50", cycles, "more (6.4)"),
        (false, "WS 4", "I-VWS", fetches, "as with warps of 32 (6.2)"),
        (false, "I-VWS", "E-VWS", fetches, "none (6.2)"),
        (false, "I-VWS", "I-VWS-ImpatientMem", fetches, "much more (6.2)"),
    ] {
        let change = 100.0 * (mean(to, diverge, value) / mean(from, diverge, value) - 1.0);
        let kind = if diverge { "divergent" } else { "convergent" };
        table.add_row([kind, from, to, what, &format!("{change:+.0} %"), paper]);
    }
    table.column_mut(4).expect("there are six").set_cell_alignment(CellAlignment::Right);
    say!("\n{table}");
}

/// The machines that are drawn, one in each column.
const DRAWN: [&str; 4] = ["I-VWS", "I-VWS-ImpatientMem", "E-VWS", "E-VWS-ImpatientMem"];
/// Most points of a curve.
const POINTS: usize = 64;

fn panels(runs: &[Run]) -> Vec<Panel> {
    let drawn = runs.iter().filter(|run| DRAWN.contains(&run.machine.name));
    let panel = |run: &Run| {
        let samples = &run.measure.samples;
        let step = samples.len().div_ceil(POINTS);
        let curve = |n: usize| {
            let points = samples.iter().step_by(step);
            let name = if n == 0 { "alone".to_string() } else { format!("in {}", n + 1) };
            (name, points.map(|sample| (sample.cycle as f64, sample.warps[n] as f64)).collect())
        };
        Panel {
            title: format!("{}: {}", run.program.name, run.machine.name),
            vertical: "warps".into(),
            form: Form::Bands,
            curves: (0..8).rev().map(curve).collect(),
        }
    };
    drawn.map(panel).collect()
}
