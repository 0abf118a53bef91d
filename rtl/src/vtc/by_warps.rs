//! Lookup tables, constants of the hardware, of what follows from the number of warps of a kernel's
//! CTAs (IV.A, IV.B).

use rust_hdl::prelude::*;

use crate::number::numbers;

/// Defines a lookup table of constants of `N` bits, indexed by the number of warps of a kernel's
/// CTAs: `COUNT` values, the first for a kernel without warps, which is 0.
macro_rules! by_warps {
    ($(#[$outer:meta])* $name:ident<$($size:ident),*> |$warps:ident| $most:expr) => {
        numbers! {
            $(#[$outer])*
            $name<$($size),*> |$warps| if $warps == 0 { 0 } else { $most }
        }
    };
}
by_warps! {
    /// The greatest number of CTAs of this many warps for which the status table, the virtual warp
    /// ids and shared memory have room.
    MostCtas<C, VWIS, ROWS, STACK, ROUND, LOGB> |warps| C.min(VWIS / warps).min(ROWS / beats(warps, STACK, ROUND, LOGB))
}
by_warps! {
    /// The greatest number of CTAs of this many warps for which there are slots and physical warp
    /// ids.
    MostActive<S, PWIS> |warps| S.min(PWIS / warps)
}

/// The beats of the context of a CTA. Equation 2: it has `stack` bits for each warp; `round` are
/// those of the header and all of a beat but one, and a beat has 2 to the power of `log_beat`.
const fn beats(warps: usize, stack: usize, round: usize, log_beat: usize) -> usize {
    (warps * stack + round) >> log_beat
}

by_warps! {
    /// T: the beats of a context, modulo what `N` bits can number.
    Beats<STACK, ROUND, LOGB> |warps| beats(warps, STACK, ROUND, LOGB) % (1 << N)
}
by_warps! {
    /// T - 1: the number of a context's last beat.
    LastBeat<STACK, ROUND, LOGB> |warps| beats(warps, STACK, ROUND, LOGB) - 1
}
by_warps! {
    /// The first row of the context of CTA 0, modulo what `N` bits can number; so is `ROWS`, the
    /// number of rows.
    FirstRow<STACK, ROUND, LOGB, ROWS> |warps| (ROWS + (1 << N) - beats(warps, STACK, ROUND, LOGB) % (1 << N)) % (1 << N)
}
by_warps! {
    /// Mask of the words of the last beat that belong to the context, `N` words a beat, for stacks
    /// of `WORDS` words behind a header of two.
    LastWords<WORDS> |warps| {
        let beyond = (2 + WORDS * warps) % N;
        (1 << if beyond == 0 { N } else { beyond }) - 1
    }
}
by_warps! {
    /// W - 1: the number of a CTA's last warp.
    LastWarp<> |warps| warps - 1
}
