//! What a program of a team's own blocks needs: `use heddle_command::prelude::*;`.

pub use heddle_block::{
    Block, Config as _, ConfigError, Fixed, Golden, Illegal, Machine, Probe, Resets, Rtl, Rule, Stream, Untimed,
    Violation, bits, config, ports,
};
pub use heddle_formal::{Graph, Lit, Netlist};
pub use heddle_testbench::bench;
pub use heddle_testbench::bench::{Bench, Cover, Crosses, Drive, Prove, Shrink, Work};
pub use heddle_testbench::claims::{Claims, held};
pub use heddle_testbench::entropy::Entropy;
pub use heddle_testbench::from_files::FromFiles;
pub use heddle_testbench::unit::Unit;
pub use heddle_testbench::verilator::block::{Clock, Map, Plan, Reset, Source};

pub use crate::Heddle;
