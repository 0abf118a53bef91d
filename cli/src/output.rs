//! The output for a mismatch: its trace and waveform as files, and its description as text or JSON.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use heddle_testbench::kept::{self, Trust};
use heddle_testbench::lockstep::Mismatch;
use heddle_testbench::shrink::Effort;
use heddle_testbench::target::{Failure, Hardware, ModelTools, Origin, Replay, Target, found_in};
use heddle_testbench::trace::TraceFile;
use serde_json::{Value, json};

use crate::cli::Hunt;
use crate::console::say;
use crate::error::Error;
use crate::name::command_name;
use crate::number::plural;
use crate::progress::{Task, Work};
use crate::store::unbelieved;

/// Most bytes of a trace that may be that of the same fault.
const MOST_BYTES: u64 = 64 << 20;
/// Most traces of one name; the last is written over.
const MOST_TRACES: u32 = 100;

/// The files of a failure: its trace, and its waveform if the user wants one.
pub struct Saved {
    trace: PathBuf,
    wave: Option<PathBuf>,
}

/// Returns the effort to spend on shrinking, as the user's options say.
pub fn effort(hunt: &Hunt) -> Effort {
    match hunt.shrink {
        _ if hunt.no_shrink => Effort::NONE,
        Some(time) => Effort::until(Instant::now() + time),
        None => Effort::USUAL,
    }
}

/// Writes a failure's trace into a file, and returns its path, and that of the waveform that is to
/// follow.
pub fn save(failure: &Failure, hunt: &Hunt) -> Result<Saved, Error> {
    let port = mismatch(failure).port.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    let origin = match &failure.origin {
        Origin::Stimulus { seed, segment } => format!("{seed}-{segment}"),
        Origin::Trace { name } => name.trim_end_matches(".trace").replace(['/', '.'], "-"),
    };
    let name = format!("{}-{}-{port}-{origin}", failure.unit, failure.preset);
    // the trace of another fault stays
    let file = |n: u32| hunt.out.join(if n == 1 { format!("{name}.trace") } else { format!("{name}-{n}.trace") });
    let is_same = |path: &PathBuf| {
        let there = kept::read(path, MOST_BYTES, Trust::of_user());
        there.map_or(true, |text| text == failure.trace.as_bytes())
    };
    let trace = (1..MOST_TRACES).map(file).find(is_same).unwrap_or_else(|| file(MOST_TRACES));
    kept::write(&trace, failure.trace.as_bytes()).map_err(|error| out_error(&trace, error))?;
    let wave = (!hunt.no_wave).then(|| trace.with_extension("vcd"));
    if let Some(wave) = &wave {
        kept::could_write(wave).map_err(|error| out_error(wave, error))?;
    }
    Ok(Saved { trace, wave })
}

impl Saved {
    /// Writes the waveform of a failure, if the user wants one, and prints its path unless lines of
    /// JSON are printed.
    pub fn follow(&self, tools: &ModelTools, target: &dyn Target, failure: &Failure, json: bool) -> Result<(), Error> {
        let Some(wave) = &self.wave else { return Ok(()) };
        let file = TraceFile::parse(self.trace.display().to_string(), failure.trace.clone())?;
        write_wave(tools, target, &file, wave)?;
        if !json {
            say!("  wave     {}", wave.display());
        }
        Ok(())
    }
}

/// Returns the description of a mismatch as it is found, before shrinking: text, or a line of JSON.
pub fn found(target: &dyn Target, origin: &Origin, mismatch: &Mismatch, hardware: &Hardware, json: bool) -> String {
    if json {
        let (unit, preset) = (target.unit(), target.preset());
        let event = json!({
            "event": "found", "unit": unit, "preset": preset, "in": origin.to_string(), "found": mismatch_value(mismatch),
        });
        return format!("{event}\n");
    }
    let Mismatch { golden, rtl, .. } = mismatch;
    let (name, place) = (format!("{}/{}", target.unit(), target.preset()), found_in(origin, mismatch));
    let [a, b] = hardware.sides();
    let values = if mismatch.panic().is_some() { String::new() } else { format!(": {a} {golden:#x}, {b} {rtl:#x}") };
    format!("MISMATCH {name}\n  found    {place}{values}\n")
}

/// Returns the error for an output folder or file (`--out`) that cannot be written.
pub fn out_error(path: &Path, error: std::io::Error) -> Error {
    let what = format!("{}: {error}", path.display());
    unbelieved(&error).unwrap_or(Error::input(what, "name a folder that can be written with --out"))
}

/// Writes the waveform of a trace; builds a separate model with tracing for that.
pub fn write_wave(tools: &ModelTools, target: &dyn Target, file: &TraceFile, out: &Path) -> Result<(), Error> {
    let task = Task::start("waveform", Work::Open);
    task.say(format!("building the model that writes {}", out.display()));
    Ok(target.wave(tools, file, out)?)
}

fn mismatch(failure: &Failure) -> &Mismatch {
    failure.replay.mismatch.as_ref().expect("a failure's trace shows a mismatch")
}

/// Returns a word as a shell takes it: in quotes where it has a character that means something.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./:,=@%+".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Returns the command that replays a trace.
pub fn replay_command(trace: &Path, hardware: &Hardware) -> String {
    let (trace, program) = (quoted(&trace.display().to_string()), command_name());
    match hardware {
        Hardware::Block { command, .. } => format!("{program} {command} --replay {trace}"),
        _ => format!("{program} replay {trace}{}", tested_words(hardware)),
    }
}

