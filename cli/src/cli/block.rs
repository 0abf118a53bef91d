//! A user's module and how it is read: the arguments that verbs have in common.

use std::path::PathBuf;

use clap::Args;
use heddle_testbench::verilator::block::{Plan, Reset, Source};

use super::values::{define, module};

/// A module of the user's in place of a unit.
#[derive(Debug, Default, PartialEq, Eq, Args)]
pub struct Users {
    /// Verilog files of your own in place of a unit.
    #[arg(long, value_name = "FILE.v", num_args = 1.., requires = "top", conflicts_with = "selection")]
    pub verilog: Vec<PathBuf>,
    /// The top module of --verilog.
    #[arg(long, value_name = "NAME", requires = "verilog", value_parser = module)]
    pub top: Option<String>,
    #[command(flatten)]
    pub reading: Reading,
}

/// How a user's module is read.
#[derive(Debug, Default, PartialEq, Eq, Args)]
pub struct Reading {
    /// A folder of files to include, by a model too, and of modules that are in no file; can be
    /// repeated.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Defines a macro; can be repeated.
    #[arg(short = 'D', value_name = "NAME[=VALUE]", value_parser = define)]
    pub define: Vec<(String, String)>,
    /// Sets a parameter of the top module to a number, a string in quotes or a type; can be
    /// repeated.
    #[arg(short = 'G', value_name = "NAME=VALUE", value_parser = define)]
    pub parameter: Vec<(String, String)>,
    /// The synchronous reset, which is 1 in reset, where its name does not say so.
    #[arg(long, value_name = "PORT", value_parser = module)]
    pub reset: Option<String>,
    /// The synchronous reset, which is 0 in reset, where its name does not say so.
    #[arg(long, value_name = "PORT", value_parser = module, conflicts_with = "reset")]
    pub reset_low: Option<String>,
    /// Holds inputs to no rule of a stream, and compares payload that is not valid, too.
    #[arg(long)]
    pub free: bool,
}

impl Reading {
    /// Returns the source of a module.
    pub fn source(&self, files: &[PathBuf], top: &str) -> Source {
        Source {
            files: files.to_vec(),
            include: self.include.clone(),
            define: self.define.clone(),
            parameters: self.parameter.clone(),
            top: top.to_owned(),
        }
    }

    /// Returns how a block is made of it.
    pub fn plan(&self) -> Plan {
        let reset = self.reset.clone().map(Reset::High).or_else(|| self.reset_low.clone().map(Reset::Low));
        Plan { reset, streams: self.free.then(Vec::new), ..Plan::default() }
    }
}
