//! Power: a unit in gates, what a run of it moves, and what that costs.
//!
//! | where | what |
//! |---|---|
//! | [`liberty`] | a cell library |
//! | `function` | a cell's Boolean function |
//! | [`map`] | from Verilog to its cells, by Yosys |
//! | [`netlist`] | cells, macros, nets |
//! | [`gates`] | the netlist, to run |
//! | [`activity`] | what a run moves |
//! | `verilog` | the netlist, to analyse |
//! | [`sum`] | energy by our own sum over the library |
//! | [`sta`] | power by OpenSTA |
//! | [`cacti`] | macros by CACTI |
//! | [`fit`] | energy an operation |

pub mod activity;
pub mod cacti;
pub mod fit;
mod function;
pub mod gates;
pub mod liberty;
pub mod map;
pub mod netlist;
pub mod sta;
pub mod sum;
mod verilog;

/// Why there is no power.
#[derive(Debug, thiserror::Error)]
pub enum PowerError {
    /// The library can not be read.
    #[error(transparent)]
    Liberty(#[from] liberty::LibertyError),
    /// A temporary file.
    #[error("a temporary file: {0}")]
    Temporary(std::io::Error),
    /// Not installed.
    #[error("yosys could not be started: {0}: install it (apt-get install yosys)")]
    NoYosys(std::io::Error),
    /// Not installed.
    #[error("OpenSTA (`sta`) could not be started: {0}: install it (apt-get install opensta)")]
    NoSta(std::io::Error),
    /// Synthesis failed.
    #[error("{top} could not be mapped to the library: {text}")]
    Map {
        /// The top module.
        top: String,
        /// Why.
        text: String,
    },
    /// The analyser did not answer.
    #[error("OpenSTA gives no power:\n{text}")]
    Sta {
        /// Its own words.
        text: String,
    },
    /// CACTI did not answer.
    #[error("CACTI and memory {memory}: {text}")]
    Cacti {
        /// The memory's name.
        memory: String,
        /// Its own words.
        text: String,
    },
}
