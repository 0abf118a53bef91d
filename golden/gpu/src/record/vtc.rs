//! Recording of the virtual thread controller under programs: VT's core, with the scheduling limit
//! and the shared memory that the unit's preset is for.

use std::sync::atomic::AtomicBool;

use heddle_contract::vtc::Config as VtcConfig;
use heddle_golden::Device;
use heddle_golden::vtc::Vtc;
use heddle_kernel::compile::{Allocated, Registers, Scalarization};
use heddle_kernel::execute::Options as ExecOptions;
use heddle_kernel::launch::{Ready, Session};

use super::Traffic;
use super::tapped::{Tapped, all_fit, drive};
use crate::base::{SimError, threads};
use crate::config::Config;
use crate::config::spec::Spec;
use crate::core::SlottedCore;
use crate::datapath::{Simt, Stalls};
use crate::formation::Fixed;
use crate::measure::profile::Gauge;
use crate::memory::LoadPath;
use crate::microop;
use crate::residency::{Residency, VirtualThreads, virtual_threads};
use crate::system::run::{exec_options, unfit};
use crate::warps::CtaNeeds;

impl Traffic for Vtc {
    fn drive<D: Device<Vtc>>(
        cfg: &VtcConfig,
        work: &mut Session,
        unit: &mut D,
        enough: &(dyn Fn(&D) -> bool + Sync),
    ) -> Result<(), SimError> {
        let spec = spec(cfg);
        let registers = Registers { scalars: Scalarization::None, allocated: Allocated::Rewritten };
        let grids = work.ready(registers, spec.core.warp_size)?;
        let exec = exec_options(&spec, spec.core.warp_size, false);
        all_fit(&grids, &exec)?;
        virtual_on(&spec, cfg, &grids, &exec)?;
        let full = AtomicBool::new(false);
        let unit = Tapped::Outside(unit, enough, &full);
        // what the unit can count follows from its preset, not from the GPU
        let residency = VirtualThreads::new(&spec, cfg.clone(), unit, false);
        let datapath = Simt::new(&spec, false, residency.warps()).with_stalls(Stalls::Misses);
        let formation = Fixed::<4>::new(&spec.core, residency.slots());
        let core = SlottedCore::<_, _, _, 4>::new(&spec, 0, Gauge::default(), residency, formation, datapath);
        // accesses in order: recordings are of the unit, not of the queues beside it
        let core = core.with_loads(&spec, LoadPath::InOrder, true);
        drive(&spec, core, &grids, &mut work.memory, &exec, &full)
    }
}

/// Refuses a workload without a grid for which virtual threads are on.
fn virtual_on(spec: &Spec, cfg: &VtcConfig, grids: &Ready, exec: &ExecOptions) -> Result<(), SimError> {
    let mut on = false;
    for (grid, image) in grids.iter() {
        let name = &image.module.functions[image.kernel.0 as usize].name;
        let program =
            microop::program(image, grid.launch.block, spec.core.products).map_err(|why| unfit(name, &why))?;
        let (threads, shared) = (threads(grid, exec), image.shared(grid.launch.dynamic_shared));
        let needs = CtaNeeds { program: &program, threads: &threads, warp_size: exec.warp_size, shared };
        on |= virtual_threads::ctas(spec, cfg, &needs).is_some();
    }
    if on { Ok(()) } else { Err(SimError::Unfit("the controller would hold no more CTAs than the schedulers".into())) }
}

/// Returns the specification of VT's core with the limits of the controller's preset.
fn spec(cfg: &VtcConfig) -> Spec {
    let mut spec = Config::shipped("vt").expect("our own configuration").spec;
    (spec.core.count, spec.core.warps, spec.core.ctas) = (1, cfg.pwis, cfg.active);
    (spec.vt.warps, spec.vt.ctas) = (cfg.vwis.max(cfg.pwis), cfg.ctas);
    (spec.vt.depth, spec.vt.beat) = (cfg.depth, cfg.beat);
    spec.shared.bytes = cfg.rows * cfg.beat / 8;
    if !cfg.pwis.is_multiple_of(spec.core.schedulers) {
        spec.core.schedulers = 1;
    }
    // one clock: the memory's latency is in core cycles
    (spec.interconnect.clock, spec.l2.clock, spec.dram.clock) = (spec.core.clock, spec.core.clock, spec.core.clock);
    spec
}
