//! Constants with a width.
//!
//! rust-hdl writes a literal in `update` as a 32-bit Verilog number, whatever its type; only a
//! constant that is a field comes out with its width, as a `localparam`. These fields have their
//! values in the type, so blocks derive `Default`.

use rust_hdl::prelude::*;

/// A constant: the number `V` in `N` bits.
#[derive(Clone, Debug)]
pub struct Number<const N: usize, const V: usize>(Constant<Bits<N>>);

impl<const N: usize, const V: usize> Number<N, V> {
    /// Returns the value of the constant.
    pub fn val(&self) -> Bits<N> {
        self.0.val()
    }
}

impl<const N: usize, const V: usize> Default for Number<N, V> {
    fn default() -> Self {
        Self(Constant::new((V as LiteralType).into()))
    }
}

/// Implements the traits of rust-hdl for a type of constants with these generic parameters, so that
/// a block can have it as a field.
macro_rules! field {
    ([$($generics:tt)*] $name:ty) => {
        impl<$($generics)*> Logic for $name {
            fn update(&mut self) {}
        }
        $crate::number::block! { [$($generics)*] $name }
    };
}
pub(crate) use field;

/// Implements rust-hdl's `Block` for a type that is never run, by the block in it.
macro_rules! block {
    ([$($generics:tt)*] $name:ty) => {
        impl<$($generics)*> Block for $name {
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
pub(crate) use block;
field!([const N: usize, const V: usize] Number<N, V>);

/// `COUNT` constants of `N` bits; the value of element `k` is a function of `k`, and of further
/// sizes if there are any.
macro_rules! numbers {
    ($(#[$outer:meta])* $name:ident $(<$($size:ident),*>)? |$k:ident| $value:expr) => {
        $(#[$outer])*
        #[derive(Clone, Debug)]
        pub struct $name<const N: usize, const COUNT: usize $($(, const $size: usize)*)?>([Constant<Bits<N>>; COUNT]);

        impl<const N: usize, const COUNT: usize $($(, const $size: usize)*)?> Default for $name<N, COUNT $($(, $size)*)?> {
            fn default() -> Self {
                Self(std::array::from_fn(|$k| Constant::new(($value as LiteralType).into())))
            }
        }

        impl<const N: usize, const COUNT: usize $($(, const $size: usize)*)?> std::ops::Index<usize>
            for $name<N, COUNT $($(, $size)*)?>
        {
            type Output = Constant<Bits<N>>;
            fn index(&self, k: usize) -> &Self::Output {
                &self.0[k]
            }
        }
        $crate::number::field! {
            [const N: usize, const COUNT: usize $($(, const $size: usize)*)?] $name<N, COUNT $($(, $size)*)?>
        }
    };
}
pub(crate) use numbers;
numbers! {
    /// Constants: element `k` is the number `k` in `N` bits.
    Numbers |k| k
}
numbers! {
    /// Constants: element `k` is 2 to the power of `k` in `N` bits.
    Powers |k| 1u64 << k
}
numbers! {
    /// Constants: element `k` is a word of `N` bits with a one at each place whose number has bit
    /// `k` set: of 4 bits, `1010` and `1100`.
    Places |k| (0..N).filter(|place| place >> k & 1 == 1).map(|place| 1 << place).sum::<u64>()
}
numbers! {
    /// Constants of `N` bits: element `k` is all ones if bit `k` of the number `V` is one, else
    /// zero.
    Spread<V> |k| if V >> k & 1 == 1 { LiteralType::MAX >> (LiteralType::BITS as usize - N) } else { 0 }
}
