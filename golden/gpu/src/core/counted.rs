//! The counters of a core and of its parts, as one list.

use super::vector::VectorCounters;
use super::{FetchCounters, GangCounters, MascarCounters, SupplyCounters};
use crate::base::SlotCounters;
use crate::formation::BlockCounters;
use crate::measure::statistics::{Counter, Counters};
use crate::memory::{ConstantCounters, LoadStoreCounters, QueueCounters, TextureCounters, VectorMemoryCounters};
use crate::residency::VtCounters;
use crate::warps::CoreCounters;

macro_rules! counted {
    ($($part:ident: $counters:ty),* $(,)?) => {
        /// All counters of a core.
        #[derive(Debug, Default)]
        pub(crate) struct CoreCounted { $(pub $part: $counters),* }

        impl CoreCounted {
            /// Returns every counter of a core, in order.
            pub fn list() -> Vec<Counter> {
                [$(<$counters>::LIST),*].concat()
            }
            /// Returns the counters' values, in the order of [`list`](Self::list).
            pub fn values(&self) -> Vec<u64> {
                [$(self.$part.values()),*].concat()
            }
        }

        impl std::ops::AddAssign<&CoreCounted> for CoreCounted {
            fn add_assign(&mut self, other: &CoreCounted) {
                $(self.$part += &other.$part;)*
            }
        }
    };
}

counted! {
    core: CoreCounters,
    slots: SlotCounters,
    fetch: FetchCounters,
    loads: LoadStoreCounters,
    queue: QueueCounters,
    constants: ConstantCounters,
    textures: TextureCounters,
    virtual_threads: VtCounters,
    blocks: BlockCounters,
    priority: MascarCounters,
    gangs: GangCounters,
    supply: SupplyCounters,
    vector: VectorCounters,
    vector_memory: VectorMemoryCounters,
}
