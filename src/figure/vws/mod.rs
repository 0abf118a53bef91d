//! The study of the VWS paper, sections 3 and 6, on one SM: its figures from runs of fifteen
//! programs, and of all others for figures 1a, 8 and 19.
//!
//! Figures depend on the study's data alone, so that they can be made again from a data file.

mod area;
mod checks;
mod columns;
mod measurements;
mod over_time;
mod programs;
mod runs;
mod sizes;

use super::paper::{Paper, Wanted, Word, figure};
use super::plot::Plot;
use super::study::data::Data;
use super::study::output;
use super::study::sheet::Sheet;
use super::study::statements::Results;
use super::study::timed::variations;
use crate::cli::Figure;
use crate::error::{Error, Outcome};
use crate::sim::store::Store;

use columns::Comparison;
use measurements::Measurements;

/// The way in which a figure is made from the study's data.
pub enum Make {
    /// A comparison of runs.
    Compare(&'static Comparison),
    /// By a function of its own.
    Sheet(fn(&Measurements) -> Sheet),
}

use Make::Compare;

impl Make {
    fn sheet(&self, found: &Measurements) -> Sheet {
        match self {
            Compare(comparison) => columns::sheet(found, comparison),
            Make::Sheet(sheet) => sheet(found),
        }
    }
}

/// The options of all figures.
const RUNS: &[Word] = &[Word::Vary, Word::Longest, Word::Slurm, Word::Data, Word::From];

/// The paper, with its figures in the paper's order.
pub static PAPER: Paper<Make> = Paper {
    name: "vws",
    takes: RUNS,
    figures: &[
        figure("vws/1", RUNS, Make::Sheet(sizes::figure_1)),
        figure("vws/2", RUNS, Make::Sheet(sizes::figure_2)),
        figure("vws/4", RUNS, Make::Sheet(sizes::figure_4)),
        figure("vws/5", RUNS, Compare(&columns::FIGURE_5)),
        figure("vws/7", RUNS, Compare(&columns::FIGURE_7)),
        figure("vws/8", RUNS, Make::Sheet(sizes::figure_8)),
        figure("vws/9", RUNS, Compare(&columns::FIGURE_9)),
        figure("vws/10", RUNS, Compare(&columns::FIGURE_10)),
        figure("vws/11", RUNS, Compare(&columns::FIGURE_11)),
        figure("vws/12", RUNS, Compare(&columns::FIGURE_12)),
        figure("vws/13", RUNS, Compare(&columns::FIGURE_13)),
        figure("vws/14", RUNS, Compare(&columns::FIGURE_14)),
        figure("vws/15", RUNS, Compare(&columns::FIGURE_15)),
        figure("vws/16", RUNS, Compare(&columns::FIGURE_16)),
        figure("vws/17", RUNS, Compare(&columns::FIGURE_17)),
        figure("vws/18", RUNS, Make::Sheet(over_time::figure_18)),
        figure("vws/19", RUNS, Make::Sheet(sizes::figure_19)),
        figure("vws/table2", RUNS, Make::Sheet(|_| area::sheet())),
    ],
    fits: |_, _| true,
    units: ["units", "`heddle sim K --config vws --policy ivws --rtl gang` puts a Verilated unit into a GPU"],
    addresses: false,
    make,
};

/// Makes figures with a table of the paper's statements at the end.
fn make(args: &Figure, wanted: &Wanted<Make>, plots: &[Plot]) -> Result<Outcome, Error> {
    PAPER.check(args)?;
    let data = Data::of(args, PAPER.name, || find(args, wanted))?;
    let sheets = |found: &Measurements| wanted.iter().map(|(_, make)| make.sheet(found)).collect();
    let changes = data.found.timed.changes();
    let results = Results::varied(sheets(&data.found), &changes, |change| sheets(&data.found.under(change)));
    data.finish(args, &PAPER.title(), "one gang fetched", &results, plots)
}

/// Makes those runs of the figures whose results are not kept.
fn find(args: &Figure, wanted: &Wanted<Make>) -> Result<Data<Measurements>, Error> {
    // a wrong change is refused before any work
    variations(args).try_for_each(|varied| runs::gpu(args, varied, "").map(drop))?;
    let figures: Vec<&str> = wanted.iter().map(|(name, _)| *name).collect();
    let store = Store::open(args.keep.as_deref(), &args.cluster)?;
    let found = runs::make(args, &figures, &store)?;
    store.gathered()?;
    let address = args.addresses().first().copied().unwrap_or_default();
    let sets: String = args.set.iter().map(|set| format!(", {set}")).collect();
    let what = format!("vws, one SM, scale {}, {address} addresses{sets}", args.scale);
    Ok(Data { found, what, command: output::command(args) })
}
