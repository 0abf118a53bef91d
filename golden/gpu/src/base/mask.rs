//! Masks: a bit a thread, a slot, a tag.

/// The ones of a mask, from the lowest on.
pub(crate) fn ones(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let one = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            one
        })
    })
}
