//! `heddle figure`: regenerates a paper's figure from new measurements.

mod paper;
mod plot;
mod simt_simd;
mod slp;
mod stsimt;
mod stsimt_5;
mod stsimt_scalars;
mod study;
mod vt;
mod vws;

use crate::cli::Figure;
use crate::console::aside;
use crate::error::{Error, Outcome};
use crate::select::suggest;
use paper::{Listed, Word};

/// All papers, each with its figures.
static PAPERS: [&dyn Listed; 5] = [&stsimt::PAPER, &slp::PAPER, &vws::PAPER, &vt::PAPER, &simt_simd::PAPER];

/// Runs `heddle figure`: regenerates the figure with the given name.
pub fn run(args: &Figure) -> Result<Outcome, Error> {
    let found = PAPERS.iter().find_map(|paper| Some((paper, paper.takes(&args.figure)?)));
    let Some((paper, takes)) = found else {
        let names: Vec<&str> = PAPERS.iter().flat_map(|paper| paper.names()).collect();
        return Err(Error::input(
            format!("there is no figure `{}`", args.figure),
            suggest(&args.figure, names.into_iter()),
        ));
    };
    refuse_strange_words(args, takes)?;
    args.cluster.takes(&[
        ("--afresh", args.afresh),
        ("--keep", args.keep.is_some()),
        ("--from", args.from.is_some()),
    ])?;
    paper.run(args)
}

/// Refuses options that are meant for other figures only.
fn refuse_strange_words(args: &Figure, takes: &[Word]) -> Result<(), Error> {
    let runs = "the option is for figures that are made of runs on a GPU, as stsimt/8";
    let kept = "the option is for figures whose data can be kept, as vt/8 and slp/11";
    let matrix = "the option is for figures of matrices, as simt-simd/4b";
    let words = [
        (Word::Vary, "--vary", !args.vary.is_empty(), runs),
        (Word::Longest, "--longest", args.longest.is_some(), runs),
        (Word::Slurm, "--slurm", args.cluster.share.is_some(), runs),
        (Word::Data, "--data", args.data.is_some(), kept),
        (Word::Matrix, "--matrix", args.matrix.is_some(), matrix),
        (Word::From, "--from", args.from.is_some(), kept),
    ];
    match words.iter().find(|(word, _, given, _)| *given && !takes.contains(word)) {
        Some((_, word, _, why)) => {
            Err(Error::input(format!("{} does not take {word}", args.figure), format!("leave out {word}: {why}")))
        }
        None => Ok(()),
    }
}

/// Prints the differences between two measurements of the same thing; returns a mismatch if there
/// are any.
fn verdict(differences: &[String]) -> Outcome {
    for difference in differences {
        aside!("MISMATCH {difference}");
    }
    if differences.is_empty() { Outcome::Equal } else { Outcome::Mismatch }
}
