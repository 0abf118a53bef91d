//! Global and constant memory: allocations in one arena, with gaps between them.

use super::fault::{AccessKind, Cause};
use super::window::GLOBAL;
use crate::program::{Module, Space};

/// Bytes of a block. Allocations start at a block, so a block's valid bytes are its first ones.
const BLOCK: u64 = 256;
/// Bytes between allocations at least: an access that runs over an end meets nothing.
const GAP: u64 = 4096;

#[derive(Debug, Clone)]
struct Allocated {
    name: String,
    /// From the start of the arena.
    start: u64,
    bytes: u64,
}

/// What a device's global and constant memory hold.
#[derive(Debug, Clone)]
pub struct Memory {
    bytes: Vec<u8>,
    /// By block: how many of its bytes belong to an allocation.
    valid: Vec<u16>,
    /// In order of their addresses.
    allocations: Vec<Allocated>,
    /// Of the arena, in bytes.
    limit: u64,
}

/// Bytes of an arena unless another limit is given.
const LIMIT: u64 = 16 << 30;

impl Memory {
    /// Holds the variables of a module, with their initial contents, at the addresses that its images know.
    pub fn new(module: &Module) -> Result<Memory, Cause> {
        Memory::with_limit(module, LIMIT)
    }

    /// The same with at most `limit` bytes in all. 32-bit modules have no more than 32-bit addresses.
    pub fn with_limit(module: &Module, limit: u64) -> Result<Memory, Cause> {
        let reach = if module.address_size == 32 { (1 << 32) - GLOBAL } else { u64::MAX };
        let mut memory = Memory { bytes: vec![], valid: vec![], allocations: vec![], limit: limit.min(reach) };
        for (variable, address) in module.variables.iter().zip(places(module)) {
            let Some(address) = address else { continue };
            memory.claim(&variable.name, address - GLOBAL, variable.bytes)?;
            let start = (address - GLOBAL) as usize;
            let given = variable.initial.len().min(variable.bytes as usize);
            memory.bytes[start..start + given].copy_from_slice(&variable.initial[..given]);
        }
        let places = places(module);
        for (variable, address) in module.variables.iter().zip(&places) {
            let Some(address) = address else { continue };
            for &(byte, target, addend, _) in &variable.addresses {
                let Some(Some(target)) = places.get(target.0 as usize) else { continue };
                let width = u64::from(module.address_size.min(64) / 8);
                if byte.checked_add(width).is_some_and(|end| end <= variable.bytes) {
                    let value = target.wrapping_add_signed(addend).to_le_bytes();
                    memory.write(address + byte, &value[..width as usize])?;
                }
            }
        }
        Ok(memory)
    }

    /// Room for so many bytes, all zero; the address.
    pub fn allocate(&mut self, name: &str, bytes: u64) -> Result<u64, Cause> {
        let last = self.allocations.last().map_or(0, |a| a.start + a.bytes);
        let start = place(last, 1);
        self.claim(name, start, bytes)?;
        Ok(GLOBAL + start)
    }

    fn claim(&mut self, name: &str, start: u64, bytes: u64) -> Result<(), Cause> {
        let full = || Cause::MemoryFull { what: format!("`{name}` of {bytes} bytes"), limit: self.limit };
        let end = start.checked_add(bytes).and_then(|end| end.checked_next_multiple_of(BLOCK)).ok_or_else(full)?;
        if end > self.limit {
            return Err(full());
        }
        self.bytes.resize(end as usize, 0);
        self.valid.resize((start / BLOCK) as usize, 0);
        self.valid.resize((end / BLOCK) as usize, BLOCK as u16);
        if !bytes.is_multiple_of(BLOCK) {
            *self.valid.last_mut().expect("a block was added") = (bytes % BLOCK) as u16;
        }
        self.allocations.push(Allocated { name: name.into(), start, bytes });
        Ok(())
    }

    /// Address and bytes of a variable of the module, or of an allocation, by name.
    pub fn symbol(&self, name: &str) -> Option<(u64, u64)> {
        self.allocations.iter().find(|a| a.name == name).map(|a| (GLOBAL + a.start, a.bytes))
    }

