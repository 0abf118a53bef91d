//! `heddle replay`: replays a trace on the project's RTL or on a user's Verilog file.

use heddle_testbench::files::could_write;
use heddle_testbench::prove::REFUTES;
use heddle_testbench::target::Hardware;
use heddle_testbench::trace::TraceFile;

use crate::cli::Replay;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::models::{build, model_tools};
use crate::output::{print_replayed, write_wave};
use crate::progress::{Task, Work};
use crate::select::{Selected, hardware, select};

/// Runs `heddle replay`: replays a trace in lockstep, writes its waveform if wanted, and prints the
/// mismatch.
pub fn run(args: &Replay) -> Result<Outcome, Error> {
    let file = TraceFile::open(&args.trace)?;
    let mut selected = selected(&file)?;
    selected[0].unit.read(&file)?;
    let hardware: Hardware = hardware(&args.tested, &mut selected)?;
    if let Some(wave) = &args.wave {
        let unwritable = |error| Error::input(format!("{}: {error}", wave.display()), "name another file with --wave");
        could_write(wave).map_err(unwritable)?;
    }
    let tools = model_tools()?;
    let targets = build(&tools, &selected, &hardware, 1)?;
    let target = &targets[0];
    let task = Task::start("replay", Work::Open);
    let replay = target.replay(&file)?;
    drop(task);
    if let Some(wave) = &args.wave {
        write_wave(&tools, target.as_ref(), &file, wave)?;
    }
    print_replayed(target.as_ref(), &replay, &hardware, args.json);
    let refuted = file.header.notes.iter().find_map(|note| note.strip_prefix(REFUTES));
    if let (Some(claim), None, false) = (refuted, &replay.mismatch, args.json) {
        say!("  claim    refuted by these cycles, which `prove` checks, and the golden model does not: {claim}");
    }
    if let (Some(wave), false) = (&args.wave, args.json) {
        say!("  wave     {}", wave.display());
    }
    Ok(if replay.mismatch.is_some() { Outcome::Mismatch } else { Outcome::Equal })
}

/// Returns the preset that a trace names.
fn selected(file: &TraceFile) -> Result<Vec<Selected>, Error> {
    let header = &file.header;
    let at = |key: &str, error: Error| match error {
        Error::Input { what, help } => {
            Error::Input { what: format!("{}:{}: {what}", file.path(), file.line_of(key)), help }
        }
        error => error,
    };
    select(std::slice::from_ref(&header.unit)).map_err(|error| at("unit", error))?;
    select(&[format!("{}/{}", header.unit, header.preset)]).map_err(|error| at("preset", error))
}
