//! The papers' figures of cost, beside figures by the papers' methods and by synthesis.
//! `synth/papers.toml` has the papers' figures and parameters; everything else is computed.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::cacti::{PROCESS, Ports, Wires};
use crate::flow::alone;
use crate::netlist::{Access, Bit, Memory};
use crate::{Flow, SynthError};

const TEXT: &str = include_str!("../papers.toml");

/// All figures of the papers that are compared, from `synth/papers.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Papers {
    /// The process that areas are scaled to if a row names none, in nm.
    process: f64,
    /// Processes of cell libraries by name, in nm.
    libraries: BTreeMap<String, f64>,
    /// Figures in the order of the papers.
    #[serde(rename = "row")]
    pub rows: Vec<Row>,
}

/// The unit of a paper's figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Area, in square millimetres.
    Mm2,
    /// Number of bits.
    Bits,
    /// Number of cells or gates.
    Cells,
}

impl Unit {
    /// Returns the unit's name.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Mm2 => "mm2",
            Unit::Bits => "bits",
            Unit::Cells => "cells",
        }
    }

    /// Whether the figure is an area, which scales with the process.
    pub fn is_area(self) -> bool {
        self == Unit::Mm2
    }
}

/// A figure of a paper, with its parts by the paper's method and by synthesis.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Paper and section of the figure.
    pub source: String,
    /// The thing that is counted.
    pub what: String,
    /// Unit of the figure.
    pub unit: Unit,
    /// The paper's figure in its own words, a number or a bound; `None` if the paper gives no
    /// figure.
    #[serde(default)]
    pub paper: Option<String>,
    /// Process of the figure, in nm, if it differs from the default.
    process: Option<f64>,
    /// Parts of the figure by the paper's method.
    #[serde(default)]
    method: Vec<Part>,
    /// Parts of the figure by synthesis, and by CACTI at the library's process.
    #[serde(default)]
    synthesis: Vec<Part>,
    /// Why the three figures differ.
    pub why: String,
}

/// A kind of cell that holds bits.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Cell {
    Latch,
    FlipFlop,
}

/// A part of a figure; the parts are added.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Part {
    /// `count` memories, by CACTI.
    Memory { count: u64, rows: u64, bits: u64, both: usize, reads: usize },
    /// `count` crossbars, by CACTI.
    Crossbar { count: u64, ports: u64, bits: u64, wires: Wires },
    /// A sum of products.
    Sum(Vec<Vec<f64>>),
    /// Bits in one kind of the library's cells, times a factor.
    Cells { cell: Cell, bits: u64, factor: f64 },
    /// `count` memories of flip-flops, with a read port and a write port.
    Array { count: u64, rows: u64, bits: u64 },
    /// `count` crossbars of gates.
    Switch { count: u64, ports: u64, bits: u64 },
    /// A memory of flip-flops, all rows of which are compared with a key.
    Search { rows: u64, bits: u64 },
    /// `count` modules of a unit; divided by `each`, where the figure is for one of several parts.
    Module { preset: String, module: String, count: u64, each: Option<f64> },
}

/// A paper's figure, computed by the paper's method and by synthesis.
#[derive(Debug, Clone)]
pub struct Worked {
    /// The figure by the paper's method; `None` if it is not computed so.
    pub method: Option<f64>,
    /// The figure by synthesis; `None` if it is not computed so.
    pub synthesis: Option<f64>,
    /// Process that areas are scaled to, in nm.
    pub process: f64,
}

impl Papers {
    /// Returns the figures in the project's own `synth/papers.toml`.
    pub fn ours() -> Self {
        toml::from_str(TEXT).expect("a test reads it")
    }

    /// Returns the process of a cell library, in nm; `None` for an unknown library.
    pub fn process(&self, library: &str) -> Option<f64> {
        self.libraries.get(library).copied()
    }

    /// Returns the modules that parts of the figures are synthesised from, each behind its preset.
    pub fn modules(&self) -> impl Iterator<Item = (&str, &str)> {
        let parts = self.rows.iter().flat_map(|row| row.method.iter().chain(&row.synthesis));
        parts.filter_map(|part| match part {
            Part::Module { preset, module, .. } => Some((preset.as_str(), module.as_str())),
            _ => None,
        })
    }

