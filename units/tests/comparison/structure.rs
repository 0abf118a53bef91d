//! Tests of structural coverage: default stimulus reaches all RTL of a small preset except places
//! with a reason, a restricted stimulus does not, and a reason that does not hold is reported.
//!
//! `HEDDLE_STRUCTURE=unit/preset,...` shows what is not reached of any preset, with
//! `HEDDLE_CYCLES`, and what of that is constant.

use std::time::Duration;

use heddle_contract::Config as _;
use heddle_contract::slp::{Config, In};
use heddle_golden::{Golden, Illegal};
use heddle_testbench::jobs::processors;
use heddle_testbench::lockstep::Source;
use heddle_testbench::segment::Segment;
use heddle_testbench::structure::{Extent, Place, judge, not_constant, reached};
use heddle_testbench::target::ModelTools;
use heddle_testbench::unit::Unit;
use heddle_units::slp::Slp;
use heddle_units::units;

const TIME: Duration = Duration::from_secs(600);

fn extent(cycles: u64) -> Extent {
    Extent { seed: 1, cycles, jobs: processors() }
}

fn of(name: &str, preset: &str) -> (Unit, &'static str) {
    let unit = units().into_iter().find(|unit| unit.name == name).expect("a unit");
    let preset = unit.presets.iter().find(|(known, _)| *known == preset).expect("a preset").0;
    (unit, preset)
}

fn names(places: &[Place]) -> Vec<&str> {
    places.iter().map(|place| place.name.as_str()).collect()
}

#[test]
fn default_stimulus_reaches_all_but_what_has_a_reason() {
    let tools = ModelTools::open().expect("tools and cache");
    for (name, cycles) in [("slp", 50_000), ("prt", 300_000)] {
        let (unit, preset) = of(name, "tiny");
        let places = unit.structure(&tools, preset, extent(cycles), &|_| ()).unwrap();
        let judged = judge(preset, &places, &unit.unreached().unwrap());
        assert_eq!(names(&judged.unexplained), [""; 0], "{name}/{preset}");
        assert_eq!(judged.stale, [""; 0], "{name}/{preset}");
        let open = not_constant(&unit, preset, &judged.unreached(), TIME).unwrap();
        assert_eq!(names(&open), [""; 0], "{name}/{preset}: said to be constant");
    }
}

/// Stimulus that never declines, and whose warps have no fourth thread: restricted on purpose.
struct Restricted(Segment<Slp>);

impl Source<Slp> for Restricted {
    fn next(
        &mut self,
        cfg: &Config,
        p: &<Slp as Golden>::Protocol,
        q: &<Slp as Golden>::State,
        i: &mut In,
    ) -> Result<bool, Illegal> {
        let more = self.0.next(cfg, p, q, i)?;
        i.decline = false;
        i.accept_mask.iter_mut().for_each(|mask| *mask &= 7);
        Slp::repair(cfg, p, q, i);
        Ok(more)
    }
}

#[test]
fn a_restricted_stimulus_shows() {
    let tools = ModelTools::open().expect("tools and cache");
    let cfg = Config::preset("tiny").unwrap();
    let restricted = |number, length| Restricted(Segment::new(cfg, 1, number, length));
    let places = reached::<Slp, _>(&tools, "tiny", cfg, extent(50_000), &|_| (), restricted).unwrap();
    let judged = judge("tiny", &places, &of("slp", "tiny").0.unreached().unwrap());
    let missed = names(&judged.unexplained);
    for port in ["decline", "accept_mask$0[3]", "accept_mask$1[3]"] {
        assert!(missed.contains(&port), "{missed:?}");
    }
    assert!(missed.iter().any(|name| name.contains("if (")), "a branch is not taken: {missed:?}");
}

#[test]
fn what_is_not_constant_is_not_proved() {
    let (unit, preset) = of("slp", "tiny");
    let tools = ModelTools::open().expect("tools and cache");
    let places = unit.structure(&tools, preset, extent(1000), &|_| ()).unwrap();
    let open = not_constant(&unit, preset, &places, TIME).unwrap();
    assert_eq!(names(&open), names(&places), "nothing of this preset is constant");
}

#[test]
#[ignore = "shows a preset, for whoever writes reasons"]
fn show() {
    let tools = ModelTools::open().expect("tools and cache");
    let wanted = std::env::var("HEDDLE_STRUCTURE").expect("HEDDLE_STRUCTURE=unit/preset,...");
    let cycles = std::env::var("HEDDLE_CYCLES").map_or(1_500_000, |cycles| cycles.parse().unwrap());
    for (name, preset) in wanted.split(',').filter_map(|one| one.split_once('/')) {
        let (unit, preset) = of(name, preset);
        let started = std::time::Instant::now();
        let places = unit.structure(&tools, preset, extent(cycles), &|_| ()).unwrap();
        let ran = started.elapsed().as_secs_f64();
        let judged = judge(preset, &places, &unit.unreached().unwrap());
        let open = not_constant(&unit, preset, &judged.unreached(), TIME).unwrap();
        let all = started.elapsed().as_secs_f64();
        println!(
            "{name}/{preset}: {} places, {ran:.1} s, with proofs {all:.1} s, {} constant, {} slow, {} gaps",
            places.len(),
            judged.constant.len(),
            judged.slow.len(),
            judged.gaps.len()
        );
        judged.stale.iter().for_each(|stale| println!("  STALE {stale}"));
        let claimed = judged.constant.iter().filter(|place| open.contains(place));
        claimed.for_each(|place| println!("  NOT PROVED {}", place.name));
        for place in &judged.unexplained {
            println!("  UNREACHED {}{}", place.name, if open.contains(place) { "" } else { " (constant)" });
        }
    }
}
