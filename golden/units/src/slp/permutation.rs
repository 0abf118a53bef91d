//! Lane permutations (SLP 4.1-4.3, figures 7 and 9), and the warps that compaction makes of a CTA's
//! mask under each. The unit has `Balanced` in hardware; the others are here for comparison.

use crate::Chance;

/// A permutation of a warp's threads over the lanes, which depends on the warp's id in its CTA. Ids
/// count modulo the width. Figure 7, which defines most of them, is not in the scan: those marked
/// *ours* follow their names and what sections 4.2 and 6 say of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permutation {
    /// The identity: thread t runs in lane t.
    None,
    /// Exchange of neighbours in odd warps: XOR 1 (figure 9).
    OddEven,
    /// Reversal of odd warps: XOR all ones (ours).
    FlipOdd,
    /// Rotation of odd warps by one lane (ours).
    RotateOdd1,
    /// Exchange of the halves of odd warps: XOR width / 2 (4.2).
    Half,
    /// A random permutation of each warp, fixed by the seed and the warp's id (ours).
    Random(u64),
    /// XOR with the warp id (ours).
    Wid,
    /// XOR with the warp id, its log2(width) bits in reverse (figure 9).
    RevWid,
    /// XOR with id / 2 in even warps, and with its complement in the following odd warp (4.3,
    /// equation 2, figure 9a).
    Balanced,
}

impl Permutation {
    /// Returns all permutations, `Random` with the given seed.
    pub const fn all(seed: u64) -> [Permutation; 9] {
        use Permutation::*;
        [None, OddEven, FlipOdd, RotateOdd1, Half, Random(seed), Wid, RevWid, Balanced]
    }

    /// Returns the name that the paper gives to the permutation.
    pub const fn name(self) -> &'static str {
        match self {
            Permutation::None => "none",
            Permutation::OddEven => "Odd_Even",
            Permutation::FlipOdd => "Flip_odd",
            Permutation::RotateOdd1 => "Rotate_odd_1",
            Permutation::Half => "half",
            Permutation::Random(_) => "Random",
            Permutation::Wid => "WID",
            Permutation::RevWid => "Rev_WID",
            Permutation::Balanced => "Balanced",
        }
    }

    /// Returns the mask that thread numbers are XORed with; `None` if the permutation is no XOR.
    pub const fn xor(self, width: u32, warp: u32) -> Option<u32> {
        let (id, odd) = (warp % width, warp & 1);
        Some(match self {
            Permutation::None => 0,
            Permutation::OddEven => odd,
            Permutation::FlipOdd => odd * (width - 1),
            Permutation::Half => odd * (width / 2),
            Permutation::Wid => id,
            Permutation::RevWid => id.reverse_bits() >> (u32::BITS - width.ilog2()),
            Permutation::Balanced => balanced(width, warp),
            Permutation::RotateOdd1 | Permutation::Random(_) => return None,
        })
    }

    /// Returns the lane of each thread of a warp.
    pub fn lanes(self, width: u32, warp: u32) -> Vec<u32> {
        if let Permutation::Random(seed) = self {
            return shuffled(width, seed, warp);
        }
        let rotation = warp & 1;
        let lane = |thread| self.xor(width, warp).map_or((thread + rotation) % width, |mask| thread ^ mask);
        (0..width).map(lane).collect()
    }
}

/// Returns the XOR mask of `Balanced` (equation 2), by which every lane has each thread number once
/// in `width` warps.
#[inline]
pub const fn balanced(width: u32, warp: u32) -> u32 {
    let pair = warp % width / 2;
    if warp & 1 == 0 { pair } else { pair ^ (width - 1) }
}

