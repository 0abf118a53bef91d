//! The error of a user's Verilog that cannot become a block.

use crate::error::BuildError;
use crate::toolchain::ToolError;
use crate::tree::{Effect, Place, TreeError};

/// The reason why a user's Verilog cannot become a block.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A file cannot be read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A file is no text.
    #[error("{path}: not Verilog: the file is not text")]
    NotText {
        /// The file.
        path: String,
    },
    /// A file is encrypted.
    #[error("{place}: the text from here on is encrypted, and the key is in other tools")]
    Encrypted {
        /// Where that begins.
        place: Place,
    },
    /// Two modules have one name.
    #[error("{place}: a module {name} is in {first}, too")]
    Duplicate {
        /// The place of the second one.
        place: Place,
        /// The place of the first one.
        first: Place,
        /// Their name.
        name: String,
    },
    /// A value is given to what is no parameter.
    #[error("{top} has no parameter {name}: it has {}", if .known.is_empty() { "none".to_owned() } else { .known.join(", ") })]
    NoParameter {
        /// The module.
        top: String,
        /// The name.
        name: String,
        /// The parameters in the module's head.
        known: Vec<String>,
    },
    /// A port of the top module is an interface of SystemVerilog.
    #[error("{line}: a port is an interface: a port is an input or an output of bits")]
    Interface {
        /// Its place, as Verilator names it.
        line: String,
    },
    /// Verilator refuses the Verilog, in its own words.
    #[error("Verilator refused the Verilog:\n{text}")]
    Refused {
        /// The first lines of its message.
        text: String,
    },
    /// The tree is of no use, or a port of a type that is refused.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// A statement reaches beyond the ports.
    #[error("{}: {} is not allowed: a module communicates through its ports alone", .0.place, .0.what)]
    Effect(Effect),
    /// A file that is loaded into a memory cannot be.
    #[error("{place}: {what}")]
    Load {
        /// The place of `$readmemh`, or the line of the file.
        place: Place,
        /// What is wrong.
        what: String,
    },
    /// Registers are clocked by edges of several inputs.
    #[error("{place}: {second} is a second clock beside {first}: a block has one clock")]
    TwoClocks {
        /// The place of the second clock.
        place: Place,
        /// The first clock.
        first: String,
        /// The second one.
        second: String,
    },
    /// Registers are set by edges of several inputs.
    #[error("{place}: {second} is a second asynchronous reset beside {first}: a block has one reset")]
    TwoResets {
        /// The place of the second reset.
        place: Place,
        /// The first reset.
        first: String,
        /// The second one.
        second: String,
    },
    /// Logic between inputs makes a clock, so that none of them is one.
    #[error("{place}: the clock is made of {}: a block has one clock, which is an input", .ports.join(" and "))]
    MadeClock {
        /// The place of the clock.
        place: Place,
        /// The inputs.
        ports: Vec<String>,
    },
    /// A name is that of no port that can be meant.
    #[error("there is no {what} `{name}`: the ports are {ports}")]
    NoPort {
        /// What it is said to be.
        what: &'static str,
        /// The name.
        name: String,
        /// The ports.
        ports: String,
    },
    /// A stream names what is no port of its direction.
    #[error("a stream names `{port}`, which is not {what} of the block")]
    Stream {
        /// The name.
        port: String,
        /// What it should be.
        what: String,
    },
    /// Two ports of the block would have one name.
    #[error("two ports of the block are called {name}")]
    Twice {
        /// The name.
        name: String,
    },
    /// Names do not fit the parts of a port.
    #[error("port {port} of {width} bits has {parts} parts, and {named} names are given")]
    Parts {
        /// The port.
        port: String,
        /// Its width.
        width: u32,
        /// Its parts: pieces of 64 bits, or fields.
        parts: usize,
        /// The names that are given.
        named: usize,
    },
    /// Ports have more words than are run at a time.
    #[error("{top} has {parts} ports of at most 64 bits: a block has at most {most}")]
    TooMany {
        /// The module.
        top: String,
        /// Its ports, each piece and element by itself.
        parts: u64,
        /// Most ports.
        most: u64,
    },
    /// Nothing goes in or comes out.
    #[error("{top} has no output: there is nothing to compare")]
    NoOutput {
        /// The module.
        top: String,
    },
    /// A tool is missing.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// A tool or the cache fails.
    #[error(transparent)]
    Build(#[from] BuildError),
}
