//! The placer: coloquinte, a library for Python, in a program of its own.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use heddle_sandbox::child;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::SynthError;
use crate::netlist::Netlist;
use crate::place::layout::{End, Ends, Layout, Shapes, Spot};

/// The program, which reads a design and writes places.
const PROGRAM: &str = include_str!("../../place.py");
/// Name and version of the library, as `synth/placer.txt` has it.
pub const VERSION: &str = "coloquinte 0.4.1";
/// What the library's file is called.
const LIBRARY: &str = "coloquinte.py";
/// Lines of the program's report that an error shows.
const LINES: usize = 6;
/// Effort of placing, from 1 to 9: coloquinte's default, and what suffices where cells are placed
/// once more.
const EFFORTS: [u8; 2] = [3, 1];

/// An installed placer.
#[derive(Debug, Clone)]
pub struct Placer {
    folder: PathBuf,
}

/// What a run of the placer does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Gives cells places by what they are connected with, but for ports; they may overlap.
    WithoutPorts,
    /// Gives cells places by all that they are connected with; they may overlap.
    WithPorts,
    /// Brings cells into rows, near their places.
    Rows,
}

/// The settings of one run of the placer.
#[derive(Debug, Clone, Copy)]
pub struct Order {
    /// What it does.
    pub step: Step,
    /// The seed.
    pub seed: u32,
    /// Time for it, at most.
    pub time: Duration,
}

#[derive(Deserialize)]
struct Answer {
    places: Vec<(i64, i64, bool)>,
}

impl Placer {
    /// Finds the placer as `make libraries` installs it; `None` if it is not in the folder.
    pub fn find(folder: &Path) -> Option<Self> {
        folder.join(LIBRARY).is_file().then(|| Placer { folder: folder.to_path_buf() })
    }

    /// Gives a place to each gate of a layout that has those of memories and ports. `nets` are
    /// those whose length counts.
    ///
    /// # Errors
    ///
    /// There is no Python, the placer fails, or it takes too long.
    pub fn place(
        &self,
        netlist: &Netlist,
        shapes: &Shapes,
        nets: &[&Ends],
        layout: &mut Layout,
        order: Order,
    ) -> Result<(), SynthError> {
        let top = &netlist.top;
        let file = |source| SynthError::File { top: top.clone(), source };
        let folder = tempfile::tempdir().map_err(file)?;
        let [program, input, output, log] =
            ["place.py", "in.json", "out.json", "log"].map(|name| folder.path().join(name));
        std::fs::write(&program, PROGRAM).map_err(file)?;
        std::fs::write(&input, design(netlist, shapes, nets, layout, order).to_string()).map_err(file)?;
        let mut python = Command::new("python3");
        python.arg("-s").arg(&program).env("PYTHONPATH", &self.folder).current_dir(folder.path());
        let made = |path: &Path| File::create(path).map_err(file);
        python.stdin(File::open(&input).map_err(file)?).stdout(made(&output)?).stderr(made(&log)?);
        let failed = |text: String| SynthError::Placer { top: top.clone(), text };
        let status = child::wait(&mut python, order.time).map_err(|error| match error.kind() {
            ErrorKind::TimedOut => SynthError::Unplaced { top: top.clone(), time: order.time },
            ErrorKind::NotFound => failed("there is no `python3` in the path".into()),
            _ => file(error),
        })?;
        let said = std::fs::read(&log).map_err(file)?;
        let said = String::from_utf8_lossy(&said);
        let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
        let last = || failed(lines[lines.len().saturating_sub(LINES)..].join("\n"));
        let answer = std::fs::read_to_string(&output).map_err(file)?;
        let answer: Option<Answer> = serde_json::from_str(&answer).ok().filter(|_| status.success());
        let places = answer.ok_or_else(last)?.places;
        if places.len() < netlist.gates.len() {
            return Err(last());
        }
        // widths are whole numbers of sites, so that cells do not overlap when each moves to the
        // site below
        let spot =
            |(x, y, flipped): &(i64, i64, bool)| Spot { at: [x - x.rem_euclid(layout.site[0]), *y], flipped: *flipped };
        layout.gates = places[..netlist.gates.len()].iter().map(spot).collect();
        Ok(())
    }
}

/// Returns the design as the program reads it: gates first, then memories, then bits of ports.
fn design(netlist: &Netlist, shapes: &Shapes, nets: &[&Ends], layout: &Layout, order: Order) -> Value {
    let middle = layout.core.map(|length| length / 2);
    let mut cells: Vec<[i64; 5]> = Vec::new();
    for (k, gate) in netlist.gates.iter().enumerate() {
        let ([width, height], [x, y]) =
            (shapes.cell(&gate.cell).size, layout.gates.get(k).map_or(middle, |spot| spot.at));
        cells.push([width, height, x, y, 0]);
    }
    for (shape, spot) in shapes.memories().iter().zip(&layout.memories) {
        cells.push([shape.size[0], shape.size[1], spot.at[0], spot.at[1], 1]);
    }
    let mut first = Vec::new();
    for places in &layout.ports {
        first.push(cells.len());
        cells.extend(places.iter().map(|[x, y]| [0, 0, *x, *y, 1]));
    }
    let pin = |end: End| -> [i64; 3] {
        let ([x, y], cell) = match end {
            End::Gate(gate, _) => (shapes.offset(netlist, end), gate),
            End::Memory(memory, _) => {
                let [x, y] = shapes.place(netlist, layout, end);
                let at = layout.memories[memory].at;
                ([x - at[0], y - at[1]], netlist.gates.len() + memory)
            }
            End::Port(port, bit) => ([0, 0], first[port] + bit),
        };
        [cell as i64, x, y]
    };
    let effort = EFFORTS[usize::from(order.step == Step::WithoutPorts)];
    let nets: Vec<Vec<[i64; 3]>> = nets.iter().map(|ends| ends.all().map(pin).collect()).collect();
    json!({ "core": layout.core, "row": layout.site[1], "effort": effort, "seed": order.seed,
            "fresh": order.step != Step::Rows, "cells": cells, "nets": nets })
}
