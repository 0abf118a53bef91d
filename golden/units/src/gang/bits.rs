//! Bit operations on words of bits, and on words of eight small counters.

/// Returns the indices of the bits that are set, from the lowest.
#[inline(always)]
pub(super) fn each(word: u64) -> Each {
    Each(word)
}

/// The iterator of [`each`].
pub(super) struct Each(u64);

impl Iterator for Each {
    type Item = usize;
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = self.0.trailing_zeros() as usize;
        let some = self.0 != 0;
        self.0 &= self.0.wrapping_sub(1);
        some.then_some(bit)
    }
}

/// Returns the first bit of a nonzero word, cyclically, after bit `last`.
#[inline(always)]
pub(super) fn after(word: u64, last: u8) -> usize {
    let above = word & (u64::MAX << 1 << last);
    (if above != 0 { above } else { word }).trailing_zeros() as usize
}

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = ONES << 7;

/// Returns the top bit of each byte that is not zero.
#[inline(always)]
fn tops(bytes: u64) -> u64 {
    (((bytes & !TOPS) + !TOPS) | bytes) & TOPS
}

/// Returns eight bytes, each decremented down to zero.
#[inline(always)]
pub(super) fn one_less(bytes: u64) -> u64 {
    bytes - (tops(bytes) >> 7)
}

/// Returns a mask of which of eight bytes are not zero.
#[inline(always)]
pub(super) fn nonzero(bytes: u64) -> u8 {
    // gathers the bits 0, 8, ... 56 in the top byte
    ((tops(bytes) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Returns a byte of ones for each bit that is set.
#[inline(always)]
pub(super) fn spread(mask: u8) -> u64 {
    let bits = (u64::from(mask).wrapping_mul(ONES)) & 0x8040_2010_0804_0201;
    (tops(bits) >> 7) * 0xff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted_and_gathered() {
        for mask in 0..=u8::MAX {
            assert_eq!(nonzero(spread(mask)), mask);
            let bytes: [u8; 8] = std::array::from_fn(|s| if mask >> s & 1 == 1 { 1 + 36 * s as u8 } else { 0 });
            assert_eq!(nonzero(u64::from_le_bytes(bytes)), mask);
            assert_eq!(one_less(u64::from_le_bytes(bytes)).to_le_bytes(), bytes.map(|wait| wait.saturating_sub(1)));
            assert_eq!(spread(mask).to_le_bytes(), bytes.map(|wait| if wait == 0 { 0 } else { 0xff }));
            assert_eq!(each(mask.into()).fold(0, |all, bit| all | 1 << bit), mask);
        }
    }

    #[test]
    fn after_wraps_round() {
        for (word, last, first) in
            [(0b1011, 0, 1), (0b1011, 1, 3), (0b1011, 3, 0), (0b0001, 0, 0), (1 << 63, 63, 63), (1, 63, 0)]
        {
            assert_eq!(after(word, last), first, "{word:b} after {last}");
        }
    }
}
