//! Execution of instructions that have no specialised loop over the lanes: copies, evaluation by
//! the definition of the operation, vectors.

use super::code::{AnyDest, AnySource, Dest, Evaluate, Source, Vector};
use super::fault::Halt;
use super::image::Image;
use super::registers::rows_of;
use super::rows::{Lanes, Pair, Row};
use super::warp::Warp;
use crate::arithmetic::evaluate;

impl Warp {
    #[inline(always)]
    pub(crate) fn copy(&mut self, image: &Image, from: Source, words: u8, to: Dest, mask: u32) -> Result<(), Halt> {
        let pair: &Pair = rows_of(&self.rows, self.frame.rows, &image.constants, from);
        self.scratch[0] = pair[0];
        if to.words > 1 {
            self.scratch[1] = if words == 1 { [0; 32] } else { pair[1] };
        }
        if words <= 2 {
            return self.write(to, mask);
        }
        let quad: [Row; 4] = *rows_of(&self.rows, self.frame.rows, &image.constants, from);
        for (word, row) in quad.iter().enumerate().take(usize::from(to.words)) {
            self.scratch[0] = *row;
            self.put(to.row + word as u32, to.scalar, mask, 0)?;
        }
        Ok(())
    }

    pub(crate) fn evaluate(&mut self, image: &Image, evaluation: &Evaluate, mask: u32) -> Result<(), Halt> {
        let (mut first, mut second) = (0, 0);
        for lane in Lanes(mask) {
            let reads = evaluation.reads.map(|source| self.any(image, source, lane));
            let outcome = evaluate(&evaluation.op, &reads).unwrap_or_default();
            self.keep(lane, outcome.value);
            first |= (outcome.value as u32 & 1) << lane;
            second |= u32::from(outcome.second) << lane;
        }
        self.write_any(evaluation.writes[0], mask, first)?;
        if let AnyDest::Flag(to) = evaluation.writes[1] {
            self.write_flag(to, mask, second)?;
        }
        Ok(())
    }

    pub(crate) fn pack(&mut self, image: &Image, vector: &Vector, mask: u32) -> Result<(), Halt> {
        let Some(&AnyDest::Word(to)) = vector.to.first() else { return Ok(()) };
        let mut quad = [[0u32; 32]; 4];
        for lane in Lanes(mask) {
            let mut whole = 0u128;
            for (n, &source) in vector.from.iter().enumerate() {
                let element = u128::from(self.any(image, source, lane)) & (u128::MAX >> (128 - vector.bits.min(128)));
                whole |= element << (n as u32 * vector.bits).min(127);
            }
            for (word, row) in quad.iter_mut().enumerate() {
                row[lane] = (whole >> (32 * word)) as u32;
            }
        }
        for (word, row) in quad.iter().enumerate().take(usize::from(to.words)) {
            self.scratch[0] = *row;
            self.put(to.row + word as u32, to.scalar, mask, 0)?;
        }
        Ok(())
    }

    pub(crate) fn unpack(&mut self, image: &Image, vector: &Vector, mask: u32) -> Result<(), Halt> {
        let AnySource::Word(whole, words) = vector.whole else { return Ok(()) };
        let low: Pair = *self.pair(image, whole);
        let quad: [Row; 4] = *rows_of(&self.rows, self.frame.rows, &image.constants, whole);
        for (n, &to) in vector.to.iter().enumerate() {
            let at = n as u32 * vector.bits;
            for lane in Lanes(mask) {
                let mut bits = u128::from(low[0][lane]);
                for word in 1..usize::from(words) {
                    let row = if words > 2 { &quad[word] } else { &low[word] };
                    bits |= u128::from(row[lane]) << (32 * word);
                }
                self.keep(lane, (bits >> at.min(127)) as u64 & (u64::MAX >> (64 - vector.bits.min(64))));
            }
            self.write_any(to, mask, self.scratch[0].iter().enumerate().fold(0, |f, (l, v)| f | (v & 1) << l))?;
        }
        Ok(())
    }
}
