//! The values of special registers.

use super::rows::{Pair, broadcast};
use crate::program::Special;

/// The position of a warp in its grid, which special registers return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Shape {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub cta: [u32; 3],
    pub warp: u32,
    /// Threads of a warp.
    pub lanes: u32,
    pub launch: u64,
    pub shared: u32,
    pub dynamic: u32,
    /// The thread of each lane.
    pub order: LaneOrder,
}

/// The thread of each lane of a warp, counted within the warp: a permutation of the warp's lanes
/// (SLP 4.1).
pub type LaneOrder = [u8; 32];

/// The lane order with thread t in lane t.
pub const IN_ORDER: LaneOrder = {
    let (mut order, mut lane) = ([0; 32], 0);
    while lane < 32 {
        order[lane] = lane as u8;
        lane += 1;
    }
    order
};

impl Shape {
    /// Returns the thread of a lane, x, y, z.
    pub fn thread(&self, lane: u32) -> [u32; 3] {
        let [x, y, _] = self.block.map(|side| side.max(1));
        let linear = self.warp * self.lanes + u32::from(self.order[lane as usize & 31]);
        [linear % x, linear / x % y, linear / x / y]
    }
}

/// Returns a special register's value for a lane. Clocks count the instructions that the warp has
/// executed.
pub(crate) fn special(special: Special, lane: usize, shape: &Shape, steps: u64) -> u64 {
    let lane = lane as u32;
    let dimension = |of: [u32; 3], d: u8| of[usize::from(d).min(2)];
    let value = match special {
        Special::Tid(d) => dimension(shape.thread(lane), d),
        Special::Ntid(d) => dimension(shape.block, d),
        Special::Ctaid(d) => dimension(shape.cta, d),
        Special::Nctaid(d) => dimension(shape.grid, d),
        Special::Laneid => lane,
        Special::Warpid => shape.warp,
        Special::Nwarpid => shape.block.iter().product::<u32>().div_ceil(shape.lanes.max(1)),
        Special::WarpSize => shape.lanes,
        Special::Smid => 0,
        Special::Nsmid => 1,
        Special::Gridid => return shape.launch,
        Special::LanemaskEq => 1 << lane,
        Special::LanemaskLe => u32::MAX >> (31 - lane),
        Special::LanemaskLt => (1 << lane) - 1,
        Special::LanemaskGe => u32::MAX << lane,
        Special::LanemaskGt => !(u32::MAX >> (31 - lane)),
        Special::Clock | Special::GlobaltimerLo => steps as u32,
        Special::ClockHi | Special::GlobaltimerHi => (steps >> 32) as u32,
        Special::Clock64 | Special::Globaltimer => return steps,
        Special::TotalSmemSize => shape.shared,
        Special::DynamicSmemSize => shape.dynamic,
    };
    value.into()
}

/// Returns a special register's value for all lanes.
pub(crate) fn rows(which: Special, shape: &Shape, steps: u64) -> Pair {
    let mut rows = broadcast(special(which, 0, shape, steps));
    match which {
        Special::Tid(d) if shape.order == IN_ORDER => {
            let [width, height, _] = shape.block;
            let mut thread = shape.thread(0);
            for lane in &mut rows[0] {
                *lane = thread[usize::from(d).min(2)];
                thread[0] += 1;
                if thread[0] >= width {
                    thread = [0, thread[1] + 1, thread[2]];
                }
                if thread[1] >= height {
                    thread = [thread[0], 0, thread[2] + 1];
                }
            }
        }
        _ if which.by_thread() => {
            for (lane, word) in rows[0].iter_mut().enumerate() {
                *word = special(which, lane, shape, steps) as u32;
            }
        }
        _ => {}
    }
    rows
}
