use super::Function;

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
        let (mut vectors, mut predicates) = (0u32, 0u32);
        let locations = function.registers.iter().map(|register| match register.ty.words() {
            0 => {
                predicates += 1;
                Location::Predicate(predicates - 1)
            }
            words => {
                let at = vectors.next_multiple_of(words);
                vectors = at + words;
                Location::Vector(at)
            }
        });
        let locations = locations.collect();
        Allocation {
            locations,
            scalar: vec![false; function.code.len()],
            vectors,
            scalars: 0,
            predicates,
            scalar_predicates: 0,
        }
    }

    /// 32-bit words of a warp of `threads` threads: what STSIMT figure 9 counts.
    pub fn words(&self, threads: u32) -> u32 {
        self.vectors * threads + self.scalars
    }
}
