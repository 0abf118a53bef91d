//! `heddle mutate --only`: one mutant alone, its Verilog, and the trace or the solver's verdict on
//! it.

use heddle_synth::Yosys;
use heddle_testbench::kept;
use heddle_testbench::mutate::Fate;
use serde_json::json;

use super::judge::Judge;
use super::{draw, record};
use crate::cli::{Chosen, Hunt, Mutate, Tested};
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::hunt::prepare;
use crate::number::group;
use crate::output::out_error;
use crate::select::{HEADER, Selected};

/// Writes one mutant's Verilog, checks the mutant as `check --dut` does, and asks a solver if no
/// mismatch is found.
pub fn run(args: &Mutate, yosys: &Yosys, selected: &[Selected], number: u64) -> Result<Outcome, Error> {
    let [selected] = selected else {
        let what = format!("--only takes one preset, and {} are selected", selected.len());
        return Err(Error::input(what, "name the preset, as in `heddle mutate slp/tiny --only 7`"));
    };
    let (_, mutants) = draw(args, yosys, selected)?;
    let Some(mutant) = mutants.list.iter().find(|mutant| mutant.number == number) else {
        let what = format!("there is no mutant {number}");
        return Err(Error::input(what, format!("there are 1 to {}; --count draws more", mutants.list.len())));
    };
    let (unit, preset) = (selected.unit.name, selected.preset);
    let verilog = args.out.join(format!("{unit}-{preset}-mutant-{}-{number}.v", args.seed));
    let text = format!("{HEADER}{unit}/{preset}\n{}", mutants.alone(mutant)?);
    kept::write(&verilog, text.as_bytes()).map_err(|error| out_error(&verilog, error))?;
    if !args.json {
        let signal = mutant.signal.as_deref().unwrap_or("a signal without a name");
        say!("mutant {number} of {unit}/{preset}: {} {} of {}, {signal}", mutant.mode, mutant.port, mutant.cell);
        say!("  Verilog  {}", verilog.display());
    }
    let tested = Tested { dut: Some(verilog), ..Tested::default() };
    let chosen = Chosen { selection: vec![format!("{unit}/{preset}")], tested };
    let hunt = Hunt {
        seed: Some(args.seed.into()),
        jobs: args.jobs,
        out: args.out.clone(),
        shrink: None,
        no_shrink: false,
        no_wave: false,
        json: args.json,
    };
    let prepared = prepare(&chosen, &hunt, args.seed.into())?;
    let report = prepared.run(&hunt, Some(args.cycles), None, false)?;
    report.interrupted()?;
    if report.outcome != Outcome::Equal {
        return Ok(report.outcome);
    }
    let judge = Judge::new(args, selected);
    let Some(told) = judge.judge(prepared.targets[0].as_ref(), &mutants, mutant)? else {
        return Err(Error::Interrupted { what: format!("equal in {} cycles", group(args.cycles)) });
    };
    tell(args, &format!("{unit}-{preset}-mutant-{}-{number}.trace", args.seed), &told)
}

/// Prints a solver's verdict on the mutant; writes the trace if there is one.
fn tell(args: &Mutate, trace: &str, told: &Fate) -> Result<Outcome, Error> {
    let mut event = record::write(told);
    let mut outcome = Outcome::Equal;
    let said = match told {
        Fate::Equivalent { how } => format!("equivalent: {how}"),
        Fate::Survived { trace: text, port } => {
            let path = args.out.join(trace);
            kept::write(&path, text.as_bytes()).map_err(|error| out_error(&path, error))?;
            event["trace"] = json!(path);
            outcome = Outcome::Mismatch;
            format!("a legal run shows it at port {port}: {}", path.display())
        }
        Fate::Undecided { depth, why } => format!("undecided to {depth} cycles after reset: {why}"),
        Fate::Killed { .. } | Fate::Refused { .. } => unreachable!("a solver runs no stimulus"),
    };
    if args.json {
        event["event"] = json!("mutant");
        say!("{event}");
    } else {
        say!("equal in {} cycles; {said}", group(args.cycles));
    }
    Ok(outcome)
}
