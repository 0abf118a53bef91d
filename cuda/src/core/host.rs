//! Memory of the host that kernels reach: pinned, registered and managed. It lies in the program's own memory, and has a shadow block in the device's memory:
//! its content is copied there before a launch and back after it.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::collections::BTreeMap;

use heddle_kernel::execute::Memory;

use crate::boundary;
use crate::error::{Error, code};

/// Alignment of allocated blocks, in bytes: a page.
const PAGE: usize = 4096;

/// A block of host memory that kernels can reach.
#[derive(Debug, Clone, Copy)]
pub struct Block {
    pub bytes: u64,
    /// Whether every launch may reach the block; else only launches with a pointer to it among their parameters.
    pub always: bool,
    /// Whether the block was allocated by [`Host::allocate`]; else the program has registered it.
    pub ours: bool,
    /// Whether the block is managed memory (`cudaMallocManaged`).
    pub managed: bool,
    /// Address of the shadow block in the device's memory.
    shadow: Option<u64>,
}

/// All blocks of host memory that kernels can reach, by their addresses.
#[derive(Debug, Default)]
pub struct Host {
    blocks: BTreeMap<u64, Block>,
}

impl Host {
    /// Allocates host memory that kernels can reach, all zero, and returns its address.
    pub fn allocate(&mut self, bytes: u64, managed: bool) -> Result<u64, Error> {
        let full = || Error::new(code::OUT_OF_MEMORY, format!("{bytes} bytes of host memory cannot be allocated"));
        let layout = layout(bytes).ok_or_else(full)?;
        // SAFETY: the layout has at least a page
        let address = unsafe { alloc_zeroed(layout) } as u64;
        if address == 0 {
            return Err(full());
        }
        self.blocks.insert(address, Block { bytes, always: managed, ours: true, managed, shadow: None });
        Ok(address)
    }

    /// Allocates host memory for a managed variable: it has the content of the variable's device memory and is its copy on the host from now on.
    pub fn stand_for(&mut self, memory: &mut Memory, device: u64, bytes: u64) -> Result<u64, Error> {
        let address = self.allocate(bytes, true)?;
        let missing = |cause: heddle_kernel::execute::Cause| Error::new(code::INVALID_VALUE, cause.to_string());
        boundary::write(address, memory.read(device, bytes).map_err(missing)?)?;
        memory.map(address, device, bytes);
        if let Some(block) = self.blocks.get_mut(&address) {
            block.shadow = Some(device);
        }
        Ok(address)
    }

    /// Registers memory of the program, so that kernels can reach it.
    pub fn register(&mut self, address: u64, bytes: u64) -> Result<(), Error> {
        if self.block(address).is_some() {
            return Err(Error::new(code::ALREADY_REGISTERED, format!("{address:#x} is registered already")));
        }
        self.blocks.insert(address, Block { bytes, always: false, ours: false, managed: false, shadow: None });
        Ok(())
    }

    /// Frees the block that starts at an address; `ours`: it was allocated, not registered. Returns whether there was such a block.
    pub fn free(&mut self, address: u64, ours: bool, memory: &mut Memory) -> bool {
        let Some(block) = self.blocks.get(&address).copied().filter(|block| block.ours == ours) else { return false };
        self.blocks.remove(&address);
        if let Some(shadow) = block.shadow {
            memory.free(shadow);
        }
        if let (true, Some(layout)) = (ours, layout(block.bytes)) {
            // SAFETY: it was allocated with this layout, and is no block any more
            unsafe { dealloc(address as *mut u8, layout) };
        }
        true
    }

    /// Returns the block that an address lies in, and its start; `None` if there is no such block.
    pub fn block(&self, address: u64) -> Option<(u64, Block)> {
        let (&start, &block) = self.blocks.range(..=address).next_back()?;
        (address - start < block.bytes.max(1)).then_some((start, block))
    }

    /// Makes the block that starts at an address reachable by every launch.
    pub fn expose(&mut self, start: u64) {
        if let Some(block) = self.blocks.get_mut(&start) {
            block.always = true;
        }
    }

    /// Copies the host blocks that a launch with these parameters can reach to the device, and returns their addresses.
    pub fn lend(&mut self, memory: &mut Memory, parameters: &[u8]) -> Result<Vec<u64>, Error> {
        let words = parameters.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")));
        let named: Vec<u64> = words.filter_map(|word| self.block(word).map(|(start, _)| start)).collect();
        let mut lent = vec![];
        for (&start, block) in &mut self.blocks {
            if !block.always && !named.contains(&start) {
                continue;
            }
            let shadow = match block.shadow {
                Some(shadow) => shadow,
                None => {
                    let full =
                        |cause: heddle_kernel::execute::Cause| Error::new(code::OUT_OF_MEMORY, cause.to_string());
                    let shadow = memory.allocate("host memory", block.bytes).map_err(full)?;
                    memory.map(start, shadow, block.bytes);
                    *block.shadow.insert(shadow)
                }
            };
            let bytes = boundary::read(start, block.bytes as usize)?;
            memory.write(shadow, &bytes).expect("the shadow is as large as the block");
            lent.push(start);
        }
        Ok(lent)
    }

    /// Copies the lent blocks back from the device to the host after a launch.
    pub fn take_back(&self, memory: &Memory, lent: &[u64]) -> Result<(), Error> {
        for start in lent {
            let block = &self.blocks[start];
            let Some(shadow) = block.shadow else { continue };
            boundary::write(*start, memory.read(shadow, block.bytes).expect("the shadow is as large as the block"))?;
        }
        Ok(())
    }
}

fn layout(bytes: u64) -> Option<Layout> {
    Layout::from_size_align((bytes as usize).max(1).checked_next_multiple_of(PAGE)?, PAGE).ok()
}
