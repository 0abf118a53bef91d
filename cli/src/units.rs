//! `heddle units`: lists the units, their presets and parameters.

use std::path::Path;

use heddle_block::Value;
use heddle_testbench::target::Hardware;
use serde_json::{Map, json};

use crate::cli::{Tested, Units};
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::name::command_name;
use crate::output::tested_words;
use crate::program::units;
use crate::select::{hardware, parts, select};
use crate::table::table;

/// Runs `heddle units`: prints each unit's presets with their parameters.
pub fn run(args: &Units) -> Result<Outcome, Error> {
    if let Some(file) = &args.file {
        return of_file(file, args.json);
    }
    for unit in units() {
        if args.json {
            for (preset, parameters) in &unit.presets {
                let json = |value: &Value| match value {
                    Value::Number(number) => json!(number),
                    Value::Way(name) => json!(name),
                };
                let parameters: Map<_, _> =
                    parameters.iter().map(|(name, value)| (name.to_string(), json(value))).collect();
                say!(
                    "{}",
                    json!({ "unit": unit.name, "primitive": unit.primitive, "source": unit.source, "preset": preset, "parameters": parameters })
                );
            }
            continue;
        }
        let part = if unit.primitive { ", a primitive" } else { "" };
        say!("{}  ({}{part})", unit.name, unit.source);
        let mut table = table();
        let names = unit.presets.first().map(|(_, parameters)| parameters.iter().map(|(name, _)| name.to_string()));
        table.set_header(std::iter::once("  preset".to_string()).chain(names.into_iter().flatten()));
        for (preset, parameters) in &unit.presets {
            let values = parameters.iter().map(|(_, value)| value.to_string());
            table.add_row(std::iter::once(format!("  {preset}")).chain(values));
        }
        say!("{table}\n");
    }
    Ok(Outcome::Equal)
}

/// Prints what can be tested in a Verilog file: the preset that it names, and the primitives that
/// it contains.
fn of_file(file: &Path, json: bool) -> Result<Outcome, Error> {
    let mut selected = select(&[])?;
    let whole = hardware(&Tested { dut: Some(file.to_path_buf()), ..Tested::default() }, &mut selected)?;
    let parts = parts(&selected[0], &whole);
    for (one, hardware) in [(selected.remove(0), whole)].into_iter().chain(parts) {
        if json {
            let module = match &hardware {
                Hardware::File { module, .. } => module.as_deref(),
                _ => None,
            };
            let (unit, preset) = (one.unit.name, one.preset);
            say!("{}", json!({ "unit": unit, "preset": preset, "module": module.unwrap_or(unit) }));
        } else {
            say!("{} check {}{}", command_name(), one.name(), tested_words(&hardware));
        }
    }
    Ok(Outcome::Equal)
}
