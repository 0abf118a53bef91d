//! The mutants of a circuit, and circuits that contain them.

use heddle_block::{Port, Timing};
use heddle_synth::{SynthError, Yosys};
use tempfile::TempDir;

/// Name of the input that selects a mutant by its number; 0 selects none.
pub const SELECT: &str = "heddle_mutant";
/// Width of that input, in bits.
const WIDTH: u32 = 16;

/// Returns the input port that selects a mutant in a model of many ([`SELECT`]).
pub fn select() -> Port {
    Port { name: SELECT.into(), width: WIDTH, timing: Timing::Late }
}

/// Yosys commands that elaborate and flatten a design, so that a fault is in one instance and not
/// in all of a shared module. Logic that synthesis removes, or makes narrower, is no hardware, and
/// a fault in it is none either.
const PREPARE: &str = "proc; flatten; opt -full; wreduce; opt_clean; opt -full; opt_clean; write_rtlil prepared.il";

/// A mutant: a bit of a cell's port is inverted, stuck, or depends on another bit of the port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant {
    /// Number of the mutant, from 1, in the order in which mutants are drawn.
    pub number: u64,
    /// Kind of fault: `inv`, `const0`, `const1`, `cnot0`, `cnot1`: inverted, stuck at 0 or 1,
    /// inverted where another bit is 0 or 1.
    pub mode: String,
    /// Path of the cell.
    pub cell: String,
    /// Port of the cell and bit, as in `A[3]`.
    pub port: String,
    /// Signal and bit that are connected to the port; `None` without a name.
    pub signal: Option<String>,
    /// The user's file that the cell comes from; `None` where it is the emitted Verilog.
    pub file: Option<String>,
    /// Line of that file, from 1; 0 if unknown.
    pub line: usize,
    /// Arguments of Yosys' `mutate` that make the fault.
    change: String,
}

/// Ports of clocks: the circuit is synchronous, and a fault in the clock is no fault of its logic.
const CLOCKS: [&str; 3] = ["CLK", "RD_CLK", "WR_CLK"];
/// The enable of a read without a clock, which is always on: no netlist of Yosys has another value,
/// and Yosys stops at a netlist that does.
const READ: (&str, &str) = ("$memrd$", " -port EN ");
/// One more mutant is drawn for this many, enough to leave out the two kinds above.
const SPARE: u64 = 8;

/// Mutants of one circuit, and the saved netlist that all are applied to: names of cells change
/// with every pass.
#[derive(Debug, Clone)]
pub struct Mutants {
    /// The mutants in the order in which they were drawn; fewer than requested if the circuit is
    /// too small.
    pub list: Vec<Mutant>,
    top: String,
    prepared: String,
    yosys: Yosys,
}

impl Mutants {
    /// Draws mutants of a circuit, evenly over its modules, signals and lines. The same seed draws
    /// the same mutants.
    pub fn draw(yosys: &Yosys, top: &str, verilog: &str, count: u64, seed: u32) -> Result<Self, SynthError> {
        let desk = Desk::open(top)?;
        let file = format!("{top}.v");
        desk.write(&file, verilog)?;
        let read = format!("read_verilog {file}; hierarchy -check -top {top}");
        let drawn = count + count.div_ceil(SPARE);
        let script = format!("{read}; {PREPARE}; mutate -list {drawn} -seed {seed} -o list");
        yosys.run(top, desk.folder.path(), &script)?;
        let list = desk.read("list")?;
        let on_clock = |line: &&str| CLOCKS.iter().any(|port| line.contains(&format!(" -port {port} ")));
        let enables_read = |line: &&str| line.contains(READ.0) && line.contains(READ.1);
        let lines = list.lines().filter(|line| !on_clock(line) && !enables_read(line)).take(count as usize);
        let list = lines.zip(1..).map(|(line, number)| Mutant::read(line, number, &file)).collect();
        Ok(Mutants { list, top: top.to_string(), prepared: desk.read("prepared.il")?, yosys: yosys.clone() })
    }

