//! Tests of the renaming table against a naive model of lists and sets, on every preset and on
//! random configurations.

use std::collections::BTreeSet;

use crate::prt::Driver;
use crate::prt::naive::{Naive, allocate};
use heddle_contract::prt::{Config, In, Out, Ranges, SOURCES, op};
use heddle_contract::{Config as _, Ports};
use heddle_golden::Golden;
use heddle_golden::prt::Operand;
use proptest::prelude::*;

/// Everything of a cycle comes from these words.
type Words = [u64; 5];

/// How a run is driven: chances in 256 of a fetch, of ready, of done, of a start, of an end, of a
/// number that is far out.
#[derive(Debug, Clone)]
struct Mood {
    fetch: u8,
    ready: u8,
    done: u8,
    start: u8,
    end: u8,
    far: u8,
    /// Registers that a start or a kernel asks for at most, in 256ths of a fair share of the file.
    share: u16,
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (((self.0 >> 33) * u64::from(n)) >> 31) as u32
    }
    fn chance(&mut self, per_256: u8) -> bool {
        self.below(256) < per_256.into()
    }
}

/// An input that is legal in the unit's state.
fn input(unit: &Driver, mood: &Mood, words: &Words) -> In {
    let cfg = &unit.cfg;
    let mut i = In::default();
    let mut dice = Dice(words[0]);
    let share = |file: u32| file * u32::from(mood.share) / cfg.partitions / 256 + 2;
    i.reset = dice.below(500) == 0;
    i.issue_ready = (0..op::CLASSES).fold(0, |ready, c| ready | u8::from(dice.chance(mood.ready)) << c);
    i.kernel_valid = dice.chance(mood.start);
    (i.kernel_registers, i.kernel_masks) =
        (dice.below(share(cfg.registers)) as u16, dice.below(share(cfg.masks)) as u8);
    i.start_valid = !i.kernel_valid && dice.chance(mood.start);
    i.start_partition = dice.below(cfg.partitions) as u8;
    i.start_vl = dice.below(cfg.lanes + 2) as u16;
    (i.start_registers, i.start_masks) = (dice.below(share(cfg.registers)) as u16, dice.below(share(cfg.masks)) as u8);
    (i.end_valid, i.end_partition) = (dice.chance(mood.end), dice.below(cfg.partitions) as u8);
    if let Some(at) = unit.q.buffer.pending.from(words[1] as usize % 1024).filter(|_| dice.chance(mood.done)) {
        (i.done_valid, i.done_kind, i.done_register) = (true, at.kind, at.register);
    }
    for p in 0..cfg.partitions as usize {
        let mut dice = Dice(words[1 + p % 4] ^ p as u64);
        i.fetch |= u8::from(dice.chance(mood.fetch)) << p;
        i.fetch_guarded |= u8::from(dice.chance(64)) << p;
        i.fetch_op[p] =
            if dice.chance(mood.far) { dice.below(1 << op::BITS) as u8 } else { op::TABLE[dice.below(32) as usize].0 };
        let owner = unit.q.partitions.each[p];
        let mut operand = |kind: u8| {
            let most = u32::from(owner.size[usize::from(kind)]).clamp(1, 300);
            let reach = if dice.chance(mood.far) { 1 << cfg.register_bits() } else { most };
            (kind, dice.below(reach.min(256)) as u8)
        };
        let kinds = |n: u64| (words[0] >> (13 * p as u64 % 40 + 2 * n) & 3) as u8;
        (i.fetch_dst_kind[p], i.fetch_dst[p]) = operand(kinds(0));
        for s in 0..SOURCES {
            (i.fetch_src_kind[p * SOURCES + s], i.fetch_src[p * SOURCES + s]) = operand(kinds(1 + s as u64));
        }
        i.fetch_guard[p] = operand(2).1;
        i.fetch_imm[p] = words[1 + p % 4] as u32;
    }
    heddle_golden::prt::Prt::repair(cfg, &unit.p, &unit.q, &mut i);
    i
}

/// Runs both; gives the instructions that left.
fn compare(cfg: &Config, mood: &Mood, words: &[Words]) -> u32 {
    let mut unit = Driver::new(cfg);
    let mut naive = Naive::new(cfg);
    let shape = Out::shape(cfg).len();
    let (mut slots, mut run) = (vec![0; shape], 0);
    for words in words {
        let i = input(&unit, mood, words);
        let (o, expected) = (unit.step(&i), naive.step(cfg, &i));
        expected.pack(cfg, &mut slots);
        assert!(o.agrees(cfg, &slots) && expected.issue_valid == o.issue_valid, "{o:?}\n{expected:?}\nfor {i:?}");
        run += u32::from(o.issue_valid);
        let pending: BTreeSet<(u8, u32)> =
            unit.q.buffer.pending.iter().map(|Operand { kind, register }| (kind, register.into())).collect();
        assert_eq!(pending, naive.pending);
    }
    run
}

