//! The micro-benchmark of STSIMT 5.2: warps that execute only dependent arithmetic, with a chosen
//! number of active threads.

mod core;
mod simt;
mod tsimt;

use crate::lane::Lane;
use crate::{Device, Model};
use heddle_contract::lane::Config;

pub use core::Core;
pub use simt::SimtCore;
pub use tsimt::TsimtCore;

/// Numbers of warps on a core, one for each curve of STSIMT figure 5.
pub const WARPS: [usize; 6] = [1, 2, 4, 8, 16, 32];
/// Lanes, or execution units, of a core (table III).
pub const LANES: usize = 8;
/// Number of threads of a warp.
pub const THREADS: u32 = 32;

/// Cycles before the measurement, in which every warp is launched and comes into step.
const WARM_UP: u64 = 1024;
/// Least number of cycles measured.
const WINDOW: u64 = 4096;

/// The instructions and cycles of a core that ran the micro-benchmark.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    /// Warp instructions issued in the window.
    pub instructions: u64,
    /// Cycles of the measurement window, from an issue of warp 0 to a later one, so that it holds
    /// whole periods of the steady state.
    pub window: u64,
    /// Cycles of the whole run, until the last instruction was done.
    pub cycles: u64,
    /// Thread instructions per cycle in the window.
    pub ipc: f64,
}

/// Runs the micro-benchmark on a core with `active` threads per warp: warm-up, measurement window,
/// drain.
pub fn measure(core: &mut impl Core, active: u32) -> Measure {
    let (mut start, mut instructions) = (None, 0);
    loop {
        let now = core.cycle();
        let issued = core.step(true);
        if issued == Some(0) {
            match start {
                None if now >= WARM_UP => start = Some(now),
                Some(start) if now - start >= WINDOW => {
                    while !core.idle() {
                        core.step(false);
                    }
                    let window = now - start;
                    let ipc = (instructions * u64::from(active)) as f64 / window as f64;
                    return Measure { instructions, window, cycles: core.cycle(), ipc };
                }
                _ => {}
            }
        }
        if start.is_some() && issued.is_some() {
            instructions += 1;
        }
    }
}

/// Measures one point of figure 5b: a TSIMT core of these lanes, with `warps` warps of `active`
/// threads.
pub fn tsimt<D: Device<Lane>>(cfg: &Config, lanes: Vec<D>, warps: usize, active: u32) -> Measure {
    measure(&mut TsimtCore::new(cfg, lanes, warps, active), active)
}

/// Returns thread instructions per cycle of one golden lane full of warps, as the mean over all
/// numbers of active threads. `None`: the lane has too few tags or registers, since a warp needs
/// two of each.
pub fn alone(cfg: &Config) -> Option<f64> {
    // the chain's registers, half the banks apart
    let rows = (cfg.banks / 2 + 1) * cfg.bundles();
    let warps = cfg.warps.min(cfg.tags / 2) as usize;
    if warps == 0 || rows > cfg.rows() / cfg.warps {
        return None;
    }
    let ipc = |active| tsimt(cfg, vec![Model::<Lane>::new(cfg.clone())], warps, active).ipc;
    Some((1..=cfg.threads).map(ipc).sum::<f64>() / f64::from(cfg.threads))
}

/// Measures one point of figure 5a: the conventional core with the lane's pipeline, with `warps`
/// warps of `active` threads. The core's distance is the lane's and the beats of the warp: without
/// chaining a dependent instruction waits for the last beat.
pub fn simt(cfg: &Config, warps: usize, active: u32) -> Measure {
    let beats = u64::from(THREADS) / LANES as u64;
    measure(&mut SimtCore::new(beats, u64::from(cfg.chain_distance()) + beats, warps), active)
}
