//! How the command ends: equal, a mismatch, bad input, or a missing tool.

use std::process::ExitCode;

use heddle_testbench::target::ReplayError;
use heddle_testbench::trace::TraceError;
use heddle_testbench::verilator::{BuildError, CacheError, ToolError};
use miette::{Diagnostic, MietteHandlerOpts, ReportHandler};

/// What a verb found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing wrong.
    Equal,
    /// Golden model and RTL disagree.
    Mismatch,
    /// A tool is missing or broken.
    NoTool,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(match outcome {
            Outcome::Equal => 0,
            Outcome::Mismatch => 1,
            Outcome::NoTool => 3,
        })
    }
}

/// Why a verb could not do its work.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum Error {
    /// What the user asked for does not exist or makes no sense.
    #[error("{what}")]
    #[diagnostic(help("{help}"))]
    Input {
        /// What is wrong.
        what: String,
        /// What would be right.
        help: String,
    },
    /// A tool is missing or broken.
    #[error("{what}")]
    #[diagnostic(help("{help}"))]
    Tool {
        /// What is wrong.
        what: String,
        /// What to do.
        help: String,
    },
}

impl Error {
    /// Bad input.
    pub fn input(what: impl ToString, help: impl Into<String>) -> Self {
        Error::Input { what: what.to_string(), help: help.into() }
    }

    /// A missing or broken tool.
    pub fn tool(what: impl ToString, help: impl Into<String>) -> Self {
        Error::Tool { what: what.to_string(), help: help.into() }
    }

    /// Tells the user, and gives the exit status.
    pub fn report(&self) -> ExitCode {
        struct Shown<'a>(&'a Error);
        impl std::fmt::Display for Shown<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let handler = MietteHandlerOpts::new().width(120).build();
                handler.debug(self.0, f)
            }
        }
        eprintln!("{}", Shown(self));
        ExitCode::from(match self {
            Error::Input { .. } => 2,
            Error::Tool { .. } => 3,
        })
    }
}

impl From<ToolError> for Error {
    fn from(error: ToolError) -> Self {
        Error::tool(error, "`heddle doctor` shows what is found; `make setup` installs what is missing")
    }
}

impl From<CacheError> for Error {
    fn from(error: CacheError) -> Self {
        Error::tool(
            error,
            "models are built once and kept: the folder must exist or be creatable, and have some 10 MB free",
        )
    }
}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Cache(error) => error.into(),
            BuildError::Start { .. } | BuildError::Compile { .. } | BuildError::Load { .. } => {
                Error::tool(error, "`heddle doctor` shows the tools and their versions")
            }
            BuildError::Name { .. }
            | BuildError::Verilog { .. }
            | BuildError::Top { .. }
            | BuildError::Ports { .. } => {
                Error::input(error, "`heddle emit UNIT/PRESET` prints the module and the ports that are expected")
            }
        }
    }
}

impl From<TraceError> for Error {
    fn from(error: TraceError) -> Self {
        Error::input(error, "traces are written by `heddle fuzz` and `heddle check` when they find a mismatch")
    }
}

impl From<ReplayError> for Error {
    fn from(error: ReplayError) -> Self {
        match error {
            ReplayError::Trace(error) => error.into(),
            ReplayError::Build(error) => error.into(),
            ReplayError::Illegal { .. } => {
                Error::input(error, "the unit's contract, section Protocol, says which inputs are legal")
            }
            ReplayError::Stopped(_) => Error::input(error, "take $finish, $stop and $fatal out of the Verilog"),
            ReplayError::File { .. } | ReplayError::Wave(_) => {
                Error::input(error, "name a file in a folder that can be written")
            }
        }
    }
}
