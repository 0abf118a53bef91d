//! `heddle mutate`: small faults in the RTL, one at a time, and who notices.

mod campaign;
mod only;
mod record;
mod report;

use heddle_synth::Yosys;
use heddle_testbench::interrupt;
use heddle_testbench::mutate::Mutants;

use crate::cli::Mutate;
use crate::error::{Error, Outcome};
use crate::select::{Selected, select};
use crate::store::Store;
use crate::workshop::{jobs, workshop};

use campaign::Campaign;

/// Small enough to prove things about; what a unit is mutated at if no preset is named.
const PRESET: &str = "tiny";

/// Runs the verb.
pub fn run(args: &Mutate) -> Result<Outcome, Error> {
    let selected = selected(&args.selection)?;
    let yosys = Yosys::find()?;
    if let Some(number) = args.only {
        return only::run(args, &yosys, &selected, number);
    }
    let store = Store::open(args.keep.as_deref(), "mutants")?;
    let workshop = workshop()?;
    let mut campaigns = Vec::new();
    for selected in &selected {
        campaigns.push(Campaign::prepare(args, &yosys, &workshop, &store, selected)?);
    }
    campaign::run(&mut campaigns, &store, jobs(args.jobs))?;
    if interrupt::asked() {
        let all: usize = campaigns.iter().map(|campaign| campaign.verdicts.len()).sum();
        let done = campaigns.iter().flat_map(|campaign| &campaign.verdicts).flatten().count();
        return Err(Error::Interrupted { what: format!("{done} of {all} mutants are done and kept") });
    }
    report::print(args, &campaigns)
}

/// What the words name; a unit alone is its smallest preset, and nothing at all every unit.
fn selected(words: &[String]) -> Result<Vec<Selected>, Error> {
    let exact: Vec<String> =
        words.iter().map(|word| if word.contains('/') { word.clone() } else { format!("{word}/{PRESET}") }).collect();
    let selected = select(&exact)?;
    if let Some(part) = selected.iter().find(|one| one.unit.primitive && !words.is_empty()) {
        let what = format!("{} is a part of units", part.unit.name);
        return Err(Error::input(what, "name a unit: its mutants are those of its parts, too"));
    }
    let all = words.is_empty();
    Ok(selected.into_iter().filter(|one| !all || one.preset == PRESET && !one.unit.primitive).collect())
}

/// The mutants of a preset.
fn draw(args: &Mutate, yosys: &Yosys, selected: &Selected) -> Result<(String, Mutants), Error> {
    let verilog = selected.unit.emit(selected.preset);
    let mutants = Mutants::draw(yosys, selected.unit.name, &verilog, args.count.into(), args.seed)?;
    Ok((verilog, mutants))
}
