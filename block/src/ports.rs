//! The macro `ports!`: from one list of ports, the struct, its shape, and the conversions to and
//! from `u64` slots.

/// Declares a bundle of ports: a struct with a field for each port, its shape, and the conversions
/// to and from `u64` slots.
///
/// ```text
/// ports! {
///     pub struct Out |cfg: Config, o, k| {
///         valid: bool [1] early,
///         data: [u64; MAX] [64; cfg.width] early when o.valid && o.slots >> k & 1 == 1,
///     }
/// }
/// ```
/// Type, width in bits (and count, for an array: elements beyond the count do not exist), timing,
/// and the condition under which the port, or element `k` of it, means anything (always, when none
/// is given).
#[macro_export]
macro_rules! ports {
    (
        $(#[$outer:meta])*
        pub struct $name:ident |$cfg:ident : $config:ty, $this:ident, $k:ident| {
            $( $(#[doc = $doc:literal])* $port:ident : $ty:ty [$width:expr $(; $count:expr)?] $timing:ident $(when $care:expr)? ),* $(,)?
        }
    ) => {
        $(#[$outer])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name { $( $(#[doc = $doc])* pub $port: $ty ),* }

        impl Default for $name {
            fn default() -> Self {
                $name { $( $port: <$ty as $crate::Field>::NOTHING ),* }
            }
        }

        // what a unit without arrays, or with constant widths, has no use for
        #[allow(unused_variables)]
        impl $crate::Ports for $name {
            type Config = $config;

            fn declared($cfg: &$config) -> Vec<$crate::Declared> {
                vec![$($crate::Declared {
                    name: stringify!($port),
                    width: $width as u32,
                    count: $crate::ports!(@count $($count)?),
                    timing: $crate::ports!(@timing $timing),
                    about: concat!($($doc, "\n"),*),
                    when: $crate::ports!(@when $this $($care)?),
                }),*]
            }

            #[inline]
            fn pack(&self, $cfg: &$config, slots: &mut [u64]) {
                let mut at = 0;
                $({
                    let count: Option<usize> = $crate::ports!(@count $($count)?);
                    let count = count.unwrap_or(1);
                    for (k, slot) in slots[at..at + count].iter_mut().enumerate() {
                        *slot = $crate::Field::get(&self.$port, k);
                    }
                    at += count;
                })*
                let _ = at;
            }

            fn unpack($cfg: &$config, slots: &[u64]) -> Self {
                let mut ports = Self::default();
                let mut at = 0;
                $({
                    let count: Option<usize> = $crate::ports!(@count $($count)?);
                    let count = count.unwrap_or(1);
                    for (k, slot) in slots[at..at + count].iter().enumerate() {
                        $crate::Field::set(&mut ports.$port, k, *slot);
                    }
                    at += count;
                })*
                let _ = at;
                ports
            }

            fn care(&self, $cfg: &$config, care: &mut [bool]) {
                let $this = self;
                let mut at = 0;
                $({
                    let count: Option<usize> = $crate::ports!(@count $($count)?);
                    let count = count.unwrap_or(1);
                    for $k in 0..count {
                        care[at + $k] = $crate::ports!(@care $($care)?);
                    }
                    at += count;
                })*
                let _ = at;
            }

            #[inline]
            fn agrees(&self, $cfg: &$config, slots: &[u64]) -> bool {
                let $this = self;
                let mut at = 0;
                let mut equal = true;
                $({
                    let count: Option<usize> = $crate::ports!(@count $($count)?);
                    let count = count.unwrap_or(1);
                    for ($k, slot) in slots[at..at + count].iter().enumerate() {
                        // without a branch: the ports of an array are compared some at a time
                        equal &= !$crate::ports!(@care $($care)?) | (*slot == $crate::Field::get(&self.$port, $k));
                    }
                    at += count;
                })*
                let _ = at;
                equal
            }

            #[allow(unused_mut)]
            fn stir(&mut self, $cfg: &$config, mut noise: impl FnMut() -> u64) {
                let ports = self;
                $($crate::ports!(@stir ports, $this, $k, $port, $width, $crate::ports!(@count $($count)?), noise $(, $care)?);)*
            }

            #[inline]
            #[allow(unreachable_code)]
            fn first(&self) -> u64 {
                $({ return $crate::Field::get(&self.$port, 0) })*
            }
        }
    };
    (@stir $ports:ident, $this:ident, $k:ident, $port:ident, $width:expr, $count:expr, $noise:ident) => {};
    (@stir $ports:ident, $this:ident, $k:ident, $port:ident, $width:expr, $count:expr, $noise:ident, $care:expr) => {
        let count: Option<usize> = $count;
        for $k in 0..count.unwrap_or(1) {
            let $this = &*$ports;
            if !$care {
                $crate::Field::set(&mut $ports.$port, $k, $noise() & u64::MAX >> (64 - $width as u32));
            }
        }
    };
    (@when $this:ident) => { None };
    (@when $this:ident $care:expr) => { Some((stringify!($this), stringify!($care))) };
    (@timing early) => { $crate::Timing::Early };
    (@timing late) => { $crate::Timing::Late };
    (@count) => { None };
    (@count $count:expr) => { Some($count as usize) };
    (@care) => { true };
    (@care $care:expr) => { ($care) };
}
