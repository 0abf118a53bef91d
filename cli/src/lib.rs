//! The command line of a comparison, for any block: check, fuzz, replay, prove, cover, mutate, emit
//! and cost.
//!
//! | where | what |
//! |---|---|
//! | [`prelude`] | what a program of a team's own blocks needs |
//! | [`Heddle`] | a program of verbs: its units, and what it has beside them |
//! | [`CoreVerb`], [`Cluster`], [`Limited`], [`values`] | the verbs of any block, and arguments that verbs share |
//! | [`console`] | the two output streams |
//! | [`error`] | outcomes, errors, and the exit status of each |
//! | [`models`], [`select`] | models of selected presets |
//! | [`store`], [`cluster`] | finished results, kept, and shared by the tasks of a cluster |
//! | [`output`], [`table`], [`plot`], [`page`], [`progress`], [`number`], [`folder`] | how results are shown |
//! | the others | one file for each verb |

mod block;
mod check;
mod cli;
pub mod cluster;
pub mod console;
mod cost;
mod cover;
mod diff;
mod doctor;
mod dut;
mod emit;
mod enumerate;
pub mod error;
mod fault;
pub mod folder;
mod foreign;
mod fuzz;
mod hunt;
mod jobs;
mod manual;
pub mod models;
mod mutate;
mod name;
mod new;
pub mod number;
pub mod output;
pub mod own;
pub mod page;
pub mod plot;
pub mod prelude;
pub mod program;
pub mod progress;
mod prove;
mod recordings;
mod replay;
pub mod select;
pub mod store;
pub mod table;
mod units;
mod verbs;

#[cfg(doctest)]
#[doc = include_str!("../../docs/tutorial/write-a-golden-model.md")]
struct Tutorial;

pub use cli::{Cluster, CoreVerb, Limited, values};
pub use program::{Heddle, Recordings, Variants, Verbs};
