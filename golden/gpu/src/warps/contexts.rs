//! The warps and CTAs on a core: the state of each warp, whichever slot it is in.

use heddle_kernel::execute::{Cta, Divergence, State};

use super::{CtaNeeds, Warp};
use crate::base::ids::{Part, Slot, WarpId};
use crate::base::{GridContext, Wait};
use crate::microop::Spare;

/// A CTA that is resident on a core.
#[derive(Debug)]
pub(crate) struct Resident<D: Divergence> {
    pub cta: Cta<D>,
    pub warps: Vec<WarpId>,
    /// Bytes of shared memory of the CTA.
    pub shared: u64,
    /// Number of warps that have not ended.
    pub left: usize,
}

/// All warps and CTAs on a core.
#[derive(Debug)]
pub(crate) struct Contexts<D: Divergence> {
    pub warps: Vec<Option<Warp>>,
    pub ctas: Vec<Option<Resident<D>>>,
    /// Warp that each slot is bound to.
    bound: Vec<Option<WarpId>>,
    pub spare: Spare,
}

impl<D: Divergence> Contexts<D> {
    /// Creates an empty core with room for `warps` warps, `slots` slots and `ctas` CTAs.
    pub fn new(warps: usize, slots: usize, ctas: usize) -> Self {
        Contexts {
            warps: (0..warps).map(|_| None).collect(),
            ctas: (0..ctas).map(|_| None).collect(),
            bound: vec![None; slots],
            spare: Spare::default(),
        }
    }

    /// Makes a CTA resident at place `at`, with these warps; `lane` gives the lane of the datapath
    /// in which each has its first thread.
    pub fn seat(
        &mut self,
        now: u64,
        needs: &CtaNeeds,
        at: usize,
        (cta, warps): (Cta<D>, Vec<WarpId>),
        (lane, checks_values): (impl Fn(u32) -> u32, bool),
    ) {
        for (number, &id) in warps.iter().enumerate() {
            let age = now << 8 | number as u64;
            let lane = lane(number as u32) as u8;
            self.warps[id.index()] = Some(Warp::new(at, number, lane, age, needs.program, checks_values));
        }
        self.ctas[at] = Some(Resident { cta, left: warps.len(), warps, shared: needs.shared });
    }

    pub fn warp(&self, id: WarpId) -> Option<&Warp> {
        self.warps[id.index()].as_ref()
    }
    pub fn warp_mut(&mut self, id: WarpId) -> Option<&mut Warp> {
        self.warps[id.index()].as_mut()
    }
    /// Returns a warp's CTA, and the warp's number in it; `None` if there is no such warp.
    pub fn cta(&self, id: WarpId) -> Option<(&Resident<D>, usize)> {
        let warp = self.warp(id)?;
        Some((self.ctas[warp.cta].as_ref()?, warp.number))
    }
    /// Returns a warp's CTA to be changed, and the warp's number in it; `None` if there is no such
    /// warp.
    pub fn cta_mut(&mut self, id: WarpId) -> Option<(&mut Resident<D>, usize)> {
        let warp = self.warps[id.index()].as_ref()?;
        Some((self.ctas[warp.cta].as_mut()?, warp.number))
    }
    /// Returns the slot that a warp is bound to; `None` if it has none.
    pub fn slot_of(&self, id: WarpId) -> Option<Slot> {
        self.warp(id)?.slot
    }
    /// Returns the warp that a slot is bound to; `None` if it has none.
    pub fn warp_in(&self, slot: Slot) -> Option<WarpId> {
        self.bound[slot.index()]
    }

    /// Binds a warp to a slot.
    pub fn bind(&mut self, id: WarpId, slot: Slot) {
        self.bound[slot.index()] = Some(id);
        if let Some(warp) = self.warp_mut(id) {
            warp.slot = Some(slot);
        }
    }
    /// Takes a warp's slot away, and returns the slot; `None` if the warp had none.
    pub fn release(&mut self, id: WarpId) -> Option<Slot> {
        let slot = self.warp_mut(id)?.slot.take()?;
        self.bound[slot.index()] = None;
        Some(slot)
    }

    /// Returns the place of a warp's next instruction and the threads that execute it; the error is
    /// what the warp waits for, if it cannot execute one.
    #[inline(always)]
    pub fn next(&self, id: WarpId) -> Result<(u32, Part), Wait> {
        let Some(warp) = self.warp(id).filter(|warp| warp.launched) else { return Err(Wait::Short) };
        let Some(resident) = &self.ctas[warp.cta] else { return Err(Wait::Ended) };
        match resident.cta.control(warp.number).next() {
            Some(_) if warp.waits_operands != 0 => Err(Wait::Short),
            Some((pc, threads)) => Ok((pc, Part { warp: id, lane: warp.lane, threads, members: u32::MAX })),
            None if resident.cta.alive(warp.number) != 0 => Err(Wait::Barrier),
            None => Err(if warp.quiet() { Wait::Ended } else { warp.drains() }),
        }
    }

    /// Returns the place from which a warp's instructions are fetched; `None` if the warp has
    /// ended.
    pub fn fetch_pc(&self, id: WarpId) -> Option<u32> {
        let (resident, number) = self.cta(id)?;
        (resident.cta.alive(number) != 0).then(|| resident.cta.pc(number))
    }

    /// Returns the CTAs on the core.
    pub fn running(&self) -> impl Iterator<Item = &Cta<D>> {
        self.ctas.iter().flatten().map(|resident| &resident.cta)
    }

    /// Describes a warp that waits at an instruction for a resource, or at a barrier; `None` if it
    /// has no CTA or instruction.
    pub fn stuck_warp(&self, grid: &GridContext, warp: &Warp, pc: u32, resource: &str) -> Option<String> {
        let module = grid.image.module;
        let cta = &self.ctas[warp.cta].as_ref()?.cta;
        let (function, next) = grid.image.instruction(pc)?;
        let (number, resource) = match cta.state(warp.number) {
            // it stands behind the barrier
            State::Waiting(barrier) => (next.saturating_sub(1), format!("barrier {barrier}")),
            _ => (next, resource.into()),
        };
        let function = &module.functions[function.0 as usize];
        let place = function.code.get(number as usize).map_or(0, |code| module.source.place(code.at.start).line);
        let (name, id, number) = (&function.name, cta.id(), warp.number);
        Some(format!("CTA {id:?}, warp {number}: `{name}`, {}:{place}, waits for {resource}", module.source.name))
    }
}
