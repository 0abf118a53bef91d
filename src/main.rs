//! `heddle`: cross-check RTL against golden models, hunt bugs, regenerate figures.

mod check;
mod cli;
mod doctor;
mod emit;
mod error;
mod figure;
mod fuzz;
mod hunt;
mod output;
mod plot;
mod replay;
mod select;
mod units;
mod workshop;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Verb};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.verb {
        Verb::Units(args) => units::run(&args),
        Verb::Check(args) => check::run(&args),
        Verb::Fuzz(args) => fuzz::run(&args),
        Verb::Replay(args) => replay::run(&args),
        Verb::Emit(args) => emit::run(&args),
        Verb::Figure(args) => figure::run(&args),
        Verb::Doctor(args) => doctor::run(&args),
    };
    match outcome {
        Ok(outcome) => outcome.into(),
        Err(error) => error.report(),
    }
}
