//! Clock gating by row: area, and the power of the clock, before and after.

use heddle_synth::circuit::Circuit;
use heddle_synth::gating::{LEAST, MOST};
use heddle_synth::liberty::Library;
use heddle_synth::power::activity::{Activity, Weights};
use heddle_synth::power::clock::clock;
use heddle_synth::power::sum::Sum;
use heddle_synth::{Flow, Netlist};
use heddle_testbench::trace::TraceFile;
use serde_json::json;

use super::in_gates::agrees;
use crate::console::say;
use crate::error::Error;
use crate::models::{jobs, side_by_side};
use crate::number::group;
use crate::select::Selected;
use crate::table::{right_from, table};

/// A unit's netlist without clock gates and with them.
pub struct Gating {
    /// The name of unit and preset, as in `lane/paper`.
    pub name: String,
    /// The netlists: without clock gates, and with them.
    pub netlists: [Netlist; 2],
}

/// The clock's and the cells' power in one run, by our own sum, without clock gates and with them.
pub struct Saved {
    /// The name of the run.
    pub run: String,
    /// Power of the clock, in mW.
    pub clock: [f64; 2],
    /// Power of the changes of nets, in mW.
    pub cells: [f64; 2],
}

impl Gating {
    /// Synthesises a preset without clock gates and with them.
    ///
    /// # Errors
    ///
    /// Synthesis fails, or the library has no clock gate.
    pub fn of(flow: &Flow, wanted: &Selected) -> Result<Self, Error> {
        let (unit, verilog) = (wanted.unit.top, wanted.verilog(flow.resets())?);
        let Some(gated) = flow.gated(unit, &verilog)? else {
            return Err(Error::input(
                format!(
                    "{} has no clock gate (a cell with `clock_gating_integrated_cell : latch_posedge`)",
                    flow.library.name
                ),
                "leave out --gating, or choose another library with --liberty",
            ));
        };
        Ok(Gating { name: wanted.name(), netlists: [flow.netlist(unit, &verilog)?, gated] })
    }

    /// Returns the numbers of clock gates, of flip-flops behind them, and of all flip-flops.
    fn numbers(&self, library: &Library) -> [u64; 3] {
        let clocks = self.netlists[1].clock_gates(library);
        let mut numbers = [clocks.len() as u64, 0, 0];
        for gate in &self.netlists[1].gates {
            let Some(register) = &library.cells[&gate.cell].register else { continue };
            numbers[2] += 1;
            numbers[1] +=
                u64::from(gate.pins.iter().any(|(pin, bit)| *pin == register.clock && clocks.contains_key(bit)));
        }
        numbers
    }

    /// Runs traces on both netlists in lockstep with the golden model, and returns what the clock
    /// gates save in each; `None` if gates and golden model differ, which is printed.
    ///
    /// # Errors
    ///
    /// A netlist cannot be executed.
    pub fn saved(
        &self,
        wanted: &Selected,
        library: &Library,
        runs: &[TraceFile],
        megahertz: f64,
    ) -> Result<Option<Vec<Saved>>, Error> {
        let mut all = Vec::new();
        for file in runs {
            let mut saved = Saved { run: file.path().to_string(), clock: [0.0; 2], cells: [0.0; 2] };
            for (k, netlist) in self.netlists.iter().enumerate() {
                let circuit = Circuit::of(netlist, library);
                let circuit = circuit.map_err(|error| Error::tool(error, "choose another cell library"))?;
                let memories = vec![(0.0, 0.0); netlist.memories.len()];
                let weights = Weights { nets: vec![0.0; netlist.nets], memories, window: u64::MAX };
                let mut activity = Activity::default();
                if !agrees(wanted, circuit, (file, None), |gates| gates.count(&mut activity, &weights))? {
                    return Ok(None);
                }
                // fJ a cycle at a clock in MHz, in mW
                let milliwatts = |femtojoules: f64| femtojoules * megahertz * 1e-6;
                saved.clock[k] = milliwatts(clock(netlist, library, &activity));
                let changes = Sum::of(netlist, library, None).changes(&activity.toggles);
                saved.cells[k] = milliwatts(changes / activity.cycles.max(1) as f64);
            }
            all.push(saved);
        }
        Ok(Some(all))
    }
}

/// Prints the area of presets without clock gates and with them.
///
/// # Errors
///
/// As of [`Gating::of`].
pub fn areas(flow: &Flow, selected: &[Selected], at_a_time: Option<u16>, as_json: bool) -> Result<(), Error> {
    let all = side_by_side("clock gates", selected, jobs(at_a_time), Selected::name, |one| Gating::of(flow, one))?;
    let mut table = table();
    table.set_header(["unit/preset", "clock gates", "flip-flops behind", "of", "um2 without", "um2 with", "%"]);
    right_from(&mut table, 1);
    for gating in &all {
        let [gates, behind, flops] = gating.numbers(&flow.library);
        let [without, with] = [0, 1].map(|k| gating.netlists[k].area(&flow.library));
        if as_json {
            say!(
                "{}",
                json!({ "event": "gating", "preset": gating.name, "clock_gates": gates, "flip_flops_behind": behind,
                        "flip_flops": flops, "um2": without, "gated_um2": with })
            );
        } else {
            table.add_row([
                gating.name.clone(),
                group(gates),
                group(behind),
                group(flops),
                group(without.round() as u64),
                group(with.round() as u64),
                format!("{:+.1}", 100.0 * (with / without - 1.0)),
            ]);
        }
    }
    if !as_json {
        say!("{table}");
        say!("clock gates for rows of {LEAST} flip-flops and more with one enable, {MOST} at most behind a gate");
    }
    Ok(())
}

/// Prints the power of the clock without clock gates and with them.
pub fn tell(gating: &Gating, library: &Library, saved: &[Saved], as_json: bool) {
    let [gates, behind, flops] = gating.numbers(library);
    let [without, with] = [0, 1].map(|k| gating.netlists[k].area(library));
    let mut table = table();
    table.set_header(["run", "clock mW without gates", "with", "%", "cells mW without gates", "with"]);
    right_from(&mut table, 1);
    for Saved { run, clock, cells } in saved {
        if as_json {
            say!(
                "{}",
                json!({ "event": "gating", "preset": gating.name, "run": run, "clock_gates": gates, "flip_flops_behind": behind, "flip_flops": flops,
                        "um2": without, "gated_um2": with, "clock_mw": clock[0], "gated_clock_mw": clock[1], "own_cells_mw": cells[0],
                        "gated_own_cells_mw": cells[1] })
            );
        } else {
            table.add_row([
                run.clone(),
                format!("{:.3}", clock[0]),
                format!("{:.3}", clock[1]),
                format!("{:+.1}", 100.0 * (clock[1] / clock[0] - 1.0)),
                format!("{:.3}", cells[0]),
                format!("{:.3}", cells[1]),
            ]);
        }
    }
    if !as_json {
        say!(
            "{} with {} clock gates for {} of {} flip-flops, {:.0} um2 in place of {:.0}; every cycle equal to the golden model's",
            gating.name,
            group(gates),
            group(behind),
            group(flops),
            with,
            without
        );
        say!("{table}");
        say!("by our own sum, with the load of clock pins and, behind the gates, of wires\n");
    }
}