    /// Returns Verilog of the circuit with all mutants, and with the input [`SELECT`].
    pub fn together(&self) -> Result<String, SynthError> {
        let apply = |mutant: &Mutant| format!("mutate -ctrl {SELECT} {WIDTH} {} {}\n", mutant.number, mutant.change);
        let changes: String = self.list.iter().map(apply).collect();
        // bits of one word that depend on each other are no loop: Verilator 5.006 takes them for
        // one, and does not always settle it right
        self.verilog(&format!("{changes}splitnets -driver\n"))
    }

    /// Returns Verilog of the circuit with one mutant alone.
    pub fn alone(&self, mutant: &Mutant) -> Result<String, SynthError> {
        self.verilog(&format!("mutate {}\n", mutant.change))
    }

    /// Returns Verilog of the circuit without a mutant.
    pub fn none(&self) -> Result<String, SynthError> {
        self.verilog("")
    }

    fn verilog(&self, changes: &str) -> Result<String, SynthError> {
        let desk = Desk::open(&self.top)?;
        desk.write("prepared.il", &self.prepared)?;
        let script = format!("read_rtlil prepared.il\n{changes}opt_clean\nwrite_verilog -noattr out.v\n");
        self.yosys.run(&self.top, desk.folder.path(), &script)?;
        desk.read("out.v")
    }
}

impl Mutant {
    /// Reads a line of the list: `mutate -mode M -module M -cell C -port P -portbit N`, and more;
    /// names have no blanks.
    fn read(line: &str, number: u64, file: &str) -> Self {
        let words: Vec<&str> = line.split(' ').collect();
        let options: Vec<(&str, &str)> = words[1..].chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        let option = |name: &str| options.iter().find(|(option, _)| *option == name).map(|(_, value)| *value);
        let bit = |name: &str, bit: &str| Some(format!("{}[{}]", option(name)?, option(bit)?));
        let sources = options.iter().filter(|(option, _)| *option == "-src").map(|(_, place)| *place);
        let what = ["-wire", "-wirebit", "-src"];
        let change = options.iter().filter(|(option, _)| !what.contains(option));
        let (file, line) = narrowest(sources, file).unwrap_or_default();
        Mutant {
            number,
            mode: option("-mode").unwrap_or_default().to_string(),
            cell: option("-cell").unwrap_or_default().to_string(),
            port: bit("-port", "-portbit").unwrap_or_default(),
            signal: bit("-wire", "-wirebit"),
            file,
            line,
            change: change.map(|(option, value)| format!("{option} {value}")).collect::<Vec<_>>().join(" "),
        }
    }
}

/// Returns the first line of the shortest of several ranges, as in `slp.v:98.19-119.6`, and its
/// file: surrounding ranges are named too. A user's file stands before our `own`, which is `None`.
fn narrowest<'a>(places: impl Iterator<Item = &'a str>, own: &str) -> Option<(Option<String>, usize)> {
    let place = |place: &'a str| {
        let (file, range) = place.rsplit_once(':')?;
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        let number = |text: &str| {
            let (line, column) = text.split_once('.')?;
            Some((line.parse::<usize>().ok()?, column.parse::<usize>().ok()?))
        };
        let (from, to) = (number(from)?, number(to)?);
        // Yosys has places that are nowhere
        (from.0 != 0).then_some((file == own, (to.0 - from.0, to.1.abs_diff(from.1)), from.0, file))
    };
    let (ours, _, line, file) = places.filter_map(place).min()?;
    Some(((!ours).then(|| file.to_string()), line))
}

/// A temporary folder that Yosys works in.
struct Desk<'a> {
    folder: TempDir,
    top: &'a str,
}

impl<'a> Desk<'a> {
    fn open(top: &'a str) -> Result<Self, SynthError> {
        let folder = tempfile::tempdir().map_err(|source| SynthError::File { top: top.to_string(), source })?;
        Ok(Desk { folder, top })
    }

    fn read(&self, name: &str) -> Result<String, SynthError> {
        std::fs::read_to_string(self.folder.path().join(name)).map_err(|source| self.error(source))
    }

    fn write(&self, name: &str, text: &str) -> Result<(), SynthError> {
        std::fs::write(self.folder.path().join(name), text).map_err(|source| self.error(source))
    }

    fn error(&self, source: std::io::Error) -> SynthError {
        SynthError::File { top: self.top.to_string(), source }
    }
}