    /// Computes a figure by both methods; `emit` returns the Verilog of a unit's preset.
    ///
    /// # Errors
    ///
    /// A tool refuses the design, or CACTI or the library's process is unknown.
    pub fn work_out(
        &self,
        row: &Row,
        flow: &Flow,
        emit: &(dyn Fn(&str) -> String + Sync),
    ) -> Result<Worked, SynthError> {
        let name = &flow.library.name;
        let unknown =
            || SynthError::Papers(format!("synth/papers.toml does not list the process of the library {name}"));
        let library = self.process(name).ok_or_else(unknown)?;
        let process = row.process.unwrap_or(self.process);
        let shop = Shop { flow, emit, unit: row.unit, process, library };
        let sum = |parts: &[Part], own: bool| -> Result<Option<f64>, SynthError> {
            let values = parts.iter().map(|part| shop.value(part, own)).collect::<Result<Vec<f64>, _>>()?;
            Ok((!values.is_empty()).then(|| values.iter().sum()))
        };
        Ok(Worked { method: sum(&row.method, false)?, synthesis: sum(&row.synthesis, true)?, process })
    }
}

/// The context in which a figure is computed.
struct Shop<'a> {
    flow: &'a Flow,
    emit: &'a (dyn Fn(&str) -> String + Sync),
    unit: Unit,
    process: f64,
    library: f64,
}

impl Shop<'_> {
    /// Returns the value of a part, in the figure's unit. `own`: CACTI at its default process,
    /// scaled as cells are; else at the figure's process.
    fn value(&self, part: &Part, own: bool) -> Result<f64, SynthError> {
        let cacti = || {
            let cacti = self.flow.cacti.as_ref().ok_or_else(|| SynthError::Papers("CACTI is missing".into()))?;
            Ok::<_, SynthError>(if own { (cacti.clone(), self.scale(PROCESS)) } else { (cacti.at(self.process), 1e-6) })
        };
        match part {
            Part::Memory { count, rows, bits, both, reads } => {
                let (cacti, scale) = cacti()?;
                let ports = Ports { both: *both, reads: *reads, writes: 0 };
                Ok(*count as f64 * scale * cacti.memory(*rows, *bits, ports)?.area)
            }
            Part::Crossbar { count, ports, bits, wires } => {
                let (cacti, scale) = cacti()?;
                Ok(*count as f64 * scale * cacti.crossbar(*ports, *ports, *bits, *wires)?[0])
            }
            Part::Sum(terms) => Ok(terms.iter().map(|factors| factors.iter().product::<f64>()).sum()),
            Part::Cells { cell, bits, factor } => {
                let cells = &self.flow.library.cells;
                let area = match cell {
                    Cell::FlipFlop => Some(cells[&self.flow.library.flip_flop].area),
                    Cell::Latch => {
                        let latches = cells.values().filter(|cell| cell.remembers && cell.register.is_none());
                        latches.map(|cell| cell.area).min_by(f64::total_cmp)
                    }
                };
                let area = area.ok_or_else(|| SynthError::Papers("the library has no latch".into()))?;
                Ok(self.scale(self.library) * area * *bits as f64 * factor)
            }
            Part::Array { count, rows, bits } => Ok(*count as f64 * self.cells("rows", &array(*rows, *bits))?),
            Part::Switch { count, ports, bits } => Ok(*count as f64 * self.cells("switch", &switch(*ports, *bits))?),
            Part::Search { rows, bits } => self.cells("search", &search(*rows, *bits)),
            Part::Module { preset, module, count, each } => {
                let one = self.module(module, &(self.emit)(preset))?;
                Ok(*count as f64 * one / each.unwrap_or(1.0))
            }
        }
    }

    /// Returns the factor from square micrometres at a process to square millimetres at the
    /// figure's process.
    fn scale(&self, from: f64) -> f64 {
        (self.process / from).powi(2) * 1e-6
    }

    fn cells(&self, top: &str, verilog: &str) -> Result<f64, SynthError> {
        Ok(self.scale(self.library) * self.flow.flat(top, verilog)?.area(&self.flow.library))
    }

    fn module(&self, module: &str, verilog: &str) -> Result<f64, SynthError> {
        if self.unit == Unit::Bits {
            let state = self.flow.state(module, verilog)?;
            return Ok((state.flip_flops + state.memory) as f64);
        }
        let netlist = self.flow.netlist(module, verilog)?;
        if self.unit == Unit::Cells {
            return Ok(netlist.gates.len() as f64);
        }
        let macros = self.flow.macros(&netlist)?.into_iter().map(|cost| cost.map(|cost| cost.area));
        let none = || SynthError::Papers("CACTI is missing".into());
        let macros: f64 = macros.sum::<Option<f64>>().ok_or_else(none)?;
        Ok(self.scale(self.library) * netlist.area(&self.flow.library) + self.scale(PROCESS) * macros)
    }
}

