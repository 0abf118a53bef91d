//! What a model is built of: Verilog with its ports, how strictly it is read, and options.

use std::path::Path;

use heddle_block::Port;

/// A design to build a model of: Verilog with the ports that it must have.
#[derive(Debug, Clone, Copy)]
pub struct Design<'a> {
    /// Name of the top module.
    pub top: &'a str,
    /// Verilog of the top module and of all modules below it. There is no include path: it includes
    /// nothing.
    pub verilog: &'a str,
    /// Path of the Verilog file, for messages; `None` if the Verilog comes from no file.
    pub origin: Option<&'a Path>,
    /// Input ports without `clock`, at least one.
    pub inputs: &'a [Port],
    /// An input without a slot that keeps one value for the life of an instance: it selects one of
    /// many circuits in the model, and 0 selects the first.
    pub select: Option<&'a Port>,
    /// Output ports. The module may have more.
    pub outputs: &'a [Port],
    /// Whether all registers are clocked by the rising edge of `clock`. A model without waves and
    /// counts then evaluates a cycle once, not twice; a port that is not as it must be is an error
    /// in Verilator's words.
    pub rising: bool,
}

impl<'a> Design<'a> {
    pub(super) fn ports(&self) -> impl Iterator<Item = &'a Port> + use<'a> {
        self.inputs.iter().chain(self.select).chain(self.outputs)
    }
}

/// Options of a model's build: lint policy, waves and toggle counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options<'a> {
    /// Warnings that stop the build.
    pub lint: Lint<'a>,
    /// Whether instances can write waves. It costs speed even if no wave is written.
    pub traced: bool,
    /// Whether instances count how often bits toggle
    /// ([`Instance::coverage`](super::Instance::coverage)). It costs most of the speed.
    pub covered: bool,
    /// Whether the Verilog is not trusted: its build and its model run in processes of their own,
    /// which reach nothing else (`heddle_sandbox`). Such a model does not count.
    pub confined: bool,
}

/// A lint policy: Verilator's warnings that stop a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lint<'a> {
    /// Every warning is an error, apart from the waivers (name of the rule, reason): for the
    /// project's own RTL.
    Strict(&'a [(&'a str, &'a str)]),
    /// Errors alone stop the build. For Verilog that a user or a tool wrote.
    Lenient,
    /// Errors and combinational loops. Not every loop that Verilator names is one.
    Loops,
}
