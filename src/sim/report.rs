//! The report on runs: a table, JSON lines, a CSV file.

use std::path::{Path, PathBuf};

use heddle_gpu::measure::sampling::Estimate;
use heddle_gpu::measure::statistics::Counter;
use heddle_gpu::system::{Ended, Launch, Sampled, list};
use heddle_testbench::files::{could_write, write_whole};
use heddle_testbench::interrupt;
use serde_json::{Map, Value, json};

use super::ending::Ending;
use super::plan::{Job, Plan};
use super::record::{Record, by_kernel};
use crate::console::{aside, say};
use crate::error::{Error, Outcome};
use crate::number::{decimals, group};
use crate::table::{right_from, table};
use crate::version::VERSION;

/// Names of the statistics that count warp and thread instructions.
const INSTRUCTIONS: &str = "core.instructions";
const THREADS: &str = "core.thread_instructions";

/// The form of the report: table or JSON, and the CSV file if there is one.
pub struct Report {
    json: bool,
    csv: Option<PathBuf>,
    by_launch: bool,
    list: Vec<Counter>,
}

impl Report {
    /// Prepares the report; an error before any work if the CSV file cannot be written.
    pub fn wanted(json: bool, csv: Option<&Path>, by_launch: bool) -> Result<Report, Error> {
        if let Some(path) = csv {
            could_write(path).map_err(|error| refuse(path, error))?;
        }
        Ok(Report { json, csv: csv.map(Path::to_path_buf), by_launch, list: list() })
    }

    /// Prints the report on all runs, and returns the outcome.
    pub fn write(&self, plan: &Plan, endings: &[Ending]) -> Result<Outcome, Error> {
        self.tell(plan, endings, |text| say!("{text}"))?;
        self.judge(endings)
    }

    /// Prints the report beside a program's own output: on standard error, except for JSON.
    pub fn write_beside(&self, plan: &Plan, endings: &[Ending]) -> Result<(), Error> {
        self.tell(plan, endings, |text| aside!("{text}"))
    }

    fn tell(&self, plan: &Plan, endings: &[Ending], show: impl Fn(String)) -> Result<(), Error> {
        if self.json {
            for (job, ending) in plan.jobs.iter().zip(endings) {
                say!("{}", self.event(plan, job, ending, endings));
            }
        } else {
            self.print(plan, endings).into_iter().for_each(show);
        }
        if let Some(path) = &self.csv {
            write_whole(path, self.rows(plan, endings).as_bytes()).map_err(|error| refuse(path, error))?;
        }
        Ok(())
    }

    fn judge(&self, endings: &[Ending]) -> Result<Outcome, Error> {
        if interrupt::asked() {
            let ended = |ending: &&Ending| match ending {
                Ending::Done { record, .. } => record.run.ended != Ended::Stopped,
                Ending::Refused(_) | Ending::Trouble(_) => true,
                Ending::Missed => false,
            };
            let ended = endings.iter().filter(ended).count();
            let what = format!("{ended} of {} runs had ended; the same command continues from there", endings.len());
            return Err(Error::Interrupted { what });
        }
        let refused = |ending: &Ending| matches!(ending, Ending::Refused(_));
        if !endings.is_empty() && endings.iter().all(refused) {
            let help = "choose another policy, another workload, or another GPU (`--config`, `--set`)";
            return Err(Error::input("nothing was run: every run was refused", help));
        }
        let bad = |ending: &Ending| match ending {
            Ending::Done { record, .. } => !record.wrong().is_empty(),
            Ending::Trouble(_) => true,
            Ending::Refused(_) | Ending::Missed => false,
        };
        Ok(match () {
            _ if endings.iter().any(bad) => Outcome::Mismatch,
            _ if endings.iter().any(refused) => Outcome::Incomplete,
            _ => Outcome::Equal,
        })
    }

    fn event(&self, plan: &Plan, job: &Job, ending: &Ending, endings: &[Ending]) -> Value {
        let mut event = json!({
            "event": word(ending).to_lowercase(), "workload": plan.workload(job).name, "policy": plan.policy(job).name(),
            "config": plan.config(job).name, "set": plan.config(job).changes, "scale": plan.scale_of(job),
            "address": plan.workload(job).module.address_size, "rtl": plan.rtl, "version": VERSION,
        });
        let more = match ending {
            Ending::Done { record, .. } => json!({
                "result": record.result().to_lowercase(), "wrong": record.wrong(),
                "cycles": record.run.cycles, "instructions": record.run.instructions,
                "thread_instructions": record.run.thread_instructions, "ipc": record.ipc(),
                "speedup": speedup(plan, job, endings), "statistics": self.named(&record.run.statistics),
                "kernels": self.kernels(&record.run.launches),
            }),
            Ending::Refused(reason) | Ending::Trouble(reason) => json!({ "reason": reason }),
            Ending::Missed => json!({}),
        };
        if let Some(sampled) = ending.record().and_then(|record| record.run.sampled) {
            let Sampled { launches, ctas, estimate: Estimate { cycles, margin } } = sampled;
            event["sampled"] = json!({ "launches": launches, "ctas": ctas, "cycles": cycles, "margin": margin });
        }
        if let Some(record) = ending.record().filter(|_| self.by_launch) {
            event["launches"] = record.run.launches.iter().map(|launch| self.launch(launch)).collect();
        }
        let (Some(event_of), Value::Object(more)) = (event.as_object_mut(), more) else { return event };
        event_of.extend(more);
        event
    }

