//! Short recordings of programs, replayed on the models of units in lockstep.

use heddle_testbench::target::Target;
use heddle_testbench::trace::TraceFile;

use crate::error::Error;
use crate::program::recordings;

/// Most recordings for a preset.
const MOST: usize = 3;
/// Most cycles of a recording.
const CYCLES: usize = 5_000;

/// The result of one recording of a program, replayed in lockstep.
pub struct Replayed {
    /// The name of the program.
    pub program: String,
    /// The recording, if golden model and RTL disagree on it; else `None`.
    pub failed: Option<TraceFile>,
}

/// Checks that programs with these names, or the default ones if there are none, can be read.
pub fn open(named: &[String]) -> Result<(), Error> {
    recordings().map_or(Ok(()), |by| by.open(named))
}

/// Records the first programs that fit a preset; the list is empty if none drives its unit.
pub fn recorded(unit: &str, preset: &'static str) -> Result<Vec<(String, TraceFile)>, Error> {
    let traces = texts(unit, preset, &[], MOST, CYCLES)?.into_iter();
    traces.map(|(program, text)| Ok((program.clone(), TraceFile::parse(format!("kernel/{program}"), text)?))).collect()
}

/// Records programs as [`of`](crate::program::Recordings::of) does; the list is empty if this
/// program records none.
pub fn texts(
    unit: &str,
    preset: &'static str,
    named: &[String],
    most: usize,
    cycles: usize,
) -> Result<Vec<(String, String)>, Error> {
    recordings().map_or(Ok(Vec::new()), |by| by.of(unit, preset, named, most, cycles))
}

/// Records some programs and replays them on a target. The list is empty if none drives its unit.
pub fn replay(target: &dyn Target) -> Result<Vec<Replayed>, Error> {
    let replayed = recorded(target.unit(), target.preset())?.into_iter().map(|(program, trace)| {
        let differs = target.replay(&trace)?.mismatch.is_some();
        Ok(Replayed { program, failed: differs.then_some(trace) })
    });
    replayed.collect()
}
