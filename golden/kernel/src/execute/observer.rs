use super::fault::AccessKind;
use super::image::Image;
use super::warp::Warp;
use crate::program::{FunctionId, Space};

/// A warp instruction that is issued: its place and the threads that execute it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Issue {
    /// The place of the CTA in the grid, x, y, z.
    pub cta: [u32; 3],
    /// The warp's number in its CTA.
    pub warp: u32,
    /// The function that the instruction belongs to.
    pub function: FunctionId,
    /// The number of the instruction in the function.
    pub instruction: u32,
    /// The active mask: threads at this instruction.
    pub active: u32,
    /// The active threads whose guard holds.
    pub mask: u32,
    /// The number of entries of the SIMT stack.
    pub depth: usize,
}

/// The memory access of a warp instruction, by the lanes of [`Issue::mask`].
#[derive(Debug, Clone, Copy)]
pub struct Traffic<'a> {
    /// The kind of the access: load, store or atomic operation.
    pub kind: AccessKind,
    /// The space, generic only where the lanes' addresses lie in several (see [`super::space_of`]).
    pub space: Space,
    /// The address of each lane; meaningless for lanes outside the mask.
    pub addresses: &'a [u64; 32],
    /// Bytes that each lane accesses.
    pub bytes: u32,
}

/// An observer of the instructions that warps execute. Each method does nothing by default.
pub trait Observer {
    /// Whether the observer is active. Where this is false, no method is called and no time is
    /// spent.
    const WATCHES: bool = true;
    /// Called before an instruction, when the warp's registers hold its operands.
    fn issue(&mut self, issue: &Issue, warp: &Warp, image: &Image) {
        let _ = (issue, warp, image);
    }
    /// Called before an access to memory. A fetch from a texture reports one texel of each thread
    /// at a time, and only threads that read one.
    fn traffic(&mut self, issue: &Issue, traffic: &Traffic) {
        let _ = (issue, traffic);
    }
    /// Called at a conditional branch with the active threads that take it.
    fn branch(&mut self, issue: &Issue, taken: u32) {
        let _ = (issue, taken);
    }
    /// Called after an instruction, when the warp's registers hold its results.
    fn retire(&mut self, issue: &Issue, warp: &Warp, image: &Image) {
        let _ = (issue, warp, image);
    }
}

/// The observer that observes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    const WATCHES: bool = false;
}

impl<O: Observer> Observer for &mut O {
    const WATCHES: bool = O::WATCHES;
    fn issue(&mut self, issue: &Issue, warp: &Warp, image: &Image) {
        (**self).issue(issue, warp, image);
    }
    fn traffic(&mut self, issue: &Issue, traffic: &Traffic) {
        (**self).traffic(issue, traffic);
    }
    fn branch(&mut self, issue: &Issue, taken: u32) {
        (**self).branch(issue, taken);
    }
    fn retire(&mut self, issue: &Issue, warp: &Warp, image: &Image) {
        (**self).retire(issue, warp, image);
    }
}
