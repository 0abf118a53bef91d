//! `heddle emit`: writes a unit's Verilog, alone or as a core.

mod core;
mod ports;

use std::path::Path;

use heddle_synth::Resets;
use heddle_testbench::files::{could_write_in, write_whole};
use heddle_testbench::prove;

use crate::cli::Emit;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::progress::{Task, Work};
use crate::select::{HEADER, Selected, select};

/// Runs `heddle emit`: writes the Verilog of a unit's presets to standard output or into a folder.
pub fn run(args: &Emit) -> Result<Outcome, Error> {
    let selected = select(std::slice::from_ref(&args.selection))?;
    if let Some(folder) = &args.core {
        return core::write(folder, &selected);
    }
    let text = |one: &Selected| if args.netlist { netlist(one) } else { Ok(verilog(one)) };
    let Some(folder) = args.out.as_deref().filter(|folder| *folder != Path::new("-")) else {
        let [one] = selected.as_slice() else {
            let names: Vec<String> = selected.iter().map(|s| format!("{}/{}", s.unit.name, s.preset)).collect();
            let help = format!("name one of {}, or write all of them into a folder with -o DIR", names.join(", "));
            return Err(Error::input(format!("{} has {} presets", args.selection, names.len()), help));
        };
        crate::console::write(text(one)?.as_bytes());
        return Ok(Outcome::Equal);
    };
    let refuse = |path: &Path, error: std::io::Error| {
        Error::input(format!("{}: {error}", path.display()), "name a folder that can be written with -o")
    };
    could_write_in(folder).map_err(|error| refuse(folder, error))?;
    for one in &selected {
        let path = folder.join(format!("{}-{}.v", one.unit.name, one.preset));
        write_whole(&path, text(one)?.as_bytes()).map_err(|error| refuse(&path, error))?;
        say!("{}", path.display());
    }
    Ok(Outcome::Equal)
}

/// Returns the Verilog of a preset, whose first line names it.
fn verilog(selected: &Selected) -> String {
    named(selected, &selected.unit.emit(selected.preset))
}

/// Returns the netlist that Yosys makes of a preset, whose first line names it.
fn netlist(selected: &Selected) -> Result<String, Error> {
    let task = Task::start("netlist", Work::Open);
    task.say(selected.name());
    let made = prove::netlist(&selected.unit, &selected.verilog(Resets::Gates)?);
    Ok(named(selected, &made.map_err(|error| Error::tool(error, "`heddle doctor` shows the tools that are needed"))?))
}

fn named(selected: &Selected, verilog: &str) -> String {
    format!("{HEADER}{}/{}\n{verilog}", selected.unit.name, selected.preset)
}
