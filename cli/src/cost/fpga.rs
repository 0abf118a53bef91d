//! `heddle cost fpga`: units as cells of an ECP5, in lockstep with the golden model, placed and
//! routed; or a user's module, in lockstep with its Verilog.

use heddle_sandbox::confine_tool;
use heddle_synth::fpga::{Aim, Fpga, Routed};
use heddle_synth::{Resets, SynthError};
use heddle_testbench::verilator::{Cache, Model};
use serde_json::json;

use super::area::selected;
use super::in_gates::{agrees, runs};
use crate::block::Module;
use crate::cli;
use crate::console::{aside, say};
use crate::error::{Error, Outcome};
use crate::models::{jobs, side_by_side};
use crate::number::group;
use crate::select::{Selected, beside};
use crate::table::{right_from, table};

/// The result of one preset: cycles compared and whether all were equal, then the routed design, or
/// why there is none.
struct Found {
    cycles: u64,
    equal: bool,
    routed: Result<Routed, Unrouted>,
}

/// The reason why a preset was not routed.
struct Unrouted {
    /// The reason in a column of the table.
    short: &'static str,
    text: String,
    /// What a user can do.
    help: &'static str,
}

/// Runs `heddle cost fpga`: maps, compares, places and routes presets, and prints a table; a
/// mismatch if cells and golden model differ.
pub fn run(args: &cli::Fpga) -> Result<Outcome, Error> {
    let module = Module::read(&args.users)?;
    let reference = module.as_ref().map(Module::model).transpose()?;
    let selected = match module {
        Some(Module { selected, .. }) => vec![selected],
        None => beside(args.dut.as_deref(), args.module.as_deref(), selected(&args.selection)?)?,
    };
    let mut fpga = Fpga::find(Cache::open()?.make("netlists")?)?;
    if selected.iter().any(Selected::is_users) {
        fpga = fpga.confined(confine_tool);
    }
    let found = side_by_side("FPGA", &selected, jobs(args.jobs), Selected::name, |one| {
        measure(args, &fpga, one, reference.as_ref())
    })?;
    if args.json {
        objects(args, &fpga, &selected, &found);
    } else {
        show(args, &fpga, &selected, &found);
    }
    if found.iter().any(|found| !found.equal) {
        return Ok(Outcome::Mismatch);
    }
    let unrouted: Vec<&Unrouted> = found.iter().filter_map(|found| found.routed.as_ref().err()).collect();
    let Some(Unrouted { help, .. }) = unrouted.first() else { return Ok(Outcome::Equal) };
    let what = unrouted.iter().map(|unrouted| unrouted.text.as_str()).collect::<Vec<_>>().join("; ");
    // without names the table shows all that fits
    if args.selection.is_empty() {
        aside!("{what}: {help}");
        return Ok(Outcome::Equal);
    }
    Err(Error::input(what, *help))
}

/// Maps a preset, runs its cells in lockstep, places and routes it.
fn measure(args: &cli::Fpga, fpga: &Fpga, one: &Selected, reference: Option<&Model>) -> Result<Found, Error> {
    let mapped = fpga.map(one.unit.top, &one.verilog(Resets::Gates)?)?;
    let (mut cycles, mut equal) = (0, true);
    for file in &runs(one, &[], args.cycles)? {
        equal &= agrees(one, mapped.circuit.clone(), (file, reference), |_| cycles += 1)?;
    }
    let aim = Aim { device: args.device, megahertz: args.mhz, seed: args.seed, time: args.time };
    let unrouted = |error: SynthError, short, help| {
        Err(Unrouted { short, text: error.to_string().replacen(one.unit.top, &one.name(), 1), help })
    };
    let routed = match fpga.route(&mapped, aim) {
        Ok(routed) => Ok(routed),
        Err(error @ SynthError::TooLarge { .. }) => {
            unrouted(error, "does not fit", "name a larger device with --device, or a smaller preset")
        }
        Err(error @ SynthError::Unrouted { .. }) => {
            unrouted(error, "not routed", "give it more --time, a larger --device, or name a smaller preset")
        }
        Err(error) => return Err(error.into()),
    };
    Ok(Found { cycles, equal, routed })
}

fn result(equal: bool) -> &'static str {
    if equal { "equal" } else { "MISMATCH" }
}

/// Prints the results as JSON, one object for each preset.
fn objects(args: &cli::Fpga, fpga: &Fpga, selected: &[Selected], found: &[Found]) {
    for (one, found) in selected.iter().zip(found) {
        let routed = found.routed.as_ref().ok();
        let used = routed.map(|routed| routed.used);
        say!(
            "{}",
            json!({
                "event": "fpga", "unit": one.unit.name, "preset": one.preset, "dut": one.file(), "device": args.device.to_string(), "seed": args.seed,
                "cycles": found.cycles, "result": result(found.equal).to_lowercase(), "lacks": found.routed.as_ref().err().map(|unrouted| &unrouted.text),
                "luts": used.map(|used| used.luts.0), "flip_flops": used.map(|used| used.flip_flops.0),
                "multipliers": used.map(|used| used.multipliers.0), "slice_memories": used.map(|used| used.slice_memories.0),
                "block_memories": used.map(|used| used.block_memories.0), "mhz": routed.map(|routed| 1000.0 / routed.ns),
                "path_ns": routed.map(|routed| routed.ns), "wires_ns": routed.map(|routed| routed.wires),
                "levels": routed.map(|routed| routed.levels), "from": routed.map(|routed| &routed.ends[0]),
                "to": routed.map(|routed| &routed.ends[1]), "versions": fpga.versions(),
            })
        );
    }
}

/// Prints the results as a table.
fn show(args: &cli::Fpga, fpga: &Fpga, selected: &[Selected], found: &[Found]) {
    let mut table = table();
    table.set_header([
        "unit/preset",
        "cycles",
        "result",
        "LUT4",
        "flip-flops",
        "multipliers",
        "16x4 memories",
        "block memories",
        "MHz",
        "path ns",
        "wires ns",
        "levels",
        "from",
        "to",
    ]);
    right_from(&mut table, 1);
    for (one, found) in selected.iter().zip(found) {
        let mut row = vec![one.name(), group(found.cycles), result(found.equal).into()];
        match &found.routed {
            Ok(Routed { used, ns, wires, levels, ends: [from, to] }) => {
                let parts = [used.luts, used.flip_flops, used.multipliers, used.slice_memories, used.block_memories];
                row.extend(parts.map(|(used, _)| group(used)));
                row.extend([
                    format!("{:.1}", 1000.0 / ns),
                    format!("{ns:.2}"),
                    format!("{wires:.2}"),
                    levels.to_string(),
                ]);
                row.extend([from.clone(), to.clone()]);
            }
            Err(unrouted) => row.push(unrouted.short.into()),
        }
        table.add_row(row);
    }
    say!("{table}");
    say!(
        "{}, {} MHz aimed at, seed {}, every port with a register; {}",
        args.device,
        args.mhz,
        args.seed,
        fpga.versions()
    );
}
