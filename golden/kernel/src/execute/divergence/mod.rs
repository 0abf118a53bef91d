//! Divergence and reconvergence: the program counters of a warp's threads, and which of them
//! execute next.

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

/// Threads of a warp that are at one instruction: an entry of a SIMT stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The next instruction's place in the image, where the instructions of all its functions lie
    /// in a row.
    pub pc: u32,
    /// The reconvergence point, where the threads wait for the others of their warp: the entry ends
    /// there.
    pub reconverge_pc: u32,
    /// The threads of the entry, one bit per thread.
    pub mask: u32,
}

/// A model of divergence: how the threads of a warp split at branches and reconverge.
///
/// It owns the program counters, the active masks and the stack of calls of one warp; registers and
/// memory belong to the [`Warp`]. Registers, predicates and local memory are addressed through the
/// warp's frame, so only threads of the function that was called last may execute.
pub trait Divergence: Default + Send {
    /// Moves the warp's threads to the first instruction of its function.
    fn start(&mut self, warp: &mut Warp, image: &Image);
    /// Returns the next instruction and the threads there; `None` when all have ended or wait at a
    /// barrier.
    fn next(&self) -> Option<(u32, u32)>;
    /// Returns the next instruction and the threads there, as [`Self::next`] does, also while all
    /// threads wait at a barrier. These threads will resume there. The mask is empty when all have
    /// ended.
    fn position(&self) -> (u32, u32);
    /// Moves the threads that executed the instruction at `pc`, by its outcome.
    /// Arrivals at a barrier are counted by the CTA, which then calls [`Self::resume`].
    fn apply(
        &mut self,
        warp: &mut Warp,
        image: &Image,
        options: &Options,
        pc: u32,
        threads: u32,
        outcome: &Outcome,
    ) -> Result<(), Halt>;
    /// Lets waiting threads continue, after their barrier has opened.
    fn resume(&mut self, warp: &mut Warp, image: &Image, threads: u32);
    /// Returns the entries of all threads, those that execute next first. A thread in several
    /// entries is at the first of them now.
    fn entries(&self) -> impl Iterator<Item = Entry>;
    /// Returns the number of entries; one at least.
    fn depth(&self) -> usize;
}

/// The threads that a SIMT stack moves: those of a warp, or of several that execute as one.
pub(crate) trait Threads {
    /// Returns the threads that have not ended.
    fn alive(&self) -> u32;
    /// Ends some of the threads.
    fn end(&mut self, threads: u32);
    /// Records that the threads have come to the end of the stack's first entry.
    fn finish(&mut self);
    /// Returns the function that the threads execute, and the threads that entered it.
    fn function(&self) -> FunctionId;
    fn members(&self) -> u32;
    /// Returns the targets of the last branch by table, by lane.
    fn targets(&self) -> &[u32; 32];
    /// Opens the frame of a called function; returns the caller's.
    fn enter(&mut self, image: &Image, call: &Call) -> Result<Frame, Halt>;
    /// Closes the current frame.
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
