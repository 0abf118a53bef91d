//! State of the partitions in the RTL: words of its netlist.

use heddle_contract::prt::{Config, Ranges, meta};
use heddle_formal::{Graph, Lit, Netlist, Word};

use heddle_testbench::claims::{each, one_hot};

/// The ranges of all partitions in each file, and which partitions run.
pub(super) struct Partitions {
    pub(super) running: Word,
    pub(super) length: Vec<Word>,
    /// Base and size, a partition each: data, mask, metadata registers.
    pub(super) ranges: [Vec<(Word, Word)>; 3],
}

impl Partitions {
    pub(super) fn new(cfg: &Config, g: &mut Graph, n: &Netlist) -> Self {
        let count = cfg.partitions as usize;
        // by the ports: the RTL with static ranges does not keep who runs
        let running = g.latch_word(count);
        let starts = one_hot(g, n.bit("start_taken"), &n.word("start_partition"), count);
        let ends = one_hot(g, n.bit("end_valid"), &n.word("end_partition"), count);
        for p in 0..count {
            let stays = g.and(running[p], !ends[p]);
            let next = g.or(starts[p], stays);
            g.monitor(running[p], n.bit("reset"), false, next);
        }
        let parent = match cfg.ranges {
            Ranges::Static => "partitions.of_kernel$0",
            Ranges::Dynamic => "partitions.of_start$0",
        };
        // those of all partitions stand side by side; a bit that is never set has no name
        let own = |file: &str, p: usize| {
            let bits = cfg.register_bits() as usize;
            let part = |what: &str, width: usize| {
                let all = n.word(&format!("{parent}.{file}_{what}"));
                let word = (p * width..(p + 1) * width).map(|bit| all.get(bit).copied().unwrap_or(Lit::FALSE));
                word.collect::<Word>()
            };
            (part("bases", bits), part("sizes", bits + 1))
        };
        let data = (0..count).map(|p| own("data", p)).collect();
        let mask = (0..count).map(|p| own("mask", p)).collect();
        let metas = u64::from(meta::COUNT);
        let fixed = (0..count).map(|p| (g.number(p as u64 * metas, 16), g.number(metas, 16))).collect();
        Partitions { running, length: each(n, "partitions.length", ".q", count), ranges: [data, mask, fixed] }
    }

    /// Whether partition `p` has a register of a kind with this number of its own.
    pub(super) fn has(&self, g: &mut Graph, p: usize, kind: u8, own: &[Lit]) -> Lit {
        let (_, size) = &self.ranges[usize::from(kind) - 1][p];
        g.less(own, size)
    }

    /// Returns the physical register that is number `own` of partition `p`, in `bits` bits.
    pub(super) fn physical(&self, g: &mut Graph, p: usize, kind: u8, own: &[Lit], bits: usize) -> Word {
        let (base, _) = &self.ranges[usize::from(kind) - 1][p];
        let mut sum = g.sum(base, own);
        sum.resize(bits, Lit::FALSE);
        sum
    }
}
