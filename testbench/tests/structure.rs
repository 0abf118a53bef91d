//! Structural coverage.

use std::time::{Duration, Instant};

use heddle_testbench::structure::{Extent, judge, not_constant};
use heddle_testbench::target::ModelTools;
use heddle_testbench::units::units;

#[test]
fn look() {
    let tools = ModelTools::open().unwrap();
    let wanted = std::env::var("LOOK").unwrap();
    let cycles = std::env::var("CYCLES").unwrap().parse().unwrap();
    for want in wanted.split(',') {
        let (name, preset) = want.split_once('/').unwrap();
        let unit = units().into_iter().find(|unit| unit.name == name).unwrap();
        let preset = unit.presets.iter().find(|(p, _)| *p == preset).unwrap().0;
        let t = Instant::now();
        let places = unit.structure(&tools, preset, Extent { seed: 1, cycles, jobs: 1 }, &|_| ()).unwrap();
        let seconds = t.elapsed().as_secs_f64();
        let unreached: Vec<_> = places.iter().filter(|p| !p.reached).cloned().collect();
        println!("== {want}: {} places, {} unreached, {seconds:.1} s", places.len(), unreached.len());
        let t = Instant::now();
        let open = if std::env::var("PROVE").is_ok() { not_constant(&unit, preset, &unreached, Duration::from_secs(120)).unwrap() } else { Vec::new() };
        println!("== {} not constant, {:.1} s", open.len(), t.elapsed().as_secs_f64());
        for place in &unreached {
            println!("{want} {} {}", if open.contains(place) { "OPEN" } else { "const" }, place.name);
        }
        let _ = judge(preset, &places, &unit.unreached().unwrap());
    }
}
