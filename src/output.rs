//! What the user sees while work goes on, and of a mismatch at its end.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use heddle_testbench::files::write_whole;
use heddle_testbench::lockstep::Mismatch;
use heddle_testbench::target::{Failure, Hardware, Replay, Target, Workshop};
use heddle_testbench::trace::TraceFile;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use crate::error::Error;

/// Ctrl-C sets this, and work ends at the next good place.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C end the work in an orderly way; a second one ends it at once.
pub fn catch_interrupt() {
    // a handler that is already there serves as well
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("\nstopping after the stretches that are running; once more stops at once");
    });
}

/// A bar on a terminal, a line now and then elsewhere.
pub struct Progress {
    bar: ProgressBar,
    plain: bool,
    done: AtomicU64,
    state: Mutex<Plain>,
}

struct Plain {
    what: String,
    total: u64,
    started: Instant,
    told: Instant,
}

/// Between two plain lines.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

impl Progress {
    /// On standard error; silent when `quiet`.
    pub fn new(quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let target = if quiet || !terminal { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let now = Instant::now();
        Progress {
            bar: ProgressBar::with_draw_target(None, target),
            plain: !quiet && !terminal,
            done: AtomicU64::new(0),
            state: Mutex::new(Plain { what: String::new(), total: 0, started: now, told: now }),
        }
    }

    /// A new piece of work, of so many units.
    pub fn start(&self, what: &str, total: u64) {
        let style = "{prefix:<18} [{bar:30}] {human_pos}/{human_len}  {per_sec}  {eta} left  {msg}";
        self.bar.set_style(ProgressStyle::with_template(style).expect("the template is right"));
        self.bar.reset();
        self.bar.set_length(total);
        self.bar.set_prefix(what.to_string());
        self.bar.set_message("");
        self.bar.enable_steady_tick(Duration::from_millis(200));
        self.done.store(0, Ordering::Relaxed);
        let now = Instant::now();
        *self.state.lock().expect("no panic here") = Plain { what: what.to_string(), total, started: now, told: now };
    }

    /// So much more is done.
    pub fn add(&self, done: u64) {
        self.bar.inc(done);
        let done = self.done.fetch_add(done, Ordering::Relaxed) + done;
        let mut state = self.state.lock().expect("no panic here");
        if self.plain && state.told.elapsed() >= PLAIN_EVERY {
            state.told = Instant::now();
            let rate = done as f64 / state.started.elapsed().as_secs_f64();
            let left = (state.total.saturating_sub(done)) as f64 / rate.max(1e-9);
            eprintln!("{}: {done} of {}, {rate:.0} a second, {left:.0} s left", state.what, state.total);
        }
    }

    /// A word about what is going on.
    pub fn say(&self, what: &str) {
        self.bar.set_message(what.to_string());
    }

    /// The piece of work is over.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Writes a failure's trace and waveform, and gives their places.
pub fn save(
    workshop: &Workshop,
    target: &dyn Target,
    failure: &Failure,
    out: &Path,
) -> Result<(PathBuf, PathBuf), Error> {
    let port = mismatch(failure).port.replace('$', "_");
    let name = format!("{}-{}-{port}-{}-{}", failure.unit, failure.preset, failure.seed, failure.segment);
    let trace = out.join(format!("{name}.trace"));
    let wave = out.join(format!("{name}.vcd"));
    write_whole(&trace, failure.trace.as_bytes()).map_err(|error| {
        Error::input(format!("{}: {error}", trace.display()), "name a folder that can be written with --out")
    })?;
    let file = TraceFile::parse(trace.display().to_string(), failure.trace.clone())?;
    target.wave(workshop, &file, &wave)?;
    Ok((trace, wave))
}

fn mismatch(failure: &Failure) -> &Mismatch {
    failure.replay.mismatch.as_ref().expect("a failure's trace shows a mismatch")
}

/// The command that shows a trace again.
pub fn replay_command(trace: &Path, hardware: &Hardware) -> String {
    match hardware {
        Hardware::Emitted => format!("heddle replay {}", trace.display()),
        Hardware::File { path, .. } => format!("heddle replay {} --dut {}", trace.display(), path.display()),
    }
}

/// A failure for a person.
pub fn print_failure(failure: &Failure, trace: &Path, wave: &Path, hardware: &Hardware) {
    println!("MISMATCH {}/{}", failure.unit, failure.preset);
    println!(
        "  found    cycle {} of stretch {}, seed {}: port {}",
        failure.found.cycle, failure.segment, failure.seed, failure.found.port
    );
    println!("  shrunk   to {} cycles, in {} replays", failure.replay.cycles, failure.replays);
    print_replay(&failure.replay);
    println!("  trace    {}", trace.display());
    println!("  wave     {}", wave.display());
    println!("  again    {}", replay_command(trace, hardware));
}

/// What a trace shows, for a person.
pub fn print_replay(replay: &Replay) {
    let Some(mismatch) = &replay.mismatch else { return };
    println!(
        "  cycle {:<4} {}: golden {:#x}, RTL {:#x} ({} bits)",
        mismatch.cycle, mismatch.port, mismatch.golden, mismatch.rtl, mismatch.width
    );
    let words = |values: &[(String, u64)]| {
        let words: Vec<String> = values.iter().map(|(name, value)| format!("{name}={value:x}")).collect();
        if words.is_empty() { "nothing".to_string() } else { words.join(" ") }
    };
    println!("  inputs   {}", words(&replay.inputs));
    println!("  state    {}", words(&replay.state));
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
pub fn failure_value(failure: &Failure, trace: &Path, wave: &Path, hardware: &Hardware) -> Value {
    json!({
        "event": "mismatch", "unit": failure.unit, "preset": failure.preset,
        "seed": failure.seed, "stretch": failure.segment,
        "found": mismatch_value(&failure.found),
        "replays": failure.replays,
        "shrunk": replay_value(&failure.replay),
        "trace": trace.display().to_string(), "wave": wave.display().to_string(),
        "again": replay_command(trace, hardware),
    })
}
