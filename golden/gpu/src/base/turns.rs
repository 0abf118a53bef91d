//! The order in which cores that tick side by side reach the device's memory.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use heddle_kernel::execute::Memory;

use super::spin_until;

/// The device's memory for a cycle in which cores tick side by side. The cores reach it in the
/// order of their positions, as if they ticked one after another.
#[derive(Debug)]
pub struct Turns {
    memory: Mutex<Memory>,
    /// Number of this cycle.
    cycle: u64,
    /// Numbers of the cores by their positions.
    cores: Vec<usize>,
    /// By number of a core, the last cycle in which it has passed: it reaches memory no more.
    passed: Vec<Passed>,
    /// The least position whose tick failed; `usize::MAX` if none did.
    failed: AtomicUsize,
}

impl Turns {
    /// Creates turns outside any cycle.
    pub fn new() -> Turns {
        Turns {
            memory: Mutex::new(Memory::empty(0)),
            cycle: 0,
            cores: Vec::new(),
            passed: Vec::new(),
            failed: AtomicUsize::new(usize::MAX),
        }
    }
    /// Begins a cycle of cores, by their numbers, with the device's memory.
    pub fn begin(&mut self, memory: &mut Memory, cores: impl IntoIterator<Item = usize>) {
        std::mem::swap(self.memory.get_mut().unwrap_or_else(PoisonError::into_inner), memory);
        self.cycle += 1;
        self.cores.clear();
        self.cores.extend(cores);
        let most = self.cores.iter().max().map_or(0, |most| most + 1);
        self.passed.resize_with(most.max(self.passed.len()), Passed::default);
        *self.failed.get_mut() = usize::MAX;
    }
    /// Ends the cycle, and gives the memory back.
    pub fn end(&mut self, memory: &mut Memory) {
        std::mem::swap(self.memory.get_mut().unwrap_or_else(PoisonError::into_inner), memory);
    }
    /// Returns the turn of the core at a position.
    pub fn turn(&self, position: usize) -> Turn<'_> {
        Turn { turns: self, position }
    }
    fn has_passed(&self, core: usize, ordering: Ordering) -> bool {
        self.passed[core].0.load(ordering) == self.cycle
    }
}

/// The last cycle in which a core has passed; in a cache line that the core's thread keeps.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Passed(AtomicU64);

/// The turn of one core in a cycle.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'t> {
    turns: &'t Turns,
    position: usize,
}

impl<'t> Turn<'t> {
    /// Returns the device's memory, once all cores at lower positions have passed; `None` if the
    /// tick of one of them failed, so that this core would not have ticked. Panics if this core has
    /// passed: the cores behind it may have reached memory before it.
    pub fn memory(self) -> Option<MutexGuard<'t, Memory>> {
        let core = self.turns.cores[self.position];
        assert!(!self.turns.has_passed(core, Ordering::Relaxed), "core {core} reaches memory after it has passed");
        for &core in &self.turns.cores[..self.position] {
            spin_until(|| self.turns.has_passed(core, Ordering::Acquire));
        }
        let fails = self.turns.failed.load(Ordering::Acquire) < self.position;
        (!fails).then(|| self.turns.memory.lock().unwrap_or_else(PoisonError::into_inner))
    }
    /// Lets the cores at higher positions pass: this one reaches memory no more in this cycle.
    pub fn pass(self) {
        let core = self.turns.cores[self.position];
        self.turns.passed[core].0.store(self.turns.cycle, Ordering::Release);
    }
    /// Ends the turn with a tick that failed: no core at a higher position reaches memory any more.
    pub fn fail(self) {
        self.turns.failed.fetch_min(self.position, Ordering::AcqRel);
        self.pass();
    }
}

#[cfg(test)]
mod tests {
    use std::thread::{scope, sleep, yield_now};
    use std::time::Duration;

    use heddle_kernel::execute::Memory;

    use super::*;

    /// Lets nine cores reach memory on as many threads, where each appends its digit to a number;
    /// the last core begins. Returns the number.
    fn order(act: impl Fn(&Turns, usize, &dyn Fn(&mut Memory)) + Sync) -> u64 {
        let (mut turns, mut memory) = (Turns::new(), Memory::empty(1 << 20));
        let address = memory.allocate("number", 8).unwrap();
        let number = |memory: &Memory| u64::from_le_bytes(memory.read(address, 8).unwrap().try_into().unwrap());
        turns.begin(&mut memory, (0..9).map(|n| 2 * n));
        let begun = AtomicUsize::new(0);
        scope(|scope| {
            for position in 0..9 {
                let (turns, begun, act) = (&turns, &begun, &act);
                scope.spawn(move || {
                    while begun.load(Ordering::Acquire) + position < 8 {
                        yield_now();
                    }
                    begun.fetch_add(1, Ordering::AcqRel);
                    act(turns, position, &|memory| {
                        sleep(Duration::from_micros(100));
                        let appended = 10 * number(memory) + position as u64 + 1;
                        memory.write(address, &appended.to_le_bytes()).unwrap();
                    });
                });
            }
        });
        turns.end(&mut memory);
        number(&memory)
    }

    #[test]
    fn cores_reach_memory_in_their_order() {
        for _ in 0..20 {
            let number = order(|turns, position, append| {
                append(&mut turns.turn(position).memory().unwrap());
                turns.turn(position).pass();
            });
            assert_eq!(number, 123_456_789);
        }
    }

    #[test]
    fn a_wait_that_ends_too_soon_is_found() {
        let number = order(|turns, position, append| {
            append(&mut turns.turn(position.saturating_sub(1)).memory().unwrap());
            turns.turn(position).pass();
        });
        assert_ne!(number, 123_456_789);
    }

    #[test]
    #[should_panic(expected = "core 3 reaches memory after it has passed")]
    fn a_core_that_passes_too_soon_is_found() {
        let (mut turns, mut memory) = (Turns::new(), Memory::empty(0));
        for _ in 0..2 {
            turns.begin(&mut memory, [3, 5]);
            drop(turns.turn(0).memory());
            turns.turn(0).pass();
        }
        drop(turns.turn(0).memory());
    }

    #[test]
    fn nobody_reaches_memory_behind_a_core_that_failed() {
        let number = order(|turns, position, append| match turns.turn(position).memory() {
            Some(mut memory) if position != 4 => {
                append(&mut memory);
                drop(memory);
                turns.turn(position).pass();
            }
            _ => turns.turn(position).fail(),
        });
        assert_eq!(number, 1234);
    }
}
