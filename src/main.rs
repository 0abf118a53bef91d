//! `heddle`: cross-check RTL against golden models, hunt bugs, regenerate figures.

mod check;
mod cli;
mod cluster;
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
mod folder;
mod fuzz;
mod golden;
mod hunt;
mod in_gpu;
mod jobs;
mod kernel;
mod manual;
mod models;
mod mutate;
mod nightly;
mod number;
mod output;
mod page;
mod plot;
mod policies;
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
mod version;

use std::process::ExitCode;

use clap::Parser;
use heddle_testbench::interrupt;

use cli::{Cli, Verb};
use cluster::conduct;
use console::aside;
use cost::area::About;
use error::{Error, INTERRUPTED, Outcome};

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Verb::Attend(args) = &cli.verb {
        // however often it is asked, it ends in order
        let _ = ctrlc::set_handler(|| {
            interrupt::ask();
        });
        return nightly::attend::run(args).into();
    }
    console::claim();
    catch_interrupt();
    let json = cli.json();
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let status = match run(cli.verb, words) {
        Ok(outcome) => outcome.into(),
        Err(error) => error.report(json),
    };
    match console::ended() {
        Ok(()) => status,
        Err(error) => Error::input(format!("standard output: {error}"), "send the output to a place with free space")
            .report(false),
    }
}

/// Runs a verb, whose words are those of the command without the program.
fn run(verb: Verb, words: Vec<String>) -> Result<Outcome, Error> {
    match verb {
        Verb::Units(args) => units::run(&args),
        Verb::Check(args) => match &args.fault {
            Some(fault) => fault::run(&args, fault),
            None => check::run(&args),
        },
        Verb::Fuzz(args) => fuzz::shared(args, words),
        Verb::Replay(args) => replay::run(&args),
        Verb::Prove(args) => prove::run(&args),
        Verb::Cover(args) => {
            conduct(&words, args, |args| args.cluster.with(&mut args.jobs, &args.limit_of_task), cover::run)
        }
        Verb::Enumerate(args) => enumerate::run(&args),
        Verb::Emit(args) => emit::run(&args),
        Verb::Golden(args) => golden::run(&args),
        Verb::Figure(args) => {
            conduct(&words, args, |args| args.cluster.with(&mut args.jobs, &args.limit_of_task), figure::run)
        }
        Verb::Kernel(args) => kernel::run(&args),
        Verb::Sim(args) => {
            conduct(&words, args, |args| args.cluster.with(&mut args.jobs, &args.limit_of_task), sim::run)
        }
        Verb::Policies(args) => policies::run(&args),
        Verb::Run(args) => run::run(&args),
        Verb::Nightly(args) => conduct(&words, args, |args| &mut args.cluster, nightly::run),
        Verb::Attend(args) => Ok(nightly::attend::run(&args)),
        Verb::Jobs(args) => jobs::run(&args),
        Verb::Mutate(args) => {
            conduct(&words, args, |args| args.cluster.with(&mut args.jobs, &args.limit_of_task), mutate::run)
        }
        Verb::Area(args) => cost::area::run(&args, About::Area),
        Verb::Timing(args) => cost::area::run(&args, About::Timing),
        Verb::Cost(args) => cost::all::run(&args),
        Verb::Power(args) => cost::power::run(&args),
        Verb::Fpga(args) => cost::fpga::run(&args),
        Verb::Doctor(args) => doctor::run(&args),
        Verb::Completions(args) => manual::completions(&args),
        Verb::Man(args) => manual::pages(&args),
    }
}

/// Installs the handler for Ctrl-C and requests to terminate: the first ends the work in order, the
/// second at once.
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
