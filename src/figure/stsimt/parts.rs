//! A comparison of speeds from the data files of its parts: a study of hours is made workload by
//! workload, on any day and on any machine.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::kernels::Kernels;
use super::speedup::{self, Comparison};
use crate::cli::Figure;
use crate::error::{Error, Outcome};
use crate::figure::plot::Plot;
use crate::figure::study::output::{self, Report};
use crate::figure::study::sheet::Sheet;
use crate::figure::study::statements::{self, Results, Statement};

/// The content of a data file as `--data` has written it.
#[derive(Clone)]
struct Part {
    path: PathBuf,
    /// The command that made it, before and behind the workloads that it names.
    command: [String; 2],
    workloads: String,
    gpu: String,
    settings: Vec<Value>,
    left_out: Vec<Value>,
    kernels: Vec<Value>,
    statements: Vec<Statement>,
    /// Name and bits of the size of addresses.
    address: (String, u64),
}

impl Part {
    fn read(path: &Path) -> Result<Part, Error> {
        output::data_of(path, "stsimt", |data| {
            let command = data["command"].as_str()?;
            let (before, rest) = command.split_once(" --only ").unwrap_or((command, ""));
            let (workloads, after) = rest.split_once(' ').unwrap_or((rest, ""));
            let settings = data["settings"].as_array()?.clone();
            let setting = settings.first()?.as_str()?;
            Some(Part {
                path: path.to_path_buf(),
                command: [before.into(), after.into()],
                workloads: workloads.into(),
                gpu: data["gpu"].as_str()?.into(),
                left_out: data["left_out"].as_array()?.clone(),
                kernels: data["kernels"].as_array()?.clone(),
                statements: statements::read(data)?,
                address: (setting.into(), setting.split_once('-')?.0.parse().ok()?),
                settings,
            })
        })
    }

    /// Returns the kernels of the first size of addresses.
    fn of_first_address(&self) -> impl Iterator<Item = Value> {
        self.kernels.iter().filter(|kernel| kernel["address"].as_u64() == Some(self.address.1)).cloned()
    }

    /// Returns the command for these workloads.
    fn command(&self, workloads: &str) -> String {
        let [before, after] = &self.command;
        let only = if workloads.is_empty() { String::new() } else { format!(" --only {workloads}") };
        format!("{before}{only} {after}").trim_end().to_string()
    }

    /// Returns, in words, that another command or GPU made the other part; `None` if they are the
    /// same.
    fn differs(&self, other: &Part) -> Option<String> {
        let of = |part: &Part| format!("{} ... {}; {}", part.command[0], part.command[1], part.gpu);
        (of(self) != of(other)).then(|| {
            format!("{} is of `{}`, {} of `{}`", self.path.display(), of(self), other.path.display(), of(other))
        })
    }
}

/// Makes a figure from a data file, or from all data files (`*.json`) of a folder, which must come
/// from one command but for the workloads that it names.
///
/// # Errors
///
/// There is no file, a file is damaged, two files are of different commands or GPUs, or have the
/// same kernel, or a policy is missing.
pub fn together(args: &Figure, from: &Path, study: &Comparison, plots: &[Plot]) -> Result<Outcome, Error> {
    output::check_files(args)?;
    let refuse = |why: String| {
        let help = format!(
            "name data files of `heddle figure {} --only W --data W.json`, each of other workloads",
            study.figure
        );
        Error::input(why, help)
    };
    let parts: Vec<Part> = files(from, &refuse)?.iter().map(|path| Part::read(path)).collect::<Result<_, _>>()?;
    let Some(first) = parts.first() else { return Err(refuse(format!("{}: no data file", from.display()))) };
    if let Some(why) = parts.iter().find_map(|part| first.differs(part)) {
        return Err(refuse(why));
    }
    let lines: Vec<Value> = parts.iter().flat_map(Part::of_first_address).collect();
    if let Some(missing) = study.policies.iter().find(|policy| !has(&lines, policy)) {
        return Err(refuse(format!(
            "{}: {} needs runs under {missing}, and there are none",
            from.display(),
            study.figure
        )));
    }
    let kernels = Kernels::read(&lines, study.policies, &first.gpu).map_err(refuse)?;
    let mut sheet = speedup::sheet(study, &kernels);
    let left_out: Vec<Value> = parts.iter().flat_map(|part| part.left_out.clone()).collect();
    sheet.notes.extend(notes(&left_out));
    let setting = first.address.0.clone();
    let lists = vec![("settings", vec![json!(setting)]), ("left_out", left_out), ("kernels", lines)];
    let results = Results { setting, varied: false, sheets: vec![sheet] };
    let workloads: Vec<&str> = parts.iter().map(|part| part.workloads.as_str()).collect();
    let command = first.command(&workloads.join(","));
    let statements = statements::of(&[&results]);
    finish(args, (first, &command, kernels.count()), (&results.sheets, &statements), plots, lists)
}