    /// Bytes from an address on, if they lie in one allocation.
    pub fn read(&self, address: u64, bytes: u64) -> Result<&[u8], Cause> {
        let start = self.range(address, bytes).ok_or_else(|| self.outside(AccessKind::Load, address, bytes as u32))?;
        Ok(&self.bytes[start..start + bytes as usize])
    }

    /// Puts bytes at an address, if they lie in one allocation.
    pub fn write(&mut self, address: u64, contents: &[u8]) -> Result<(), Cause> {
        let bytes = contents.len() as u64;
        let start = self.range(address, bytes).ok_or_else(|| self.outside(AccessKind::Store, address, bytes as u32))?;
        self.bytes[start..start + contents.len()].copy_from_slice(contents);
        Ok(())
    }

    fn range(&self, address: u64, bytes: u64) -> Option<usize> {
        let start = address.checked_sub(GLOBAL)?;
        let at = self.allocations.partition_point(|a| a.start <= start).checked_sub(1)?;
        let inside = start - self.allocations[at].start;
        (inside.checked_add(bytes)? <= self.allocations[at].bytes).then_some(start as usize)
    }

    /// All bytes of the arena.
    #[inline(always)]
    pub(crate) fn arena(&self) -> &[u8] {
        &self.bytes
    }
    #[inline(always)]
    pub(crate) fn arena_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Where in the arena an aligned access of 1, 2, 4, ... 256 bytes goes; it lies in one block then.
    #[inline(always)]
    pub(crate) fn aligned(&self, address: u64, bytes: u64) -> Option<usize> {
        let start = address.wrapping_sub(GLOBAL);
        let valid = u64::from(*self.valid.get((start / BLOCK) as usize)?);
        (start % BLOCK + bytes <= valid && start & (bytes - 1) == 0).then_some(start as usize)
    }

    /// The same for a run of bytes that may go on over blocks; `align` is a power of two.
    #[inline(always)]
    pub(crate) fn run(&self, address: u64, bytes: u64, align: u64) -> Option<usize> {
        let start = address.wrapping_sub(GLOBAL);
        if start & (align - 1) != 0 || start >= self.bytes.len() as u64 {
            return None;
        }
        let (first, last) = ((start / BLOCK) as usize, ((start + bytes - 1) / BLOCK) as usize);
        let valid = self.valid.get(first..=last)?;
        let (end, whole) = valid.split_last()?;
        let fits = whole.iter().all(|&v| u64::from(v) == BLOCK) && (start + bytes - 1) % BLOCK < u64::from(*end);
        fits.then_some(start as usize)
    }

    /// Why an access fails.
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
                format!("byte {} of `{}`, which has {}", start - a.start, a.name, a.bytes)
            }
            (_, Some(a)) => {
                format!(
                    "{} bytes before `{}` at {:#x}",
                    (GLOBAL + a.start).wrapping_sub(address),
                    a.name,
                    GLOBAL + a.start
                )
            }
            _ => "nothing is there".into(),
        };
        Cause::OutOfBounds { kind, space: Space::Global, address, bytes, nearest }
    }
}

/// Where an allocation starts after one that ends at a byte of the arena.
fn place(end: u64, align: u64) -> u64 {
    let gap = if end == 0 { 0 } else { GAP };
    end.saturating_add(gap).checked_next_multiple_of(align.clamp(BLOCK, 1 << 20)).unwrap_or(u64::MAX)
}

/// The addresses of a module's global and constant variables, by variable; none for others and for those defined elsewhere.
pub(crate) fn places(module: &Module) -> Vec<Option<u64>> {
    let mut end = 0u64;
    let places = module.variables.iter().map(|variable| {
        if !matches!(variable.space, Space::Global | Space::Const) || variable.external {
            return None;
        }
        let align = u64::from(variable.align).checked_next_power_of_two().unwrap_or(1);
        let start = place(end, align);
        end = start.saturating_add(variable.bytes);
        start.checked_add(GLOBAL)
    });
    places.collect()
}
