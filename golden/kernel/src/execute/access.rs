//! Loads and stores of a warp: words move once the places of the lanes' accesses are known (see
//! [`super::locate`]).

use super::code::Access;
use super::fault::{AccessKind, Halt};
use super::instruction::ExecEnv;
use super::locate::{Located, Part, Pattern};
use super::observer::{Issue, Observer};
use super::rows::{BITS, Lanes, Row};
use super::warp::Warp;
use crate::program::Space;

/// Returns a little-endian word of 1, 2 or 4 bytes.
#[inline(always)]
fn word(bytes: &[u8], at: usize, size: usize) -> u32 {
    match size {
        1 => bytes.get(at).map_or(0, |&b| b.into()),
        2 => bytes.get(at..).and_then(|b| b.first_chunk()).map_or(0, |&b| u16::from_le_bytes(b).into()),
        _ => bytes.get(at..).and_then(|b| b.first_chunk()).map_or(0, |&b| u32::from_le_bytes(b)),
    }
}

#[inline(always)]
fn put(bytes: &mut [u8], at: usize, size: usize, value: u32) {
    match size {
        1 => {
            if let Some(b) = bytes.get_mut(at) {
                *b = value as u8;
            }
        }
        2 => {
            if let Some(b) = bytes.get_mut(at..).and_then(|b| b.first_chunk_mut()) {
                *b = (value as u16).to_le_bytes();
            }
        }
        _ => {
            if let Some(b) = bytes.get_mut(at..).and_then(|b| b.first_chunk_mut()) {
                *b = value.to_le_bytes();
            }
        }
    }
}

/// Returns a value of `size` bytes, sign-extended to 32 bits.
#[inline(always)]
fn signed(value: u32, size: usize) -> u32 {
    match size {
        1 => value as u8 as i8 as u32,
        2 => value as u16 as i16 as u32,
        _ => value,
    }
}

/// Reads a word for each lane.
#[inline(always)]
fn gather(bytes: &[u8], part: &Part, offsets: &[usize; 32], delta: usize, size: usize, to: &mut Row) {
    match part.pattern {
        Pattern::Uniform(at) => {
            let value = word(bytes, at + delta, size);
            if part.mask == u32::MAX {
                *to = [value; 32];
            } else {
                for lane in 0..32 {
                    to[lane] = if part.mask & BITS[lane] != 0 { value } else { to[lane] };
                }
            }
        }
        Pattern::Unit(at) => {
            if let Some(bytes) = bytes.get(at..).and_then(|b| b.first_chunk::<128>()) {
                for lane in 0..32 {
                    to[lane] = word(bytes, 4 * lane, 4);
                }
            }
        }
        Pattern::Scattered if part.mask == u32::MAX => {
            for lane in 0..32 {
                to[lane] = word(bytes, offsets[lane] + delta, size);
            }
        }
        Pattern::Scattered => {
            for lane in Lanes(part.mask) {
                to[lane] = word(bytes, offsets[lane] + delta, size);
            }
        }
    }
}

/// Writes a word of each lane, the lowest lane first.
#[inline(always)]
fn scatter(bytes: &mut [u8], part: &Part, offsets: &[usize; 32], delta: usize, size: usize, from: &Row) {
    match part.pattern {
        // the last lane's word stays
        Pattern::Uniform(at) => put(bytes, at + delta, size, from[31 - (part.mask.leading_zeros() as usize & 31)]),
        Pattern::Unit(at) => {
            if let Some(bytes) = bytes.get_mut(at..).and_then(|b| b.first_chunk_mut::<128>()) {
                for lane in 0..32 {
                    put(bytes, 4 * lane, 4, from[lane]);
                }
            }
        }
        Pattern::Scattered => {
            for lane in Lanes(part.mask) {
                put(bytes, offsets[lane] + delta, size, from[lane]);
            }
        }
    }
}

