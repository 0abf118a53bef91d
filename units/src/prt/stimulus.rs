//! Constrained random stimulus for the partitioned renaming table: streams that race or run alone,
//! a fast or slow vector unit, short-lived partitions.

use crate::prt::Prt;
use heddle_contract::prt::{Config, In, Ranges, kind, op};
use heddle_golden::prt::{Protocol, State};

use super::instruction::{self, Code};
use heddle_testbench::bench::Drive;
use heddle_testbench::entropy::Entropy;

/// Rates of some cycles; redrawn every few hundred cycles, so that each mix of pressures occurs.
#[derive(Debug, Clone, Default)]
struct StimulusProfile {
    /// Streams that offer.
    streams: u8,
    /// Partitions that may run at the same time.
    most: u32,
    /// Chances in 256, a cycle.
    fetch: u32,
    withdraw: u32,
    /// For each class of operations, the chance that its pipelines are ready.
    ready: [u32; op::CLASSES as usize],
    done: u32,
    kernel: u32,
    start: u32,
    /// Chance in 65 536, a cycle: that a partition is to end.
    end: u32,
    /// Chance in 65 536, a cycle.
    reset: u32,
    size: Size,
    code: Code,
}

/// How many registers kernels and partitions request.
#[derive(Debug, Default, Clone, Copy)]
enum Size {
    /// The whole file divided by the partitions, or one register more or less.
    #[default]
    Fair,
    Few,
    /// From none to all of them.
    Any,
    /// Up to the greatest number that the port can carry.
    Wide,
    None,
}

/// State of the partitioned renaming table's random stimulus between cycles.
#[derive(Debug, Clone, Default)]
pub struct Stimulus {
    profile: StimulusProfile,
    /// Cycles until the next profile.
    left: u32,
    /// Partitions that offer nothing more and end as soon as they may.
    ending: u8,
    /// Whether pending registers pile up in the next profile.
    piles: bool,
}

impl Drive for Prt {
    type Stimulus = Stimulus;

    #[inline]
    fn next(cfg: &Config, s: &mut Stimulus, p: &Protocol, q: &State, e: &mut Entropy, i: &mut In) {
        if s.left == 0 {
            s.draw_profile(cfg, e);
        }
        s.left -= 1;
        let dice = e.word();
        let roll = |n: u32, chance: u32| (dice >> (8 * n) & 0xff) < u64::from(chance);
        let rarely = |chance: u32| (dice >> 48) < u64::from(chance);
        (i.kernel_valid, i.start_valid, i.end_valid, i.done_valid) = (false, false, false, false);
        i.reset = rarely(s.profile.reset);
        if i.reset {
            (i.fetch, i.issue_ready, s.ending) = (0, 0, 0);
            return;
        }
        let ready = e.word();
        let begins =
            |(class, chance): (usize, &u32)| u8::from((ready >> (8 * class) & 0xff) < u64::from(*chance)) << class;
        i.issue_ready = s.profile.ready.iter().enumerate().map(begins).sum();
        if roll(1, s.profile.done)
            && let Some(at) = q.buffer.pending.from(256 + (dice >> 32 & 0x3ff) as usize)
        {
            (i.done_valid, i.done_kind, i.done_register) = (true, at.kind, at.register);
        }
        let running = q.partitions.running;
        if running != 0 && rarely(s.profile.reset + s.profile.end) {
            s.ending |= 1 << e.bit_of(running.into());
        }
        let ends = s.ending & running;
        if ends != 0 && dice >> 16 & 1 == 1 {
            s.end(q, e, ends, i);
        }
        if cfg.ranges == Ranges::Static && running == 0 && roll(3, s.profile.kernel) {
            s.kernel(cfg, e, i);
        } else {
            let resting = !running & (u8::MAX >> (8 - cfg.partitions));
            if resting != 0 && running.count_ones() < s.profile.most && roll(3, s.profile.start) {
                s.start(cfg, q, e, resting, i);
            }
        }
        s.fetch(cfg, p, q, e, i);
    }
}

impl Stimulus {
    #[inline]
    fn fetch(&self, cfg: &Config, p: &Protocol, q: &State, e: &mut Entropy, i: &mut In) {
        let held = i.fetch & !(p.taken | p.refused);
        let mut offers = q.partitions.running & self.profile.streams & !self.ending;
        if i.end_valid {
            offers &= !(1 << i.end_partition);
        }
        i.fetch = 0;
        if offers == 0 {
            return;
        }
        let (dice, withdraw) = (e.word(), e.chance(self.profile.withdraw));
        while offers != 0 {
            let stream = offers.trailing_zeros();
            offers &= offers - 1;
            // what was not taken stays, as a rule
            if held >> stream & 1 == 1 && !withdraw {
                i.fetch |= 1 << stream;
            } else if (dice >> (8 * stream) & 0xff) < u64::from(self.profile.fetch) {
                i.fetch |= 1 << stream;
                let (owner, stream) = (&q.partitions.each[stream as usize], stream as usize);
                instruction::draw(cfg, &self.profile.code, owner, stream, e, i);
                self.profile.code.go_on(owner, stream, &q.buffer.pending, i);
            }
        }
    }

