//! A scoreboard: a golden model of any unit that runs beside hardware, with a number for each port.

use heddle_contract::{Block, Config, Port, Ports, every_unit};
use heddle_golden::{Golden, Misstep, Probe, judged};

/// The result of a scoreboard's cycle: legal, or the rule or the invariant that was broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// The cycle is legal.
    Legal,
    /// The contract forbids the inputs: the rule. The state is as before.
    Illegal(String),
    /// The state after the cycle breaks an invariant of the golden model.
    Violation(String),
}

/// A golden model of any unit, with the inputs of the coming cycle, the outputs of the last one,
/// and what hardware shows at its outputs.
///
/// Before the first cycle of reset nothing is known, so no output is defined, and cycles do
/// nothing.
pub trait Scoreboard: Send {
    /// Returns the input ports; their numbers are their places here.
    fn inputs(&self) -> &[Port];
    /// Returns the output ports.
    fn outputs(&self) -> &[Port];
    /// Sets an input of the coming cycles; bits beyond its width are ignored.
    fn drive(&mut self, input: usize, value: u64);
    /// Computes the outputs for the inputs, without a clock edge.
    fn evaluate(&mut self) -> Status;
    /// Runs a cycle: computes the outputs for the inputs, then the clock edge.
    fn step(&mut self) -> Status;
    /// Returns an output of the last cycle.
    fn value(&self, output: usize) -> u64;
    /// Whether an output of the last cycle is defined.
    fn defined(&self, output: usize) -> bool;
    /// Sets what the hardware shows at an output; bits beyond its width are ignored.
    fn show(&mut self, output: usize, value: u64);
    /// Returns what the hardware shows at an output.
    fn shown(&self, output: usize) -> u64;
    /// Returns the first output of the last cycle that is defined and differs from what the
    /// hardware shows.
    fn compare(&self) -> Option<usize>;
    /// Returns how many cycles have run.
    fn cycles(&self) -> u64;
    /// Returns the state as text, a line a signal.
    fn state(&self) -> String;
}

/// Returns the scoreboard of a preset; the error says what there is.
pub fn open(unit: &str, preset: &str) -> Result<Box<dyn Scoreboard>, String> {
    let mut names = Vec::new();
    macro_rules! among {
        ($($block:ty)*) => {$(
            if unit == <$block>::NAME {
                return Beside::<$block>::open(preset);
            }
            names.push(<$block>::NAME);
        )*};
    }
    every_unit!(heddle_golden, among);
    Err(format!("there is no unit {unit:?}: {}", names.join(", ")))
}

struct Beside<B: Golden> {
    cfg: B::Config,
    state: B::State,
    protocol: B::Protocol,
    outputs: B::Out,
    ports: [Vec<Port>; 2],
    driven: Vec<u64>,
    values: Vec<u64>,
    defined: Vec<bool>,
    shown: Vec<u64>,
    /// Whether there has been a cycle of reset.
    known: bool,
    cycles: u64,
}

impl<B: Golden> Beside<B> {
    fn open(preset: &str) -> Result<Box<dyn Scoreboard>, String> {
        let Some(cfg) = B::Config::preset(preset) else {
            let names: Vec<&str> = B::Config::presets().iter().map(|(name, _)| *name).collect();
            return Err(format!("{} has no preset {preset:?}: {}", B::NAME, names.join(", ")));
        };
        let ports = [B::In::shape(cfg), B::Out::shape(cfg)];
        let count = ports[1].len();
        Ok(Box::new(Self {
            cfg: cfg.clone(),
            state: B::reset(cfg),
            protocol: B::protocol(cfg),
            outputs: B::Out::default(),
            driven: vec![0; ports[0].len()],
            ports,
            values: vec![0; count],
            defined: vec![false; count],
            shown: vec![0; count],
            known: false,
            cycles: 0,
        }))
    }

    fn keep(&mut self) {
        self.outputs.pack(&self.cfg, &mut self.values);
        self.outputs.care(&self.cfg, &mut self.defined);
    }
}

impl<B: Golden> Scoreboard for Beside<B> {
    fn inputs(&self) -> &[Port] {
        &self.ports[0]
    }

    fn outputs(&self) -> &[Port] {
        &self.ports[1]
    }

    fn drive(&mut self, input: usize, value: u64) {
        self.driven[input] = value & u64::MAX >> (64 - self.ports[0][input].width);
    }

    fn evaluate(&mut self) -> Status {
        let inputs = B::In::unpack(&self.cfg, &self.driven);
        if !self.known {
            return Status::Legal;
        }
        if let Err(illegal) = B::legal(&self.cfg, &self.protocol, &self.state, &inputs) {
            return Status::Illegal(illegal.to_string());
        }
        B::comb(&self.cfg, &self.state, &inputs, &mut self.outputs);
        self.keep();
        Status::Legal
    }

    fn step(&mut self) -> Status {
        let inputs = B::In::unpack(&self.cfg, &self.driven);
        if !self.known && inputs.first() == 0 {
            self.cycles += 1;
            return Status::Legal;
        }
        let done = judged::<B>(&self.cfg, &mut self.protocol, &mut self.state, &inputs, &mut self.outputs);
        if let Err(Misstep::Illegal(illegal)) = done {
            return Status::Illegal(illegal.to_string());
        }
        // what registers held before the first reset shows at the outputs
        if self.known {
            self.keep();
        }
        self.known = true;
        self.cycles += 1;
        match done {
            Err(Misstep::Violation(violation)) => Status::Violation(violation.to_string()),
            _ => Status::Legal,
        }
    }

    fn value(&self, output: usize) -> u64 {
        self.values[output]
    }

    fn defined(&self, output: usize) -> bool {
        self.defined[output]
    }

    fn show(&mut self, output: usize, value: u64) {
        self.shown[output] = value & u64::MAX >> (64 - self.ports[1][output].width);
    }

    fn shown(&self, output: usize) -> u64 {
        self.shown[output]
    }

    fn compare(&self) -> Option<usize> {
        (0..self.values.len()).find(|port| self.defined[*port] && self.values[*port] != self.shown[*port])
    }

    fn cycles(&self) -> u64 {
        self.cycles
    }

    fn state(&self) -> String {
        let mut probe = Probe::default();
        B::probe(&self.cfg, &self.state, &mut probe);
        probe.signals.iter().map(|(name, _, value)| format!("{name} = {value:#x}\n")).collect()
    }
}
