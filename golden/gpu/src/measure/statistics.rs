//! Counters, each with a unit and a description, that can be listed, added and written out.

/// The name, unit and description of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counter {
    /// The counter's name with its set's prefix, as in `set.name`; unique among all counters.
    pub name: &'static str,
    /// The unit of the counter: the things that are counted.
    pub unit: &'static str,
    /// A description of the counter, for lists.
    pub doc: &'static str,
}

/// A set of counters that can be listed with their values.
pub trait Counters {
    /// Names, units and descriptions of the set's counters, in order.
    const LIST: &'static [Counter];
    /// Returns the counters' values, in the order of [`LIST`](Self::LIST).
    fn values(&self) -> Vec<u64>;
}

/// Declares a set of counters; `prefix` and a dot stand before each name in lists.
#[macro_export]
macro_rules! counters {
    ($(#[doc = $about:literal])* $visibility:vis $set:ident $prefix:literal { $($(#[doc = $doc:literal])* $name:ident [$unit:literal]),* $(,)? }) => {
        $(#[doc = $about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        $visibility struct $set { $($(#[doc = $doc])* pub $name: u64),* }

        impl $crate::measure::statistics::Counters for $set {
            const LIST: &'static [$crate::measure::statistics::Counter] = &[$($crate::measure::statistics::Counter {
                name: concat!($prefix, ".", stringify!($name)),
                unit: $unit,
                doc: concat!($($doc),*),
            }),*];
            fn values(&self) -> Vec<u64> {
                vec![$(self.$name),*]
            }
        }

        impl std::ops::AddAssign<&$set> for $set {
            fn add_assign(&mut self, other: &$set) {
                $(self.$name += other.$name;)*
            }
        }
    };
}
