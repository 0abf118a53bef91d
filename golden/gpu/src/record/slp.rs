//! Recording of lane permutation and the compactor under programs: SLP's core under CAPRI, with the
//! warps that the unit's preset is for (DEVIATIONS, D187).

use std::sync::atomic::AtomicBool;

use heddle_contract::slp::Config as SlpConfig;
use heddle_golden::Device;
use heddle_golden::slp::Slp;
use heddle_kernel::analysis::{Branches, Flow, Kind};
use heddle_kernel::launch::Session;
use heddle_kernel::program::Module;

use super::Traffic;
use super::tapped::{Tapped, all_fit, drive};
use crate::base::SimError;
use crate::config::Config;
use crate::config::spec::Spec;
use crate::core::SlottedCore;
use crate::datapath::Simt;
use crate::formation::Compaction;
use crate::measure::profile::Gauge;
use crate::residency::{Direct, Residency};
use crate::system::policy::compaction::{permits, rules};
use crate::system::policy::{CoreKind, Policy};
use crate::system::run::exec_options;

/// Words of a core's register file and bytes of its shared memory: CTAs are limited by warps alone.
const REGISTERS: u32 = 1 << 20;
const SHARED: u32 = 16 << 20;

impl Traffic for Slp {
    fn drive<D: Device<Slp>>(
        cfg: &SlpConfig,
        work: &mut Session,
        unit: &mut D,
        enough: &(dyn Fn(&D) -> bool + Sync),
    ) -> Result<(), SimError> {
        let (spec, policy) = (spec(cfg), policy(work.module));
        let CoreKind::Compaction(kind) = policy.core else { unreachable!("CAPRI compacts") };
        permits(policy.target(&spec), kind, cfg.width, work)?;
        let grids = work.ready(policy.registers(&spec), cfg.width)?;
        let exec = exec_options(&spec, cfg.width, false);
        all_fit(&grids, &exec)?;
        let full = AtomicBool::new(false);
        let unit = Tapped::Outside(unit, enough, &full);
        let residency = Direct::new(&spec);
        let datapath = Simt::new(&spec, false, residency.warps());
        let formation = Compaction::new(&spec, cfg, unit, kind.permutation, rules(&spec, kind.waits)).drained();
        let core = SlottedCore::<_, _, _, 1>::new(&spec, 0, Gauge::default(), residency, formation, datapath);
        drive(&spec, core, &grids, &mut work.memory, &exec, &full)
    }
}

/// Returns the policy CAPRI, with balanced lanes where most conditional branches are P-branches.
/// Threads of other branches gather in few lanes however the lanes are permuted (SLP 3.3, 6.1).
fn policy(module: &Module) -> Policy {
    let branches = module.functions.iter().map(|function| Branches::of(module, function, &Flow::of(function)));
    let kinds = branches.flat_map(|branches| branches.iter().map(|(_, kind)| kind).collect::<Vec<_>>());
    let (data, others): (Vec<_>, Vec<_>) = kinds.partition(|kind| *kind == Kind::Data);
    let name = if data.len() > others.len() { "capri" } else { "capri-balanced" };
    Policy::named(name).expect("our own policy")
}

/// Returns the specification of SLP's core with warps of the unit's preset.
fn spec(cfg: &SlpConfig) -> Spec {
    let mut spec = Config::shipped("slp").expect("our own configuration").spec;
    let core = &mut spec.core;
    (core.count, core.warp_size, core.warps) = (1, cfg.width, cfg.warps);
    (core.ctas, core.width, core.registers) = (cfg.warps, cfg.width, REGISTERS);
    spec.vt.warps = cfg.warps;
    spec.shared.bytes = SHARED;
    // one clock: the memory's latency is in core cycles
    (spec.interconnect.clock, spec.l2.clock, spec.dram.clock) = (spec.core.clock, spec.core.clock, spec.core.clock);
    spec
}
