//! What a unit says of its states, so that they can be [enumerated](crate::enumerate): their keys,
//! the inputs to try, and planted faults.

use heddle_block::{Block, Golden};

/// A function that appends a state's key: its normal form, without the parts that do not affect
/// behaviour.
pub type Key<B> = fn(&<B as Block>::Config, &<B as Golden>::Protocol, &<B as Golden>::State, &mut Vec<u64>);
/// A function that corrupts the state after a clock edge, given the state before it and the input.
pub type Spoil<B> = fn(&<B as Block>::Config, &<B as Golden>::State, &<B as Block>::In, &mut <B as Golden>::State);

/// How the states of a unit are enumerated: key, alphabet, and planted faults.
pub struct States<B: Golden> {
    /// Writes the part of protocol and state that steers the future or that a cover point reads, in
    /// a normal form.
    pub key: Key<B>,
    /// Returns the inputs that are tried in a state; the illegal ones are left out.
    pub alphabet: fn(&B::Config, &B::State) -> Vec<B::In>,
    /// Description of the inputs that the alphabet leaves out.
    pub without: &'static str,
    /// A configuration smaller than every preset, if `tiny` has too many states.
    pub least: Option<fn() -> B::Config>,
    /// Planted faults that the enumeration must find.
    pub plants: &'static [Plant<B>],
}

/// A fault that is planted on purpose, to check that an enumeration finds it.
pub enum Plant<B: Golden> {
    /// A corrupted next state, where the state before the edge and the input match.
    Edge(&'static str, Spoil<B>),
    /// A claimed invariant that does not hold in every state.
    Claim(&'static str, fn(&B::Config, &B::State) -> bool),
}

impl<B: Golden> Plant<B> {
    /// Returns what the fault is, in words.
    pub fn what(&self) -> &'static str {
        match self {
            Plant::Edge(what, _) | Plant::Claim(what, _) => what,
        }
    }
}

/// A change of an input.
pub type Change<I> = Box<dyn Fn(&mut I)>;

/// Returns all inputs, each as it is and with each of the changes.
pub fn also<I: Clone>(inputs: &[I], changes: &[Change<I>]) -> Vec<I> {
    let mut all = inputs.to_vec();
    for change in changes {
        all.extend(inputs.iter().map(|i| {
            let mut i = i.clone();
            change(&mut i);
            i
        }));
    }
    all
}
