//! A unit's netlist in lockstep with the golden model: what drives it, and how a mismatch is
//! printed.

use heddle_gpu::system::SimError;
use heddle_kernel::launch::RunError;
use heddle_synth::circuit::Circuit;
use heddle_synth::gates::Gates;
use heddle_testbench::gates::InGates;
use heddle_testbench::interrupt;
use heddle_testbench::trace::TraceFile;

use crate::console::aside;
use crate::error::Error;
use crate::in_gpu::{NAMES, record};
use crate::kernel::note;
use crate::kernel::program::Loaded;
use crate::recordings::kernels;
use crate::select::Selected;

/// Number of kernels that drive a unit if none is named.
const KERNELS: usize = 2;

/// Returns the traces that drive a unit, of at most `cycles` cycles each: the named kernels or else
/// the first two that fit, then random stimulus.
pub fn runs(wanted: &Selected, named: &[(String, Loaded)], cycles: u64) -> Result<Vec<TraceFile>, Error> {
    let mut runs = Vec::new();
    if NAMES.contains(&wanted.unit.name) {
        let all;
        let (list, most): (Vec<(&str, &Loaded)>, usize) = if named.is_empty() {
            all = kernels()?;
            (all.iter().map(|(name, loaded)| (*name, loaded)).collect(), KERNELS)
        } else {
            (named.iter().map(|(name, loaded)| (name.as_str(), loaded)).collect(), usize::MAX)
        };
        for (name, loaded) in list {
            if runs.len() == most {
                break;
            }
            let mut session = loaded.session("test")?;
            let note = note(&loaded.name, "test");
            match record(wanted.unit.name, wanted.preset, &mut session, cycles as usize, note).expect("one of them") {
                Ok(text) => runs.push(TraceFile::parse(name.to_string(), text)?),
                Err(SimError::Unfit(_) | SimError::Run(RunError::WarpSynchronous { .. })) if named.is_empty() => {}
                Err(trouble) => return Err(trouble.into()),
            }
        }
    }
    runs.push(TraceFile::parse("random".into(), wanted.unit.random(wanted.preset, 1, cycles))?);
    Ok(runs)
}

/// Runs a trace on a unit's netlist in lockstep with the golden model; returns whether they agree,
/// and prints the mismatch if not. `each` is called in every cycle, when all nets have settled.
pub fn agrees(
    wanted: &Selected,
    circuit: Circuit,
    file: &TraceFile,
    each: impl FnMut(&mut Gates),
) -> Result<bool, Error> {
    let name = format!("{}/{}", wanted.unit.name, wanted.preset);
    if interrupt::asked() {
        return Err(Error::interrupted());
    }
    let [inputs, outputs] = wanted.unit.ports(wanted.preset);
    let gates = Gates::new(circuit, &inputs, &outputs, 1);
    let gates = gates.map_err(|error| Error::tool(error, "the netlist must have the ports of the contract"))?;
    let run = wanted.unit.lockstep(file, &mut InGates::reset(gates, [inputs.len(), outputs.len()], each))?;
    if let Some(mismatch) = &run.mismatch {
        aside!(
            "MISMATCH {name} in gates, {}: cycle {} {}: golden {:#x}, gates {:#x}",
            file.path(),
            mismatch.cycle,
            mismatch.port,
            mismatch.golden,
            mismatch.rtl
        );
    }
    Ok(run.mismatch.is_none())
}
