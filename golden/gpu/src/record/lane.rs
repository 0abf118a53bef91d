//! Recording of the lane under programs: STSIMT's core with as many lanes as its units or one CTA
//! need.
//!
//! The awkward presets are none of the paper's, so that a core has the lanes for 8 threads a cycle
//! (STSIMT 5.1), or more where those could not hold one CTA.

use std::sync::atomic::AtomicBool;

use heddle_contract::lane::Config as LaneConfig;
use heddle_golden::lane::Lane;
use heddle_golden::{Device, Model};
use heddle_kernel::compile::{Allocated, Registers, Scalarization};
use heddle_kernel::execute::Options as ExecOptions;
use heddle_kernel::launch::{Ready, Session};

use super::Traffic;
use super::tapped::{Tapped, drive};
use crate::base::{SimError, threads};
use crate::config::Config;
use crate::config::spec::{Products, Scheduling, Spec};
use crate::core::SlottedCore;
use crate::datapath::{LaneKind, Lanes, Visible};
use crate::formation::Fixed;
use crate::measure::profile::Gauge;
use crate::microop::{self, Program};
use crate::residency::Direct;
use crate::system::run::{exec_options, unfit};

/// Threads that the lanes of a core execute in a cycle (STSIMT 5.1).
const WIDTH: u32 = 8;
/// Most threads of the executor's warps.
const WARP: u32 = 32;
/// Bytes of shared memory of a core: CTAs are limited by registers alone.
const SHARED: u32 = 16 << 20;

impl<D: Device<Lane>> Visible for Tapped<'_, Lane, D> {}

impl Traffic for Lane {
    fn drive<D: Device<Lane>>(
        cfg: &LaneConfig,
        work: &mut Session,
        unit: &mut D,
        enough: &(dyn Fn(&D) -> bool + Sync),
    ) -> Result<(), SimError> {
        // the executor's warps are powers of two: those of 24 threads run with 16
        let warp_size = 1 << cfg.threads.min(WARP).ilog2();
        let registers = Registers { scalars: Scalarization::All, allocated: Allocated::Rewritten };
        let grids = work.ready(registers, warp_size)?;
        let lanes = lanes(cfg, &grids, &ExecOptions { warp_size, ..ExecOptions::default() })?;
        let spec = spec(cfg, lanes, warp_size);
        let exec = exec_options(&spec, warp_size, true);
        let full = AtomicBool::new(false);
        let others = (1..lanes).map(|_| Tapped::Golden(Model::new(cfg.clone())));
        let lanes = std::iter::once(Tapped::Outside(unit, enough, &full)).chain(others).collect();
        let memory = &mut work.memory;
        if spec.core.warps <= 128 {
            drive(&spec, core::<D, 2>(&spec, cfg, lanes), &grids, memory, &exec, &full)
        } else {
            drive(&spec, core::<D, 16>(&spec, cfg, lanes), &grids, memory, &exec, &full)
        }
    }
}

type LaneCore<'u, D, const W: usize> = SlottedCore<Direct, Fixed<W>, Lanes<Tapped<'u, Lane, D>, true, W>, W>;

fn core<'u, D: Device<Lane>, const W: usize>(
    spec: &Spec,
    cfg: &LaneConfig,
    lanes: Vec<Tapped<'u, Lane, D>>,
) -> LaneCore<'u, D, W> {
    let kind = LaneKind { width: cfg.width, exit: false, partial: true, locked: true };
    let warps = spec.core.warps as usize;
    // a lane that rests is stepped, too: its recording has every cycle in which the core is awake
    let datapath = Lanes::new(spec, kind, cfg, lanes, false);
    SlottedCore::new(spec, 0, Gauge::default(), Direct::new(spec), Fixed::new(&spec.core, warps), datapath)
}

/// Returns the specification of a core with `lanes` lanes, which issues one warp instruction a
/// cycle, loosely round robin.
fn spec(cfg: &LaneConfig, lanes: u32, warp_size: u32) -> Spec {
    let mut spec = Config::shipped("stsimt").expect("our own configuration").spec;
    let core = &mut spec.core;
    (core.count, core.warp_size, core.warps) = (1, warp_size, lanes * cfg.warps);
    (core.ctas, core.width) = (core.warps, lanes * cfg.width);
    core.registers = lanes * cfg.width * cfg.rows();
    (core.schedulers, core.issue, core.scheduling) = (1, 1, Scheduling::Lrr);
    // a lane executes what it can
    core.products = Products::Sp;
    spec.pipeline.execute = cfg.latency.max(1);
    spec.shared.bytes = SHARED;
    // one clock: the memory's latency is in core cycles
    (spec.interconnect.clock, spec.l2.clock, spec.dram.clock) = (spec.core.clock, spec.core.clock, spec.core.clock);
    spec
}

/// Returns the number of lanes that have room for a CTA of each grid.
fn lanes(cfg: &LaneConfig, grids: &Ready, exec: &ExecOptions) -> Result<u32, SimError> {
    let mut lanes = WIDTH / cfg.width;
    for (grid, image) in grids.iter() {
        grid.launch.check(image, exec).map_err(|fault| SimError::Run(fault.into()))?;
        let name = &image.module.functions[image.kernel.0 as usize].name;
        let program = microop::program(image, grid.launch.block, Products::Sp).map_err(|why| unfit(name, &why))?;
        lanes = lanes.max(needed(cfg, &program, &threads(grid, exec)));
    }
    Ok(lanes)
}

/// Returns the number of lanes that have room for a CTA whose warps have `threads` threads each.
/// If a warp does not fit a lane, the number is arbitrary: the core refuses such a warp.
fn needed(cfg: &LaneConfig, program: &Program, threads: &[u32]) -> u32 {
    let most = threads.iter().copied().max().unwrap_or(1);
    let each = cfg.warps.min(cfg.rows() / program.rows(cfg, most).max(1));
    (threads.len() as u32).div_ceil(each.max(1))
}
