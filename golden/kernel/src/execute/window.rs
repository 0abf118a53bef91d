//! The generic address space. An address in a space of its own is the generic one, so that `cvta` copies: each space has a window.

use crate::program::Space;

/// Where shared memory starts. Below lie the addresses of functions, which no access can reach.
pub const SHARED: u64 = 0x0100_0000;
/// Where a thread's local memory starts.
pub const LOCAL: u64 = 0x0200_0000;
/// Where a kernel's parameters start.
pub const PARAMETERS: u64 = 0x0300_0000;
/// Bytes of each of these windows at most.
pub const WINDOW: u64 = 0x0100_0000;
/// Where global and constant memory start; they end where memory ends.
pub const GLOBAL: u64 = 0x1000_0000;

/// The space of a generic address; constants lie in global memory's window.
#[inline(always)]
pub const fn space_of(address: u64) -> Space {
    match address {
        GLOBAL.. => Space::Global,
        SHARED..LOCAL => Space::Shared,
        LOCAL..PARAMETERS => Space::Local,
        PARAMETERS..0x0400_0000 => Space::Param,
        _ => Space::Generic,
    }
}
