//! Counters, each with a unit and a meaning, that can be listed, added and written out.

/// A counter's name and meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counter {
    /// Its name, unique among all.
    pub name: &'static str,
    /// What is counted.
    pub unit: &'static str,
    /// What it says.
    pub doc: &'static str,
}

/// A set of counters.
pub trait Counters {
    /// All of them, in order.
    const LIST: &'static [Counter];
    /// Their values, in that order.
    fn values(&self) -> Vec<u64>;
}

/// Declares a set of counters: `prefix` stands before each name in lists, a dot between.
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
