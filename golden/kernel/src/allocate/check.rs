//! The checker of an allocation: follows which register's value each word of the register files
//! holds on every path. It models the machine: each thread has its own words; a warp's words are
//! shared by threads that execute the sides of a branch one side after the other, in any order, and
//! continue together where the sides meet.

use crate::analysis::{Flow, Reconvergence};
use crate::program::{Allocation, Function, Location, Op, RegisterId};
use thiserror::Error;

/// Returns the words of an error message for what a place holds in place of the value that is read.
fn held(holds: &Option<String>) -> String {
    match holds {
        Some(register) => format!("holds {register}"),
        None => "holds it on some paths only, or was written for other threads of the warp".into(),
    }
}

/// An error in a register allocation; instructions are given by their number.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum Wrong {
    #[error("an allocation of {locations} registers and {instructions} instructions does not fit the function")]
    Size { locations: usize, instructions: usize },
    #[error("{name} cannot lie in {location:?}")]
    Place { name: String, register: RegisterId, location: Location },
    #[error("instruction {instruction} writes {first} and {second}, which overlap in {location:?}")]
    Overlap { instruction: u32, first: String, second: String, location: Location },
    #[error("instruction {instruction} reads {name} in {location:?}, which {}", held(holds))]
    Lost { instruction: u32, name: String, register: RegisterId, location: Location, holds: Option<String> },
    #[error("instruction {instruction} is scalar and touches the vector register {name}")]
    Vector { instruction: u32, name: String, register: RegisterId },
    #[error("instruction {instruction} is no scalar one and writes the scalar register {name}")]
    Scalar { instruction: u32, name: String, register: RegisterId },
}

/// The content of a word that was not written yet; a read of it reads an undefined value in any
/// case.
const UNSET: u32 = u32::MAX;
/// The content of a word whose register depends on the path, or that holds a value of other
/// threads.
const LOST: u32 = u32::MAX - 1;

/// The words of a state that threads lose to other threads of their warp.
struct Losses {
    /// For each block: the words that are lost on the edge to a successor, since other sides write
    /// them.
    edges: Vec<Vec<(usize, Vec<usize>)>>,
    /// For each block: the words that were written while the threads that meet there were apart.
    starts: Vec<Vec<usize>>,
}

struct Checker<'a> {
    function: &'a Function,
    allocation: &'a Allocation,
    flow: Flow,
    reconvergence: Reconvergence,
    /// The offsets of the scalar predicates, the vector words and the scalar words in a state; the
    /// predicates come first.
    bases: [usize; 3],
}

/// Checks an allocation: each place fits its register, and each read finds the value of the
/// register that it names. Registers that are marked scalar are taken as such; whether their values
/// are uniform is checked at execution.
pub fn check(function: &Function, allocation: &Allocation) -> Result<(), Wrong> {
    let (locations, instructions) = (allocation.locations.len(), allocation.scalar.len());
    if (locations, instructions) != (function.registers.len(), function.code.len()) {
        return Err(Wrong::Size { locations, instructions });
    }
    let a = allocation;
    let bases = [a.predicates, a.predicates + a.scalar_predicates, a.predicates + a.scalar_predicates + a.vectors];
    let flow = Flow::of(function);
    let reconvergence = Reconvergence::of(function, &flow);
    let checker = Checker { function, allocation, flow, reconvergence, bases: bases.map(|b| b as usize) };
    checker.places()?;
    checker.kinds()?;
    checker.values()
}

