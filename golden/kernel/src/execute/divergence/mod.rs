//! Control: where the threads of a warp stand, and which of them execute next.

use super::Options;
use super::fault::Halt;
use super::image::Image;
use super::outcome::Outcome;
use super::warp::Warp;

mod lowest_pc;
mod warp_stack;

pub use lowest_pc::LowestPc;
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
