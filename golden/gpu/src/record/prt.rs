//! Recording of the partitioned renaming table under programs: a vector core with the registers and
//! lanes of the unit's preset.

use std::sync::atomic::AtomicBool;

use heddle_contract::prt::Config as PrtConfig;
use heddle_golden::Device;
use heddle_golden::prt::Prt;
use heddle_kernel::compile::Registers;
use heddle_kernel::launch::Session;

use super::Traffic;
use super::tapped::{Tapped, all_fit, drive};
use crate::base::SimError;
use crate::config::Config;
use crate::config::spec::Spec;
use crate::core::VectorCore;
use crate::measure::profile::Gauge;
use crate::system::run::exec_options;

/// Most threads of the executor's warps.
const WARP: u32 = 32;
/// Bytes of shared memory of a core: CTAs are limited by lanes alone.
const SHARED: u32 = 16 << 20;

impl Traffic for Prt {
    fn drive<D: Device<Prt>>(
        cfg: &PrtConfig,
        work: &mut Session,
        unit: &mut D,
        enough: &(dyn Fn(&D) -> bool + Sync),
    ) -> Result<(), SimError> {
        let spec = spec();
        let warp_size = 1 << cfg.lanes.min(WARP).ilog2();
        let grids = work.ready(Registers::default(), warp_size)?;
        let exec = exec_options(&spec, warp_size, false);
        all_fit(&grids, &exec)?;
        let full = AtomicBool::new(false);
        let unit = Tapped::Outside(unit, enough, &full);
        let Some(machine) = &spec.vector else { return Ok(()) };
        let core = VectorCore::new((machine, spec.l2.line), (0, 1), Gauge::default(), (cfg.clone(), unit));
        drive(&spec, core, &grids, &mut work.memory, &exec, &full)
    }
}

/// Returns the specification of the paper's core, for programs that use all registers of a
/// partition.
fn spec() -> Spec {
    let mut spec = Config::shipped("simt-simd").expect("our own configuration").spec;
    spec.shared.bytes = SHARED;
    if let Some(vector) = &mut spec.vector {
        vector.each = 0;
    }
    spec
}
