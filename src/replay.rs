//! `heddle replay`: a trace again, on our RTL or on a file of the user's.

use heddle_testbench::target::Hardware;
use heddle_testbench::trace::TraceFile;
use serde_json::json;

use crate::cli::Replay;
use crate::error::{Error, Outcome};
use crate::output::{Progress, print_replay, replay_value};
use crate::select::{hardware, select};
use crate::workshop::{build, workshop};

/// Runs the verb.
pub fn run(args: &Replay) -> Result<Outcome, Error> {
    let file = TraceFile::open(&args.trace)?;
    let mut selected = select(&[format!("{}/{}", file.header.unit, file.header.preset)])?;
    let hardware: Hardware = hardware(args.dut.as_deref(), &mut selected)?;
    let workshop = workshop()?;
    let targets = build(&workshop, &selected, &hardware, 1, &Progress::new(args.json))?;
    let target = &targets[0];
    let replay = target.replay(&file)?;
    if let Some(wave) = &args.wave {
        target.wave(&workshop, &file, wave)?;
    }
    let name = format!("{}/{}", target.unit(), target.preset());
    if args.json {
        println!(
            "{}",
            json!({ "event": "replay", "unit": target.unit(), "preset": target.preset(), "replay": replay_value(&replay) })
        );
    } else if replay.mismatch.is_some() {
        println!("MISMATCH {name}");
        print_replay(&replay);
    } else {
        println!("equal {name}: {} cycles", replay.cycles);
    }
    if let (Some(wave), false) = (&args.wave, args.json) {
        println!("  wave     {}", wave.display());
    }
    Ok(if replay.mismatch.is_some() { Outcome::Mismatch } else { Outcome::Equal })
}
