//! Placement of the threads of a warp in lanes, and the launch by which the unit places them.

use heddle_contract::slp::Config;
use heddle_golden::slp::permutation::Permutation;
use heddle_kernel::execute::LaneOrder;

/// A permutation of threads over lanes, warp by warp.
#[derive(Debug)]
pub(super) struct Placement {
    permutation: Permutation,
    cfg: Config,
    /// The thread of each lane, by the number of a warp in its CTA.
    orders: Vec<LaneOrder>,
}

impl Placement {
    pub fn new(permutation: Permutation, cfg: &Config) -> Placement {
        let order = |warp| {
            let mut order = heddle_kernel::execute::IN_ORDER;
            for (thread, lane) in permutation.lanes(cfg.width, warp).into_iter().enumerate() {
                order[lane as usize] = thread as u8;
            }
            order
        };
        Placement { permutation, cfg: cfg.clone(), orders: (0..cfg.warps).map(order).collect() }
    }

    /// Returns the thread of each lane of a warp.
    pub fn order(&self, warp: u32) -> LaneOrder {
        self.orders[warp as usize % self.orders.len()]
    }

    /// Converts a mask of a warp's lanes into a mask of its threads.
    pub fn threads(&self, warp: u32, lanes: u32) -> u32 {
        let order = self.order(warp);
        (0..32).filter(|lane| lanes >> lane & 1 == 1).fold(0, |threads, lane: usize| threads | 1 << order[lane])
    }

    /// Returns the id under which a warp is launched so that the unit, which has `Balanced` in its
    /// table, permutes its threads (DEVIATIONS, D182). `None` where the unit does not permute them,
    /// and the core places them.
    pub fn id(&self, warp: u32) -> Option<u8> {
        let Config { width, warps } = self.cfg;
        let id = match self.permutation {
            Permutation::None => return None,
            Permutation::Balanced => warp,
            permutation => {
                let mask = permutation.xor(width, warp)?;
                if mask < width / 2 { 2 * mask } else { 2 * (mask ^ (width - 1)) + 1 }
            }
        };
        (id < warps).then_some(id as u8)
    }
}
