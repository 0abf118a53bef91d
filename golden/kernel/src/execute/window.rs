//! The generic address space: each state space has a window, and addresses in it equal generic
//! ones, so that `cvta` copies.

use crate::program::Space;

/// The address at which shared memory starts. Below are the addresses of functions, which no access
/// can reach.
pub const SHARED: u64 = 0x0100_0000;
/// The address at which a thread's local memory starts.
pub const LOCAL: u64 = 0x0200_0000;
/// The address at which a kernel's parameters start.
pub const PARAMETERS: u64 = 0x0300_0000;
/// The greatest size of the shared, local and parameter windows, in bytes.
pub const WINDOW: u64 = 0x0100_0000;
/// The address at which global and constant memory start; they end where memory ends.
pub const GLOBAL: u64 = 0x1000_0000;

/// Returns the state space of a generic address; constants lie in global memory's window.
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
