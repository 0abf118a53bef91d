//! The first of several events.

/// Returns the first of the cycles in which parts of a core have their next event; `None` if none
/// of them has one.
#[inline(always)]
pub(crate) fn first<const N: usize>(events: [Option<u64>; N]) -> Option<u64> {
    // without branches, since every core calls it in most cycles
    let first = events.into_iter().fold(u64::MAX, |first, event| first.min(event.unwrap_or(u64::MAX)));
    (first != u64::MAX).then_some(first)
}
