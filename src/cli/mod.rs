//! The command line: the verbs and their arguments.

mod kernel;
mod night;
mod program;
mod sim;
mod values;

pub use kernel::{Kernel, KernelList, KernelRecord, KernelRun, KernelShow, Program, Scalar};
pub use night::{Attend, Nightly};
pub use program::Run;
pub use sim::Sim;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use heddle_command::values::duration;
use heddle_command::{CoreVerb, Limited};
use heddle_workloads::Address;

use values::address;

/// The verbs: those of any block, and those of the GPU.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// A verb of any block.
    #[command(flatten)]
    Block(CoreVerb),
    /// Writes the golden models as a C library, and a SystemVerilog checker for each preset.
    Golden(Golden),
    /// Regenerates a figure of a paper.
    Figure(Figure),
    /// Reads, runs, shows and records kernels: the workloads of the papers, or a PTX file.
    #[command(subcommand)]
    Kernel(Kernel),
    /// Runs workloads on a whole GPU, cycle by cycle, under one policy or several.
    Sim(Sim),
    /// Lists the policies: the paper and the unit of each, and its options.
    Policies(Policies),
    /// Runs an unmodified CUDA program on the simulator, under one policy or several, or
    /// functionally.
    ///
    /// The program needs no GPU, driver or toolkit, and is linked with CUDA's shared runtime
    /// (`-cudart shared`) or uses its driver API. It is run once per policy; standard output is the
    /// program's, and the measurements go to standard error. The exit status is the program's;
    /// where that is 0 and a launch did not come to its end, it is 4.
    Run(Run),
    /// Runs the checks that take hours, step by step, continues where an earlier run was cut short,
    /// and writes a page of results.
    Nightly(Nightly),
}

impl Figure {
    /// Returns the address sizes that a figure's programs are compiled for: the user's, or else the
    /// figure's own.
    pub fn addresses(&self) -> Vec<Address> {
        let is = |paper: &&str| self.figure.starts_with(paper);
        let own: &[Address] = if is(&"slp") {
            // PTX 1.4 (SLP 5)
            &[Address::Bits32]
        } else if ["vt", "vws", "simt-simd"].iter().any(is) {
            &[Address::Bits64]
        } else {
            &Address::EACH
        };
        if self.address.is_empty() { own.to_vec() } else { self.address.clone() }
    }
}

/// Arguments of `heddle policies`.
#[derive(Debug, Args)]
pub struct Policies {
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `heddle golden`.
#[derive(Debug, Args)]
pub struct Golden {
    /// The unit; all its presets when none is named.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: String,
    /// Write the library, its C header, a SystemVerilog package and a checker for each preset into
    /// this new folder.
    #[arg(short, value_name = "DIR")]
    pub out: PathBuf,
}

/// Arguments of `heddle figure`.
#[derive(Debug, Clone, Args)]
pub struct Figure {
    /// The paper and the figure's number, as in stsimt/5; `stsimt` alone stands for all figures of
    /// that paper.
    #[arg(value_name = "PAPER/N")]
    pub figure: String,
    /// The sizes of the workloads, for figures that are made of runs (`stsimt`, `slp`, `vt`,
    /// `vws`): `test`, `study` (the paper's grids, a million warp instructions each), or `paper`
    /// (hours).
    #[arg(long, value_name = "SCALE", default_value = "test")]
    pub scale: String,
    /// For figures made of runs: only these workloads.
    #[arg(long, value_name = "K[,K...]", value_delimiter = ',')]
    pub only: Vec<String>,
    /// For figures made of runs: changes a value of the GPU, as in core.count=4, or those of a
    /// corner of its configuration, as in low; can be repeated.
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub set: Vec<String>,
    /// For figures made of runs, and figures 9 and 10 of STSIMT: the address sizes in bits that
    /// programs are compiled for (default: 64,32; of the papers that take one size `slp` has 32,
    /// the others 64); tables and plots are of the first size, statements of each.
    #[arg(long, value_name = "BITS[,BITS]", value_delimiter = ',', value_parser = address)]
    pub address: Vec<Address>,
    /// For figures made of runs: repeats every run with this value of the GPU changed, as in
    /// core.count=4, or at a corner of its configuration, as in low, and shows how far each
    /// statement moves; can be repeated.
    #[arg(long, value_name = "SECTION.KEY=VALUE|CORNER")]
    pub vary: Vec<String>,
    /// For figures made of runs: a workload of which a run takes more processor time than this, as
    /// in 10m, is left out, and named.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub longest: Option<Duration>,
    /// For figures made of runs: write kernels, cycles and statements, with the command, the GPU
    /// and the settings that made them.
    #[arg(long, value_name = "OUT.json")]
    pub data: Option<PathBuf>,
    /// Makes the figures from a file that `--data` has written, without running anything again; of
    /// `stsimt` those that compare speeds, and one of these from a folder of such files, too, each
    /// of other workloads.
    #[arg(long, value_name = "IN.json", conflicts_with_all = ["only", "set", "vary", "longest", "address", "afresh", "keep"])]
    pub from: Option<PathBuf>,
    /// With `--from`: writes the tables into this Markdown document in place of the terminal,
    /// between `<!-- from IN.json: WHAT -->` and `<!-- end -->`; WHAT is a figure, as in `vt/8`,
    /// or `made`, `statements`, `agreement` or `settings`; can be repeated.
    #[arg(long, value_name = "FILE.md", requires = "from")]
    pub markdown: Vec<PathBuf>,
    /// For figures made of runs: number of runs at a time (default: as many as the machine has
    /// processors, divided by `--threads`); the result is the same for any number.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// For figures made of runs: threads of the host that simulate one run, each some of its
    /// cores; the result is the same for any number.
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// For figures made of runs: where finished runs are kept, so that no run is repeated (default:
    /// `runs` in the cache).
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// For figures made of runs: repeats the runs that are kept.
    #[arg(long)]
    pub afresh: bool,
    /// For figures made of runs: write a page with all tables and plots.
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,
    /// For `simt-simd`: only the matrix of this Matrix Market file.
    #[arg(long, value_name = "FILE.mtx")]
    pub matrix: Option<PathBuf>,
    /// Use Verilated units in place of the golden models.
    #[arg(long)]
    pub rtl: bool,
    /// Where the plot goes; a folder if there are several plots.
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cluster: Limited,
}
