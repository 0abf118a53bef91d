//! Random parts of an instruction: operations, registers, masks and values, drawn where bugs hide.

use heddle_contract::lane::op;

use super::{MaskStyle, Stimulus};
use crate::entropy::Entropy;
use crate::number;

impl Stimulus {
    pub(super) fn native(&self, e: &mut Entropy) -> u8 {
        if e.chance(self.profile.float) {
            op::FLOAT + e.below(op::SINGLE.len() as u32) as u8
        } else {
            e.below(op::INTEGER.len() as u32) as u8
        }
    }

    pub(super) fn register(&mut self, scalar: bool, warp: usize, e: &mut Entropy) -> u8 {
        let count = if scalar { self.scalars[warp] } else { self.vectors[warp] };
        let low = e.below(count.clamp(1, self.profile.focus));
        (if self.profile.high { count.saturating_sub(1 + low) } else { low }) as u8
    }

    pub(super) fn mask(&mut self, warp: usize, allocated: u64, e: &mut Entropy) -> u64 {
        let threads = allocated.count_ones();
        let mask = match self.profile.mask {
            _ if e.chance(40) => self.masks[warp],
            MaskStyle::Any => e.word(),
            MaskStyle::Full => u64::MAX,
            MaskStyle::Few => (1 << e.below(threads)) | (1 << e.below(threads)),
            MaskStyle::Lowest => (1u64 << e.below(threads + 1).min(63)).wrapping_sub(1),
            MaskStyle::Stride => {
                let stride = 1 << e.below(4);
                (0..64).step_by(stride).fold(0, |mask, t| mask | 1 << t) << e.below(stride as u32)
            }
        };
        mask & allocated
    }

    /// Returns a random word, which is often a corner case of arithmetic.
    pub(super) fn value(&mut self, e: &mut Entropy) -> u32 {
        let word = e.word();
        let random = word as u32;
        if (word >> 32 & 0xff) < u64::from(self.profile.pooled) {
            return self.profile.pool[(word >> 63) as usize];
        }
        if (word >> 40 & 0xff) < u64::from(self.profile.numbers) {
            self.recent = if word >> 63 == 0 { number::awkward(self.recent, e) } else { number::any(e) };
            return self.recent;
        }
        e.turn(random, &mut self.recent)
    }
}
