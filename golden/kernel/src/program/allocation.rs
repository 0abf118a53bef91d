use super::{Function, Type};

/// The place of a register in the register files of a thread or a warp.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Location {
    /// A predicate of each thread, by number.
    Predicate(u32),
    /// A predicate of the warp, by number.
    ScalarPredicate(u32),
    /// The first 32-bit word of a register of each thread; a 64-bit register takes an aligned pair,
    /// a 128-bit one four aligned words.
    Vector(u32),
    /// The first 32-bit word of a register of the warp, aligned as for [`Location::Vector`].
    Scalar(u32),
}

/// The places of a function's registers, and which of its instructions are executed once per warp.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allocation {
    /// The place of each register, by register.
    pub locations: Vec<Location>,
    /// Whether each instruction is scalar: all threads that execute it read the same operands
    /// (STSIMT 4.2).
    pub scalar: Vec<bool>,
    /// 32-bit words of vector registers per thread.
    pub vectors: u32,
    /// 32-bit words of scalar registers per warp.
    pub scalars: u32,
    /// Predicates per thread.
    pub predicates: u32,
    /// Scalar predicates per warp.
    pub scalar_predicates: u32,
}

impl Allocation {
    /// Returns the allocation without sharing: each register has a place of its own, nothing is
    /// scalar (the program as the text has it).
    pub fn of_virtual(function: &Function) -> Allocation {
        Allocation::unshared(function, &vec![false; function.registers.len()], vec![false; function.code.len()])
    }

    /// Returns an allocation in which each register has a place of its own; a scalar register has
    /// one per warp.
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

    /// Returns the registers of a warp of `threads` threads in 32-bit words: the quantity of STSIMT
    /// figure 9.
    pub fn words(&self, threads: u32) -> u32 {
        self.vectors * threads + self.scalars
    }
}
