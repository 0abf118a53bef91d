//! Host time by component: a run sets a gauge to the component at work, and a thread that samples
//! it estimates the shares.
//!
//! Setting the gauge is a store of one byte. The run never reads it back, so that its result does
//! not depend on the sampling.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// A component of the simulator, for the shares of host time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Component {
    /// Clocks, dispatch of CTAs, and all else between the other components.
    Rest,
    /// Fetch, scheduling, scoreboards.
    FrontEnd,
    /// Functional execution of instructions: the executor, and its steps.
    Execution,
    /// The policy's datapath: pipelines or lanes.
    Pipelines,
    /// Load/store units, L1 and constant caches.
    LoadStore,
    /// The interconnect.
    Interconnect,
    /// The slices of L2.
    L2,
    /// The DRAM channels.
    Dram,
}

impl Component {
    /// All components, in the order of a report, `Rest` last.
    pub const ALL: [Component; 8] = [
        Component::FrontEnd,
        Component::Execution,
        Component::Pipelines,
        Component::LoadStore,
        Component::Interconnect,
        Component::L2,
        Component::Dram,
        Component::Rest,
    ];

    /// Returns the component's name for reports, a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Component::Rest => "the rest",
            Component::FrontEnd => "front end",
            Component::Execution => "execution",
            Component::Pipelines => "pipelines",
            Component::LoadStore => "load/store",
            Component::Interconnect => "interconnect",
            Component::L2 => "L2",
            Component::Dram => "DRAM",
        }
    }
}

/// A shared indicator of the simulator component that is at work on the host; clones share the
/// value. The default shows nothing.
#[derive(Debug, Clone, Default)]
pub struct Gauge(Option<Arc<AtomicU8>>);

impl Gauge {
    /// Creates an indicator that shows the component at work.
    pub fn shown() -> Gauge {
        Gauge(Some(Arc::default()))
    }
    /// Sets the component at work.
    #[inline]
    pub(crate) fn set(&self, component: Component) {
        if let Some(shown) = &self.0 {
            shown.store(component as u8, Ordering::Relaxed);
        }
    }
    /// Returns the simulator component that is at work.
    pub fn get(&self) -> Component {
        let now = self.0.as_ref().map(|shown| shown.load(Ordering::Relaxed));
        Component::ALL.into_iter().find(|component| Some(*component as u8) == now).unwrap_or(Component::Rest)
    }
}
