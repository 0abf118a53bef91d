//! The error of a trace that cannot be replayed.

use crate::lockstep::IllegalInput;
use crate::trace::TraceError;
use heddle_verilator::interrupt::Interrupted;
use heddle_verilator::{BuildError, Stopped, WaveError};

/// Greatest number of values of a waveform that are kept in memory until it is written.
pub(super) const MOST_VALUES: usize = 1 << 26;

/// The reason why a trace cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The trace file cannot be used.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The trace breaks the protocol.
    #[error("{path}: {illegal}: the contract does not allow this input, so the cycles that follow have no meaning")]
    Illegal {
        /// The trace.
        path: String,
        /// The cycle and the rule.
        illegal: IllegalInput,
    },
    /// The Verilog stopped the simulation.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The traced model could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The folder for temporary files cannot be written.
    #[error("{folder}, the folder for temporary files, cannot be written: {source}")]
    Temporary {
        /// The folder.
        folder: String,
        /// The underlying error.
        source: std::io::Error,
    },
    /// The waveform would not fit.
    #[error("{path}: {cycles} cycles of {signals} signals are more than a waveform can hold ({MOST_VALUES} values)")]
    TooLong {
        /// The trace.
        path: String,
        /// Its cycles.
        cycles: usize,
        /// The signals of each.
        signals: usize,
    },
    /// The replay was interrupted.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The simulator's waveform could not be merged.
    #[error(transparent)]
    Wave(#[from] WaveError),
}
