//! The study of the VWS paper, sections 3 and 6, on one SM: its figures from runs of fifteen
//! programs, and of all others for figures 1a, 8 and 19.
//!
//! Figures depend on the study's data alone, so that they can be made again from a data file.

mod area;
mod checks;
mod columns;
mod found;
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
use crate::cli::Figure;
use crate::error::{Error, Outcome};
use crate::sim::store::Store;

use found::Found;

/// A function that makes a figure from the study's data.
type Make = fn(&Found) -> Sheet;

/// The options of all figures.
const RUNS: &[Word] = &[Word::Longest, Word::Slurm, Word::Data, Word::From];

/// The paper, with its figures in the paper's order.
pub static PAPER: Paper<Make> = Paper {
    name: "vws",
    takes: RUNS,
    figures: &[
        figure("vws/1", RUNS, sizes::figure_1),
        figure("vws/2", RUNS, sizes::figure_2),
        figure("vws/4", RUNS, sizes::figure_4),
        figure("vws/5", RUNS, |found| columns::sheet(found, &columns::FIGURE_5)),
        figure("vws/7", RUNS, |found| columns::sheet(found, &columns::FIGURE_7)),
        figure("vws/8", RUNS, sizes::figure_8),
        figure("vws/9", RUNS, |found| columns::sheet(found, &columns::FIGURE_9)),
        figure("vws/10", RUNS, |found| columns::sheet(found, &columns::FIGURE_10)),
        figure("vws/11", RUNS, |found| columns::sheet(found, &columns::FIGURE_11)),
        figure("vws/12", RUNS, |found| columns::sheet(found, &columns::FIGURE_12)),
        figure("vws/13", RUNS, |found| columns::sheet(found, &columns::FIGURE_13)),
        figure("vws/14", RUNS, |found| columns::sheet(found, &columns::FIGURE_14)),
        figure("vws/15", RUNS, |found| columns::sheet(found, &columns::FIGURE_15)),
        figure("vws/16", RUNS, |found| columns::sheet(found, &columns::FIGURE_16)),
        figure("vws/17", RUNS, |found| columns::sheet(found, &columns::FIGURE_17)),
        figure("vws/18", RUNS, over_time::figure_18),
        figure("vws/19", RUNS, sizes::figure_19),
        figure("vws/table2", RUNS, |_| area::sheet()),
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
    let results = Results::ours(wanted.iter().map(|(_, make)| make(&data.found)).collect());
    data.finish(args, &PAPER.title(), "one gang fetched", &results, plots)
}

/// Makes those runs of the figures whose results are not kept.
fn find(args: &Figure, wanted: &Wanted<Make>) -> Result<Data<Found>, Error> {
    // a wrong change is refused before any work
    runs::gpu(args, "")?;
    let figures: Vec<&str> = wanted.iter().map(|(name, _)| *name).collect();
    let store = Store::open(args.keep.as_deref(), &args.cluster)?;
    let found = runs::make(args, &figures, &store)?;
    store.gathered()?;
    let address = args.addresses().first().copied().unwrap_or_default();
    let sets: String = args.set.iter().map(|set| format!(", {set}")).collect();
    let what = format!("vws, one SM, scale {}, {address} addresses{sets}", args.scale);
    Ok(Data { found, what, command: output::command(args) })
}
