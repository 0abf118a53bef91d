//! Short recordings of kernels on cores around units.

use std::sync::OnceLock;

use heddle_command::Recordings;
use heddle_gpu::system::SimError;
use heddle_kernel::launch::RunError;
use heddle_testbench::interrupt;

use crate::error::Error;
use crate::explain::Explained;
use crate::in_gpu::record;
use crate::kernel::note;
use crate::kernel::program::Loaded;

/// Small workloads, the most revealing first: graphs, sorting, trees, tables, straight lines. A
/// workload that does not fit a preset makes room for the next.
const KERNELS: &[&str] =
    &["bfs", "bitonic", "mum", "mandel", "sn", "nw", "dot", "va", "nn", "asian", "fd", "gau", "btree", "dc"];
const SCALE: &str = "test";

/// Kernels that are recorded, loaded once: those that the user names, or [`KERNELS`].
#[derive(Default)]
pub struct Kernels(OnceLock<Vec<(String, Loaded)>>);

impl Kernels {
    fn loaded(&self, named: &[String]) -> Result<&[(String, Loaded)], Error> {
        if let Some(loaded) = self.0.get() {
            return Ok(loaded);
        }
        let names: Vec<&str> =
            if named.is_empty() { KERNELS.to_vec() } else { named.iter().map(String::as_str).collect() };
        let loaded = names.iter().map(|name| Ok((name.to_string(), Loaded::open(name, None, None)?)));
        let loaded = loaded.collect::<Result<Vec<_>, Error>>()?;
        Ok(self.0.get_or_init(|| loaded))
    }
}

impl Recordings for Kernels {
    fn of(
        &self,
        unit: &str,
        preset: &'static str,
        named: &[String],
        most: usize,
        cycles: usize,
    ) -> Result<Vec<(String, String)>, Error> {
        let most = if named.is_empty() { most } else { named.len() };
        let mut recorded = Vec::new();
        for (kernel, loaded) in self.loaded(named)? {
            if recorded.len() == most || interrupt::asked() {
                break;
            }
            let mut session = loaded.session(SCALE)?;
            let Some(text) = record(unit, preset, &mut session, cycles, note(&loaded.name, SCALE)) else { break };
            match text {
                Ok(text) => recorded.push((kernel.clone(), text)),
                Err(SimError::Unfit(_) | SimError::Run(RunError::WarpSynchronous { .. })) if named.is_empty() => {}
                Err(trouble) => return Err(trouble).explained(),
            }
        }
        Ok(recorded)
    }

    fn open(&self, named: &[String]) -> Result<(), Error> {
        self.loaded(named).map(drop)
    }
}
