//! `--placed`: units whose cells and memories have places, with wires and a clock tree.

use std::path::{Path, PathBuf};

use heddle_synth::place::{self, Aim, Figures, Lef, Physical, Placed, Placer, Shapes, VERSION};
use heddle_synth::sta::Slowest;
use heddle_synth::{Flow, Report};
use heddle_testbench::files::write_whole;
use heddle_testbench::kept;
use heddle_testbench::verilator::Cache;
use serde_json::json;

use crate::cli::Places;
use crate::console::say;
use crate::error::Error;
use crate::models::{jobs, side_by_side};
use crate::number::{decimals, group};
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
    let program = folder.join("coloquinte.py");
    let there = kept::is_there(&program, cache.trust(), false).map_err(|error| cache.error(error))?;
    let placer = Placer::find(&folder).filter(|_| there).ok_or_else(|| missing(&program))?;
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

/// Places the selected presets, `at_a_time` in parallel, and adds the figures to their reports.
pub fn place(
    flow: &Flow,
    physical: &Physical,
    selected: &[Selected],
    args: &Places,
    at_a_time: Option<u16>,
    reports: &mut [Report],
) -> Result<Vec<Placed>, Error> {
    let layouts = side_by_side("placing", selected, jobs(at_a_time), Selected::name, |one| {
        Ok::<_, Error>(flow.placed(one.unit.top, &one.verilog(flow.resets())?, physical, aim(args))?)
    })?;
    for (report, layout) in reports.iter_mut().zip(&layouts) {
        report.placed = Some(layout.figures.clone());
    }
    Ok(layouts)
}

/// Returns the aim of a layout by the options.
pub fn aim(args: &Places) -> Aim {
    Aim { utilisation: args.utilisation, seed: args.seed, time: args.time }
}

/// Writes a layout as a picture, and as DEF; its memories as LEF beside that.
pub fn write(
    flow: &Flow,
    physical: &Physical,
    name: &str,
    placed: &Placed,
    (picture, def): (Option<&Path>, Option<&Path>),
) -> Result<(), Error> {
    let shapes = Shapes::of(&placed.netlist, &physical.lef, &flow.costs(&placed.netlist)?);
    let shapes = shapes.map_err(|error| Error::input(error, "name the LEF files of the library with --lef"))?;
    let put = |path: &Path, text: String| {
        write_whole(path, text.as_bytes())
            .map_err(|error| Error::input(format!("{}: {error}", path.display()), "name a file that can be written"))
    };
    if let Some(path) = picture {
        put(path, super::picture::picture(name, placed, &shapes, &flow.library))?;
    }
    if let Some(path) = def {
        put(path, place::def(&placed.netlist, &placed.layout, &shapes, &flow.library))?;
        if !shapes.memories().is_empty() {
            put(&path.with_extension("lef"), place::blocks(&shapes))?;
        }
    }
    Ok(())
}

/// Prints what layouts cost: a table, or as JSON one object for each preset.
pub fn tell(found: &[(&Selected, &Report)], args: &Places, as_json: bool) {
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
    for (one, figures) in found.iter().filter_map(|(one, report)| Some((one, report.placed.as_ref()?))) {
        if as_json {
            object(one, figures, args);
        } else {
            table.add_row([vec![one.name()], row(figures)].concat());
        }
    }
    if !as_json {
        say!("{table}");
        say!("{VERSION}, seed {}, cells fill {:.0} % before they are sized", args.seed, 100.0 * args.utilisation);
    }
}

/// Prints mapped, sized and placed figures side by side.
pub fn beside(found: &[(&Selected, &Report)]) {
    let mut table = table();
    table.set_header([
        "unit/preset",
        "mapped ns",
        "sized ns",
        "placed ns",
        "mapped um2",
        "sized um2",
        "placed um2",
        "core um2",
    ]);
    right_from(&mut table, 1);
    let ns = |path: Option<&Slowest>| decimals(path.map(|path| path.ns), 3);
    let area = |area: Option<f64>| area.map_or("-".into(), |area| group(area.round() as u64));
    for (one, report) in found {
        let (sized, placed) = (report.resized.as_ref(), report.placed.as_ref());
        table.add_row([
            one.name(),
            ns(report.slowest.as_ref()),
            ns(sized.and_then(|sized| sized.slowest.as_ref())),
            ns(placed.and_then(|placed| placed.slowest.as_ref())),
            area(Some(report.area)),
            area(sized.map(|sized| sized.area)),
            area(placed.map(|placed| placed.area)),
            area(placed.map(|placed| placed.core)),
        ]);
    }
    say!("{table}");
}

fn object(one: &Selected, figures: &Figures, args: &Places) {
    let path = figures.slowest.as_ref();
    say!(
        "{}",
        json!({
            "event": "placed", "unit": one.unit.name, "preset": one.preset,
            "dut": one.file(), "seed": args.seed, "cells": figures.cells, "um2": figures.area,
            "core_um2": figures.core, "utilisation": figures.utilisation, "path_ns": path.map(|path| path.ns),
            "mhz": path.map(|path| 1000.0 / path.ns), "levels": path.map(|path| path.levels),
            "from": path.map(|path| &path.ends[0]), "to": path.map(|path| &path.ends[1]), "hold_ns": figures.hold,
            "half_perimeters_um": figures.wires[0], "wires_um": figures.wires[1], "clock_buffers": figures.clock_buffers,
            "latency_ns": figures.latency, "skew_ns": figures.skew, "congestion": figures.congestion,
            "seconds": figures.seconds,
        })
    );
}

fn row(figures: &Figures) -> Vec<String> {
    let round = |value: f64| group(value.round() as u64);
    let ns = figures.slowest.as_ref().map(|path| path.ns);
    vec![
        group(figures.cells),
        round(figures.area),
        round(figures.core),
        format!("{:.1}", 100.0 * figures.utilisation),
        decimals(ns, 3),
        decimals(ns.map(|ns| 1000.0 / ns), 0),
        decimals(figures.hold, 3),
        format!("{:.1}", figures.wires[0] * 1e-3),
        format!("{:.1}", figures.wires[1] * 1e-3),
        format!("{:.3}", figures.latency),
        format!("{:.3}", figures.skew),
        decimals(figures.congestion.map(|part| 100.0 * part), 0),
        format!("{:.0}", figures.seconds),
    ]
}
