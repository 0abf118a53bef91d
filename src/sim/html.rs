//! `--html`: a self-contained page that shows where the cycles of runs went.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use heddle_gpu::measure::history::Snapshot;
use heddle_gpu::measure::kernel_lines::{KernelProfile, Profile, SourceLine};
use heddle_gpu::measure::lines::TimeClasses;
use heddle_gpu::system::{Launch, list};
use heddle_testbench::files::{could_write, write_whole};
use serde_json::{Value, json};

use super::ending::Ending;
use super::plan::{Job, Plan};
use super::record::Record;
use super::report::{speedup, word};
use super::timeline::{CtaSpan, Timeline};
use crate::error::Error;
use crate::page::plain;
use crate::version::VERSION;

/// Most runs that a page shows side by side.
const RUNS: usize = 24;
/// Most CTAs that a page shows individually, of all its runs together: about 1 MB.
const CTAS: usize = 20_000;
/// Most bytes of a source file that is read for its lines.
const LARGEST: u64 = 16 << 20;

/// The plotting library, its style and its licence (MIT).
const PLOT: [&str; 3] =
    [include_str!("html/uPlot.iife.min.js"), include_str!("html/uPlot.min.css"), include_str!("html/uPlot.LICENSE")];
/// The script that draws the page from its data, and the page's style.
const PAGE: [&str; 2] = [include_str!("html/page.js"), include_str!("html/page.css")];

/// The output file of the HTML page about runs.
pub struct Html {
    path: PathBuf,
}

impl Html {
    /// Prepares the page; an error before any work if there are too many runs, or if the file
    /// cannot be written.
    pub fn wanted(path: &Path, plan: &Plan) -> Result<Html, Error> {
        if plan.jobs.len() > RUNS {
            let what = format!("--html shows up to {RUNS} runs side by side, and {} are asked for", plan.jobs.len());
            return Err(Error::input(what, "name fewer workloads or policies"));
        }
        could_write(path).map_err(|error| refuse(path, error))?;
        Ok(Html { path: path.into() })
    }

    /// Writes the page of all runs, or its data where the file's name ends in `.json`, whole or not
    /// at all. `timelines` has one element for each run.
    pub fn write(&self, plan: &Plan, endings: &[Ending], timelines: &[Timeline]) -> Result<(), Error> {
        let run = |((job, ending), timeline): ((&Job, &Ending), &Timeline)| {
            let mut run = json!({
                "workload": plan.workload(job).name, "policy": plan.policy(job).name(), "name": plan.run(job),
                "set": plan.config(job).changes, "point": plan.point(job), "result": word(ending),
                "speedup": speedup(plan, job, endings), "time": plan.policy(job).time_classes(),
            });
            let more = match ending {
                Ending::Done { record, .. } => {
                    shown(record, timeline, CTAS / plan.jobs.len(), plan.policy(job).time_classes())
                }
                Ending::Refused(why) | Ending::Trouble(why) => json!({ "reason": why }),
                Ending::Missed => json!({}),
            };
            if let (Some(run), Value::Object(more)) = (run.as_object_mut(), more) {
                run.extend(more);
            }
            run
        };
        let statistics = list().iter().map(|counter| json!([counter.name, counter.unit, counter.doc.trim()])).collect();
        let data = json!({
            "config": plan.configs[0].name, "scale": plan.scale, "version": VERSION,
            "statistics": Value::Array(statistics),
            "runs": plan.jobs.iter().zip(endings).zip(timelines).map(run).collect::<Vec<_>>(),
        });
        let title = format!("heddle {VERSION}: {} ({})", plan.gpu(), plan.scale);
        let alone = self.path.extension().is_some_and(|end| end == "json");
        let text = if alone { data.to_string() + "\n" } else { page(&title, &data) };
        write_whole(&self.path, text.as_bytes()).map_err(|error| refuse(&self.path, error))
    }
}

/// Returns the HTML of the page around its data.
fn page(title: &str, data: &Value) -> String {
    let ([plot, plot_style, licence], [code, style], title) = (PLOT, PAGE, plain(title));
    // in a script, only `</script` and `<!--` mean something
    let data = data.to_string().replace('<', "\\u003c");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n<style>{plot_style}</style>\n<style>\n{style}</style>\n\
         </head><body>\n<h1>{title}</h1>\n<main id=\"main\"><p>This page needs JavaScript.</p></main>\n<!-- uPlot:\n{licence}-->\n\
         <script>{plot}</script>\n<script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{code}</script>\n</body></html>\n"
    )
}

