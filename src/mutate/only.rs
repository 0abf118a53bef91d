//! One mutant alone: its Verilog, and what gives it away.

use heddle_synth::Yosys;
use heddle_testbench::files::write_whole;

use super::draw;
use crate::cli::{Hunt, Mutate};
use crate::error::{Error, Outcome};
use crate::hunt::prepare;
use crate::output::out_error;
use crate::say::say;
use crate::select::{HEADER, Selected};

/// Writes it, and hunts it as `check --dut` would.
pub fn run(args: &Mutate, yosys: &Yosys, selected: &[Selected], number: u64) -> Result<Outcome, Error> {
    let [selected] = selected else {
        let what = format!("--only is about one preset, and {} are selected", selected.len());
        return Err(Error::input(what, "name the one, as in `heddle mutate slp/tiny --only 7`"));
    };
    let (_, mutants) = draw(args, yosys, selected)?;
    let Some(mutant) = mutants.list.iter().find(|mutant| mutant.number == number) else {
        let what = format!("there is no mutant {number}");
        return Err(Error::input(what, format!("there are 1 to {}; --count draws more", mutants.list.len())));
    };
    let (unit, preset) = (selected.unit.name, selected.preset);
    let verilog = args.out.join(format!("{unit}-{preset}-mutant-{}-{number}.v", args.seed));
    let text = format!("{HEADER}{unit}/{preset}\n{}", mutants.alone(mutant)?);
    write_whole(&verilog, text.as_bytes()).map_err(|error| out_error(&verilog, error))?;
    if !args.json {
        let signal = mutant.signal.as_deref().unwrap_or("a signal without a name");
        say!("mutant {number} of {unit}/{preset}: {} {} of {}, {signal}", mutant.mode, mutant.port, mutant.cell);
        say!("  Verilog  {}", verilog.display());
    }
    let hunt = Hunt {
        selection: vec![format!("{unit}/{preset}")],
        seed: Some(args.seed.into()),
        jobs: args.jobs,
        dut: Some(verilog),
        out: args.out.clone(),
        json: args.json,
    };
    let report = prepare(&hunt, args.seed.into())?.run(&hunt, Some(args.cycles), None, false)?;
    report.interrupted()?;
    if report.outcome == Outcome::Equal && !args.json {
        say!("equal in {} cycles: nothing gives it away", args.cycles);
    }
    Ok(report.outcome)
}
