//! The micro-benchmark of STSIMT 5.2: warps that do nothing but dependent arithmetic, with a chosen number of active threads.

mod simt;
mod tsimt;

use heddle_contract::lane::{Config, Lane};
use heddle_golden::{Device, Model};

pub use simt::SimtCore;
pub use tsimt::TsimtCore;

/// Warps of figure 5's curves.
pub const WARPS: [usize; 6] = [1, 2, 4, 8, 16, 32];
/// Lanes, and execution units, of a core (table III).
pub const LANES: usize = 8;
/// Threads in a warp.
pub const THREADS: u32 = 32;

/// Cycles before anything is measured: every warp is launched and in step.
const WARM_UP: u64 = 1024;
/// Cycles measured, at least.
const WINDOW: u64 = 4096;

/// A core under the micro-benchmark.
pub trait Core {
    /// One cycle; when `issuing`, the warp that issued.
    fn step(&mut self, issuing: bool) -> Option<usize>;
    /// Nothing is in flight.
    fn idle(&self) -> bool;
    /// Cycles so far.
    fn cycle(&self) -> u64;
}

/// What a core did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    /// Warp instructions issued in the window.
    pub instructions: u64,
    /// The window: from an issue of warp 0 to a later one, so that it holds whole periods of the steady state.
    pub window: u64,
    /// Cycles of the whole run, until the last instruction was done.
    pub cycles: u64,
    /// Thread instructions a cycle.
    pub ipc: f64,
}

/// Runs a core: warm-up, window, drain.
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

/// One point of figure 5b: a TSIMT core with these lanes.
pub fn tsimt<D: Device<Lane>>(cfg: &Config, lanes: Vec<D>, warps: usize, active: u32) -> Measure {
    measure(&mut TsimtCore::new(cfg, lanes, warps, active), active)
}

/// Thread instructions a cycle of one golden lane with its slots full of warps, by the mean over all numbers of active threads. Nothing, if two tags
/// or two registers of a warp are more than it has.
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

/// One point of figure 5a: the conventional core with the lane's pipeline. Its distance is the lane's and the beats that it takes to send
/// the warp: without chaining a dependent waits for the last of them.
pub fn simt(cfg: &Config, warps: usize, active: u32) -> Measure {
    let beats = u64::from(THREADS) / LANES as u64;
    measure(&mut SimtCore::new(beats, u64::from(cfg.chain_distance()) + beats, warps), active)
}
