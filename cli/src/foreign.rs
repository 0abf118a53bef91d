//! `heddle check --verilog`: a user's Verilog in lockstep with a golden model in C.

use std::path::{Path, PathBuf};
use std::slice::from_ref;

use heddle_testbench::files::could_write_in;
use heddle_testbench::target::Hardware;
use heddle_testbench::verilator::block::{Block, Plan};
use heddle_testbench::verilator::foreign::Foreign;
use heddle_testbench::words::{self, Shape, vet};

use crate::block::{Comparison, Read, paths, words as reading_words};
use crate::cli::{Check, Reading};
use crate::error::{Error, Outcome};
use crate::models::{jobs, model_tools, side_by_side};
use crate::output::{out_error, quoted};

/// Cycles, unless the user says how many.
const CYCLES: u64 = 1_000_000;

/// Checks that no option is given that is for files alone.
pub fn without(args: &Check) -> Result<(), Error> {
    if args.reading == Reading::default() {
        return Ok(());
    }
    let what = "-I, -D, -G, --reset, --reset-low and --free say how files are read";
    Err(Error::input(what, "name the files, as in `heddle check --verilog FILE.v --top T --model MODEL.c`"))
}

/// Runs `heddle check --verilog`: reads the files, builds and vets the model, and compares both.
pub fn run(args: &Check) -> Result<Outcome, Error> {
    let Check { hunt, verilog: files, top, model, reading, .. } = args;
    let (Some(top), Some(model)) = (top, model) else { unreachable!("--verilog requires both") };
    could_write_in(&hunt.out).map_err(|error| out_error(&hunt.out, error))?;
    let cycles = args.cycles.unwrap_or(CYCLES);
    let tools = model_tools()?.for_cycles(cycles);
    let read = Read::new(reading, files, top, &tools)?;
    let mut block = read.block(reading.plan())?;
    let ports = (&*block.inputs, &*block.outputs);
    let foreign = Foreign::build(&tools.tools, &tools.cache, model, &reading.include, top, ports)?;
    if let Some(streams) = foreign.streams() {
        if reading.free {
            return Err(Error::input(
                "--free leaves out the streams, by which a model without cycles is compared",
                "leave it out",
            ));
        }
        block = read.block(Plan { streams: Some(streams.to_vec()), ..reading.plan() })?;
    }
    let jobs = if foreign.alone() { 1 } else { jobs(hunt.jobs) };
    let shape = Shape::new(&block).with_model(foreign);
    vet(&shape).map_err(|fault| Error::input(format!("{}: {fault}", model.display()), "correct the model"))?;

    let Block { verilog, streams, .. } = block;
    let command = command(args, files, top, model);
    let hardware = Hardware::Block { path: files[0].clone(), verilog, command, paired: false };
    let build = |hardware: &Hardware| {
        let built = words::build(&tools, top, shape.clone(), hardware.clone());
        built.map_err(|error| Error::of_build(error, hardware))
    };
    let mut built = side_by_side("building models", from_ref(&hardware), jobs, |_| top.clone(), build)?;
    let target = built.swap_remove(0);
    let comparison = Comparison { top: top.clone(), target, shape, streams, hardware: vec![hardware], tools, jobs };
    comparison.run(hunt, cycles, args.replay.as_ref())
}

/// Returns the words that compare both, without those for cycles, seed and output.
fn command(args: &Check, files: &[PathBuf], top: &str, model: &Path) -> String {
    let (top, model) = (quoted(top), quoted(&model.display().to_string()));
    format!("check --verilog{} --top {top} --model {model}{}", paths(files), reading_words(&args.reading))
}
