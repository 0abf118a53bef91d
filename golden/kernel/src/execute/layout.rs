//! The places of variables and buffers in a device's memory.

use super::fault::Cause;
use super::window::GLOBAL;
use crate::program::{Module, Space};
use crate::room;

/// Bytes of a block. Allocations start at a block, so a block's valid bytes are its first ones.
pub(super) const BLOCK: u64 = 256;
/// The least number of bytes between allocations: an access beyond an end meets no other
/// allocation.
pub(super) const GAP: u64 = 4096;
/// The greatest size of an arena in bytes unless another limit is given.
pub(super) const LIMIT: u64 = 16 << 30;

/// Returns the bytes that an allocation takes: an empty one has an address of its own, too.
pub(super) fn taken(bytes: u64) -> u64 {
    bytes.max(1)
}

/// Returns the start of an allocation after one that ends at a byte of the arena.
pub(super) fn place(end: u64, align: u64) -> u64 {
    after(end, end == 0, align)
}

fn after(end: u64, first: bool, align: u64) -> u64 {
    let gap = if first { 0 } else { GAP };
    end.saturating_add(gap).checked_next_multiple_of(align.clamp(BLOCK, 1 << 20)).unwrap_or(u64::MAX)
}

/// Returns the addresses of a module's global and constant variables, by variable; `None` for
/// others and for those defined elsewhere.
pub(crate) fn places(module: &Module) -> Vec<Option<u64>> {
    let mut end = module.base;
    let places = module.variables.iter().map(|variable| {
        if !matches!(variable.space, Space::Global | Space::Const) || variable.external {
            return None;
        }
        let align = u64::from(variable.align).checked_next_power_of_two().unwrap_or(1);
        let start = after(end, end == module.base, align);
        end = start.saturating_add(taken(variable.bytes));
        start.checked_add(GLOBAL)
    });
    places.collect()
}

/// Returns the end of a module's last variable, in bytes from the start of the arena.
pub(super) fn extent(module: &Module) -> u64 {
    let places = places(module);
    let mut last =
        module.variables.iter().zip(&places).rev().filter_map(|(variable, place)| Some((variable, (*place)?)));
    last.next().map_or(module.base, |(variable, place)| (place - GLOBAL).saturating_add(taken(variable.bytes)))
}

/// Checks, before anything is allocated, that a module's variables and buffers of these sizes in
/// bytes fit in the memory of a device, and that the machine has them, with `copies` of each buffer
/// for the host.
pub(crate) fn fits(module: &Module, buffers: &[u64], copies: u64) -> Result<(), Cause> {
    let end = buffers.iter().fold(extent(module), |end, bytes| place(end, 1).saturating_add(taken(*bytes)));
    let sum = buffers.iter().fold(0u64, |sum, bytes| sum.saturating_add(*bytes));
    let what =
        || format!("{} buffers and symbols of {sum} bytes, with variables of {} bytes", buffers.len(), extent(module));
    let limit = limit_of(module, LIMIT);
    if end > limit {
        return Err(Cause::MemoryFull { what: what(), limit });
    }
    let has = room::available();
    match end.saturating_add(sum.saturating_mul(copies)) > has {
        true => Err(Cause::NoMemory { what: format!("{}, and {copies} copies of the former", what()), has }),
        false => Ok(()),
    }
}

/// Returns the least of a limit and what a module's addresses reach, in bytes.
pub(super) fn limit_of(module: &Module, limit: u64) -> u64 {
    let reach = if module.address_size == 32 { (1 << 32) - GLOBAL } else { u64::MAX };
    limit.min(reach)
}

/// Returns the address and size in bytes of a module's global or constant variable with a name.
pub fn place_of(module: &Module, name: &str) -> Option<(u64, u64)> {
    let placed = module.variables.iter().zip(places(module));
    placed
        .filter(|(variable, _)| variable.name == name && variable.owner.is_none())
        .find_map(|(variable, place)| Some((place?, variable.bytes)))
}
