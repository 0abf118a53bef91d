//! Global and constant memory: allocations in one arena, with gaps between them.

use super::bindings::Bindings;
use super::fault::{AccessKind, Cause};
use super::layout::{BLOCK, GAP, LIMIT, extent, limit_of, place, places, taken};
use super::livelock::Livelock;
use super::print::Printed;
use super::window::GLOBAL;
use crate::program::{Module, Space};
use crate::room;

#[derive(Debug, Clone)]
struct Allocated {
    name: String,
    /// The byte from the start of the arena.
    start: u64,
    bytes: u64,
}

impl Allocated {
    fn end(&self) -> u64 {
        self.start + taken(self.bytes)
    }
}

/// The global and constant memory of a device: its allocations and their contents.
#[derive(Debug, Clone)]
pub struct Memory {
    bytes: Vec<u8>,
    /// For each block: how many of its bytes belong to an allocation.
    valid: Vec<u16>,
    /// The allocations, in order of their addresses.
    allocations: Vec<Allocated>,
    /// The greatest size of the arena in bytes.
    limit: u64,
    /// Whether an allocation was freed, so that there may be room between others.
    freed: bool,
    windows: Vec<Window>,
    pub(super) textures: Bindings,
    /// The text that kernels have printed and the host has not taken.
    pub(crate) printed: Vec<Printed>,
    /// The watch for livelock of the warps that work on the memory.
    pub livelock: Livelock,
}

/// A window: addresses of the host under which an allocation can be reached, too.
#[derive(Debug, Clone, Copy)]
struct Window {
    from: u64,
    bytes: u64,
    to: u64,
}

impl Memory {
    /// Creates a memory with the variables of a module, with their initial contents, at the
    /// addresses that the module's images use.
    pub fn new(module: &Module) -> Result<Memory, Cause> {
        Memory::with_limit(module, LIMIT)
    }

    /// Creates a memory with the variables of a module, and at most `limit` bytes. 32-bit modules
    /// have no more than 32-bit addresses.
    pub fn with_limit(module: &Module, limit: u64) -> Result<Memory, Cause> {
        let mut memory = Memory::empty(limit_of(module, limit));
        memory.place(module)?;
        Ok(memory)
    }

    /// Creates a memory without allocations, and at most `limit` bytes.
    pub fn empty(limit: u64) -> Memory {
        Memory {
            bytes: vec![],
            valid: vec![],
            allocations: vec![],
            limit,
            freed: false,
            windows: vec![],
            textures: Bindings::default(),
            printed: vec![],
            livelock: Livelock::default(),
        }
    }

    /// Places a module's variables behind all allocations, with their initial contents.
    pub fn load(&mut self, module: &mut Module) -> Result<(), Cause> {
        module.base = place(self.end(), BLOCK);
        self.place(module)
    }

    /// Frees the memory of a module's variables.
    pub fn unload(&mut self, module: &Module) {
        places(module).into_iter().flatten().for_each(|address| {
            self.free(address);
        });
    }

    fn place(&mut self, module: &Module) -> Result<(), Cause> {
        let places = places(module);
        // all of them at once: the machine has room for all, or nothing is allocated
        let end = extent(module).checked_next_multiple_of(BLOCK).unwrap_or(u64::MAX);
        if (self.bytes.len() as u64) < end && end <= self.limit {
            self.grow(&module.source.name, end - module.base, end)?;
        }
        for (variable, address) in module.variables.iter().zip(&places) {
            let Some(address) = address else { continue };
            self.claim(&variable.name, address - GLOBAL, variable.bytes)?;
            let start = (address - GLOBAL) as usize;
            let given = variable.initial.len().min(variable.bytes as usize);
            self.bytes[start..start + given].copy_from_slice(&variable.initial[..given]);
        }
        for (variable, address) in module.variables.iter().zip(&places) {
            let Some(address) = address else { continue };
            for &(byte, target, addend, _) in &variable.addresses {
                let Some(Some(target)) = places.get(target.0 as usize) else { continue };
                let width = u64::from(module.address_size.min(64) / 8);
                if byte.checked_add(width).is_some_and(|end| end <= variable.bytes) {
                    let value = target.wrapping_add_signed(addend).to_le_bytes();
                    self.write(address + byte, &value[..width as usize])?;
                }
            }
        }
        Ok(())
    }

