use super::{Function, Type};

/// Where a register lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Location {
    /// A predicate a thread, by number.
    Predicate(u32),
    /// A predicate a warp.
    ScalarPredicate(u32),
    /// From this 32-bit word of each thread; a 64-bit register takes an aligned pair, a 128-bit one four aligned words.
    Vector(u32),
    /// From this 32-bit word of the warp, aligned alike.
    Scalar(u32),
}

/// Where the registers of a function lie, and which of its instructions are executed once a warp.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allocation {
    /// By register.
    pub locations: Vec<Location>,
    /// By instruction: all threads that take part read the same operands (STSIMT 4.2).
    pub scalar: Vec<bool>,
    /// 32-bit words a thread.
    pub vectors: u32,
    /// 32-bit words a warp.
    pub scalars: u32,
    /// Predicates a thread.
    pub predicates: u32,
    /// Predicates a warp.
    pub scalar_predicates: u32,
}

impl Allocation {
    /// Every register has a place of its own, nothing is scalar: the program as the text has it.
    pub fn of_virtual(function: &Function) -> Allocation {
        Allocation::unshared(function, &vec![false; function.registers.len()], vec![false; function.code.len()])
    }

    /// Every register has a place of its own; those that are scalar have one a warp.
    pub fn unshared(function: &Function, registers: &[bool], scalar: Vec<bool>) -> Allocation {
        let (mut words, mut predicates) = ([0u32; 2], [0u32; 2]);
        let mut location = |ty: Type, scalar: bool| match ty.words() {
            0 => {
                let next = &mut predicates[usize::from(scalar)];
                *next += 1;
                if scalar { Location::ScalarPredicate(*next - 1) } else { Location::Predicate(*next - 1) }
            }
            count => {
                let next = &mut words[usize::from(scalar)];
                let at = next.next_multiple_of(count);
                *next = at + count;
                if scalar { Location::Scalar(at) } else { Location::Vector(at) }
            }
        };
        let locations =
            function.registers.iter().zip(registers).map(|(register, &scalar)| location(register.ty, scalar)).collect();
        let ([vectors, scalars], [predicates, scalar_predicates]) = (words, predicates);
        Allocation { locations, scalar, vectors, scalars, predicates, scalar_predicates }
    }

    /// 32-bit words of a warp of `threads` threads: what STSIMT figure 9 counts.
    pub fn words(&self, threads: u32) -> u32 {
        self.vectors * threads + self.scalars
    }
}
