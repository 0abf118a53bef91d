//! Arguments of `heddle cost` and of the verbs below it: `area`, `timing`, `power`, `fpga`, `all`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use heddle_synth::fpga::Device;

use super::Users;
use super::values::{device, duration, megahertz, module, nanoseconds, some_cycles, utilisation};

/// Arguments of `heddle cost`: one of the costs, or all.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Cost {
    /// Which cost is shown; `all` when none is named.
    #[command(subcommand)]
    pub of: Option<CostOf>,
    #[command(flatten)]
    pub all: AllCosts,
}

/// The costs of a unit.
#[derive(Debug, Subcommand)]
pub enum CostOf {
    /// Synthesises units, shows cells, area and state, and can compare them with the figures last
    /// accepted.
    Area(Area),
    /// Does what `area` does, and shows the slowest path beside the area.
    Timing(Area),
    /// Maps units to cells, runs them in lockstep, and shows their power and the energy of an
    /// operation.
    Power(Power),
    /// Maps units to an FPGA, runs the cells in lockstep, places and routes them, and shows parts
    /// used and clock frequency.
    Fpga(Fpga),
    /// Does what `area` and `timing` do, with several cell libraries, and shows the papers' figures
    /// beside Heddle's.
    All(AllCosts),
}

impl CostOf {
    /// Returns the verb's name.
    pub fn name(&self) -> &'static str {
        match self {
            CostOf::Area(_) => "area",
            CostOf::Timing(_) => "timing",
            CostOf::Power(_) => "power",
            CostOf::Fpga(_) => "fpga",
            CostOf::All(_) => "all",
        }
    }

    /// Whether the user wants JSON, one object a line, in place of text.
    pub fn json(&self) -> bool {
        match self {
            CostOf::Area(Area { json, .. })
            | CostOf::Timing(Area { json, .. })
            | CostOf::Power(Power { json, .. })
            | CostOf::Fpga(Fpga { json, .. })
            | CostOf::All(AllCosts { json, .. }) => *json,
        }
    }
}

/// Arguments of `heddle cost area` and `heddle cost timing`.
#[derive(Debug, Args)]
pub struct Area {
    /// Units, or presets of units; `tiny` and `paper` of every unit when none is given.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// A Verilog file, whose figures are shown beside those of the RTL: with the module and the
    /// ports that `emit` writes.
    #[arg(long, value_name = "FILE.v", conflicts_with_all = ["gate", "bless", "verilog"])]
    pub dut: Option<PathBuf>,
    /// The module of --dut's file, where it has another name.
    #[arg(long, value_name = "NAME", requires = "dut", value_parser = module)]
    pub module: Option<String>,
    #[command(flatten)]
    pub users: Users,
    /// A cell library in place of NanGate's 45 nm, plain or packed by gzip; can be repeated for a
    /// library in several files, or be the folder of these.
    #[arg(long, value_name = "FILE.lib")]
    pub liberty: Vec<PathBuf>,
    /// The clock period that synthesis aims at, in ns.
    #[arg(long, value_name = "NS", default_value_t = 1.0, allow_hyphen_values = true, value_parser = nanoseconds)]
    pub period: f64,
    /// Fail if a figure is more than 2 % above synth/UNIT/budget.json, or an array of 1 Kbit or
    /// more in flip-flops has no reason there.
    #[arg(long, conflicts_with = "verilog")]
    pub gate: bool,
    /// Accept the figures: write synth/UNIT/budget.json; the reasons of arrays in flip-flops stay.
    #[arg(long, conflicts_with_all = ["gate", "verilog"])]
    pub bless: bool,
    /// Leave out the figures after sizing by paths.
    #[arg(long, conflicts_with = "bless")]
    pub no_sizing: bool,
    /// Show the area with clock gates, too.
    #[arg(long)]
    pub gating: bool,
    #[command(flatten)]
    pub places: Places,
    /// Draw the layout of the one unit that is named: cells by module, and the slowest path.
    #[arg(long, value_name = "FILE.svg", requires = "placed")]
    pub picture: Option<PathBuf>,
    /// Write the layout of the one unit that is named as DEF, and, where it has memories, these as
    /// LEF beside it.
    #[arg(long, value_name = "FILE.def", requires = "placed")]
    pub def: Option<PathBuf>,
    /// Number of syntheses at a time.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
}

/// Options of the verbs that place a unit.
#[derive(Debug, Args)]
pub struct Places {
    /// Place cells, memories and a clock tree, too, and size cells by their wires: period, core,
    /// wires, skew. Needs the placer and the library's LEF (`make libraries`).
    #[arg(long)]
    pub placed: bool,
    /// The LEF files of --liberty's library, with those of its technology; can be repeated.
    #[arg(long, value_name = "FILE.lef", requires = "placed")]
    pub lef: Vec<PathBuf>,
    /// The part of the core beside memories that cells fill before they are sized.
    #[arg(long, value_name = "PART", requires = "placed", default_value_t = 0.7, allow_hyphen_values = true, value_parser = utilisation)]
    pub utilisation: f64,
    /// The seed of placing.
    #[arg(long, value_name = "S", requires = "placed", default_value_t = 1)]
    pub seed: u32,
    /// Time for each run of the placer, at most.
    #[arg(long, value_name = "TIME", requires = "placed", default_value = "10m", value_parser = duration)]
    pub time: Duration,
}

