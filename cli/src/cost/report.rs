//! The output of `heddle cost power`: tables, JSON, or entries of the GPU's energy table.

use serde_json::json;

use super::power::Found;
use crate::cli::Power;
use crate::console::say;
use crate::name::command_name;
use crate::number::group;
use crate::select::Selected;
use crate::table::{right_from, table};

/// Prints the measurements of a unit: as tables, as JSON, or as entries of the GPU's energy table.
pub fn tell(args: &Power, library: &str, wanted: &Selected, found: &Found) {
    if args.energy_table {
        entries(wanted, found);
    } else if args.json {
        objects(args, library, wanted, found);
    } else {
        tables(args, library, wanted, found);
    }
}

/// Returns the names and energies in pJ of a unit's operations; a cycle without any is first.
fn operations<'a>(wanted: &'a Selected, found: &'a Found) -> impl Iterator<Item = (&'a str, Option<f64>)> {
    std::iter::once("cycle without any").chain(wanted.unit.works.iter().copied()).zip(found.fit.costs.iter().copied())
}

fn how(found: &Found) -> String {
    let (directed, rows) = found.fitted;
    let what = if directed { "directed stimuli" } else { "windows of random stimulus" };
    format!("least squares over {rows} {what}, {:.1} % left", 100.0 * found.fit.residual)
}

fn tables(args: &Power, library: &str, wanted: &Selected, found: &Found) {
    let priced = &found.priced;
    say!(
        "{}: {} cells of {library}, {:.0} um2, {} memories by CACTI; {} MHz; every cycle equal to the golden model's",
        priced.name,
        group(priced.netlist.gates.len() as u64),
        priced.area,
        priced.macros.len(),
        args.mhz,
    );
    let mut runs = table();
    runs.set_header([
        "run",
        "cycles",
        "clock mW",
        "cells mW",
        "macros mW",
        "leakage mW",
        "macros leak mW",
        "total mW",
        "pJ/cycle",
        "own/OpenSTA",
        "nets alone",
    ]);
    right_from(&mut runs, 1);
    for draw in &found.draws {
        let milliwatts = |value: f64| format!("{value:.3}");
        runs.add_row([
            draw.name.clone(),
            group(draw.cycles),
            milliwatts(draw.clock),
            milliwatts(draw.cells),
            milliwatts(draw.macros),
            milliwatts(draw.leakage),
            milliwatts(draw.macro_leakage),
            milliwatts(draw.total()),
            format!("{:.3}", draw.total() / args.mhz * 1e3),
            format!("{:.3}", draw.own / draw.cells),
            format!("{:.3}", draw.own_switching / draw.switching),
        ]);
    }
    say!("{runs}");
    for draw in &found.draws {
        if let Some(wires) = draw.wires {
            let within = draw.cells - wires;
            say!(
                "placed, {}: clock with its tree {:.3} mW, cells {within:.3} mW, wires {wires:.3} mW",
                draw.name,
                draw.clock
            );
        }
    }
    if !found.exercises.is_empty() {
        let mut directed = table();
        directed.set_header(["directed stimulus", "cycles", "pJ/cycle"]);
        right_from(&mut directed, 1);
        for (name, cycles, energy) in &found.exercises {
            directed.add_row([name.clone(), group(*cycles), format!("{:.3}", energy / *cycles as f64)]);
        }
        say!("{directed}");
    }
    let mut energies = table();
    energies.set_header(["operation", "pJ"]);
    right_from(&mut energies, 1);
    for (name, cost) in operations(wanted, found) {
        energies.add_row([name.to_string(), cost.map_or("not distinguished".into(), |cost| format!("{cost:.3}"))]);
    }
    say!("{energies}");
    say!("energy an operation by our own sum, with macros, without clock and leakage: {}\n", how(found));
}

fn objects(args: &Power, library: &str, wanted: &Selected, found: &Found) {
    let (unit, preset, dut, priced) = (wanted.unit.name, wanted.preset, wanted.file(), &found.priced);
    say!(
        "{}",
        json!({ "event": "netlist", "unit": unit, "preset": preset, "dut": dut, "library": library, "cells": priced.netlist.gates.len(),
                "area_um2": priced.area, "macros": priced.macros.len(), "mhz": args.mhz })
    );
    for draw in &found.draws {
        say!(
            "{}",
            json!({ "event": "power", "unit": unit, "preset": preset, "dut": dut, "run": draw.name, "cycles": draw.cycles,
                    "clock_mw": draw.clock, "cells_mw": draw.cells, "macros_mw": draw.macros, "leakage_mw": draw.leakage,
                    "macro_leakage_mw": draw.macro_leakage, "total_mw": draw.total(), "own_cells_mw": draw.own,
                    "switching_mw": draw.switching, "own_switching_mw": draw.own_switching, "wires_mw": draw.wires })
        );
    }
    for (name, cycles, energy) in &found.exercises {
        say!(
            "{}",
            json!({ "event": "stimulus", "unit": unit, "preset": preset, "dut": dut, "stimulus": name, "cycles": cycles, "pj": energy })
        );
    }
    for (name, cost) in operations(wanted, found) {
        say!(
            "{}",
            json!({ "event": "energy", "unit": unit, "preset": preset, "dut": dut, "operation": name, "pj": cost })
        );
    }
    say!(
        "{}",
        json!({ "event": "fit", "unit": unit, "preset": preset, "dut": dut, "directed": found.fitted.0, "rows": found.fitted.1,
                "residual": found.fit.residual })
    );
}

/// Prints entries for `configs/energy.toml`, each with this command as its source.
fn entries(wanted: &Selected, found: &Found) {
    for (event, works) in wanted.unit.events {
        let costs: Option<Vec<f64>> =
            works.iter().map(|work| operations(wanted, found).find(|(name, _)| name == work)?.1).collect();
        let Some(costs) = costs else { continue };
        let mean = costs.iter().sum::<f64>() / costs.len() as f64;
        let command = format!("{} power {} --energy-table", command_name(), found.priced.name);
        say!(
            "# {event}\npicojoules = {mean:.3}\nsource = \"measured: {command}: {}; {}\"",
            works.join(", "),
            how(found)
        );
    }
}
