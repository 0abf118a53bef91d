//! The part that all cores with resident CTAs share: the warps' contexts, the memory units, and the
//! room for CTAs.

use heddle_kernel::execute::{Cta, Divergence};

use super::counted::CoreCounted;
use super::frame::Frame;
use crate::base::SlotCounters;
use crate::base::ids::WarpId;
use crate::config::spec::Spec;
use crate::measure::profile::Component;
use crate::memory::{CoreLink, LoadStore, Port, Reply};
use crate::warps::{Contexts, CorePorts, CtaNeeds, Resident};

/// The chassis of a core, whatever chooses the warps that issue.
#[derive(Debug)]
pub(crate) struct Chassis<C: Divergence> {
    pub frame: Frame,
    pub contexts: Contexts<C>,
    pub ports: CorePorts,
    /// Bytes of shared memory that CTAs have, and the total.
    pub shared: (u64, u64),
    /// Whether a warp has ended since the last check for CTAs that can leave.
    pub leaving: bool,
    pub slots: SlotCounters,
}

impl<C: Divergence> Chassis<C> {
    /// Creates an empty core with these contexts.
    pub fn new(spec: &Spec, frame: Frame, contexts: Contexts<C>, loads: LoadStore) -> Self {
        Chassis {
            ports: CorePorts::new(spec, frame.number, loads),
            frame,
            contexts,
            shared: (0, spec.shared.bytes.into()),
            leaving: false,
            slots: SlotCounters::default(),
        }
    }

    /// Sets the gauge of host time to the component of the simulator that is at work.
    #[inline(always)]
    pub fn shows(&self, component: Component) {
        self.frame.gauge.set(component);
    }

    /// Begins a grid: invalidates the caches, whose data may have been written since.
    pub fn begin(&mut self) {
        self.ports.invalidate();
        self.frame.status.open = true;
    }

    /// Returns a free place for a CTA, if shared memory has room for it; `None` if there is no such
    /// place or no room.
    pub fn place(&self, needs: &CtaNeeds) -> Option<usize> {
        let free = |_: &usize| self.shared.0 + needs.shared <= self.shared.1;
        self.contexts.ctas.iter().position(Option::is_none).filter(free)
    }

    /// Makes a CTA with these warps resident at place `at`; `lane` gives the lane of a warp's
    /// thread 0.
    pub fn seat(
        &mut self,
        now: u64,
        needs: &CtaNeeds,
        at: usize,
        cta: (Cta<C>, Vec<WarpId>),
        lane: (impl Fn(u32) -> u32, bool),
    ) {
        self.shared.0 += needs.shared;
        self.contexts.seat(now, needs, at, cta, lane);
        self.frame.status.wake = self.frame.status.wake.min(now);
    }

    /// Takes the replies of memory; those with instructions go to `fetch`.
    #[inline]
    pub fn receive<M: CoreLink>(&mut self, now: u64, memory: &mut M, mut fetch: impl FnMut(&Reply)) {
        while let Some(reply) = memory.reply(self.frame.number) {
            match reply.port {
                Port::Data => self.ports.loads.reply(now, &reply),
                Port::Constant => self.ports.constants.reply(now, &reply),
                Port::Texture => self.ports.textures.reply(now, &reply),
                Port::Instruction => fetch(&reply),
            }
        }
    }

    /// Retires a warp that has ended and of which nothing is in flight; returns whether it is
    /// retired now.
    pub fn retire(&mut self, id: WarpId) -> bool {
        let retired = self.contexts.retire(id);
        self.leaving |= retired;
        self.frame.status.open |= retired;
        retired
    }

    /// Removes the next CTA, from a place on, whose warps have ended and are drained, and frees its
    /// shared memory; `None` if there are no more. A CTA that may not leave yet is looked at again.
    pub fn end_cta(&mut self, from: usize, may_leave: impl Fn(usize) -> bool) -> Option<(usize, Resident<C>)> {
        let is_over = |resident: &Option<Resident<C>>| resident.as_ref().is_some_and(|resident| resident.left == 0);
        let over = (from..self.contexts.ctas.len()).filter(|&at| is_over(&self.contexts.ctas[at]));
        let mut leaves = over.filter(|&at| {
            let leaves = may_leave(at);
            self.leaving |= !leaves;
            leaves
        });
        let at = leaves.next()?;
        let resident = self.contexts.ctas[at].take()?;
        self.shared.0 -= resident.shared;
        self.ports.counters.ctas += 1;
        self.frame.status.ended.push(resident.cta.id());
        self.frame.status.open = true;
        Some((at, resident))
    }

    /// Returns the counters of the chassis.
    pub fn counted(&self) -> CoreCounted {
        CoreCounted {
            core: self.ports.counters,
            slots: self.slots,
            loads: self.ports.loads.counters(),
            queue: self.ports.loads.queue_counters(),
            constants: self.ports.constants.counters().into(),
            textures: self.ports.textures.counters().into(),
            ..CoreCounted::default()
        }
    }
}
