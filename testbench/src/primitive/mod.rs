//! The primitives' part of the comparison: stimulus, cover points and shrinking.

mod bank;
mod fp32;
mod mul32;
mod shr32;
mod storage;

use crate::entropy::Entropy;

/// Completes the comparison of a primitive, which has no crosses, no claims and no operations that
/// cost energy of their own.
macro_rules! primitive {
    ($unit:ident) => {
        impl $crate::bench::Crosses for $unit {}

        impl $crate::bench::Prove for $unit {}

        impl $crate::bench::Work for $unit {}

        impl $crate::bench::Bench for $unit {
            const PRIMITIVE: bool = true;
        }
    };
}
use primitive;

/// Returns a random word, often similar to the last one.
fn word(e: &mut Entropy, recent: &mut u32) -> u32 {
    let random = e.word() as u32;
    e.turn(random, recent)
}

/// Returns numbers that are simpler than a number: zero, one, half of it.
fn simpler_number(number: u32) -> impl Iterator<Item = u32> {
    [0, 1, number / 2].into_iter().filter(move |simpler| *simpler < number)
}
