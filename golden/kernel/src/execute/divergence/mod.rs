//! Control: where the threads of a warp stand, and which of them execute next.

use super::Options;
use super::fault::Halt;
use super::frame::Frame;
use super::image::Image;
use super::outcome::{Call, Outcome};
use super::warp::Warp;
use crate::program::FunctionId;

mod lowest_pc;
mod regrouped;
mod warp_stack;

pub use lowest_pc::LowestPc;
pub use regrouped::Regrouped;
pub use warp_stack::WarpStack;

/// Threads of a warp that stand at one instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The next instruction's place in the image, where the instructions of all its functions lie in a row.
    pub pc: u32,
    /// The place where they wait for the others of their warp: this entry ends there.
    pub reconverge_pc: u32,
    /// One bit a thread.
    pub mask: u32,
}

/// How the threads of a warp part at branches and meet again.
///
/// It owns the program counters, the active masks and the stack of calls of one warp; what its threads hold is the [`Warp`]'s. Registers, predicates and
/// local memory are addressed through the warp's frame, so only threads of the function that was called last may execute.
pub trait Divergence: Default {
    /// Puts the warp's threads at the first instruction of its function.
    fn start(&mut self, warp: &mut Warp, image: &Image);
    /// The instruction that executes next and the threads that stand there; none when all have ended or wait at a barrier.
    fn next(&self) -> Option<(u32, u32)>;
    /// The same, but while all threads wait at a barrier where they will resume. No threads are left when all have ended.
    fn position(&self) -> (u32, u32);
    /// Moves the threads that executed the instruction at `pc`. Arrivals at a barrier are counted by the CTA, which then calls [`Self::resume`].
    fn apply(
        &mut self,
        warp: &mut Warp,
        image: &Image,
        options: &Options,
        pc: u32,
        threads: u32,
        outcome: &Outcome,
    ) -> Result<(), Halt>;
    /// Threads that waited may go on: their barrier has opened.
    fn resume(&mut self, warp: &mut Warp, image: &Image, threads: u32);
    /// Where all threads stand, those that execute next first. Where entries share threads, the first of them has these threads now.
    fn entries(&self) -> impl Iterator<Item = Entry>;
    /// How many entries there are; one at least.
    fn depth(&self) -> usize;
}

/// The threads that an SIMT stack moves: those of a warp, or of several that execute as one.
pub(crate) trait Threads {
    /// Those that have not ended.
    fn alive(&self) -> u32;
    /// Some of them end.
    fn end(&mut self, threads: u32);
    /// They have come to the end of the stack's first entry.
    fn finish(&mut self);
    /// The function that they execute, and the threads that entered it.
    fn function(&self) -> FunctionId;
    fn members(&self) -> u32;
    /// Where the threads of the last branch by table go, by lane.
    fn targets(&self) -> &[u32; 32];
    /// Opens the frame of a called function; returns the caller's.
    fn enter(&mut self, image: &Image, call: &Call) -> Result<Frame, Halt>;
    /// Closes the frame at hand.
    fn leave(&mut self, image: &Image, caller: Frame);
}

impl Threads for Warp {
    #[inline(always)]
    fn alive(&self) -> u32 {
        self.alive
    }
    fn end(&mut self, threads: u32) {
        self.end(threads);
    }
    fn finish(&mut self) {
        self.end(u32::MAX);
    }
    fn function(&self) -> FunctionId {
        self.function()
    }
    fn members(&self) -> u32 {
        self.frame.mask
    }
    fn targets(&self) -> &[u32; 32] {
        &self.targets
    }
    fn enter(&mut self, image: &Image, call: &Call) -> Result<Frame, Halt> {
        self.enter(image, call)
    }
    fn leave(&mut self, image: &Image, caller: Frame) {
        self.leave(image, caller);
    }
}
