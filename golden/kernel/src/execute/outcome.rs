//! What an instruction leaves for control to decide.

/// What one instruction, executed for some threads of a warp, means for where they go next.
///
/// It names program counters and threads alone, so that control may be a stack of one warp, a stack of a whole CTA, or a program counter per thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All threads continue with the next instruction.
    Next,
    /// A branch: the threads `taken` go to `target`, the others to the next instruction.
    Branch {
        /// The instruction that the branch names.
        target: u32,
        /// Threads that go there.
        taken: u32,
        /// The instruction at which the two sides meet again: the immediate post-dominator.
        reconverge_pc: u32,
    },
    /// A branch by table: each of `threads` goes to its own of [`super::Warp::targets`], the others to the next instruction.
    Indexed {
        /// Threads that take part; there is at least one.
        threads: u32,
        /// The instruction at which all sides meet again.
        reconverge_pc: u32,
    },
    /// A call of a function that has a body.
    Call(Call),
    /// The threads execute this instruction again, while the others are done with it: a call of a function without a body,
    /// which the others have executed.
    Repeat {
        /// Threads that have not executed it.
        threads: u32,
    },
    /// The threads leave the function that they are in; those in the kernel itself end.
    Return {
        /// Threads that leave.
        threads: u32,
    },
    /// The threads end.
    Exit {
        /// Threads that end.
        threads: u32,
    },
    /// The threads came to a barrier.
    Barrier(Arrival),
}

/// Threads that call a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// The call's number in the image.
    pub site: u32,
    /// The function that is called.
    pub function: u32,
    /// Threads that call it.
    pub threads: u32,
    /// Threads that call other functions, through the same pointer: they execute the call again afterwards.
    pub later: u32,
}

/// Threads of a warp at a barrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    /// The barrier's number.
    pub barrier: u32,
    /// How many threads the barrier waits for; none for all of the CTA.
    pub expected: Option<u32>,
    /// Threads that came.
    pub threads: u32,
    /// Of these, those whose predicate holds, where the barrier computes something.
    pub predicates: u32,
    /// They wait for the others, instead of passing by.
    pub waits: bool,
    /// The instruction's number among the image's barriers.
    pub(crate) site: u32,
}
