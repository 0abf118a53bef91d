//! The outcomes of instructions for control flow.

use super::rows::Lanes;

/// The outcome of one instruction, executed for some threads of a warp: where the threads go next.
///
/// It names program counters and threads alone, so that control may be a stack of one warp, a stack
/// of a whole CTA, or a program counter per thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All threads continue with the next instruction.
    Next,
    /// A branch: the threads `taken` go to `target`, the others to the next instruction.
    Branch {
        /// The branch target.
        target: u32,
        /// The threads that go to the target.
        taken: u32,
        /// The reconvergence point of the two sides: the immediate post-dominator.
        reconverge_pc: u32,
    },
    /// A branch by table: each of `threads` goes to its own of [`super::Warp::targets`], the others
    /// to the next instruction.
    Indexed {
        /// The threads that take the branch; there is at least one.
        threads: u32,
        /// The reconvergence point of all sides.
        reconverge_pc: u32,
    },
    /// A call of a function that has a body.
    Call(Call),
    /// A repeat: the given threads execute the instruction again, while the others are done with
    /// it: a call of a function without a body, which the others have executed.
    Repeat {
        /// The threads that have not executed the call.
        threads: u32,
    },
    /// A return: the threads leave the function that they are in; those in the kernel itself end.
    Return {
        /// The threads that leave.
        threads: u32,
    },
    /// An exit: the threads end.
    Exit {
        /// The threads that end.
        threads: u32,
    },
    /// A barrier: the threads arrive there.
    Barrier(Arrival),
}

/// A call by some threads of a warp, as an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// The call's number in the image.
    pub site: u32,
    /// The number of the called function.
    pub function: u32,
    /// The threads that call this function.
    pub threads: u32,
    /// The threads that call other functions through the same pointer: they execute the call again
    /// afterwards.
    pub later: u32,
}

/// The arrival of threads of a warp at a barrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    /// The number of the barrier, 0 to 15.
    pub barrier: u32,
    /// The number of threads that the barrier waits for; `None` for all of the CTA.
    pub expected: Option<u32>,
    /// The threads that arrive.
    pub threads: u32,
    /// The arriving threads whose predicate holds, where the barrier computes a reduction.
    pub predicates: u32,
    /// Whether the threads wait at the barrier instead of passing it.
    pub waits: bool,
    /// The instruction's number among the image's barriers.
    pub(crate) site: u32,
}

impl Outcome {
    /// Returns the outcome of one instruction for threads of several warps in lanes of their own,
    /// joined from the outcomes of the warps.
    ///
    /// Where a warp's threads do nothing at a barrier, a call or a branch by table, its outcome is
    /// [`Outcome::Next`]. Of functions that are called through a pointer, the first warp's is
    /// called; threads that call others execute the call again.
    pub fn joined(outcomes: &[Outcome]) -> Outcome {
        let Some((&first, others)) = outcomes.split_first() else { return Outcome::Next };
        others.iter().fold(first, |joined, other| joined.beside(*other))
    }

    fn beside(self, other: Outcome) -> Outcome {
        match (self, other) {
            (Outcome::Branch { target, taken, reconverge_pc }, Outcome::Branch { taken: more, .. }) => {
                Outcome::Branch { target, taken: taken | more, reconverge_pc }
            }
            (Outcome::Indexed { threads, reconverge_pc }, Outcome::Indexed { threads: more, .. }) => {
                Outcome::Indexed { threads: threads | more, reconverge_pc }
            }
            (Outcome::Return { threads }, Outcome::Return { threads: more }) => {
                Outcome::Return { threads: threads | more }
            }
            (Outcome::Exit { threads }, Outcome::Exit { threads: more }) => Outcome::Exit { threads: threads | more },
            (Outcome::Repeat { threads }, Outcome::Repeat { threads: more }) => {
                Outcome::Repeat { threads: threads | more }
            }
            (Outcome::Barrier(arrival), Outcome::Barrier(more)) => Outcome::Barrier(Arrival {
                threads: arrival.threads | more.threads,
                predicates: arrival.predicates | more.predicates,
                ..arrival
            }),
            (Outcome::Call(call), Outcome::Call(more)) if call.function == more.function => {
                Outcome::Call(Call { threads: call.threads | more.threads, later: call.later | more.later, ..call })
            }
            (Outcome::Call(call), Outcome::Call(more)) => {
                Outcome::Call(Call { later: call.later | more.threads | more.later, ..call })
            }
            (Outcome::Call(call), Outcome::Repeat { threads }) | (Outcome::Repeat { threads }, Outcome::Call(call)) => {
                Outcome::Call(Call { later: call.later | threads, ..call })
            }
            (Outcome::Next, other) => other,
            (this, _) => this,
        }
    }
}

/// Returns the sides of a branch by table: each target with its threads, the lowest thread's side
/// first.
pub fn by_target(targets: &[u32; 32], threads: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
    let mut left = threads;
    std::iter::from_fn(move || {
        let target = targets[Lanes(left).next()?];
        let same = Lanes(left).filter(|&lane| targets[lane] == target).fold(0, |same, lane| same | 1 << lane);
        left &= !same;
        Some((target, same))
    })
}
