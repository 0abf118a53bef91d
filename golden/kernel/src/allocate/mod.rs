//! Register allocation by graph colouring, once for vectors and once for scalars (STSIMT 4.3), and
//! an independent checker. The checker shares no code with the allocator.

mod check;
mod colour;
mod interference;
mod resurrection;

pub use check::{Wrong, check};

use crate::analysis::{Flow, Liveness, Scalars};
use crate::program::{Allocation, Function, Location};
use interference::{Class, Interference};

/// The options of register allocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Whether scalar registers of different sides of a branch interfere as STSIMT 4.3 says.
    /// Without these edges the result is wrong.
    pub resurrection_edges: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { resurrection_edges: true }
    }
}

/// Allocates registers: gives each register of a function a place in its register file by graph
/// colouring. A 64-bit register takes an aligned pair of words, a 128-bit one four; predicates have
/// files of their own.
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
    // as many words as are alive at once are needed without scalars, too
    let more = || vectors > alive(function, flow, &liveness);
    let plain = more().then(|| plain(function, flow, &liveness, scalars, &interference)).flatten();
    let (vector, vectors) = match plain {
        Some((places, words)) if words < vectors => (places, words),
        _ => (vector, vectors),
    };
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

/// Returns the places of all registers as if none were scalar, and the words that the vector
/// registers need of them. `None` if there are no scalar registers. The places fit, since vector
/// registers interfere no more beside scalars than without: so scalars never make a thread need
/// more words.
fn plain(
    function: &Function,
    flow: &Flow,
    liveness: &Liveness,
    scalars: &Scalars,
    interference: &Interference,
) -> Option<(Vec<u32>, u32)> {
    scalars.registers.contains(&true).then(|| {
        let none = vec![Default::default(); flow.blocks.len()];
        let graph = Interference::of(function, flow, liveness, &Scalars::none(function), &none);
        let (places, _) = colour::colour(function, &graph, Class::Vector);
        let vectors = (0..places.len()).filter(|&r| interference.class(r) == Class::Vector);
        let words = vectors.map(|r| places[r] + function.registers[r].ty.words()).max();
        (places, words.unwrap_or(0))
    })
}

/// Returns the greatest number of words that are live behind an instruction.
fn alive(function: &Function, flow: &Flow, liveness: &Liveness) -> u32 {
    let mut most = 0;
    for block in 0..flow.blocks.len() {
        liveness.walk(function, flow, block, |_, after| {
            most = most.max(after.iter().map(|r| function.registers[r].ty.words()).sum());
        });
    }
    most
}
