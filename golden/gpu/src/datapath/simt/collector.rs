//! Register banks and operand collectors of a conventional core (STSIMT 3.7, table I).
//!
//! A bank has one port and is as wide as the SP units, so that an entry, a word of every thread of
//! a warp, takes it for as many cycles as a warp has beats. An instruction sits in a collector
//! until the first beat of its last operand is read; the others follow beat by beat. Results go
//! before operands.

use std::collections::VecDeque;

use crate::base::ids::WarpId;
use crate::microop::{Place, Step};

/// A register bank: until when its port is taken, and the steps that wait for it, by token.
#[derive(Debug, Clone, Default)]
struct Bank {
    free: u64,
    results: VecDeque<u32>,
    operands: VecDeque<u32>,
}

/// Kind of access that waits for a bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    /// Read of an operand.
    Operand,
    /// Write of a result.
    Result,
}

/// The register banks of a core and its operand collectors.
#[derive(Debug)]
pub(super) struct Collector {
    /// Number of cycles that an entry occupies a bank.
    pub beats: u64,
    banks: Vec<Bank>,
    /// Bit mask of the banks that steps wait for.
    waited: u32,
    /// Number of collectors that are free.
    free: u32,
    /// By token: number of operands that are not read, or of words of a result that are not
    /// written.
    missing: Vec<u8>,
    /// Steps that got all banks that they waited for.
    granted: Vec<(Entry, u32)>,
}

impl Collector {
    /// Creates `count` collectors before `banks` banks, a power of two; an entry takes a bank for
    /// `beats` cycles.
    pub fn new(count: u32, banks: u32, beats: u64) -> Collector {
        Collector {
            beats,
            banks: vec![Bank::default(); banks as usize],
            waited: 0,
            free: count,
            missing: Vec::new(),
            granted: Vec::new(),
        }
    }

    /// Whether a collector is free.
    pub fn accepts(&self) -> bool {
        self.free != 0
    }

    /// Whether a step waits for a bank.
    pub fn is_waited_for(&self) -> bool {
        self.waited != 0
    }

    /// Gives a step a collector to read the operands of `threads`; returns whether it can read all
    /// of them in this cycle. A step of no thread reads nothing.
    pub fn read(&mut self, now: u64, token: u32, warp: WarpId, step: &Step, threads: u64) -> bool {
        self.free -= 1;
        if threads == 0 {
            return true;
        }
        // what is named twice is read once
        let mut words = [0; 6];
        let mut count = 0;
        for word in step.places().filter(|place| !place.scalar).flat_map(Place::words) {
            if !words[..count].contains(&word) {
                words[count] = word;
                count += 1;
            }
        }
        self.want(now, token, warp, &words[..count], Entry::Operand)
    }

    /// Frees the collector of a step.
    pub fn leave(&mut self) {
        self.free += 1;
    }

    /// Writes a step's result; returns whether all words of it can be written from this cycle on.
    pub fn write(&mut self, now: u64, token: u32, warp: WarpId, target: &Place) -> bool {
        let words = [target.word, target.word + 1];
        self.want(now, token, warp, &words[..1 + usize::from(target.wide)], Entry::Result)
    }

    /// Takes the banks of these words, or queues the step for them; returns whether no bank is
    /// missing.
    fn want(&mut self, now: u64, token: u32, warp: WarpId, words: &[u32], entry: Entry) -> bool {
        let mut missing = 0;
        for &word in words {
            // registers of the same name lie in other banks in the next warp (DEVIATIONS, D97)
            let number = (word as usize + warp.index()) & (self.banks.len() - 1);
            let bank = &mut self.banks[number];
            if bank.free <= now && self.waited >> number & 1 == 0 {
                bank.free = now + self.beats;
                continue;
            }
            match entry {
                Entry::Operand => bank.operands.push_back(token),
                Entry::Result => bank.results.push_back(token),
            }
            self.waited |= 1 << number;
            missing += 1;
        }
        if missing != 0 {
            let places = self.missing.len().max(token as usize + 1);
            self.missing.resize(places, 0);
            self.missing[token as usize] = missing;
        }
        missing == 0
    }

    /// Gives each free bank to the next entry that waits for it; returns the steps that now have
    /// all their banks.
    pub fn serve(&mut self, now: u64) -> &mut Vec<(Entry, u32)> {
        let mut left = self.waited;
        while left != 0 {
            let number = left.trailing_zeros();
            left &= left - 1;
            let bank = &mut self.banks[number as usize];
            if bank.free > now {
                continue;
            }
            let result = bank.results.pop_front().map(|token| (Entry::Result, token));
            let Some((entry, token)) =
                result.or_else(|| bank.operands.pop_front().map(|token| (Entry::Operand, token)))
            else {
                continue;
            };
            bank.free = now + self.beats;
            if bank.results.is_empty() && bank.operands.is_empty() {
                self.waited &= !(1 << number);
            }
            let missing = &mut self.missing[token as usize];
            *missing -= 1;
            if *missing == 0 {
                self.granted.push((entry, token));
            }
        }
        &mut self.granted
    }

