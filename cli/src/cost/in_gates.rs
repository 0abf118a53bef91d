//! A unit's netlist in lockstep with the golden model: what drives it, and how a mismatch is
//! printed.

use heddle_synth::circuit::Circuit;
use heddle_synth::gates::Gates;
use heddle_testbench::gates::InGates;
use heddle_testbench::interrupt;
use heddle_testbench::trace::TraceFile;
use heddle_testbench::verilator::Model;

use crate::console::aside;
use crate::error::Error;
use crate::recordings;
use crate::select::Selected;

/// Number of kernels that drive a unit if none is named.
const KERNELS: usize = 2;

/// Returns the traces that drive a unit, of at most `cycles` cycles each: the named kernels or else
/// the first two that fit, then random stimulus.
pub fn runs(wanted: &Selected, named: &[String], cycles: u64) -> Result<Vec<TraceFile>, Error> {
    let recorded = recordings::texts(wanted.unit.name, wanted.preset, named, KERNELS, cycles as usize)?;
    let recorded = recorded.into_iter().map(|(name, text)| TraceFile::parse(name, text));
    let mut runs = recorded.collect::<Result<Vec<_>, _>>()?;
    runs.push(TraceFile::parse("random".into(), wanted.unit.random(wanted.preset, 1, cycles))?);
    Ok(runs)
}

/// Runs a trace on a unit's netlist in lockstep with the golden model, or with a model of the RTL
/// that a user's module is; returns whether they agree, and prints the mismatch if not. `each` is
/// called in every cycle, when all nets have settled.
pub fn agrees(
    wanted: &Selected,
    circuit: Circuit,
    (file, reference): (&TraceFile, Option<&Model>),
    each: impl FnMut(&mut Gates),
) -> Result<bool, Error> {
    if interrupt::asked() {
        return Err(Error::interrupted());
    }
    let [inputs, outputs] = wanted.unit.ports(wanted.preset);
    // beside a model of the RTL, both start from zeros
    let gates = Gates::new(circuit, &inputs, &outputs, u64::from(reference.is_none()));
    let gates = gates.map_err(|error| Error::tool(error, "the netlist must have the ports of the contract"))?;
    let mut gates = InGates::reset(gates, [inputs.len(), outputs.len()], each);
    if let Some(model) = reference {
        let stopped = |error| Error::input(error, "the Verilog must run without a stop");
        gates = gates.beside(model).map_err(stopped)?;
    }
    let run = wanted.unit.lockstep(file, &mut gates)?;
    if let Some(mismatch) = &run.mismatch {
        let expected = if reference.is_some() { "RTL" } else { "golden" };
        aside!(
            "MISMATCH {} in gates, {}: cycle {} {}: {expected} {:#x}, gates {:#x}",
            wanted.name(),
            file.path(),
            mismatch.cycle,
            mismatch.port,
            mismatch.golden,
            mismatch.rtl
        );
    }
    Ok(run.mismatch.is_none())
}
