//! The watch for livelock: warps that repeat the same states without end.
//!
//! Execution is deterministic. A warp that comes back to the program counter, the threads, the
//! registers and the local memory that it had before, while global and shared memory have not
//! changed, executes the same instructions again, as long as nothing else changes memory. Where
//! this holds of every warp that executes, none of them will ever change anything. The watch
//! compares states in *windows*: a warp's state at its first instruction in a window is kept, and
//! compared whenever the warp is at that instruction again. A change of memory ends the window.

use super::cta::Cta;
use super::divergence::Divergence;
use super::fault::{Cause, Fault, Halt};
use super::frame::Frame;
use super::image::Image;
use super::memory::Memory;
use super::rows::Row;
use super::warp::Warp;
use super::window::SHARED;
use crate::program::Space;

/// Warp instructions of repetition alone after which a run is stopped, unless another number is
/// given.
pub const LIVELOCK: u64 = 1 << 16;

/// The words by which errors describe a livelock.
pub const REPEATS: &str = "every warp that executes repeats the same states, and no memory changes (`--livelock N`: after how \
    many warp instructions this is an error, 65536 by default, 0 for never)";

/// A livelock detector over all warps that work on a memory: in a window of execution in which
/// memory does not change, it finds whether all warps come back to earlier states.
#[derive(Debug, Clone, Default)]
pub struct Livelock {
    watches: bool,
    /// The number of the window, from 1.
    window: u64,
    /// Warp instructions in the window.
    executed: u64,
    /// Warps that executed in the window and have not come back to their first state in it.
    astray: u64,
}

impl Livelock {
    /// Begins a window of detection.
    pub fn watch(&mut self) {
        *self = Livelock { watches: true, window: self.window + 1, executed: 0, astray: 0 };
    }
    /// Ends the window of detection.
    pub fn rest(&mut self) {
        self.watches = false;
    }
    /// Whether a window of detection is open: it has begun, and memory has not changed since.
    #[inline(always)]
    pub fn watches(&self) -> bool {
        self.watches
    }
    /// Returns the warp instructions executed in the window.
    pub fn executed(&self) -> u64 {
        self.executed
    }
    /// Whether every warp that executed in the open window repeats its states.
    pub fn repeats(&self) -> bool {
        self.watches && self.astray == 0
    }
    /// Records that memory changed, or that something was printed.
    #[inline(always)]
    pub(crate) fn changed(&mut self) {
        self.watches = false;
    }
}

/// A warp in a window: its state at its first instruction there.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    window: u64,
    /// Whether the warp has come back to this state.
    again: bool,
    pc: u32,
    threads: u32,
    alive: u32,
    frame: Frame,
    rows: Vec<Row>,
    flags: Vec<u32>,
    local: Vec<Row>,
    /// The last read from global or shared memory in the window.
    read: Option<Read>,
}

/// A read from memory: the instruction, the address and the bytes of its first thread.
#[derive(Debug, Clone, Copy)]
struct Read {
    pc: u32,
    lane: u32,
    space: Space,
    address: u64,
    bytes: u32,
}

impl Warp {
    /// Compares the state before an instruction with the first one of the window.
    #[cold]
    pub(crate) fn compare(&mut self, watch: &mut Livelock, pc: u32, threads: u32) {
        watch.executed += 1;
        match &mut self.seen {
            Some(seen) if seen.window == watch.window => {
                if seen.again
                    || (seen.pc, seen.threads, seen.alive, seen.frame) != (pc, threads, self.alive, self.frame)
                {
                    return;
                }
                if seen.rows == self.rows && seen.flags == self.flags && seen.local == self.local {
                    seen.again = true;
                    watch.astray -= 1;
                }
            }
            seen => {
                watch.astray += 1;
                let (rows, flags, local) = (self.rows.clone(), self.flags.clone(), self.local.clone());
                let (window, alive, frame) = (watch.window, self.alive, self.frame);
                let first = Seen { window, again: false, pc, threads, alive, frame, rows, flags, local, read: None };
                *seen = Some(Box::new(first));
            }
        }
    }

    /// Keeps a read from memory, for the report of what the warp waits for.
    #[cold]
    pub(crate) fn reads(&mut self, space: Space, lane: u32, addresses: &[u64; 32], bytes: u32) {
        let (pc, address) = (self.at, addresses[lane as usize & 31]);
        if let Some(seen) = self.seen.as_mut().filter(|_| matches!(space, Space::Global | Space::Shared)) {
            seen.read = Some(Read { pc, lane, space, address, bytes });
        }
    }

    /// Returns the read that the warp repeats in the last window; `None` if it did not execute
    /// there.
    fn waits_for(&self, watch: &Livelock) -> Option<Option<Read>> {
        self.seen.as_ref().filter(|seen| seen.window == watch.window).map(|seen| seen.read)
    }
}

impl<D: Divergence> Cta<D> {
    /// Whether the CTA cannot make progress by itself: each of its warps has ended, waits at a
    /// barrier, or repeats its states in the last window.
    pub fn rests(&self, memory: &Memory) -> bool {
        let repeats = |warp: &Warp| warp.seen.as_ref().is_some_and(|seen| seen.window == memory.livelock.window);
        self.warps.iter().all(|warp| warp.alive == 0 || warp.waits().is_some() || repeats(warp))
    }

    /// Returns a fault for each warp that executed in the last window, at the instruction by which
    /// it waits.
    pub fn livelocks(&self, image: &Image, memory: &Memory) -> Vec<Fault> {
        let fault = |(number, warp): (usize, &Warp)| {
            let read = warp.waits_for(&memory.livelock)?;
            let waits = read.map_or_else(|| "none of them reads memory".into(), |read| self.read(image, memory, &read));
            let (pc, lane) = read.map_or((warp.at, None), |read| (read.pc, Some(read.lane)));
            Some(self.fault_at(image, number, pc, Halt::new(Cause::Livelock { waits }, lane)))
        };
        self.warps.iter().enumerate().filter_map(fault).collect()
    }

    /// Describes a read: the place in memory, and what it holds.
    fn read(&self, image: &Image, memory: &Memory, read: &Read) -> String {
        let &Read { space, address, bytes, .. } = read;
        let shared = address.wrapping_sub(SHARED);
        let (name, held) = match space {
            Space::Shared => (image.shared_at(shared).map(|(name, ..)| name), self.shared().get(shared as usize..)),
            _ => (memory.named(address), memory.read(address, bytes.into()).ok()),
        };
        let held = held
            .unwrap_or(&[])
            .iter()
            .take(bytes as usize)
            .rev()
            .fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
        let name = name.map_or(String::new(), |name| format!(", `{name}`"));
        format!("it waits for {bytes} bytes at {address:#x} of {} memory{name}, which hold 0x{held}", space.name())
    }
}
