//! The rows of a warp's registers: one 32-bit word per lane.

/// One 32-bit word for each of the 32 lanes of a warp.
pub type Row = [u32; 32];

/// Two rows, low words and high words: 64 bits of each lane. An operand of one word is read from
/// the first.
pub(crate) type Pair = [Row; 2];

/// The mask of each lane: one bit.
pub(crate) const BITS: Row = {
    let (mut bits, mut lane) = ([0; 32], 0);
    while lane < 32 {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
};

/// An iterator over the lanes of a mask, the lowest first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lanes(pub u32);

impl Iterator for Lanes {
    type Item = usize;
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lane = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lane)
    }
}

/// Copies `from` to `to` in the lanes where the mask is set.
#[inline(always)]
pub(crate) fn blend(to: &mut Row, from: &Row, mask: u32) {
    if mask == u32::MAX {
        *to = *from;
        return;
    }
    for lane in 0..32 {
        to[lane] = if mask & BITS[lane] != 0 { from[lane] } else { to[lane] };
    }
}

/// Returns the 64 bits of a lane.
#[inline(always)]
pub(crate) fn double(pair: &Pair, lane: usize) -> u64 {
    u64::from(pair[0][lane]) | u64::from(pair[1][lane]) << 32
}

/// Returns the two words of 64 bits, for all lanes.
pub(crate) fn broadcast(value: u64) -> Pair {
    [[value as u32; 32], [(value >> 32) as u32; 32]]
}
