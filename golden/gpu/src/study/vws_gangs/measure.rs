//! Measurement of a machine with a program: gang sizes over time, fetches, instructions and cycles.

use heddle_contract::gang::{Config, Gang};
use heddle_golden::Device;

use super::program::Program;
use super::sm::{GangError, Sm};

/// A machine of the paper: a policy of VWS 6.1, 6.4, 6.5, by the preset of unit `gang` that
/// implements it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Machine {
    /// The paper's name of the machine.
    pub name: &'static str,
    /// The name of the preset of unit `gang`.
    pub preset: &'static str,
    /// Whether warps are launched apart, and stay so (slice-only mode, 4.1).
    pub apart: bool,
}

/// The seven machines of VWS 6, with the paper's names.
pub const MACHINES: [Machine; 7] = [
    Machine { name: "WS 4", preset: "paper", apart: true },
    Machine { name: "I-VWS", preset: "paper", apart: false },
    Machine { name: "I-VWS-GroupMem", preset: "ivws-group", apart: false },
    Machine { name: "I-VWS-ImpatientMem", preset: "ivws-impatient", apart: false },
    Machine { name: "E-VWS", preset: "evws", apart: false },
    Machine { name: "E-VWS-Sync50", preset: "evws-sync", apart: false },
    Machine { name: "E-VWS-ImpatientMem", preset: "evws-impatient", apart: false },
];

/// A sample of the distribution of warps over gang sizes, as the unit's reading port shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The first cycle of the sample.
    pub cycle: u64,
    /// Warps in units of 1, 2, ... warps: element n counts those in units of n + 1.
    pub warps: [u64; 8],
}

/// The results of a machine that ran a program: cycles, instructions, fetches and gang sizes.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    /// Cycles until the last warp has ended.
    pub cycles: u64,
    /// Instructions executed by warps, each warp counted.
    pub instructions: u64,
    /// Instructions executed by warps of gangs, each warp counted.
    pub ganged: u64,
    /// Number of gangs issued.
    pub gangs: u64,
    /// Number of fetches for gangs.
    pub fetched_gang: u64,
    /// Number of fetches for single warps from L1.
    pub fetched_slice: u64,
    /// Number of fetches for single warps from L0.
    pub fetched_local: u64,
    /// Gang sizes over time. The port shows one set a cycle, so that a sample takes as many cycles
    /// as there are sets.
    pub samples: Vec<Sample>,
}

impl Measure {
    /// Number of fetches of every kind, each of which is a decode, too.
    pub fn fetches(&self) -> u64 {
        self.l1() + self.fetched_local
    }
    /// Number of fetches from L1.
    pub fn l1(&self) -> u64 {
        self.fetched_gang + self.fetched_slice
    }
    /// Number of issues, of gangs and of single warps.
    pub fn issues(&self) -> u64 {
        self.gangs + self.instructions - self.ganged
    }
}

/// Runs a program to its end and returns the measurement; `None` if `stop`, which is called at
/// every sample, returned true.
pub fn measure(
    cfg: &Config,
    unit: impl Device<Gang>,
    program: &Program,
    apart: bool,
    stop: impl Fn() -> bool,
) -> Result<Option<Measure>, GangError> {
    let mut sm = Sm::new(cfg, unit, program, apart);
    let (mut instructions, mut gangs, mut alone) = (0, 0, 0);
    let mut samples: Vec<Sample> = Vec::new();
    while !sm.done() {
        if sm.reads() == 0 {
            if stop() {
                return Ok(None);
            }
            samples.push(Sample { cycle: sm.cycle(), warps: [0; 8] });
        }
        let step = sm.step()?;
        let sample = samples.last_mut().expect("the first cycle reads set 0");
        sample.warps.iter_mut().zip(step.sizes).for_each(|(sum, warps)| *sum += warps);
        instructions += step.executed.len() as u64;
        gangs += step.gangs;
        alone += step.alone;
    }
    let [fetched_gang, fetched_slice, fetched_local] = sm.fetches();
    let (cycles, ganged) = (sm.cycle(), instructions - alone);
    let measure = Measure { cycles, instructions, ganged, gangs, fetched_gang, fetched_slice, fetched_local, samples };
    Ok(Some(measure))
}
