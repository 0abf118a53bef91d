//! The study of the SLP paper. Figures without time are made from a profile of each benchmark, in
//! which one functional pass counts warps under every permutation; figure 15 and section 6.4 are
//! made from runs on the whole GPU.
//!
//! Figures depend on these data alone, so that they can be made again from a data file.

mod benchmarks;
mod divergence;
mod measurements;
mod measures;
mod performance;
mod profiles;
mod ranges;
mod rates;
mod runs;
mod utilisation;

use super::paper::{Listed, Paper, Wanted, Word, figure};
use super::plot::Plot;
use super::study::data::Data;
use super::study::output;
use super::study::sheet::Sheet;
use super::study::statements::Results;
use super::study::timed::variations;
use crate::cli::Figure;
use crate::error::{Error, Outcome};
use crate::sim::store::Store;

use measurements::Measurements;

/// A function that makes a figure from the study's data.
type Make = fn(&Measurements) -> Sheet;

/// The options of figures that are made from profiles.
const COUNTED: &[Word] = &[Word::Slurm, Word::Data, Word::From];
/// The options of figures that are made from timed runs.
const TIMED: &[Word] = &[Word::Longest, Word::Vary, Word::Slurm, Word::Data, Word::From];

/// The paper, with its figures in the paper's order.
pub static PAPER: Paper<Make> = Paper {
    name: "slp",
    takes: TIMED,
    figures: &[
        figure("slp/3", COUNTED, utilisation::figure_3),
        figure("slp/6", COUNTED, divergence::sheet),
        figure("slp/11", COUNTED, rates::sheet),
        figure("slp/12", COUNTED, |found| ranges::sheet(found, "slp/12")),
        figure("slp/13", COUNTED, |found| ranges::sheet(found, "slp/13")),
        figure("slp/14", COUNTED, utilisation::figure_14),
        figure("slp/15", TIMED, performance::figure_15),
        figure("slp/6.4", TIMED, performance::section_6_4),
    ],
    fits: |_, _| true,
    units: ["compactors", "`heddle sim K --policy tbc --rtl slp` has the Verilated unit in a GPU"],
    addresses: false,
    make,
};

/// Makes figures with a table of the paper's statements at the end.
fn make(args: &Figure, wanted: &Wanted<Make>, plots: &[Plot]) -> Result<Outcome, Error> {
    PAPER.check(args)?;
    // the figures that the user names have timed runs
    let timed = PAPER.takes(&args.figure) == Some(TIMED);
    if !args.set.is_empty() && !timed {
        let help = "leave out --set: what is counted depends on no value of a GPU";
        return Err(Error::input(format!("{} is made without a GPU", args.figure), help));
    }
    let data = Data::of(args, PAPER.name, || find(args, timed))?;
    let sheets = |found: &Measurements| wanted.iter().map(|(_, make)| make(found)).collect();
    let changes = data.found.timed.changes();
    let results = Results::varied(sheets(&data.found), &changes, |change| sheets(&data.found.under(change)));
    data.finish(args, &PAPER.title(), "read otherwise", &results, plots)
}

/// Makes the profiles, and those runs whose results are not kept.
fn find(args: &Figure, timed: bool) -> Result<Data<Measurements>, Error> {
    if timed {
        // a wrong change is refused before any work
        variations(args).try_for_each(|varied| runs::gpu(args, varied).map(drop))?;
    }
    let mut found = profiles::make(args)?;
    if timed {
        let store = Store::open(args.keep.as_deref(), &args.cluster)?;
        runs::make(args, &store, &mut found)?;
        store.gathered()?;
    }
    crate::store::Store::of_tasks(&args.cluster)?.gathered()?;
    let address = args.addresses().first().copied().unwrap_or_default();
    let how = if timed { "profiles and the whole GPU" } else { "functional" };
    let sets: String = args.set.iter().map(|set| format!(", {set}")).collect();
    let what = format!("slp, {how}, scale {}, {address} addresses{sets}", args.scale);
    Ok(Data { found, what, command: output::command(args) })
}
