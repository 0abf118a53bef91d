//! Reads and writes of a warp's registers and predicates.

use super::code::{AnyDest, AnySource, Dest, Flag, FlagDest, Guard, Source};
use super::compute::{self, Map, Test};
use super::fault::{Cause, Halt};
use super::image::Image;
use super::rows::{BITS, Lanes, Pair, Row, blend, double};
use super::warp::Warp;

/// Returns rows of a frame or of constants from a source on.
#[inline(always)]
pub(crate) fn rows_of<'a, const N: usize>(
    rows: &'a [Row],
    frame: usize,
    constants: &'a [Row],
    source: Source,
) -> &'a [Row; N] {
    let rows = match source.0 {
        at @ 0.. => rows.get(frame + at as usize..),
        constant => constants.get(!constant as usize..),
    };
    rows.and_then(|rows| rows.first_chunk()).unwrap_or(const { &[[0; 32]; N] })
}

impl Warp {
    /// Returns the rows of a value. Decoded operands lie in the frame or among the constants.
    #[inline(always)]
    pub(crate) fn pair<'a>(&'a self, image: &'a Image, source: Source) -> &'a Pair {
        self.rows_of::<2>(image, source)
    }
    #[inline(always)]
    pub(crate) fn row<'a>(&'a self, image: &'a Image, source: Source) -> &'a Row {
        &self.rows_of::<1>(image, source)[0]
    }
    #[inline(always)]
    fn rows_of<'a, const N: usize>(&'a self, image: &'a Image, source: Source) -> &'a [Row; N] {
        rows_of(&self.rows, self.frame.rows, &image.constants, source)
    }
    /// Runs a loop on three operands into the scratch rows.
    #[inline(always)]
    pub(crate) fn map(&mut self, image: &Image, run: Map, [a, b, c]: [Source; 3], mask: u32) {
        // three calls, as a map over an array is not unrolled
        let rows = |source| rows_of(&self.rows, self.frame.rows, &image.constants, source);
        compute::map(run, rows(a), rows(b), rows(c), mask, &mut self.scratch);
    }
    /// Compares two operands; returns a mask of the lanes where the comparison holds.
    #[inline(always)]
    pub(crate) fn test(&self, image: &Image, run: Test, [a, b, c]: [Source; 3]) -> u32 {
        compute::test(run, self.pair(image, a), self.pair(image, b), self.pair(image, c))
    }
    /// Selects `a` where the predicate holds, else `b`.
    #[inline(always)]
    pub(crate) fn select(
        &mut self,
        image: &Image,
        [a, b]: [Source; 2],
        by: Flag,
        to: Dest,
        mask: u32,
    ) -> Result<(), Halt> {
        let by = self.flag(by);
        for word in 0..usize::from(to.words).min(2) {
            let rows = |source| rows_of::<2>(&self.rows, self.frame.rows, &image.constants, source);
            let (a, b) = (&rows(a)[word], &rows(b)[word]);
            for lane in 0..32 {
                self.scratch[word][lane] = if by & BITS[lane] != 0 { a[lane] } else { b[lane] };
            }
        }
        self.write(to, mask)
    }
    /// Returns 64 bits of a lane, or 32.
    pub(crate) fn value(&self, image: &Image, source: Source, wide: bool, lane: usize) -> u64 {
        if wide { double(self.pair(image, source), lane) } else { u64::from(self.row(image, source)[lane]) }
    }

    #[inline(always)]
    pub(crate) fn flag(&self, flag: Flag) -> u32 {
        match flag.0 {
            index @ 0.. => self.flags.get(self.frame.flags + index as usize).copied().unwrap_or(0),
            -1 => 0,
            _ => u32::MAX,
        }
    }
    #[inline(always)]
    pub(crate) fn guard(&self, guard: Guard) -> u32 {
        match guard {
            Guard::None => u32::MAX,
            Guard::If(index) => self.flag(Flag(index as i32)),
            Guard::Unless(index) => !self.flag(Flag(index as i32)),
        }
    }

    /// Writes a row of a register from the scratch row.
    #[inline(always)]
    pub(crate) fn put(&mut self, row: u32, scalar: bool, mask: u32, from: usize) -> Result<(), Halt> {
        if mask == 0 {
            return Ok(());
        }
        if scalar {
            self.share(mask, from, row)?;
        }
        let mask = if scalar { u32::MAX } else { mask };
        if let Some(to) = self.rows.get_mut(self.frame.rows + row as usize) {
            blend(to, &self.scratch[from & 1], mask);
        }
        Ok(())
    }

    /// Copies the first thread's word to all lanes.
    fn share(&mut self, mask: u32, from: usize, row: u32) -> Result<(), Halt> {
        let scratch = &mut self.scratch[from & 1];
        let first = scratch[mask.trailing_zeros() as usize & 31];
        if self.check_scalars {
            for lane in Lanes(mask) {
                if scratch[lane] != first {
                    let (first, this) = (u64::from(first), u64::from(scratch[lane]));
                    return Err(Halt::new(Cause::Scalar { register: row.to_string(), first, this }, lane as u32));
                }
            }
        }
        *scratch = [first; 32];
        Ok(())
    }

    /// Writes a register from the scratch rows; rows above the two get zeros.
    #[inline(always)]
    pub(crate) fn write(&mut self, to: Dest, mask: u32) -> Result<(), Halt> {
        if to.words > 0 {
            self.put(to.row, to.scalar, mask, 0)?;
        }
        if to.words > 1 {
            self.put(to.row + 1, to.scalar, mask, 1)?;
        }
        for word in 2..u32::from(to.words) {
            self.scratch[0] = [0; 32];
            self.put(to.row + word, to.scalar, mask, 0)?;
        }
        Ok(())
    }

    /// Writes a predicate.
    #[inline(always)]
    pub(crate) fn write_flag(&mut self, to: FlagDest, mask: u32, value: u32) -> Result<(), Halt> {
        if !to.real || mask == 0 {
            return Ok(());
        }
        let (mut mask, mut value) = (mask, value);
        if to.scalar {
            let first = value >> mask.trailing_zeros() & 1;
            let odd = (value ^ first.wrapping_neg()) & mask;
            if self.check_scalars && odd != 0 {
                let cause =
                    Cause::Scalar { register: format!("p{}", to.index), first: first.into(), this: (first ^ 1).into() };
                return Err(Halt::new(cause, odd.trailing_zeros()));
            }
            (mask, value) = (u32::MAX, first.wrapping_neg());
        }
        if let Some(flags) = self.flags.get_mut(self.frame.flags + to.index as usize) {
            *flags = *flags & !mask | value & mask;
        }
        Ok(())
    }

    /// Writes a register or a predicate.
    pub(crate) fn write_any(&mut self, to: AnyDest, mask: u32, flags: u32) -> Result<(), Halt> {
        match to {
            AnyDest::Word(to) => self.write(to, mask),
            AnyDest::Flag(to) => self.write_flag(to, mask, flags),
        }
    }

    /// Returns a value or a predicate of a lane.
    pub(crate) fn any(&self, image: &Image, source: AnySource, lane: usize) -> u64 {
        match source {
            AnySource::Word(source, words) => self.value(image, source, words > 1, lane),
            AnySource::Flag(flag) => u64::from(self.flag(flag) >> lane & 1),
        }
    }

    /// Keeps a lane's value in the scratch rows.
    pub(crate) fn keep(&mut self, lane: usize, value: u64) {
        self.scratch[0][lane] = value as u32;
        self.scratch[1][lane] = (value >> 32) as u32;
    }
}
