//! The study of the STSIMT paper, section 5, on the whole GPU: its policies side by side over all workloads.
//!
//! A figure says which policies it needs; the runs are those of `heddle sim`, made and kept by the same machinery, so that figures share them.

mod conflicts;
mod efficiency;
mod energy;
mod kernels;
mod lanes;
mod mean;
mod page;
mod paper;
mod sheet;
mod speedup;

use std::path::Path;

use heddle_gpu::config::Config;
use heddle_gpu::system::Options;
use heddle_testbench::files::{could_write, write_whole};

use super::{FIGURES, Plot};
use crate::cli::Figure;
use crate::console::{aside, say};
use crate::error::{Error, Outcome};
use crate::models::jobs;
use crate::sim::configuration;
use crate::sim::plan::Plan;
use crate::sim::store::Store;
use crate::sim::sweep::{Ending, sweep};

use kernels::{BASE, Kernels};
use sheet::Sheet;

/// How a figure is made.
enum Made {
    /// From runs under these policies.
    Runs(&'static [&'static str], fn(&Kernels, &Config) -> Sheet),
    /// From runs of its own.
    Own,
}

use Made::{Own, Runs};

/// The figures of the whole GPU.
const STUDIES: [(&str, Made); 8] = [
    ("stsimt/4", Runs(&[BASE], |kernels, _| efficiency::sheet(kernels))),
    ("stsimt/5.6", Runs(speedup::DESIGN.policies, |kernels, _| speedup::sheet(&speedup::DESIGN, kernels))),
    ("stsimt/6", Own),
    ("stsimt/7", Runs(speedup::TSIMT.policies, |kernels, _| speedup::sheet(&speedup::TSIMT, kernels))),
    ("stsimt/8", Runs(speedup::STSIMT.policies, |kernels, _| speedup::sheet(&speedup::STSIMT, kernels))),
    ("stsimt/table4", Runs(conflicts::POLICIES, |kernels, _| conflicts::sheet(kernels))),
    ("stsimt/11", Runs(speedup::SCALAR.policies, |kernels, _| speedup::sheet(&speedup::SCALAR, kernels))),
    ("stsimt/12", Runs(energy::POLICIES, energy::sheet)),
];

/// One of the figures, by the name asked for.
pub fn one(args: &Figure) -> Result<Outcome, Error> {
    let wanted: Vec<_> = STUDIES.iter().filter(|(name, _)| *name == args.figure).collect();
    let name = args.figure.replace(['/', '.'], "-");
    let plot = Plot::wanted(args, &format!("{name}.svg"))?;
    make(args, &wanted, &[plot])
}

/// All of the paper's figures, with a table of its statements at the end.
pub fn all(args: &Figure) -> Result<Outcome, Error> {
    let folder = args.plot.clone().unwrap_or_else(|| ".".into());
    let file = |name: &str| folder.join(format!("{}.svg", name.replace(['/', '.'], "-")));
    let of_one = |name: &str| Figure { figure: name.into(), plot: Some(file(name)), html: None, ..args.clone() };
    let only_dg = |word: &String| word.eq_ignore_ascii_case(lanes::WORKLOAD);
    let fits = |made: &Made| matches!(made, Runs(..)) || args.only.is_empty() || args.only.iter().any(only_dg);
    let wanted: Vec<_> = STUDIES.iter().filter(|(_, made)| fits(made)).collect();
    let plots = wanted.iter().map(|(name, _)| Plot::wanted(&of_one(name), name)).collect::<Result<Vec<_>, _>>()?;
    let mut outcome = make(args, &wanted, &plots)?;
    // those that need no GPU are about all workloads
    let others = FIGURES.iter().filter(|(name, _)| name.starts_with("stsimt/") && args.only.is_empty());
    for (name, run) in others.filter(|(name, _)| STUDIES.iter().all(|(study, _)| study != name)) {
        if run(&of_one(name))? != Outcome::Equal {
            outcome = Outcome::Mismatch;
        }
    }
    Ok(outcome)
}

fn make(args: &Figure, wanted: &[&(&'static str, Made)], plots: &[Plot]) -> Result<Outcome, Error> {
    if args.rtl {
        let help = "leave out --rtl; `heddle sim K --policy tsimt --rtl lane` puts Verilated lanes into a GPU";
        return Err(Error::input(format!("{} is made of golden lanes", args.figure), help));
    }
    if let Some(path) = &args.html {
        could_write(path).map_err(|error| refuse(path, error))?;
    }
    let config = gpu(&args.set)?;
    let store = Store::open(args.keep.as_deref())?;
    let mut policies: Vec<String> = vec![BASE.into()];
    for (_, made) in wanted {
        if let Runs(needed, _) = made {
            policies.extend(needed.iter().map(|policy| policy.to_string()));
        }
    }
    let workloads = if args.only.is_empty() { vec!["all".to_string()] } else { args.only.clone() };
    let plan = Plan::new(config, &workloads, &policies, &args.scale, Options::default(), None)?;
    let needs_runs = wanted.iter().any(|(_, made)| matches!(made, Runs(..)));
    let endings = if needs_runs { sweep(&plan, &store, args.afresh, jobs(args.jobs), None)? } else { Vec::new() };
    let kept = endings.iter().filter(|ending| ending.kept()).count();
    if kept > 0 {
        aside!("{kept} of {} runs are kept from before; --afresh does them again", endings.len());
    }
    let mut kernels = Kernels::new(&plan, &endings)?;
    args.set.iter().for_each(|change| kernels.what += &format!(", {change}"));
    let mut sheets = Vec::new();
    for (_, made) in wanted {
        sheets.push(match made {
            Runs(_, sheet) => sheet(&kernels, &plan.config),
            Own => lanes::sheet(args, &store)?,
        });
    }
    if args.json {
        sheet::print_json(&sheets);
    } else {
        say!("{}", kernels.what);
        sheet::print(&sheets);
    }
    for (sheet, plot) in sheets.iter().zip(plots) {
        plot.write(args, &sheet.svg)?;
    }
    if let Some(path) = &args.html {
        write_whole(path, page::page(&sheets, &kernels.what).as_bytes()).map_err(|error| refuse(path, error))?;
    }
    kernels.wrong.iter().for_each(|wrong| aside!("WRONG {wrong}"));
    let trouble = |ending: &Ending| matches!(ending, Ending::Trouble(_));
    let bad = !kernels.wrong.is_empty() || endings.iter().any(trouble);
    Ok(if bad { Outcome::Mismatch } else { Outcome::Equal })
}

/// The paper's GPU, with the user's changes.
fn gpu(changes: &[String]) -> Result<Config, Error> {
    let mut config = configuration::open("stsimt", &[])?;
    config.set(changes)?;
    Ok(config)
}

fn refuse(path: &Path, error: std::io::Error) -> Error {
    Error::input(format!("{}: {error}", path.display()), "name a file in a folder that can be written with --html")
}