/// Arguments of `heddle cost all`.
#[derive(Debug, Args)]
pub struct AllCosts {
    /// Units, or presets of units; `tiny` and `paper` of every unit, and the papers' figures, when
    /// none is given.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    #[command(flatten)]
    pub users: Users,
    /// Cell libraries, each a file or the folder of its files, in place of NanGate's 45 nm and, if
    /// it is installed, OSU's 180 nm; the papers' figures are worked out with the first.
    #[arg(long, value_name = "FILE.lib")]
    pub liberty: Vec<PathBuf>,
    /// The clock period that synthesis aims at, in ns.
    #[arg(long, value_name = "NS", default_value_t = 1.0, allow_hyphen_values = true, value_parser = nanoseconds)]
    pub period: f64,
    /// Show the papers' figures, too, although units are named.
    #[arg(long)]
    pub papers: bool,
    /// Leave out the figures after sizing by paths.
    #[arg(long, conflicts_with = "sweep")]
    pub no_sizing: bool,
    /// Show the areas with clock gates, too, with the first library.
    #[arg(long)]
    pub gating: bool,
    #[command(flatten)]
    pub places: Places,
    /// In place of the tables: area, timing and throughput of one unit (`paper`, if no preset is
    /// named) over all combinations of these numbers of its configuration.
    #[arg(long, value_name = "NUMBER=V[,V...]", num_args = 1.., conflicts_with = "papers")]
    pub sweep: Vec<String>,
    /// The file that the sweep is drawn into (default: cost-UNIT.svg).
    #[arg(long, value_name = "FILE.svg", requires = "sweep")]
    pub plot: Option<PathBuf>,
    /// Number of syntheses at a time.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `heddle cost power`.
#[derive(Debug, Args)]
pub struct Power {
    /// Units, or presets of units; a unit alone stands for its preset `paper`; all units when none
    /// is given.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// A Verilog file, whose figures are shown beside those of the RTL: with the module and the
    /// ports that `emit` writes.
    #[arg(long, value_name = "FILE.v", conflicts_with = "energy_table")]
    pub dut: Option<PathBuf>,
    /// The module of --dut's file, where it has another name.
    #[arg(long, value_name = "NAME", requires = "dut", value_parser = module)]
    pub module: Option<String>,
    /// Workloads that drive the units that a core can be built around (default: the first two that
    /// fit).
    #[arg(long, value_name = "K[,K...]", value_delimiter = ',')]
    pub kernel: Vec<String>,
    /// Largest number of cycles of each workload, and number of cycles of random stimulus.
    #[arg(long, value_name = "N", default_value_t = 4000, allow_hyphen_values = true, value_parser = some_cycles)]
    pub cycles: u64,
    /// The clock frequency, in MHz.
    #[arg(long, value_name = "F", default_value_t = 1000.0, allow_hyphen_values = true, value_parser = megahertz)]
    pub mhz: f64,
    /// A cell library in place of NanGate's 45 nm, plain or packed by gzip; can be repeated for a
    /// library in several files, or be the folder of these.
    #[arg(long, value_name = "FILE.lib")]
    pub liberty: Vec<PathBuf>,
    /// Run a netlist with clock gates in lockstep, too, and show what they save.
    #[arg(long)]
    pub gating: bool,
    #[command(flatten)]
    pub places: Places,
    /// Print entries for the GPU's energy table (`configs/energy.toml`), with this command as their
    /// source.
    #[arg(long, conflicts_with_all = ["json", "gating"])]
    pub energy_table: bool,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `heddle cost fpga`.
#[derive(Debug, Args)]
pub struct Fpga {
    /// Units, or presets of units; `tiny` and `paper` of every unit when none is given.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// A Verilog file, whose figures are shown beside those of the RTL: with the module and the
    /// ports that `emit` writes.
    #[arg(long, value_name = "FILE.v", conflicts_with = "verilog")]
    pub dut: Option<PathBuf>,
    /// The module of --dut's file, where it has another name.
    #[arg(long, value_name = "NAME", requires = "dut", value_parser = module)]
    pub module: Option<String>,
    #[command(flatten)]
    pub users: Users,
    /// The device: LFE5U-12F, LFE5U-25F, LFE5U-45F or LFE5U-85F, with its speed grade behind it
    /// (-6, -7 or -8; -6 if it is left out).
    #[arg(long, value_name = "DEVICE", default_value = "LFE5U-85F", value_parser = device)]
    pub device: Device,
    /// The clock frequency that routing aims at, in MHz.
    #[arg(long, value_name = "F", default_value_t = 100.0, allow_hyphen_values = true, value_parser = megahertz)]
    pub mhz: f64,
    /// The seed of placement.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u32,
    /// Time for placing and routing a preset, at most.
    #[arg(long, value_name = "TIME", default_value = "30m", value_parser = duration)]
    pub time: Duration,
    /// Number of cycles of each workload and of random stimulus in lockstep, at most.
    #[arg(long, value_name = "N", default_value_t = 4000, allow_hyphen_values = true, value_parser = some_cycles)]
    pub cycles: u64,
    /// Number of presets at a time.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
}
