//! Dynamic warps: threads of several warps of a CTA that execute as one.

use super::Options;
use super::cta::Cta;
use super::divergence::{Divergence, Entry, Regrouped, Threads, WarpStack};
use super::fault::{Fault, Halt};
use super::frame::Frame;
use super::image::Image;
use super::outcome::{Call, Outcome};
use super::warp::Warp;
use crate::program::FunctionId;

/// A dynamic warp: threads of some warps of a CTA that execute as one warp, each in a lane of its
/// own (TBC; SLP 2.3).
///
/// Registers, predicates and local memory stay with the warps, and so do frames of functions:
/// before an instruction is executed, [`Self::place_frames`] makes the frames of these threads
/// current. Their program counters are in this type, as a SIMT stack of lanes.
#[derive(Debug, Clone)]
pub struct DynamicWarp {
    members: Members,
    control: WarpStack,
}

/// The threads of a dynamic warp.
#[derive(Debug, Clone)]
struct Members {
    /// The warps by number, and the lanes of their threads.
    parts: Vec<(usize, u32)>,
    alive: u32,
    frame: Frame,
    targets: [u32; 32],
    finished: bool,
}

/// The threads of a dynamic warp, and the warps that hold their registers and memory.
struct InWarps<'a> {
    members: &'a mut Members,
    warps: &'a mut [Warp],
}

impl DynamicWarp {
    /// Creates a dynamic warp of threads that are at `pc` in the kernel itself, until they come to
    /// `meets`. `parts` has the lanes of each warp's threads, and no lane twice.
    pub fn new(image: &Image, parts: Vec<(usize, u32)>, pc: u32, meets: u32) -> DynamicWarp {
        let mask = parts.iter().fold(0, |mask, (_, lanes)| mask | lanes);
        let frame = Frame::of_kernel(image, mask);
        DynamicWarp {
            members: Members { parts, alive: mask, frame, targets: [0; 32], finished: false },
            control: WarpStack::of(Entry { pc, reconverge_pc: meets, mask }),
        }
    }

