//! Loads and stores: where the lanes' accesses lie is found and checked first, then words move.

use super::code::Access;
use super::fault::{AccessKind, Cause, Halt};
use super::image::Image;
use super::instruction::ExecEnv;
use super::observer::{Issue, Observer, Traffic};
use super::rows::{BITS, Lanes, Row, double};
use super::warp::Warp;
use super::window::{LOCAL, PARAMETERS, SHARED, space_of};
use crate::program::Space;

/// How the accesses of the lanes lie to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pattern {
    /// All at one place.
    Uniform(usize),
    /// Word after word, from here, all 32.
    Unit(usize),
    /// Anywhere.
    Scattered,
}

/// Accesses in one space.
#[derive(Debug, Clone, Copy)]
struct Part {
    space: Space,
    mask: u32,
    pattern: Pattern,
}

/// Where the accesses of an instruction go.
pub(crate) struct Located {
    parts: [Part; 4],
    count: usize,
    /// By lane, from the start of its space; of scattered parts alone.
    offsets: [usize; 32],
}

/// A little-endian word of 1, 2 or 4 bytes.
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

/// Fills the sign in above so many bytes.
#[inline(always)]
fn signed(value: u32, size: usize) -> u32 {
    match size {
        1 => value as u8 as i8 as u32,
        2 => value as u16 as i16 as u32,
        _ => value,
    }
}

/// Reads a word a lane.
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

