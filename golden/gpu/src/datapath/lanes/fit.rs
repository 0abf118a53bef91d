//! Configuration of the lane that follows from a GPU's numbers.

use heddle_contract::Config as _;
use heddle_contract::lane::{Config, MAX_TAGS};

use crate::config::spec::Spec;
use crate::microop::CONSTANTS;
use crate::warps::Unfit;

/// Parameters of STSIMT's cores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LaneKind {
    /// Threads that a lane executes in a cycle.
    pub width: u32,
    /// Whether a warp's registers are given back when it ends, not when its CTA does (3.7, 5.5).
    pub exit: bool,
    /// Whether a warp that is partly filled has registers for its own threads alone (3.7, 5.5).
    pub partial: bool,
    /// Whether warps belong to lanes. If not (5.6, unrealistic), any lane executes any warp.
    pub locked: bool,
}

/// Entries of the address queue beyond those of one warp (assumed: the lane's presets).
const QUEUE: u32 = 8;

/// Most warps of a core of lanes: the sets of slots that lanes hold are masks of 64 bits.
pub(crate) const WARPS: u32 = 64;

/// Returns the configuration of a core's lanes: an equal share of the core's threads, warps and
/// registers, and rows for the constants of each warp. An error if they cannot be shared equally,
/// or if the configuration is not legal for a lane.
pub(crate) fn config(spec: &Spec, kind: LaneKind) -> Result<Config, Unfit> {
    let (core, pipeline, width) = (&spec.core, &spec.pipeline, kind.width);
    let divides = |key, what, value: u32, by: u32| {
        if value.is_multiple_of(by) && value != 0 {
            return Ok(value / by);
        }
        Err(Unfit::Multiple { key, value, by, what })
    };
    if core.warps > WARPS {
        return Err(Unfit::Warps { warps: core.warps, most: WARPS });
    }
    let lanes = divides("core.width", "the threads of a lane", core.width, width)?;
    let warps = divides("core.warps", "the lanes of a core", core.warps, lanes)?;
    // without a lane of its own, a warp finds all registers in each
    let share = if kind.locked { lanes } else { 1 };
    let lines =
        divides("core.registers", "words of a line in all banks", core.registers, share * pipeline.banks * width)?;
    let warps = if kind.locked { warps } else { core.warps };
    let lines = lines + (warps * CONSTANTS.div_ceil(width)).div_ceil(pipeline.banks);
    let cfg = Config {
        threads: core.warp_size,
        width,
        warps,
        banks: pipeline.banks,
        lines,
        window: pipeline.window,
        // two instructions of each warp, so that one can follow the other (assumed: the lane's
        // presets)
        tags: (2 * warps).min(MAX_TAGS as u32),
        latency: pipeline.execute,
        queue: core.warp_size.div_ceil(width) + QUEUE,
    };
    cfg.check()?;
    Ok(cfg)
}

/// Returns the number of lanes of a core.
pub(crate) fn lanes(spec: &Spec, kind: LaneKind) -> usize {
    (spec.core.width / kind.width) as usize
}
