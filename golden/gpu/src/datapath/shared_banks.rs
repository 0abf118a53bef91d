//! The banks of shared memory: each supplies one word a cycle, to every thread that reads it
//! (STSIMT 3.5).

use crate::base::mask::ones;

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
    /// Words that banks supply in this cycle.
    grants: [Grant; 32],
    granted: usize,
}

impl SharedBanks {
    pub fn new(banks: u32) -> SharedBanks {
        SharedBanks { banks: banks.into(), grants: [Grant::default(); 32], granted: 0 }
    }

    /// Begins a cycle, in which all banks are free.
    pub fn begin(&mut self) {
        self.granted = 0;
    }

    /// Requests the word of an address in this cycle; returns whether the word's bank supplies it.
    pub fn grant(&mut self, address: u64, reads: bool) -> bool {
        let word = address / 4;
        let same = |grant: &&Grant| self.bank(grant.word) == self.bank(word);
        match self.grants[..self.granted].iter().find(same) {
            Some(grant) => grant.reads && reads && grant.word == word,
            None => {
                self.grants[self.granted] = Grant { word, reads };
                self.granted += 1;
                true
            }
        }
    }

    /// Returns the cycles of an access that has the banks to itself. Of `lanes` threads, `together`
    /// conflict in banks, and take as many cycles as the bank with the most words has of them;
    /// `width` threads a cycle at most. `together` is a multiple of `width`.
    pub fn cycles(&self, addresses: &[u64; 32], threads: u64, lanes: usize, together: usize, width: usize) -> u64 {
        let mut cycles = 0;
        for first in (0..lanes).step_by(together) {
            let last = lanes.min(first + together);
            let among = (threads >> first) & (u64::MAX >> (64 - (last - first)));
            cycles += self.most(addresses, among << first).max((last - first).div_ceil(width) as u64);
        }
        cycles
    }

    /// Returns the greatest number of distinct words that the threads access in one bank; at least
    /// 1.
    fn most(&self, addresses: &[u64; 32], threads: u64) -> u64 {
        /// No word: the end of a chain.
        const END: u8 = u8::MAX;
        // words by bank, in chains of banks that are equal in their low bits
        let (mut chains, mut next) = ([END; 32], [END; 32]);
        let mut most = 1;
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

    #[test]
    fn cycles_are_those_of_the_fullest_bank() {
        let mut random = 5u64;
        let mut draw = |most: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % most
        };
        for banks in [1, 2, 7, 16, 32, 48, 64] {
            let shared = SharedBanks::new(banks);
            for _ in 0..400 {
                let (spread, stride) = (1 + draw(300), 1 + draw(40));
                let addresses = std::array::from_fn(|thread| match draw(3) {
                    0 => 4 * draw(spread),
                    1 => 4 * stride * thread as u64,
                    _ => draw(64),
                });
                let threads = draw(1 << 31) << 1 | draw(2);
                let (together, width) = [(32, 8), (16, 16), (8, 8), (32, 32)][draw(4) as usize];
                let naive = (0..32).step_by(together).map(|first| {
                    let among = (first..first + together).filter(|thread| threads >> thread & 1 == 1);
                    let words: BTreeSet<u64> = among.map(|thread| addresses[thread] / 4).collect();
                    let of = |bank| words.iter().filter(|word| **word % u64::from(banks) == bank).count();
                    let most = (0..banks.into()).map(of).max().unwrap();
                    most.max(together / width).max(1) as u64
                });
                let cycles = shared.cycles(&addresses, threads, 32, together, width);
                assert_eq!(cycles, naive.sum::<u64>(), "{banks} banks, {together} together, {addresses:?}");
            }
        }
    }
}
