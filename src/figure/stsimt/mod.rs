//! The study of the STSIMT paper, section 5, on the whole GPU: its policies side by side over all
//! workloads.
//!
//! A figure names the policies that it needs; its runs are made and kept by the machinery of
//! `heddle sim`, so that figures share them.

mod conflicts;
mod data;
mod efficiency;
mod energy;
mod kernels;
mod lanes;
mod mean;
mod paper;
mod parts;
mod runs;
mod settings;
mod speedup;

use heddle_gpu::config::Config;
use serde_json::{Map, json};

use super::paper::{Paper, Wanted, Word, alone, figure};
use super::plot::Plot;
use super::study::output::{self, Report};
use super::study::sheet::Sheet;
use super::study::statements::{self, Results};
use super::{stsimt_5, stsimt_scalars};
use crate::cli::Figure;
use crate::console::aside;
use crate::error::{Error, Outcome};
use crate::sim::store::Store;

use kernels::{BASE, Kernels};
use runs::SettingRuns;
use speedup::Comparison;

/// The kind of runs that a figure is made from.
pub enum Source {
    /// Runs whose speeds are compared.
    Speeds(&'static Comparison),
    /// Runs under these policies, and the function that makes the figure from them.
    Runs(&'static [&'static str], fn(&Kernels, &Config) -> Sheet),
    /// Separate runs, for this figure alone.
    Own,
}

use Source::{Own, Runs, Speeds};

impl Source {
    /// Returns the policies of the runs that figures share; none for a figure with runs of its own.
    fn policies(&self) -> &'static [&'static str] {
        match self {
            Speeds(study) => study.policies,
            Runs(policies, _) => policies,
            Own => &[],
        }
    }
}

/// The options of figures that are made from runs.
const RUNS: &[Word] = &[Word::Vary, Word::Longest, Word::Slurm, Word::Data];
/// The options of figures that compare speeds alone, so that their data files make them again.
const SPEEDS: &[Word] = &[Word::Vary, Word::Longest, Word::Slurm, Word::Data, Word::From];

/// The paper, with its figures.
pub static PAPER: Paper<Source> = Paper {
    name: "stsimt",
    takes: SPEEDS,
    figures: &[
        figure("stsimt/4", RUNS, Runs(&[BASE], |kernels, _| efficiency::sheet(kernels))),
        alone("stsimt/5", stsimt_5::run),
        figure("stsimt/5.6", SPEEDS, Speeds(&speedup::DESIGN)),
        figure("stsimt/6", RUNS, Own),
        figure("stsimt/7", SPEEDS, Speeds(&speedup::TSIMT)),
        figure("stsimt/8", SPEEDS, Speeds(&speedup::STSIMT)),
        figure("stsimt/table4", RUNS, Runs(conflicts::POLICIES, |kernels, _| conflicts::sheet(kernels))),
        alone("stsimt/9", stsimt_scalars::registers),
        alone("stsimt/10", stsimt_scalars::instructions),
        figure("stsimt/11", SPEEDS, Speeds(&speedup::SCALAR)),
        figure("stsimt/12", RUNS, Runs(energy::POLICIES, energy::sheet)),
        figure("stsimt/headline", SPEEDS, Speeds(&speedup::HEADLINE)),
    ],
    fits,
    units: ["lanes", "`heddle sim K --policy tsimt --rtl lane` puts Verilated lanes into a GPU"],
    addresses: true,
    make,
};

/// Whether a figure is among all of them: not the choice among others' statements, and no figure of
/// another workload than the user's.
fn fits(args: &Figure, source: &Source) -> bool {
    match source {
        Speeds(study) => study.figure != speedup::HEADLINE.figure,
        Runs(..) => true,
        Own => args.only.is_empty() || args.only.iter().any(|word| word.eq_ignore_ascii_case(lanes::WORKLOAD)),
    }
}