    /// Copies bytes from one address to another; an error if either's do not lie in one allocation.
    /// They may overlap.
    pub fn copy(&mut self, to: u64, from: u64, bytes: u64) -> Result<(), Cause> {
        let outside = |kind, address| self.outside(kind, address, least(bytes));
        let source = self.range(from, bytes).ok_or_else(|| outside(AccessKind::Load, from))?;
        let target = self.range(to, bytes).ok_or_else(|| outside(AccessKind::Store, to))?;
        self.bytes.copy_within(source..source + bytes as usize, target);
        Ok(())
    }

    /// Allocates `bytes` zero bytes under a name for errors; returns the address.
    pub fn allocate(&mut self, name: &str, bytes: u64) -> Result<u64, Cause> {
        self.allocate_at(name, bytes, 1)
    }

    /// Allocates as [`Memory::allocate`] does, at a multiple of `align`, a power of two.
    pub fn allocate_at(&mut self, name: &str, bytes: u64, align: u64) -> Result<u64, Cause> {
        let start = self.room(bytes, align);
        self.claim(name, start, bytes)?;
        Ok(GLOBAL + start)
    }

    /// Frees the allocation that starts at an address; returns false if there is none.
    pub fn free(&mut self, address: u64) -> bool {
        let start = address.wrapping_sub(GLOBAL);
        let Ok(at) = self.allocations.binary_search_by_key(&start, |a| a.start) else { return false };
        let freed = self.allocations.remove(at);
        let (first, end) = ((freed.start / BLOCK) as usize, freed.end().div_ceil(BLOCK) as usize);
        self.valid[first..end].fill(0);
        self.windows.retain(|window| window.to != address);
        self.textures.remove(address);
        self.freed = true;
        self.livelock.changed();
        true
    }

    /// Returns the greatest size of the memory in bytes.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Returns the number of bytes that can still be allocated, if they are not fragmented: what
    /// the limit leaves, and the machine has.
    pub fn left(&self) -> u64 {
        let left = self.limit.saturating_sub(self.allocations.iter().map(|a| place(taken(a.bytes), BLOCK)).sum());
        let spare = (self.bytes.len() as u64).saturating_sub(self.end());
        left.min(room::available().saturating_add(spare))
    }

    /// Returns the address and size in bytes of each allocation, in order of their addresses.
    pub fn allocations(&self) -> impl ExactSizeIterator<Item = (u64, u64)> {
        self.allocations.iter().map(|allocated| (GLOBAL + allocated.start, allocated.bytes))
    }

    /// Returns the address and size in bytes of the allocation that an address lies in; `None`
    /// outside all allocations.
    pub fn allocation(&self, address: u64) -> Option<(u64, u64)> {
        self.range(address, 0)?;
        let start = self.through(address).wrapping_sub(GLOBAL);
        let at = self.allocations.partition_point(|a| a.start <= start).checked_sub(1)?;
        Some((GLOBAL + self.allocations[at].start, self.allocations[at].bytes))
    }

    /// Makes an allocation accessible under addresses of the host, too, from `from` on.
    pub fn map(&mut self, from: u64, allocation: u64, bytes: u64) {
        self.windows.push(Window { from, bytes, to: allocation });
    }

    /// Returns the address in the arena of an address that may be the host's.
    fn through(&self, address: u64) -> u64 {
        let window = self.windows.iter().find(|window| address.wrapping_sub(window.from) < window.bytes);
        window.map_or(address, |window| window.to + (address - window.from))
    }

    /// Takes the text that kernels have printed since the last call, in the order of CTAs, and of
    /// the warps of each.
    pub fn take_printed(&mut self) -> Vec<Printed> {
        let mut printed = std::mem::take(&mut self.printed);
        printed.sort_by_key(|printed| (printed.cta[2], printed.cta[1], printed.cta[0], printed.warp));
        printed
    }

