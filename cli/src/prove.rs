//! `heddle prove`: proves a unit's claims about its RTL by induction where possible, and else
//! checks them from reset to a depth.

use std::time::{Duration, Instant};

use comfy_table::Table;
use heddle_formal::Correspondence;
use heddle_synth::Resets;
use heddle_testbench::prove::{Claimed, Effort, Proof, ProveError, Second, Verdict, compare, gates, trace_text};
use heddle_testbench::target::{Hardware, ReplayError};
use heddle_testbench::trace::TraceFile;
use heddle_testbench::unit::Unit;
use heddle_testbench::{interrupt, kept};
use serde_json::json;

use crate::block::Module;
use crate::cli::{Prove, Tested};
use crate::console::{aside, say};
use crate::error::{Error, Outcome};
use crate::output::{out_error, replay_command};
use crate::progress::{Task, Work};
use crate::select::{Selected, hardware, select, smallest};
use crate::table::{right_from, table};

/// Runs `heddle prove`: tries to prove each claim, and the netlist's equivalence; returns a
/// mismatch for a refuted one.
pub fn run(args: &Prove) -> Result<Outcome, Error> {
    let module = Module::read(&args.users)?;
    let (selected, hardware) = match &module {
        Some(Module { selected, hardware, .. }) => (vec![selected.clone()], hardware.clone()),
        None => selected(args)?,
    };
    let effort = Effort { induction: args.induction, depth: args.depth, time: args.time, until: None };
    let mut outcome = Outcome::Equal;
    let mut table = table();
    table.set_header(["unit/preset", "claim", "verdict", "seconds", "z3"]);
    right_from(&mut table, 3);
    let mut any = false;
    for Selected { unit, preset, .. } in &selected {
        let task = Task::start("claims", Work::Open);
        task.say(format!("{}/{preset}", unit.name));
        let verilog = unit.plain(hardware.verilog(|| unit.emit(preset)).into_owned(), Resets::Gates)?;
        let claimed = match &hardware {
            Hardware::File { .. } => Claimed::of_dut(unit, preset, &verilog),
            _ => Claimed::new(unit, preset, &verilog),
        };
        // what an interruption ended has no fault of its own
        let interrupted = || Error::Interrupted { what: format!("{}/{preset} was being proved", unit.name) };
        let unproved = |error| if interrupt::asked() { interrupted() } else { unproved(error, &hardware) };
        let mut claimed = claimed.map_err(unproved)?;
        any |= !claimed.names().is_empty();
        let proofs = claimed.prove(&effort, &mut |_| task.add(1));
        let second = if args.alone { None } else { Some(claimed.second(&proofs, effort.time).map_err(no_z3)?) };
        let started = Instant::now();
        // gates are made of the gate variant
        let same = if matches!(hardware, Hardware::Fpga) {
            None
        } else {
            let gates = gates(unit, &verilog).map_err(unproved)?;
            Some(compare(unit, &gates, effort.time).map_err(unproved)?)
        };
        drop(task);
        if interrupt::asked() {
            return Err(interrupted());
        }
        if second == Some(Second::Contradicts) {
            outcome = Outcome::Mismatch;
        }
        for proof in &proofs {
            let (what, kept) = told(unit, preset, proof, args, (&hardware, module.as_ref()))?;
            if kept {
                outcome = Outcome::Mismatch;
            }
            let said = match (&proof.verdict, second) {
                (Verdict::Proved(_), Some(second)) => second_word(second),
                _ => "",
            };
            row(&mut table, args, [unit.name, preset, &proof.claim, &what, said], proof.time);
        }
        if let Some(same) = same {
            let (what, differs) = compared(&same);
            if differs {
                outcome = Outcome::Mismatch;
            }
            row(&mut table, args, [unit.name, preset, NETLIST, &what, ""], started.elapsed());
        }
    }
    if !any && selected.iter().any(Selected::is_users) {
        aside!("there is no claim beside that: a stream out of the module makes one, and `Prove` those of a program");
    } else if !any {
        return Err(Error::input(
            "the units that are named have no claims",
            "name another unit: `heddle prove` alone takes all",
        ));
    }
    if !args.json {
        say!("{table}");
    }
    Ok(outcome)
}

