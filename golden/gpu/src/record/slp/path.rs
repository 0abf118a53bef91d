//! The paths of a CTA: an entry of its stack, and the warps that run it.

use heddle_contract::slp::MAX;
use heddle_kernel::program::FunctionId;

use crate::record::seen::Access;

/// Threads of a CTA, a word a warp, in thread order.
pub type Threads = [u32; MAX];
/// An instruction of a function.
pub type Place = (FunctionId, u32);

/// A warp of the machine: threads of some of the CTA's warps, each in its home lane.
#[derive(Debug, Clone, Default)]
pub struct Block {
    /// Warps of the CTA, and which of their threads.
    pub parts: Vec<(usize, u32)>,
    /// Instructions of the stretch that it has executed.
    pub at: usize,
    /// The first cycle in which it may issue again.
    pub due: u64,
    /// It waits at the stretch's end for the path's other warps.
    pub waits: bool,
}

/// An instruction that a warp of the CTA has executed.
#[derive(Debug, Clone)]
pub struct Executed {
    pub mask: u32,
    pub access: Option<Box<Access>>,
    /// The threads tell each other something.
    pub exchanges: bool,
}

/// Why a path that others stand above does not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parked {
    /// Its threads are in a function, and go on as the same warps when it is over.
    Called,
    /// Its threads have parted at this instruction, and are compacted again where they meet.
    Parted(Place),
}

/// Threads on their way to where they meet the others.
#[derive(Debug, Clone)]
pub struct Path {
    /// Its name in its CTA, and that of the path that waits for it.
    pub id: u64,
    pub parent: Option<u64>,
    pub threads: Threads,
    /// Calls that its code is in.
    pub calls: usize,
    /// Where it starts, as long as nothing of it was executed.
    pub start: Option<u32>,
    /// The instruction, in its function, at which it ends.
    pub meets: u32,
    pub blocks: Vec<Block>,
    /// The unit still has warps of it.
    pub arriving: bool,
    pub parked: Option<Parked>,
    /// Its warps wait at a barrier.
    pub barrier: bool,
    /// What was executed since its warps were together; and what each of the CTA's warps did there.
    pub stream: Vec<Place>,
    pub log: Vec<Vec<Executed>>,
}

impl Path {
    /// Threads that are to execute what starts there, until they meet.
    pub fn new(id: u64, parent: Option<u64>, threads: Threads, calls: usize, start: Option<u32>, meets: u32) -> Path {
        Path {
            id,
            parent,
            threads,
            calls,
            start,
            meets,
            blocks: Vec::new(),
            arriving: false,
            parked: None,
            barrier: false,
            stream: Vec::new(),
            log: vec![Vec::new(); MAX],
        }
    }
    /// Its warps start a new stretch, without the threads that are gone.
    pub fn stretch(&mut self, due: u64) {
        self.stream.clear();
        self.log.iter_mut().for_each(Vec::clear);
        self.barrier = false;
        let threads = &self.threads;
        for block in &mut self.blocks {
            block.parts.iter_mut().for_each(|(warp, part)| *part &= threads[*warp]);
            block.parts.retain(|(_, part)| *part != 0);
            (block.at, block.waits, block.due) = (0, false, due);
        }
        self.blocks.retain(|block| !block.parts.is_empty());
    }
    /// All its warps wait at the end of the stretch.
    pub fn complete(&self) -> bool {
        !self.arriving && self.blocks.iter().all(|block| block.waits)
    }
    /// The CTA's warps that have threads in it.
    pub fn warps(&self) -> impl Iterator<Item = usize> + use<> {
        let threads = self.threads;
        (0..MAX).filter(move |warp| threads[*warp] != 0)
    }
}
