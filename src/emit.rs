//! `heddle emit`: a unit's Verilog.

use std::io::{ErrorKind, Write};

use heddle_testbench::files::write_whole;

use crate::cli::Emit;
use crate::error::{Error, Outcome};
use crate::select::{Selected, select};

/// How the first line of an emitted file starts; the unit and the preset follow.
pub const HEADER: &str = "// heddle emit ";

/// Runs the verb.
pub fn run(args: &Emit) -> Result<Outcome, Error> {
    let selected = select(std::slice::from_ref(&args.selection))?;
    let Some(folder) = &args.out else {
        let [one] = selected.as_slice() else {
            let names: Vec<String> = selected.iter().map(|s| format!("{}/{}", s.unit.name, s.preset)).collect();
            let help = format!("name one of {}, or a folder for all of them: -o DIR", names.join(", "));
            return Err(Error::input(format!("{} has {} presets", args.selection, names.len()), help));
        };
        return match std::io::stdout().write_all(verilog(one).as_bytes()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                Err(Error::input(error, "write to a file in a folder with room: -o DIR"))
            }
            _ => Ok(Outcome::Equal),
        };
    };
    for one in &selected {
        let path = folder.join(format!("{}-{}.v", one.unit.name, one.preset));
        write_whole(&path, verilog(one).as_bytes()).map_err(|error| {
            Error::input(format!("{}: {error}", path.display()), "name a folder that can be written")
        })?;
        println!("{}", path.display());
    }
    Ok(Outcome::Equal)
}

fn verilog(selected: &Selected) -> String {
    format!("{HEADER}{}/{}\n{}", selected.unit.name, selected.preset, selected.unit.emit(selected.preset))
}
