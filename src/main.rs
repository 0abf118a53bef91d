//! `heddle`: cross-check RTL against golden models, hunt bugs, regenerate figures.

mod check;
mod cli;
mod console;
mod cost;
mod cover;
mod doctor;
mod dut;
mod emit;
mod enumerate;
mod error;
mod fault;
mod figure;
mod fuzz;
mod hunt;
mod kernel;
mod models;
mod mutate;
mod nightly;
mod output;
mod page;
mod plot;
mod progress;
mod prove;
mod recordings;
mod replay;
mod run;
mod select;
mod sim;
mod store;
mod table;
mod units;

use std::process::ExitCode;

use clap::Parser;
use heddle_testbench::interrupt;

use cli::{Cli, Verb};
use console::aside;
use cost::area::About;
use error::{Error, INTERRUPTED};

fn main() -> ExitCode {
    let cli = Cli::parse();
    console::claim();
    catch_interrupt();
    let json = cli.json();
    let outcome = match cli.verb {
        Verb::Units(args) => units::run(&args),
        Verb::Check(args) => match &args.fault {
            Some(fault) => fault::run(&args, fault),
            None => check::run(&args),
        },
        Verb::Fuzz(args) => fuzz::run(&args),
        Verb::Replay(args) => replay::run(&args),
        Verb::Prove(args) => prove::run(&args),
        Verb::Cover(args) => cover::run(&args),
        Verb::Enumerate(args) => enumerate::run(&args),
        Verb::Emit(args) => emit::run(&args),
        Verb::Figure(args) => figure::run(&args),
        Verb::Kernel(args) => kernel::run(&args),
        Verb::Sim(args) => sim::run(&args),
        Verb::Run(args) => run::run(&args),
        Verb::Nightly(args) => nightly::run(&args),
        Verb::Mutate(args) => mutate::run(&args),
        Verb::Area(args) => cost::area::run(&args, About::Area),
        Verb::Timing(args) => cost::area::run(&args, About::Timing),
        Verb::Cost(args) => cost::all::run(&args),
        Verb::Power(args) => cost::power::run(&args),
        Verb::Doctor(args) => doctor::run(&args),
    };
    let status = match outcome {
        Ok(outcome) => outcome.into(),
        Err(error) => error.report(json),
    };
    match console::ended() {
        Ok(()) => status,
        Err(error) => Error::input(format!("standard output: {error}"), "send the output to a place with free space")
            .report(false),
    }
}

/// Installs the handler for Ctrl-C and requests to terminate: the first ends the work in order, the second at once.
fn catch_interrupt() {
    // a handler that is already there serves as well
    let _ = ctrlc::set_handler(|| {
        if interrupt::ask() {
            console::tell_pending();
            std::process::exit(INTERRUPTED.into());
        }
        aside!("\nstopping at the next safe point; a second Ctrl-C stops at once");
    });
}