/// Permutes `bits` by XOR of the bit index: bit l of the result is bit `l XOR mask` of `bits`.
/// For each bit of the mask, halves of that size change places.
#[inline]
pub const fn exchange(bits: u32, mask: u8) -> u32 {
    const LOW: [u32; 5] = [0x5555_5555, 0x3333_3333, 0x0f0f_0f0f, 0x00ff_00ff, 0x0000_ffff];
    let mut bits = bits;
    let mut k = 0;
    while k < LOW.len() {
        let size = 1 << k;
        if mask as u32 & size != 0 {
            bits = (bits & LOW[k]) << size | bits >> size & LOW[k];
        }
        k += 1;
    }
    bits
}

/// Returns a random order of the lanes, each equally likely: Fisher and Yates.
fn shuffled(width: u32, seed: u64, warp: u32) -> Vec<u32> {
    let mut chance = Chance(seed ^ u64::from(warp).wrapping_mul(0xd1b5_4a32_d192_ed03));
    let mut lanes: Vec<u32> = (0..width).collect();
    for last in (1..width).rev() {
        lanes.swap(last as usize, chance.below(last + 1) as usize);
    }
    lanes
}

/// A permutation of all warps of a CTA, precomputed for many masks.
#[derive(Debug, Clone)]
pub struct Layout {
    warps: Vec<Way>,
}

/// The permutation of one warp's mask.
#[derive(Debug, Clone)]
enum Way {
    Xor(u8),
    /// The lane of each thread, as a mask of one bit.
    Lanes(Vec<u32>),
}

impl Layout {
    /// Creates the permutation of `warps` warps of `width` threads.
    pub fn new(permutation: Permutation, width: u32, warps: u32) -> Self {
        let way = |warp| match permutation.xor(width, warp) {
            Some(mask) => Way::Xor(mask as u8),
            None => Way::Lanes(permutation.lanes(width, warp).into_iter().map(|lane| 1 << lane).collect()),
        };
        Layout { warps: (0..warps).map(way).collect() }
    }

    /// Returns a warp's mask in lane order, from its mask in thread order.
    #[inline]
    pub fn lanes(&self, warp: usize, threads: u32) -> u32 {
        match &self.warps[warp] {
            Way::Xor(mask) => exchange(threads, *mask),
            Way::Lanes(lanes) => lanes.iter().enumerate().fold(0, |to, (t, lane)| to | ((threads >> t & 1) * lane)),
        }
    }

    /// Permutes a CTA's mask, a word for each warp, from thread order to lane order.
    pub fn permute(&self, threads: &[u32], lanes: &mut [u32]) {
        for (warp, (threads, lanes)) in threads.iter().zip(lanes).enumerate() {
            *lanes = self.lanes(warp, *threads);
        }
    }
}

/// The number of warps that a CTA's mask takes, with and without compaction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Warps without compaction: those with an active thread (NW_NoTBC, 3.3).
    pub plain: u32,
    /// Warps with compaction: the active threads of the fullest lane (NW_TBC).
    pub compacted: u32,
    /// The lower bound for any mechanism: active threads over the width, rounded up (equation 1).
    pub ideal: u32,
}

impl Counts {
    /// Returns the counts of a mask in lane order, a word of `width` bits for each warp; at most 63
    /// warps.
    pub fn of(width: u32, lanes: &[u32]) -> Self {
        // a counter a lane, kept a bit a word; each row is added to all of them at once
        let mut counters = [0u32; 6];
        let (mut plain, mut active) = (0, 0);
        for row in lanes {
            plain += u32::from(*row != 0);
            active += row.count_ones();
            let mut carry = *row;
            for bit in &mut counters {
                (*bit, carry) = (*bit ^ carry, *bit & carry);
            }
        }
        // the greatest of them, from its highest bit down
        let mut greatest = u32::MAX;
        let mut compacted = 0;
        for (n, bit) in counters.iter().enumerate().rev() {
            if greatest & bit != 0 {
                greatest &= bit;
                compacted |= 1 << n;
            }
        }
        Counts { plain, compacted, ideal: active.div_ceil(width) }
    }

    /// Whether compaction gives fewer warps than there are without it (3.3).
    pub fn compactable(self) -> bool {
        self.compacted < self.plain
    }
}
