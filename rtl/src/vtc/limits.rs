//! The limits of a kernel, by the warps of its CTAs (IV.A, IV.B): tables that are constants of the hardware.

use std::ops::Index;

use rust_hdl::prelude::*;

/// A table of constants of `N` bits: `COUNT` values, the first for a kernel without warps, which is 0.
macro_rules! limits {
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
limits! {
    /// The greatest number of CTAs of this many warps for which the status table, the virtual warp ids and shared memory have room.
    /// Equation 2: a context has `STACK` bits for each warp; `ROUND` are those of the header and all of a beat but one, and a beat has 2
    /// to the power of `LOGB`.
    MostCtas<C, VWIS, ROWS, STACK, ROUND, LOGB> |warps| C.min(VWIS / warps).min(ROWS / ((warps * STACK + ROUND) >> LOGB))
}
limits! {
    /// The greatest number of CTAs of this many warps for which there are slots and physical warp ids.
    MostActive<S, PWIS> |warps| S.min(PWIS / warps)
}
