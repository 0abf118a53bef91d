//! `heddle diff`: two designs in lockstep with each other, under random stimulus.

use std::path::PathBuf;

use heddle_block::Port;
use heddle_testbench::files::could_write_in;
use heddle_testbench::target::{self, Hardware};
use heddle_testbench::verilator::block::Block;
use heddle_testbench::words::{self, Shape, Words};

use crate::block::{Comparison, paths, read, words as reading_words};
use crate::cli::Diff;
use crate::error::{Error, Outcome};
use crate::models::{jobs, model_tools, side_by_side};
use crate::number::plural;
use crate::output::{out_error, quoted};

/// Runs `heddle diff`: reads both designs, and compares them; the first says what is expected.
pub fn run(args: &Diff) -> Result<Outcome, Error> {
    could_write_in(&args.hunt.out).map_err(|error| out_error(&args.hunt.out, error))?;
    let (tools, jobs) = (model_tools()?.for_cycles(args.cycles), jobs(args.hunt.jobs));
    let files = match &args.files[..] {
        [a, b] => [vec![a.clone()], vec![b.clone()]],
        _ => [args.a.clone(), args.b.clone()],
    };
    let top_b = args.top_b.as_ref().unwrap_or(&args.top);
    let read = |files: &[PathBuf], top: &str| read(&args.reading, files, top, &tools);
    let blocks = [read(&files[0], &args.top)?, read(&files[1], top_b)?];
    same_ports(&files, &blocks)?;

    let command = command(args, &files);
    let hardware = [0, 1].map(|side| Hardware::Block {
        path: files[side][0].clone(),
        verilog: blocks[side].verilog.clone(),
        command: command.clone(),
        paired: true,
    });
    let shape = Shape::new(&blocks[0]);
    let file = |side: &usize| files[*side][0].display().to_string();
    let refused = |error, side: usize| Error::of_build(error, &hardware[side]);
    let model = |side: &usize| {
        let built = target::build::<Words>(&tools, &shape, &hardware[*side], false);
        built.map_err(|error| refused(error, *side))
    };
    let mut models = side_by_side("building models", &[0, 1], jobs, file, model)?;
    let shape = shape.with_reference(models.swap_remove(0));
    let target =
        words::build(&tools, &args.top, shape.clone(), hardware[1].clone()).map_err(|error| refused(error, 1))?;
    let [Block { streams, .. }, _] = blocks;
    let comparison =
        Comparison { top: args.top.clone(), target, shape, streams, hardware: hardware.into(), tools, jobs };
    comparison.run(&args.hunt, args.cycles, args.replay.as_ref())
}

/// Returns the words that compare the designs, without those for cycles, seed and output.
fn command(args: &Diff, files: &[Vec<PathBuf>; 2]) -> String {
    let [a, b] = files.each_ref().map(|files| paths(files));
    let files = if args.files.is_empty() { format!(" --a{a} --b{b}") } else { format!("{a}{b}") };
    let top_b = args.top_b.as_ref().map_or(String::new(), |top| format!(" --top-b {}", quoted(top)));
    format!("diff{files} --top {}{top_b}{}", quoted(&args.top), reading_words(&args.reading))
}

/// Checks that two blocks have the same ports, whatever their clocks and resets are called.
fn same_ports(files: &[Vec<PathBuf>; 2], [a, b]: &[Block; 2]) -> Result<(), Error> {
    let ports = |block: &Block| {
        let named = |what: &'static str| move |port: &Port| (port.name.clone(), what, port.width);
        let outputs = block.outputs.iter().map(named("an output"));
        block.inputs.iter().map(named("an input")).chain(outputs).collect::<Vec<_>>()
    };
    let (a, b) = (ports(a), ports(b));
    let differs = a.iter().filter_map(|(name, what, width)| match b.iter().find(|(other, ..)| other == name) {
        None => Some(format!("  {name}: {what} of {} of a, which b does not have", plural((*width).into(), "bit"))),
        Some((_, other, _)) if other != what => Some(format!("  {name}: {what} of a, and {other} of b")),
        Some((.., other)) if other != width => {
            Some(format!("  {name}: {} wide in a, and {other} in b", plural((*width).into(), "bit")))
        }
        Some(_) => None,
    });
    let more = b.iter().filter(|(name, ..)| !a.iter().any(|(other, ..)| other == name));
    let more = more.map(|(name, what, width)| {
        format!("  {name}: {what} of {} of b, which a does not have", plural((*width).into(), "bit"))
    });
    let differs: Vec<String> = differs.chain(more).collect();
    if differs.is_empty() {
        return Ok(());
    }
    let [a, b] = files.each_ref().map(|files| files[0].display().to_string());
    let what = format!("the ports of {a} (a) and {b} (b) differ:\n{}", differs.join("\n"));
    Err(Error::input(
        what,
        "give both designs the same ports: a module around one of them can rename or leave out some",
    ))
}
