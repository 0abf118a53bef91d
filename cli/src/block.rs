//! A user's module in lockstep with what is expected of it: the part that `diff` and
//! `check --verilog` have in common.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Instant;

use heddle_block::{ALWAYS, Order, Signal, Stream};
use heddle_sandbox::lacking;
use heddle_testbench::target::{self, Failure, Hardware, ModelTools, Target};
use heddle_testbench::trace::TraceFile;
use heddle_testbench::verilator::block::{Block, Plan, Source, Text};
use heddle_testbench::verilator::{Model, ZEROS};
use heddle_testbench::words::{self, Shape, Words};
use serde_json::json;

use crate::cli::{Hunt, Reading, Users};
use crate::console::{aside, say};
use crate::dut::delays;
use crate::error::{Error, Outcome};
use crate::hunt::Prepared;
use crate::models::model_tools;
use crate::number::group;
use crate::output::{print_replayed, quoted};
use crate::progress::{Task, Work};
use crate::select::{Selected, name_delays};

/// Initial contents under which a mismatch is run again.
const CONTENTS: u32 = 8;

/// A user's files that were read.
pub struct Read {
    source: Source,
    text: Text,
}

impl Read {
    /// Reads a user's files.
    pub fn new(reading: &Reading, files: &[PathBuf], top: &str, tools: &ModelTools) -> Result<Self, Error> {
        if let Some(lacks) = lacking() {
            aside!("{top}: this kernel has {lacks}: processes with your rights build and run it");
        }
        let source = reading.source(files, top);
        let text = source.read(&tools.tools, &tools.cache)?;
        let delays = text.lines().filter(|(_, line)| !delays(line).is_empty());
        name_delays(&delays.map(|(place, _)| place.to_string()).collect::<Vec<_>>());
        Ok(Read { source, text })
    }

    /// Returns the type parameters of the top module that have their own types.
    pub fn own_types(&self) -> Vec<(String, String)> {
        self.text.own_types(&self.source)
    }

    /// Makes a block of them.
    pub fn block(&self, plan: Plan) -> Result<Block, Error> {
        Ok(Block::new(&self.source, &self.text, &plan)?)
    }
}

/// Reads a user's files as a block.
pub fn read(reading: &Reading, files: &[PathBuf], top: &str, tools: &ModelTools) -> Result<Block, Error> {
    Read::new(reading, files, top, tools)?.block(reading.plan())
}

/// Returns files as words of a command, each with a blank before it.
pub fn paths(files: &[PathBuf]) -> String {
    files.iter().map(|file| format!(" {}", quoted(&file.display().to_string()))).collect()
}

/// Returns how files are read as words of a command, each with a blank before it.
pub fn words(reading: &Reading) -> String {
    let mut words = String::new();
    let mut option = |name: &str, value: &str| words += &format!(" {name} {}", quoted(value));
    reading.include.iter().for_each(|folder| option("-I", &folder.display().to_string()));
    reading.define.iter().for_each(|(name, value)| option("-D", &format!("{name}={value}")));
    reading.parameter.iter().for_each(|(name, value)| option("-G", &format!("{name}={value}")));
    reading.reset.iter().for_each(|port| option("--reset", port));
    reading.reset_low.iter().for_each(|port| option("--reset-low", port));
    words + if reading.free { " --free" } else { "" }
}

/// A user's module in place of a unit.
pub struct Module {
    /// The unit that it is.
    pub selected: Selected,
    /// The Verilog, in lockstep with itself.
    pub hardware: Hardware,
    pub tools: ModelTools,
    block: Block,
}

impl Module {
    /// Reads the module; `None` if no files are named.
    pub fn read(users: &Users) -> Result<Option<Self>, Error> {
        let Users { verilog: files, top: Some(top), reading } = users else {
            let help = "name the files, as in `--verilog FILE.v --top T`";
            let what = "-I, -D, -G, --reset, --reset-low and --free say how files are read";
            return if users.reading == Reading::default() { Ok(None) } else { Err(Error::input(what, help)) };
        };
        let tools = model_tools()?;
        let block = read(reading, files, top, &tools)?;
        let (unit, preset) = words::unit(top, Shape::new(&block));
        let verilog = block.verilog.clone();
        let selected = Selected { unit, preset, given: Some((paths(files).trim().to_string(), verilog.clone())) };
        let hardware = Hardware::Block { path: files[0].clone(), verilog, command: String::new(), paired: true };
        Ok(Some(Module { selected, hardware, tools, block }))
    }

    /// Builds the model of the Verilog.
    pub fn model(&self) -> Result<Model, Error> {
        let built = target::build::<Words>(&self.tools, &Shape::new(&self.block), &self.hardware, false);
        built.map_err(|error| Error::of_build(error, &self.hardware))
    }

    /// Builds the target that runs the Verilog beside itself.
    pub fn target(&self) -> Result<Box<dyn Target>, Error> {
        let (shape, hardware) = (Shape::new(&self.block).with_reference(self.model()?), self.hardware.clone());
        let built = words::build(&self.tools, self.selected.preset, shape, hardware);
        built.map_err(|error| Error::of_build(error, &self.hardware))
    }
}

/// A block that is ready to be compared.
pub struct Comparison {
    /// The top module.
    pub top: String,
    pub target: Box<dyn Target>,
    pub shape: Shape,
    pub streams: Vec<Stream>,
    /// All Verilog that takes part; the last is what is compared.
    pub hardware: Vec<Hardware>,
    pub tools: ModelTools,
    pub jobs: usize,
}