impl Checker<'_> {
    fn name(&self, register: RegisterId) -> String {
        self.function.registers[register.0 as usize].name.clone()
    }
    fn location(&self, register: RegisterId) -> Location {
        self.allocation.locations[register.0 as usize]
    }
    fn is_scalar(&self, register: RegisterId) -> bool {
        matches!(self.location(register), Location::Scalar(_) | Location::ScalarPredicate(_))
    }
    /// Returns the words of a register in a state.
    fn words(&self, register: RegisterId) -> std::ops::Range<usize> {
        let (base, at) = match self.location(register) {
            Location::Predicate(at) => (0, at),
            Location::ScalarPredicate(at) => (self.bases[0], at),
            Location::Vector(at) => (self.bases[1], at),
            Location::Scalar(at) => (self.bases[2], at),
        };
        let start = base + at as usize;
        start..start + self.function.registers[register.0 as usize].ty.words().max(1) as usize
    }

    fn places(&self) -> Result<(), Wrong> {
        for (r, &location) in self.allocation.locations.iter().enumerate() {
            let words = self.function.registers[r].ty.words();
            let (predicate, at, size) = match location {
                Location::Predicate(at) => (true, at, self.allocation.predicates),
                Location::ScalarPredicate(at) => (true, at, self.allocation.scalar_predicates),
                Location::Vector(at) => (false, at, self.allocation.vectors),
                Location::Scalar(at) => (false, at, self.allocation.scalars),
            };
            let fits = at as u64 + words.max(1) as u64 <= size as u64 && at % words.max(1) == 0;
            if predicate != (words == 0) || !fits {
                let register = RegisterId(r as u32);
                return Err(Wrong::Place { name: self.name(register), register, location });
            }
        }
        for (i, instruction) in self.function.code.iter().enumerate() {
            let written: Vec<RegisterId> = instruction.registers_written().collect();
            for (k, &a) in written.iter().enumerate() {
                for &b in written[..k].iter().filter(|&&b| b != a) {
                    let (x, y) = (self.words(a), self.words(b));
                    if x.start < y.end && y.start < x.end {
                        let (first, second, location) = (self.name(b), self.name(a), self.location(a));
                        return Err(Wrong::Overlap { instruction: i as u32, first, second, location });
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks that scalar instructions use scalar registers only, and that no other instruction
    /// writes one. A scalar instruction is executed for one thread: it can neither read what
    /// differs nor write each thread's copy. Any other instruction is executed by each thread, and
    /// has no single value for a scalar register.
    fn kinds(&self) -> Result<(), Wrong> {
        for (i, instruction) in self.function.code.iter().enumerate() {
            let (i, scalar) = (i as u32, self.allocation.scalar[i]);
            let mut touched = instruction.registers_read().chain(instruction.registers_written());
            if let Some(register) = touched.find(|&r| scalar && !self.is_scalar(r)) {
                return Err(Wrong::Vector { instruction: i, name: self.name(register), register });
            }
            if let Some(register) = instruction.registers_written().find(|&r| !scalar && self.is_scalar(r)) {
                return Err(Wrong::Scalar { instruction: i, name: self.name(register), register });
            }
        }
        Ok(())
    }

    /// Whether the branch at the end of a block can make the threads of a warp diverge.
    fn parts(&self, block: usize) -> bool {
        let i = self.flow.last(block);
        let guard = self.function.code[i].guard.is_some_and(|guard| !self.is_scalar(guard.register));
        match self.function.code[i].op {
            Op::Branch { .. } => guard,
            Op::BranchIndexed { .. } => guard || !self.allocation.scalar[i],
            _ => false,
        }
    }

    /// Returns the words of the warp that threads write from the start of one block until they
    /// reach another.
    fn written_between(&self, start: usize, end: usize) -> Vec<usize> {
        let mut seen = vec![false; self.flow.blocks.len() + 1];
        (seen[end], seen[self.flow.exit()]) = (true, true);
        let (mut open, mut written) = (vec![start], Vec::new());
        while let Some(b) = open.pop() {
            if std::mem::replace(&mut seen[b], true) {
                continue;
            }
            for i in self.flow.instructions(b) {
                let scalar = self.function.code[i].registers_written().filter(|&w| self.is_scalar(w));
                written.extend(scalar.flat_map(|w| self.words(w)));
            }
            open.extend(&self.flow.blocks[b].successors);
        }
        written.sort_unstable();
        written.dedup();
        written
    }

    fn losses(&self) -> Losses {
        let count = self.flow.blocks.len();
        let mut losses = Losses { edges: vec![Vec::new(); count], starts: vec![Vec::new(); count + 1] };
        for b in (0..count).filter(|&b| self.parts(b)) {
            let meets = self.reconvergence.block(&self.flow, b).expect("it is a branch");
            let sides = &self.flow.blocks[b].successors;
            for &side in sides {
                let written = self.written_between(side, meets);
                let others = sides.iter().filter(|&&other| other != side);
                losses.edges[b].extend(others.map(|&other| (other, written.clone())));
                losses.starts[meets].extend(written);
            }
        }
        losses
    }

    fn values(&self) -> Result<(), Wrong> {
        let count = self.flow.blocks.len();
        let losses = self.losses();
        let mut before = vec![None; count];
        let mut changed = vec![false; count];
        if count > 0 {
            before[0] = Some(vec![UNSET; self.bases[2] + self.allocation.scalars as usize]);
            changed[0] = true;
        }
        let order = self.flow.order();
        while changed.contains(&true) {
            for &b in &order {
                if !std::mem::take(&mut changed[b]) {
                    continue;
                }
                let mut state: Vec<u32> = before[b].clone().expect("it was reached");
                for i in self.flow.instructions(b) {
                    self.step(i, &mut state)?;
                }
                for &s in self.flow.blocks[b].successors.iter().filter(|&&s| s != self.flow.exit()) {
                    let mut along = state.clone();
                    let others = losses.edges[b].iter().filter(|&&(to, _)| to == s).map(|(_, written)| written);
                    others.chain([&losses.starts[s]]).flatten().for_each(|&w| along[w] = LOST);
                    changed[s] |= meet(&mut before[s], along);
                }
            }
        }
        Ok(())
    }

    fn step(&self, i: usize, state: &mut [u32]) -> Result<(), Wrong> {
        let instruction = &self.function.code[i];
        for register in instruction.registers_read() {
            if let Some(&held) = state[self.words(register)].iter().find(|&&held| held != register.0 && held != UNSET) {
                let holds = Some(RegisterId(held)).filter(|_| held != LOST).map(|held| self.name(held));
                let (name, location) = (self.name(register), self.location(register));
                return Err(Wrong::Lost { instruction: i as u32, name, register, location, holds });
            }
        }
        for register in instruction.registers_written() {
            for word in self.words(register) {
                let kept = instruction.guard.is_some() && state[word] != register.0 && state[word] != UNSET;
                state[word] = if kept { LOST } else { register.0 };
            }
        }
        Ok(())
    }
}

/// Merges the contents along one more path into the known contents of a block; returns whether
/// these changed.
fn meet(known: &mut Option<Vec<u32>>, along: Vec<u32>) -> bool {
    let Some(known) = known else {
        *known = Some(along);
        return true;
    };
    let mut changed = false;
    for (k, a) in known.iter_mut().zip(along) {
        let both = if *k == a || a == UNSET {
            *k
        } else if *k == UNSET {
            a
        } else {
            LOST
        };
        changed |= both != *k;
        *k = both;
    }
    changed
}
