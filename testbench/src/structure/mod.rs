//! Structural coverage: which bits of a unit's ports and registers random lockstep toggles both
//! ways, and which branches of its RTL it takes.
//!
//! A model of its own counts by Verilator; the names are the unit's. A place that is not reached
//! has a reason, and every reason is checked.
//!
//! | where | what |
//! |---|---|
//! | `constant` | proofs that a place cannot be reached |
//! | `instrument` | the Verilog that is counted, with a bit for each branch |
//! | `place` | the places to reach, by the unit's names |
//! | `reason` | the reasons for places that are not reached, and whether they are right |

mod constant;
mod instrument;
mod place;
mod reason;

use std::io;
use std::sync::Mutex;

pub use constant::not_constant;
pub use place::{Kind, Place};
pub use reason::{Judged, Reason, ReasonError, Why, judge, not_filled, reasons};

use heddle_block::Ports;

use crate::bench::Bench;
use crate::dut::{Dut, initial_seed};
use crate::jobs::in_parallel;
use crate::lockstep::{Lockstep, Mismatch, RunError, Source};
use crate::segment::{Segment, within};
use crate::target::ModelTools;
use heddle_verilator::interrupt;
use heddle_verilator::{BuildError, Design, Lint, Model, Options, Stopped};
use place::Places;

/// The extent of a structural coverage run: seed, cycles and threads.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Seed of the campaign.
    pub seed: u64,
    /// Number of cycles, from the start of the campaign.
    pub cycles: u64,
    /// Number of threads.
    pub jobs: usize,
}

/// The error that prevented a structural coverage run.
#[derive(Debug, thiserror::Error)]
pub enum StructureError {
    /// The instrumented model cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The Verilog stopped the simulation.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Verilator's counts cannot be read back.
    #[error("what Verilator counted of {unit}/{preset}: {source}")]
    Counts {
        /// The unit.
        unit: &'static str,
        /// The preset.
        preset: &'static str,
        /// The underlying error.
        source: io::Error,
    },
    /// Golden model and RTL differ.
    #[error("{unit}/{preset}: segment {segment} differs in cycle {}, port {}", .mismatch.cycle, .mismatch.port)]
    Differs {
        /// The unit.
        unit: &'static str,
        /// The preset.
        preset: &'static str,
        /// The segment of the campaign.
        segment: u64,
        /// The first mismatch.
        mismatch: Mismatch,
    },
}

/// Builds the model of a preset that counts toggles and branches, and returns it with the emitted
/// Verilog.
pub fn counting<B: Bench>(tools: &ModelTools, cfg: &B::Config) -> Result<(Model, String), BuildError> {
    let verilog = B::verilog(cfg).expect("every preset has RTL");
    // branches are known in the layout of emitted Verilog alone
    let counted = if B::WRITTEN { verilog.clone() } else { instrument::instrument(B::NAME, &verilog) };
    let (inputs, outputs) = (B::In::shape(cfg), B::Out::shape(cfg));
    let design = Design {
        top: B::TOP,
        verilog: &counted,
        origin: None,
        inputs: &inputs,
        select: None,
        outputs: &outputs,
        rising: !B::WRITTEN,
    };
    // our RTL is linted when it is built without counters
    let options = Options { lint: Lint::Lenient, traced: false, covered: true, confined: false };
    Ok((Model::build(&tools.tools, &tools.cache, &design, options)?, verilog))
}

/// Runs the first segments of a campaign on a preset, and returns every place (bit or branch) with
/// whether it was reached.
pub fn structure<B: Bench>(
    tools: &ModelTools,
    preset: &'static str,
    cfg: &B::Config,
    extent: Extent,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Place>, StructureError> {
    reached::<B, _>(tools, preset, cfg, extent, progress, |number, length| {
        Segment::<B>::new(cfg, extent.seed, number, length)
    })
}

/// Runs the stimulus of `source` on a preset, and returns every place (bit or branch) with whether
/// it was reached; `source` returns a segment's stimulus by number and length.
pub fn reached<B: Bench, S: Source<B>>(
    tools: &ModelTools,
    preset: &'static str,
    cfg: &B::Config,
    extent: Extent,
    progress: &(dyn Fn(u64) + Sync),
    source: impl Fn(u64, u64) -> S + Sync,
) -> Result<Vec<Place>, StructureError> {
    let (model, verilog) = counting::<B>(tools, cfg)?;
    let places = Mutex::new(Places::new(B::NAME, &verilog));
    let segments: Vec<(u64, u64)> = within(extent.cycles).collect();
    let runs = in_parallel(extent.jobs, &segments, |(number, length)| {
        if interrupt::asked() {
            return Ok(());
        }
        let mut dut = Dut::<B>::new(cfg, &model, initial_seed(extent.seed, *number))?;
        // what random initial contents do until the reset is over does not count
        dut.instance().forget_coverage();
        let run = match Lockstep::<B>::new(cfg).run(&mut source(*number, *length), &mut dut) {
            Ok(run) => run,
            Err(RunError::Stopped(stopped)) => return Err(stopped.into()),
            Err(RunError::Illegal(illegal)) => unreachable!("random stimulus is not held to `legal`: {illegal}"),
        };
        if let Some(mismatch) = run.mismatch {
            return Err(StructureError::Differs { unit: B::NAME, preset, segment: *number, mismatch });
        }
        let unread = |source| StructureError::Counts { unit: B::NAME, preset, source };
        let counts = dut.instance().coverage().map_err(unread)?;
        places.lock().expect("no thread panics while it holds the places").add(&counts);
        progress(*length);
        Ok(())
    });
    runs.into_iter().collect::<Result<Vec<()>, _>>()?;
    Ok(places.into_inner().expect("no thread panics while it holds the places").all())
}
