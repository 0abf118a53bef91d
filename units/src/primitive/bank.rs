use crate::primitive::Bank;
use heddle_contract::lane::MAX_WIDTH;
use heddle_contract::primitive::bank::{Config, In, Out};
use heddle_golden::Golden;

use super::{primitive, word};
use heddle_testbench::bench::{Cover, Drive, Shrink};
use heddle_testbench::entropy::Entropy;

impl Drive for Bank {
    /// The last word drawn.
    type Stimulus = u32;

    #[inline]
    fn next(cfg: &Config, recent: &mut u32, p: &Vec<u8>, q: &Self::State, e: &mut Entropy, i: &mut In) {
        // few rows, so that what was written is read
        let row = e.below(cfg.lines.min(8));
        let line = if e.chance(64) { e.below(cfg.lines) } else { row * (cfg.lines / cfg.lines.min(8)) };
        *i = In { reset: e.below(2000) == 0, enable: e.chance(230), line: line as u16, ..In::default() };
        if e.chance(140) {
            i.write = (1 + e.below((1 << cfg.width) - 1)) as u8;
            i.data = [0; MAX_WIDTH].map(|_| word(e, recent));
            i.data[cfg.width as usize..].fill(0);
        }
        i.enable &= !i.reset;
        Self::repair(cfg, p, q, i);
    }
}

impl Shrink for Bank {
    fn shrink_candidates(_: &Config, i: &In) -> Vec<In> {
        let quiet = (i.enable || i.reset).then(In::default);
        let line = (i.line != 0).then(|| In { line: 0, ..i.clone() });
        let data = (i.data != [0; MAX_WIDTH]).then(|| In { data: [0; MAX_WIDTH], ..i.clone() });
        quiet.into_iter().chain(line).chain(data).collect()
    }
}

impl Cover for Bank {
    const COVER: &'static [&'static str] =
        &["a row is read", "some words of a row are written and others kept", "reset forgets what was read"];

    fn unreachable(cfg: &Config) -> Vec<&'static str> {
        // a row of one word is written whole
        if cfg.width == 1 { vec![Self::COVER[1]] } else { Vec::new() }
    }

    fn cover(cfg: &Config, p: &Vec<u8>, _: &Self::State, i: &In, o: &Out, hit: &mut dyn FnMut(usize)) {
        let all = (1u8 << cfg.width) - 1;
        let partly = i.enable && i.write != 0 && i.write != all && p[usize::from(i.line)] & !i.write != 0;
        let reached = [i.enable && i.write == 0, partly, i.reset && o.valid];
        reached.iter().enumerate().filter(|(_, reached)| **reached).for_each(|(point, _)| hit(point));
    }
}

primitive! { Bank }