    /// Returns the warps by number with the lanes of their threads, including threads that have
    /// ended.
    pub fn parts(&self) -> &[(usize, u32)] {
        &self.members.parts
    }
    /// Returns the next instruction and the lanes that execute it; `None` while the threads wait at
    /// a barrier, and at their end.
    #[inline]
    pub fn next(&self) -> Option<(u32, u32)> {
        self.control.next()
    }
    /// Returns the next instruction and its lanes, also while the threads wait at a barrier.
    pub fn position(&self) -> (u32, u32) {
        self.control.position()
    }
    /// Returns the lanes whose threads have not ended.
    pub fn alive(&self) -> u32 {
        self.members.alive
    }
    /// Whether the threads have come to their reconvergence point.
    pub fn finished(&self) -> bool {
        self.members.finished
    }
    /// Whether the threads on top of the stack wait at a barrier.
    pub fn waits(&self) -> bool {
        self.control.waits()
    }
    /// Returns the number of entries of the SIMT stack.
    pub fn depth(&self) -> usize {
        self.control.depth()
    }
    /// Returns the entries of the SIMT stack, the one that executes next first.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        self.control.entries()
    }
    /// Returns the depth of nested calls that the threads are in; 0 in the kernel itself.
    pub fn calls(&self) -> usize {
        self.members.frame.depth
    }

    /// Makes the frames of the threads current in their warps.
    pub fn place_frames(&self, cta: &mut Cta<Regrouped>) {
        let frame = self.members.frame;
        for (warp, lanes) in &self.members.parts {
            cta.warps[*warp].frame = frame.part(*lanes);
        }
    }

    /// Moves the threads that executed the instruction at `pc`, by its outcome, after the warps'
    /// own controls have been applied.
    pub fn advance(
        &mut self,
        cta: &mut Cta<Regrouped>,
        image: &Image,
        options: &Options,
        pc: u32,
        outcome: &Outcome,
    ) -> Result<(), Fault> {
        if let Outcome::Indexed { .. } = outcome {
            self.gather_targets(cta);
        }
        let mut threads = InWarps { members: &mut self.members, warps: &mut cta.warps };
        let moved = self.control.advance(&mut threads, image, options, pc, outcome);
        moved.map_err(|halt| self.fault(cta, image, halt))
    }

    /// Returns the targets of the threads after a branch by table, by lane.
    pub fn gather_targets(&mut self, cta: &Cta<Regrouped>) -> &[u32; 32] {
        let Members { parts, targets, .. } = &mut self.members;
        for (lane, target) in targets.iter_mut().enumerate() {
            if let Some((warp, _)) = parts.iter().find(|(_, lanes)| lanes >> lane & 1 == 1) {
                *target = cta.warps[*warp].targets[lane];
            }
        }
        &self.members.targets
    }

    /// Continues if the barrier at which the threads wait has opened; returns whether it has.
    pub fn pass_barrier(&mut self, cta: &mut Cta<Regrouped>, image: &Image) -> bool {
        let held = |(warp, lanes): &(usize, u32)| cta.warps[*warp].waits().is_some_and(|(_, at)| at & lanes != 0);
        if !self.control.waits() || self.members.parts.iter().any(held) {
            return false;
        }
        self.place_frames(cta);
        self.control.pass_barrier(&mut InWarps { members: &mut self.members, warps: &mut cta.warps }, image);
        true
    }

    /// Moves the threads on top of the stack, whose instructions others executed, to `pc`.
    pub fn go_on(&mut self, cta: &mut Cta<Regrouped>, image: &Image, pc: u32) {
        let Members { parts, alive, .. } = &mut self.members;
        *alive = parts.iter().fold(0, |mask, (warp, lanes)| mask | cta.warps[*warp].alive & lanes);
        self.place_frames(cta);
        let members = &mut self.members;
        self.control.jump(&mut InWarps { members, warps: &mut cta.warps }, image, pc);
    }

    /// Ends the threads, as happens behind the last instruction of the kernel.
    pub fn end(&mut self, cta: &mut Cta<Regrouped>, image: &Image, options: &Options) -> Result<(), Fault> {
        let (pc, alive) = (self.control.position().0, std::mem::take(&mut self.members.alive));
        for (warp, lanes) in &self.members.parts {
            let threads = lanes & alive;
            cta.apply(image, options, *warp, pc, threads, &Outcome::Exit { threads })?;
        }
        Ok(())
    }

    fn fault(&self, cta: &Cta<Regrouped>, image: &Image, halt: Halt) -> Fault {
        let lane = halt.0.1.unwrap_or_else(|| self.members.alive.trailing_zeros());
        let warp = self.members.parts.iter().find(|(_, lanes)| lanes.checked_shr(lane).unwrap_or(0) & 1 == 1);
        cta.fault(image, warp.map_or(0, |(warp, _)| *warp), halt)
    }
}

impl Threads for InWarps<'_> {
    #[inline]
    fn alive(&self) -> u32 {
        self.members.alive
    }
    fn end(&mut self, threads: u32) {
        self.members.alive &= !threads;
    }
    fn finish(&mut self) {
        self.members.finished = true;
    }
    fn function(&self) -> FunctionId {
        FunctionId(self.members.frame.function)
    }
    fn members(&self) -> u32 {
        self.members.frame.mask
    }
    fn targets(&self) -> &[u32; 32] {
        &self.members.targets
    }

    fn enter(&mut self, image: &Image, call: &Call) -> Result<Frame, Halt> {
        let Members { parts, frame, .. } = &mut *self.members;
        let below = *frame;
        for (warp, lanes) in parts {
            let warp = &mut self.warps[*warp];
            warp.enter_in(image, &Call { threads: call.threads & *lanes, ..*call }, call.threads & *lanes)?;
            *frame = warp.frame;
        }
        (frame.mask, frame.lanes) = (call.threads, call.threads);
        Ok(below)
    }

    fn leave(&mut self, image: &Image, caller: Frame) {
        let Members { parts, frame, .. } = &mut *self.members;
        for (warp, lanes) in parts {
            self.warps[*warp].deliver(image, caller.part(*lanes));
        }
        *frame = caller;
    }
}
