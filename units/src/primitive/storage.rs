use crate::primitive::Storage;
use heddle_contract::primitive::storage::{Config, In, Out};
use heddle_golden::Golden;

use super::{primitive, word};
use heddle_testbench::bench::{Cover, Drive, Shrink};
use heddle_testbench::entropy::Entropy;

impl Drive for Storage {
    /// The last word drawn.
    type Stimulus = u32;

    #[inline]
    fn next(cfg: &Config, recent: &mut u32, p: &u64, q: &Vec<u32>, e: &mut Entropy, i: &mut In) {
        let at = |e: &mut Entropy| e.below(cfg.depth) as u8;
        *i = In {
            reset: e.below(2000) == 0,
            write: e.chance(128),
            write_at: at(e),
            data: word(e, recent),
            read: [e.chance(200), e.chance(200)],
            read_at: [at(e), at(e)],
        };
        Self::repair(cfg, p, q, i);
    }
}

impl Shrink for Storage {
    fn shrink_candidates(_: &Config, i: &In) -> Vec<In> {
        let mut candidates = vec![
            In::default(),
            In { write: false, ..i.clone() },
            In { read: [false, i.read[1]], ..i.clone() },
            In { read: [i.read[0], false], ..i.clone() },
            In { data: 0, ..i.clone() },
        ];
        candidates.retain(|candidate| candidate != i);
        candidates
    }
}

impl Cover for Storage {
    const COVER: &'static [&'static str] =
        &["both ports read one word", "a word is read while it is written", "the last word is read"];

    fn unreachable(_: &Config) -> Vec<&'static str> {
        Vec::new()
    }

    fn cover(cfg: &Config, _: &u64, _: &Vec<u32>, i: &In, _: &Out, hit: &mut dyn FnMut(usize)) {
        let both = i.read == [true, true] && i.read_at[0] == i.read_at[1];
        let through = i.write && i.read[0] && i.read_at[0] == i.write_at;
        let last = i.read[0] && u32::from(i.read_at[0]) == cfg.depth - 1;
        let reached = [both, through, last];
        reached.iter().enumerate().filter(|(_, reached)| **reached).for_each(|(point, _)| hit(point));
    }
}

primitive! { Storage }