    /// Returns the place of an allocation of `bytes` bytes: behind all others, or in the first gap
    /// that a freed one has left.
    fn room(&self, bytes: u64, align: u64) -> u64 {
        if !self.freed {
            return place(self.end(), align);
        }
        let mut start = 0u64;
        for allocation in &self.allocations {
            if start.saturating_add(bytes).saturating_add(GAP) <= allocation.start {
                return start;
            }
            start = place(allocation.end(), align);
        }
        start
    }

    /// Returns the end of the last allocation.
    fn end(&self) -> u64 {
        self.allocations.last().map_or(0, Allocated::end)
    }

    fn claim(&mut self, name: &str, start: u64, bytes: u64) -> Result<(), Cause> {
        let full = || Cause::MemoryFull { what: format!("`{name}` of {bytes} bytes"), limit: self.limit };
        let end =
            start.checked_add(taken(bytes)).and_then(|end| end.checked_next_multiple_of(BLOCK)).ok_or_else(full)?;
        if end > self.limit {
            return Err(full());
        }
        let (first, last) = ((start / BLOCK) as usize, (end / BLOCK) as usize);
        if self.bytes.len() < end as usize {
            self.grow(name, bytes, end)?;
        }
        self.bytes[start as usize..end as usize].fill(0);
        self.livelock.changed();
        self.valid[first..last].fill(BLOCK as u16);
        if bytes == 0 || !bytes.is_multiple_of(BLOCK) {
            self.valid[last - 1] = (bytes % BLOCK) as u16;
        }
        let at = self.allocations.partition_point(|a| a.start <= start);
        self.allocations.insert(at, Allocated { name: name.into(), start, bytes });
        Ok(())
    }

    /// Extends the arena to `end` bytes for an allocation; an error if the machine does not have
    /// them.
    fn grow(&mut self, name: &str, bytes: u64, end: u64) -> Result<(), Cause> {
        let more = end - self.bytes.len() as u64;
        let has = room::available();
        let fits = more <= has
            && (self.bytes.try_reserve(more as usize).is_ok() || self.bytes.try_reserve_exact(more as usize).is_ok());
        if !fits {
            return Err(Cause::NoMemory { what: format!("`{name}` of {bytes} bytes"), has });
        }
        self.bytes.resize(end as usize, 0);
        self.valid.resize((end / BLOCK) as usize, 0);
        Ok(())
    }

    /// Returns the address and size in bytes of a variable of the module, or of an allocation, by
    /// name.
    pub fn symbol(&self, name: &str) -> Option<(u64, u64)> {
        self.allocations.iter().find(|a| a.name == name).map(|a| (GLOBAL + a.start, a.bytes))
    }

    /// Returns the name of the allocation that starts at an address.
    pub(super) fn name_at(&self, address: u64) -> Option<&str> {
        let start = address.wrapping_sub(GLOBAL);
        let at = self.allocations.binary_search_by_key(&start, |a| a.start).ok()?;
        Some(&self.allocations[at].name)
    }

    /// Returns the name of the allocation that an address lies in.
    pub(super) fn named(&self, address: u64) -> Option<&str> {
        self.name_at(self.allocation(address)?.0)
    }

    /// Whether an allocation of this name starts at an address.
    pub(super) fn is_named(&self, address: u64, name: &str) -> bool {
        self.name_at(address) == Some(name)
    }

    /// Returns the contents of `bytes` bytes from an address on; an error if they do not lie in one
    /// allocation.
    pub fn read(&self, address: u64, bytes: u64) -> Result<&[u8], Cause> {
        let start = self.range(address, bytes).ok_or_else(|| self.outside(AccessKind::Load, address, least(bytes)))?;
        Ok(&self.bytes[start..start + bytes as usize])
    }