/// Makes all figures of speeds from a data file; the statements of the other figures are in the
/// file, and are printed as they stand there.
/// `plots`: whether they are drawn.
pub fn whole(args: &Figure, from: &Path, plots: bool) -> Result<Outcome, Error> {
    output::check_files(args)?;
    let part = Part::read(from)?;
    let lines: Vec<Value> = part.of_first_address().collect();
    let refuse = |why| Error::input(format!("{}: {why}", from.display()), "make the file again with --data");
    let read = |policies: &[&str]| Kernels::read(&lines, policies, &part.gpu).map_err(refuse);
    let mut sheets = Vec::new();
    for study in speedup::ALL {
        let stated = part.statements.iter().any(|it| it.figure == study.figure);
        if stated && study.policies.iter().all(|policy| has(&lines, policy)) {
            sheets.push(speedup::sheet(study, &read(study.policies)?));
        }
    }
    sheets.iter_mut().for_each(|sheet| sheet.notes.extend(notes(&part.left_out)));
    // the data make some of the figures, each of which has a file of its own name
    let plots = if plots { Plot::each(args, sheets.iter().map(|sheet| sheet.figure))? } else { vec![] };
    let command = part.command(&part.workloads);
    let Part { settings, left_out, kernels, .. } = part.clone();
    let lists = vec![("settings", settings), ("left_out", left_out), ("kernels", kernels)];
    finish(args, (&part, &command, read(&[])?.count()), (&sheets, &part.statements), &plots, lists)
}

fn finish(
    args: &Figure,
    (part, command, count): (&Part, &str, String),
    (sheets, statements): (&[Sheet], &[Statement]),
    plots: &[Plot],
    lists: Vec<(&str, Vec<Value>)>,
) -> Result<Outcome, Error> {
    let what = part.gpu.as_str();
    let paper = super::PAPER.title();
    let report = Report { paper: &paper, what, command, count, others: "all workloads", sheets, statements };
    output::finish(args, &report, plots, &[("command", json!(command)), ("gpu", json!(what))], lists, &[])
}

/// Whether a kernel ran under a policy.
fn has(kernels: &[Value], policy: &str) -> bool {
    kernels.iter().any(|kernel| kernel["cycles"].get(policy).is_some())
}

fn notes(left_out: &[Value]) -> impl Iterator<Item = String> {
    left_out.iter().filter_map(Value::as_str).map(str::to_string)
}

/// Returns a file, or the data files of a folder in the order of their names.
fn files(from: &Path, refuse: &impl Fn(String) -> Error) -> Result<Vec<PathBuf>, Error> {
    if !from.is_dir() {
        return Ok(vec![from.to_path_buf()]);
    }
    let read = |error: std::io::Error| refuse(format!("{}: {error}", from.display()));
    let entries = std::fs::read_dir(from).map_err(read)?.collect::<Result<Vec<_>, _>>().map_err(read)?;
    let mut files: Vec<PathBuf> = entries.iter().map(std::fs::DirEntry::path).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "json"));
    files.sort();
    Ok(files)
}
