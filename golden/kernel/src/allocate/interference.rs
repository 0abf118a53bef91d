use crate::analysis::{Bits, Flow, Liveness, Scalars};
use crate::program::Function;

/// A register file: of vector or scalar registers, of predicates or scalar predicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Vector,
    Scalar,
    Predicate,
    ScalarPredicate,
}

impl Class {
    pub const ALL: [Class; 4] = [Class::Vector, Class::Scalar, Class::Predicate, Class::ScalarPredicate];
}

/// The interference graph: registers of one file that cannot share a place, since one is written
/// while the other is live.
pub struct Interference {
    classes: Vec<Class>,
    /// The neighbours of each register, in order, each once.
    neighbours: Vec<Vec<u32>>,
    /// The first instruction that writes each register.
    first: Vec<u32>,
}

impl Interference {
    /// Builds the graph of a function; `elsewhere` has, for each block, the registers that are live
    /// for other threads of the warp.
    pub fn of(
        function: &Function,
        flow: &Flow,
        liveness: &Liveness,
        scalars: &Scalars,
        elsewhere: &[Bits],
    ) -> Interference {
        let count = function.registers.len();
        let class = |r: usize| match (function.registers[r].ty.words() == 0, scalars.registers[r]) {
            (false, false) => Class::Vector,
            (false, true) => Class::Scalar,
            (true, false) => Class::Predicate,
            (true, true) => Class::ScalarPredicate,
        };
        let classes: Vec<Class> = (0..count).map(class).collect();
        let members = Class::ALL.map(|class| {
            let mut members = Bits::new(count);
            (0..count).filter(|&r| classes[r] == class).for_each(|r| members.insert(r));
            members
        });
        let mut first = vec![u32::MAX; count];
        for (i, instruction) in function.code.iter().enumerate() {
            instruction.registers_written().for_each(|w| first[w.0 as usize] = first[w.0 as usize].min(i as u32));
        }
        let mut graph = Interference { classes, neighbours: vec![Vec::new(); count], first };
        let mut near = Bits::new(count);
        for (b, elsewhere) in elsewhere.iter().enumerate() {
            liveness.walk(function, flow, b, |i, alive| {
                let instruction = &function.code[i];
                for w in instruction.registers_written().map(|w| w.0 as usize) {
                    near.clone_from(alive);
                    near.union(elsewhere);
                    instruction.registers_written().for_each(|other| near.insert(other.0 as usize));
                    near.intersect(&members[graph.classes[w] as usize]);
                    near.remove(w);
                    graph.neighbours[w].extend(near.iter().map(|r| r as u32));
                    graph.tidy(w);
                }
            });
        }
        graph.mirror();
        graph
    }
    /// Removes duplicates from a neighbour list that is full: registers written often gather the
    /// same neighbours again and again.
    fn tidy(&mut self, r: usize) {
        let list = &mut self.neighbours[r];
        if list.len() == list.capacity() {
            list.sort_unstable();
            list.dedup();
        }
    }
    fn mirror(&mut self) {
        for r in 0..self.neighbours.len() {
            self.neighbours[r].sort_unstable();
            self.neighbours[r].dedup();
            for n in self.neighbours[r].clone() {
                // those of higher numbers are tidied in their turn
                self.neighbours[n as usize].push(r as u32);
            }
        }
        for list in &mut self.neighbours {
            list.sort_unstable();
            list.dedup();
        }
    }
    /// Returns the register file of a register.
    pub fn class(&self, register: usize) -> Class {
        self.classes[register]
    }
    /// Returns the first instruction, in the order of the text, that writes a register.
    pub fn first_write(&self, register: usize) -> u32 {
        self.first[register]
    }
    /// Returns the registers that a register cannot share a place with.
    pub fn neighbours(&self, register: usize) -> &[u32] {
        &self.neighbours[register]
    }
}