impl Warp {
    #[inline(always)]
    pub(crate) fn load<O: Observer>(
        &mut self,
        env: &mut ExecEnv<O>,
        issue: &Issue,
        access: &Access,
    ) -> Result<(), Halt> {
        if issue.mask == 0 {
            return Ok(());
        }
        let image = env.image;
        let addresses = self.addresses(image, access);
        let mut located = Located::NONE;
        self.locate(env, AccessKind::Load, access, &addresses, issue, &mut located)?;
        if env.memory.livelock.watches() {
            self.reads(located.parts[0].space, issue.mask.trailing_zeros(), &addresses, u32::from(access.bytes));
        }
        let size = usize::from(access.bytes);
        for element in 0..usize::from(access.elements) {
            let Some(&to) = image.registers.get(access.registers as usize + element) else { break };
            for at in 0..usize::from(to.words) {
                if 4 * at < size {
                    self.gather(env, &located, element * size + 4 * at, size.min(4));
                    if access.signed && size < 4 {
                        self.scratch[0] = self.scratch[0].map(|value| signed(value, size));
                    }
                } else {
                    // above what was loaded
                    let sign = if access.signed { u32::MAX } else { 0 };
                    self.scratch[0] = self.scratch[0].map(|value| ((value as i32 >> 31) as u32) & sign);
                }
                self.put(to.row + at as u32, to.scalar, issue.mask, 0)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn store<O: Observer>(
        &mut self,
        env: &mut ExecEnv<O>,
        issue: &Issue,
        access: &Access,
    ) -> Result<(), Halt> {
        if issue.mask == 0 {
            return Ok(());
        }
        let image = env.image;
        let addresses = self.addresses(image, access);
        let mut located = Located::NONE;
        self.locate(env, AccessKind::Store, access, &addresses, issue, &mut located)?;
        let size = usize::from(access.bytes);
        let watched = env.memory.livelock.watches()
            && located.parts[..located.count].iter().any(|part| part.space != Space::Local);
        for element in 0..usize::from(access.elements) {
            let Some(&from) = image.sources.get(access.registers as usize + element) else { break };
            for at in 0..size.div_ceil(4) {
                let source = if from.0 >= 0 { from.0 + at as i32 } else { from.0 - at as i32 };
                let row = *self.row(image, super::code::Source(source));
                let (delta, size) = (element * size + 4 * at, size.min(4));
                if watched {
                    self.scatter_watched(env, &located, delta, size, &row);
                } else {
                    self.scatter(env, &located, delta, size, &row);
                }
            }
        }
        Ok(())
    }

    /// Writes a word of each lane as [`Warp::scatter`] does, and records whether memory changed.
    #[cold]
    fn scatter_watched<O>(&mut self, env: &mut ExecEnv<O>, located: &Located, delta: usize, size: usize, from: &Row) {
        self.gather(env, located, delta, size);
        let before = self.scratch[0];
        self.scatter(env, located, delta, size, from);
        // lanes that are not active keep what was in the scratch row
        self.gather(env, located, delta, size);
        if before != self.scratch[0] {
            env.memory.livelock.changed();
        }
    }

    #[inline(always)]
    fn gather<O>(&mut self, env: &ExecEnv<O>, located: &Located, delta: usize, size: usize) {
        for part in located.parts.iter().take(located.count) {
            let (to, offsets) = (&mut self.scratch[0], &located.offsets.0);
            match part.space {
                Space::Shared => gather(env.shared, part, offsets, delta, size, to),
                Space::Param => gather(env.parameters, part, offsets, delta, size, to),
                Space::Local => {
                    for lane in Lanes(part.mask) {
                        let at = if let Pattern::Uniform(at) = part.pattern { at } else { offsets[lane] } + delta;
                        let row = self.local.get(at / 4).map_or(0, |row| row[lane]);
                        to[lane] = row >> (8 * (at % 4)) & (u32::MAX >> (32 - 8 * size));
                    }
                }
                _ => gather(env.memory.arena(), part, offsets, delta, size, to),
            }
        }
    }

    #[inline(always)]
    fn scatter<O>(&mut self, env: &mut ExecEnv<O>, located: &Located, delta: usize, size: usize, from: &Row) {
        for part in located.parts.iter().take(located.count) {
            let offsets = &located.offsets.0;
            match part.space {
                Space::Shared => scatter(env.shared, part, offsets, delta, size, from),
                Space::Local => {
                    for lane in Lanes(part.mask) {
                        let at = if let Pattern::Uniform(at) = part.pattern { at } else { offsets[lane] } + delta;
                        if let Some(row) = self.local.get_mut(at / 4) {
                            let (shift, ones) = (8 * (at % 4), u32::MAX >> (32 - 8 * size));
                            row[lane] = row[lane] & !(ones << shift) | (from[lane] & ones) << shift;
                        }
                    }
                }
                _ => scatter(env.memory.arena_mut(), part, offsets, delta, size, from),
            }
        }
    }
}
