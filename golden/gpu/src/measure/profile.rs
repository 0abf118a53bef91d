//! Where host time goes: a run says which component is at work, and somebody who looks often enough knows the shares.
//!
//! To say so is a store of one byte. Nothing is read back, so that a run is the same whether anybody looks or not.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// What host time is spent on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Component {
    /// Clocks, dispatch of CTAs, and what is done between the others.
    Rest,
    /// Fetch, scheduling, scoreboards.
    FrontEnd,
    /// What instructions do: the executor, and their steps.
    Execution,
    /// What the policy has: pipelines or lanes.
    Pipelines,
    /// Load/store units, L1 and constant caches.
    LoadStore,
    /// The interconnect.
    Interconnect,
    /// The slices of L2.
    L2,
    /// The channels.
    Dram,
}

impl Component {
    /// All of them, in order.
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

    /// In a word or two.
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

/// Shows which component is at work. Copies show the same.
#[derive(Debug, Clone, Default)]
pub struct Gauge(Arc<AtomicU8>);

impl Gauge {
    /// From now on it is this one.
    #[inline]
    pub(crate) fn set(&self, component: Component) {
        self.0.store(component as u8, Ordering::Relaxed);
    }
    /// Which it is now.
    pub fn get(&self) -> Component {
        let now = self.0.load(Ordering::Relaxed);
        Component::ALL.into_iter().find(|component| *component as u8 == now).unwrap_or(Component::Rest)
    }
}
