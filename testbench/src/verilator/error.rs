//! What can go wrong when a model is built or run.

use super::cache::CacheError;
use super::ports::PortFault;
use crate::interrupt::Interrupted;

/// Why there is no model.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The cache folder can not be used.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// A tool could not be started, though it was found before.
    #[error("{tool} could not be started: {source}")]
    Start {
        /// The program.
        tool: String,
        /// The system's reason.
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
        /// The file, as the user knows it.
        file: String,
        /// The first lines of Verilator's message.
        text: String,
    },
    /// Verilator failed without a word about the Verilog.
    #[error("{tool} failed on {file} without finding a fault in it:\n{text}")]
    Verilate {
        /// The program.
        tool: String,
        /// The file, as the user knows it.
        file: String,
        /// The first lines of what it said.
        text: String,
    },
    /// A tool said that all was well, and did not write what it should have.
    #[error("{tool} reported success and wrote no {file}: it is not what it says it is, or something removed the file")]
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
        /// What it said.
        text: String,
    },
    /// The build was to end.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The Verilog has no such top module.
    #[error("{file} has no module {top}: {}", modules(.found))]
    Top {
        /// The file, as the user knows it.
        file: String,
        /// The module looked for.
        top: String,
        /// The modules in the file.
        found: Vec<String>,
    },
    /// The ports are not the contract's; one line a fault.
    #[error("the ports of {top} in {file} differ from the contract:\n{}", lines(.faults))]
    Ports {
        /// The file, as the user knows it.
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
    #[error("{path} does not load: {source}")]
    Load {
        /// The library.
        path: String,
        /// Why.
        source: LoadError,
    },
}

/// Why a library cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The loader refuses it, or a symbol is missing.
    #[error("{0}")]
    Loader(String),
    /// It was built for other ports.
    #[error("it has {inputs} inputs and {outputs} outputs")]
    Ports {
        /// Its inputs.
        inputs: usize,
        /// Its outputs.
        outputs: usize,
    },
}

/// The Verilog stopped the simulation (`$finish`, `$stop`, `$fatal`, or a loop that does not settle). The instance is
/// of no more use: every later call gives the same answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the Verilog stopped the simulation in cycle {cycle}: {reason}")]
pub struct Stopped {
    /// Cycles run before, over the life of the instance; 0 also for the initial blocks.
    pub cycle: u64,
    /// What stopped it and where, as `file:line: reason`.
    pub reason: String,
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