    /// Writes bytes at an address; an error if they do not lie in one allocation.
    pub fn write(&mut self, address: u64, contents: &[u8]) -> Result<(), Cause> {
        let bytes = contents.len() as u64;
        let start = self.range(address, bytes).ok_or_else(|| self.outside(AccessKind::Store, address, least(bytes)))?;
        self.bytes[start..start + contents.len()].copy_from_slice(contents);
        Ok(())
    }

    fn range(&self, address: u64, bytes: u64) -> Option<usize> {
        let start = self.through(address).checked_sub(GLOBAL)?;
        let at = self.allocations.partition_point(|a| a.start <= start).checked_sub(1)?;
        let inside = start - self.allocations[at].start;
        (inside.checked_add(bytes)? <= self.allocations[at].bytes).then_some(start as usize)
    }

    /// Returns all bytes of the arena.
    #[inline(always)]
    pub(crate) fn arena(&self) -> &[u8] {
        &self.bytes
    }
    #[inline(always)]
    pub(crate) fn arena_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Returns the place in the arena of an aligned access of 1, 2, 4, ... 256 bytes, which lies in
    /// one block.
    #[inline(always)]
    pub(crate) fn aligned(&self, address: u64, bytes: u64) -> Option<usize> {
        let start = address.wrapping_sub(GLOBAL);
        let Some(&valid) = self.valid.get((start / BLOCK) as usize) else {
            return self.aligned_in_window(address, bytes);
        };
        let valid = u64::from(valid);
        (start % BLOCK + bytes <= valid && start & (bytes - 1) == 0).then_some(start as usize)
    }

    /// Returns the place in the arena of a run of bytes that may extend over blocks; `align` is a
    /// power of two.
    #[inline(always)]
    pub(crate) fn run(&self, address: u64, bytes: u64, align: u64) -> Option<usize> {
        let start = address.wrapping_sub(GLOBAL);
        if start >= self.bytes.len() as u64 {
            return self.run_in_window(address, bytes, align);
        }
        if start & (align - 1) != 0 {
            return None;
        }
        let (first, last) = ((start / BLOCK) as usize, ((start + bytes - 1) / BLOCK) as usize);
        let valid = self.valid.get(first..=last)?;
        let (end, whole) = valid.split_last()?;
        let fits = whole.iter().all(|&v| u64::from(v) == BLOCK) && (start + bytes - 1) % BLOCK < u64::from(*end);
        fits.then_some(start as usize)
    }

    #[cold]
    fn aligned_in_window(&self, address: u64, bytes: u64) -> Option<usize> {
        let inside = self.through(address);
        if inside == address { None } else { self.aligned(inside, bytes) }
    }
    #[cold]
    fn run_in_window(&self, address: u64, bytes: u64, align: u64) -> Option<usize> {
        let inside = self.through(address);
        if inside == address { None } else { self.run(inside, bytes, align) }
    }

    /// Returns the cause of a failed access.
    #[cold]
    pub(crate) fn outside(&self, kind: AccessKind, address: u64, bytes: u32) -> Cause {
        if self.range(address, u64::from(bytes)).is_some() {
            return Cause::Misaligned { kind, space: Space::Global, address, bytes };
        }
        let start = address.wrapping_sub(GLOBAL);
        let before = self.allocations.iter().rev().find(|a| a.start <= start && address >= GLOBAL);
        let after = self.allocations.iter().find(|a| a.start > start || address < GLOBAL);
        let nearest = match (before, after) {
            (Some(a), next) if next.is_none_or(|n| start - a.start < n.start - start) => {
                format!("byte {} of `{}`, which has {} bytes", start - a.start, a.name, a.bytes)
            }
            (_, Some(a)) => {
                format!(
                    "{} bytes before `{}` at {:#x}",
                    (GLOBAL + a.start).wrapping_sub(address),
                    a.name,
                    GLOBAL + a.start
                )
            }
            _ => "no memory is allocated there".into(),
        };
        Cause::OutOfBounds { kind, space: Space::Global, address, bytes, nearest }
    }
}

/// Returns a number of bytes as a report has it, which is at most the greatest one.
fn least(bytes: u64) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
