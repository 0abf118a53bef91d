//! The places of the lanes' accesses to memory, and the check that they exist.

use super::code::Access;
use super::fault::{AccessKind, Cause, Halt};
use super::image::Image;
use super::instruction::ExecEnv;
use super::observer::{Issue, Observer, Traffic};
use super::rows::{BITS, Lanes, double};
use super::warp::Warp;
use super::window::{LOCAL, PARAMETERS, SHARED, space_of};
use crate::program::Space;

/// The positions of the lanes' accesses relative to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// All accesses at one place.
    Uniform(usize),
    /// Consecutive words from one place, in all 32 lanes.
    Unit(usize),
    /// Any other positions.
    Scattered,
}

/// The accesses of an instruction in one space.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part {
    pub space: Space,
    pub mask: u32,
    pub pattern: Pattern,
}

impl Part {
    const NONE: Part = Part { space: Space::Generic, mask: 0, pattern: Pattern::Scattered };
}

/// The places of all accesses of an instruction.
pub(crate) struct Located {
    pub parts: [Part; 4],
    pub count: usize,
    /// The place of each lane from the start of its space; of scattered parts alone.
    pub offsets: Offsets,
}

impl Located {
    pub const NONE: Located = Located { parts: [Part::NONE; 4], count: 0, offsets: Offsets([0; 32]) };
}

/// The place of each lane, aligned so that no vector store of it lies across two pages, which costs
/// as much as an instruction.
#[repr(align(16))]
pub(crate) struct Offsets(pub [usize; 32]);

impl Warp {
    /// Returns the lanes' addresses.
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

    /// Finds the places of the accesses, or the reason why one of them is not possible. They are
    /// written where the caller has them, as a value of this size would be copied.
    #[inline(always)]
    pub(crate) fn locate<O: Observer>(
        &self,
        env: &mut ExecEnv<O>,
        kind: AccessKind,
        access: &Access,
        addresses: &[u64; 32],
        issue: &Issue,
        located: &mut Located,
    ) -> Result<(), Halt> {
        let bytes = u64::from(access.bytes) * u64::from(access.elements);
        let mask = issue.mask;
        if access.space != Space::Generic {
            located.parts[0] = Part { space: access.space, mask, ..Part::NONE };
            located.count = 1;
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
                located.parts[located.count] = Part { space, mask: part, ..Part::NONE };
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
            if part.mask == u32::MAX && access.bytes == 4 && access.elements == 1 {
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
            self.scattered(env, kind, part, addresses, bytes, &mut located.offsets.0)?;
        }
        Ok(())
    }

    /// Finds the place of each access of a part separately.
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

    /// Returns the place where 32 consecutive words start, if all exist.
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

    /// Returns the place in its space where one access starts.
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

/// Returns the cause of a failed access to a space of `size` bytes.
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
        Some((name, start, of)) if of > 0 => {
            format!("byte {} of `{name}`, which has {of} bytes", at - u64::from(start))
        }
        _ if address < base => format!("the memory starts at {base:#x}"),
        _ => format!("byte {at} of {size} bytes"),
    };
    Cause::OutOfBounds { kind, space, address, bytes, nearest }
}
