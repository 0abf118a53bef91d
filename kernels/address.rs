//! The size of the addresses that a program is compiled for.

use std::fmt;

/// The size of addresses: clang makes PTX for both (`-m64`, `-m32`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Address {
    /// 64 bits, as compilers have made them since.
    #[default]
    Bits64,
    /// 32 bits, as compilers made them for the GPUs of the papers' time.
    Bits32,
}

impl Address {
    /// Both of them, the usual one first.
    pub const EACH: [Address; 2] = [Address::Bits64, Address::Bits32];

    /// How many bits an address has.
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
