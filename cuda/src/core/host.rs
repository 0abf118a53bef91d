//! Memory of the host that kernels reach: pinned, registered and managed. It lies in the program's
//! own memory, and has a shadow block in the device's memory: its content is copied there before a
//! launch and back after it, and exchanged while a launch waits.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use heddle_kernel::execute::Memory;

use crate::boundary;
use crate::error::{Error, code};

/// Bytes that are compared at once.
const PART: usize = 4096;
/// Alignment of allocated blocks, in bytes: a page.
const PAGE: usize = 4096;

/// A block of host memory that kernels can reach.
#[derive(Debug, Clone, Default)]
pub struct Block {
    pub bytes: u64,
    /// Whether every launch may reach the block; else only launches with a pointer to it among
    /// their parameters.
    pub always: bool,
    /// Whether the block was allocated by [`Host::allocate`]; else the program has registered it.
    pub ours: bool,
    /// Whether the block is managed memory (`cudaMallocManaged`).
    pub managed: bool,
    /// Address of the shadow block in the device's memory.
    shadow: Option<u64>,
    /// Launches that reach the block now, and its content when host and device had the same last.
    lent: u32,
    last: Vec<u8>,
}

/// All blocks of host memory that kernels can reach, by their addresses.
#[derive(Debug, Default)]
pub struct Host {
    blocks: BTreeMap<u64, Block>,
    /// When host and device exchanged what they had written, and how long it took.
    exchanged: Option<(Instant, Duration)>,
}

impl Host {
    /// Allocates host memory that kernels can reach, all zero, and returns its address.
    pub fn allocate(&mut self, bytes: u64, managed: bool) -> Result<u64, Error> {
        let full = || Error::new(code::OUT_OF_MEMORY, format!("{bytes} bytes of host memory cannot be allocated"));
        let layout = layout(bytes).filter(|_| bytes <= heddle_kernel::room::available()).ok_or_else(full)?;
        // SAFETY: the layout has at least a page
        let address = unsafe { alloc_zeroed(layout) } as u64;
        if address == 0 {
            return Err(full());
        }
        self.blocks.insert(address, Block { bytes, always: managed, ours: true, managed, ..Block::default() });
        Ok(address)
    }

    /// Allocates host memory for a managed variable: it has the content of the variable's device
    /// memory and is its copy on the host from now on.
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
    ///
    /// # Errors
    ///
    /// The program does not have all of this memory, or it is registered already.
    pub fn register(&mut self, address: u64, bytes: u64) -> Result<(), Error> {
        if self.block(address).is_some() {
            return Err(Error::new(code::ALREADY_REGISTERED, format!("{address:#x} is registered already")));
        }
        if bytes == 0 || !boundary::has(address, bytes) {
            let why = format!("{bytes} bytes from {address:#x} on are not all memory of the program");
            return Err(Error::new(code::INVALID_VALUE, why));
        }
        self.blocks.insert(address, Block { bytes, ..Block::default() });
        Ok(())
    }

    /// Frees the block that starts at an address; `ours`: it was allocated, not registered. Returns
    /// whether there was such a block.
    pub fn free(&mut self, address: u64, ours: bool, memory: &mut Memory) -> bool {
        if self.blocks.get(&address).is_none_or(|block| block.ours != ours) {
            return false;
        }
        let Some(block) = self.blocks.remove(&address) else { return false };
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
    pub fn block(&self, address: u64) -> Option<(u64, &Block)> {
        let (&start, block) = self.blocks.range(..=address).next_back()?;
        (address - start < block.bytes.max(1)).then_some((start, block))
    }

    /// Makes the block that starts at an address reachable by every launch.
    pub fn expose(&mut self, start: u64) {
        if let Some(block) = self.blocks.get_mut(&start) {
            block.always = true;
        }
    }

    /// Copies the host blocks that a launch with these parameters can access to the device's
    /// memory, and returns their addresses.
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
            if block.lent == 0 {
                block.last = boundary::read(start, block.bytes as usize)?;
                memory.write(shadow, &block.last).expect("the shadow is as large as the block");
            } else {
                block.exchange(start, memory)?;
            }
            block.lent += 1;
            lent.push(start);
        }
        Ok(lent)
    }

    /// Copies blocks of host memory back after the launch that they were copied to the device for,
    /// as far as the launch has written them.
    pub fn take_back(&mut self, memory: &mut Memory, lent: &[u64]) -> Result<(), Error> {
        for start in lent {
            let Some(block) = self.blocks.get_mut(start) else { continue };
            block.exchange(*start, memory)?;
            block.lent = block.lent.saturating_sub(1);
        }
        Ok(())
    }

    /// Copies what host and kernels have written since the last time to the other side; returns
    /// whether the host has written anything. An exchange takes a fifth of the time at most.
    pub fn exchange(&mut self, memory: &mut Memory) -> bool {
        let (when, took) = self.exchanged.unwrap_or((Instant::now(), Duration::ZERO));
        if when.elapsed() < 4 * took {
            return false;
        }
        let began = Instant::now();
        let lent = self.blocks.iter_mut().filter(|(_, block)| block.lent > 0);
        let written = lent.map(|(&start, block)| block.exchange(start, memory).unwrap_or(false));
        let written = written.fold(false, |any, written| any | written);
        self.exchanged = Some((Instant::now(), began.elapsed()));
        written
    }
}

impl Block {
    /// Gives host and device what the other one has written since both had the same content;
    /// returns whether the host has.
    fn exchange(&mut self, start: u64, memory: &mut Memory) -> Result<bool, Error> {
        let Some(shadow) = self.shadow else { return Ok(false) };
        let ours = boundary::read(start, self.bytes as usize)?;
        let mut written = false;
        for (at, host) in ours.chunks(PART).enumerate().map(|(n, host)| (n * PART, host)) {
            let place = shadow + at as u64;
            let kernel = memory.read(place, host.len() as u64).expect("the shadow is as large as the block");
            let last = &mut self.last[at..at + host.len()];
            if kernel == &*last && host == &*last {
                continue;
            }
            let kernel = kernel.to_vec();
            for (n, last) in last.iter_mut().enumerate() {
                if host[n] != *last {
                    *last = host[n];
                    written = true;
                    memory.write(place + n as u64, &host[n..=n]).expect("the shadow is as large as the block");
                } else if kernel[n] != *last {
                    *last = kernel[n];
                }
            }
            // whole runs of bytes at once, so that the host sees no half of a word
            let differs = |n: &usize| host[*n] != last[*n];
            let mut from = 0;
            while let Some(first) = (from..host.len()).find(differs) {
                let end = (first..host.len()).find(|n| !differs(n)).unwrap_or(host.len());
                boundary::write(start + (at + first) as u64, &last[first..end])?;
                from = end;
            }
        }
        Ok(written)
    }
}

fn layout(bytes: u64) -> Option<Layout> {
    Layout::from_size_align((bytes as usize).max(1).checked_next_multiple_of(PAGE)?, PAGE).ok()
}