/// Returns the options of a command by which hardware is tested.
pub fn tested_words(hardware: &Hardware) -> String {
    match hardware {
        Hardware::Emitted | Hardware::Mutants { .. } | Hardware::Block { .. } => String::new(),
        Hardware::Fpga => " --fpga".into(),
        Hardware::File { path, module, .. } => {
            // names of emitted modules have a `$`, which a shell would take for its own
            let module = module.iter().map(|name| format!(" --module {}", quoted(name))).collect::<String>();
            format!(" --dut {}{module}", quoted(&path.display().to_string()))
        }
    }
}

/// Prints a failure as text: mismatch, shrunk trace, and the files.
pub fn print_failure(failure: &Failure, saved: Option<&Saved>, hardware: &Hardware) {
    say!("MISMATCH {}/{}", failure.unit, failure.preset);
    say!("  found    {}", failure.found_in());
    let early = if failure.early { "; shrinking stopped early: --shrink 5m gives it more time" } else { "" };
    let other = if mismatch(failure).port == failure.found.port { "" } else { "; another port differs first" };
    let cycles = plural(failure.replay.cycles, "cycle");
    say!("  shrunk   to {cycles}, in {}{other}{early}", plural(failure.replays, "replay"));
    print_replay(&failure.replay, hardware);
    let Some(Saved { trace, .. }) = saved else { return };
    say!("  trace    {}", trace.display());
    say!("  again    {}", replay_command(trace, hardware));
}

/// Prints the mismatch of a replayed trace as text: port, values, inputs and state; nothing if
/// there is none.
fn print_replay(replay: &Replay, hardware: &Hardware) {
    let Some(mismatch) = &replay.mismatch else { return };
    let Mismatch { cycle, port, width, golden, rtl } = mismatch;
    let paired = matches!(hardware, Hardware::Block { paired: true, .. });
    let [a, b] = hardware.sides();
    match mismatch.panic() {
        Some(place) => say!("  cycle {cycle:<4} the golden model panics at {place}"),
        // the place says which side
        None if paired && port.starts_with("assertion ") => say!("  cycle {cycle:<4} {port} fails"),
        None => say!("  cycle {cycle:<4} {port}: {a} {golden:#x}, {b} {rtl:#x} ({})", plural((*width).into(), "bit")),
    }
    if let Some(reason) = &replay.reason {
        say!("  reason   {reason}");
    }
    let words = |values: &[(String, u64)], word: &dyn Fn(u64) -> String| {
        let words: Vec<String> = values.iter().map(|(name, value)| format!("{name}={}", word(*value))).collect();
        if words.is_empty() { "nothing".to_string() } else { words.join(" ") }
    };
    // as in a trace, whose lines they are
    let trace = |value: u64| format!("{value:x}");
    say!("  inputs   {}", words(&replay.inputs, &trace));
    // what a block shows was given to it earlier
    for (cycle, inputs) in &replay.earlier {
        say!("           in cycle {cycle}: {}", words(inputs, &trace));
    }
    if !paired {
        say!("  state    {}", words(&replay.state, &|value| format!("{value:#x}")));
    }
}

/// Prints the result of a replayed trace, as text or as the JSON event `replay`.
pub fn print_replayed(target: &dyn Target, replay: &Replay, hardware: &Hardware, json: bool) {
    let (unit, preset) = (target.unit(), target.preset());
    if json {
        say!("{}", json!({ "event": "replay", "unit": unit, "preset": preset, "replay": replay_value(replay) }));
    } else if replay.mismatch.is_some() {
        say!("MISMATCH {unit}/{preset}");
        print_replay(replay, hardware);
    } else {
        say!("equal {unit}/{preset}: {}", plural(replay.cycles, "cycle"));
    }
}

fn mismatch_value(mismatch: &Mismatch) -> Value {
    json!({
        "cycle": mismatch.cycle, "port": mismatch.port, "width": mismatch.width,
        "golden": format!("{:#x}", mismatch.golden), "rtl": format!("{:#x}", mismatch.rtl),
    })
}

/// Returns the result of a replayed trace as JSON.
fn replay_value(replay: &Replay) -> Value {
    let map = |values: &[(String, u64)]| -> BTreeMap<String, String> {
        values.iter().map(|(name, value)| (name.clone(), format!("{value:#x}"))).collect()
    };
    json!({
        "cycles": replay.cycles,
        "mismatch": replay.mismatch.as_ref().map(mismatch_value),
        "inputs": map(&replay.inputs),
        "reason": replay.reason,
        "earlier": replay.earlier.iter().map(|(cycle, inputs)| json!({ "cycle": cycle, "inputs": map(inputs) }))
            .collect::<Vec<_>>(),
        "state": map(&replay.state),
    })
}

/// Returns a failure as the JSON event `mismatch`.
pub fn failure_value(failure: &Failure, saved: Option<&Saved>, hardware: &Hardware) -> Value {
    let (seed, segment, file) = match &failure.origin {
        Origin::Stimulus { seed, segment } => (Some(seed), Some(json!(segment)), None),
        Origin::Trace { name } => (None, None, Some(name)),
    };
    json!({
        "event": "mismatch", "unit": failure.unit, "preset": failure.preset,
        "seed": seed, "segment": segment, "in": file,
        "found": mismatch_value(&failure.found),
        "replays": failure.replays, "early": failure.early,
        "shrunk": replay_value(&failure.replay),
        "trace": saved.map(|saved| saved.trace.display().to_string()),
        "wave": saved.and_then(|saved| saved.wave.as_ref()).map(|wave| wave.display().to_string()),
        "again": saved.map(|saved| replay_command(&saved.trace, hardware)),
    })
}