/// Returns the data that a page shows of a run, with at most `ctas` CTAs.
fn shown(record: &Record, timeline: &Timeline, ctas: usize, time: &TimeClasses) -> Value {
    let run = &record.run;
    let cta = |span: &CtaSpan| json!([span.core, span.place, span.from, span.to, span.cta, span.active]);
    let launch = |launch: &Launch| json!([launch.kernel, launch.cycles]);
    json!({
        "result": record.result(), "cycles": run.cycles, "instructions": run.instructions,
        "threads": run.thread_instructions, "ipc": record.ipc(), "values": run.statistics,
        "wrong": record.wrong(),
        "grids": timeline.grids, "launches": run.launches.iter().map(launch).collect::<Vec<_>>(),
        "ctas": timeline.ctas.iter().take(ctas).map(cta).collect::<Vec<_>>(),
        "ctas_left_out": timeline.ctas.len().saturating_sub(ctas),
        "history": run.profile.as_deref().map(|profile| history(profile, time)),
        "kernels": run.profile.iter().flat_map(|profile| &profile.kernels).map(kernel).collect::<Vec<_>>(),
    })
}

/// Returns statistics over time: counts between one snapshot and the next, and the rates that
/// follow from them.
fn history(profile: &Profile, time: &TimeClasses) -> Value {
    let names = list();
    let at = |name: &str| names.iter().position(|counter| counter.name == name);
    let zero = Snapshot { cycle: 0, statistics: vec![0; names.len()], issued: Vec::new() };
    let snapshots = &profile.history.snapshots;
    let pairs = || std::iter::once(&zero).chain(snapshots).zip(snapshots);
    let cycles = |(from, to): (&Snapshot, &Snapshot)| (to.cycle - from.cycle).max(1) as f64;
    let count = |(from, to): (&Snapshot, &Snapshot), name: &str| {
        at(name).map_or(0, |at| to.statistics[at] - from.statistics[at])
    };
    let ratio = |part: u64, of: u64| if of == 0 { Value::Null } else { json!(rounded(part as f64 / of as f64)) };
    let hits = |pair: (&Snapshot, &Snapshot), level: &str| {
        let [hits, misses, merged] = ["hits", "misses", "merged"].map(|what| count(pair, &format!("{level}.{what}")));
        ratio(hits, hits + misses + merged)
    };
    let series = |of: &dyn Fn((&Snapshot, &Snapshot)) -> Value| pairs().map(of).collect::<Vec<Value>>();
    let of_class = |pair: (&Snapshot, &Snapshot), class: &str| count(pair, &format!("{}{class}", time.prefix));
    let share = |class: &&str| {
        series(&|pair| ratio(of_class(pair, class), time.classes.iter().map(|class| of_class(pair, class)).sum()))
    };
    let cores = snapshots.last().map_or(0, |last| last.issued.len());
    let issued = |core: usize| {
        series(&|pair: (&Snapshot, &Snapshot)| {
            let issued = pair.1.issued[core] - pair.0.issued.get(core).unwrap_or(&0);
            json!(rounded(issued as f64 / cycles(pair)))
        })
    };
    json!({
        "cycle": snapshots.iter().map(|snapshot| snapshot.cycle).collect::<Vec<_>>(),
        "time": time.classes.iter().map(share).collect::<Vec<_>>(),
        "cores": (0..cores).map(issued).collect::<Vec<_>>(),
        "ipc": series(&|pair| json!(rounded(count(pair, "core.thread_instructions") as f64 / cycles(pair)))),
        "l1": series(&|pair| hits(pair, "l1")),
        "l2": series(&|pair| hits(pair, "l2")),
        "dram": series(&|pair| {
            let moved = count(pair, "dram.reads") + count(pair, "dram.writes");
            json!(rounded(moved as f64 * 1000.0 / cycles(pair)))
        }),
    })
}

/// Returns the value rounded to four decimal places, which is all that a page can show.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// Returns a kernel's profile by line.
fn kernel(kernel: &KernelProfile) -> Value {
    let line = |line: &SourceLine| {
        let counters = &line.counters;
        let from = line.from.as_ref().map(|from| json!([from.file, from.line]));
        json!([
            line.line,
            line.text,
            from,
            counters.issued,
            counters.threads,
            counters.transactions,
            counters.diverged,
            counters.lost,
        ])
    };
    json!({
        "kernel": kernel.kernel, "source": kernel.source, "launches": kernel.launches, "ending": kernel.ending,
        "lines": kernel.lines.iter().map(line).collect::<Vec<_>>(), "sources": sources(kernel),
    })
}

/// Returns the named lines of the source files that instructions come from, as far as the files can
/// be read.
fn sources(kernel: &KernelProfile) -> Value {
    let mut files: BTreeMap<&str, BTreeMap<u32, String>> = BTreeMap::new();
    for from in kernel.lines.iter().filter_map(|line| line.from.as_ref()) {
        files.entry(&from.file).or_default().insert(from.line, String::new());
    }
    for (file, lines) in &mut files {
        // a file that is gone is no error: its lines have no text
        let readable = fs::metadata(file).is_ok_and(|file| file.is_file() && file.len() <= LARGEST);
        let text = if readable { fs::read_to_string(file).unwrap_or_default() } else { String::new() };
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(known) = lines.get_mut(&number) {
                *known = line.trim().chars().take(200).collect();
            }
        }
    }
    json!(files)
}

fn refuse(path: &Path, error: std::io::Error) -> Error {
    Error::input(format!("{}: {error}", path.display()), "name a file in a folder that can be written with --html")
}
