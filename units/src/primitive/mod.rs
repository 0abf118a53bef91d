//! The primitives' part of the comparison: stimulus, cover points and shrinking.

mod bank;
mod fp32;
mod mul32;
mod shr32;
mod storage;

use heddle_testbench::entropy::Entropy;

joined! {
    /// The multiplier.
    pub Mul32 = primitive::Mul32;
    /// The shifter.
    pub Shr32 = primitive::Shr32;
    /// The FP32 datapath.
    pub Fp32 = primitive::Fp32;
    /// The register bank.
    pub Bank = primitive::Bank;
    /// The storage.
    pub Storage = primitive::Storage;
}

/// Completes the comparison of a primitive, which has no crosses, no claims and no operations that
/// cost energy of their own.
macro_rules! primitive {
    ($unit:ident) => {
        heddle_testbench::plain!($unit: Crosses, Prove, Work);

        impl heddle_testbench::bench::Bench for $unit {
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
