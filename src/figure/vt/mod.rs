//! The study of the VT paper, section V, on the whole GPU: its figures and tables from runs of all
//! applications.
//!
//! Runs are made and kept by the machinery of `heddle sim`. Figures depend on the study's data
//! alone, so that they can be made again from a data file.

mod applications;
mod eq2;
mod in_use;
mod limits;
mod machine;
mod means;
mod measurements;
mod order;
mod runs;
mod slots;
mod speedup;

use super::paper::{Paper, Wanted, Word, alone, figure};
use super::plot::Plot;
use super::study::data::Data;
use super::study::output;
use super::study::sheet::Sheet;
use super::study::statements::Results;
use super::study::timed::variations;
use crate::cli::Figure;
use crate::error::{Error, Outcome};
use crate::sim::store::Store;

use measurements::{Measurements, Study};
use speedup::Comparison;

/// The kind of data that a figure is made from, and the function that makes it.
pub enum Source {
    /// The figure compares runs.
    Compare(&'static Comparison),
    /// The figure is made from shapes and runs.
    Measurements(fn(&Measurements) -> Sheet),
    /// The figure is made from the GPU's configuration, or from short runs of its own.
    Own(fn(&Figure) -> Result<Sheet, Error>),
}

impl Source {
    /// Returns the figure of a study's data; `None` if it is not made from them.
    fn sheet(&self, found: &Measurements) -> Option<Sheet> {
        match self {
            Source::Compare(comparison) => Some(speedup::sheet(found, comparison)),
            Source::Measurements(sheet) => Some(sheet(found)),
            Source::Own(_) => None,
        }
    }
}

/// The options of figures that are made from runs.
const RUNS: &[Word] = &[Word::Vary, Word::Longest, Word::Slurm, Word::Data, Word::From];

/// The paper, with its figures in the paper's order.
pub static PAPER: Paper<Source> = Paper {
    name: "vt",
    takes: RUNS,
    figures: &[
        figure("vt/table1", RUNS, Source::Own(machine::sheet)),
        figure("vt/table2", RUNS, Source::Measurements(limits::table_2)),
        figure("vt/2", RUNS, Source::Measurements(limits::figure_2)),
        figure("vt/3", RUNS, Source::Measurements(limits::figure_3)),
        figure("vt/4", RUNS, Source::Measurements(slots::sheet)),
        figure("vt/5", RUNS, Source::Own(order::sheet)),
        figure("vt/8", RUNS, Source::Compare(&speedup::FIGURE_8)),
        figure("vt/9", RUNS, Source::Compare(&speedup::FIGURE_9)),
        figure("vt/10", RUNS, Source::Compare(&speedup::FIGURE_10)),
        figure("vt/11", RUNS, Source::Compare(&speedup::FIGURE_11)),
        figure("vt/12", RUNS, Source::Measurements(in_use::figure_12)),
        figure("vt/13", RUNS, Source::Measurements(in_use::figure_13)),
        alone("vt/eq2", eq2::run),
    ],
    fits: |_, _| true,
    units: ["controllers", "`heddle sim K --policy vt --rtl vtc` puts Verilated controllers into a GPU"],
    addresses: false,
    make,
};

/// Makes figures with a table of the paper's statements at the end.
fn make(args: &Figure, wanted: &Wanted<Source>, plots: &[Plot]) -> Result<Outcome, Error> {
    PAPER.check(args)?;
    let data = Data::of(args, PAPER.name, || find(args, wanted))?;
    let found = &data.found;
    // figures that take only a second are made for the same GPU
    let own = Figure { set: found.sets.clone(), ..args.clone() };
    let itself = found.under("");
    let mut ours = Vec::new();
    for (_, source) in wanted {
        let mut sheet = match source {
            Source::Own(sheet) => sheet(&own)?,
            _ => source.sheet(&itself).expect("it is made from the data"),
        };
        sheet.notes.extend(found.timed.notes());
        ours.push(sheet);
    }
    let of = |found: &Measurements| wanted.iter().filter_map(|(_, source)| source.sheet(found)).collect();
    let results = Results::varied(ours, &found.changes(), |change| of(&found.under(change)));
    data.finish(args, &PAPER.title(), "over Type-S here", &results, plots)
}

/// Makes the data whose runs are not kept.
fn find(args: &Figure, wanted: &Wanted<Source>) -> Result<Data<Study>, Error> {
    // a wrong change is refused before any work
    variations(args).try_for_each(|varied| runs::gpu(args, varied, &[]).map(drop))?;
    let figures: Vec<&str> = wanted.iter().map(|(name, _)| *name).collect();
    let store = Store::open(args.keep.as_deref(), &args.cluster)?;
    let found = runs::find(args, &figures, &store)?;
    store.gathered()?;
    let sets: String = args.set.iter().map(|set| format!(", {set}")).collect();
    let what = format!("vt, a third of the GPU, scale {}, {} addresses{sets}", args.scale, runs::address(args));
    Ok(Data { found, what, command: output::command(args) })
}
