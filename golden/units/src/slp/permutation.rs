//! Where threads live: lane permutations (SLP 4.1-4.3, figures 7 and 9), and what compaction makes of a CTA's mask under each. The unit has `Balanced` in
//! hardware; the others are here to be measured beside it.

use crate::Chance;

/// A permutation of a warp's threads over the lanes, which depends on the warp's id in its CTA. Ids count modulo the
/// width. Figure 7, which defines most of them, is not in the scan: those marked *ours* follow their names and what
/// sections 4.2 and 6 say of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permutation {
    /// Thread t lives in lane t.
    None,
    /// Neighbours change places in odd warps: XOR 1 (figure 9).
    OddEven,
    /// Odd warps from end to end: XOR all ones (ours).
    FlipOdd,
    /// Odd warps one lane on (ours).
    RotateOdd1,
    /// Odd warps change halves: XOR width / 2 (4.2).
    Half,
    /// A random permutation each warp, the same for a seed and a warp (ours).
    Random(u64),
    /// XOR the warp id (ours).
    Wid,
    /// XOR the warp id with its log2(width) bits in reverse (figure 9).
    RevWid,
    /// XOR id / 2 in even warps, its complement in the odd one that follows (4.3, equation 2, figure 9a).
    Balanced,
}

impl Permutation {
    /// All of them, `Random` with this seed.
    pub const fn all(seed: u64) -> [Permutation; 9] {
        use Permutation::*;
        [None, OddEven, FlipOdd, RotateOdd1, Half, Random(seed), Wid, RevWid, Balanced]
    }

    /// The name that the paper gives it.
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

    /// The mask that threads' numbers are XORed with, where that is what the permutation does.
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

    /// The lane of each thread of a warp.
    pub fn lanes(self, width: u32, warp: u32) -> Vec<u32> {
        if let Permutation::Random(seed) = self {
            return shuffled(width, seed, warp);
        }
        let rotation = warp & 1;
        let lane = |thread| self.xor(width, warp).map_or((thread + rotation) % width, |mask| thread ^ mask);
        (0..width).map(lane).collect()
    }
}

/// `Balanced`'s XOR mask (equation 2): every lane has each thread number once in `width` warps.
#[inline]
pub const fn balanced(width: u32, warp: u32) -> u32 {
    let pair = warp % width / 2;
    if warp & 1 == 0 { pair } else { pair ^ (width - 1) }
}

/// Bit l of the result is bit `l XOR mask` of `bits`: for each bit of the mask, halves of that size change places.
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

/// Every order is as likely as any other: Fisher and Yates.
fn shuffled(width: u32, seed: u64, warp: u32) -> Vec<u32> {
    let mut chance = Chance(seed ^ u64::from(warp).wrapping_mul(0xd1b5_4a32_d192_ed03));
    let mut lanes: Vec<u32> = (0..width).collect();
    for last in (1..width).rev() {
        lanes.swap(last as usize, chance.below(last + 1) as usize);
    }
    lanes
}

/// A permutation of a whole CTA, made ready for many masks.
#[derive(Debug, Clone)]
pub struct Layout {
    warps: Vec<Way>,
}

/// How a warp's mask is permuted.
#[derive(Debug, Clone)]
enum Way {
    Xor(u8),
    /// The lane of each thread, as a mask of one bit.
    Lanes(Vec<u32>),
}

impl Layout {
    /// For so many warps of this width.
    pub fn new(permutation: Permutation, width: u32, warps: u32) -> Self {
        let way = |warp| match permutation.xor(width, warp) {
            Some(mask) => Way::Xor(mask as u8),
            None => Way::Lanes(permutation.lanes(width, warp).into_iter().map(|lane| 1 << lane).collect()),
        };
        Layout { warps: (0..warps).map(way).collect() }
    }

    /// A warp's mask, from thread order to lane order.
    #[inline]
    pub fn lanes(&self, warp: usize, threads: u32) -> u32 {
        match &self.warps[warp] {
            Way::Xor(mask) => exchange(threads, *mask),
            Way::Lanes(lanes) => lanes.iter().enumerate().fold(0, |to, (t, lane)| to | ((threads >> t & 1) * lane)),
        }
    }

    /// A CTA's mask, a word a warp, from thread order to lane order.
    pub fn permute(&self, threads: &[u32], lanes: &mut [u32]) {
        for (warp, (threads, lanes)) in threads.iter().zip(lanes).enumerate() {
            *lanes = self.lanes(warp, *threads);
        }
    }
}

/// How many warps a CTA's mask takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Without compaction: the warps with an active thread (NW_NoTBC, 3.3).
    pub plain: u32,
    /// With compaction: the active threads of the fullest lane (NW_TBC).
    pub compacted: u32,
    /// The least with any mechanism: active threads over the width, rounded up (equation 1).
    pub ideal: u32,
}

impl Counts {
    /// Of a mask in lane order, a word of `width` bits a warp; at most 63 warps.
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

    /// Fewer warps with compaction than without (3.3).
    pub fn compactable(self) -> bool {
        self.compacted < self.plain
    }
}
