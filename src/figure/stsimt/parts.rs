//! A comparison of speeds from the data files of its parts: a study of hours is made workload by
//! workload, on any day and on any machine.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::kernels::Kernels;
use super::speedup::{self, Study};
use crate::cli::Figure;
use crate::error::{Error, Outcome};
use crate::figure::plot::Plot;
use crate::figure::study::output;
use crate::figure::study::statements::Told;

/// The content of a data file as `--data` has written it.
struct Part {
    path: PathBuf,
    /// The command that made it, before and behind the workloads that it names.
    command: [String; 2],
    workloads: String,
    gpu: String,
    left_out: Vec<Value>,
    kernels: Vec<Value>,
    /// Name and bits of the size of addresses.
    address: (String, u64),
}

impl Part {
    fn read(path: &Path) -> Result<Part, Error> {
        output::data_of(path, "stsimt", |data| {
            let (before, rest) = data["command"].as_str()?.split_once(" --only ")?;
            let (workloads, after) = rest.split_once(' ').unwrap_or((rest, ""));
            let setting = data["settings"].get(0)?.as_str()?;
            Some(Part {
                path: path.to_path_buf(),
                command: [before.into(), after.into()],
                workloads: workloads.into(),
                gpu: data["gpu"].as_str()?.into(),
                left_out: data["left_out"].as_array()?.clone(),
                kernels: data["kernels"].as_array()?.clone(),
                address: (setting.into(), setting.split_once('-')?.0.parse().ok()?),
            })
        })
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
pub fn together(args: &Figure, from: &Path, study: &Study, plots: &[Plot]) -> Result<Outcome, Error> {
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
    let of_address = |kernel: &&Value| kernel["address"].as_u64() == Some(first.address.1);
    let lines: Vec<Value> = parts.iter().flat_map(|part| part.kernels.iter().filter(of_address).cloned()).collect();
    let has = |policy: &&str| lines.iter().any(|kernel| kernel["cycles"].get(*policy).is_some());
    if let Some(missing) = study.policies.iter().find(|policy| !has(policy)) {
        return Err(refuse(format!(
            "{}: {} needs runs under {missing}, and there are none",
            from.display(),
            study.figure
        )));
    }
    let kernels = Kernels::read(&lines, study.policies, &first.gpu).map_err(refuse)?;
    let mut sheet = speedup::sheet(study, &kernels);
    let left_out: Vec<Value> = parts.iter().flat_map(|part| part.left_out.clone()).collect();
    sheet.notes.extend(left_out.iter().filter_map(Value::as_str).map(str::to_string));
    let name = first.address.0.clone();
    let told = [Told { name: name.clone(), varied: false, about: None, sheets: vec![sheet] }];
    let workloads: Vec<&str> = parts.iter().map(|part| part.workloads.as_str()).collect();
    let [before, after] = &first.command;
    let command = format!("{before} --only {} {after}", workloads.join(","));
    let start = [("command", json!(command.trim_end())), ("gpu", json!(first.gpu))];
    let lists = vec![("settings", vec![json!(name)]), ("left_out", left_out), ("kernels", lines)];
    output::finish(args, (&super::PAPER.title(), &first.gpu, "all workloads"), &told, plots, &start, lists, &[])
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
