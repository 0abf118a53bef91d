//! Recording of the ganging unit under programs: VWS's core in slices, with the sets and slices
//! that the unit's preset is for (DEVIATIONS, D215).

use std::sync::atomic::AtomicBool;

use heddle_contract::gang::Config as GangConfig;
use heddle_golden::Device;
use heddle_golden::gang::Gang;
use heddle_kernel::launch::{Ready, Session};
use heddle_kernel::program::FunctionId;

use super::Traffic;
use super::tapped::{Tapped, all_fit, drive};
use crate::base::SimError;
use crate::config::Config;
use crate::config::spec::Spec;
use crate::core::SlicedCore;
use crate::core::sliced::STEPS;
use crate::datapath::SetLayout;
use crate::measure::profile::Gauge;
use crate::system::policy::Policy;
use crate::system::run::exec_options;
use crate::system::whole_warps;

/// Words of a core's register file and bytes of its shared memory: CTAs are limited by sets alone.
const REGISTERS: u32 = 1 << 20;
const SHARED: u32 = 16 << 20;
/// Bytes of a slice's L0 instruction cache (VWS 6.2).
const LEVEL_0: u32 = 256;

impl Traffic for Gang {
    fn drive<D: Device<Gang>>(
        cfg: &GangConfig,
        work: &mut Session,
        unit: &mut D,
        enough: &(dyn Fn(&D) -> bool + Sync),
    ) -> Result<(), SimError> {
        let spec = spec(cfg);
        let policy = Policy::named("ivws").expect("our own policy");
        let warp_size = SetLayout::THREADS / cfg.slices;
        whole_warps::are_known(policy.target(&spec), warp_size, work)?;
        let grids = work.ready(policy.registers(&spec), warp_size)?;
        let exec = exec_options(&spec, warp_size, false);
        all_fit(&grids, &exec)?;
        numbers(cfg, &grids)?;
        let full = AtomicBool::new(false);
        let unit = Tapped::Outside(unit, enough, &full);
        let core = SlicedCore::new(&spec, 0, Gauge::default(), (cfg.clone(), unit), (warp_size, false));
        drive(&spec, core, &grids, &mut work.memory, &exec, &full)
    }
}

/// Refuses grids with more instructions than the PCs of the unit can number.
fn numbers(cfg: &GangConfig, grids: &Ready) -> Result<(), SimError> {
    for (_, image) in grids.iter() {
        let ends = (0..image.module.functions.len()).map(|f| image.instructions(FunctionId(f as u32)).end);
        let pcs = u64::from(ends.max().unwrap_or(0)) * STEPS;
        if cfg.pc_bits < 64 && pcs > 1 << cfg.pc_bits {
            return Err(SimError::Unfit(format!(
                "`{}` has {pcs} PCs, and {} bits distinguish only {}: choose a preset with wider PCs",
                image.module.functions[image.kernel.0 as usize].name,
                cfg.pc_bits,
                1u64 << cfg.pc_bits
            )));
        }
    }
    Ok(())
}

/// Returns the specification of VWS's core with as many sets as the unit's preset, and L0 caches.
fn spec(cfg: &GangConfig) -> Spec {
    let mut spec = Config::shipped("vws").expect("our own configuration").spec;
    (spec.core.warps, spec.core.ctas, spec.core.registers) = (cfg.sets, cfg.sets, REGISTERS);
    spec.shared.bytes = SHARED;
    spec.fetch.l0_bytes = LEVEL_0;
    // one clock: the memory's latency is in core cycles
    (spec.interconnect.clock, spec.l2.clock, spec.dram.clock) = (spec.core.clock, spec.core.clock, spec.core.clock);
    spec
}
