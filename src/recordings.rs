//! Short recordings of kernels, replayed on the models of units in lockstep.

use heddle_gpu::system::SimError;
use heddle_kernel::launch::RunError;
use heddle_testbench::interrupt;
use heddle_testbench::target::Target;
use heddle_testbench::trace::TraceFile;

use crate::error::Error;
use crate::in_gpu::record;
use crate::kernel::note;
use crate::kernel::program::Loaded;

/// Small workloads, the most revealing first: graphs, sorting, trees, tables, straight lines. A
/// workload that does not fit a preset makes room for the next.
const KERNELS: &[&str] =
    &["bfs", "bitonic", "mum", "mandel", "sn", "nw", "dot", "va", "nn", "asian", "fd", "gau", "btree", "dc"];
/// Most recordings for a preset.
const MOST: usize = 3;
/// Most cycles of a recording.
const CYCLES: usize = 5_000;
const SCALE: &str = "test";

/// The result of one recording of a kernel, replayed in lockstep.
pub struct Replayed {
    /// The name of the kernel.
    pub kernel: &'static str,
    /// The recording, if golden model and RTL disagree on it; else `None`.
    pub failed: Option<TraceFile>,
}

/// Loads the kernels that recordings are made from.
pub fn kernels() -> Result<Vec<(&'static str, Loaded)>, Error> {
    KERNELS.iter().map(|&name| Ok((name, Loaded::open(name, None, None)?))).collect()
}

/// Records some kernels and replays them on a target. The list is empty if no core contains its
/// unit.
pub fn replay(target: &dyn Target, kernels: &[(&'static str, Loaded)]) -> Result<Vec<Replayed>, Error> {
    let recorded = recorded(target.unit(), target.preset(), kernels)?;
    let replayed = recorded.into_iter().map(|(kernel, trace)| {
        let differs = target.replay(&trace)?.mismatch.is_some();
        Ok(Replayed { kernel, failed: differs.then_some(trace) })
    });
    replayed.collect()
}

/// Records the first of some kernels that fit a preset; the list is empty if no core can be built
/// around its unit.
pub fn recorded(
    unit: &str,
    preset: &'static str,
    kernels: &[(&'static str, Loaded)],
) -> Result<Vec<(&'static str, TraceFile)>, Error> {
    let mut recorded = Vec::new();
    for (kernel, loaded) in kernels {
        if recorded.len() == MOST || interrupt::asked() {
            break;
        }
        let mut session = loaded.session(SCALE)?;
        let Some(text) = record(unit, preset, &mut session, CYCLES, note(&loaded.name, SCALE)) else { break };
        let text = match text {
            Ok(text) => text,
            Err(SimError::Unfit(_) | SimError::Run(RunError::WarpSynchronous { .. })) => continue,
            Err(trouble) => return Err(trouble.into()),
        };
        recorded.push((*kernel, TraceFile::parse(format!("kernel/{kernel}"), text)?));
    }
    Ok(recorded)
}