/// Makes figures with a table of the paper's statements at the end.
fn make(args: &Figure, wanted: &Wanted<Source>, plots: &[Plot]) -> Result<Outcome, Error> {
    match (&args.from, wanted) {
        (Some(path), [(_, Speeds(study))]) => return parts::together(args, path, study, plots),
        (Some(path), _) => return parts::whole(args, path, !plots.is_empty()),
        (None, _) => {}
    }
    let mut outcome = of_runs(args, wanted, plots)?;
    // figures that need no GPU are about all workloads
    let all = args.figure == PAPER.name && args.only.is_empty();
    for (name, run) in PAPER.alone().filter(|_| all) {
        let plot = Some(Plot::in_folder(args, name));
        if run(&Figure { figure: name.to_string(), plot, html: None, ..args.clone() })? != Outcome::Equal {
            outcome = Outcome::Mismatch;
        }
    }
    Ok(outcome)
}

fn of_runs(args: &Figure, wanted: &Wanted<Source>, plots: &[Plot]) -> Result<Outcome, Error> {
    PAPER.check(args)?;
    let settings = settings::wanted(args)?;
    let store = Store::open(args.keep.as_deref(), &args.cluster)?;
    let mut policies: Vec<String> = vec![BASE.into()];
    for (_, made) in wanted {
        let new: Vec<String> = made.policies().iter().map(|policy| policy.to_string()).collect();
        policies.extend(new.into_iter().filter(|policy| !policies.contains(policy)).collect::<Vec<_>>());
    }
    let needs_runs = wanted.iter().any(|(_, made)| !matches!(made, Own));
    let mut made: Vec<SettingRuns> = Vec::new();
    for (number, setting) in settings.iter().enumerate().filter(|(number, _)| needs_runs || *number == 0) {
        if settings.len() > 1 && needs_runs {
            aside!("setting {} of {}: {}", number + 1, settings.len(), setting.name);
        }
        let under: &[String] = if needs_runs { &policies } else { &[] };
        let mut one = SettingRuns::new(args, setting, under, &store, made.first())?;
        for (_, made) in wanted {
            match made {
                Speeds(study) => one.results.sheets.push(speedup::sheet(study, &one.kernels)),
                Runs(_, sheet) => one.results.sheets.push(sheet(&one.kernels, &one.config)),
                Own if number == 0 => one.results.sheets.push(lanes::sheet(args, &store)?),
                Own => {}
            }
        }
        made.push(one);
    }
    store.gathered()?;
    report(args, &made, &policies, plots)
}

/// Prints the first setting's figures with the tables of other sizes of addresses, and every
/// statement under all settings; writes the files.
fn report(args: &Figure, made: &[SettingRuns], policies: &[String], plots: &[Plot]) -> Result<Outcome, Error> {
    let results: Vec<&Results> = made.iter().map(|made| &made.results).collect();
    let statements = statements::of(&results);
    let report = Report {
        paper: &PAPER.title(),
        what: &made[0].kernels.what,
        command: &output::command(args),
        count: made[0].kernels.count(),
        others: "all workloads",
        sheets: &made[0].results.sheets,
        statements: &statements,
    };
    let of = |made: &SettingRuns| Map::from_iter([("address".to_string(), json!(made.setting.address.bits()))]);
    let addresses = made.iter().filter(|made| made.setting.change.is_none());
    let shown: Vec<_> =
        addresses.map(|made| (made.kernels.what.as_str(), made.results.sheets.as_slice(), of(made))).collect();
    report.print(args, &shown);
    report.write(args, plots)?;
    if let Some(path) = &args.data {
        output::write(path, &data::text(args, made, policies, &statements))?;
    }
    for made in made {
        made.kernels.wrong.iter().for_each(|wrong| aside!("WRONG {}: {wrong}", made.setting.name));
    }
    Ok(if made.iter().any(SettingRuns::is_bad) { Outcome::Mismatch } else { Outcome::Equal })
}
