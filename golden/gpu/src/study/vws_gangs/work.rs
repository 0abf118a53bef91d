//! What the slices' warps do: the part of an SM that a synthetic program and a real one have different.

use heddle_contract::gang::Config;

use super::program::{Done, Op, Program, Warp};
use super::sm::GangError;

/// A set to launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Launch {
    /// The set.
    pub set: usize,
    /// Slices that have a warp of it.
    pub mask: u8,
    /// Where its warps start.
    pub pc: u64,
}

/// The warps of an SM, by set and slice.
pub trait Work {
    /// What may go wrong.
    type Error: From<GangError>;
    /// Cycles without any issue after which there will never be one.
    const PATIENCE: u64;

    /// What is launched in the coming cycle, on a set that is free.
    fn launch(&mut self, free: &dyn Fn(usize) -> bool) -> Result<Option<Launch>, Self::Error>;
    /// Nothing is left to launch.
    fn done(&self) -> bool;
    /// A warp's next instruction; none when it has ended.
    fn pc(&self, set: usize, slice: usize) -> Option<u64>;
    /// Whether control flow meets again there (VWS 6.4).
    fn sync(&self, pc: u64) -> bool;
    /// Executes a warp's next instruction. None: it waits until [`opened`](Work::opened) names it.
    fn execute(&mut self, set: usize, slice: usize, cycle: u64) -> Result<Option<Done>, Self::Error>;
    /// Warps that wait no longer since this was last asked: sets, and their slices.
    fn opened(&mut self) -> Vec<(usize, u8)> {
        Vec::new()
    }
    /// Why nothing moves, if the work knows.
    fn stalled(&self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// All sets full of warps of one synthetic program.
pub struct Synthetic<'a> {
    program: &'a Program,
    all: u8,
    launched: usize,
    /// By set, then by slice.
    warps: Vec<Vec<Warp>>,
}

impl<'a> Synthetic<'a> {
    /// The warps of a machine.
    pub fn new(cfg: &Config, program: &'a Program) -> Self {
        let (sets, slices) = (cfg.sets as usize, cfg.slices as usize);
        let of_set = |set| (0..slices).map(|slice| Warp::new(program, set, slice, slices)).collect();
        Synthetic { program, all: cfg.all_slices(), launched: 0, warps: (0..sets).map(of_set).collect() }
    }
}

impl Work for Synthetic<'_> {
    type Error = GangError;
    const PATIENCE: u64 = 2000;

    fn launch(&mut self, _: &dyn Fn(usize) -> bool) -> Result<Option<Launch>, GangError> {
        let set = self.launched;
        self.launched += usize::from(!self.done());
        Ok((set < self.launched).then_some(Launch { set, mask: self.all, pc: 0 }))
    }
    fn done(&self) -> bool {
        self.launched == self.warps.len()
    }
    fn pc(&self, set: usize, slice: usize) -> Option<u64> {
        self.warps[set][slice].pc
    }
    fn sync(&self, pc: u64) -> bool {
        self.program.ops[pc as usize] == Op::Sync
    }
    fn execute(&mut self, set: usize, slice: usize, _: u64) -> Result<Option<Done>, GangError> {
        Ok(Some(self.warps[set][slice].execute(self.program)))
    }
}
