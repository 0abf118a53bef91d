//! The primitives' part of the comparison.

mod bank;
mod mul32;
mod shr32;
mod storage;

use crate::entropy::Entropy;

/// A word: often one at which arithmetic turns, or the one before it.
fn word(e: &mut Entropy, recent: &mut u32) -> u32 {
    let random = e.word() as u32;
    *recent = match e.below(8) {
        0..=2 => random,
        3 => *recent,
        4 => 1 << (random & 31),
        5 => random & 63,
        6 => 0x8000_0000 - (random & 1),
        _ => u32::MAX - (random & 1),
    };
    *recent
}

/// What is simpler than a number: nothing, one, half of it.
fn simpler_number(number: u32) -> impl Iterator<Item = u32> {
    [0, 1, number / 2].into_iter().filter(move |simpler| *simpler < number)
}
