//! `--placed`: units whose cells and memories have places, with wires and a clock tree.

use std::path::{Path, PathBuf};

use heddle_synth::Flow;
use heddle_synth::place::{Aim, Figures, Lef, Physical, Placed, Placer, VERSION};
use heddle_testbench::verilator::Cache;
use serde_json::json;

use crate::cli::Places;
use crate::console::say;
use crate::error::Error;
use crate::models::{jobs, side_by_side};
use crate::number::group;
use crate::select::Selected;
use crate::table::{right_from, table};

/// What to do where something of placing is missing.
const FETCH: &str = "`make libraries` fetches the placer and the LEF of NanGate's 45 nm; --lef names another library's";

/// Returns the placer and the LEF of a library: with `liberty`, the user's; else NanGate's.
pub fn physical(liberty: &[PathBuf], args: &Places) -> Result<Physical, Error> {
    let missing = |what: &Path| Error::input(format!("{} is missing", what.display()), FETCH);
    let cache = Cache::open()?;
    let place = cache.folder("libraries")?;
    // the placer is a program: no other user may have put it there
    let folder = cache.folder("libraries/placer")?;
    let placer = Placer::find(&folder).ok_or_else(|| missing(&folder.join("coloquinte.py")))?;
    let own = ["rtk-tech.lef", "stdcells.lef"].map(|name| place.join(name));
    let files = match (liberty, &args.lef[..]) {
        (_, [_, ..]) => &args.lef[..],
        ([], []) => &own,
        _ => {
            return Err(Error::input(
                "--liberty's library has no LEF",
                "name its LEF files with --lef, or leave out --placed",
            ));
        }
    };
    if let Some(file) = files.iter().find(|file| !file.is_file()) {
        return Err(missing(file));
    }
    let lef = Lef::open(files)
        .map_err(|error| Error::input(error, "name the LEF files of cells and technology with --lef"))?;
    Ok(Physical { lef, placer })
}

/// Places the selected presets, `at_a_time` in parallel.
pub fn place(
    flow: &Flow,
    physical: &Physical,
    selected: &[Selected],
    args: &Places,
    at_a_time: Option<u16>,
) -> Result<Vec<Placed>, Error> {
    let aim = Aim { utilisation: args.utilisation, seed: args.seed, time: args.time };
    side_by_side("placing", selected, jobs(at_a_time), Selected::name, |one| {
        flow.placed(one.unit.name, &one.verilog(), physical, aim)
    })
}

/// Prints what the layouts cost as JSON, one object for each preset.
pub fn objects(selected: &[Selected], placed: &[Placed], args: &Places) {
    for (one, Placed { figures, .. }) in selected.iter().zip(placed) {
        let path = figures.slowest.as_ref();
        say!(
            "{}",
            json!({
                "event": "placed", "unit": one.unit.name, "preset": one.preset,
                "dut": one.given.as_ref().map(|(file, _)| file), "seed": args.seed, "cells": figures.cells, "um2": figures.area,
                "core_um2": figures.core, "utilisation": figures.utilisation, "path_ns": path.map(|path| path.ns),
                "mhz": path.map(|path| 1000.0 / path.ns), "levels": path.map(|path| path.levels),
                "from": path.map(|path| &path.ends[0]), "to": path.map(|path| &path.ends[1]), "hold_ns": figures.hold,
                "half_perimeters_um": figures.wires[0], "wires_um": figures.wires[1], "clock_buffers": figures.clock_buffers,
                "latency_ns": figures.latency, "skew_ns": figures.skew, "congestion": figures.congestion,
                "seconds": figures.seconds,
            })
        );
    }
}

/// Prints what the layouts cost as a table.
pub fn show(selected: &[Selected], placed: &[Placed], args: &Places) {
    let mut table = table();
    table.set_header([
        "placed",
        "cells",
        "um2",
        "core um2",
        "filled %",
        "period ns",
        "MHz",
        "hold ns",
        "perimeters/2 mm",
        "wires mm",
        "clock ns",
        "skew ns",
        "densest %",
        "s",
    ]);
    right_from(&mut table, 1);
    for (one, Placed { figures, .. }) in selected.iter().zip(placed) {
        table.add_row([vec![one.name()], row(figures)].concat());
    }
    say!("{table}");
    say!("{VERSION}, seed {}, cells fill {:.0} % before they are sized", args.seed, 100.0 * args.utilisation);
}

fn row(figures: &Figures) -> Vec<String> {
    let round = |value: f64| group(value.round() as u64);
    let known = |value: Option<f64>, digits: usize| value.map_or("-".into(), |value| format!("{value:.digits$}"));
    let ns = figures.slowest.as_ref().map(|path| path.ns);
    vec![
        group(figures.cells),
        round(figures.area),
        round(figures.core),
        format!("{:.1}", 100.0 * figures.utilisation),
        known(ns, 3),
        known(ns.map(|ns| 1000.0 / ns), 0),
        known(figures.hold, 3),
        format!("{:.1}", figures.wires[0] * 1e-3),
        format!("{:.1}", figures.wires[1] * 1e-3),
        format!("{:.3}", figures.latency),
        format!("{:.3}", figures.skew),
        known(figures.congestion.map(|part| 100.0 * part), 0),
        format!("{:.0}", figures.seconds),
    ]
}
