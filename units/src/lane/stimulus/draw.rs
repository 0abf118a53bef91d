//! Random parts of an instruction: operations, registers, masks and values, drawn where bugs hide.

use heddle_contract::lane::{Config, In, kind, op};
use heddle_golden::lane::State;

use super::{MaskStyle, Stimulus};
use heddle_testbench::entropy::Entropy;
use heddle_testbench::number;

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

    /// Makes the immediate of an FP32 instruction meet what registers hold that are its other
    /// operands, in one of its threads.
    pub(super) fn meet(&mut self, cfg: &Config, q: &State, e: &mut Entropy, i: &mut In, active: u64) {
        let thread = if i.issue_scalar { 0 } else { e.bit_of(active) };
        let held = |s: usize| {
            let scalar = i.issue_kind[s] == kind::SCALAR;
            let register = scalar || i.issue_kind[s] == kind::VECTOR;
            let thread = if scalar { 0 } else { thread };
            register.then(|| q.word(cfg, i.issue_warp, scalar, i.issue_src[s], thread))
        };
        let [a, b, c] = [held(0), held(1), held(2)];
        let fused = i.issue_op == op::FMA_F;
        let (at, met) = match (a, b, c) {
            // the addend meets the product
            (Some(a), Some(b), _) if fused => (2, f32::from_bits(a) * f32::from_bits(b)),
            (Some(a), ..) => (1, f32::from_bits(a)),
            (_, Some(b), _) => (0, f32::from_bits(b)),
            _ => return,
        };
        if i.issue_kind[at] != kind::IMMEDIATE && e.chance(128) {
            return;
        }
        i.issue_kind[at] = kind::IMMEDIATE;
        let product = matches!(i.issue_op, op::MUL_F) || fused && at != 2;
        i.issue_imm = number::meeting(met.to_bits(), product, e);
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
