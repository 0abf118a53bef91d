//! The units that all datapaths of a core share: memory, and what a cycle reports to the core.

use heddle_kernel::program::FunctionId;

use super::CoreCounters;
use crate::base::first;
use crate::base::ids::WarpId;
use crate::config::spec::Spec;
use crate::measure::lines::Lines;
use crate::memory::{Access, LoadStore, ReadOnlyCache, Served};
use crate::microop::MicroOp;

/// Surroundings of a datapath in its core: memory units, events and counters.
#[derive(Debug)]
pub(crate) struct CorePorts {
    pub loads: LoadStore,
    pub constants: ReadOnlyCache,
    pub textures: ReadOnlyCache,
    pub events: Events,
    pub counters: CoreCounters,
    pub lines: Lines,
    /// Cycles in which shared memory serves the accesses of warps.
    pub shared_serves: std::ops::Range<u64>,
}

impl CorePorts {
    /// Creates the ports of core `core` of a GPU.
    pub fn new(spec: &Spec, core: usize, loads: LoadStore) -> CorePorts {
        CorePorts {
            loads,
            constants: ReadOnlyCache::constants(spec, core),
            textures: ReadOnlyCache::textures(spec, core),
            events: Events::default(),
            counters: CoreCounters::default(),
            lines: Lines::default(),
            shared_serves: 0..0,
        }
    }
    /// Invalidates the caches between grids, since their data may have been written.
    pub fn invalidate(&mut self) {
        self.loads.invalidate();
        self.constants.invalidate();
        self.textures.invalidate();
    }
    /// Returns the first cycle after this one in which a memory unit has an event of its own;
    /// `None` if there is none.
    pub fn next(&self, now: u64) -> Option<u64> {
        first([self.loads.next(now), self.constants.next(now), self.textures.next(now)])
    }
    /// Whether a transaction could have gone to its cache's tags before this cycle, and waits.
    pub fn is_late(&self, now: u64) -> bool {
        self.loads.is_late(now) || self.constants.is_late(now) || self.textures.is_late(now)
    }
    /// Takes the next threads that a memory unit has served by this cycle; `None` if there are no
    /// more.
    #[inline]
    pub fn served(&mut self, now: u64) -> Option<Served> {
        let CorePorts { loads, constants, textures, .. } = self;
        loads.served(now).or_else(|| constants.served(now)).or_else(|| textures.served(now))
    }
    /// Passes an access to the load/store unit; `of` is its instruction, by function and number
    /// there.
    pub fn load_store(&mut self, now: u64, of: Option<(FunctionId, u32)>, access: Access) {
        let transactions = self.loads.push(now, access);
        if self.lines.is_on()
            && let Some(line) = of.and_then(|of| self.lines.place(of)).and_then(|place| self.lines.at(place))
        {
            line.transactions += transactions;
        }
    }
}

/// Events in a core during a cycle.
#[derive(Debug, Default)]
pub(crate) struct Events {
    /// Steps that are over.
    #[expect(clippy::vec_box, reason = "micro-operations move from queue to queue")]
    pub finished: Vec<Box<MicroOp>>,
    /// Warps that have been given their registers.
    pub launched: Vec<WarpId>,
    /// Warps with a load that turned out to miss.
    pub missed: Vec<WarpId>,
    /// Warps for which something that they may have waited for has changed.
    pub woken: Vec<WarpId>,
}
