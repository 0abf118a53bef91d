//! `heddle check`: presets in lockstep with their RTL, the smallest first, each with its traces of
//! the corpus, short recordings of kernels, and cover points.

use std::fs;
use std::path::{Path, PathBuf};
use std::slice::from_ref;
use std::time::{Duration, Instant};

use heddle_testbench::campaign::{Here, Plan, Verdict, run_pieces};
use heddle_testbench::files::could_write_in;
use heddle_testbench::interrupt;
use heddle_testbench::jobs::in_order;
use heddle_testbench::target::{Hardware, ModelTools, Target};
use heddle_testbench::trace::TraceFile;
use include_dir::Dir;
use serde_json::json;

use crate::cli::Check;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::foreign::without;
use crate::hunt::Prepared;
use crate::models::{build_one, jobs, model_tools, side_by_side};
use crate::name::command_name;
use crate::number::{group, plural};
use crate::output::{out_error, tested_words};
use crate::program;
use crate::progress::{Task, Work};
use crate::recordings::{self, Replayed, replay};
use crate::select::{Selected, hardware, parts, select};

/// Cycles of a preset, unless the user says how many.
const CYCLES: u64 = 1_500_000;
/// Most cycles of a user's file for as long as its build took.
const MOST_CYCLES: u64 = 20_000_000;
/// Most cycles of the golden model alone in which cover points are counted.
const COVER_CYCLES: u64 = 300_000;

/// Runs `heddle check`, and prints a line as each preset ends; returns whether all agree.
pub fn run(args: &Check) -> Result<Outcome, Error> {
    without(args)?;
    let started = Instant::now();
    let jobs = jobs(args.hunt.jobs);
    let pieces = pieces(args, jobs)?;
    recordings::open(&[])?;
    let goes_on = args.cycles.is_none() && args.chosen.tested.dut.is_some() && !args.hunt.json;
    let most = args.cycles.unwrap_or(CYCLES);
    let comparison = Comparison {
        args,
        plan: Plan {
            seed: args.hunt.seed.unwrap_or(1),
            jobs: (jobs / pieces.len()).max(1),
            cycles: Some(most),
            time: None,
            least: most,
            first_only: false,
        },
        goes_on,
        tools: model_tools()?.for_cycles(most),
        width: pieces.iter().map(|(one, _)| one.name().len()).max().unwrap_or_default(),
    };
    let (mut outcome, mut cycles) = (Outcome::Equal, 0);
    let work = if goes_on { Work::Open } else { Work::Cycles(most.saturating_mul(pieces.len() as u64)) };
    let task = Task::start("lockstep", work);
    let compare = |piece: &Piece| comparison.compare(piece, &task);
    let compared = in_order(jobs, &pieces, compare, |compared: Result<Compared, Error>| {
        let mut compared = compared?;
        cycles += compared.verdict.cycles;
        // of a file and its parts, the first report is enough
        let told = outcome == Outcome::Mismatch && args.chosen.tested.dut.is_some() && !args.all;
        if task.aside(|| comparison.judge(&mut compared, told))? == Outcome::Mismatch {
            outcome = Outcome::Mismatch;
        }
        Ok::<_, Error>(())
    });
    drop(task);
    if interrupt::asked() && outcome == Outcome::Equal {
        return Err(Error::interrupted_after(cycles));
    }
    compared?;
    let (seconds, seed) = (started.elapsed().as_secs_f64(), comparison.plan.seed);
    if args.hunt.json {
        say!("{}", json!({ "event": "summary", "cycles": cycles, "seconds": seconds, "seed": seed }));
    } else {
        say!("{} cycles compared in {seconds:.1} s, seed {seed}", group(cycles));
    }
    Ok(outcome)
}

/// A preset, and the hardware that is compared with its golden model.
type Piece = (Selected, Hardware);

/// Returns the selected presets in each of the selected variants, in the order of the length of
/// their Verilog.
fn pieces(args: &Check, jobs: usize) -> Result<Vec<Piece>, Error> {
    let mut selected = select(&args.chosen.selection)?;
    let named = hardware(&args.chosen.tested, &mut selected)?;
    let parts: Vec<Piece> = selected.iter().flat_map(|one| parts(one, &named)).collect();
    could_write_in(&args.hunt.out).map_err(|error| out_error(&args.hunt.out, error))?;
    // what is emitted here is what the models are built of
    let length = |one: &Selected| Ok::<_, Error>(one.unit.emit(one.preset).len());
    let lengths = side_by_side("emitting Verilog", &selected, jobs, Selected::name, length)?;
    let mut sized: Vec<(usize, Selected)> = lengths.into_iter().zip(selected).collect();
    sized.sort_by_key(|(length, _)| *length);
    let variants = if args.both { vec![Hardware::Emitted, Hardware::Fpga] } else { vec![named] };
    let each = |(_, one): (usize, Selected)| variants.iter().map(move |variant| (one.clone(), variant.clone()));
    // what a part of a file does wrong is seen at once, and small
    Ok(parts.into_iter().chain(sized.into_iter().flat_map(each)).collect())
}

