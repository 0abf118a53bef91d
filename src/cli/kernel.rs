//! Arguments of `heddle kernel`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use heddle_kernel::execute::LIVELOCK;
use heddle_workloads::Address;

use super::values::{address, warp_size};
use heddle_command::values::{cycles, some_or_none};

/// Verbs of `heddle kernel`.
#[derive(Debug, Subcommand)]
pub enum Kernel {
    /// Lists the workloads.
    List(KernelList),
    /// Runs a workload, or a PTX file, and with --check compares the results with the expected
    /// ones.
    Run(KernelRun),
    /// Shows what the analyses find in a kernel.
    Show(KernelShow),
    /// Runs a workload on a core around a unit, and writes a trace of the unit's ports.
    Record(KernelRecord),
}

/// Arguments of `heddle kernel list`.
#[derive(Debug, Args)]
pub struct KernelList {
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
}

/// Which kernels, and what they run on.
#[derive(Debug, Args)]
pub struct Program {
    /// A workload's name, or a PTX file.
    #[arg(value_name = "K|FILE.ptx")]
    pub kernel: String,
    /// The launch description (default for a PTX file: FILE.toml beside it).
    #[arg(long, value_name = "L.toml")]
    pub launch: Option<PathBuf>,
    /// A Matrix Market file in place of the matrix that the launch description names.
    #[arg(long, value_name = "FILE.mtx")]
    pub matrix: Option<PathBuf>,
    /// The sizes of the launch description: `test` takes seconds, `paper` is what the papers ran.
    #[arg(long, value_name = "SCALE", default_value = "test")]
    pub scale: String,
    /// For a workload: the address size that it is compiled for, 32 or 64 bits (default: 64).
    #[arg(long, value_name = "BITS", value_parser = address)]
    pub address: Option<Address>,
}

/// Arguments of `heddle kernel run`.
#[derive(Debug, Args)]
pub struct KernelRun {
    #[command(flatten)]
    pub program: Program,
    /// Compare the results with the expected ones; exit status 1 if they differ.
    #[arg(long)]
    pub check: bool,
    /// Write what each buffer and symbol holds at the end into this folder, as NAME.bin: its
    /// elements in order, little-endian.
    #[arg(long, value_name = "DIR")]
    pub contents: Option<PathBuf>,
    /// Number of threads of a warp: 1, 2, 4, 8, 16 or 32.
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = warp_size)]
    pub warp_size: u32,
    /// Which registers are scalar: one per warp, not one per thread.
    #[arg(long, value_name = "WHICH", default_value = "none")]
    pub scalar: Scalar,
    /// Run with the registers of the allocation instead of a register for each name.
    #[arg(long)]
    pub allocate: bool,
    /// End the run with an error after this many warp instructions.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = cycles)]
    pub limit: Option<u64>,
    /// Fail when, for this many warp instructions, every warp that executes has repeated the same
    /// states and no memory has changed: a livelock; 0 for never.
    #[arg(long, value_name = "N", default_value_t = LIVELOCK, allow_hyphen_values = true, value_parser = some_or_none)]
    pub livelock: u64,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
}

/// Which registers and instructions are scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Scalar {
    /// No registers.
    None,
    /// The registers that the analysis of STSIMT 4.2 finds.
    All,
    /// The registers that the analysis of Lee et al. finds, where control flow converges.
    Restricted,
}

/// Arguments of `heddle kernel show`.
#[derive(Debug, Args)]
pub struct KernelShow {
    /// A workload's name, or a PTX file.
    #[arg(value_name = "K|FILE.ptx")]
    pub kernel: String,
    /// For a workload: the address size that it is compiled for, 32 or 64 bits (default: 64).
    #[arg(long, value_name = "BITS", value_parser = address)]
    pub address: Option<Address>,
    /// Draw the control-flow graph.
    #[arg(long, value_name = "OUT.svg")]
    pub cfg: Option<PathBuf>,
    /// Show registers: the lines where they are live, and their places after allocation.
    #[arg(long)]
    pub regs: bool,
    /// Show registers and instructions that are scalar, and why the others are not.
    #[arg(long)]
    pub scalar: bool,
    /// Show branches: where their threads reconverge, and what their conditions depend on.
    #[arg(long)]
    pub branches: bool,
}

/// Arguments of `heddle kernel record`.
#[derive(Debug, Args)]
pub struct KernelRecord {
    #[command(flatten)]
    pub program: Program,
    /// The unit that the core is built around; its preset `paper` if none is named.
    #[arg(long, value_name = "UNIT[/PRESET]")]
    pub unit: String,
    /// Where the trace goes.
    #[arg(short, value_name = "FILE.trace")]
    pub out: PathBuf,
    /// Largest number of cycles to record.
    #[arg(long, value_name = "N", default_value_t = 20_000, allow_hyphen_values = true, value_parser = cycles)]
    pub cycles: u64,
}
