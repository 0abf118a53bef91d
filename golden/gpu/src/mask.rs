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

/// The first one behind a place, around the end.
pub(crate) fn after(mask: u64, place: u32) -> Option<u32> {
    let above = mask & !(u64::MAX >> (63 - place));
    let from = if above != 0 { above } else { mask };
    (from != 0).then(|| from.trailing_zeros())
}

/// Of so many places every `step`-th, from the first on.
pub(crate) fn every(step: usize, first: usize, count: usize) -> u64 {
    (first..count).step_by(step).fold(0, |mask, place| mask | 1 << place)
}
