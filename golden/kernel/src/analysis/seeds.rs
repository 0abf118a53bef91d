use super::Places;
use crate::program::{Instruction, Memory, Op, Operand, Space, Special, Vote};

/// The completions of STSIMT 4.2 that the scalar analysis applies, each of which can be switched
/// off. The algorithm as printed takes thread ids and local memory as the only sources of values
/// that differ, and treats a guarded write as scalar if its operands are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Whether lane ids and lane masks count as different in each thread, as thread ids do.
    pub lanes: bool,
    /// Whether clocks and timers count as different in each thread of an instruction: threads may
    /// execute one after the other.
    pub clocks: bool,
    /// Whether atomic operations are vector instructions, since each result depends on the threads
    /// before. They are executed once per thread, a reduction in memory too.
    pub atomics: bool,
    /// Whether shuffles, matches and warp reductions are vector instructions, since their result
    /// depends on the other threads.
    pub shuffles: bool,
    /// Whether calls, and reads of a call's parameters and results, are vector instructions: these
    /// lie in the thread's local frame. A call is executed by each thread.
    pub calls: bool,
    /// Whether volatile loads are vector instructions, since a volatile location can change between
    /// the reads of two threads.
    pub volatile: bool,
    /// Whether generic loads may read local memory, if a generic address of local memory is made
    /// anywhere in the module.
    pub generic: bool,
    /// Whether stores to local memory are vector instructions, since each thread writes its own
    /// local memory.
    pub stores: bool,
    /// Whether a vector guard makes a write a vector write: a guarded write merges the old value
    /// and the new, by the guard.
    pub guards: bool,
    /// Whether a register that one side of a branch writes and another still reads is a vector
    /// register. It has two versions at a time, though both are dead before the sides meet.
    pub sides: bool,
}

impl Default for Rules {
    /// All rules: the analysis is sound.
    fn default() -> Rules {
        let y = true;
        Rules {
            lanes: y,
            clocks: y,
            atomics: y,
            shuffles: y,
            calls: y,
            volatile: y,
            generic: y,
            stores: y,
            guards: y,
            sides: y,
        }
    }
}

impl Rules {
    /// Returns the rules with no completion: STSIMT figure 3 and section 4.2 to the letter.
    /// Unsound.
    pub const fn as_printed() -> Rules {
        let n = false;
        Rules {
            lanes: n,
            clocks: n,
            atomics: n,
            shuffles: n,
            calls: n,
            volatile: n,
            generic: n,
            stores: n,
            guards: n,
            sides: n,
        }
    }
}

/// The reason why an instruction gives different values to threads that read the same operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seed {
    /// The instruction reads a thread id (a seed of the paper).
    ThreadId,
    /// The instruction reads local memory, or can (a seed of the paper).
    Local,
    /// The instruction reads a lane id or lane mask: see [`Rules::lanes`].
    Lane,
    /// The instruction reads a clock or timer: see [`Rules::clocks`].
    Clock,
    /// The instruction is an atomic operation: see [`Rules::atomics`].
    Atomic,
    /// The instruction exchanges values between threads: see [`Rules::shuffles`].
    Shuffle,
    /// The instruction is a call, or reads a parameter or result of a call: see [`Rules::calls`].
    Call,
    /// The instruction reads a volatile location: see [`Rules::volatile`].
    Volatile,
    /// The instruction writes local memory, or can: see [`Rules::stores`].
    Store,
}

fn all_members(vote: &Instruction) -> bool {
    matches!(vote.reads.get(1), Some(&Operand::Immediate(members)) if members as u32 == u32::MAX)
}

impl Seed {
    /// Returns the seed as the predicate of a sentence about an instruction, such as "reads a
    /// clock".
    pub const fn text(self) -> &'static str {
        match self {
            Seed::ThreadId => "reads a thread id",
            Seed::Local => "reads local memory, or can",
            Seed::Lane => "reads a lane id or mask",
            Seed::Clock => "reads a clock",
            Seed::Atomic => "is an atomic operation",
            Seed::Shuffle => "exchanges values between threads",
            Seed::Call => "calls, or reads a parameter of a call or what it returns",
            Seed::Volatile => "reads a volatile location",
            Seed::Store => "writes local memory, or can",
        }
    }
    /// Returns the seed that makes an instruction a vector instruction whatever registers it reads,
    /// or `None`.
    pub fn of(places: &Places, rules: &Rules, instruction: &Instruction) -> Option<Seed> {
        let mut specials = instruction.reads.iter().filter_map(|operand| match *operand {
            Operand::Special(special) => Some(special),
            _ => None,
        });
        let special = specials.find_map(|special| match special {
            Special::Tid(_) => Some(Seed::ThreadId),
            _ if special.by_thread() => Some(Seed::Lane).filter(|_| rules.lanes),
            _ if special.by_time() => Some(Seed::Clock).filter(|_| rules.clocks),
            _ => None,
        });
        special.or_else(|| Seed::of_operation(places, rules, instruction))
    }

    fn of_operation(places: &Places, rules: &Rules, instruction: &Instruction) -> Option<Seed> {
        let when = |rule: bool, seed: Seed| Some(seed).filter(|_| rule);
        let local = |memory: &Memory| places.reaches_local(instruction, memory.space);
        match &instruction.op {
            Op::Load(memory) if local(memory) => match memory.space {
                Space::Param => when(rules.calls, Seed::Call),
                Space::Generic => when(rules.generic, Seed::Local),
                _ => Some(Seed::Local),
            },
            Op::Load(memory) if memory.volatile => when(rules.volatile, Seed::Volatile),
            Op::Store(memory) if local(memory) => when(rules.stores, Seed::Store),
            Op::Atomic(..) => when(rules.atomics, Seed::Atomic),
            // who takes part in a ballot without being among its members gets a result of its own
            Op::Vote { kind: Vote::Ballot, sync: true, .. } if !all_members(instruction) => {
                when(rules.shuffles, Seed::Shuffle)
            }
            Op::Shuffle { .. } | Op::Match { .. } | Op::Redux { .. } => when(rules.shuffles, Seed::Shuffle),
            Op::Call { .. } => when(rules.calls, Seed::Call),
            _ => None,
        }
    }
}