impl Comparison {
    fn compared(&self) -> Hardware {
        self.hardware.last().expect("a block has hardware").clone()
    }

    /// Compares a number of cycles under random stimulus, or those of a trace.
    pub fn run(self, hunt: &Hunt, cycles: u64, trace: Option<&PathBuf>) -> Result<Outcome, Error> {
        match trace {
            Some(path) => self.replay(&TraceFile::open(path)?, hunt.json),
            None => self.random(hunt, cycles),
        }
    }

    fn replay(&self, file: &TraceFile, json: bool) -> Result<Outcome, Error> {
        let (unit, preset) = (&file.header.unit, &file.header.preset);
        if (self.target.unit(), self.target.preset()) != (unit, preset) {
            let what = format!("{} is a trace of {unit}/{preset}, and not of the top module {}", file.path(), self.top);
            return Err(Error::input(what, "the line `again` of a report is the command that replays its trace"));
        }
        let task = Task::start("replay", Work::Open);
        let replay = self.target.replay(file)?;
        drop(task);
        print_replayed(self.target.as_ref(), &replay, &self.compared(), json);
        Ok(if replay.mismatch.is_some() { Outcome::Mismatch } else { Outcome::Equal })
    }

    fn random(self, hunt: &Hunt, cycles: u64) -> Result<Outcome, Error> {
        if !hunt.json {
            streams(&self.streams).iter().for_each(|line| say!("stream   {line}"));
        }
        let (started, seed, hardware) = (Instant::now(), hunt.seed.unwrap_or(1), self.compared());
        let Self { top, target, shape, hardware: all, tools, jobs, .. } = self;
        let prepared = Prepared { targets: vec![target], hardware, tools, jobs, seed };
        let report = prepared.run(hunt, Some(cycles), None, true);
        let report = report.map_err(|error| with_loops(error, &prepared.tools, &shape, &all))?;
        report.interrupted()?;
        if let Some(failure) = report.failures.first() {
            depends(prepared.targets[0].as_ref(), failure, hunt.json)?;
        }
        let cycles: u64 = report.verdicts.iter().map(|verdict| verdict.cycles).sum();
        let (seconds, equal) = (started.elapsed().as_secs_f64(), report.outcome == Outcome::Equal);
        if hunt.json {
            let result = if equal { "equal" } else { "mismatch" };
            let event = json!({
                "event": "summary", "result": result, "cycles": cycles, "seconds": seconds, "seed": seed,
            });
            say!("{event}");
        } else if equal {
            say!("equal    {top}: {} cycles compared in {seconds:.1} s, seed {seed}", group(cycles));
        }
        Ok(report.outcome)
    }
}

/// Returns the streams of a block in words, a line each, or that there are none.
pub fn streams(streams: &[Stream]) -> Vec<String> {
    match streams {
        [] => vec![
            "none by the names of the ports: every input is drawn, and every output compared, in every cycle".into(),
        ],
        all => all.iter().map(shown).collect(),
    }
}

/// Returns a stream in words.
fn shown(stream: &Stream) -> String {
    let Stream { into, valid, ready, payload, order, .. } = stream;
    let payload = if payload.is_empty() { "nothing".into() } else { payload.join(" ") };
    let side = |one: &Signal| format!("{}{}", if one.inverted { "not " } else { "" }, one.port);
    let signals = match (&*valid.port, &*ready.port) {
        (ALWAYS, ALWAYS) => "in each cycle".to_owned(),
        (_, ALWAYS) => side(valid),
        _ => format!("{} with {}", side(valid), side(ready)),
    };
    let order = match order {
        Order::First => String::new(),
        Order::Tag(tag) => format!(", in any order of {}", tag.join(" ")),
        Order::Latency(cycles) => format!(", {cycles} cycles after its transaction"),
    };
    format!("{} the block: {signals}, carries {payload}{order}", if *into { "into" } else { "out of" })
}

/// Returns an error with the signals of each combinational loop, if a loop is its reason.
fn with_loops(error: Error, tools: &ModelTools, shape: &Shape, hardware: &[Hardware]) -> Error {
    let Error::Input { what, .. } = &error else { return error };
    if !what.contains("converge") {
        return error;
    }
    let loops = hardware.iter().filter_map(|hardware| target::loops::<Words>(tools, shape, hardware).err());
    let loops: String = loops.map(|error| format!("\n{error}")).collect();
    Error::input(format!("{what}{loops}"), "break the loop, by a register or by logic without it")
}

/// Runs a mismatch again with other initial contents of the registers, and says so if it depends on
/// them.
fn depends(target: &dyn Target, failure: &Failure, json: bool) -> Result<(), Error> {
    let mut file = TraceFile::parse("the shrunk trace".into(), failure.trace.clone())?;
    let seeds = (1..=CONTENTS).filter_map(|seed| NonZeroU32::new(2 * seed + 1)).chain([ZEROS]);
    let mut gone = 0;
    for seed in seeds {
        file.header.initial = seed;
        gone += u32::from(target.replay(&file)?.mismatch.is_none());
    }
    if json {
        say!("{}", json!({ "event": "contents", "tried": CONTENTS + 1, "without_mismatch": gone }));
    } else if gone > 0 {
        say!("  depends  on what reset leaves undefined: with {gone} of {} other contents it is gone", CONTENTS + 1);
    }
    Ok(())
}
