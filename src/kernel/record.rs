//! `heddle kernel record`: records a unit's ports while a core around the unit runs a kernel.

use heddle_testbench::files::{could_write, write_whole};
use heddle_testbench::unit::Unit;

use super::program::Loaded;
use crate::cli::KernelRecord;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::explain::Explained;
use crate::in_gpu::{NAMES, record};
use crate::number::group;
use crate::progress::{Task, Work};
use crate::select::select;

/// The preset of a unit that is named without a preset.
const PRESET: &str = "paper";

/// Runs `heddle kernel record`: runs a kernel on a core around a unit, and writes the unit's port
/// trace.
pub fn run(args: &KernelRecord) -> Result<Outcome, Error> {
    let (unit, preset) = target(&args.unit)?;
    let unwritable = |error: std::io::Error| {
        Error::input(format!("{}: {error}", args.out.display()), "name a file in a folder that can be written with -o")
    };
    could_write(&args.out).map_err(unwritable)?;
    let loaded = Loaded::of(&args.program)?;
    let mut session = loaded.session(&args.program.scale)?;
    let task = Task::start("record", Work::Open);
    task.say(format!("{} on {}/{preset}", loaded.name, unit.name));
    let note = note(&loaded.name, &args.program.scale);
    let cycles = args.cycles.try_into().unwrap_or(usize::MAX);
    let trace =
        record(unit.name, preset, &mut session, cycles, note).expect("the target is one of them").explained()?;
    drop(task);
    write_whole(&args.out, trace.as_bytes()).map_err(unwritable)?;
    let cycles = trace.lines().last().and_then(|line| line.strip_prefix("end ")?.parse().ok()).unwrap_or(0);
    say!("{}: {} cycles of {} on {}/{preset}", args.out.display(), group(cycles), loaded.name, unit.name);
    say!("  again    heddle replay {}", args.out.display());
    Ok(Outcome::Equal)
}

/// Returns the note that a recording carries: the kernel's name and the scale.
pub fn note(name: &str, scale: &str) -> String {
    format!("recorded from {name}, scale {scale}")
}

fn target(words: &str) -> Result<(Unit, &'static str), Error> {
    let whole = if words.contains('/') { words.to_string() } else { format!("{words}/{PRESET}") };
    // an unknown unit is reported before an unknown preset
    select(&[whole.split('/').next().unwrap_or_default().to_string()])?;
    let selected = select(&[whole])?.remove(0);
    if !NAMES.contains(&selected.unit.name) {
        let what = format!("no core is built around {}", selected.unit.name);
        return Err(Error::input(what, format!("kernels run on cores around: {}", NAMES.join(", "))));
    }
    Ok((selected.unit, selected.preset))
}
