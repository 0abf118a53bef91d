use super::fault::AccessKind;
use super::image::Image;
use super::warp::Warp;
use crate::program::{FunctionId, Space};

/// A warp instruction on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Issue {
    /// The CTA's place in the grid, x, y, z.
    pub cta: [u32; 3],
    /// The warp's number in its CTA.
    pub warp: u32,
    /// The function that it is in.
    pub function: FunctionId,
    /// The instruction's number in the function.
    pub instruction: u32,
    /// Threads that stand here.
    pub active: u32,
    /// Those of them whose guard holds.
    pub mask: u32,
    /// Entries of the SIMT stack.
    pub depth: usize,
}

/// What an instruction does to memory. Lanes of [`Issue::mask`] take part.
#[derive(Debug, Clone, Copy)]
pub struct Traffic<'a> {
    /// To read, to write, or both at once.
    pub kind: AccessKind,
    /// The space, generic only where the lanes' addresses lie in several (see [`super::space_of`]).
    pub space: Space,
    /// By lane; those that do not take part mean nothing.
    pub addresses: &'a [u64; 32],
    /// Bytes a lane.
    pub bytes: u32,
}

/// Sees what warps do. Everything does nothing unless it is written.
pub trait Observer {
    /// Somebody looks. Where this is false, nothing is called and nothing is spent.
    const WATCHES: bool = true;
    /// Before an instruction: the warp's registers hold its operands.
    fn issue(&mut self, issue: &Issue, warp: &Warp, image: &Image) {
        let _ = (issue, warp, image);
    }
    /// An access to memory, before it is made. A fetch from a texture shows one texel of each thread at a time, and only threads that read one.
    fn traffic(&mut self, issue: &Issue, traffic: &Traffic) {
        let _ = (issue, traffic);
    }
    /// A conditional branch: who takes it, of those that are active.
    fn branch(&mut self, issue: &Issue, taken: u32) {
        let _ = (issue, taken);
    }
    /// After an instruction: the warp's registers hold its results.
    fn retire(&mut self, issue: &Issue, warp: &Warp, image: &Image) {
        let _ = (issue, warp, image);
    }
}

/// Nobody looks.
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