/// What is the same for every preset of a check.
struct Comparison<'a> {
    args: &'a Check,
    plan: Plan,
    /// Whether a preset is compared for as long as its build took.
    goes_on: bool,
    tools: ModelTools,
    /// Characters of the longest name.
    width: usize,
}

/// The result of a preset.
struct Compared {
    prepared: Prepared,
    verdict: Verdict,
    /// What else there is; `None` until a mismatch that was found first is printed.
    rest: Option<Rest>,
    /// Whether all of it was done, and no interrupt cut it short.
    whole: bool,
    built: Duration,
    ran: Duration,
}

/// What a preset is compared by beside random cycles.
struct Rest {
    /// Number of traces that were replayed, and those that failed.
    corpus: usize,
    failed: Vec<TraceFile>,
    kernels: Vec<Replayed>,
    cover: Vec<(&'static str, u64)>,
}

impl Rest {
    /// Returns the traces that fail, of the corpus first.
    fn failing(&self) -> impl Iterator<Item = &TraceFile> {
        self.failed.iter().chain(self.kernels.iter().filter_map(|kernel| kernel.failed.as_ref()))
    }

    /// Returns the number of kernels that fail.
    fn wrong(&self) -> usize {
        self.kernels.iter().filter(|kernel| kernel.failed.is_some()).count()
    }
}

impl Comparison<'_> {
    /// Builds the model of a preset, and compares it with the golden model in all ways.
    fn compare(&self, (selected, hardware): &Piece, task: &Task) -> Result<Compared, Error> {
        let started = Instant::now();
        task.say(format!("building {}", selected.name()));
        let target = build_one(&self.tools, selected, hardware)?;
        task.say(selected.name());
        let built = started.elapsed();
        let count = |cycles| task.add(cycles);
        let mut plan = self.plan.clone();
        if self.goes_on(hardware) {
            (plan.cycles, plan.time) = (Some(MOST_CYCLES), Some(built));
        }
        let mut verdicts = run_pieces(from_ref(&target), &plan, &Here, &interrupt::ASKED, &count);
        let verdict = verdicts.pop().expect("there is a verdict for each target");
        let rest = if verdict.failed.is_some() { None } else { Some(self.rest(target.as_ref())?) };
        let Plan { seed, jobs, .. } = self.plan;
        let (hardware, tools) = (hardware.clone(), self.tools.clone());
        let prepared = Prepared { targets: vec![target], hardware, tools, jobs, seed };
        let (whole, ran) = (!interrupt::asked(), started.elapsed() - built);
        Ok(Compared { prepared, verdict, rest, whole, built, ran })
    }

    /// Whether hardware is compared for as long as its build took: a file, but not its parts.
    fn goes_on(&self, hardware: &Hardware) -> bool {
        let is_part = matches!(hardware, Hardware::File { module: Some(_), .. });
        self.goes_on && (!is_part || self.args.chosen.tested.module.is_some())
    }

    /// Replays the corpus and kernels, and counts cover points.
    fn rest(&self, target: &dyn Target) -> Result<Rest, Error> {
        let (corpus, failed) = replay_corpus(target)?;
        let kernels = replay(target)?;
        let cover = target.cover(self.plan.seed, COVER_CYCLES.min(self.plan.least));
        Ok(Rest { corpus, failed, kernels, cover })
    }

    /// Shrinks, saves and prints the first mismatch of a preset, or all of them, counts the others,
    /// and prints the preset's line; `told`: the line alone.
    fn judge(&self, compared: &mut Compared, told: bool) -> Result<Outcome, Error> {
        let Compared { prepared, verdict, rest, .. } = compared;
        let (mut outcome, failures) = match verdict.failed {
            Some((_, Ok(_))) if told => (Outcome::Mismatch, Vec::new()),
            _ => prepared.judge(&self.args.hunt, from_ref(verdict))?,
        };
        let target = prepared.targets[0].as_ref();
        let rest = match rest.take() {
            Some(rest) => rest,
            None => self.rest(target)?,
        };
        let shown = if self.args.all { usize::MAX } else { usize::from(failures.is_empty() && !told) };
        for trace in rest.failing().take(shown) {
            prepared.replay(&self.args.hunt, target, trace)?;
        }
        if rest.failing().next().is_some() {
            outcome = Outcome::Mismatch;
        }
        let (traces, kernels) = (rest.failed.len(), rest.wrong());
        let hidden =
            if traces == 0 { (0, kernels.saturating_sub(shown)) } else { (traces.saturating_sub(shown), kernels) };
        if !self.args.all && !told && !self.args.hunt.json && hidden != (0, 0) {
            say!("  also     {}; --all shrinks and prints each", counted(hidden));
        }
        if compared.whole || outcome == Outcome::Mismatch {
            self.line(compared, &rest, outcome);
        }
        Ok(outcome)
    }

