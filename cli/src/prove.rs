//! `heddle prove`: proves a unit's claims about its RTL by induction where possible, and else
//! checks them from reset to a depth.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use comfy_table::Table;
use heddle_formal::{Correspondence, Inputs};
use heddle_synth::Resets;
use heddle_testbench::lockstep::Mismatch;
use heddle_testbench::prove::{
    Claimed, Effort, Proof, ProveError, REFUTES, Second, Verdict, compare, gates, trace_text,
};
use heddle_testbench::target::{Hardware, ModelTools, Replay, ReplayError, Target};
use heddle_testbench::trace::TraceFile;
use heddle_testbench::{interrupt, kept};
use serde_json::json;

use crate::block::Module;
use crate::cli::{Prove, Tested};
use crate::console::{aside, say};
use crate::error::{Error, Outcome};
use crate::models::model_tools;
use crate::output::{out_error, replay_command, write_wave};
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
    let (mut any, mut refutations) = (false, Vec::new());
    for one in &selected {
        let Selected { unit, preset, .. } = one;
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
        let compared_in = started.elapsed();
        if interrupt::asked() {
            return Err(interrupted());
        }
        if second == Some(Second::Contradicts) {
            outcome = Outcome::Mismatch;
        }
        for (proof, refutation) in proofs.iter().zip(saved(one, &proofs, &args.out, (&hardware, module.as_ref()))?) {
            let said = match (&proof.verdict, second) {
                (Verdict::Proved(_), Some(second)) => second_word(second),
                _ => "",
            };
            let words = [unit.name, preset, &proof.claim, &told(&proof.verdict), said];
            row(&mut table, args, words, proof.time, refutation.as_ref());
            refutations.extend(refutation);
        }
        if let Some(same) = same {
            let (what, differs) = compared(&same);
            if differs {
                outcome = Outcome::Mismatch;
            }
            row(&mut table, args, [unit.name, preset, NETLIST, &what, ""], compared_in, None);
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
        refutations.iter().for_each(Refutation::say);
    }
    Ok(if refutations.is_empty() { outcome } else { Outcome::Mismatch })
}

/// Returns the presets that the claims are about, and their hardware.
fn selected(args: &Prove) -> Result<(Vec<Selected>, Hardware), Error> {
    // the first line of a file names the preset
    let mut selected = if args.dut.is_some() { select(&args.selection)? } else { smallest(&args.selection)? };
    let hardware = hardware(&Tested { dut: args.dut.clone(), module: None, fpga: args.fpga }, &mut selected)?;
    Ok((selected, hardware))
}

/// The claim about every unit's netlist.
const NETLIST: &str = "Yosys' netlist does what its RTL says";

/// Adds a row to the table, or prints it as an event in JSON.
fn row(
    table: &mut Table,
    args: &Prove,
    [unit, preset, claim, verdict, z3]: [&str; 5],
    time: Duration,
    refutation: Option<&Refutation>,
) {
    let seconds = time.as_secs_f64();
    if !args.json {
        table.add_row([format!("{unit}/{preset}"), claim.into(), verdict.into(), format!("{seconds:.2}"), z3.into()]);
        return;
    }
    let mut event = json!({
        "event": "claim", "unit": unit, "preset": preset, "claim": claim, "verdict": verdict, "seconds": seconds, "z3": z3,
    });
    if let Some(Refutation { trace, wave, again, beside, .. }) = refutation {
        event["trace"] = json!(trace.display().to_string());
        event["wave"] = json!(wave.as_ref().map(|wave| wave.display().to_string()));
        event["again"] = json!(again);
        beside.iter().for_each(|(word, beside)| event[*word] = json!(beside));
    }
    say!("{event}");
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

/// Returns a verdict in words.
fn told(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Proved(1) => "proved".into(),
        Verdict::Proved(depth) => format!("proved, by induction over {depth} cycles"),
        Verdict::Unreachable => "proved, by ABC".into(),
        Verdict::Holds(depth) => format!("holds in {depth} cycles after reset"),
        Verdict::Refuted(_) => "REFUTED".into(),
    }
}

