//! Errors of building and running a model.

use super::cache::CacheError;
use super::ports::PortFault;
use crate::interrupt::Interrupted;

/// The reason why a model could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The cache folder cannot be used.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// A tool could not be started, though it was found before.
    #[error("{tool} could not be started: {source}")]
    Start {
        /// The program.
        tool: String,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The design's name is no Verilog identifier.
    #[error(
        "{name:?} is no Verilog identifier: a top module or port has letters, digits, _ and $, and starts with no digit"
    )]
    Name {
        /// The name.
        name: String,
    },
    /// Verilator refused the Verilog: its own message, under the user's file name.
    #[error("Verilator refused {file}:\n{text}")]
    Verilog {
        /// The file, by the path that the user gave.
        file: String,
        /// The first lines of Verilator's message.
        text: String,
    },
    /// Verilator failed without a message about the Verilog.
    #[error("{tool} failed on {file} without finding a fault in it:\n{text}")]
    Verilate {
        /// The program.
        tool: String,
        /// The file, by the path that the user gave.
        file: String,
        /// The first lines of its output.
        text: String,
    },
    /// A tool reported success, and did not write its output file.
    #[error(
        "{tool} reported success, but there is no {file}: the program is not the expected tool, or the file was removed"
    )]
    Nothing {
        /// The program.
        tool: String,
        /// The file.
        file: String,
    },
    /// A tool has no room for its temporary files.
    #[error(
        "{tool} has no room for temporary files in {folder}: {text}: make room, or set TMPDIR to a folder with room"
    )]
    NoRoom {
        /// The program.
        tool: String,
        /// The folder.
        folder: String,
        /// The tool's message.
        text: String,
    },
    /// The build was interrupted.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The Verilog has no such top module.
    #[error("{file} has no module {top}: {}", modules(.found))]
    Top {
        /// The file, by the path that the user gave.
        file: String,
        /// The module looked for.
        top: String,
        /// The modules in the file.
        found: Vec<String>,
    },
    /// The ports are not the contract's; one line a fault.
    #[error("the ports of {top} in {file} differ from the contract:\n{}", lines(.faults))]
    Ports {
        /// The file, by the path that the user gave.
        file: String,
        /// The top module.
        top: String,
        /// Every fault.
        faults: Vec<PortFault>,
    },
    /// The C++ compiler or linker refused what Verilator wrote.
    #[error("{tool} failed on the C++ that Verilator wrote for {top} (try another version of either):\n{text}")]
    Compile {
        /// The compiler.
        tool: String,
        /// The top module.
        top: String,
        /// The first lines of its message.
        text: String,
    },
    /// The library was built and does not load.
    #[error("the built model {path} cannot be loaded: {source}")]
    Load {
        /// The library.
        path: String,
        /// The error of the loader.
        source: LoadError,
    },
}

/// The reason why a built library cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The loader refuses it, or a symbol is missing.
    #[error("{0}")]
    Loader(String),
    /// The library was built for other ports.
    #[error("it was built for other ports: {inputs} inputs and {outputs} outputs")]
    Ports {
        /// Number of its inputs.
        inputs: usize,
        /// Number of its outputs.
        outputs: usize,
    },
}

/// The error of a simulation that ended: Verilog that stopped it (`$finish`, `$stop`, `$fatal`, or
/// a loop that does not settle), or a confined model whose process ended.
///
/// The instance is of no more use: every later call returns the same error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{cause} in cycle {cycle}: {reason}")]
pub struct Stopped {
    /// Number of cycles run before the stop, over the life of the instance; 0 also for the initial
    /// blocks. Of a process, that of the block's start.
    pub cycle: u64,
    /// What ended the simulation.
    pub cause: Cause,
    /// The cause and place of the stop, as `file:line: reason`, or how the process ended.
    pub reason: String,
}

/// What ended a simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// The Verilog.
    #[error("the Verilog stopped the simulation")]
    Verilog,
    /// An assertion of the Verilog failed, or it came to a `$stop`.
    #[error("an assertion failed")]
    Assertion,
    /// The process of the model ended without an order, or had to be killed.
    #[error("the model's process ended")]
    Process,
    /// A request to end all work, while the model was computing.
    #[error("the simulation was interrupted")]
    Interrupt,
}

/// The modules that are named when the right one is not there.
const MODULES: usize = 8;

fn modules(found: &[String]) -> String {
    match found {
        [] => "it has no module at all".to_owned(),
        found if found.len() <= MODULES => format!("it has {}", found.join(", ")),
        found => format!("it has {} and {} more", found[..MODULES].join(", "), found.len() - MODULES),
    }
}

fn lines(faults: &[PortFault]) -> String {
    faults.iter().map(|fault| format!("  {fault}")).collect::<Vec<_>>().join("\n")
}