    fn draw_profile(&mut self, cfg: &Config, e: &mut Entropy) {
        self.left = 32 + e.below(224);
        let all = u8::MAX >> (8 - cfg.partitions);
        let one = 1 << e.below(cfg.partitions);
        // as a rule all classes alike, or but for one
        let (ready, apart) = (e.pick(&[0, 64, 160, 240, 256, 256, 256]), e.pick(&[0, 0, 40, 256]));
        self.profile = StimulusProfile {
            streams: e.pick(&[all, all, all, one, all & !one, e.clone().word() as u8]),
            most: e.pick(&[1, 2, 8, 8, 8, 8, 8, 8]),
            fetch: e.pick(&[32, 128, 256, 256, 256]),
            withdraw: e.pick(&[0, 0, 4, 128]),
            ready: [ready; op::CLASSES as usize]
                .map(|all| if e.chance(apart) { e.pick(&[0, 64, 160, 256]) } else { all }),
            done: e.pick(&[0, 24, 128, 240, 256, 256, 256]),
            kernel: e.pick(&[8, 64, 128]),
            start: e.pick(&[8, 64, 256, 256]),
            end: e.pick(&[0, 0, 0, 64, 400, 4000, 30_000]),
            reset: e.pick(&[0, 0, 0, 0, 64, 1500]),
            size: e.pick(&[Size::Fair, Size::Fair, Size::Few, Size::Any, Size::Wide, Size::None]),
            code: Code::draw(e),
        };
        if self.piles {
            self.pile_up(cfg, e);
        } else if e.chance(8) {
            // first all partitions end
            (self.left, self.profile.done, self.profile.start, self.ending) = (256, 256, 0, all);
            self.profile.ready = [256; op::CLASSES as usize];
            self.piles = true;
        }
    }

    /// Sets rates by which as many registers become pending, and stay so, as there are.
    fn pile_up(&mut self, cfg: &Config, e: &mut Entropy) {
        (self.piles, self.ending) = (false, 0);
        self.left = 2 * cfg.registers.max(cfg.masks) + e.below(256);
        let profile = &mut self.profile;
        (profile.streams, profile.most, profile.fetch) = (u8::MAX >> (8 - cfg.partitions), 8, 256);
        (profile.ready, profile.done, profile.start) = ([256; op::CLASSES as usize], 0, 256);
        (profile.kernel, profile.end, profile.reset, profile.size) = (64, 0, 0, Size::Fair);
        profile.code = Code::in_turn(e.pick(&[kind::DATA, kind::DATA, kind::MASK]));
    }

    /// Draws a number of registers of a file that `partitions` partitions share.
    fn size(&self, e: &mut Entropy, file: u32, partitions: u32, bits: u32) -> u32 {
        let fair = file / partitions;
        // mostly as the profile is, so that data registers and masks fail apart too
        match if e.chance(48) { Size::Fair } else { self.profile.size } {
            Size::Fair => match e.below(16) {
                0 => fair + 1,
                1 => fair.saturating_sub(1),
                2 => file,
                _ => fair,
            },
            Size::Few => e.below(4).min(file),
            Size::Any => e.below(file + 1),
            Size::Wide => e.below(1 << bits),
            Size::None => 0,
        }
        .min((1 << bits) - 1)
    }

    fn kernel(&self, cfg: &Config, e: &mut Entropy, i: &mut In) {
        i.kernel_valid = true;
        // what fits is more often wanted than what does not
        let (fits, share) = if e.chance(64) { (1, cfg.partitions) } else { (cfg.partitions, 1) };
        i.kernel_registers = self.size(e, cfg.registers / fits, share, cfg.size_bits()) as u16;
        i.kernel_masks = self.size(e, cfg.masks / fits, share, cfg.mask_size_bits()) as u8;
    }

    fn start(&self, cfg: &Config, q: &State, e: &mut Entropy, resting: u8, i: &mut In) {
        if cfg.ranges == Ranges::Static && q.partitions.kernel.is_none() && !e.chance(16) {
            return;
        }
        i.start_valid = true;
        i.start_partition = e.bit_of(resting.into()) as u8;
        i.start_vl = match e.below(16) {
            0 => 0,
            1 => cfg.lanes + 1,
            2 => e.below(1 << cfg.vl_bits()),
            3 => 1,
            4..=7 => cfg.lanes,
            _ => 1 + e.below(cfg.lanes),
        } as u16;
        i.start_registers = self.size(e, cfg.registers, cfg.partitions, cfg.size_bits()) as u16;
        i.start_masks = self.size(e, cfg.masks, cfg.partitions, cfg.mask_size_bits()) as u8;
    }

    /// Ends one of the ending partitions, if nothing of it is pending.
    fn end(&mut self, q: &State, e: &mut Entropy, ends: u8, i: &mut In) {
        let partition = e.bit_of(ends.into()) as u8;
        if q.quiet(partition) {
            (i.end_valid, i.end_partition) = (true, partition);
            self.ending &= !(1 << partition);
        }
    }
}