/// What shows that a claim does not hold.
struct Refutation {
    /// The claim, with its preset.
    claim: String,
    /// The inputs from reset to the cycle in which the claim does not hold.
    trace: PathBuf,
    /// The waveform of the trace; `None` if the contract does not allow its inputs.
    wave: Option<PathBuf>,
    /// The command that replays the trace, if there is one.
    again: Option<String>,
    /// What the replay shows beside the claim: a word for it, and a sentence.
    beside: Option<(&'static str, String)>,
}

/// Writes trace and waveform of each claim that is refuted, all on one target; the list has `None`
/// for every other claim.
fn saved(
    one: &Selected,
    proofs: &[Proof],
    out: &Path,
    (hardware, module): (&Hardware, Option<&Module>),
) -> Result<Vec<Option<Refutation>>, Error> {
    if !proofs.iter().any(|proof| matches!(proof.verdict, Verdict::Refuted(_))) {
        return Ok(proofs.iter().map(|_| None).collect());
    }
    let tools = model_tools()?;
    let target = match module {
        Some(module) => module.target()?,
        None => {
            let built = one.unit.build(&tools, one.preset, hardware.clone());
            built.map_err(|error| Error::of_build(error, hardware))?
        }
    };
    let save = |proof: &Proof| {
        let Verdict::Refuted(inputs) = &proof.verdict else { return Ok(None) };
        let mut refutation = Refutation::save(one, (&proof.claim, inputs), out, &tools, target.as_ref())?;
        refutation.again = module.is_none().then(|| replay_command(&refutation.trace, hardware));
        Ok(Some(refutation))
    };
    proofs.iter().map(save).collect()
}

impl Refutation {
    /// Writes the trace of the inputs that refute a claim, replays it, and writes its waveform.
    fn save(
        one: &Selected,
        (claim, inputs): (&str, &[Inputs]),
        out: &Path,
        tools: &ModelTools,
        target: &dyn Target,
    ) -> Result<Self, Error> {
        let Selected { unit, preset, .. } = one;
        let text = trace_text(unit, preset, &format!("{REFUTES}{claim}"), inputs);
        let name: String = claim.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(60).collect();
        let trace = out.join(format!("{}-{preset}-{name}.trace", unit.name));
        kept::write(&trace, text.as_bytes()).map_err(|error| out_error(&trace, error))?;
        let file = TraceFile::parse(trace.display().to_string(), text)?;
        let (mut wave, mut beside) = (Some(trace.with_extension("vcd")), None);
        match target.replay(&file) {
            Ok(Replay { mismatch: Some(Mismatch { cycle, port, .. }), .. }) => {
                beside = Some(("differs", format!("from the golden model, at port {port} in cycle {cycle}")));
            }
            Ok(_) => {}
            // the assumptions may allow inputs that the protocol does not
            Err(why @ ReplayError::Illegal { .. }) => {
                let but = "; outputs of the RTL may allow it: `check` shows whether they are those of the golden model";
                (wave, beside) = (None, Some(("illegal", format!("{why}{but}"))));
            }
            Err(error) => return Err(error.into()),
        }
        if let Some(wave) = &wave {
            write_wave(tools, target, &file, wave)?;
        }
        Ok(Refutation { claim: format!("{}/{preset}: {claim}", unit.name), trace, wave, again: None, beside })
    }

    fn say(&self) {
        say!("REFUTED {}", self.claim);
        if let Some((word, beside)) = &self.beside {
            say!("  {word:<8} {beside}");
        }
        say!("  trace    {}", self.trace.display());
        if let Some(again) = &self.again {
            say!("  again    {again}");
        }
        if let Some(wave) = &self.wave {
            say!("  wave     {}", wave.display());
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