fn array(rows: u64, bits: u64) -> String {
    let read = Access { enable: vec![Bit::Constant(true)], ..Access::default() };
    let (words, width) = (rows as usize, bits as usize);
    alone(&Memory { name: String::new(), words, width, reads: vec![read], writes: vec![Access::default()] })
}

fn address(rows: u64) -> u32 {
    rows.next_power_of_two().ilog2().max(1)
}

/// Returns the Verilog of a crossbar: every output takes any input.
fn switch(ports: u64, bits: u64) -> String {
    let (all, address) = (ports * bits, address(ports));
    format!(
        "module switch(input [{}:0] d, input [{}:0] at, output [{}:0] q);\ngenvar k;\ngenerate for (k = 0; k < {ports}; k = k + 1) begin : each\n\
         assign q[k*{bits} +: {bits}] = d[at[k*{address} +: {address}]*{bits} +: {bits}];\nend endgenerate\nendmodule\n",
        all - 1,
        ports * u64::from(address) - 1,
        all - 1
    )
}

/// Returns the Verilog of an associative memory: every row is compared with the key.
fn search(rows: u64, bits: u64) -> String {
    let (address, top) = (address(rows) - 1, bits - 1);
    format!(
        "module search(input clock, input write, input [{address}:0] at, input [{top}:0] d, input [{top}:0] key, output [{}:0] found);\n\
         genvar k;\ngenerate for (k = 0; k < {rows}; k = k + 1) begin : each\nreg [{top}:0] row;\n\
         always @(posedge clock) if (write && at == k) row <= d;\nassign found[k] = row == key;\nend endgenerate\nendmodule\n",
        rows - 1
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_can_be_read_and_is_worked_out_somehow() {
        let papers = Papers::ours();
        for row in &papers.rows {
            assert!(row.method.len() + row.synthesis.len() > 0, "{}: {}", row.source, row.what);
            assert!(!row.why.is_empty());
        }
        // a bound or a word is no number; what is one has the paper's digits
        let told = papers.rows.iter().filter_map(|row| row.paper.as_ref()?.parse::<f64>().ok()).count();
        assert!(told > 10, "{told}");
    }

    #[test]
    fn sums_of_bits_are_what_the_papers_print() {
        for row in &Papers::ours().rows {
            if let ([Part::Sum(terms)], Some(paper)) = (row.method.as_slice(), &row.paper)
                && let Ok(paper) = paper.parse::<f64>()
            {
                let sum: f64 = terms.iter().map(|factors| factors.iter().product::<f64>()).sum();
                assert!((sum - paper).abs() < paper * 1e-3, "{}: {sum}, {paper}", row.what);
            }
        }
    }

    #[test]
    fn parts_alone_have_their_ports() {
        assert!(switch(8, 32).contains("input [255:0] d, input [23:0] at, output [255:0] q"));
        assert!(search(225, 8).contains("input [7:0] at, input [7:0] d, input [7:0] key, output [224:0] found"));
        assert!(array(128, 64).contains("reg [63:0] m [0:127];"));
    }
}
