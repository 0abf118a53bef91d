//! The hardware that a target is built of.

use std::borrow::Cow;
use std::path::PathBuf;

/// The source of the hardware: emitted RTL, a Verilog file, or mutants.
#[derive(Debug, Clone)]
pub enum Hardware {
    /// The RTL as emitted, in its gate variant.
    Emitted,
    /// The RTL as emitted, in its FPGA variant.
    Fpga,
    /// A Verilog file with the emitted module's name and ports, edited or written by hand.
    File {
        /// Path of the file, for messages.
        path: PathBuf,
        /// Text of the file, in which the module that is tested has the emitted module's name.
        verilog: String,
        /// The module's name in the file, where it is another one.
        module: Option<String>,
    },
    /// A user's module with a module around it ([`heddle_verilator::block`]).
    Block {
        /// Path of its first file, for messages.
        path: PathBuf,
        /// Text of both modules.
        verilog: String,
        /// The words of the command line that compares the module, without the program's name.
        command: String,
        /// Whether it is compared with other Verilog, and not with a golden model.
        paired: bool,
    },
    /// The RTL with mutants in it, one of which an input selects.
    Mutants {
        /// Verilog with the emitted module's name and ports, and [`SELECT`](crate::mutate::SELECT).
        verilog: String,
    },
}

impl Hardware {
    /// The RTL as emitted, in its FPGA or its gate variant.
    pub fn variant(fpga: bool) -> Self {
        if fpga { Self::Fpga } else { Self::Emitted }
    }

    /// Returns the Verilog; `emitted` returns what is emitted for the preset, in which a macro
    /// selects the FPGA variant.
    pub fn verilog(&self, emitted: impl FnOnce() -> String) -> Cow<'_, str> {
        match self {
            Self::Emitted => emitted().into(),
            Self::Fpga => format!("`define HEDDLE_FPGA\n{}", emitted()).into(),
            Self::File { verilog, .. } | Self::Block { verilog, .. } | Self::Mutants { verilog } => verilog.into(),
        }
    }

    /// Whether a user wrote the Verilog, so that it is not trusted.
    pub fn is_users(&self) -> bool {
        matches!(self, Self::File { .. } | Self::Block { .. })
    }

    /// Returns the names of what is compared: what is expected, and the hardware.
    pub fn sides(&self) -> [&'static str; 2] {
        if matches!(self, Self::Block { paired: true, .. }) { ["a", "b"] } else { ["golden", "RTL"] }
    }

    /// A Verilog file whose module has the emitted module's name.
    pub fn file(path: impl Into<PathBuf>, verilog: impl Into<String>) -> Self {
        Self::File { path: path.into(), verilog: verilog.into(), module: None }
    }
}