    fn named(&self, values: &[u64]) -> Map<String, Value> {
        self.list.iter().zip(values).map(|(counter, value)| (counter.name.to_string(), json!(value))).collect()
    }

    /// Returns the sums over the launches of each kernel, in the order of the first launches.
    fn kernels(&self, launches: &[Launch]) -> Vec<Value> {
        let kernel = |(launches, kernel): &(u64, Launch)| {
            json!({
                "kernel": kernel.kernel, "launches": launches, "cycles": kernel.cycles,
                "statistics": self.named(&kernel.statistics),
            })
        };
        by_kernel(launches).iter().map(kernel).collect()
    }

    /// Returns a launch with its statistics as JSON.
    fn launch(&self, launch: &Launch) -> Value {
        json!({ "kernel": launch.kernel, "cycles": launch.cycles, "statistics": self.named(&launch.statistics) })
    }

    fn print(&self, plan: &Plan, endings: &[Ending]) -> Vec<String> {
        let mut shown = table();
        let swept = plan.configs.len() > 1;
        let set = |point: String| swept.then_some(point);
        let words = ["workload", "policy"].map(String::from).into_iter().chain(set("set".into()));
        shown.set_header(words.chain(["cycles", "IPC", "speedup", "memory"].map(String::from)));
        for (job, ending) in plan.jobs.iter().zip(endings) {
            let numbers = match ending.record() {
                Some(record) => [
                    group(record.run.cycles),
                    format!("{:.3}", record.ipc()),
                    decimals(speedup(plan, job, endings), 3),
                    record.result().into(),
                ],
                None => ["-".into(), "-".into(), "-".into(), word(ending).into()],
            };
            let words = [plan.workload(job).name.clone(), plan.policy(job).name().into()];
            shown.add_row(words.into_iter().chain(set(plan.point(job))).chain(numbers));
        }
        let numbers = 2 + usize::from(swept);
        right_from(&mut shown, numbers);
        shown
            .column_iter_mut()
            .skip(numbers + 3)
            .for_each(|column| column.set_cell_alignment(comfy_table::CellAlignment::Left));
        let bits = |bits: u32| plan.workloads.iter().any(|workload| workload.module.address_size == bits);
        let addresses = if bits(32) && !bits(64) { ", 32-bit addresses" } else { "" };
        let beside = |unit| format!(", with Verilated `{unit}`: each run is repeated with golden units, and compared");
        let units = plan.rtl.map_or(String::new(), beside);
        let mut told = vec![format!("{} ({}{addresses}){units}; heddle {VERSION}\n{shown}", plan.gpu(), plan.scale)];
        for (job, ending) in plan.jobs.iter().zip(endings) {
            let whose = || plan.run(job);
            match ending {
                Ending::Done { record, .. } => {
                    told.extend(record.run.sampled.iter().map(|sampled| format!("{}: {}", whose(), part(sampled))));
                    told.extend(record.wrong().iter().map(|wrong| format!("WRONG {}: {wrong}", whose())))
                }
                Ending::Refused(reason) | Ending::Trouble(reason) => {
                    told.push(format!("{} {}: {reason}", word(ending), whose()));
                }
                Ending::Missed => {}
            }
        }
        if self.by_launch {
            told.push(self.launches(plan, endings));
        }
        if let [ending] = endings
            && let Some(record) = ending.record()
        {
            told.push(self.statistics(record));
        }
        told
    }

    /// Returns the table of all statistics of a run.
    fn statistics(&self, record: &Record) -> String {
        let mut shown = table();
        let title = if record.run.ended == Ended::Whole { "statistic" } else { "statistic (partial)" };
        shown.set_header([title, "value", "unit", "meaning"]);
        for (counter, value) in self.list.iter().zip(&record.run.statistics) {
            shown.add_row([counter.name, &group(*value), counter.unit, counter.doc.trim()]);
        }
        right_from(&mut shown, 1);
        shown.column_iter_mut().skip(2).for_each(|column| column.set_cell_alignment(comfy_table::CellAlignment::Left));
        format!("\n{shown}")
    }