    fn line(&self, compared: &Compared, rest: &Rest, outcome: Outcome) {
        let Compared { prepared, verdict, built, ran, .. } = compared;
        let Rest { corpus, failed, kernels, cover } = rest;
        let (target, failed, wrong) = (&prepared.targets[0], failed.len(), rest.wrong());
        let result = if outcome == Outcome::Equal { "equal" } else { "MISMATCH" };
        let variant = match prepared.hardware {
            Hardware::Fpga => "FPGA",
            Hardware::File { .. } | Hardware::Block { .. } => "file",
            Hardware::Emitted | Hardware::Mutants { .. } => "gates",
        };
        let missed: Vec<&str> = cover.iter().filter(|(_, hits)| *hits == 0).map(|(point, _)| *point).collect();
        let reached = cover.len() - missed.len();
        let (built, ran) = (built.as_secs_f64(), ran.as_secs_f64());
        if self.args.hunt.json {
            let event = json!({
                "event": "verdict", "unit": target.unit(), "preset": target.preset(), "variant": variant.to_lowercase(),
                "seed": self.plan.seed, "cycles": verdict.cycles, "result": result.to_lowercase(),
                "corpus": corpus, "corpus_failed": failed,
                "kernels": kernels.iter().map(|recording| &recording.program).collect::<Vec<_>>(),
                "kernels_failed": wrong,
                "cover_points": cover.len(), "cover_reached": reached, "cover_missed": missed,
                "build_seconds": built, "run_seconds": ran,
            });
            say!("{event}");
            return;
        }
        let some =
            |failed: usize, of: usize| if failed == 0 { of.to_string() } else { format!("{failed} of {of} fail") };
        say!(
            "{result:8}  {:width$}  {variant:5}  {:>10} cycles  corpus {:>2}  kernels {}  cover {:>7}  built in {built:.1} s, \
             compared in {ran:.1} s",
            format!("{}/{}", target.unit(), target.preset()),
            group(verdict.cycles),
            some(failed, *corpus),
            some(wrong, kernels.len()),
            format!("{reached}/{}", cover.len()),
            width = self.width,
        );
        if self.goes_on(&prepared.hardware) && outcome == Outcome::Equal {
            let (preset, tested) = (target.preset(), tested_words(&prepared.hardware));
            let (cycles, seed) = (verdict.cycles, self.plan.seed);
            let unit = target.unit();
            say!("  again    {} check {unit}/{preset}{tested} --cycles {cycles} --seed {seed}", command_name());
        }
    }
}

/// Returns the words for numbers of traces of the corpus and of kernels.
fn counted((traces, kernels): (usize, usize)) -> String {
    let word = |count: usize, word: &str| (count != 0).then(|| plural(count as u64, word));
    let words: Vec<String> = [word(kernels, "kernel"), word(traces, "trace")].into_iter().flatten().collect();
    words.join(", ")
}

/// Replays the corpus of a target's preset; returns the number of traces, and those that fail.
fn replay_corpus(target: &dyn Target) -> Result<(usize, Vec<TraceFile>), Error> {
    let (mut replayed, mut failed) = (0, Vec::new());
    for trace in corpus(target.unit())? {
        if trace.header.preset != target.preset() {
            continue;
        }
        replayed += 1;
        if target.replay(&trace)?.mismatch.is_some() {
            failed.push(trace);
        }
    }
    Ok((replayed, failed))
}

/// Returns the traces of every bug of a unit that was ever found, shrunk: those that are part of
/// the program, or else the files of folder `corpus/UNIT`.
fn corpus(unit: &str) -> Result<Vec<TraceFile>, Error> {
    let is_trace = |path: &Path| path.extension().is_some_and(|extension| extension == "trace");
    if let Some(corpus) = program::corpus() {
        let files = corpus.get_dir(unit).map(Dir::files).into_iter().flatten().filter(|file| is_trace(file.path()));
        let read = |file: &include_dir::File| {
            let text = file.contents_utf8().unwrap_or_default().to_string();
            Ok(TraceFile::parse(format!("corpus/{}", file.path().display()), text)?)
        };
        return files.map(read).collect();
    }
    let Ok(files) = fs::read_dir(Path::new("corpus").join(unit)) else { return Ok(Vec::new()) };
    let mut paths: Vec<PathBuf> =
        files.filter_map(|file| Some(file.ok()?.path())).filter(|path| is_trace(path)).collect();
    paths.sort();
    paths.iter().map(|path| Ok(TraceFile::open(path)?)).collect()
}