fn mood() -> impl Strategy<Value = Mood> {
    let often = || prop_oneof![Just(255u8), Just(255), Just(128), Just(24)];
    (
        often(),
        often(),
        often(),
        often(),
        prop_oneof![Just(1u8), Just(16), Just(255)],
        prop_oneof![Just(0u8), Just(16), Just(100)],
        16..600u16,
    )
        .prop_map(|(fetch, ready, done, start, end, far, share)| Mood {
            fetch,
            ready,
            done,
            start,
            end,
            far,
            share,
        })
}

fn configuration() -> impl Strategy<Value = Config> {
    let dynamic = any::<bool>().prop_map(|dynamic| if dynamic { Ranges::Dynamic } else { Ranges::Static });
    (1..=8u32, 1..=256u32, 1..=64u32, 1..=1024u32, 1..=32u32, 1..=8u32, dynamic).prop_map(
        |(partitions, registers, masks, lanes, entries, width, ranges)| Config {
            partitions,
            registers,
            masks,
            lanes,
            entries,
            width: width.min(partitions),
            ranges,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn every_preset_is_as_the_naive_one(
        which in 0..Config::presets().len(), mood in mood(), words in prop::collection::vec(any::<Words>(), 400),
    ) {
        compare(&Config::presets()[which].1, &mood, &words);
    }

    #[test]
    fn every_configuration_is_as_the_naive_one(
        cfg in configuration(), mood in mood(), words in prop::collection::vec(any::<Words>(), 200),
    ) {
        cfg.check().unwrap();
        compare(&cfg, &mood, &words);
    }

    #[test]
    fn allocation_is_first_fit_and_leaks_nothing(
        partitions in 1..=8u32,
        registers in 1..=256u32,
        masks in 1..=64u32,
        steps in prop::collection::vec((0..8u8, 0..=256u16, 0..=64u8, 0..4u8), 1..120),
    ) {
        let cfg = Config { partitions, registers, masks, lanes: 8, entries: 1, width: 1, ranges: Ranges::Dynamic };
        let mut unit = Driver::new(&cfg);
        let mut owned: Vec<Option<[Vec<u32>; 2]>> = vec![None; partitions as usize];
        for (p, some, few, scale) in steps {
            let p = p % partitions as u8;
            if owned[usize::from(p)].take().is_some() {
                unit.end(p);
                continue;
            }
            let (size, count) = ((some % (registers as u16 + 1)) >> scale, (few % (masks as u8 + 1)) >> scale);
            let used = |kind: usize| owned.iter().flatten().flat_map(|own| own[kind].clone()).collect();
            let data = allocate(registers, &used(0), size.into());
            let mask = allocate(masks, &used(1), count.into());
            let o = unit.start(p, 8, size, count);
            prop_assert_eq!(o.start_taken, data.is_some() && mask.is_some());
            prop_assert_eq!(o.start_refused, !o.start_taken);
            if let (Some(data), Some(mask)) = (data, mask) {
                prop_assert_eq!(unit.range(p, 1), (data.first().map_or(0, |base| *base as u8), size));
                prop_assert_eq!(unit.range(p, 2), (mask.first().map_or(0, |base| *base as u8), count.into()));
                owned[usize::from(p)] = Some([data, mask]);
            }
        }
        // when all is given back, all is there
        for p in (0..partitions as u8).filter(|p| owned[usize::from(*p)].is_some()) {
            unit.end(p);
        }
        prop_assert!(unit.start(0, 1, registers as u16, masks as u8).start_taken);
        prop_assert_eq!((unit.range(0, 1), unit.range(0, 2)), ((0, registers as u16), (0, masks as u16)));
    }
}

#[test]
fn the_comparison_moves_instructions() {
    for (preset, cfg) in Config::presets() {
        let mood = Mood { fetch: 200, ready: 200, done: 200, start: 128, end: 16, far: 4, share: 200 };
        let words: Vec<Words> = (0..2000)
            .map(|n| {
                let mut dice = Dice(n);
                [0; 5].map(|_: u64| u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX)))
            })
            .collect();
        let left = compare(cfg, &mood, &words);
        assert!(left > 200, "{preset}: {left} instructions");
    }
}
