//! The size of the addresses that a program is compiled for.

use std::fmt;

/// The address size that a program is compiled for; clang makes PTX for both (`-m64`, `-m32`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Address {
    /// 64 bits, as in the PTX of today's compilers.
    #[default]
    Bits64,
    /// 32 bits, as in the PTX of the compilers for the GPUs of the papers' time.
    Bits32,
}

impl Address {
    /// Both address sizes, the usual one first.
    pub const EACH: [Address; 2] = [Address::Bits64, Address::Bits32];

    /// Returns the number of bits of an address.
    pub fn bits(self) -> u32 {
        match self {
            Address::Bits64 => 64,
            Address::Bits32 => 32,
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-bit", self.bits())
    }
}