    /// Returns the table of all launches.
    fn launches(&self, plan: &Plan, endings: &[Ending]) -> String {
        let mut shown = table();
        shown.set_header(["run", "launch", "kernel", "cycles", "IPC"]);
        for (job, record) in plan.jobs.iter().zip(endings).filter_map(|(job, ending)| Some((job, ending.record()?))) {
            for (number, launch) in record.run.launches.iter().enumerate() {
                let ipc = launch.get(THREADS).unwrap_or(0) as f64 / launch.cycles.max(1) as f64;
                let (cycles, ipc) = (group(launch.cycles), format!("{ipc:.3}"));
                shown.add_row([plan.run(job), number.to_string(), launch.kernel.clone(), cycles, ipc]);
            }
        }
        right_from(&mut shown, 3);
        format!("\n{shown}")
    }

    /// Returns the CSV text: a row for each run, or for each launch, and a column for each
    /// statistic.
    fn rows(&self, plan: &Plan, endings: &[Ending]) -> String {
        let words = ["workload", "policy", "config", "set", "scale", "version", "result"].into_iter();
        let which: &[&str] = if self.by_launch { &["launch", "kernel"] } else { &[] };
        let counts = ["cycles", "instructions", "thread_instructions"];
        let statistics = self.list.iter().map(|counter| counter.name);
        let names = words.chain(which.iter().copied()).chain(counts).chain(statistics);
        let mut rows = row(names.map(str::to_string));
        for (job, ending) in plan.jobs.iter().zip(endings) {
            let Some(record) = ending.record() else { continue };
            let run = &record.run;
            let (workload, policy) = (plan.workload(job).name.clone(), plan.policy(job).name());
            let config = plan.config(job);
            let words = [
                workload,
                policy.into(),
                config.name.clone(),
                config.changes.join(" "),
                plan.scale_of(job).into(),
                VERSION.into(),
                record.result().to_lowercase(),
            ];
            let mut add = |which: &[String], counts: [u64; 3], statistics: &[u64]| {
                let numbers = counts.iter().chain(statistics).map(u64::to_string);
                rows += &row(words.iter().chain(which).cloned().chain(numbers));
            };
            if !self.by_launch {
                add(&[], [run.cycles, run.instructions, run.thread_instructions], &run.statistics);
                continue;
            }
            for (number, launch) in run.launches.iter().enumerate() {
                let [instructions, threads] = [INSTRUCTIONS, THREADS].map(|name| launch.get(name).unwrap_or(0));
                let which = [number.to_string(), launch.kernel.clone()];
                add(&which, [launch.cycles, instructions, threads], &launch.statistics);
            }
        }
        rows
    }
}

/// Returns a line of CSV (RFC 4180).
fn row(cells: impl Iterator<Item = String>) -> String {
    let quoted = |cell: String| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    };
    cells.map(quoted).collect::<Vec<_>>().join(",") + "\n"
}

/// Returns what was timed of a sampled run, and the interval of its cycles, in words.
fn part(sampled: &Sampled) -> String {
    let of = |[timed, all]: [u64; 2]| format!("{} of {}", group(timed), group(all));
    let (launches, ctas) = (of(sampled.launches), of(sampled.ctas));
    format!("{launches} launches and {ctas} CTAs were timed; cycles {}", interval(&sampled.estimate))
}

/// Returns an estimate with its interval, in words.
fn interval(estimate: &Estimate) -> String {
    let Estimate { cycles, margin } = *estimate;
    let part = 100.0 * margin / cycles.max(1.0);
    format!("{} ± {} (95 %), which is {part:.1} %", group(cycles.round() as u64), group(margin.round() as u64))
}

/// Returns the ending of a run in a word.
pub fn word(ending: &Ending) -> &'static str {
    match ending {
        Ending::Done { .. } => "run",
        Ending::Refused(_) => "refused",
        Ending::Trouble(_) => "TROUBLE",
        Ending::Missed => "not run",
    }
}

/// Returns the speedup of a whole run over the run under the first policy in the first
/// configuration; `None` if one of the two is not whole.
pub fn speedup(plan: &Plan, job: &Job, endings: &[Ending]) -> Option<f64> {
    let cycles = |wanted: &Job| {
        let place = plan.jobs.iter().position(|job| job == wanted)?;
        let run = &endings[place].record()?.run;
        (run.ended == Ended::Whole).then_some(run.cycles.max(1) as f64)
    };
    Some(cycles(&Job { config: 0, policy: 0, ..*job })? / cycles(job)?)
}

fn refuse(path: &Path, error: std::io::Error) -> Error {
    Error::input(format!("{}: {error}", path.display()), "name a file in a folder that can be written with --stats")
}

#[cfg(test)]
mod tests {
    use super::row;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let cells = ["a", "b,c", "d\"e", ""];
        assert_eq!(row(cells.iter().map(|cell| cell.to_string())), "a,\"b,c\",\"d\"\"e\",\n");
    }
}