/// Returns the presets that the claims are about, and their hardware.
fn selected(args: &Prove) -> Result<(Vec<Selected>, Hardware), Error> {
    let mut selected = match (&args.dut, args.selection.is_empty()) {
        // the first line of the file names the preset
        (Some(_), true) => select(&[])?,
        _ => smallest(&args.selection)?,
    };
    let hardware = hardware(&Tested { dut: args.dut.clone(), module: None, fpga: args.fpga }, &mut selected)?;
    Ok((selected, hardware))
}

/// The claim about every unit's netlist.
const NETLIST: &str = "Yosys' netlist does what its RTL says";

/// Adds a row to the table, or prints it as an event in JSON.
fn row(table: &mut Table, args: &Prove, [unit, preset, claim, verdict, z3]: [&str; 5], time: Duration) {
    let seconds = time.as_secs_f64();
    if args.json {
        let event = json!({
            "event": "claim", "unit": unit, "preset": preset, "claim": claim, "verdict": verdict, "seconds": seconds, "z3": z3,
        });
        say!("{event}");
    } else {
        table.add_row([format!("{unit}/{preset}"), claim.into(), verdict.into(), format!("{seconds:.2}"), z3.into()]);
    }
}

/// Returns the result of a comparison in words, and whether the two differ.
fn compared(same: &Correspondence) -> (String, bool) {
    match same {
        Correspondence::Same { registers, spared: 0 } => (format!("proved, {registers} registers"), false),
        Correspondence::Same { registers, spared } => {
            (format!("proved, {registers} registers, {spared} of them spared"), false)
        }
        Correspondence::Differs(what) => (format!("REFUTED: {what}"), true),
        Correspondence::Unpaired(what) => (format!("not decided: {what} is not in both"), false),
        Correspondence::Undecided => ("not decided in time".into(), false),
    }
}

fn second_word(second: Second) -> &'static str {
    match second {
        Second::Agrees => "agrees",
        Second::Contradicts => "CONTRADICTS",
        Second::NoAnswer => "no answer in time",
        Second::Nothing => "",
    }
}

/// Returns a verdict in words, and whether the claim is refuted; if so, its trace is saved.
fn told(
    unit: &Unit,
    preset: &str,
    proof: &Proof,
    args: &Prove,
    (hardware, module): (&Hardware, Option<&Module>),
) -> Result<(String, bool), Error> {
    match &proof.verdict {
        Verdict::Proved(1) => Ok(("proved".into(), false)),
        Verdict::Proved(depth) => Ok((format!("proved, by induction over {depth} cycles"), false)),
        Verdict::Unreachable => Ok(("proved, by ABC".into(), false)),
        Verdict::Holds(depth) => Ok((format!("holds in {depth} cycles after reset"), false)),
        Verdict::Refuted(inputs) => {
            let text = trace_text(unit, preset, &format!("refutes: {}", proof.claim), inputs);
            let name: String =
                proof.claim.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(60).collect();
            let path = args.out.join(format!("{}-{preset}-{name}.trace", unit.name));
            kept::write(&path, text.as_bytes()).map_err(|error| out_error(&path, error))?;
            // the assumptions may allow inputs that the protocol does not
            let legal = TraceFile::parse(path.display().to_string(), text)
                .map_err(ReplayError::from)
                .and_then(|file| unit.work(&file, 1));
            let but = legal.err().map_or(String::new(), |why| format!(" ({why})"));
            let shown = match module {
                Some(module) => module.wave(&path).map(|wave| wave.display().to_string())?,
                None => replay_command(&path, hardware),
            };
            Ok((format!("REFUTED: {shown}{but}"), true))
        }
    }
}

fn unproved(error: ProveError, hardware: &Hardware) -> Error {
    if let ProveError::Flat(error) = error {
        return error.into();
    }
    if let Hardware::Block { path, .. } = hardware {
        return Error::input(format!("{}: {error}", path.display()), "the module must be one that can be synthesised");
    }
    if let Hardware::File { path, .. } = hardware {
        let help = "`heddle emit UNIT/PRESET` shows the names: a claim is about inputs, outputs and registers by their path of instances";
        return Error::input(format!("{}: {error}", path.display()), help);
    }
    Error::tool(error.to_string(), "`heddle doctor` shows the tools that are needed")
}

fn no_z3(error: std::io::Error) -> Error {
    Error::tool(format!("z3 could not be started: {error}"), "install z3 (apt-get install z3), or use --alone")
}
