//! What the user sees of a mismatch.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use heddle_testbench::files::write_whole;
use heddle_testbench::lockstep::Mismatch;
use heddle_testbench::target::{Failure, Hardware, ModelTools, Replay, Target};
use heddle_testbench::trace::TraceFile;
use serde_json::{Value, json};

use crate::console::say;
use crate::error::Error;
use crate::progress::{Task, Work};

/// Writes a failure's trace and waveform, and gives their places.
pub fn save(
    tools: &ModelTools,
    target: &dyn Target,
    failure: &Failure,
    out: &Path,
) -> Result<(PathBuf, PathBuf), Error> {
    let port = mismatch(failure).port.replace('$', "_");
    let name = format!("{}-{}-{port}-{}-{}", failure.unit, failure.preset, failure.seed, failure.segment);
    let trace = out.join(format!("{name}.trace"));
    let wave = out.join(format!("{name}.vcd"));
    write_whole(&trace, failure.trace.as_bytes()).map_err(|error| out_error(&trace, error))?;
    let file = TraceFile::parse(trace.display().to_string(), failure.trace.clone())?;
    write_wave(tools, target, &file, &wave)?;
    Ok((trace, wave))
}

/// The folder of failures can not be written.
pub fn out_error(path: &Path, error: std::io::Error) -> Error {
    Error::input(format!("{}: {error}", path.display()), "name a folder that can be written with --out")
}

/// Writes the waveform of a trace, for which a model of its own is built.
pub fn write_wave(tools: &ModelTools, target: &dyn Target, file: &TraceFile, out: &Path) -> Result<(), Error> {
    let task = Task::start("waveform", Work::Open);
    task.say(format!("building the model that writes {}", out.display()));
    Ok(target.wave(tools, file, out)?)
}

fn mismatch(failure: &Failure) -> &Mismatch {
    failure.replay.mismatch.as_ref().expect("a failure's trace shows a mismatch")
}

/// The command that shows a trace again.
pub fn replay_command(trace: &Path, hardware: &Hardware) -> String {
    match hardware {
        Hardware::Emitted | Hardware::Mutants { .. } => format!("heddle replay {}", trace.display()),
        Hardware::File { path, .. } => format!("heddle replay {} --dut {}", trace.display(), path.display()),
    }
}

/// A failure for a person.
pub fn print_failure(failure: &Failure, saved: Option<&(PathBuf, PathBuf)>, hardware: &Hardware) {
    say!("MISMATCH {}/{}", failure.unit, failure.preset);
    say!(
        "  found    cycle {} of stretch {}, seed {}: port {}",
        failure.found.cycle,
        failure.segment,
        failure.seed,
        failure.found.port
    );
    say!("  shrunk   to {} cycles, in {} replays", failure.replay.cycles, failure.replays);
    print_replay(&failure.replay);
    let Some((trace, wave)) = saved else { return };
    say!("  trace    {}", trace.display());
    say!("  wave     {}", wave.display());
    say!("  again    {}", replay_command(trace, hardware));
}

/// What a trace shows, for a person.
pub fn print_replay(replay: &Replay) {
    let Some(mismatch) = &replay.mismatch else { return };
    say!(
        "  cycle {:<4} {}: golden {:#x}, RTL {:#x} ({} bits)",
        mismatch.cycle,
        mismatch.port,
        mismatch.golden,
        mismatch.rtl,
        mismatch.width
    );
    let words = |values: &[(String, u64)]| {
        let words: Vec<String> = values.iter().map(|(name, value)| format!("{name}={value:x}")).collect();
        if words.is_empty() { "nothing".to_string() } else { words.join(" ") }
    };
    say!("  inputs   {}", words(&replay.inputs));
    say!("  state    {}", words(&replay.state));
}

fn mismatch_value(mismatch: &Mismatch) -> Value {
    json!({
        "cycle": mismatch.cycle, "port": mismatch.port, "width": mismatch.width,
        "golden": format!("{:#x}", mismatch.golden), "rtl": format!("{:#x}", mismatch.rtl),
    })
}

/// What a trace shows, for a program.
pub fn replay_value(replay: &Replay) -> Value {
    let map = |values: &[(String, u64)]| -> BTreeMap<String, String> {
        values.iter().map(|(name, value)| (name.clone(), format!("{value:#x}"))).collect()
    };
    json!({
        "cycles": replay.cycles,
        "mismatch": replay.mismatch.as_ref().map(mismatch_value),
        "inputs": map(&replay.inputs),
        "state": map(&replay.state),
    })
}

/// A failure for a program.
pub fn failure_value(failure: &Failure, saved: Option<&(PathBuf, PathBuf)>, hardware: &Hardware) -> Value {
    let shown = |path: &Path| path.display().to_string();
    json!({
        "event": "mismatch", "unit": failure.unit, "preset": failure.preset,
        "seed": failure.seed, "stretch": failure.segment,
        "found": mismatch_value(&failure.found),
        "replays": failure.replays,
        "shrunk": replay_value(&failure.replay),
        "trace": saved.map(|(trace, _)| shown(trace)), "wave": saved.map(|(_, wave)| shown(wave)),
        "again": saved.map(|(trace, _)| replay_command(trace, hardware)),
    })
}
