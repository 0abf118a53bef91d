use super::Places;
use crate::program::{Instruction, Memory, Op, Operand, Space, Special, Vote};

/// Which of our completions of STSIMT 4.2 hold. As printed, the algorithm knows thread ids and local memory as the only sources of values that differ,
/// and lets a guarded write be as scalar as its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Lane ids and lane masks differ between threads as thread ids do.
    pub lanes: bool,
    /// Clocks and timers differ between the threads of an instruction where they execute one after the other.
    pub clocks: bool,
    /// What an atomic operation returns depends on the threads before; it is executed once a thread, a reduction in memory too.
    pub atomics: bool,
    /// Shuffles, matches and reductions over the warp: the result depends on who else takes part.
    pub shuffles: bool,
    /// What a call returns and what a device function is passed lie in the thread's local frame; a call is executed by each thread.
    pub calls: bool,
    /// A volatile location can change between the reads of two threads.
    pub volatile: bool,
    /// A generic address can lie in local memory, if one is made anywhere in the module.
    pub generic: bool,
    /// A write to local memory has to be made in that of each thread.
    pub stores: bool,
    /// A guarded write merges the old value and the new: the result depends on the guard.
    pub guards: bool,
    /// A register that one side of a branch writes and the other still reads has two versions at a time, though both go dead before the sides meet.
    pub sides: bool,
}

impl Default for Rules {
    /// All of them: sound.
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
    /// None of them: figure 3 and section 4.2 to the letter. Unsound.
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

/// Why an instruction gives different values to threads that read the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seed {
    /// It reads a thread id (the paper's).
    ThreadId,
    /// It reads local memory (the paper's), or can.
    Local,
    /// See [`Rules::lanes`].
    Lane,
    /// See [`Rules::clocks`].
    Clock,
    /// See [`Rules::atomics`].
    Atomic,
    /// See [`Rules::shuffles`].
    Shuffle,
    /// See [`Rules::calls`].
    Call,
    /// See [`Rules::volatile`].
    Volatile,
    /// See [`Rules::stores`].
    Store,
}

fn all_members(vote: &Instruction) -> bool {
    matches!(vote.reads.get(1), Some(&Operand::Immediate(members)) if members as u32 == u32::MAX)
}

impl Seed {
    /// As a sentence about an instruction goes on.
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
    /// What makes an instruction a vector instruction whatever registers it reads.
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
            Op::Shuffle { .. } | Op::Match { .. } | Op::Redux(..) => when(rules.shuffles, Seed::Shuffle),
            Op::Call { .. } => when(rules.calls, Seed::Call),
            _ => None,
        }
    }
}
