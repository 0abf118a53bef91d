//! Tests of coverage: points that are declared impossible are not reached, and a stimulus with a
//! weakness leaves points unreached.

use heddle_contract::{Config, Ports};
use heddle_golden::Illegal;
use heddle_testbench::bench::Bench;
use heddle_testbench::coverage::{Cell, Hits, cells};
use heddle_testbench::lockstep::Source;
use heddle_testbench::segment::{Segment, within};
use heddle_testbench::unit::{Visitor, presets};
use heddle_units::{each, units};

#[test]
fn the_impossible_is_not_reached() {
    for (unit, preset) in presets(&units()) {
        let seen = unit.cover(preset, 3, &within(60_000).collect::<Vec<_>>(), &[], &|_| ()).unwrap();
        assert_eq!(seen.random, 60_000);
        let refuted: Vec<_> = seen.cells.iter().filter(|cell| cell.refuted()).collect();
        assert!(refuted.is_empty(), "{}/{preset}: {refuted:#?}", unit.name);
    }
}

#[test]
fn special_values_and_half_of_what_piles_up_are_reached() {
    for (unit, preset) in presets(&units()).filter(|(unit, preset)| !unit.primitive && *preset == "paper") {
        let seen = unit.cover(preset, 1, &within(1_500_000).collect::<Vec<_>>(), &[], &|_| ()).unwrap();
        let of = |kind: &str| seen.cells.iter().filter(|cell| cell.cross == Some(kind)).count();
        assert!(of("special values") != 0 && of("populations") != 0, "{}", unit.name);
        for one in &seen.populations {
            println!("{} | {} | {} | {} | {}", unit.name, one.name, one.size, one.most, one.cycles);
        }
        let wanted = |cell: &&Cell| cell.cross == Some("special values") || cell.what.ends_with(": half");
        let missed: Vec<_> =
            seen.cells.iter().filter(wanted).filter(|cell| cell.missed()).map(|cell| &cell.what).collect();
        assert!(missed.is_empty(), "{}/{preset}: {missed:#?}, {:#?}", unit.name, seen.populations);
    }
}

/// Stimulus that never resets.
struct Weak<B: Bench>(Segment<B>);

impl<B: Bench> Source<B> for Weak<B> {
    fn next(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) -> Result<bool, Illegal> {
        let more = self.0.next(cfg, p, q, i)?;
        let mut slots = vec![0; B::In::shape(cfg).len()];
        i.pack(cfg, &mut slots);
        // the first input of every unit is reset
        slots[0] = 0;
        *i = B::In::unpack(cfg, &slots);
        B::repair(cfg, p, q, i);
        Ok(more)
    }
}

#[test]
fn a_weak_stimulus_leaves_something_unreached() {
    struct Weaken;
    impl Visitor for Weaken {
        fn visit<B: Bench>(&mut self) {
            if B::PRIMITIVE {
                return;
            }
            let cfg = B::Config::preset("tiny").unwrap();
            let missed = |weak: bool| {
                let (mut hits, random) = (Hits::none::<B>(), Segment::<B>::new(cfg, 1, 0, 400_000));
                let cycles = if weak {
                    hits.watch::<B>(cfg, &mut Weak(random))
                } else {
                    let mut random = random;
                    hits.watch::<B>(cfg, &mut random)
                };
                assert_eq!(cycles.unwrap(), 400_000);
                let cells = cells::<B>(cfg, &hits, &Hits::none::<B>());
                cells.into_iter().filter(|cell| cell.missed()).map(|cell| cell.what).collect::<Vec<_>>()
            };
            let (whole, weak) = (missed(false), missed(true));
            let new = weak.iter().filter(|what| !whole.contains(what)).any(|what| what.contains("reset"));
            assert!(new, "{}: {weak:?}", B::NAME);
        }
    }
    each(&mut Weaken);
}

/// Every combination has a number of its own, and words of its own.
#[test]
fn combinations_are_numbered_through() {
    struct Number;
    impl Visitor for Number {
        fn visit<B: Bench>(&mut self) {
            for cross in B::CROSSES {
                let mut words: Vec<String> = (0..cross.cells()).map(|cell| cross.words(&cross.bins(cell))).collect();
                assert!((0..cross.cells()).all(|cell| cross.cell(&cross.bins(cell)) == cell), "{}", cross.name);
                words.sort();
                words.dedup();
                assert_eq!(words.len(), cross.cells(), "{}", cross.name);
            }
        }
    }
    each(&mut Number);
    assert!(units().iter().filter(|unit| !unit.primitive).count() >= 5);
}