    /// Returns the cycle in which the next bank that is waited for becomes free; `None` if no bank
    /// is.
    pub fn next(&self, now: u64) -> Option<u64> {
        let mut left = self.waited;
        let mut next = None;
        while left != 0 {
            let free = self.banks[left.trailing_zeros() as usize].free.max(now + 1);
            next = Some(next.map_or(free, |next: u64| next.min(free)));
            left &= left - 1;
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use heddle_kernel::program::RegisterId;

    use super::*;
    use crate::microop::Source;

    const BEATS: u64 = 4;

    fn word(word: u32) -> Place {
        Place { scalar: false, word, wide: false, row: 0, register: RegisterId(0) }
    }

    fn step(words: [u32; 3]) -> Step {
        Step::native(0, word(0), words.map(|operand| Source::Register(word(operand))))
    }

    /// Returns the cycle in which a step that issues in cycle 0 has its operands.
    fn collected(words: [u32; 3]) -> u64 {
        let mut collector = Collector::new(4, 8, BEATS);
        if collector.read(0, 0, WarpId(0), &step(words), 1) {
            return 0;
        }
        (1..100).find(|&now| collector.serve(now).drain(..).next().is_some()).unwrap()
    }

    #[test]
    fn three_operands_in_one_bank_take_twelve_cycles() {
        // their first beats come in cycles 0, 4 and 8, the last beat of the last one in cycle 11
        assert_eq!(collected([1, 9, 17]), 8);
        let mut collector = Collector::new(4, 8, BEATS);
        assert!(!collector.read(0, 0, WarpId(0), &step([1, 9, 17]), 1));
        assert!(!collector.read(0, 1, WarpId(0), &step([25, 25, 25]), 1));
        let granted: Vec<_> = (1..30)
            .flat_map(|now| collector.serve(now).drain(..).map(|(_, token)| (now, token)).collect::<Vec<_>>())
            .collect();
        assert_eq!(granted, [(8, 0), (12, 1)], "the bank is free again after twelve cycles");
        assert_eq!(collected([1, 9, 2]), 4);
        assert_eq!(collected([1, 2, 3]), 0);
        // what is named twice is read once
        assert_eq!(collected([1, 1, 1]), 0);
    }

    #[test]
    fn results_go_before_operands() {
        let mut collector = Collector::new(4, 8, BEATS);
        assert!(collector.read(0, 0, WarpId(0), &step([0, 0, 0]), 1));
        assert!(!collector.read(1, 1, WarpId(0), &step([8, 8, 8]), 1));
        assert!(!collector.write(2, 2, WarpId(0), &word(16)));
        let mut order = Vec::new();
        (3..30).for_each(|now| order.extend(collector.serve(now).drain(..).map(|(entry, token)| (now, entry, token))));
        assert_eq!(order, [(4, Entry::Result, 2), (8, Entry::Operand, 1)]);
    }

    #[test]
    fn no_bank_gives_more_than_it_has() {
        // 3.7 and table I: eight banks of one port; each entry takes one of them for four cycles
        let mut random = 7u64;
        let mut draw = |most: u64| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) % most
        };
        for banks in [2, 8, 32] {
            let mut collector = Collector::new(16, banks, BEATS);
            let (mut wanted, mut waits, mut entries) = ([0u64; 32], 0u64, 0u64);
            let cycles = 20_000;
            for now in 0..cycles {
                let granted: Vec<_> = collector.serve(now).drain(..).collect();
                for (entry, token) in granted {
                    waits &= !(1 << token);
                    if entry == Entry::Operand {
                        collector.leave();
                    }
                }
                let Some(token) = (0..32).find(|token| waits >> token & 1 == 0) else { continue };
                let warp = WarpId(draw(32) as u16);
                let words = [draw(24) as u32, draw(24) as u32, draw(24) as u32];
                let (all, named) = if draw(3) == 0 {
                    (collector.write(now, token, warp, &word(words[0])), vec![words[0]])
                } else if collector.accepts() {
                    let all = collector.read(now, token, warp, &step(words), 1);
                    if all {
                        collector.leave();
                    }
                    let mut named = words.to_vec();
                    named.sort_unstable();
                    named.dedup();
                    (all, named)
                } else {
                    continue;
                };
                waits |= u64::from(!all) << token;
                entries += named.len() as u64;
                named.iter().for_each(|word| wanted[(word + u32::from(warp.0)) as usize % banks as usize] += 1);
            }
            let left: u64 = (0..32)
                .map(|n| collector.banks.get(n).map_or(0, |bank| bank.results.len() + bank.operands.len()) as u64)
                .sum();
            assert!(
                (entries - left) * BEATS <= (cycles + BEATS) * u64::from(banks),
                "{banks} banks, {entries} entries"
            );
            for (number, bank) in collector.banks.iter().enumerate() {
                let given = wanted[number] - (bank.results.len() + bank.operands.len()) as u64;
                assert!(given * BEATS <= cycles + BEATS, "bank {number} of {banks} gave {given} entries");
            }
        }
    }
}