/// Writes a word a lane, the lowest lane first.
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
    /// The lanes' addresses.
    #[inline(always)]
    pub(crate) fn addresses(&self, image: &Image, access: &Access) -> [u64; 32] {
        let mut addresses = [0; 32];
        if access.wide {
            let base = self.pair(image, access.base);
            for lane in 0..32 {
                addresses[lane] = double(base, lane).wrapping_add(access.offset);
            }
        } else if access.wraps {
            let base = self.row(image, access.base);
            for lane in 0..32 {
                addresses[lane] = u64::from(base[lane].wrapping_add(access.offset as u32));
            }
        } else {
            let base = self.row(image, access.base);
            for lane in 0..32 {
                addresses[lane] = u64::from(base[lane]).wrapping_add(access.offset);
            }
        }
        addresses
    }

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
        let located = self.locate(env, AccessKind::Load, access, &addresses, issue)?;
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
        let located = self.locate(env, AccessKind::Store, access, &addresses, issue)?;
        let size = usize::from(access.bytes);
        for element in 0..usize::from(access.elements) {
            let Some(&from) = image.sources.get(access.registers as usize + element) else { break };
            for at in 0..size.div_ceil(4) {
                let source = if from.0 >= 0 { from.0 + at as i32 } else { from.0 - at as i32 };
                let row = *self.row(image, super::code::Source(source));
                self.scatter(env, &located, element * size + 4 * at, size.min(4), &row);
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn gather<O>(&mut self, env: &ExecEnv<O>, located: &Located, delta: usize, size: usize) {
        for part in located.parts.iter().take(located.count) {
            let (to, offsets) = (&mut self.scratch[0], &located.offsets);
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
            let offsets = &located.offsets;
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

    /// Where the accesses go, or why one of them can not.
    #[inline(always)]
    fn locate<O: Observer>(
        &self,
        env: &mut ExecEnv<O>,
        kind: AccessKind,
        access: &Access,
        addresses: &[u64; 32],
        issue: &Issue,
    ) -> Result<Located, Halt> {
        let none = Part { space: Space::Generic, mask: 0, pattern: Pattern::Scattered };
        let mut located = Located { parts: [none; 4], count: 1, offsets: [0; 32] };
        let bytes = u64::from(access.bytes) * u64::from(access.elements);
        let mask = issue.mask;
        if access.space != Space::Generic {
            located.parts[0] = Part { space: access.space, mask, ..none };
        } else {
            located.count = 0;
            let mut left = mask;
            while left != 0 {
                let space = space_of(addresses[left.trailing_zeros() as usize & 31]);
                let same = Lanes(left).filter(|&lane| space_of(addresses[lane]) == space);
                let part = same.fold(0, |part, lane| part | 1 << lane);
                left &= !part;
                if space == Space::Generic || located.count == 4 {
                    let address = addresses[part.trailing_zeros() as usize & 31];
                    let nearest = "no memory is there".into();
                    let cause = Cause::OutOfBounds { kind, space, address, bytes: bytes as u32, nearest };
                    return Err(Halt::new(cause, part.trailing_zeros()));
                }
                located.parts[located.count] = Part { space, mask: part, ..none };
                located.count += 1;
            }
        }
        if O::WATCHES {
            let space = if located.count == 1 { located.parts[0].space } else { Space::Generic };
            env.observer.traffic(issue, &Traffic { kind, space, addresses, bytes: bytes as u32 });
        }
        for part in located.parts.iter_mut().take(located.count) {
            let first = addresses[part.mask.trailing_zeros() as usize & 31];
            let mut apart = 0;
            for lane in 0..32 {
                apart |= if part.mask & BITS[lane] != 0 { addresses[lane] ^ first } else { 0 };
            }
            if apart == 0 {
                let at = self.place(env, kind, part.space, first, bytes);
                part.pattern = Pattern::Uniform(at.map_err(|cause| Halt::new(cause, part.mask.trailing_zeros()))?);
                continue;
            }
            if part.mask == u32::MAX && bytes == 4 {
                let mut apart = 0;
                for lane in 0..32 {
                    apart |= addresses[lane] ^ first.wrapping_add(4 * lane as u64);
                }
                let run = if apart == 0 { self.run(env, part.space, first) } else { None };
                if let Some(at) = run {
                    part.pattern = Pattern::Unit(at);
                    continue;
                }
            }
            self.scattered(env, kind, part, addresses, bytes, &mut located.offsets)?;
        }
        Ok(located)
    }

    /// Where the accesses of a part start, each for itself.
    #[inline(always)]
    fn scattered<O>(
        &self,
        env: &ExecEnv<O>,
        kind: AccessKind,
        part: &Part,
        addresses: &[u64; 32],
        bytes: u64,
        offsets: &mut [usize; 32],
    ) -> Result<(), Halt> {
        let wrong = |lane: usize| match self.place(env, kind, part.space, addresses[lane], bytes) {
            Ok(_) => Ok(()),
            Err(cause) => Err(Halt::new(cause, lane as u32)),
        };
        if part.space == Space::Shared {
            // one range for all: no lane needs a look of its own
            let last = (env.shared.len() as u64).wrapping_sub(bytes);
            let mut outside = if bytes > env.shared.len() as u64 { part.mask } else { 0 };
            for lane in 0..32 {
                let at = addresses[lane].wrapping_sub(SHARED);
                // the other lanes' may lie in another space
                offsets[lane] = if part.mask & BITS[lane] != 0 { at as usize } else { offsets[lane] };
                outside |= if (at > last) | (at & (bytes - 1) != 0) { BITS[lane] } else { 0 };
            }
            return if outside & part.mask == 0 { Ok(()) } else { Lanes(outside & part.mask).try_for_each(wrong) };
        }
        for lane in Lanes(part.mask) {
            offsets[lane] = match part.space {
                Space::Global => match env.memory.aligned(addresses[lane], bytes) {
                    Some(at) => at,
                    None => return wrong(lane),
                },
                space => self
                    .place(env, kind, space, addresses[lane], bytes)
                    .map_err(|cause| Halt::new(cause, lane as u32))?,
            };
        }
        Ok(())
    }

    /// Where 32 words in a row start, if all are there.
    #[inline(always)]
    fn run<O>(&self, env: &ExecEnv<O>, space: Space, address: u64) -> Option<usize> {
        match space {
            Space::Global => env.memory.run(address, 128, 4),
            Space::Shared => {
                let at = address.wrapping_sub(SHARED);
                (at.is_multiple_of(4) && at.checked_add(128)? <= env.shared.len() as u64).then_some(at as usize)
            }
            _ => None,
        }
    }

    /// Where one access starts in its space.
    #[inline(always)]
    pub(crate) fn place<O>(
        &self,
        env: &ExecEnv<O>,
        kind: AccessKind,
        space: Space,
        address: u64,
        bytes: u64,
    ) -> Result<usize, Cause> {
        let (base, size) = match space {
            Space::Global | Space::Const | Space::Generic => {
                return env
                    .memory
                    .aligned(address, bytes)
                    .ok_or_else(|| env.memory.outside(kind, address, bytes as u32));
            }
            Space::Shared => (SHARED, env.shared.len() as u64),
            Space::Local => (LOCAL, 4 * self.local.len() as u64),
            // parameters are for reading
            Space::Param if kind != AccessKind::Load => (PARAMETERS, 0),
            Space::Param => (PARAMETERS, env.parameters.len() as u64),
        };
        let at = address.wrapping_sub(base);
        if at.checked_add(bytes).is_some_and(|end| end <= size) && at & (bytes - 1) == 0 {
            return Ok(at as usize);
        }
        Err(outside(env.image, kind, space, address, bytes as u32, size))
    }
}

/// Why an access to a space of so many bytes fails.
#[cold]
fn outside(image: &Image, kind: AccessKind, space: Space, address: u64, bytes: u32, size: u64) -> Cause {
    let base = match space {
        Space::Shared => SHARED,
        Space::Local => LOCAL,
        _ => PARAMETERS,
    };
    let at = address.wrapping_sub(base);
    if at.checked_add(bytes.into()).is_some_and(|end| end <= size) {
        return Cause::Misaligned { kind, space, address, bytes };
    }
    let nearest = match image.shared_at(at).filter(|_| space == Space::Shared && address >= base) {
        Some((name, start, of)) if of > 0 => format!("byte {} of `{name}`, which has {of}", at - u64::from(start)),
        _ if address < base => format!("it starts at {base:#x}"),
        _ => format!("byte {at} of {size}"),
    };
    Cause::OutOfBounds { kind, space, address, bytes, nearest }
}
