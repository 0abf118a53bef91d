//! `heddle mutate`: mutation testing; small faults in the RTL, one at a time, and which of them the
//! verification detects.

mod campaign;
mod judge;
mod only;
mod record;
mod report;

use heddle_sandbox::confine_tool;
use heddle_synth::{Resets, Yosys};
use heddle_testbench::interrupt;
use heddle_testbench::mutate::Mutants;
use heddle_testbench::target::Hardware;

use crate::cli::Mutate;
use crate::error::{Error, Outcome};
use crate::models::{jobs, model_tools};
use crate::select::{Selected, smallest};
use crate::store::Store;

use campaign::Campaign;

/// Runs `heddle mutate`: draws mutants of the RTL and counts those that lockstep or solver detect.
pub fn run(args: &Mutate) -> Result<Outcome, Error> {
    args.cluster.takes(&[
        ("--afresh", args.afresh),
        ("--only", args.only.is_some()),
        ("--keep", args.keep.is_some()),
    ])?;
    let selected = smallest(&args.selection)?;
    let yosys = Yosys::find()?.prepared(confine_tool);
    if let Some(number) = args.only {
        return only::run(args, &yosys, &selected, number);
    }
    let store = Store::open(args.keep.as_deref(), &args.cluster, "mutants")?;
    let tools = model_tools()?;
    let mut campaigns = Vec::new();
    for selected in &selected {
        campaigns.push(Campaign::prepare(args, &yosys, &tools, &store, selected)?);
    }
    campaign::run(&mut campaigns, &store, jobs(args.jobs))?;
    if interrupt::asked() {
        let all: usize = campaigns.iter().map(|campaign| campaign.verdicts.len()).sum();
        let done = campaigns.iter().flat_map(|campaign| &campaign.verdicts).flatten().count();
        return Err(Error::Interrupted { what: format!("{done} of {all} mutants are done and kept") });
    }
    store.gathered()?;
    report::print(args, &campaigns)
}

/// Returns a preset's Verilog and the mutants that are drawn of it.
fn draw(args: &Mutate, yosys: &Yosys, selected: &Selected) -> Result<(String, Mutants), Error> {
    let verilog = Hardware::variant(args.fpga).verilog(|| selected.unit.emit(selected.preset)).into_owned();
    let verilog = selected.unit.plain(verilog, Resets::Gates)?;
    let mutants = Mutants::draw(yosys, selected.unit.top, &verilog, args.count.into(), args.seed)?;
    Ok((verilog, mutants))
}
