//! Registers by graph colouring, once for vectors and once for scalars (STSIMT 4.3), and a checker that shares no code with it.

mod check;
mod colour;
mod interference;
mod resurrection;

pub use check::{Wrong, check};

use crate::analysis::{Flow, Liveness, Scalars};
use crate::program::{Allocation, Function, Location};
use interference::{Class, Interference};

/// How to allocate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// With the edges of STSIMT 4.3 between scalar registers of different sides of a branch. Without them the result is wrong.
    pub resurrection_edges: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { resurrection_edges: true }
    }
}

/// Gives each register of a function a place. A 64-bit register takes an aligned pair of words, a 128-bit one four; predicates have files of their own.
pub fn allocate(function: &Function, flow: &Flow, scalars: &Scalars, options: Options) -> Allocation {
    let liveness = Liveness::of(function, flow);
    let resurrected = match options.resurrection_edges {
        true => resurrection::resurrected(function, flow, &liveness, scalars),
        false => vec![Default::default(); flow.blocks.len()],
    };
    let interference = Interference::of(function, flow, &liveness, scalars, &resurrected);
    let coloured = |class: Class| colour::colour(function, &interference, class);
    let [(vector, vectors), (scalar, words), (predicate, predicates), (scalar_predicate, scalar_predicates)] =
        Class::ALL.map(coloured);
    let location = |r: usize| match interference.class(r) {
        Class::Vector => Location::Vector(vector[r]),
        Class::Scalar => Location::Scalar(scalar[r]),
        Class::Predicate => Location::Predicate(predicate[r]),
        Class::ScalarPredicate => Location::ScalarPredicate(scalar_predicate[r]),
    };
    Allocation {
        locations: (0..function.registers.len()).map(location).collect(),
        scalar: scalars.instructions.clone(),
        vectors,
        scalars: words,
        predicates,
        scalar_predicates,
    }
}
