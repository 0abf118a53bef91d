//! A preset as a core that other projects use: Verilog, FuseSoC's description, constraints,
//! parameters and a document.

use std::fmt::Write as _;
use std::path::Path;

use heddle_block::Value;

use super::{ports, verilog};
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::folder::fill_new;
use crate::select::Selected;

/// Writes the cores of presets into a new folder.
pub fn write(folder: &Path, selected: &[Selected]) -> Result<Outcome, Error> {
    let files: Vec<(String, String)> = selected.iter().flat_map(files).collect();
    fill_new(folder, |new| files.iter().try_for_each(|(name, text)| std::fs::write(new.join(name), text)))?;
    for (name, _) in &files {
        say!("{}", folder.join(name).display());
    }
    Ok(Outcome::Equal)
}

/// Returns the names and texts of a preset's files.
fn files(selected: &Selected) -> [(String, String); 5] {
    let name = format!("{}-{}", selected.unit.name, selected.preset);
    let source = format!("{name}.v");
    [
        (format!("{name}.core"), core(selected, &name)),
        (format!("{name}.sdc"), constraints(selected)),
        (format!("{name}.vh"), parameters(selected)),
        (format!("{name}.md"), ports::document(selected, &source)),
        (source, verilog(selected)),
    ]
}

/// Returns FuseSoC's description of a core, in its format CAPI2.
fn core(selected: &Selected, name: &str) -> String {
    let Selected { unit, preset, .. } = selected;
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "CAPI=2:
name: heddle:units:{name}:{version}
description: \"{}/{preset}: {}\"

filesets:
  rtl:
    files:
      - {name}.v: {{file_type: verilogSource}}
      - {name}.vh: {{file_type: verilogSource, is_include_file: true}}
  constraints:
    files:
      - {name}.sdc: {{file_type: SDC}}

parameters:
  HEDDLE_FPGA:
    datatype: bool
    paramtype: vlogdefine
    description: The FPGA variants of sums, products and memories

targets:
  default:
    filesets: [rtl]
    toplevel: {top}
    parameters: [HEDDLE_FPGA]
  lint:
    filesets: [rtl]
    toplevel: {top}
    parameters: [HEDDLE_FPGA]
    flow: lint
    flow_options:
      tool: verilator
  synth:
    filesets: [rtl, constraints]
    toplevel: {top}
    parameters: [HEDDLE_FPGA]
",
        unit.name,
        unit.source,
        top = unit.name
    )
}

/// Returns the constraints of a preset in SDC.
fn constraints(selected: &Selected) -> String {
    format!(
        "# Constraints of {}/{}. The period, in nanoseconds, is a wish: `heddle cost timing` shows the slowest path.
set period 1.25
create_clock -name clock -period $period [get_ports clock]
# Registers stand before the inputs and behind the outputs.
set_input_delay 0 -clock clock [all_inputs -no_clocks]
set_output_delay 0 -clock clock [all_outputs]
",
        selected.unit.name, selected.preset
    )
}

/// Returns the parameters of a preset, and the widths of its ports, as macros of Verilog.
fn parameters(selected: &Selected) -> String {
    let Selected { unit, preset, .. } = selected;
    let prefix = format!("HEDDLE_{}_{}", unit.name, preset).replace('-', "_").to_uppercase();
    let mut text = format!(
        "// Parameters of {}/{preset}, and widths of its ports.\n`ifndef {prefix}\n`define {prefix}\n\n",
        unit.name
    );
    let parameters = unit.presets.iter().find(|(name, _)| name == preset).map(|(_, parameters)| parameters);
    for (name, value) in parameters.into_iter().flatten() {
        let value = match value {
            Value::Number(number) => number.to_string(),
            Value::Way(name) => format!("\"{name}\""),
        };
        let _ = writeln!(text, "`define {prefix}_{} {value}", name.to_uppercase());
    }
    text.push('\n');
    for port in unit.declared(preset).iter().flatten() {
        let _ = writeln!(text, "`define {prefix}_BITS_OF_{} {}", port.name.to_uppercase(), port.width);
        if let Some(count) = port.count {
            let _ = writeln!(text, "`define {prefix}_COUNT_OF_{} {count}", port.name.to_uppercase());
        }
    }
    text + "\n`endif\n"
}
