//! The traits of golden models: outputs as a function of state and inputs, a clock edge, and the
//! legal inputs.

use crate::Block;
use crate::stream::Stream;

/// The golden model of a unit: its state, outputs, clock edge, invariants and legal inputs.
pub trait Golden: Block {
    /// The unit's state: everything that is held from one cycle to the next.
    type State: Clone + std::fmt::Debug + Send;
    /// The history that the protocol's rules need beyond the state: what was offered and refused,
    /// and what was promised.
    type Protocol: Clone + std::fmt::Debug + Send;

    /// Returns the state after reset. What the hardware leaves undefined is zero here.
    fn reset(cfg: &Self::Config) -> Self::State;
    /// Computes the outputs of this cycle, before the edge. Payload of a port that is not valid is
    /// left as it was.
    fn comb(cfg: &Self::Config, q: &Self::State, i: &Self::In, o: &mut Self::Out);
    /// Computes the late outputs, where the early ones have been computed for this state.
    fn late(cfg: &Self::Config, q: &Self::State, i: &Self::In, o: &mut Self::Out) {
        Self::comb(cfg, q, i, o);
    }
    /// Computes the state after the clock edge.
    fn clock(cfg: &Self::Config, q: &mut Self::State, i: &Self::In);
    /// Checks what holds in every reachable state. Bounds on waiting times are counted in the
    /// protocol.
    fn invariant(cfg: &Self::Config, p: &Self::Protocol, q: &Self::State) -> Result<(), Violation>;
    /// Adds the state to a waveform, a name and a width at a time; always the same names in the
    /// same order.
    fn probe(cfg: &Self::Config, q: &Self::State, probe: &mut Probe);

    /// Returns the streams that the contract names.
    fn streams(_: &Self::Config) -> Vec<Stream> {
        Vec::new()
    }
    /// Returns the protocol's history after reset.
    fn protocol(cfg: &Self::Config) -> Self::Protocol;
    /// Checks whether the contract allows this input in this state; the error names the rule.
    fn legal(cfg: &Self::Config, p: &Self::Protocol, q: &Self::State, i: &Self::In) -> Result<(), Illegal>;
    /// Makes an input legal, changing as little as possible.
    fn repair(cfg: &Self::Config, p: &Self::Protocol, q: &Self::State, i: &mut Self::In);
    /// Records a cycle in the protocol's history; called after [`comb`](Golden::comb) and before
    /// [`clock`](Golden::clock).
    fn observe(cfg: &Self::Config, p: &mut Self::Protocol, q: &Self::State, i: &Self::In, o: &Self::Out);
}

/// An error for a state that breaks an invariant; the text describes the breach.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(pub String);

/// An error for an input that the contract forbids.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{port}: {reason}")]
pub struct Illegal {
    /// The port, or group of ports, at fault.
    pub port: &'static str,
    /// The rule of the contract that the input breaks.
    pub reason: String,
}

/// An error of a cycle that was judged: an illegal input, or a state that breaks an invariant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misstep {
    /// The input was illegal.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The state after the cycle breaks an invariant.
    #[error(transparent)]
    Violation(#[from] Violation),
}

/// Runs one cycle of a model and judges it: the input must be legal, and the next state must keep
/// the invariants.
pub fn judged<B: Golden>(
    cfg: &B::Config,
    p: &mut B::Protocol,
    q: &mut B::State,
    i: &B::In,
    o: &mut B::Out,
) -> Result<(), Misstep> {
    B::legal(cfg, p, q, i)?;
    B::comb(cfg, q, i, o);
    B::observe(cfg, p, q, i, o);
    B::clock(cfg, q, i);
    Ok(B::invariant(cfg, p, q)?)
}

/// Checks a rule of a protocol: an error for the port unless `holds`.
pub fn require(holds: bool, port: &'static str, reason: impl FnOnce() -> String) -> Result<(), Illegal> {
    if holds { Ok(()) } else { Err(Illegal { port, reason: reason() }) }
}

/// A collector of the named values of a state, for waveforms.
#[derive(Debug, Default)]
pub struct Probe {
    /// For each signal, its name (scopes divided by dots), its width in bits and its value.
    pub signals: Vec<(String, u32, u64)>,
}

impl Probe {
    /// Adds a signal with its name, its width in bits and its value.
    pub fn show(&mut self, name: impl Into<String>, width: u32, value: impl Into<u64>) {
        self.signals.push((name.into(), width, value.into()));
    }
}

/// A running unit: the golden model, or its RTL under Verilator.
pub trait Device<B: Block>: Send {
    /// Writes the early outputs of the coming cycle. Late ones, and payload that is not valid, may
    /// hold anything.
    fn peek(&mut self, o: &mut B::Out);
    /// Runs one cycle: writes the outputs for these inputs, then the clock edge.
    fn step(&mut self, i: &B::In, o: &mut B::Out);
    /// Runs one cycle as [`step`](Device::step), after a [`peek`](Device::peek) into these outputs,
    /// of which the early ones stay.
    fn follow(&mut self, i: &B::In, o: &mut B::Out) {
        self.step(i, o);
    }
}

impl<B: Block, D: Device<B> + ?Sized> Device<B> for &mut D {
    fn peek(&mut self, o: &mut B::Out) {
        (**self).peek(o);
    }
    fn step(&mut self, i: &B::In, o: &mut B::Out) {
        (**self).step(i, o);
    }
    fn follow(&mut self, i: &B::In, o: &mut B::Out) {
        (**self).follow(i, o);
    }
}

impl<B: Block, D: Device<B> + ?Sized> Device<B> for Box<D> {
    fn peek(&mut self, o: &mut B::Out) {
        (**self).peek(o);
    }
    fn step(&mut self, i: &B::In, o: &mut B::Out) {
        (**self).step(i, o);
    }
    fn follow(&mut self, i: &B::In, o: &mut B::Out) {
        (**self).follow(i, o);
    }
}

/// A golden model that runs: its configuration and its state.
#[derive(Debug, Clone)]
pub struct Model<B: Golden> {
    cfg: B::Config,
    q: B::State,
    nothing: B::In,
}

impl<B: Golden> Model<B> {
    /// Creates a model in the state after reset.
    pub fn new(cfg: B::Config) -> Self {
        let q = B::reset(&cfg);
        Self { cfg, q, nothing: B::In::default() }
    }
    /// Returns the state of the model.
    pub fn state(&self) -> &B::State {
        &self.q
    }
    /// Returns the configuration of the model.
    pub fn config(&self) -> &B::Config {
        &self.cfg
    }
}

impl<B: Golden> Device<B> for Model<B> {
    #[inline]
    fn peek(&mut self, o: &mut B::Out) {
        B::comb(&self.cfg, &self.q, &self.nothing, o);
    }
    #[inline]
    fn step(&mut self, i: &B::In, o: &mut B::Out) {
        B::comb(&self.cfg, &self.q, i, o);
        B::clock(&self.cfg, &mut self.q, i);
    }
    #[inline]
    fn follow(&mut self, i: &B::In, o: &mut B::Out) {
        B::late(&self.cfg, &self.q, i, o);
        B::clock(&self.cfg, &mut self.q, i);
    }
}
