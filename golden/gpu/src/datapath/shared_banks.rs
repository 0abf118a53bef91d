//! The banks of shared memory: each supplies one word a cycle, to every thread that reads it
//! (STSIMT 3.5), or several where it has more ports.

use crate::base::mask::ones;
use crate::config::spec::Spec;

/// The most banks that a configuration has.
const BANKS: usize = 128;

/// The word that a bank supplies in this cycle.
#[derive(Debug, Clone, Copy, Default)]
struct Grant {
    word: u64,
    /// Whether the access reads: any number of readers share a word.
    reads: bool,
}

/// The banks of shared memory, each a word of 32 bits wide.
#[derive(Debug)]
pub(crate) struct SharedBanks {
    banks: u64,
    /// Number of threads of an access that conflict in banks.
    together: usize,
    /// Words that a bank supplies a cycle to an access that has the banks to itself.
    ports: u64,
    /// The word that each bank supplies in this cycle, of those banks that supply one (a bit each).
    grants: [Grant; BANKS],
    granted: u128,
}

impl SharedBanks {
    /// Creates the banks of a core.
    pub fn new(spec: &Spec) -> SharedBanks {
        let shared = &spec.shared;
        let together = shared.threads.unwrap_or(spec.core.width) as usize;
        let (banks, ports) = (shared.banks.into(), shared.ports.into());
        SharedBanks { banks, together, ports, grants: [Grant::default(); BANKS], granted: 0 }
    }

    /// Begins a cycle, in which all banks are free.
    pub fn begin(&mut self) {
        self.granted = 0;
    }

    /// Requests the word of an address in this cycle; returns whether the word's bank supplies it.
    pub fn grant(&mut self, address: u64, reads: bool) -> bool {
        let word = address / 4;
        let bank = self.bank(word) as usize;
        let grant = &mut self.grants[bank];
        if self.granted >> bank & 1 == 1 {
            return grant.reads && reads && grant.word == word;
        }
        self.granted |= 1 << bank;
        *grant = Grant { word, reads };
        true
    }

    /// Returns the cycles of an access that has the banks to itself. Of its `lanes` threads those
    /// of a group conflict in banks, and need as many words as the bank that has the most of them
    /// has; words of several groups follow each other through the ports. `width` threads come a
    /// cycle at most; a group is a multiple of it, or a part.
    pub fn cycles(&self, addresses: &[u64; 32], threads: u64, lanes: usize, width: usize) -> u64 {
        let mut words = 0;
        for first in (0..lanes).step_by(self.together) {
            let count = self.together.min(lanes - first);
            let among = (threads >> first) & (u64::MAX >> (64 - count));
            let beats = if self.together < width { 0 } else { count.div_ceil(width) as u64 };
            words += self.most(addresses, among << first).max(self.ports * beats);
        }
        words.div_ceil(self.ports).max(lanes.div_ceil(width) as u64)
    }

    /// Returns the greatest number of distinct words that the threads access in one bank.
    fn most(&self, addresses: &[u64; 32], threads: u64) -> u64 {
        /// No word: the end of a chain.
        const END: u8 = u8::MAX;
        // words by bank, in chains of banks that are equal in their low bits
        let (mut chains, mut next) = ([END; 32], [END; 32]);
        let mut most = u64::from(threads != 0);
        'threads: for thread in ones(threads) {
            let word = addresses[thread] / 4;
            let bank = self.bank(word);
            let chain = &mut chains[bank as usize & 31];
            let (mut at, mut wanted) = (*chain, 1);
            while at != END {
                let other = addresses[usize::from(at)] / 4;
                if other == word {
                    continue 'threads;
                }
                wanted += u64::from(self.bank(other) == bank);
                at = next[usize::from(at)];
            }
            next[thread] = std::mem::replace(chain, thread as u8);
            most = most.max(wanted);
        }
        most
    }

    /// Returns the bank of a word.
    #[inline(always)]
    fn bank(&self, word: u64) -> u64 {
        if self.banks.is_power_of_two() { word & (self.banks - 1) } else { word % self.banks }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::config::Config;

    #[test]
    fn cycles_are_those_of_the_fullest_bank() {
        let mut random = 5u64;
        let mut draw = |most: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % most
        };
        let mut spec = Config::shipped("slp").unwrap().spec;
        for banks in [1, 2, 7, 16, 32, 48, 64] {
            for _ in 0..400 {
                let (spread, stride) = (1 + draw(300), 1 + draw(40));
                let addresses = std::array::from_fn(|thread| match draw(3) {
                    0 => 4 * draw(spread),
                    1 => 4 * stride * thread as u64,
                    _ => draw(64),
                });
                let threads = draw(1 << 31) << 1 | draw(2);
                let (together, width) = [(32, 8), (16, 16), (8, 8), (32, 32), (16, 32), (8, 32)][draw(6) as usize];
                let ports = 1 + draw(3);
                spec.shared.banks = banks;
                (spec.shared.threads, spec.shared.ports) = (Some(together as u32), ports as u32);
                let shared = SharedBanks::new(&spec);
                let naive = (0..32).step_by(together).map(|first| {
                    let among = (first..first + together).filter(|thread| threads >> thread & 1 == 1);
                    let words: BTreeSet<u64> = among.map(|thread| addresses[thread] / 4).collect();
                    let of = |bank| words.iter().filter(|word| **word % u64::from(banks) == bank).count();
                    let most = (0..banks.into()).map(of).max().unwrap();
                    // a word for each beat and port, even if the bank supplies none
                    (most as u64).max((together / width) as u64 * ports)
                });
                let least = (naive.sum::<u64>() as f64 / ports as f64).ceil().max(32.0 / width as f64);
                let cycles = shared.cycles(&addresses, threads, 32, width);
                assert_eq!(cycles as f64, least, "{banks} banks, {together} together, {ports} ports, {addresses:?}");
            }
        }
    }
}
