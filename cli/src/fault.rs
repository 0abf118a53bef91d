//! `heddle check UNIT --fault FILE.toml`: plants a fault in the emitted Verilog, hunts and shrinks
//! it, and holds its trace to the least that the file states.

use std::path::{Path, PathBuf};

use heddle_testbench::faults::{Fault, plant};
use heddle_testbench::files::{could_write, could_write_in};
use heddle_testbench::kept;
use heddle_testbench::target::{Failure, Hardware};
use heddle_testbench::trace::TraceFile;
use serde_json::json;

use crate::cli::Check;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::hunt::{Prepared, Report};
use crate::models::{build, jobs, model_tools};
use crate::number::group;
use crate::output::out_error;
use crate::select::{Selected, select, suggest};

/// Where the traces of the planted faults are kept, one folder a unit.
const CORPUS: &str = "tests/corpus";

/// Runs `heddle check UNIT --fault`: the default stimulus must find the fault, and shrinking must
/// make its trace short.
pub fn run(args: &Check, path: &Path) -> Result<Outcome, Error> {
    let fault = Fault::open(path)
        .map_err(|error| Error::input(error, "CONTRIBUTING.md, \"Add a unit\", lists the keys of a fault's file"))?;
    let selected = preset(&args.chosen.selection, &fault, path)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let kept = args.keep.then(|| Path::new(CORPUS).join(selected.unit.name).join(format!("{name}.trace")));
    let file = args.hunt.out.join(format!("{}-{name}.v", selected.unit.name));
    let verilog = plant(&fault.edit, &selected.unit.emit(selected.preset)).map_err(|error| {
        let help = "`heddle emit UNIT/PRESET` shows what is emitted; `times` is how often the text must be there";
        Error::input(format!("{}: {error}", path.display()), help)
    })?;
    writable(args, kept.as_deref())?;
    kept::write(&file, verilog.as_bytes()).map_err(|error| out_error(&file, error))?;

    let (tools, jobs) = (model_tools()?.for_cycles(fault.cycles()), jobs(args.hunt.jobs));
    let selected = [selected];
    let right = build(&tools, &selected, &Hardware::Emitted, jobs)?;
    let hardware = Hardware::file(file, verilog);
    let targets = build(&tools, &selected, &hardware, jobs)?;
    let prepared = Prepared { targets, hardware, tools, jobs, seed: args.hunt.seed.unwrap_or(1) };
    let report = prepared.run(&args.hunt, Some(fault.cycles()), None, true)?;
    report.interrupted()?;

    let mut verdict = judge(&fault, &report, prepared.seed);
    if let (Ok(_), Some(failure)) = (&verdict, report.failures.first()) {
        let trace = TraceFile::parse(format!("{name}.trace"), failure.trace.clone())?;
        if right[0].replay(&trace)?.mismatch.is_some() {
            verdict = Err("its trace fails on the RTL without the fault, too: `heddle check` shows why".into());
        } else if let Some(kept) = &kept {
            kept::write(kept, failure.trace.as_bytes()).map_err(|error| corpus_error(kept, error))?;
        }
    }
    tell(args, &name, &fault, &verdict, kept.filter(|_| verdict.is_ok()));
    Ok(if verdict.is_ok() { Outcome::Equal } else { Outcome::Mismatch })
}

/// Returns the preset that the fault is planted in, which must be one of the unit that is named.
fn preset(words: &[String], fault: &Fault, path: &Path) -> Result<Selected, Error> {
    let [unit] = words else {
        return Err(Error::input(
            "--fault takes one unit",
            "as in `heddle check slp --fault tests/faults/slp/NAME.toml`",
        ));
    };
    let name = unit.split('/').next().unwrap_or_default();
    let presets = select(&[name.to_string()])?;
    let names: Vec<&str> = presets.iter().map(|one| one.preset).collect();
    if unit.contains('/') && *unit != format!("{name}/{}", fault.preset) {
        let what = format!("{} plants its fault in preset `{}`, and not in {unit}", path.display(), fault.preset);
        return Err(Error::input(what, "name the unit alone: the file names the preset"));
    }
    presets.into_iter().find(|one| one.preset == fault.preset).ok_or_else(|| {
        let what = format!("{}: unit {name} has no preset `{}`", path.display(), fault.preset);
        Error::input(what, suggest(&fault.preset, names.into_iter()))
    })
}

/// Checks, before any work, that the files of the result could be written.
fn writable(args: &Check, kept: Option<&Path>) -> Result<(), Error> {
    could_write_in(&args.hunt.out).map_err(|error| out_error(&args.hunt.out, error))?;
    let Some(kept) = kept else { return Ok(()) };
    if !Path::new(CORPUS).is_dir() {
        let what = format!("{CORPUS}: there is no such folder here");
        return Err(Error::input(what, "--keep is for Heddle's repository: run it in the root of its working tree"));
    }
    could_write(kept).and_then(|()| kept::could_write(kept)).map_err(|error| corpus_error(kept, error))
}

fn corpus_error(kept: &Path, error: std::io::Error) -> Error {
    Error::input(format!("{}: {error}", kept.display()), "make the folder writable, or leave --keep out")
}

/// Returns what was found, in words, or the reason why the fault does not hold.
fn judge(fault: &Fault, report: &Report, seed: u64) -> Result<String, String> {
    let Some(Failure { replay, .. }) = report.failures.first() else {
        let cycles = group(fault.cycles());
        return Err(format!("not found in {cycles} cycles, seed {seed}: the stimulus does not provoke it"));
    };
    let cycles = replay.cycles;
    let found =
        format!("shrunk to {cycles} cycles; {} are the least, {} allowed; the RTL passes", fault.least, fault.most());
    fault.hold(cycles).map(|()| found).map_err(|why| why.to_string())
}

/// Prints the verdict on the fault.
fn tell(args: &Check, name: &str, fault: &Fault, verdict: &Result<String, String>, kept: Option<PathBuf>) {
    let kept = kept.map(|kept| kept.display().to_string());
    if args.hunt.json {
        let reason = verdict.as_ref().err();
        say!(
            "{}",
            json!({
                "event": "fault", "fault": name, "what": fault.what, "holds": verdict.is_ok(), "reason": reason,
                "least": fault.least, "most": fault.most(), "kept": kept,
            })
        );
        return;
    }
    say!("FAULT {name}: {}", fault.what);
    match verdict {
        Ok(found) => say!("  holds    {found}"),
        Err(why) => say!("  FAILS    {why}"),
    }
    if let Some(kept) = kept {
        say!("  kept     {kept}");
    }
}
