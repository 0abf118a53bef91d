//! What follows from the number of warps of a kernel's CTAs (IV.A, IV.B): tables that are constants of the hardware.

use std::ops::Index;

use rust_hdl::prelude::*;

/// A table of constants of `N` bits: `COUNT` values, the first for a kernel without warps, which is 0.
macro_rules! by_warps {
    ($(#[$outer:meta])* $name:ident<$($size:ident),*> |$warps:ident| $most:expr) => {
        $(#[$outer])*
        #[derive(Clone, Debug)]
        pub struct $name<const N: usize, const COUNT: usize, $(const $size: usize),*>([Constant<Bits<N>>; COUNT]);

        impl<const N: usize, const COUNT: usize, $(const $size: usize),*> Default for $name<N, COUNT, $($size),*> {
            fn default() -> Self {
                let most = |$warps: usize| if $warps == 0 { 0 } else { $most };
                Self(std::array::from_fn(|warps| Constant::new((most(warps) as LiteralType).into())))
            }
        }

        impl<const N: usize, const COUNT: usize, $(const $size: usize),*> Index<usize> for $name<N, COUNT, $($size),*> {
            type Output = Constant<Bits<N>>;
            fn index(&self, warps: usize) -> &Self::Output {
                &self.0[warps]
            }
        }

        impl<const N: usize, const COUNT: usize, $(const $size: usize),*> Logic for $name<N, COUNT, $($size),*> {
            fn update(&mut self) {}
        }

        impl<const N: usize, const COUNT: usize, $(const $size: usize),*> Block for $name<N, COUNT, $($size),*> {
            fn connect_all(&mut self) {}
            fn update_all(&mut self) {}
            fn has_changed(&self) -> bool {
                false
            }
            fn accept(&self, name: &str, probe: &mut dyn Probe) {
                self.0.accept(name, probe);
            }
        }
    };
}
by_warps! {
    /// The greatest number of CTAs of this many warps for which the status table, the virtual warp ids and shared memory have room.
    MostCtas<C, VWIS, ROWS, STACK, ROUND, LOGB> |warps| C.min(VWIS / warps).min(ROWS / beats(warps, STACK, ROUND, LOGB))
}
by_warps! {
    /// The greatest number of CTAs of this many warps for which there are slots and physical warp ids.
    MostActive<S, PWIS> |warps| S.min(PWIS / warps)
}

/// The beats of the context of a CTA. Equation 2: it has `stack` bits for each warp; `round` are those of the header and all of a beat but one,
/// and a beat has 2 to the power of `log_beat`.
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
    /// The first row of the context of CTA 0, modulo what `N` bits can number; so is `ROWS`, the number of rows.
    FirstRow<STACK, ROUND, LOGB, ROWS> |warps| (ROWS + (1 << N) - beats(warps, STACK, ROUND, LOGB) % (1 << N)) % (1 << N)
}
by_warps! {
    /// Mask of the words of the last beat that belong to the context, `N` words a beat, for stacks of `WORDS` words behind a header of two.
    LastWords<WORDS> |warps| {
        let beyond = (2 + WORDS * warps) % N;
        (1 << if beyond == 0 { N } else { beyond }) - 1
    }
}
by_warps! {
    /// W - 1: the number of a CTA's last warp.
    LastWarp<> |warps| warps - 1
}
