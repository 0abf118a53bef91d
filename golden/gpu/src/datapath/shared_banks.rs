//! The banks of shared memory: each supplies one word a cycle, to every thread that reads it
//! (STSIMT 3.5).

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
        let same = |grant: &&Grant| grant.word % self.banks == word % self.banks;
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
        let mut words: [(u64, u64); 32] = [(0, 0); 32];
        for first in (0..lanes).step_by(together) {
            let last = lanes.min(first + together);
            let mut count = 0;
            for thread in (first..last).filter(|thread| threads >> thread & 1 == 1) {
                let word = addresses[thread] / 4;
                if !words[..count].iter().any(|&(_, other)| other == word) {
                    words[count] = (word % self.banks, word);
                    count += 1;
                }
            }
            let wanted = |bank: u64| words[..count].iter().filter(|&&(other, _)| other == bank).count();
            let most = words[..count].iter().map(|&(bank, _)| wanted(bank)).max().unwrap_or(1);
            cycles += most.max((last - first).div_ceil(width)) as u64;
        }
        cycles
    }
}
